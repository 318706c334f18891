"""Sitting down in Spanish: lessons, questions before a game, and the words after a command."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.prompting import Script

import brasswright as bw
from brasswright.cli import language
from brasswright.cli.main import main
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.setting_up import choose_ruleset, choose_seats
from brasswright.cli.prompt.teaching.beginning import sit_down_to_learn
from brasswright.cli.prompt.teaching.lessons import lesson_texts, taught
from brasswright.cli.rulesets import playable
from brasswright.cli.settings import Settings
from brasswright.interpreter.language import Language
from brasswright.interpreter.language_files import open_language
from brasswright.interpreter.layers.finder import SHIPPED
from brasswright.interpreter.opening import open_rulebook

EDITIONS = ("birmingham", "lancashire", "brass-2007")


@pytest.fixture(autouse=True)
def english_afterwards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("BRASSWRIGHT_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.delenv("BRASSWRIGHT_LANGUAGE", raising=False)
    yield
    language.speak("en")


# -- lessons -------------------------------------------------------------------------------


def spanish(ruleset: str) -> tuple[set[str], Language]:
    """What the lessons of a ruleset tell, and its Spanish."""
    rulebook = open_rulebook(ruleset)
    return set(lesson_texts(rulebook.layers)), open_language("es", rulebook.layers)


def test_every_edition_with_lessons_is_looked_at() -> None:
    assert {edition.name for edition in taught()} == set(EDITIONS)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_lesson_is_told_in_spanish(ruleset: str) -> None:
    told, spoken = spanish(ruleset)
    assert len(told) > 40
    assert told - set(spoken.lessons) == set()
    same = {text for text in told if spoken.lesson(text) == text}
    assert same == set()


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_what_lessons_name_can_be_typed(ruleset: str) -> None:
    """The words between backticks are commands of the prompt, or begin what a move says."""
    language.speak("es")
    told, spoken = spanish(ruleset)
    commands = {*registry.COMMANDS, *language.other_words()}
    moves = {typed for word in ("barrel", "beer") for typed in spoken.typed(word)}
    for text in told:
        named = re.findall(r"`(\w+)", spoken.lesson(text))
        assert len(named) == len(re.findall(r"`(\w+)", text)), text
        assert set(named) <= commands | moves, text


def learning(ruleset: str, *lines: str) -> Script:
    console = Script(lines)
    language.speak("es")
    session = sit_down_to_learn(console, Settings(language="es"), ruleset)
    session.path = None
    play(session)
    return console


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_first_game_is_taught_in_spanish_to_its_end(ruleset: str) -> None:
    console = learning(ruleset, *["probar"] * 60)
    text = " ".join(console.text.split())
    told, _ = spanish(ruleset)
    for english in told:
        assert len(english) < 15 or english not in text
    for part in ("Welcome", "The canal era is over", "What canals are worth", "Your network"):
        assert f"— {part}" not in text
    assert "— Bienvenida — Eres Ada, y el ordenador juega" in text
    assert "— La era del canal ha terminado —" in text
    assert "Para mirar: mano, tapete, mapa" in text
    assert "Propuesta: construir fábrica_de_algodón.1 en" in text
    assert "`probar` la juega" in text
    over = "ahora no se propone nada; `consejo` dice lo que parece bueno"
    assert set(console.complaints) == {over}  # the lessons end before what was typed


def test_the_first_lesson_as_it_stands_on_the_screen() -> None:
    console = learning("birmingham")
    first_lines = (
        "\n— Construir —\n"
        "Los puntos vienen de las industrias y de los canales. Para construir una\n"
        "industria se juega una carta:"
    )
    assert first_lines in console.text
    assert "— Vender —" not in console.text


def test_lessons_change_their_language_in_the_middle() -> None:
    console = learning("birmingham", "ajustar language en", "lesson")
    assert "— Bienvenida —" in console.text
    assert "— Welcome —\nYou are Ada, and the computer plays Ben." in console.text


def test_a_ruleset_of_ones_own_has_its_lessons_translated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lancashire"
    shutil.copytree(SHIPPED / "lancashire", folder)
    shutil.copytree(SHIPPED / "brass", tmp_path / "brass")
    assert main(["check", str(folder), "--play", "0", "--lang", "es"]) == 0
    assert capsys.readouterr().out.endswith("all is well\n")
    tutorial = folder / "tutorial.yaml"
    text = tutorial.read_text("utf-8")
    tutorial.write_text(text.replace("title: Ports", "title: Harbours"), "utf-8")
    assert main(["check", str(folder), "--play", "0", "--lang", "es"]) == 0
    found = capsys.readouterr().out
    assert "no `es` for this, under `lessons`: Harbours" in found
    assert "tutorial.yaml:" in found
    assert "nothing says `Ports`" in found
    assert main(["translate", str(folder), "es"]) == 0
    assert 'lessons:\n  "Harbours": ""\n' in capsys.readouterr().out


# -- before a game -------------------------------------------------------------------------


def test_which_game_is_asked_in_spanish() -> None:
    language.speak("es")
    console = Script(["9", "birm"])
    assert choose_ruleset(console, playable(), lessons=True).name == "birmingham"
    assert console.all[0] == "¿A qué juego?"
    assert "Brass: Birmingham (2018)" in console.all[1]
    assert console.all[2] == "¿Es la primera vez? Escribe tutorial."
    assert console.prompts[0] == "número o nombre (Intro para 1) > "
    assert console.complaints == ["`9` no es ninguna de estas"]


def test_who_plays_is_asked_in_spanish() -> None:
    language.speak("es")
    console = Script(["Ada", "Ada ada", "Ada Ben=random"])
    assert choose_seats(console, 2, 4) == {"Ada": "human", "Ben": "random"}
    assert console.all[0].startswith("¿Quién juega? Escribe 2 a 4 nombres; NOMBRE=CLASE es")
    assert console.prompts[0] == "nombres (Intro para A B=random) > "
    assert console.complaints == [
        "¿1 jugador? En este juego son 2 a 4",
        "hay dos jugadores que se llaman ada",
    ]


def test_rulesets_and_rules_have_spanish_around_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", "--lang", "es"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"birmingham +Brass: Birmingham \(2018\) +2 a 4 jugadores\n", text)
    assert re.search(r"brass +Brass: lo que comparten las ediciones +no se juega por sí solo", text)
    assert re.search(r"rich_start +Más dinero al empezar, .* +modificación de birmingham\n", text)
    assert main(["rules", "birmingham", "start_money", "--lang", "es"]) == 0
    assert "declarado por brass, brass/parameters.rules:" in capsys.readouterr().out


def test_settings_are_told_in_spanish(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRASSWRIGHT_LANGUAGE", "es")
    assert main(["config", "auto", "sí"]) == 0
    assert "auto = true  (archivo none.toml)\n    Jugar solo cuando" in capsys.readouterr().out
    assert main(["config"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# Los ajustes se guardan en ")
    assert 'language = "es"  (entorno BRASSWRIGHT_LANGUAGE)\n    Idioma de nombres' in text
    assert main(["config", "colour", "blue"]) == 2
    assert '`colour` es "auto" o "never", no "blue"' in capsys.readouterr().err


# -- words after a command -----------------------------------------------------------------


def sitting(*lines: str, spoken: str = "es") -> Script:
    console = Script(lines)
    language.speak(spoken)
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    game.undo_policy = "sandbox"
    play(Session(game, console, {"Ben": "random"}, settings=Settings(language=spoken)))
    return console


_SAVED = re.compile(r"\S+\.brass")
MOVES = ("préstamo con worcester", "préstamo con dudley")


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("deshacer turno", "undo turn"),
        ("deshacer hasta 1", "undo to 1"),
        ("deshacer a 1", "undo to 1"),
        ("deshacer 1", "undo 1"),
        ("registro todo", "log all"),
        ("registro ronda 1", "log round 1"),
        ("registro ronda", "log round"),
        ("auto no", "auto off"),
        ("confirmar sí", "confirm on"),
        ("ajustar confirm si", "set confirm yes"),
        ("casa quitar loan.floor porque nadie lo quiere", "house drop loan.floor because x"),
        ("cambiar lancashire con short_game semilla 3", "switch lancashire with short_game seed 3"),
        ("reglas parámetros", "rules parameters"),
    ],
)
def test_what_follows_a_command_is_typed_in_either_language(typed: str, english: str) -> None:
    console, other = sitting(*MOVES, typed), sitting(*MOVES, english)
    assert console.complaints == []
    said, english_said = (_SAVED.sub("FILE", each.text) for each in (console, other))
    assert said.replace("nadie lo quiere", "x") == english_said
    assert len(console.text) > len(sitting(*MOVES).text)


def test_what_was_taken_back_is_played_again() -> None:
    console = sitting(*MOVES, "deshacer turno", "rehacer todo", "registro todo")
    assert console.text.count("Deshecha: ") >= 1
    assert console.complaints == []


def test_wrong_words_are_told_in_spanish() -> None:
    console = sitting("deshacer mucho", "registro ayer", "auto quizás", "casa ajustar")
    assert console.complaints == [
        "¿`deshacer mucho`? Es `deshacer`, `deshacer turno` o `deshacer hasta NÚMERO`",
        "`registro ayer`: ahí va un número de jugadas, `todo`, `ronda N` o `turno`",
        "¿`auto quizás`? Es `auto sí` o `auto no`",
        "`casa ajustar NOMBRE VALOR`",
    ]


def test_an_english_table_knows_no_spanish_words() -> None:
    console = sitting("undo turno", "log todo", spoken="en")
    assert console.complaints == [
        "`undo turno`? It is `undo`, `undo turn` or `undo to NUMBER`",
        "`log todo`: a number of moves, `all`, `round N` or `turn` goes there",
    ]


def test_tab_offers_the_words_of_the_language() -> None:
    language.speak("es")
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    session = Session(game, Script([]), settings=Settings(language="es"))
    assert [w.text for w in complete(session, "deshacer ")] == ["turno", "hasta"]
    assert [w.text for w in complete(session, "registro ")] == ["todo", "ronda", "turno"]
    assert [w.text for w in complete(session, "casa ")] == ["ajustar", "quitar", "usar", "guardar"]
    assert "ajustar start_money" in [w.text for w in complete(session, "casa ajustar start")]
    notes = {w.text: w.note for w in complete(session, "casa usar ri")}
    assert notes["usar rich_start"].startswith("Más dinero al empezar")


def test_saving_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.brass"
    console = sitting(f"guardar {path}", f"guardar {path}", f"guardar {path} sustituir")
    assert console.complaints == [f"{path} ya existe; `guardar {path} sustituir` lo sobrescribe"]
    assert console.text.count(f"Guardada en {path}") == 2


def test_a_tutorial_from_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("probar\nlección\nsaltar\n"))
    assert main(["tutorial", "birmingham", "--lang", "es"]) == 0
    text = capsys.readouterr().out
    assert "— Bienvenida —\nEres Ada, y el ordenador juega con Ben." in text
    assert "No más lecciones." in text
    assert "\x1b" not in text
