"""Single decisions, along a game that greedy players play, in both backends.

Listing is finding all legal moves of the stage, with every card and every source of what is paid;
first only counted, then as moves in the words of the game. Playing is a known move and everything
that follows until the next decision. Each is done once, since the second time much is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import cast

from cases import Case
from timing import percentiles, seconds

from brasswright.interpreter import backends
from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import best_move
from brasswright.interpreter.moves import Move
from brasswright.interpreter.native.engine import NativeGame
from brasswright.interpreter.record import Record
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query

LOOKED_AT = 4
"""Of so many decisions one is listed in words."""


@dataclass
class Taken:
    """Seconds at each decision of a game."""

    listing: list[float] = field(default_factory=list)
    in_words: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)
    undoing: list[float] = field(default_factory=list)
    copying: list[float] = field(default_factory=list)
    digesting: list[float] = field(default_factory=list)
    ways: list[int] = field(default_factory=list)
    """How many legal moves there were."""

    def figures(self) -> dict[str, float]:
        """Name of a figure → seconds."""
        half, most = percentiles(self.listing)
        return {
            "list p50": half,
            "list p99": most,
            "list a way": sum(self.listing) / sum(self.ways),
            "in words p50": median(self.in_words),
            "play": median(self.playing),
            "undo": median(self.undoing),
            "copy": median(self.copying),
            "digest": median(self.digesting),
        }


def walk(case: Case) -> tuple[dict[str, Taken], Game]:
    """Times of each backend along a game, and the game when it is over."""
    game = case.game(case.calculated_by[-1])
    taken = {backend: Taken() for backend in case.calculated_by}
    other = case.engine.game(game.position.cells) if case.engine is not None else None
    while game.turn is not None:
        move = best_move(game)
        _python(game, move, taken[backends.PYTHON])
        if other is not None:
            _native(game, other, move, taken[backends.NATIVE])
        if len(game.moves_played) % LOOKED_AT == 0:
            for backend, found in taken.items():
                _in_words(game, backend, found)
        game.push(move)
    return taken, game


def _python(game: Game, move: Move, taken: Taken) -> None:
    position = game.position.copy()
    position.backend = None
    verb = _verb(game, move)
    taken.listing.append(seconds(lambda: taken.ways.append(_count(position))))
    taken.playing.append(seconds(lambda: position.push(verb, _path(move))))
    taken.undoing.append(seconds(lambda: position.pop(0)))
    taken.copying.append(seconds(position.copy))
    taken.digesting.append(seconds(position.digest))


def _native(game: Game, other: NativeGame, move: Move, taken: Taken) -> None:
    cells = game.position.cells
    other.stand_at(cells)
    stage, mark = other.stage(_verb(game, move)), other.mark()
    taken.listing.append(seconds(lambda: taken.ways.append(other.count())))
    taken.playing.append(seconds(lambda: other.push(stage, _path(move))))
    taken.undoing.append(seconds(lambda: other.pop(mark)))
    taken.copying.append(seconds(lambda: other.engine.game(other.cells)))
    taken.digesting.append(seconds(lambda: Position(other.engine.compiled, other.cells).digest()))


def _in_words(game: Game, backend: str, taken: Taken) -> None:
    before = game.position.backend
    backends.use(game.position, backend)
    taken.in_words.append(seconds(lambda: list(game.legal_moves)))
    game.position.backend = before


def _count(position: Position) -> int:
    return sum(1 for verb in position.verbs() for _ in position.ways(verb, Query()))


def _verb(game: Game, move: Move) -> Verb:
    return next(v for v in game.position.verbs() if v.name == move.verb or move.verb == "done")


def _path(move: Move) -> tuple[Answer, ...]:
    return cast(tuple[Answer, ...], move.path)


def quarters(taken: Sequence[float]) -> list[float]:
    """The medians of the four quarters of a game."""
    size = len(taken) / 4
    return [median(taken[int(size * part) : int(size * (part + 1))]) for part in range(4)]


def replaying(game: Game) -> float:
    """Seconds to play the record of a game again, every move read and every line verified.

    Each time from a record that was never played, since one remembers what its lines mean.
    """
    record = game.record
    unplayed = [Record(record.head, record.lines) for _ in range(2)]
    return min(seconds(each.game) for each in unplayed)
