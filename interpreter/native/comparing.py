"""Both backends asked the same: everything that the native one says of a position, checked.

The listing with its order, what each move leads to, what a position is worth, the best move, and
whether all invariants hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from brasswright.interpreter.checking.secrets import WORTH, judges
from brasswright.interpreter.judging import Judge
from brasswright.interpreter.native.backend import engine_of
from brasswright.interpreter.native.engine import Engine, NativeGame, Trapped
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Query

MOVES = 25
"""Moves of each verb that are played in both, evenly spread over the list."""


def differences(position: Position, engine: Engine | None = None, most: int = 0) -> list[str]:
    """What the native backend says otherwise of a position; nothing, if all is well.

    Raises NoNative.
    """
    engine = engine or engine_of(position.compiled)
    plain = position.copy()
    plain.backend = None
    native = engine.game(plain.cells)
    found = [*_of_the_position(plain, native)]
    for verb in plain.verbs():
        native.stand_at(plain.cells)
        found += _of_a_verb(plain, native, verb, most or MOVES)
    return found


def _of_the_position(plain: Position, native: NativeGame) -> Iterator[str]:
    names, program = plain.compiled.names, plain.compiled.program
    try:
        sound = all(names[f"invariant_{n}"](plain.cells) for n in range(len(program.invariants)))
        if native.sound() != sound:
            yield f"the invariants hold: {sound}, native {not sound}"
        if not judges(program) or not plain.player:
            return
        for player in range(1, len(program.domain("Player").rows)):
            worth = names[f"f_{WORTH}"](plain.cells, player)
            if native.worth(player) != worth:
                yield f"the worth to player {player}: {worth}, native {native.worth(player)}"
        best, fast = Judge(plain).best(), native.best()
    except (Trap, Trapped):
        return
    if best is None or fast is None:
        if (best is None) != (fast is None):
            yield f"the best move: {best}, native {fast}"
        return
    wanted = (native.stage(best.verb), best.way.path, best.way.sites, best.gain)
    if wanted != (fast.stage, fast.path, fast.sites, native.gain()):
        yield f"the best move: {wanted}, native {fast}"


def _of_a_verb(plain: Position, native: NativeGame, verb: Verb, most: int) -> Iterator[str]:
    plain.trap = None
    query = Query()
    ways = [(tuple(query.path), tuple(query.sites)) for _ in plain.ways(verb, query)]
    stage = native.stage(verb)
    try:
        listed = [(way.path, way.sites) for way in native.ways_of(stage)]
    except Trapped:
        if plain.trap is None:
            yield f"{verb.name}: a trap in the native backend only"
        return
    if listed != ways:
        yield f"{verb.name}: {len(ways)} ways, native {len(listed)}, or in another order"
        return
    for path, _ in islice(ways, 0, None, max(1, len(ways) // most)):
        marks = len(plain.journal), native.mark()
        try:
            plain.push(verb, path)
            native.push(stage, path)
        except (Trap, Trapped) as trap:
            yield from _trap_in_one(trap, plain, marks[0], verb, path)
        else:
            if native.cells != plain.cells:
                yield f"{verb.name} {path}: leads to different positions"
        plain.pop(marks[0])
        native.pop(marks[1])
    if native.cells != plain.cells:
        yield f"{verb.name}: taking back does not lead to where it began"


def _trap_in_one(
    trap: Exception, plain: Position, mark: int, verb: Verb, path: object
) -> Iterator[str]:
    """A trap in C where Python had played the move."""
    if isinstance(trap, Trapped) and len(plain.journal) > mark:
        yield f"{verb.name} {path}: a trap in the native backend only"
