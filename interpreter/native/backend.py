"""What a position asks the native backend, and answers for it that are the Python backend's own.

A position stays what it is, cells and journal in Python. The backend is asked about it; where the
rules run into a trap, it has no answer, and the Python backend finds out what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.native.engine import Engine, NativeGame, Trapped
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

    def listed(
        self, cells: Cells, verb: Verb
    ) -> list[tuple[tuple[Answer, ...], tuple[int, ...]]] | None:
        """All ways through the stage of a verb: the answers, and what they answer."""
        self._game.stand_at(cells)
        try:
            ways = self._game.ways_of(self._stage(verb))
        except Trapped:
            return None
        return [(way.path, way.sites) for way in ways]

    def playout(self, cells: Cells, random: Random) -> tuple[int, Cells, bool]:
        """Random moves to the end: how many, where that led, and was it the end?"""
        self._game.stand_at(cells)
        moves, ended = self._game.playout(random)
        return moves, self._game.cells, ended

    def best(
        self, cells: Cells, verbs: Sequence[Verb]
    ) -> tuple[Verb, tuple[Answer, ...], tuple[int, ...], int] | None:
        """The move that gains most: its verb, answers, what they answer, and the gain."""
        self._game.stand_at(cells)
        try:
            found = self._game.best()
        except Trapped:
            return None
        if found is None:
            return None
        verb = next(verb for verb in verbs if self._stage(verb) == found.stage)
        return verb, found.path, found.sites, self._game.gain()

    def outlook(
        self, cells: Cells, verb: Verb, path: Sequence[Answer], most: int, players: int
    ) -> int | None:
        """How far the player is before the others after a move, when it is their turn again."""
        self._game.stand_at(cells)
        try:
            return self._game.outlook(self._stage(verb), path, most, players)
        except (Trapped, NoSuchWay):
            return None

    def perft(self, cells: Cells, depth: int) -> int | None:
        """How many sequences of so many moves there are."""
        self._game.stand_at(cells)
        try:
            return self._game.perft(depth)
        except Trapped:
            return None

    def sound(self, cells: Cells) -> bool:
        """Does surely everything hold that must always hold?"""
        self._game.stand_at(cells)
        try:
            return self._game.sound()
        except Trapped:
            return False

    def _stage(self, verb: Verb) -> int:
        return self._course.stage(verb.stage, verb.point)
