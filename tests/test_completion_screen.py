"""What the prompt shows around the line: colours by sort, the toolbar; and what mistypes do."""

from __future__ import annotations

import pytest
from prompt_toolkit.document import Document
from tests.prompting import Script, Sitting, stones
from tests.test_completion_tables import position, tables

import brasswright as bw
from brasswright.cli.prompt.completion import beside, complete, sensible
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.dialogue import _completions
from brasswright.cli.prompt.helping import help_with
from brasswright.cli.prompt.highlighting import pieces
from brasswright.cli.prompt.lexer import LineLexer
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.style import COLOURED, PLAIN
from brasswright.cli.prompt.toolbar import toolbar
from brasswright.cli.settings import Settings
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game
from brasswright.interpreter.matching import Fit, fit
from brasswright.interpreter.moves import Option


def birmingham() -> Game:
    return bw.new_game("birmingham", players=["Ada", "Ben"], seed=8)


@pytest.mark.parametrize(
    ("begun", "name", "how"),
    [
        ("sto", "stoke_on_trent", Fit.BEGINNING),
        ("STÖ", "stoke_on_trent", Fit.BEGINNING),
        ("", "stone", Fit.BEGINNING),
        ("trent", "stoke_on_trent", Fit.WORD),
        ("t", "stoke_on_trent", Fit.WORD),
        ("burton on tr", "Burton-on-Trent", Fit.BEGINNING),
        ("burton tr", "Burton-on-Trent", Fit.WORD),
        ("stoke leek", "leek--stoke_on_trent", Fit.WORD),
        ("leek to st", "leek--stoke_on_trent", Fit.WORD),
        ("dudley 1", "dudley.1", Fit.WORD),
        ("oke", "stoke_on_trent", Fit.INSIDE),
        ("o", "stone", None),
        ("stt", "stoke_on_trent", Fit.LETTERS),
        ("tts", "stoke_on_trent", None),
        ("at dudley", "dudley.1", None),
    ],
)
def test_how_well_a_name_fits(begun: str, name: str, how: Fit | None) -> None:
    assert fit(begun, [name]) == how


@pytest.mark.parametrize(
    ("line", "sorts"),
    [
        ("build coal at dudley using dudley", "verb value word value word value"),
        ("BUILD Coal At stoke on trent with ", "verb value word value value value word"),
        ("build coal at atlantis ", "verb value word unknown"),
        ("build coal at atlant", "verb value word ."),  # it is still being typed
        ("network leek stoke", "verb value value"),
        ("network leek--stoke_on_trent and ", "verb value word"),
        ("network burton to derby", "verb value . value"),
        ("scout dudley,coventry,stone", "verb value"),
        ("scout dudley,nobody ", "verb unknown"),
        ("loan 30 dudley", "verb value value"),
        ("why build coal", "command verb value"),
        ("log 2", "command ."),
        ("hand dudley", "table ."),
        ("biuld coal", "unknown ."),
        ("biu", "."),
        ("", "."),
        ("   ", "."),
    ],
)
def test_the_sorts_of_words(line: str, sorts: str) -> None:
    session = Session(birmingham(), Script([]))
    found = pieces(session, line)
    assert "".join(text for _, text in found) == line
    told = [sort or "." for sort, text in found if not text.isspace()] or ["."]
    assert told == sorts.split()


def test_answers_out_of_turn_need_no_verb() -> None:
    cases = tables("birmingham")["cases"]
    [number] = [i for i, case in enumerate(cases) if case["action"].startswith("give up")]
    game = position("birmingham", number)
    assert game.stage == "give_up"
    found = pieces(Session(game, Script([])), "cannock.2 give_up")
    assert found[0] == ("value", "cannock.2")
    assert pieces(Session(game, Script([])), "give_up worcester")[0] == ("verb", "give_up")


def test_what_is_unknown_is_underlined_with_and_without_colours() -> None:
    asking = Asking("> ", pieces=lambda line: [("unknown", line)])
    styled = LineLexer(lambda: asking).lex_document(Document("xyz"))(0)
    assert styled == [("class:line.unknown", "xyz")]
    for style in (COLOURED, PLAIN):
        assert style.get_attrs_for_style_str("class:line.unknown").underline
        assert style.get_attrs_for_style_str("class:line.verb").bold
    assert PLAIN.get_attrs_for_style_str("class:line.verb").color == ""


def at_width(width: int, game: Game, settings: Settings | None = None) -> list[str]:
    console = Script([])
    console.width = width
    return toolbar(Session(game, console, settings=settings)).splitlines()


def test_the_toolbar_says_where_the_game_stands() -> None:
    lines = at_width(100, birmingham())
    assert lines == [
        " canal era, round 1 · Ada £17, income £0 (space 10), 0 VP · actions 1 · deck 22",
        " [F1] Help  [F2] Auto: off  [F3] After moves: nothing  [F4] Menu: tab",
    ]
    settings = Settings(auto=True, after_move="map", menu="typing")
    assert at_width(100, birmingham(), settings)[-1] == (
        " [F1] Help  [F2] Auto: on  [F3] After moves: map  [F4] Menu: typing"
    )
    game = bw.new_game("lancashire", players=["Ada", "Ben"], overlays=["short_game"], seed=8)
    assert "with short_game" in at_width(100, game)[1]
    assert len(at_width(200, birmingham())) == 1


@pytest.mark.parametrize("width", [40, 50, 60, 80])
def test_a_narrow_toolbar_leaves_out_keys_from_the_right(width: int) -> None:
    lines = at_width(width, birmingham())
    assert max(map(len, lines)) < width
    assert " ".join(line.strip() for line in lines).startswith("canal era, round 1")
    assert "income £0 (space 10)" in " ".join(lines)
    assert "[F1] Help" in lines[-1]
    if width == 40:
        assert lines[-1] == " [F1] Help  [F2] Auto: off"


def test_the_level_and_the_space_of_income() -> None:
    """Space 13 of the track is at level 2 (B-TERM-03)."""
    game = birmingham()
    describe(game, {"turn": "Ada", "round": 2, "players": {"Ada": {"income": 13}}})
    assert "income £2 (space 13)" in game.status()


def test_lines_of_before_that_make_sense() -> None:
    session = Session(birmingham(), Script([]))
    for line in ("hand", "log 2", "loan walsall", "build cotton", "why sell", "moves"):
        assert sensible(session, line), line
    for line in ("loan stone", "sell worcester", "xyz", "biuld coal"):
        assert not sensible(session, line), line


# -- mistypes (P35) ---------------------------------------------------------------------------


def test_mistypes_suggest_and_do_nothing() -> None:
    game = birmingham()
    before = game.digest()
    sitting = Sitting("biuld coal dudley", "", "build coal atlantis", game=game)
    first, second = sitting.complaints
    assert first == "`biuld` is not a move or command; did you mean `build`?"
    assert "\n" not in second
    assert second.startswith("nothing here is called `atlantis`")
    assert "may come `at belper.2`, `at leek.2`" in second
    assert game.digest() == before
    assert (game.turn, sitting.played) == ("Ada", [])
    for word in ("WORD", "Token", "Traceback", "NAME"):
        assert word not in " ".join(sitting.complaints)


def test_an_ambiguous_name_lists_what_it_may_be() -> None:
    session = Session(birmingham(), Script([]))
    words = {word.text for word in complete(session, "network wo")}
    assert {"birmingham--worcester", "walsall--wolverhampton"} <= words
    sitting = Sitting("network wo", "cancel", game=birmingham())
    assert "gloucester--worcester" in sitting.text
    assert "walsall--wolverhampton" in sitting.text


def test_what_is_refused_is_shown_last_and_verbs_too() -> None:
    session = Session(stones(), Script([]))
    words = complete(session, "place ")
    assert [(word.text, word.refused) for word in words] == [
        ("one", False),
        ("two", False),
        ("three", True),
    ]
    assert words[-1].note == "it costs 3 and Ada has 2"
    empty = complete(session, "")
    legal = [word.text for word in empty[:3]]
    assert legal == ["place", "take", "dig"]


def test_words_are_not_worked_out_anew_until_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session(stones(), Script([]))
    asked: list[str] = []
    original = Game.complete

    def counted(game: Game, text: str, refused: bool = False) -> object:
        asked.append(text)
        return original(game, text, refused)

    monkeypatch.setattr(Game, "complete", counted)
    first = complete(session, "place ")
    assert complete(session, "place ") == first
    assert asked == ["place "]
    session.game.push("take")
    assert complete(session, "place ") != first
    assert asked == ["place ", "place "]


def test_answers_to_questions_are_completed_by_likeness_too() -> None:
    options = [Option("burton_on_trent.1", "Burton-on-Trent 1"), Option("stone.2", "Stone 2")]

    def offered(text: str) -> list[str]:
        return [word.text for word in _completions(text, options)]

    assert offered("") == ["burton_on_trent.1", "stone.2"]
    assert offered("STÖ") == ["stone.2"]
    assert offered("trent") == ["burton_on_trent.1"]
    assert offered("urt") == ["burton_on_trent.1"]
    assert offered("bnt") == ["burton_on_trent.1"]
    assert offered("xyz") == []


@pytest.mark.parametrize(
    ("word", "reason", "shown"),
    [
        ("alpha--beta", "Alpha\N{EN DASH}Beta does not touch it", "does not touch it"),
        ("at alpha.2", "Alpha 2 is full", "is full"),
        ("alpha", "Alpha 2 is full", "Alpha 2 is full"),
        ("alpha", "Alpha is full", "is full"),
        ("elche", "Élche is full", "is full"),
        ("beta", "Alpha is full", "Alpha is full"),
        ("alpha", "Alpha", "Alpha"),
    ],
)
def test_a_reason_beside_a_word_does_not_say_it_again(word: str, reason: str, shown: str) -> None:
    assert beside(word, reason) == shown


def test_help_while_typing_names_the_moves_that_are_legal_now() -> None:
    """Nothing is built with £2 left; a loan and a pass are always there."""
    console = Script([])
    game = bw.new_game("birmingham", ["Ada", "Ben"], seed=8)
    describe(game, {"turn": "Ada", "players": {"Ada": {"money": 2, "hand": ["dudley"]}}})
    help_with(Session(game, console), "")
    first = console.text.split(".")[0]
    assert first == "Moves now: develop, loan, pass"
