"""Counting move sequences, two ways: with the compiled lister, and by replaying each answer.

The second is slow and simple: it is the oracle that the first is compared with. It never takes
anything back; each prefix of answers is tried on a copy of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Answer, Query


def perft(game: Game, depth: int) -> int:
    """How many sequences of `depth` moves there are from here; moves of a stage count."""
    position = game.position
    asked = position.backend if depth > 0 else None
    found = asked.perft(position.cells, depth) if asked is not None else None
    return _count(position, depth) if found is None else found


def _count(position: Position, depth: int) -> int:
    if depth == 0 or not position.player:
        return int(depth == 0)
    total = 0
    for verb in position.verbs():
        paths = [path for path, _ in position.listed(verb)]
        if depth == 1:
            total += len(paths)
            continue
        for path in paths:
            mark = len(position.journal)
            position.push(verb, path)
            total += _count(position, depth - 1)
            position.pop(mark)
    return total


def games(game: Game) -> int:
    """How many different games can be played from here to the end."""
    return _games(game.position)


def _games(position: Position) -> int:
    if not position.player:
        return 1
    total = 0
    for verb in position.verbs():
        paths = [path for path, _ in position.listed(verb)]
        for path in paths:
            mark = len(position.journal)
            position.push(verb, path)
            total += _games(position)
            position.pop(mark)
    return total


class _Peek(Query):
    """Follows a script and stops at the choice after it, keeping its candidates."""

    def __init__(self, script: Sequence[Answer]) -> None:
        super().__init__()
        self.script = script
        self.offered: Sequence[Answer] | None = None

    def pick(
        self, number: int, candidates: Sequence[Answer], fits: Sequence[Answer] | None = None
    ) -> Iterator[Answer]:
        if self.offered is not None:
            return
        candidates = candidates if fits is None else fits
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


def oracle(game: Game, depth: int) -> int:
    """As `perft`, but each answer is tried by playing the stage again from its start."""
    return _oracle(game.position, depth)


def _oracle(position: Position, depth: int) -> int:
    if depth == 0 or not position.player:
        return int(depth == 0)
    total = 0
    for verb, path in oracle_moves(position):
        if depth == 1:
            total += 1
            continue
        after = position.copy()
        after.push(verb, path)
        total += _oracle(after, depth - 1)
    return total


def oracle_moves(position: Position) -> Iterator[tuple[Verb, tuple[Answer, ...]]]:
    """The legal moves of a stage as the oracle finds them: verb and answers."""
    for verb in position.verbs():
        for path in _paths(position, verb, ()):
            yield verb, path


def _paths(start: Position, verb: Verb, prefix: tuple[Answer, ...]) -> Iterator[tuple[Answer, ...]]:
    """The whole ways that begin with some answers, each found on a fresh copy."""
    position = start.copy()
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
        yield from _paths(start, verb, (*prefix, answer))
