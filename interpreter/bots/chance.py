"""`random`: any legal move. `sensible`: one at random, but not one that brings nothing."""

from __future__ import annotations

from contextlib import closing
from random import Random

from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import Judge, can_judge
from brasswright.interpreter.moves import Move
from brasswright.interpreter.reading import Way
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query, Shuffled

TRIES = 20
"""Moves that are thought of before the best of them is made although it brings nothing."""


class RandomBot:
    """Makes any legal move: the verb first, then each answer in turn."""

    def choose(self, game: Game, chance: Random) -> Move:
        return random_move(game, chance)


class SensibleBot:
    """Makes a move at random, but none that brings nothing if others come to its mind.

    By the rules' own `worth`, so a pass, a loan that costs more than it brings, or the end of an
    action that could go on are made when there is little else. Rules that say nothing of worth are
    played as by `random`.
    """

    def choose(self, game: Game, chance: Random) -> Move:
        if not can_judge(game):
            return random_move(game, chance)
        with Judge(game.position) as judge:
            verb, way = sensible_way(judge, chance)
        return game.reader.to_move(verb, way)


def random_move(game: Game, random: Random) -> Move:
    """A legal move at random: the verb first, then each answer in turn.

    Raises ValueError when the game is over.
    """
    return game.reader.to_move(*_some(_random(game.position, random)))


def random_way(position: Position, random: Random) -> tuple[Verb, tuple[Answer, ...]] | None:
    """The same as the answers that `Position.push` takes; None when there is no move."""
    found = _random(position, random)
    return None if found is None else (found[0], found[1].path)


def sensible_way(judge: Judge, random: Random) -> tuple[Verb, Way]:
    """A way at random that gains something, or the best of those that came up."""
    best, most = None, 0
    for _ in range(TRIES):
        verb, way = _some(_random(judge.position, random))
        gain = judge.gain(verb, way)
        if gain > 0:
            return verb, way
        if best is None or gain > most:
            best, most = (verb, way), gain
    return _some(best)


def _some(found: tuple[Verb, Way] | None) -> tuple[Verb, Way]:
    if found is None:
        raise ValueError("there is no move to choose from")
    return found


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
