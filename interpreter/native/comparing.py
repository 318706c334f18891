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
from brasswright.interpreter.running.query import Answer, Query

MOVES = 25
"""Moves of each verb that are played in both, evenly spread over the list."""


def differences(
    position: Position, engine: Engine | None = None, most: int = 0, may_trap: bool = False
) -> list[str]:
    """What the native backend says otherwise of a position; nothing, if all is well.

    Where ways lead into a trap, Python goes around them, and the native backend has no answer:
    with `may_trap` that is no difference. Raises NoNative.
    """
    engine = engine or engine_of(position.compiled)
    plain = position.copy()
    plain.backend = None
    native = engine.game(plain.cells)
    found = [*_of_the_position(plain, native)]
    for verb in plain.verbs():
        native.stand_at(plain.cells)
        found += _of_a_verb(plain, native, verb, most or MOVES, may_trap)
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


def _of_a_verb(
    plain: Position, native: NativeGame, verb: Verb, most: int, may_trap: bool
) -> Iterator[str]:
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
        played = _played(plain, verb, path), _played_natively(native, stage, path)
        if played[0] != played[1] and (played[1] is not None or not may_trap):
            yield f"{verb.name} {path}: leads to different positions"
    if native.cells != plain.cells:
        yield f"{verb.name}: taking back does not lead to where it began"


def _played(plain: Position, verb: Verb, path: tuple[Answer, ...]) -> list[int] | None:
    """The position after a move, which is taken back; None for a trap."""
    mark = len(plain.journal)
    try:
        plain.push(verb, path)
    except Trap:
        return None
    cells = list(plain.cells)
    plain.pop(mark)
    return cells


def _played_natively(native: NativeGame, stage: int, path: tuple[Answer, ...]) -> list[int] | None:
    mark = native.mark()
    try:
        native.push(stage, path)
    except Trapped:
        return None
    cells = native.cells
    native.pop(mark)
    return cells
