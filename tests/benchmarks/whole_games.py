"""Whole games, set-up included, random and greedy, in both backends: how long one takes.

Random games are uniform over the stages of moves: a verb is drawn, then each answer in turn. A
greedy player makes the move after which the position is worth most. Nothing is logged or counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from cases import Case
from timing import in_turn, seconds

from brasswright.interpreter.backends import NATIVE, PYTHON
from brasswright.interpreter.judging import Judge
from brasswright.interpreter.running.position import Position

RANDOM, GREEDY = "random", "greedy"
PLAYING = (RANDOM, GREEDY)
GAMES = {
    (PYTHON, RANDOM): 15,
    (PYTHON, GREEDY): 1,
    (NATIVE, RANDOM): 500,
    (NATIVE, GREEDY): 20,
}
"""Games of a round."""

Play = Callable[[int, int], int]
"""Plays games of so many seeds from the first on; how many moves that was."""
Kind = tuple[str, str]
"""Backend, and how is played."""


@dataclass(frozen=True)
class Speed:
    """What a game takes."""

    seconds: float
    moves: float

    @property
    def of_a_move(self) -> float:
        """Seconds for one decision."""
        return self.seconds / self.moves


def speeds(case: Case, rounds: int) -> Mapping[Kind, Speed]:
    """Both backends and ways of playing, timed in turn."""
    kinds = [(backend, how) for backend in case.calculated_by for how in PLAYING]
    timed = {kind: Timed(case, kind, GAMES[kind]) for kind in kinds}
    taken = in_turn(timed, rounds)
    return {kind: Speed(taken[kind], timed[kind].moves_a_game) for kind in kinds}


class Timed:
    """Plays games of new seeds whenever it is called, and says what one of them took.

    New ones, since games that were played before are played faster: much is remembered of them.
    """

    def __init__(self, case: Case, kind: Kind, games: int) -> None:
        self._play, self._games = _player(case, kind), games
        self._moves, self._played = self._play(0, 1), 1

    def __call__(self) -> float:
        """Seconds of the processor for a game."""
        return seconds(self._games_of_a_round) / self._games

    def _games_of_a_round(self) -> None:
        self._moves += self._play(self._played, self._games)
        self._played += self._games

    @property
    def moves_a_game(self) -> float:
        """How long the games were so far."""
        return self._moves / self._played


def _player(case: Case, kind: Kind) -> Play:
    """Whoever plays the games of a case."""
    backend, how = kind
    if backend == PYTHON:
        one = partial(_random_game if how == RANDOM else _greedy_game, case)
        return lambda first, count: sum(one(seed) for seed in range(first, first + count))
    assert case.engine is not None
    game = case.engine.game(case.compiled.start(0))
    return lambda first, count: game.games(first, count, greedy=how == GREEDY)


def _random_game(case: Case, seed: int) -> int:
    position = _started(case, seed)
    return position.playout(Random(seed))


def _greedy_game(case: Case, seed: int) -> int:
    position, moves = _started(case, seed), 0
    while position.player:
        with Judge(position) as judge:
            best = judge.best()
        assert best is not None
        position.push(best.verb, best.way.path)
        moves += 1
    return moves


def _started(case: Case, seed: int) -> Position:
    position = Position(case.compiled, case.compiled.start(seed))
    position.start()
    return position
