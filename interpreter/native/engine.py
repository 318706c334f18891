"""A rulebook's C, driven from Python: listing, playing, taking back, whole games."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from brasswright.interpreter.checking.secrets import judges
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.native.building import NoNative, library
from brasswright.interpreter.native.shapes import Unsupported
from brasswright.interpreter.native.source import Course, c_source
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import NoSuchWay, Verb
from brasswright.interpreter.running.query import Answer

DONE, TRAPPED, NO_SUCH_WAY, GAME_OVER = range(4)
ONE = -1
WORD = 8
"""Bytes of a number, unless sets are wide."""


class Trapped(Exception):
    """The rules ran into something that can't be done; the Python backend says what it was."""


@dataclass(frozen=True, slots=True)
class Found:
    """A way through the stage at hand: which stage, the answers, and what they answer."""

    stage: int
    path: tuple[Answer, ...]
    sites: tuple[int, ...]


class Engine:
    """The library of one rulebook for one number of players. Raises NoNative."""

    def __init__(self, compiled: Compiled, options: Sequence[str] = (), keep: bool = True) -> None:
        self.compiled = compiled
        try:
            self.source = c_source(compiled)
        except (Unsupported, RecursionError) as reason:
            raise NoNative(f"no native backend for these rules: {reason}") from None
        except (AssertionError, KeyError, ValueError) as mistake:
            message = f"no native backend for these rules: {mistake or 'they are too odd'}"
            raise NoNative(message) from mistake
        self.course = Course(compiled)
        self.library = library(self.source, options, keep)
        for name, (result, given) in _SIGNATURES.items():
            function = getattr(self.library, name, None)
            if function is not None:
                function.restype, function.argtypes = result, given
        self.wide = self.library.game_word_size() != WORD
        self.judges = judges(compiled.program)

    def game(self, cells: Sequence[int]) -> NativeGame:
        """A game that stands at a position."""
        return NativeGame(self, cells)


class NativeGame:
    """One game in C, for one thread. Its position is changed by the rules, or set as a whole."""

    def __init__(self, engine: Engine, cells: Sequence[int]) -> None:
        self.engine = engine
        self._c = engine.library
        self._game = self._c.game_new()
        if not self._game:
            raise MemoryError
        self._cells = self._c.game_cells(self._game)
        self._twister = (ctypes.c_uint32 * 625).from_address(self._c.game_twister(self._game))
        self.stand_at(cells)

    def __del__(self) -> None:
        if getattr(self, "_game", None):
            self._c.game_free(self._game)

    # -- the position ------------------------------------------------------------------------

    def stand_at(self, cells: Sequence[int]) -> None:
        """Stand at a position; what was played before can't be taken back any more."""
        content = self._packed(cells)
        ctypes.memmove(self._cells, content, len(content))
        self._c.game_forget(self._game)

    @property
    def cells(self) -> list[int]:
        """The position."""
        size = self.engine.compiled.layout.size
        if not self.engine.wide:
            return list((ctypes.c_int64 * size).from_address(self._cells))
        content = ctypes.string_at(self._cells, size * 2 * WORD)
        return [
            int.from_bytes(content[at : at + 2 * WORD], "little", signed=True)
            for at in range(0, len(content), 2 * WORD)
        ]

    def _packed(self, cells: Sequence[int]) -> bytes:
        if not self.engine.wide:
            return array("q", cells).tobytes()
        return b"".join(int(cell).to_bytes(2 * WORD, "little", signed=True) for cell in cells)

    def start(self) -> None:
        """On to the first decision. Raises Trapped."""
        self._check(self._c.game_start(self._game))

    # -- moves -------------------------------------------------------------------------------

    def ways(self) -> list[Found]:
        """All ways through the stage at hand, in order. Raises Trapped."""
        if self._c.game_list(self._game) < 0:
            raise Trapped
        return list(self._read())

    def ways_of(self, stage: int) -> list[Found]:
        """All ways through one stage, in order. Raises Trapped."""
        if self._c.game_list_stage(self._game, stage) < 0:
            raise Trapped
        return list(self._read())

    def count(self) -> int:
        """How many ways there are through the stage at hand. Raises Trapped."""
        found: int = self._c.game_list(self._game)
        if found < 0:
            raise Trapped
        return found

    def mark(self) -> int:
        """Where the journal stands, to go back to."""
        found: int = self._c.game_noted(self._game)
        return found

    def push(self, stage: int, path: Sequence[Answer]) -> None:
        """Play a move and all that follows without a decision. Raises NoSuchWay, Trapped."""
        self._script(path)
        self._check(self._c.game_push(self._game, stage, len(path)))

    def _script(self, path: Sequence[Answer]) -> None:
        for place, answer in enumerate(path):
            size = len(answer) if isinstance(answer, tuple) else ONE
            values = self._packed(answer if isinstance(answer, tuple) else (answer,))
            if not self._c.game_answer(self._game, place, size, values):
                raise NoSuchWay

    def pop(self, mark: int) -> None:
        """Take back everything since the journal stood there."""
        self._c.game_undo(self._game, mark)

    def play(self, random: Random) -> bool:
        """Play a random move, the one that `Position.play` plays; False when the game is over.

        Raises Trapped.
        """
        with _Chance(self._twister, random):
            result = self._c.game_play(self._game)
        self._check(result)
        return bool(result == DONE)

    def playout(self, random: Random) -> tuple[int, bool]:
        """Random moves to the end of the game, or to a trap; how many, and was it the end?"""
        moves = ctypes.c_int(0)
        with _Chance(self._twister, random):
            result = self._c.game_playout(self._game, ctypes.byref(moves))
        return moves.value, result == DONE

    def best(self) -> Found | None:
        """The move after which the position is worth most; None without one. Raises Trapped."""
        self._need_judge()
        result = self._c.game_best(self._game)
        self._check(result)
        return next(self._read()) if result == DONE else None

    def gain(self) -> int:
        """How much more the position is worth after the move that `best` found."""
        found: int = self._c.game_gain(self._game)
        return found

    def worth(self, player: int) -> int:
        """What the position is worth to a player. Raises Trapped."""
        self._need_judge()
        found = ctypes.c_int64(0)
        self._check(self._c.game_worth(self._game, player, ctypes.byref(found)))
        return found.value

    def outlook(self, stage: int, path: Sequence[Answer], most: int, players: int) -> int:
        """How far a player is before the others after a move, when it is that player's turn again.

        Raises NoSuchWay, Trapped.
        """
        self._need_judge()
        self._script(path)
        found = ctypes.c_int64(0)
        result = self._c.game_outlook(
            self._game, stage, len(path), most, players, ctypes.byref(found)
        )
        self._check(result)
        return found.value

    def sound(self) -> bool:
        """Does everything hold that must always hold? Raises Trapped."""
        found = ctypes.c_int(0)
        self._check(self._c.game_sound(self._game, ctypes.byref(found)))
        return bool(found.value)

    def greedy_playout(self) -> int:
        """The best moves to the end of the game; how many. Raises Trapped."""
        self._need_judge()
        moves = ctypes.c_int(0)
        self._check(self._c.game_greedy_playout(self._game, ctypes.byref(moves)))
        return moves.value

    def games(self, first: int, count: int, greedy: bool = False) -> int:
        """Whole games of the seeds from `first` on; how many moves. Raises Trapped.

        Each begins before the set-up, and its moves are drawn from `Random(seed)`.
        """
        start = self._packed(self.engine.compiled.start(0))
        found: int = self._c.game_many(self._game, start, first, count, int(greedy))
        if found < 0:
            raise Trapped
        return found

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are. Raises Trapped."""
        found: int = self._c.game_perft(self._game, depth)
        if found < 0:
            raise Trapped
        return found

    def stage(self, verb: Verb) -> int:
        """The number of the stage that a verb begins."""
        return self.engine.course.stage(verb.stage, verb.point)

    def _need_judge(self) -> None:
        if not self.engine.judges:
            raise Trap("the rules don't say what a position is worth")

    def _check(self, result: int) -> None:
        if result == TRAPPED:
            raise Trapped
        if result == NO_SUCH_WAY:
            raise NoSuchWay

    def _read(self) -> Iterator[Found]:
        """What was written out: for each way its stage, its depth, and its answers."""
        numbers = self._numbers(self._c.game_out(self._game), self._c.game_out_size(self._game))
        at = 0
        while at < len(numbers):
            stage, depth = numbers[at], numbers[at + 1]
            at += 2
            path: list[Answer] = []
            sites: list[int] = []
            for _ in range(depth):
                site, size = numbers[at], numbers[at + 1]
                at += 2
                if size == ONE:
                    path.append(numbers[at])
                    at += 1
                else:
                    path.append(tuple(numbers[at : at + size]))
                    at += size
                sites.append(site)
            yield Found(stage, tuple(path), tuple(sites))

    def _numbers(self, address: int, size: int) -> list[int]:
        if not size:
            return []
        step = 2 if self.engine.wide else 1
        return list((ctypes.c_int64 * (size * step)).from_address(address))[::step]


class _Chance:
    """The state of a random number generator, in C for a while."""

    def __init__(self, twister: ctypes.Array[ctypes.c_uint32], random: Random) -> None:
        self._twister = twister
        self._random = random

    def __enter__(self) -> None:
        version, state, self._rest = self._random.getstate()
        self._version = version
        self._twister[:] = state

    def __exit__(self, *_: object) -> None:
        self._random.setstate((self._version, tuple(self._twister), self._rest))


_GAME = ctypes.c_void_p
_SIGNATURES: dict[str, tuple[object, list[object]]] = {
    "game_new": (_GAME, []),
    "game_free": (None, [_GAME]),
    "game_cells": (ctypes.c_void_p, [_GAME]),
    "game_twister": (ctypes.c_void_p, [_GAME]),
    "game_out": (ctypes.c_void_p, [_GAME]),
    "game_out_size": (ctypes.c_size_t, [_GAME]),
    "game_noted": (ctypes.c_int, [_GAME]),
    "game_word_size": (ctypes.c_int, []),
    "game_forget": (None, [_GAME]),
    "game_undo": (None, [_GAME, ctypes.c_int]),
    "game_answer": (ctypes.c_int, [_GAME, ctypes.c_int, ctypes.c_int, ctypes.c_char_p]),
    "game_start": (ctypes.c_int, [_GAME]),
    "game_list": (ctypes.c_int64, [_GAME]),
    "game_list_stage": (ctypes.c_int64, [_GAME, ctypes.c_int]),
    "game_push": (ctypes.c_int, [_GAME, ctypes.c_int, ctypes.c_int]),
    "game_play": (ctypes.c_int, [_GAME]),
    "game_playout": (ctypes.c_int, [_GAME, ctypes.POINTER(ctypes.c_int)]),
    "game_best": (ctypes.c_int, [_GAME]),
    "game_greedy_playout": (ctypes.c_int, [_GAME, ctypes.POINTER(ctypes.c_int)]),
    "game_gain": (ctypes.c_int64, [_GAME]),
    "game_sound": (ctypes.c_int, [_GAME, ctypes.POINTER(ctypes.c_int)]),
    "game_worth": (ctypes.c_int, [_GAME, ctypes.c_int, ctypes.POINTER(ctypes.c_int64)]),
    "game_outlook": (
        ctypes.c_int,
        [_GAME, *[ctypes.c_int] * 4, ctypes.POINTER(ctypes.c_int64)],
    ),
    "game_many": (
        ctypes.c_int64,
        [_GAME, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_int],
    ),
    "game_perft": (ctypes.c_int64, [_GAME, ctypes.c_int]),
}
