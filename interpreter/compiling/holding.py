"""Values that stay the same while answers are gone through: computed once, at their first use.

Before a loop for a choice stands `h1 = None`; inside it a value that nothing in the loop changes
before it is used is written `(h1 if h1 is not None else (h1 := …))`. So it is computed if it is
needed at all, and where it would have been the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.names import free_names
from brasswright.interpreter.checking.work import Work
from brasswright.interpreter.compiling.bearing import Bearing, Thing
from brasswright.interpreter.compiling.expressions import ExpressionCompiler
from brasswright.interpreter.source import Span

LEAST_WORK = 12
"""Steps that a value must take to be worth holding."""


@dataclass(eq=False)
class Loop:
    """A loop for a choice that is being written: what is held before it."""

    line: int
    """Where in the lines of its function names can be introduced."""
    indent: int
    span: Span
    bound: frozenset[str]
    """Names known there."""
    written: set[Thing] = field(default_factory=set)
    """What may have changed since."""
    names: dict[str, str] = field(default_factory=dict)
    """Python for a value → where it is held."""


class HoldingCompiler(ExpressionCompiler):
    """Writes the expressions of one function; `holder` introduces names before a loop."""

    def __init__(
        self,
        base: ExpressionCompiler,
        loops: list[Loop],
        holder: Callable[[Loop], str],
    ) -> None:
        self.__dict__.update(base.__dict__)
        self.count_line = base.count_line  # type: ignore[method-assign]
        self._loops = loops
        self._holder = holder
        self._work = Work(base.program)
        self._bearing: Bearing = base.bearing

    def write(self, e: ir.Expr) -> str:
        text = super().write(e)
        if not self._loops or self.in_iterable or not self._is_long(e):
            return text
        loop = self._outermost(e)
        if loop is None:
            return text
        if text not in loop.names:
            loop.names[text] = self._holder(loop)
        name = loop.names[text]
        return f"({name} if {name} is not None else ({name} := {text}))"

    def _is_long(self, e: ir.Expr) -> bool:
        if not isinstance(e, ir.DefineCall | ir.Comprehension | ir.FunctionCall):
            return False
        return self._work.expression(e) >= LEAST_WORK

    def _outermost(self, e: ir.Expr) -> Loop | None:
        """The outermost loop around in which the value stays the same until here."""
        names, reads = free_names(e), self._bearing.reads(e)
        for loop in self._loops:
            if names <= loop.bound and loop.written.isdisjoint(reads):
                return loop
        return None
