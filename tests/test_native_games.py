"""Both backends in whole games of every edition, number of players and overlay.

They draw from the same numbers, so each move must be the same, and so must the position after it.
Every so often, everything that the native backend says of a position is compared.
`BRASSWRIGHT_SOAK` plays more games, and builds as for playing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from tests.native_engines import fast_built, needs_compiler

import brasswright as bw
from brasswright.interpreter.native.comparing import differences
from brasswright.interpreter.native.engine import Engine
from brasswright.interpreter.opening import compiled_rules, open_rulebook
from brasswright.interpreter.running.position import Position

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
GAMES = 25 if SOAK else 3
EVERY = 10 if SOAK else 25
MOVES = 5
"""Moves of each verb that are played in both backends where positions are compared."""


def combinations() -> Iterator[tuple[str, str, int]]:
    """Every edition by itself and with each of its overlays, for each number of players."""
    known = bw.available()
    editions = [info for info in known if info.kind == "edition" and info.playable]
    for edition in editions:
        over = [info.name for info in known if info.kind == "overlay"]
        names = [info.name for info in known if info.name in over and edition.name in info.amends]
        for overlay in ("", *names):
            seats = open_rulebook(edition.name, (overlay,) if overlay else ()).seats
            for players in range(seats[0], seats[1] + 1):
                yield edition.name, overlay, players


ALL = list(combinations())


def test_these_are_more_than_two_hundred_games() -> None:
    editions = {(edition, players) for edition, overlay, players in ALL if not overlay}
    assert editions == {
        *(("birmingham", n) for n in (2, 3, 4)),
        *(("lancashire", n) for n in (2, 3, 4)),
        *(("brass-2007", n) for n in (3, 4)),
    }
    overlays = {info.name for info in bw.available() if info.kind == "overlay"}
    assert {overlay for _, overlay, _ in ALL if overlay} == overlays
    assert len(ALL) * GAMES >= 200


@needs_compiler
@pytest.mark.parametrize(("edition", "overlay", "players"), ALL)
def test_games_are_the_same(edition: str, overlay: str, players: int) -> None:
    compiled = compiled_rules(open_rulebook(edition, (overlay,) if overlay else ()), players)
    engine = Engine(compiled) if SOAK else fast_built(compiled)
    for seed in range(1, GAMES + 1):
        position = Position(compiled, compiled.start(seed))
        position.start()
        native = engine.game(compiled.start(seed))
        native.start()
        mine, theirs = Random(seed), Random(seed)
        moves, going = 0, True
        while going:
            if moves % EVERY == 0:
                assert differences(position, engine, MOVES) == [], (seed, moves)
            going = position.play(mine)
            assert native.play(theirs) == going
            assert native.cells == position.cells, (seed, moves)
            moves += 1
        assert position.player == 0
        assert mine.random() == theirs.random()
