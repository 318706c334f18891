"""The twin that lists finds the ways of the twin that explains, which takes no short cuts.

Only listing tests early, holds values, and leaves choices before all their answers were tried.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query, Shuffled

EVERY = 8
"""Of so many decisions one is looked at."""
MOST_WAYS = 300
EDITIONS = [
    (name, seats) for name in ("birmingham", "lancashire", "brass-2007") for seats in (3, 4)
]
OVERLAYS = [info.name for info in bw.available() if info.kind == "overlay"]

Found = list[tuple[tuple[object, ...], tuple[Answer, ...], tuple[int, ...], list[int]]]


def ways(position: Position, verb: Verb, explaining: bool) -> Found:
    """Ends, answers, choices and cells of the ways through a stage, up to so many."""
    query = Query()
    return [
        (end, tuple(query.path), tuple(query.sites), list(position.cells))
        for end in islice(position.ways(verb, query, explaining), MOST_WAYS)
    ]


def compare(game: Game, every: int = EVERY) -> int:
    """Play a random game and compare the twins on the way; how many ways were compared."""
    position, random = game.position, Random(game.seed)
    compared = decisions = 0
    going = True
    while going:
        if decisions % every == 0 or position.at_stop:
            before = list(position.cells)
            for verb in position.verbs():
                listed = ways(position, verb, explaining=False)
                assert listed == ways(position, verb, explaining=True), verb.name
                assert position.cells == before
                compared += len(listed)
        decisions += 1
        going = position.play(random)
    return compared


@pytest.mark.parametrize(("name", "seats"), EDITIONS)
def test_editions(name: str, seats: int) -> None:
    assert compare(bw.new_game(name, players=list("ABCD"[:seats]), seed=seats)) > 1000


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_overlays(overlay: str) -> None:
    played = 0
    for name, seats in (("birmingham", 2), ("lancashire", 3), ("lancashire", 2)):
        try:
            game = bw.new_game(name, players=list("ABC"[:seats]), seed=5, overlays=[overlay])
        except BrasswrightError:
            continue  # it is meant for another edition
        played += compare(game, every=12) > 0
    assert played


# -- what each short cut must not get wrong ------------------------------------------------

TRICKY = {
    "asked twice by the same name": """
action try during turn:
  repeat 2 to 3:
    choose i from me.hand said "" where i.worth > 0 else "no"
    require i.worth + total <= 4 else "no"
    move i from me.hand to bin
    total += 1
""",
    "less is left to the second of equal picks": """
action try during turn:
  choose s from sites said ""
  repeat 2:
    choose any i from me.hand said "with"
    move i from me.hand to bin
  require size(bin) > total else "no"
""",
    "a number that grows, then shrinks": """
action try during turn:
  choose s from sites said "" where s.load == 0 else "no"
  total += 2
  choose i from me.hand said "with"
  total -= i.worth
  require 1 >= total else "no"
  s.load = 1
""",
    "required again after a change": """
action try during turn:
  require total < 3 else "no"
  choose s from sites said ""
  total += s.size
  require total < 3 else "no"
  choose i from me.hand said "with"
  total += 1
  require total < 3 else "no"
""",
    "a trap among the answers": """
action try during turn:
  choose i from me.hand said ""
  choose s from sites said "at"
  s.load = ladder[s.size + i.worth]
  require s.load < 3 else "no"
""",
}


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY)
def test_short_cuts(text: str) -> None:
    assert compare(workshop(text), every=1) > 0


def test_answers_that_come_to_the_same_are_left_after_one() -> None:
    """Of many ways to pay for what can't be done anyway, one is tried."""
    game = workshop(
        """
action try during turn:
  choose i from me.hand said ""
  move i from me.hand to bin
  choose s from sites said "at"
  s.load += 1
  require total > 5 else "no"
"""
    )
    tried: list[Answer] = []

    class Noting(Query):
        def answers(self, number: int, candidates: object) -> object:  # type: ignore[override]
            if self.path:
                tried.append(self.path[-1])
            return candidates

    verb = next(verb for verb in game.position.verbs() if verb.name == "try")
    assert list(game.position.ways(verb, Noting())) == []
    assert len(tried) <= 1


def test_a_random_move_is_a_legal_one() -> None:
    game = bw.new_game("birmingham", players=["A", "B"], seed=3)
    copy = game.position.copy()
    query = Shuffled(Random(3))
    verb = copy.verbs()[0]
    next(copy.ways(verb, query))
    assert tuple(query.path) in [way[1] for way in ways(game.position, verb, explaining=True)]
