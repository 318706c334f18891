"""The first word of a line, and answers to questions."""

from __future__ import annotations

import pytest
from tests.prompting import Sitting

import brasswright as bw
from brasswright.cli.prompt.dialogue import matching
from brasswright.cli.prompt.words import Meant, Vocabulary, fits, pick
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.moves import Option

WORDS = Vocabulary(
    verbs=("place", "pass", "lend"),
    commands=("board", "moves", "log", "quit", "player_help"),
    tables=("markets", "hands"),
)


@pytest.mark.parametrize(
    ("word", "alone", "meant"),
    [
        ("place", False, Meant("verb", "place")),
        ("PLACE", False, Meant("verb", "place")),
        ("pl", False, Meant("verb", "place")),
        ("b", True, Meant("command", "board")),
        ("LOG", True, Meant("command", "log")),
        ("l", False, Meant("verb", "lend")),
        ("market", True, Meant("table", "markets")),
        ("hand", True, Meant("table", "hands")),
        ("boards", True, Meant("command", "board")),
        ("alpha", True, None),
    ],
)
def test_a_first_word_is_a_name_or_the_beginning_of_one(
    word: str, alone: bool, meant: Meant | None
) -> None:
    assert WORDS.meant(word, alone) == meant


@pytest.mark.parametrize("word", ["l", "p", "m"])
def test_a_beginning_of_several_names_is_not_guessed(word: str) -> None:
    with pytest.raises(NotUnderstood, match="may be short for"):
        WORDS.meant(word, alone=True)


def test_pick_wants_one_name() -> None:
    assert pick("AL", ["alpha", "beta"]) == "alpha"
    assert pick("a", ["alpha", "apple"]) is None
    assert pick("", ["alpha"]) is None
    assert not fits("alphabet", "alpha")


OPTIONS = [
    Option("north_side.1", "North side (1)"),
    Option("north_side.2", "North side (2)"),
    Option("alpha--beta", "Alpha to Beta"),
    Option("0", "0"),
]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("1", ["north_side.1"]),
        ("3", ["alpha--beta"]),
        ("0", ["0"]),
        ("north_side.2", ["north_side.2"]),
        ("Alpha to beta", ["alpha--beta"]),
        ("beta", ["alpha--beta"]),
        ("beta--alpha", ["alpha--beta"]),
        ("side 2", ["north_side.2"]),
        ("north", ["north_side.1", "north_side.2"]),
        ("9", []),
        ("south", []),
    ],
)
def test_an_answer_is_a_number_a_name_or_a_beginning(answer: str, names: list[str]) -> None:
    assert [option.name for option in matching(answer, OPTIONS)] == names


def test_what_was_probably_meant_is_told_without_its_own_variants() -> None:
    game = bw.new_game("lancashire", ["Ada", "Ben"], 8)
    with pytest.raises(NotUnderstood) as caught:
        game.parse("build cotton at manchster")
    assert caught.value.suggestions == ("manchester",), "and not its spaces besides"


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("build", ["  build TILE at SPACE using CARD [two_cards CARD CARD …]"]),
        (
            "sell",
            [
                "  sell SPACE using CARD port SPACE | distant\n",
                "  Where one action may do several of these, `and` joins them.",
            ],
        ),
        ("loan", ["  loan AMOUNT using CARD\n"]),
    ],
)
def test_help_tells_how_a_move_is_typed_and_what_else_it_may_be(
    verb: str, forms: list[str]
) -> None:
    sitting = Sitting(f"help {verb}", game=bw.new_game("lancashire", ["Ada", "Ben"], 8))
    for form in forms:
        assert form in sitting.text
    assert ("`and` joins them" in sitting.text) == (verb == "sell")
