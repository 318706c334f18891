"""Which backend a game is calculated with: the compiled Python, or C made from it.

The rules, the moves, their order and the games of a seed are the same with either. The native one
is built when it is first asked for; where it can't be had, Python goes on alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled
    from brasswright.interpreter.running.position import Position

PYTHON, NATIVE = "python", "native"
BACKENDS = (PYTHON, NATIVE)


def use(position: Position, backend: str) -> None:
    """Let a position be calculated by a backend. Raises NoNative, BrasswrightError."""
    if backend not in BACKENDS:
        raise BrasswrightError(f"there is no backend `{backend}`: {' or '.join(BACKENDS)}")
    if backend == NATIVE:
        from brasswright.interpreter.native.backend import NativeBackend

        position.backend = NativeBackend(position.compiled)
    else:
        position.backend = None


def why_not(compiled: Compiled, backend: str) -> str:
    """Why a backend can't be had for these rules here; "" when it can. This builds it."""
    if backend != NATIVE:
        return ""
    from brasswright.interpreter.native.backend import engine_of
    from brasswright.interpreter.native.building import NoNative

    try:
        engine_of(compiled)
    except NoNative as reason:
        return str(reason)
    return ""


def said_otherwise(position: Position) -> list[str]:
    """What another backend than Python says otherwise of a position; nothing, if all is well."""
    if position.backend is None:
        return []
    from brasswright.interpreter.native.comparing import differences

    return differences(position)
