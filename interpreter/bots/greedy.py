"""`greedy`: the move after which the position is worth most, by the rules' own `worth`."""

from __future__ import annotations

from random import Random

from brasswright.interpreter.bots.chance import random_move
from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import best_move, can_judge
from brasswright.interpreter.moves import Move


class GreedyBot:
    """Looks at every move and no further. Without a `worth` in the rules it plays as `random`."""

    def choose(self, game: Game, chance: Random) -> Move:
        return best_move(game) if can_judge(game) else random_move(game, chance)
