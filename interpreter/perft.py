"""Counting move sequences, two ways: with the compiled lister, and by replaying each answer.

The second is slow and simple: it is the oracle that the first is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query


def perft(game: Game, depth: int) -> int:
    """How many sequences of `depth` moves there are from here; moves of a stage count."""
    return _count(game.position, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0 or not position.player:
        return int(depth == 0)
    total = 0
    for verb in position.verbs():
        query = Query()
        paths = [tuple(query.path) for _ in position.ways(verb, query)]
        if depth == 1:
            total += len(paths)
            continue
        for path in paths:
            mark = len(position.journal)
            position.push(verb, path)
            total += _count(position, depth - 1)
            position.pop(mark)
    return total


Step = tuple[Verb, tuple[Answer, ...]]
"""A move of the oracle: verb and answers."""


class _Peek(Query):
    """Follows a script and stops at the choice after it, keeping its candidates."""

    def __init__(self, script: Sequence[Answer]) -> None:
        super().__init__()
        self.script = script
        self.offered: Sequence[Answer] | None = None

    def pick(self, number: int, candidates: Sequence[Answer]) -> Iterator[Answer]:
        if self.offered is not None:
            return
        depth = len(self.path)
        if depth == len(self.script):
            self.offered = candidates
            return
        answer = self.script[depth]
        if answer in candidates:
            self.path.append(answer)
            self.sites.append(number)
            self.opens.append(candidates)
            yield answer


def oracle(game: Game, depth: int, played: Sequence[Step] = ()) -> int:
    """As `perft`, but every answer is tried by playing everything again from the start."""
    position = _replayed(game, played)
    if depth == 0 or not position.player:
        return int(depth == 0)
    total = 0
    for verb in position.verbs():
        for path in list(_paths(game, played, verb, ())):
            if depth == 1:
                total += 1
            else:
                total += oracle(game, depth - 1, (*played, (verb, path)))
    return total


def _replayed(game: Game, played: Sequence[Step]) -> Position:
    position = game.position.copy()
    for verb, path in played:
        position.push(verb, path)
    return position


def _paths(
    game: Game,
    played: Sequence[Step],
    verb: Verb,
    prefix: tuple[Answer, ...],
) -> Iterator[tuple[Answer, ...]]:
    position = _replayed(game, played)
    query = _Peek(prefix)
    stage = position.compiled.stage(verb.stage, verb.point)
    ended = False
    try:
        for _ in stage(position.cells, position.journal, query):
            ended = len(query.path) == len(prefix)
            break
    except Trap:
        return
    if ended:
        yield prefix
        return
    for answer in query.offered or ():
        yield from _paths(game, played, verb, (*prefix, answer))
