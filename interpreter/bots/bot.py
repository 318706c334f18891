"""What a bot is: something that chooses a move."""

from __future__ import annotations

from random import Random
from typing import Protocol

from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move


class Bot(Protocol):
    """Chooses moves for a seat. One bot may play several seats, and remembers nothing."""

    def choose(self, game: Game, chance: Random) -> Move:
        """A legal move for the player whose decision it is.

        `game` is a copy in which everything that this player can't see was dealt anew at random,
        so there is nothing to peek at; it may be played on and changed. All that is left to
        chance should come from `chance`: then the same seed gives the same game.
        """
        ...
