"""What a way gains is the worth after it less the worth before it, whatever was not asked anew."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.compiling.summing import Summing
from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import Judge, NoJudgement, best_move, judged
from brasswright.interpreter.running.query import Query

EVERY = 9
"""Of so many decisions one is looked at."""
MOST_WAYS = 200
CLAIM = """
action claim "Claim a site" during turn:
  step site:
    choose s from sites said "" where s.owner == none else "taken"
    s.owner = me
  step pay: me.coins -= s.size
"""
OWNED = "sum(s in sites where s.owner == p give s.size)"


def compared(game: Game, every: int = EVERY) -> int:
    """Play a random game and compare gains on the way; how many were no 0."""
    position, random = game.position, Random(game.seed)
    decisions = changed = 0
    going = True
    while going:
        judge = Judge(position)
        for verb in position.verbs() if decisions % every == 0 else ():
            player, before = position.player, judge.worth(position.player)
            plain = [
                judge.worth(player) - before
                for _ in islice(position.ways(verb, Query()), MOST_WAYS)
            ]
            assert [each.gain for each in islice(judge.all(verb.name), MOST_WAYS)] == plain
            assert judge.worth(player) == before
            changed += sum(map(bool, plain))
        decisions += 1
        going = position.play(random)
    return changed


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["birmingham", "lancashire", "brass-2007"])
def test_gains_are_differences_of_worth(name: str, seats: int) -> None:
    info = next(info for info in bw.available() if info.name == name)
    if seats not in info.seats:
        pytest.skip("not for so many players")
    assert compared(bw.new_game(name, players=list("ABCD"[:seats]), seed=seats)) > 100


@pytest.mark.parametrize(
    ("body", "gains"),
    [
        (OWNED, {"alpha": 3, "beta": 5, "gamma": 1, "delta": 9}),
        (f"7 - 2 * ({OWNED} + p.coins)", {"alpha": 0, "beta": 0, "gamma": 0, "delta": 0}),
        (f"({OWNED}) * free()", {"alpha": 9, "beta": 15, "gamma": 3, "delta": 27}),
        (
            "if free() > 3 then 100 else p.coins",
            {"alpha": -93, "beta": -95, "gamma": -91, "delta": -99},
        ),
        (
            "count(s in sites where s.owner == chosen(p))",
            {"alpha": 1, "beta": 1, "gamma": 1, "delta": 1},
        ),
    ],
)  # fmt: skip
def test_worth_may_be_of_any_form(body: str, gains: dict[str, int]) -> None:
    text = f"""
define worth(p: Player) -> Number: {body}
define free() -> Number: count(s in sites where s.owner == none)
define chosen(p: Player) -> Player: p
"""
    game = workshop(text + CLAIM)
    assert {e.move(game).text.split()[1]: e.gain for e in judged(game, "claim")} == gains


def test_it_is_taken_apart_into_what_it_adds_up() -> None:
    text = f"""
define worth(p: Player) -> Number: 3 * both(p) - open_sites() * p.debt
define both(p: Player) -> Number: p.coins + {OWNED} + 2 * open_sites()
define open_sites() -> Number: count(s in sites where s.owner == none)
"""
    game = workshop(text + CLAIM)
    summing = Summing(game.compiled.program)
    assert summing.given == ["open_sites"]
    assert [(each.factor, each.given) for each in summing.summands] == [
        (3, ()), (3, ()), (6, (0,)), (-1, (0,)),
    ]  # fmt: skip
    assert compared(game, every=1)


def test_names_of_what_is_written_in_place_do_not_meet() -> None:
    text = """
define worth(p: Player) -> Number: sum(s in sites where s.owner == p give larger_ones(s, p))
define larger_ones(t: Site, p: Player) -> Number: count(s in sites where s.size > t.size)
"""
    game = workshop(text + CLAIM)
    gains = {each.move(game).text.split()[1]: each.gain for each in judged(game, "claim")}
    assert gains == {"alpha": 2, "beta": 1, "gamma": 3, "delta": 0}


def test_a_mistake_is_told_by_the_line_of_its_define() -> None:
    text = """
define worth(p: Player) -> Number:
  p.coins + rate(p)
define rate(p: Player) -> Number:
  rates[p.debt + 1]
"""
    with pytest.raises(NoJudgement, match=r"house[^ ]*:6\)"):
        best_move(workshop(text + CLAIM))


def test_judging_two_games_at_once_mixes_nothing_up() -> None:
    text = f"define worth(p: Player) -> Number: p.coins + {OWNED}"
    first, second = workshop(text + CLAIM), workshop(text + CLAIM)
    whole = [each.gain for each in judged(first)]
    ways = judged(first)
    begun = [next(ways).gain]
    second.position.cells[second.compiled.layout.columns["Player.coins"].cell(1)] -= 3
    assert [each.gain for each in judged(second)]
    assert begun + [each.gain for each in ways] == whole
