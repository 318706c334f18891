"""`planner`: tries the likeliest moves out, in games dealt as they may be, and compares.

A playout makes a move in a copy of the game in which everything hidden was dealt anew, lets all
players go on greedily until it is this player's turn again, and looks who stands better then. The
moves are compared by sequential halving (Karnin, Koren and Somekh, 2013): all of them in a few
playouts, the better half of them in as many more, and so on. All moves of a round meet the same
deals, so luck speaks for none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from brasswright.interpreter.bots.chance import random_move
from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import Idea, Judge, Judged, best_ideas, can_judge, judging
from brasswright.interpreter.moves import Move
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position

WIDTH = 6
"""Moves that are tried out."""
ALIKE = 2
"""Of these, moves about the same thing."""
PLAYOUTS = 12
LONGEST = 60
"""Moves of a playout."""


@dataclass
class _Tried:
    """A move, and how it went in the playouts."""

    judged: Judged
    total: float = 0.0
    playouts: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.playouts if self.playouts else 0.0


class PlannerBot:
    """Tries moves out within a number of playouts: never of seconds, so a seed gives one game."""

    def __init__(self, playouts: int = PLAYOUTS, width: int = WIDTH) -> None:
        self.playouts = playouts
        self.width = width

    def choose(self, game: Game, chance: Random) -> Move:
        if not can_judge(game):
            return random_move(game, chance)
        with Judge(game.position) as judge:
            best = self.ranked(game, chance)[0]
            return judge.best_variant(best).move(game)

    def ranked(self, game: Game, chance: Random) -> list[Judged]:
        """The moves that were tried, the best first. Raises ValueError when there is none."""
        ideas = [_Tried(each) for each in self._likely(Judge(game.position))]
        if not ideas:
            raise ValueError("there is no move to choose from")
        left, out = ideas, list[_Tried]()
        rounds = max(1, (len(ideas) - 1).bit_length())
        for _ in range(rounds):
            if len(left) < 2:
                break
            for _ in range(max(1, self.playouts // (rounds * len(left)))):
                self._play_out(game, chance, left)
            left.sort(key=lambda tried: -tried.mean)
            half = (len(left) + 1) // 2
            left, out = left[:half], left[half:] + out
        return [tried.judged for tried in left + out]

    def _likely(self, judge: Judge) -> Iterator[Judged]:
        """The moves that gain most, not too many of them about the same thing."""
        chosen: list[Judged] = []
        for each in judge.ranked():
            if len(chosen) < self.width and sum(e.idea == each.idea for e in chosen) < ALIKE:
                chosen.append(each)
        return iter(chosen)

    def _play_out(self, game: Game, chance: Random, ideas: list[_Tried]) -> None:
        position = game.sample(game.turn, chance).position
        for tried in ideas:
            tried.total += _outlook(position, tried.judged)
            tried.playouts += 1


def _outlook(position: Position, judged: Judged) -> float:
    """How far a player is before the others, when after a move it is that player's turn again."""
    mark, judge = len(position.journal), Judge(position)
    player = position.player
    players = len(position.compiled.program.domain("Player").rows)
    if position.backend is not None:
        verb, path = judged.verb, judged.way.path
        outlook = position.backend.outlook(position.cells, verb, path, LONGEST, players)
        if outlook is not None:
            return outlook
    try:
        position.push(judged.verb, judged.way.path)
        others = False
        for _ in range(LONGEST):
            if not position.player or (others and position.player == player):
                break
            others = others or position.player != player
            best = judge.best_of_some()
            if best is None:
                raise Trap("there is nothing that may be done here")
            position.push(best.verb, best.way.path)
        rivals = [judge.worth(row) for row in range(1, players) if row != player]
        return judge.worth(player) - max(rivals, default=0)
    except Trap:
        return float("-inf")
    finally:
        position.pop(mark)


def advice(game: Game, most: int) -> list[Idea]:
    """The best moves for a person, each with what it gains and by what.

    Raises NoJudgement.
    """
    judging(game)
    planner = PlannerBot()
    chance = Random(len(game.moves_played))  # not of the seed: the deals to come follow from that
    return best_ideas(game, most, ranked=planner.ranked(game, chance))
