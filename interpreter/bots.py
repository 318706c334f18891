"""Players that need nobody at the keyboard. They use the game and what their seat may see."""

from __future__ import annotations

from contextlib import closing
from random import Random

from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move
from brasswright.interpreter.reading import Way
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query, Shuffled


def random_move(game: Game, random: Random) -> Move:
    """A legal move at random: the verb first, then each answer in turn.

    Raises ValueError when the game is over.
    """
    found = _random(game.position, random)
    if found is None:
        raise ValueError("there is no move to choose from")
    verb, way = found
    return game.reader.to_move(verb, way)


def random_way(position: Position, random: Random) -> tuple[Verb, tuple[Answer, ...]] | None:
    """The same as the answers that `Position.push` takes; None when there is no move."""
    found = _random(position, random)
    return None if found is None else (found[0], found[1].path)


def _random(position: Position, random: Random) -> tuple[Verb, Way] | None:
    verbs = list(position.verbs())
    random.shuffle(verbs)
    for verb in verbs:
        query = Shuffled(random)
        with closing(position.ways(verb, query)) as ways:
            if next(ways, None) is not None:
                return verb, Way(tuple(query.path), tuple(query.sites))
        if query.blocked:  # rules with many traps: look at everything
            whole = Query()
            found = [Way(tuple(whole.path), tuple(whole.sites)) for _ in position.ways(verb, whole)]
            if found:
                return verb, random.choice(found)
    return None
