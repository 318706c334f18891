"""Languages that people add, mistakes in their files, and a table that speaks Spanish."""

from __future__ import annotations

import ast
import io
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from tests.prompting import STONES, Script

import brasswright as bw
from brasswright.cli import language
from brasswright.cli.main import main
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.commands import every_command
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.house_rules import DEEDS
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.errors import BrasswrightError, Refused, RulesError
from brasswright.interpreter.language import Catalogue, Language
from brasswright.interpreter.language_files import OWN, read_catalogue, read_document
from brasswright.interpreter.opening import open_rulebook
from brasswright.interpreter.source import Source

ROOT = Path(__file__).parent.parent
UNCHANGED = {"auto", "tutorial"}
"""Commands that are called the same in Spanish."""


@pytest.fixture(autouse=True)
def english_afterwards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("BRASSWRIGHT_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.delenv("BRASSWRIGHT_LANGUAGE", raising=False)
    yield
    language.speak("en")


# -- a language of one's own ---------------------------------------------------------------

GERMAN = """\
names:
  one: eins
  two: zwei
  three: drei
kept: [alpha, beta, gamma, delta]
words:
  place: lege|setze
  take: nimm
  dig: grabe
  at: auf
  coins: Münzen
units:
  coins: [Münze, Münzen]
texts:
  "Place a stone": "Einen Stein legen"
  "{site} is taken": "{site} ist besetzt"
  "it costs {stone.cost} and {me} has {me.coins}":
    "{me} hat {me.coins} {me.coins|Münze|Münzen}, und es kostet {stone.cost}"
  "turn {turns} · {me}, {me.coins} coins": "Zug {turns} · {me}, {me.coins} {me.coins|Münze|Münzen}"
  "Your hand": "Deine Hand"
  "stone": "Stein"
"""


@pytest.fixture
def steine(tmp_path: Path) -> Path:
    """The toy ruleset in a folder of one's own, with a German file beside its rules."""
    folder = tmp_path / "stones"
    shutil.copytree(STONES, folder)
    (folder / "languages").mkdir()
    (folder / "languages" / "de.yaml").write_text(GERMAN, encoding="utf-8")
    return folder


def test_a_ruleset_brings_its_own_language(steine: Path) -> None:
    game = bw.new_game(str(steine), ["Ada", "Ben"], 7, language="de")
    assert [game.say(move) for move in game.generate_moves("place")][:2] == [
        "lege eins auf alpha",
        "lege eins auf beta",
    ]
    assert game.status("Ada") == "Zug 1 · Ada, 2 Münzen"
    with pytest.raises(Refused) as caught:
        game.parse("setze drei auf alpha")
    assert caught.value.refusal.reason == "Ada hat 2 Münzen, und es kostet 3"
    assert caught.value.refusal.missing == "1 Münze"
    assert caught.value.refusal.lacking == (1, "coins")
    game.push("lege eins auf alpha")
    assert game.moves_played[0].text == "place one at alpha"
    with pytest.raises(Refused, match="alpha ist besetzt"):
        game.parse("lege eins auf alpha")
    # What the file leaves out is as the rules have it.
    assert game.show("hand", "Ada").headings == ("Stein", "cost")
    assert game.say(next(game.generate_moves("take"))) == "nimm"


def test_the_table_speaks_it_too_and_the_rest_stays_english(
    steine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bw.new_game(str(steine), ["Ada"], 7)
    session = Session(game, Script(["lege drei alpha"]), settings=Settings(language="de"))
    play(session)
    assert session.console.complaints == [  # type: ignore[attr-defined]
        "Refused: Ada hat 2 Münzen, und es kostet 3 (lacking 1 Münze).\n  Rule: place.pay, stones"
    ]


def test_a_later_layer_has_the_last_word(steine: Path) -> None:
    overlay = steine.parent / "dear.rules"
    overlay.write_text('overlay dear "Dear" amends stones\nset three.cost = 9\n', encoding="utf-8")
    folder = steine.parent / "languages"
    folder.mkdir()
    (folder / "de.yaml").write_text("names: {three: dreie}\n", encoding="utf-8")
    game = bw.new_game(str(steine), ["Ada"], 7, [str(overlay)], "de")
    texts = {game.say(move) for move in game.generate_moves("place")}
    assert "lege eins auf alpha" in texts
    with pytest.raises(Refused, match="es kostet 9"):
        game.parse("lege dreie auf alpha")


def test_a_record_of_rules_that_are_not_shipped_goes_on_in_english(steine: Path) -> None:
    game = bw.new_game(str(steine), ["Ada"], 7, language="de")
    game.push("grabe")
    again = bw.load_record  # a record has the rules, and no translations
    game.record.save(steine.parent / "spiel.brass")
    resumed = again(steine.parent / "spiel.brass").game()
    assert resumed.log[-1].text == "dig"
    with pytest.raises(BrasswrightError, match="there is no language `de` here; there are en, es"):
        resumed.speak("de")
    assert resumed.language == "en"


# -- mistakes in the files -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (
            'texts:\n  "{site} is taken": "besetzt"\n',
            "the translation leaves out the hole `{site}`",
            2,
        ),
        ('texts:\n  "a": "b {c}"\n', "the text has no hole `{c}`", 2),
        ('texts:\n  "{n} of": "{n|Stück} {n}"\n', "the text has no hole `{n|Stück}`", 2),
        ('texts:\n  "a": "b {c"\n', "this `{` has no `}`", 2),
        ("names:\n  one: eins\n  one: ein\n", "the key `one` is there twice", 3),
        ("name:\n  one: eins\n", "there is no key `name` here", 1),
        ("names:\n  yes: no\n", "`names.yes` must be text", 2),
        ("words:\n  place: leg hin\n", "`words.place`: 'leg hin' does not have the form", 2),
        ("units:\n  coins: [Münze]\n", "`units.coins`", 2),
        ("names: [eins\n", "expected ',' or ']'", 2),
        ("- eins\n", "must be a mapping", 1),
    ],
)
def test_a_mistake_is_told_with_its_line(
    steine: Path, text: str, message: str, line: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check` tells it, and no game begins with such a file; in English it is not even read."""
    (steine / "languages" / "de.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        bw.new_game(str(steine), ["Ada"], 7, language="de")
    [mistake, *_] = caught.value.diagnostics
    assert message in mistake.message
    assert mistake.span.line == line
    assert main(["check", str(steine), "--play", "0"]) == 1
    said = capsys.readouterr().out
    assert message in said
    assert f"languages/de.yaml:{line}:" in said
    assert main(["play", str(steine), "--lang", "de", "--seat", "Ada=human"]) == 1
    assert message in capsys.readouterr().err
    assert bw.new_game(str(steine), ["Ada"], 7).language == "en"


def test_a_wrong_language_never_stops_a_game(steine: Path) -> None:
    game = bw.new_game(str(steine), ["Ada"], 7)
    session = Session(game, Script(["set language xx", "dig", "set language de"]))
    play(session)
    assert session.console.complaints == [  # type: ignore[attr-defined]
        "there is no language `xx` here; there are en, de, es"
    ]
    assert [entry.text for entry in game.log] == ["the game begins", "grabe"]
    assert game.moves_played[0].text == "dig"


def test_nothing_is_translated_from_an_empty_file() -> None:
    empty = Source("languages/xx.yaml", "", "")
    assert read_catalogue(empty) == Catalogue(words={})
    begun = Source("languages/xx.yaml", 'texts: {"Do nothing": ""}\nunits: {card: ["", ""]}\n', "")
    assert read_catalogue(begun) == Catalogue(words={})


def test_what_is_not_translated_is_listed(steine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(steine), "--lang", "de", "--play", "0"]) == 0
    said = capsys.readouterr().out
    assert "no `de` for this, under `texts`: {me} has no {stone}" in said
    assert "no `de` for this, under `words`: Site" in said
    assert "under `names`" not in said
    assert "nothing says `coins`" in said, "no word `coins` is typed"


def test_what_is_typed_alike_is_told(steine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    german = GERMAN.replace("two: zwei", "two: Eins").replace("dig: grabe", "dig: nimm")
    (steine / "languages" / "de.yaml").write_text(german, encoding="utf-8")
    assert main(["check", str(steine), "--lang", "de", "--play", "0"]) == 0
    said = capsys.readouterr().out
    assert "`one` and `two` are both typed `eins`" in said
    assert "`take` and `dig` are both typed `nimm`" in said


def test_a_player_called_like_a_thing_keeps_the_name(steine: Path) -> None:
    game = bw.new_game(str(steine), ["one", "take"], 7, language="de")
    changes = [str(change) for change in game.preview("lege zwei auf alpha")]
    assert changes == [
        "one coins 2 → 0",
        "one hand zwei → -",
        "alpha Stein - → zwei",
        "alpha owner - → one",
    ]


def test_a_file_to_fill_in(steine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", str(steine), "de"]) == 0
    text = capsys.readouterr().out
    document = read_document(Source("de.yaml", text, ""))
    assert document.value["texts"]["there is no such site"] == ""
    assert "one" not in document.value.get("names", {})
    assert main(["translate", "birmingham", "es"]) == 0
    assert capsys.readouterr() == ("", "brass: everything in birmingham is translated into es\n")


# -- how texts are filled ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "quedan 0 cubos"), (1, "queda 1 cubo"), (-1, "queda -1 cubo"), (2, "quedan 2 cubos")],
)
def test_one_and_many(number: int, text: str) -> None:
    said = {"{n} cubes left": "{n|queda|quedan} {n} {n|cubo|cubos}"}
    assert Language("es", [Catalogue(texts=said)]).say("{n} cubes left", n=number) == text


def test_series_units_and_names() -> None:
    game = bw.new_game("birmingham", ["Ada", "Ben"], 1, language="es")
    spoken = game.names.language
    assert spoken.series([]) == "nada"
    assert spoken.series(["a"]) == "a"
    assert spoken.series(["a", "b", "c"]) == "a, b y c"
    assert [spoken.many(n, "card") for n in (1, 2)] == ["carta", "cartas"]
    assert spoken.name("Coal Mine 3") == "Mina de carbón 3"
    assert spoken.name("Cannock\N{EN DASH}northern farm brewery") == (
        "Cannock\N{EN DASH}cervecería artesanal del norte"
    )
    assert game.names.word("cannock--farm_north") == "cannock--artesanal_norte"
    assert game.names.words("network") == ("enlazar", "red")
    assert game.names.players[0] == "nadie"


# -- the command line ----------------------------------------------------------------------


def literals(folder: Path, callers: tuple[str, ...]) -> tuple[set[str], set[str]]:
    """Every text in the program, and those among them that are given to a caller."""
    every: set[str] = set()
    given: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                every.add(node.value)
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                text = node.args[0]
                if name in callers and isinstance(text, ast.Constant):
                    given.add(text.value)
    return every, given


def test_what_the_command_line_says_is_said_in_spanish() -> None:
    every, given = literals(ROOT / "cli", ("say",))
    file = ROOT / "cli" / "languages" / "es.yaml"
    spanish = read_document(Source("es.yaml", file.read_text(encoding="utf-8"), "")).value
    assert given - set(spanish["texts"]) == set()
    every_command()
    usages = [each.usage for each in registry.COMMANDS.values()] + list(DEEDS.values())
    places = {place for usage in usages for place in re.findall(r"[A-Z]{2,}", usage)}
    parts = open_rulebook("birmingham").parts().values()
    headings = {type(part).__name__.removesuffix("Declaration").lower() for part in parts}
    headings -= {"step", "option", "alternative", "exceptionto"}  # parts of parts have no heading
    assert places | headings <= set(spanish["texts"])
    assert set(spanish["texts"]) - every - places - headings == set()
    further = {word for usage in usages for word in re.findall(r"[a-z]+", usage)}
    further |= {"parameters", "again", "or"}
    assert set(spanish["words"]) == (further | set(registry.COMMANDS)) - UNCHANGED
    summaries = {each.summary for each in registry.COMMANDS.values()}
    assert (summaries | {each.topic for each in registry.COMMANDS.values()}) <= set(
        spanish["texts"]
    )


def test_what_the_interpreter_says_is_said_in_spanish() -> None:
    every, given = literals(ROOT / "interpreter", ("say", "_not_understood"))
    file = OWN / "es.yaml"
    spanish = read_document(Source("es.yaml", file.read_text(encoding="utf-8"), "")).value
    assert given - set(spanish["texts"]) == set()
    made_up = {f"something hidden was {deed} since" for deed in ("drawn", "revealed")}
    made_up |= {f"{{what}} {{n|was|were}} {deed} since" for deed in ("drawn", "revealed")}
    ambiguous = "that fits {n} moves: say which {name}"
    made_up.add(f"{ambiguous}, with `{{word}} …`")
    assert set(spanish["texts"]) - every - made_up == set()


def sitting(*lines: str, seed: int = 8) -> Script:
    game = bw.new_game("birmingham", ["Ada", "Ben"], seed)
    console = Script(lines)
    session = Session(game, console, {"Ben": "random"}, settings=Settings(language="es"))
    language.speak("es")
    play(session)
    return console


def test_a_round_in_spanish() -> None:
    console = sitting(
        "construir algodón en worcester con worcester",
        "enlazar",
        "glouc",
        "mina de carbón",
        "deshacer",
        "vender worcester con worcester",
        "por qué no construir alfarería en stoke con worcester",
        "salir",
    )
    text = console.text
    assert "Ada: construir fábrica_de_algodón.1 en worcester.1 con worcester  (-£12)" in text
    assert "— era del canal, ronda 2 —" in text
    assert re.search(r"Ben: préstamo 30 con \S+  \(\+£30, -3 casillas de ingresos\)\n", text)
    assert "enlazar … ¿qué enlace?" in text
    assert "enlazar gloucester--worcester con … ¿qué carta?" in text
    assert "Ada: enlazar gloucester--worcester con mina_de_carbón  (-£3)" in text
    assert "Deshecha: enlazar gloucester--worcester con mina_de_carbón" in text
    assert console.complaints == [
        "Denegado: Worcester 1 no está conectada a Gloucester (falta: 1 conexión).\n"
        "  Regla: sell.buyer, B-SELL-02, birmingham"
    ]
    assert "Denegado: la carta Worcester no permite ni Stoke-on-Trent ni alfarería." in text
    assert text.endswith("Adiós.")


def test_the_language_is_changed_in_the_middle() -> None:
    console = sitting("préstamo con worcester", "set language en", "log", "loan dudley")
    assert "Ada: préstamo 30 con worcester  (+£30, -3 casillas de ingresos)" in console.text
    assert "   1 Ada: loan 30 using worcester  (+£30, -3 income spaces)" in console.text
    assert "Ada: loan 30 using dudley  (+£30, -3 income spaces)" in console.text
    assert console.text.endswith("Goodbye.")


def test_a_question_takes_the_names_of_either_language() -> None:
    console = sitting(
        "enlazar worcester gloucester", "mina de carb", "enlazar birmingham worcester", "brewery"
    )
    assert "Ada: enlazar gloucester--worcester con mina_de_carbón" in console.text
    assert "Ada: enlazar birmingham--worcester con cervecería" in console.text
    assert console.complaints == []


def test_commands_and_tables_have_spanish_names_and_keep_the_english_ones() -> None:
    console = sitting("mano", "hand", "ayuda deshacer", "estado", "jugadas explorar", "bailar")
    assert console.text.count("Tu mano\n") == 2
    assert "deshacer [turno | hasta NÚMERO]: deshacer la última jugada" in console.text
    assert "\n  También: undo" in console.text
    assert console.complaints == ["`bailar` no es ninguna acción aquí"]
    offered = [word.text for word in complete(_at_table(), "ma")]
    assert {"mano", "mazo", "mapa"} <= set(offered)


def _at_table() -> Session:
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    language.speak("es")
    return Session(game, Script([]), settings=Settings(language="es"))


def test_the_option_the_variable_and_the_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ["play", "birmingham", "--players", "2", "--seed", "8"]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([*words, "--lang", "es"]) == 0
    assert "empieza la partida" in capsys.readouterr().out
    assert main(words) == 0
    assert "the game begins" in capsys.readouterr().out
    monkeypatch.setenv("BRASSWRIGHT_LANGUAGE", "es")
    assert main(words) == 0
    assert "empieza la partida" in capsys.readouterr().out
    assert main([*words, "--lang", "en"]) == 0
    assert "the game begins" in capsys.readouterr().out
    monkeypatch.delenv("BRASSWRIGHT_LANGUAGE")
    (tmp_path / "none.toml").write_text('language = "es"\n', encoding="utf-8")
    assert main(words) == 0
    assert "empieza la partida" in capsys.readouterr().out
    assert main([*words, "--lang", "tlh"]) == 1
    assert capsys.readouterr().err == "brass: there is no language `tlh` here; there are en, es\n"


def test_other_verbs_speak_it_when_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    file = str(tmp_path / "a.brass")
    game.record.save(file)
    assert main(["why", file, "pasar con coventry", "--lang", "es"]) == 1
    assert capsys.readouterr().out.startswith("Denegado: Ada no tiene la carta Coventry.\n")
    assert main(["moves", file, "pasar", "--lang", "es"]) == 0
    assert "pasar con mina_de_carbón\n" in capsys.readouterr().out
    assert main(["moves", file, "pass"]) == 0
    assert "pass using coal_mine\n" in capsys.readouterr().out
    assert main(["replay", file, "--log", "--lang", "es"]) == 0
    assert capsys.readouterr().out.startswith("empieza la partida\n")


def test_batches_are_summed_up_in_spanish(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["--games", "2", "--seats", "random,random", "--workers", "1", "--lang", "es"]
    assert main(["simulate", "birmingham", *words]) == 0
    told = capsys.readouterr().out
    assert "semilla 1\n2 partidas de 2 repartos; los intervalos son del 95%\n" in told
    assert "Por asiento\nasiento  partidas  puntos" in told
    assert "\njugadas " in told
    assert "Una partida tiene " in told
    assert main(["compare", "birmingham", "birmingham+rich_start", *words]) == 0
    told = capsys.readouterr().out
    assert told.startswith("birmingham contra birmingham+rich_start · random, random · semilla 1\n")
    assert "birmingham+rich_start en lugar de birmingham, para un jugador en una partida" in told
    assert "antes  después  diferencia" in told
    missing = tmp_path / "none.jsonl"
    assert main(["report", str(missing), "--lang", "es"]) == 2
    assert capsys.readouterr().err == f"brass: {missing}: no existe ese archivo\n"


# -- a real terminal -----------------------------------------------------------------------


def test_a_turn_by_tab_and_enter_in_a_real_terminal(tmp_path: Path) -> None:
    kept = tmp_path / "partida.brass"
    words = ["-m", "brasswright.cli.main", "play", "birmingham", "--seed", "8", "--lang", "es"]
    words += ["--seat", "Ada=human", "--seat", "Ben=random", "--save", str(kept)]
    environment = {
        "TERM": "xterm",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    child = pexpect.spawn(
        sys.executable, words, env=environment, encoding="utf-8", timeout=60, dimensions=(40, 100)
    )
    child.expect("Ada >")
    child.send("construir fá\t")
    child.expect("brica_de_algodón.1")
    child.send("\r")
    child.expect("Ada: construir fábrica_de_algodón.1 en worcester.1 con worcester")
    child.expect("era del canal, ronda 2")
    child.expect("Ada >")
    child.send("\x04")
    child.expect("Adiós")
    child.close(force=True)
    played = kept.read_text(encoding="utf-8").partition("\nplay: ")[2]
    assert "1 Ada: build cotton_mill.1 at worcester.1 using worcester = " in played
