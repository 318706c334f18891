"""How good positions and moves are by the rules' own `worth`, and that it sees nothing hidden."""

from __future__ import annotations

from random import Random

import pytest
from tests.prompting import stones
from tests.test_hidden import dealt_anew
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.judging import (
    NoJudgement,
    best_ideas,
    best_move,
    can_judge,
    judged,
    worth,
)

WORTH = """
define worth(p: Player) -> Number:
  coins_of(p) + sites_of(p)
define coins_of(p: Player) -> Number: 3 * Number(p.coins)
define sites_of(p: Player) -> Number: sum(s in sites where s.owner == p give 10 * s.size)
"""
CLAIM = """
action claim "Claim a site" during turn:
  step pay:
    choose i from me.hand said "with"
    me.coins -= i.worth
  step site:
    choose s from sites said "" where s.owner == none else "taken"
    s.owner = me
action find "Find coins" during turn:
  step find:
    draw got from stock to me.kept
    me.coins += got.worth
"""


def test_worth_is_what_the_rules_say() -> None:
    game = workshop(WORTH + CLAIM)
    assert can_judge(game)
    assert (worth(game, "Ada"), worth(game, "Ben")) == (30, 30)
    game.push("claim beta with saw")  # a coin for size 5
    assert (worth(game, "Ada"), worth(game, "Ben")) == (27 + 50, 30)


def test_every_way_is_judged_at_its_end() -> None:
    game = workshop(WORTH + CLAIM)
    before = game.digest()
    gains = {each.move(game).text: each.gain for each in judged(game)}
    assert gains["claim delta with saw"] == 90 - 3
    assert gains["claim delta with hammer"] == 90 - 9
    assert gains["claim gamma with hammer"] == 10 - 9
    assert gains["rest"] == 0
    assert len(gains) == 4 * 4 + 2
    assert {each.move(game).verb for each in judged(game, "claim")} == {"claim"}
    assert game.digest() == before


def test_what_is_half_judged_leaves_the_game_as_it_was() -> None:
    game = workshop(WORTH + CLAIM)
    before = game.digest()
    ways = judged(game)
    next(ways)
    ways.close()
    assert game.digest() == before


def test_the_best_move_and_the_best_ideas() -> None:
    game = workshop(WORTH + CLAIM)
    assert best_move(game).text == "claim delta with saw"
    assert best_move(game, "find").text == "find"
    ideas = best_ideas(game, 3)
    assert [idea.move.text for idea in ideas] == [
        "claim delta with saw", "claim beta with saw", "claim alpha with saw",
    ]  # fmt: skip
    assert ideas[0].gain == 87
    assert ideas[0].reasons == (("sites of", 90), ("coins of", -3))
    four = [idea.move.text for idea in best_ideas(game, 9, alike=3)]
    assert four[2] == "claim alpha with saw", "an idea is told once, paid in the best way"


def test_what_is_drawn_does_not_count() -> None:
    for seed in range(5):
        game = workshop(WORTH + CLAIM, seed=seed)
        assert [each.gain for each in judged(game, "find")] == [0]


def test_rules_may_say_nothing_about_worth() -> None:
    game = stones()
    assert not can_judge(game)
    with pytest.raises(NoJudgement, match="don't say what a position is worth"):
        best_ideas(game, 3)
    other = workshop("define worth(i: Item) -> Number: i.worth")
    assert not can_judge(other), "that is about something else"


def test_a_mistake_in_worth_is_no_fault_of_the_program() -> None:
    game = workshop("define worth(p: Player) -> Number: rates[p.debt + 1]")
    with pytest.raises(NoJudgement):
        best_move(game)


# -- secrets -------------------------------------------------------------------------------


def test_worth_may_look_into_the_own_hand_by_way_of_defines_too() -> None:
    text = """
define worth(p: Player) -> Number: held(p) + size(p.hand)
define held(whose: Player) -> Number: sum(i in items where i in whose.hand give i.worth)
"""
    assert worth(workshop(text), "Ada") == 3 + 1 + 2 + 2 + 4


@pytest.mark.parametrize(
    "body",
    [
        "sum(q in players give number(saw, q.hand))",
        "number(saw, me.hand)",
        "number(saw, stock)",
        "held(first(q in order where q != p))",
        "number(saw, p.hand) + held(order[0])",
    ],
)
def test_worth_may_not_look_at_what_the_player_does_not_see(body: str) -> None:
    text = f"""
define worth(p: Player) -> Number: {body}
define held(whose: Player?) -> Number: number(saw, whose.hand)
"""
    with pytest.raises(RulesError, match="is hidden from those who would learn it here"):
        workshop(text)


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire", "brass-2007"])
def test_no_judgement_depends_on_what_is_hidden(ruleset: str) -> None:
    random = Random(5)
    game = bw.new_game(ruleset, ["Ada", "Ben", "Cy"], 5)
    changed = 0
    for number in range(60):
        if number % 12 == 3:
            viewer = game.position.player
            other, differs = dealt_anew(game, viewer, random)
            changed += differs
            assert best_ideas(other, 5) == best_ideas(game, 5)
        game.push(random_move(game, random))
    assert changed


# -- the games -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "moves", "best"),
    [
        (
            "birmingham",
            ["build cotton at worcester with worcester", "pass", "pass", "pass",
             "network worcester--gloucester with walsall"],
            "sell",
        ),
        (
            "lancashire",
            ["build cotton at manchester with manchester",
             "build port at warrington_runcorn with warrington_runcorn",
             "pass", "pass", "network manchester--warrington_runcorn with shipyard"],
            "sell",
        ),
    ],
)  # fmt: skip
def test_goods_with_a_buyer_are_sold(ruleset: str, moves: list[str], best: str) -> None:
    game = bw.new_game(ruleset, ["Ada", "Ben"], 8)
    for move in moves:
        game.push(random_pass(game) if move == "pass" else move)
    assert game.turn == "Ada"
    assert best_move(game).verb == best


def random_pass(game: bw.Game) -> bw.Move:
    return next(game.generate_moves("pass"))
