"""Native engines for tests: built quickly rather than well, once for each rulebook."""

from __future__ import annotations

from functools import lru_cache

import pytest

from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.native.building import NoNative, compiler
from brasswright.interpreter.native.engine import Engine


def has_compiler() -> bool:
    """Can rules be built here?"""
    try:
        return bool(compiler())
    except NoNative:
        return False


needs_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")


def fast_built(compiled: Compiled) -> Engine:
    """The engine of compiled rules."""
    return _engine(_Same(compiled))


class _Same:
    """Compiled rules as a key: the same when they are the same object."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def __hash__(self) -> int:
        return id(self.compiled)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.compiled is self.compiled


@lru_cache(maxsize=40)
def _engine(same: _Same) -> Engine:
    return Engine(same.compiled, ("-O0",), keep=False)
