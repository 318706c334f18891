"""One game of a batch, played by its bots, with everything looked after that must always hold.

After every move the rules' own invariants are asked, and every move that a bot makes must be
accepted by the game that offered it. What goes wrong ends the game, never the batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from brasswright.interpreter import bots
from brasswright.interpreter.backends import PYTHON, use
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.laboratory import plan
from brasswright.interpreter.laboratory.rows import Observer, Row
from brasswright.interpreter.opening import game_of

MOST_MOVES = 10_000
"""A game that is longer is taken for endless."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: its rows, or what went wrong."""

    rows: tuple[Row, ...]
    breach: dict[str, Any] | None = None
    record: str = ""
    """The record of a game in which something went wrong."""


class Breach(Exception):
    """Something that must always hold did not."""


def play(of: plan.Plan, place: int) -> Played:
    """Play the game at a place of a batch."""
    which = of.game(place)
    variant = of.variants[which.variant]
    game: Game | None = None
    try:
        names = [of.players[number] for number in which.seating]
        game = game_of(variant.rulebook(), names, which.seed)
        _use(game, of.backend)
        game.seat_kinds = tuple(of.seats[number] for number in which.seating)
        return Played(tuple(_play(game).rows(of, which)))
    except (Breach, BrasswrightError) as error:
        breach = {
            "game": which.number,
            "variant": which.variant,
            "seed": which.seed,
            "breach": str(error),
        }
        return Played((), breach, game.record.text() if game is not None else "")


def _use(game: Game, backend: str) -> None:
    """Calculate with a backend; a worker that can't have it goes on with Python."""
    try:
        use(game.position, backend)
    except BrasswrightError:
        use(game.position, PYTHON)


def _play(game: Game) -> Observer:
    observer = Observer(game)
    _check(game)
    while game.turn is not None:
        if len(game.moves_played) == MOST_MOVES:
            raise Breach(f"it goes on after {MOST_MOVES} moves")
        kind = game.seat_kinds[game.players.index(game.turn)]
        move = bots.choose(kind, game, _bot(kind))
        observer.before(move)
        mark = len(game.position.journal)
        entry = game.push(move)
        observer.after(game.position.journal[mark:], entry.heading)
        _check(game)
    return observer


def _check(game: Game) -> None:
    broken = game.broken_invariants()
    if broken:
        raise Breach(f"after {len(game.moves_played)} moves this does not hold: {broken[0]}")


@cache
def _bot(kind: str) -> bots.Bot:
    return bots.named(kind)
