"""Spanish for the shipped games: complete, read back as written, and no trace in records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brasswright as bw
from brasswright.cli.prompt.teaching.lessons import lesson_texts
from brasswright.interpreter import scenario
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.describe import describe
from brasswright.interpreter.errors import Ambiguous, BrasswrightError, NotUnderstood, Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.language_coverage import Said, begun, lacking, said_in, unused
from brasswright.interpreter.language_files import (
    OWN,
    catalogue_sources,
    languages,
    mistakes,
    read_document,
)
from brasswright.interpreter.layers.finder import SHIPPED, available
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.opening import open_rulebook
from brasswright.interpreter.record import read_record
from brasswright.interpreter.scenario import Scenario
from brasswright.interpreter.word_sorts import word_sorts

ROOT = Path(__file__).parent.parent
EDITIONS = ("birmingham", "lancashire", "brass-2007")
NAMES = ("Ada", "Ben", "Cy", "Dot")


def shipped() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every edition alone, and with each overlay that is meant for it."""
    for info in available():
        if info.kind == "overlay":
            yield from ((edition, (info.name,)) for edition in info.amends)
        elif info.playable:
            yield info.name, ()


SHIPPED_GAMES = list(shipped())


@cache
def said_by(ruleset: str, overlays: tuple[str, ...]) -> tuple[Rulebook, Said]:
    rulebook = open_rulebook(ruleset, overlays)
    return rulebook, said_in(rulebook, lesson_texts(rulebook.layers))


@pytest.mark.parametrize(("ruleset", "overlays"), SHIPPED_GAMES, ids=str)
def test_everything_said_in_a_game_is_said_in_spanish(
    ruleset: str, overlays: tuple[str, ...]
) -> None:
    rulebook, said = said_by(ruleset, overlays)
    missing = lacking(said, begun(rulebook, "es"))
    assert {section: list(texts) for section, texts in missing.items() if texts} == {}


def test_no_spanish_is_left_over_from_rules_that_are_gone() -> None:
    every, sources = Said(), {}
    for ruleset, overlays in SHIPPED_GAMES:
        rulebook, said = said_by(ruleset, overlays)
        every.add(said)
        sources |= {s.name: s for s in catalogue_sources("es", rulebook.layers)}
    del sources["interpreter/languages/es.yaml"]
    assert len(sources) == len(list(SHIPPED.glob("*/languages/es.yaml"))) == 5
    left = [d.message for s in sources.values() for d in unused(every, read_document(s))]
    assert left == []


def test_what_is_asked_for_covers_names_actions_and_refusals() -> None:
    _, said = said_by("lancashire", ())
    assert {"shipyard", "Port", "Manchester", "Scotland"} <= set(said.names)
    assert {"build", "network", "using", "at", "distant", "port", "give_up"} <= set(said.words)
    assert "Take a loan" in said.texts
    assert "there is no port{named(harbour)}" in said.texts
    assert "the distant market closes, and nothing is sold" in said.texts
    assert {"pounds", "connection", "actions", "card"} <= set(said.units)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_files_are_free_of_mistakes(ruleset: str) -> None:
    layers = open_rulebook(ruleset).layers
    assert mistakes(layers) == ()
    assert languages(layers) == ("en", "es")
    assert (OWN / "es.yaml").is_file()


# -- what is typed -------------------------------------------------------------------------


def spanish(ruleset: str, players: int = 2, seed: int = 1, overlays: Sequence[str] = ()) -> Game:
    return bw.new_game(ruleset, NAMES[:players], seed, overlays, language="es")


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_move_is_read_back_as_it_is_written(ruleset: str, seed: int) -> None:
    """In the words of either language, at every position of a random game."""
    players = 3 if ruleset == "brass-2007" else 2 + seed
    game, english = spanish(ruleset, players, seed), bw.new_game(ruleset, NAMES[:players], seed)
    random = Random(seed)
    differing = 0
    while game.turn is not None:
        moves = list(game.legal_moves)
        for move in random.sample(moves, min(3, len(moves))):
            said = game.say(move)
            assert game.parse(said) == move
            assert game.parse(move.text) == move
            differing += said != move.text
        move = random_move(game, random)
        game.push(game.say(move))
        english.push(move.text)
    assert differing > 100
    assert game.digest() == english.digest()
    assert game.record.text() == english.record.text()


def test_a_record_is_the_same_and_goes_on_in_either_language(tmp_path: Any) -> None:
    game = spanish("birmingham", seed=8)
    game.attach(tmp_path / "partida.brass")
    game.push("préstamo 30 con worcester" if game.turn == "Ben" else "pasar con worcester")
    text = (tmp_path / "partida.brass").read_text(encoding="utf-8")
    played = text.partition("\nplay: ")[2]
    assert "pass using worcester" in played
    assert "pasar" not in text
    again = read_record(text.encode(), "partida").game()
    assert [entry.text for entry in again.log] == ["the game begins", "pass using worcester"]
    again.speak("es")
    assert [entry.text for entry in again.log] == ["empieza la partida", "pasar con worcester"]
    assert again.log == game.log
    again.speak("en")
    assert again.log[1].text == "pass using worcester"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("construir fábrica_de_algodón.1 en worcester.1 con worcester", None),
        ("construir fabrica de algodon en worcester con worcester", None),
        ("CONSTRUIR Fábrica de Algodón 1 en Worcester con la carta de Worcester", None),
        ("cons algodón en worc con worc", None),
        ("build cotton at worcester with worcester", None),
        ("construir cotton en worcester usando worcester", None),
        ("construir una mina en dudley con dudley", "build coal_mine.1 at dudley.1 using dudley"),
        ("pasar con mina de carbón", "pass using coal_mine"),
        ("pedir 30 con cervecería", "loan 30 using brewery"),
        ("explorar walsall dudley mina de carbón", "scout walsall,dudley,coal_mine"),
        ("desarrollar fundición con cerv", "develop iron_works.1 using brewery"),
    ],
)
def test_spanish_is_understood_in_any_form(typed: str, move: str | None) -> None:
    game = spanish("birmingham", seed=8)
    assert game.turn == "Ada"
    wanted = move or "build cotton_mill.1 at worcester.1 using worcester"
    assert game.parse(typed).text == wanted


def test_an_english_game_knows_no_spanish() -> None:
    game = bw.new_game("birmingham", NAMES[:2], 8)
    with pytest.raises(NotUnderstood, match="`construir` is no action here"):
        game.parse("construir mina en dudley con dudley")


@pytest.mark.parametrize("file", ["build", "sell", "lancashire_build", "lancashire_sell"])
def test_scenarios_hold_in_a_game_that_speaks_spanish(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are written in the rules' own words, which any game understands."""

    def start_in_spanish(rulebook: Rulebook, each: Scenario) -> Game:
        game = started(rulebook, each)
        game.speak("es")
        return game

    started = scenario.start_under
    monkeypatch.setattr(scenario, "start_under", start_in_spanish)
    for each in scenario.load(ROOT / "tests" / "scenarios" / f"{file}.yaml"):
        report = scenario.run(each)
        assert [step.problems for step in report.steps if not step.ok] == [], each.id


def test_any_words_are_read_or_told_to_be_none() -> None:
    """Words of both languages in any order make a move or one plain message, never a fault."""
    game, random = spanish("lancashire", 3, seed=3), Random(3)
    said = [game.say(move) for move in random.sample(list(game.legal_moves), 30)]
    words = [word for text in said for word in text.split()]
    words += ["y", "and", "listo", "de", "--", ",", "ñandú", "con", "with", "10", "é", "dos_cartas"]
    told = []
    for _ in range(200):
        text = " ".join(random.choices(words, k=random.randint(1, 7)))
        game.complete(text)
        try:
            game.parse(text)
        except BrasswrightError as error:
            told.append(str(error))
    assert len(told) > 100
    assert all(told)


# -- what is said --------------------------------------------------------------------------


def refused(game: Game, text: str) -> tuple[str, str]:
    """The reason, and what is missing."""
    with pytest.raises(Refused) as caught:
        game.parse(text)
    return caught.value.refusal.reason, caught.value.refusal.missing


def at(ruleset: str, position: dict[str, Any], players: int = 2) -> Game:
    game = spanish(ruleset, players)
    describe(game, position)
    return game


def test_refusals_of_birmingham() -> None:
    game = at(
        "birmingham",
        {
            "turn": "Ada",
            "players": {"Ada": {"money": 4, "hand": ["dudley", "worcester", "brewery"]}},
            "spaces": {"worcester.1": {"tile": "cotton_mill.1", "owner": "Ada"}},
        },
    )
    assert refused(game, "construir mina en dudley con dudley") == (
        "cuesta £5 y Ada tiene £4",
        "1 libra",
    )
    assert refused(game, "construir fábrica en walsall con dudley") == (
        "la carta Dudley no permite ni Walsall ni fábrica",
        "",
    )
    assert refused(game, "construir cervecería en stafford con brewery") == (
        "Stafford no está en la red de Ada, y la carta Cervecería no la nombra",
        "1 conexión",
    )
    assert refused(game, "enlazar dudley wolverhampton con dudley") == (
        "Dudley\N{EN DASH}Wolverhampton no toca la red de Ada",
        "1 conexión",
    )
    assert refused(game, "enlazar tamworth walsall con dudley") == (
        "por Tamworth\N{EN DASH}Walsall no pasa ningún canal",
        "",
    )
    assert refused(game, "desarrollar alfarería con dudley")[0] == (
        "Alfarería 1 lleva una bombilla: solo puede salir del tapete al construirse"
    )
    assert refused(game, "pasar con coventry") == ("Ada no tiene la carta Coventry", "")
    reason, missing = refused(game, "vender worcester con worcester a gloucester")
    assert (reason, missing) == ("Worcester 1 no está conectada a Gloucester", "1 conexión")


def test_refusals_of_lancashire() -> None:
    game = at(
        "lancashire",
        {
            "turn": "Ada",
            "players": {"Ada": {"income": 1, "actions": 1, "hand": ["bury", "wigan", "port"]}},
            "spaces": {"bury.1": {"tile": "cotton_mill.1", "owner": "Ada"}},
        },
    )
    assert refused(game, "préstamo 30 con bury") == (
        "£30 cuestan 3 niveles de ingresos; Ada está en -9, y -10 es el más bajo",
        "2 niveles",
    )
    assert refused(game, "préstamo 15 con bury")[0] == "los préstamos son de 10, 20 y 30 libras"
    assert refused(game, "vender bury con bury distante") == (
        "Bury 1 no está conectada ni a un puerto ni a una localización de fuera del mapa",
        "1 conexión",
    )
    assert refused(game, "construir astillero en liverpool con bury")[0] == (
        "Astillero 0 nunca se puede construir: hay que retirarla con Desarrollar"
    )
    assert refused(game, "construir puerto en fleetwood dos_cartas bury,wigan") == (
        "dos cartas para cualquier localización requieren dos acciones, y a Ada le queda 1",
        "1 acción",
    )


def test_what_is_not_understood_is_told_in_spanish() -> None:
    game = spanish("birmingham", seed=8)
    with pytest.raises(NotUnderstood) as mistake:
        game.parse("construir mina en londres con dudley")
    assert str(mistake.value) == "aquí nada se llama `londres`"
    with pytest.raises(NotUnderstood) as mistake:
        game.parse("bailar")
    assert str(mistake.value) == "`bailar` no es ninguna acción aquí"
    with pytest.raises(NotUnderstood) as mistake:
        game.parse("construr")
    assert mistake.value.suggestions == ("construir",)
    with pytest.raises(Ambiguous) as several:
        game.parse("pasar")
    assert str(several.value) == "eso encaja con 6 jugadas: di qué carta, con `con …`"


def test_tables_status_and_log_are_told_in_spanish() -> None:
    game = spanish("birmingham", seed=8)
    hand = game.show("hand", "Ada")
    assert hand.title == "Tu mano"
    assert hand.headings == ("carta", "copias", "te deja construir")
    assert ("Mina de carbón", "1", "mina de carbón en tu red") in hand.rows
    assert ("Worcester", "2", "cualquier industria en Worcester") in hand.rows
    assert game.status("Ada").startswith("era del canal, ronda 1 · Ada £17, ingresos £0")
    game.push("pasar con dudley")
    assert game.log[0].text == "empieza la partida"
    assert game.log[1].text == "pasar con dudley"
    assert game.take_back_refusal() == "desde entonces se ha robado 1 carta"
    entry = game.push(next(game.generate_moves("pass")))
    assert entry.notes == ("orden de turno: Ada y Ben", "Ada: ingresos £0", "Ben: ingresos £0")
    assert game.log[-1].heading.startswith("era del canal, ronda 2 · Ada £17")


def test_previews_are_told_in_spanish() -> None:
    game = spanish("birmingham", seed=8)
    changes = [
        str(change) for change in game.preview("construir algodón en worcester con worcester")
    ]
    assert "Ada dinero 17 → 5" in changes
    assert "Worcester 1 loseta - → fábrica_de_algodón.1" in changes


def test_words_offered_are_spanish_and_lead_to_a_legal_move() -> None:
    game = spanish("birmingham", seed=8)
    offered = [word.text for word in game.complete("")]
    assert offered[:3] == ["construir", "enlazar", "desarrollar"]
    tiles = {word.text: word.note for word in game.complete("construir ")}
    assert list(tiles) == ["fábrica_de_algodón.1", "cervecería.1", "mina_de_carbón.1"]
    assert tiles["fábrica_de_algodón.1"] == "-£12, en worcester.1, con worcester"
    assert [w.text for w in game.complete("construir min")] == ["mina_de_carbón.1"]
    assert [w.text for w in game.complete("construir coal")] == ["mina_de_carbón.1"]
    cards = game.complete("construir mina_de_carbón.1 en dudley.1 con d")
    assert cards[0].text == "dudley"


def test_the_same_is_offered_in_either_language() -> None:
    """Word for word, with the same notes, along phrases of a random game."""
    random = Random(3)
    english, game = bw.new_game("birmingham", NAMES[:2], 3), spanish("birmingham", seed=3)
    for _ in range(12):
        move = random_move(english, random)
        typed = said = ""
        for word in ["", *move.text.split()[:4]]:
            typed += f"{word} " if word else ""
            said += f"{game.names.value_words(word)} " if word else ""
            offered = [game.names.value_words(c.text) for c in english.complete(typed)]
            offered = [" ".join(map(game.names.value_words, o.split())) for o in offered]
            assert [c.text for c in game.complete(said)] == offered
        english.push(move)
        game.push(move.text)


@pytest.mark.parametrize(
    ("typed", "sorts"),
    [
        (
            "construir mina en dudley con la carta dudley",
            "verb value word value word nothing nothing value",
        ),
        ("construir xyz en", "verb unknown word"),
        ("desarrollar mina con dudley y fundición", "verb value word value word value"),
        ("build mine at dudley", "verb value word value"),
    ],
)
def test_words_are_sorted_for_colouring(typed: str, sorts: str) -> None:
    found = word_sorts(spanish("birmingham", seed=8), typed.split())
    assert [sort or "nothing" for sort in found] == sorts.split()


def test_several_stages_in_one_phrase() -> None:
    game = spanish("birmingham", seed=8)
    move = game.parse("desarrollar mina con dudley y fundición de hierro")
    assert move.text == "develop coal_mine.1 using dudley and iron_works.1"
    assert game.say(move) == "desarrollar mina_de_carbón.1 con dudley y fundición_de_hierro.1"
    assert game.parse(game.say(move)) == move
    words = game.complete("desarrollar mina con dudley y ")
    assert "fundición_de_hierro.1" in [word.text for word in words]


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_game_is_played_by_accepting_completions_only(ruleset: str) -> None:
    """The first word offered, the second, and so on until there is a whole move, in Spanish."""
    game = spanish(ruleset, 3, seed=5)
    random = Random(5)
    for _ in range(25):
        text = ""
        for _ in range(12):
            offered = game.complete(text)
            if not offered:
                break
            text = f"{text}{random.choice(offered).text} "
        try:
            game.push(text)
        except Ambiguous as several:
            game.push(several.moves[0])
    assert len(game.moves_played) >= 25


@pytest.mark.parametrize("folder", ["cli", "interpreter"])
def test_no_word_of_a_game_is_in_what_the_program_says(folder: str) -> None:
    names = open_rulebook("birmingham").layers + open_rulebook("lancashire").layers
    words = {
        word.casefold()
        for source in catalogue_sources("es", names)
        if not source.name.startswith("interpreter")
        for title in read_document(source).value.get("names", {}).values()
        for word in re.findall(r"\w{4,}", title)
    } - {"nada", "todos"}
    assert {"carbón", "ferrocarril", "astillero", "comodín"} <= words
    text = (ROOT / folder / "languages" / "es.yaml").read_text(encoding="utf-8").casefold()
    assert words & set(re.findall(r"\w+", text)) == set()
