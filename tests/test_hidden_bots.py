"""Bots get the same view as people: what is hidden from their seat changes nothing that they could
read, and no move that they make."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.test_hidden import twin_of

import brasswright as bw
from brasswright.interpreter.bots import choose, random_move
from brasswright.interpreter.bots.planner import PlannerBot, advice
from brasswright.interpreter.bots.seating import BUILT_IN
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
GAMES = [("birmingham", 2), ("birmingham", 4), ("lancashire", 3), ("brass-2007", 3)]
EVERY = 3 if SOAK else 25
MOVES = 200 if SOAK else 60
SLOW = ("planner",)
DEEP = 7
"""So far into an object a bot looks."""


def positions(ruleset: str, seats: int, seed: int) -> Iterator[Game]:
    random = Random(seed)
    game = bw.new_game(ruleset, players=["Ada", "Ben", "Cy", "Dee"][:seats], seed=seed)
    while game.turn and len(game.moves_played) < MOVES:
        if len(game.moves_played) % EVERY == 1:
            yield game
        game.push(random_move(game, random))


def held(value: Any, depth: int = DEEP) -> Any:
    """Everything that can be reached from a value, private or not, as plain data."""
    if depth == 0 or value is None or isinstance(value, str | int | float | bool | bytes):
        return value if not hasattr(value, "__dict__") else None
    if isinstance(value, list | tuple):
        return [held(each, depth - 1) for each in value]
    if isinstance(value, dict):
        return {str(key): held(each, depth - 1) for key, each in value.items()}
    if type(value).__module__.startswith("brasswright.interpreter.") or isinstance(value, Move):
        names = {*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())} - SHARED
        return {name: held(getattr(value, name, None), depth - 1) for name in names}
    return type(value).__name__


class Spy:
    """Writes down whatever it can get hold of."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, game: Game, chance: Random) -> Move:
        private = {name: held(value) for name, value in vars(game).items() if name in OWN}
        self.seen.append((private, list(game.position.cells), game.seed, chance.getstate()))
        self.seen.append([game.view(player) for player in (None, *game.players)])
        self.seen.append([game.show(n, p) for n, _ in game.shows for p in game.players])
        self.seen.append((game.log, game.status(), game.turn, game.stage, game.history))
        self.seen.append((game.record.head.seed, game.record.lines, game.digest()))
        self.seen.append(list(game.legal_moves))
        ahead = game.copy()
        for _ in range(4):  # what is drawn next
            if ahead.turn:
                ahead.push(random_move(ahead, Random(1)))
        self.seen.append((list(ahead.position.cells), ahead.log))
        return next(iter(game.legal_moves))


OWN = {
    "players", "seed", "position", "_played", "_history", "_undo_policy", "_log", "_past",
    "_journal", "seat_kinds",
}  # fmt: skip
SHARED = {"rulebook", "compiled", "names", "_reader", "_cell_names"}
"""What all games under the same rules share, and no game changes."""


def test_a_game_holds_nothing_else() -> None:
    """Whoever gives a game a new attribute decides here whether bots may look into it."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=1)
    assert vars(game.sample("Ada", Random(1))).keys() == OWN | SHARED


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_bot_that_looks_everywhere_sees_nothing_hidden(ruleset: str, seats: int) -> None:
    random, differed = Random(5), 0
    for game in positions(ruleset, seats, 5):
        assert game.turn is not None
        twin, differs = twin_of(game, game.turn, random)
        differed += differs
        spies = Spy(), Spy()
        moves = [
            choose("spy", each, spy) for each, spy in zip((game.copy(), twin), spies, strict=True)
        ]
        assert spies[0].seen == spies[1].seen, len(game.moves_played)
        assert moves[0] == moves[1]
        assert spies[0].seen[0][2] != game.seed
    assert differed > 1


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_no_bot_moves_by_what_is_hidden(ruleset: str, seats: int) -> None:
    random = Random(6)
    for game in positions(ruleset, seats, 6):
        assert game.turn is not None
        twin, _ = twin_of(game, game.turn, random)
        for kind in BUILT_IN:
            if kind not in SLOW:
                assert choose(kind, game.copy(), None) == choose(kind, twin, None)
        quick = PlannerBot(playouts=2, width=2)
        assert quick.choose(game.copy(), Random(1)) == quick.choose(twin, Random(1))
        if SOAK:
            assert advice(game.copy(), 3) == advice(twin, 3)


def test_the_tests_would_notice() -> None:
    """In the game itself, all that is looked at does differ."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=1)
    twin, _ = twin_of(game, "Ada", Random(2))
    spies = Spy(), Spy()
    for each, spy in zip((game.copy(), twin), spies, strict=True):
        spy.choose(each, Random(1))
    for number in (0, 1, 4):
        assert spies[0].seen[number] != spies[1].seen[number]
