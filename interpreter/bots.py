"""Players that need nobody at the keyboard. They use the game and what their seat may see."""

from __future__ import annotations

from contextlib import closing
from random import Random

from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move
from brasswright.interpreter.reading import Way
from brasswright.interpreter.running.query import Shuffled


def random_move(game: Game, random: Random) -> Move:
    """A legal move at random: the verb first, then each answer in turn.

    Raises ValueError when the game is over.
    """
    verbs = list(game.position.verbs())
    random.shuffle(verbs)
    for verb in verbs:
        query = Shuffled(random)
        with closing(game.position.ways(verb, query)) as ways:
            if next(ways, None) is not None:
                return game.reader.to_move(verb, Way(tuple(query.path), tuple(query.sites)))
    raise ValueError("there is no move to choose from")
