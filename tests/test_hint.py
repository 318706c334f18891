"""`hint`: a few sensible moves at the prompt, each with what it costs and why."""

from __future__ import annotations

import re
from random import Random

import pytest
from tests.prompting import Sitting, stones
from tests.test_hidden import dealt_anew
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.game import Game

HEADING = "What looks good (rough numbers, only to compare; `rules worth` tells how):"
SEATS = {"Ada": "human", "Ben": "random"}


def hinted(game: Game, seats: dict[str, str] | None = None) -> list[str]:
    """The moves that are hinted at, as they were written."""
    sitting = Sitting("hint", game=game, seats=seats or SEATS)
    assert sitting.complaints == []
    text = sitting.text.partition(HEADING)[2]
    return re.findall(r"^  (\S.*?)  \(", text, re.M)


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire"])
def test_three_moves_that_are_legal_and_differ(ruleset: str) -> None:
    game = bw.new_game(ruleset, ["Ada", "Ben"], 8)
    moves = hinted(game)
    assert len(moves) == 3
    assert len({" ".join(move.split()[:2]) for move in moves}) == 3, "no variants of one idea"
    for move in moves:
        assert game.parse(move).text == move


def test_cost_worth_and_reasons_stand_beside() -> None:
    text = """
define worth(p: Player) -> Number: coins_of(p) + sites_of(p)
define coins_of(p: Player) -> Number: 3 * Number(p.coins)
define sites_of(p: Player) -> Number: sum(s in sites where s.owner == p give 10 * s.size)
action claim "Claim a site" during turn:
  choose s from sites said "" where s.owner == none else "taken"
  me.coins -= 2
  s.owner = me
"""
    sitting = Sitting("hint", game=workshop(text), seats=SEATS)
    assert "  claim delta  (-c2, worth +84)  more sites of\n" in sitting.text
    assert "  rest" not in sitting.text, "it gains nothing, and others do"


def test_nothing_is_played_and_nothing_changes() -> None:
    game = bw.new_game("lancashire", ["Ada", "Ben"], 8)
    before = game.digest()
    hinted(game)
    assert game.digest() == before


def test_rules_without_an_estimate_and_a_game_that_is_over() -> None:
    sitting = Sitting("hint")
    [complaint] = sitting.complaints
    assert "don't say what a position is worth" in complaint
    over = workshop("define worth(p: Player) -> Number: Number(p.coins)")
    while over.turn:
        over.push("rest")
    assert Sitting("hint", game=over, seats=SEATS).complaints == ["the game is over"]


def test_a_hint_knows_no_more_than_the_player() -> None:
    random = Random(3)
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    told = hinted(game)
    for _ in range(5):
        other, differs = dealt_anew(game, 1, random)
        assert differs
        assert hinted(other) == told


def test_in_the_middle_of_a_question() -> None:
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8)
    sitting = Sitting("build", "hint", "cancel", game=game, seats=SEATS)
    assert HEADING in sitting.text
    assert sitting.played == []


def test_without_lessons_nothing_is_suggested() -> None:
    sitting = Sitting("try", "ok", "skip", "lesson", game=stones())
    assert sitting.complaints == [
        "nothing is suggested now; `hint` tells what looks good",
        "nothing is suggested now; `hint` tells what looks good",
        "there are no lessons now; `tutorial` begins them",
        "there are no lessons now; `tutorial` begins them",
    ]
