"""What a position asks the native backend, and answers for it that are the Python backend's own.

A position stays what it is, cells and journal in Python. The backend is asked about it; where the
rules run into a trap, it has no answer, and the Python backend finds out what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock

from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.native.engine import Engine, NativeGame, Trapped
from brasswright.interpreter.running.backend import Listed
from brasswright.interpreter.running.kernel import Cells
from brasswright.interpreter.running.position import NoSuchWay, Verb
from brasswright.interpreter.running.query import Answer

_engines: dict[int, tuple[Compiled, Engine]] = {}
MOST_ENGINES = 64
"""Engines that are remembered; of more, the oldest go."""


def engine_of(compiled: Compiled) -> Engine:
    """The engine of compiled rules, made once in a process. Raises NoNative."""
    known = _engines.get(id(compiled))
    if known is None or known[0] is not compiled:
        known = (compiled, Engine(compiled))
        while len(_engines) >= MOST_ENGINES:
            del _engines[next(iter(_engines))]
        _engines[id(compiled)] = known
    return known[1]


class NativeBackend:
    """Answers about positions of one compiled rulebook. Raises NoNative."""

    def __init__(self, compiled: Compiled) -> None:
        self._game: NativeGame = engine_of(compiled).game(compiled.start(0))
        self._course = self._game.engine.course
        self._lock = Lock()

    @contextmanager
    def _at(self, cells: Cells) -> Iterator[NativeGame]:
        """The game in C, standing there. Copies of a game share it, one thread at a time."""
        with self._lock:
            self._game.stand_at(cells)
            yield self._game

    def listed(self, cells: Cells, verb: Verb) -> list[Listed] | None:
        """All ways through the stage of a verb: the answers, and what they answer."""
        try:
            with self._at(cells) as game:
                return [(way.path, way.sites) for way in game.ways_of(self._stage(verb))]
        except Trapped:
            return None

    def playout(self, cells: Cells, random: Random) -> tuple[int, Cells, bool]:
        """Random moves to the end: how many, where that led, and was it the end?"""
        with self._at(cells) as game:
            moves, ended = game.playout(random)
            return moves, game.cells, ended

    def best(
        self, cells: Cells, verbs: Sequence[Verb]
    ) -> tuple[Verb, tuple[Answer, ...], tuple[int, ...], int] | None:
        """The move that gains most: its verb, answers, what they answer, and the gain."""
        try:
            with self._at(cells) as game:
                found, gain = game.best(), game.gain()
        except Trapped:
            return None
        if found is None:
            return None
        verb = next(verb for verb in verbs if self._stage(verb) == found.stage)
        return verb, found.path, found.sites, gain

    def outlook(
        self, cells: Cells, verb: Verb, path: Sequence[Answer], most: int, players: int
    ) -> int | None:
        """How far the player is before the others after a move, when it is their turn again."""
        try:
            with self._at(cells) as game:
                return game.outlook(self._stage(verb), path, most, players)
        except (Trapped, NoSuchWay):
            return None

    def perft(self, cells: Cells, depth: int) -> int | None:
        """How many sequences of so many moves there are."""
        try:
            with self._at(cells) as game:
                return game.perft(depth)
        except Trapped:
            return None

    def sound(self, cells: Cells) -> bool:
        """Does surely everything hold that must always hold?"""
        try:
            with self._at(cells) as game:
                return game.sound()
        except Trapped:
            return False

    def _stage(self, verb: Verb) -> int:
        return self._course.stage(verb.stage, verb.point)
