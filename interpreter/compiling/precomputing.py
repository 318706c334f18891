"""What can be computed before the game, and is written as a constant."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.types import BoolType, NumberType, RowType, SetType
from brasswright.interpreter.compiling.bearing import Bearing


class Precomputing:
    """Computes parts of expressions of one program."""

    def __init__(self, bearing: Bearing) -> None:
        self.bearing = bearing
        self.program = bearing.program

    def folded(self, e: ir.Expr) -> ir.Expr:
        """A constant for what depends on nothing; what can't be computed stays as it is."""
        kinds = NumberType | BoolType | RowType | SetType
        if not isinstance(e.type, kinds) or self.bearing.reads(e):
            return e
        try:
            value = self._evaluator().value(e)
        except NotConstant:
            return e
        return ir.Constant(value=value, type=e.type, span=e.span) if isinstance(value, int) else e

    def fitting(self, e: ir.Comprehension) -> int | None:
        """Of a set: the rows that fit its test, if that is known before the game."""
        domain = e.source.type.domain if isinstance(e.source.type, SetType) else None
        if domain is None or e.where is None or isinstance(e.source, ir.Constant):
            return None
        if self.bearing.reads(e.where) - {e.name} or self.bearing.may_trap(e.where):
            return None
        evaluator = self._evaluator()
        rows = range(1, len(self.program.domain(domain)) + 1)
        try:
            return sum(1 << row for row in rows if evaluator.value(e.where, {e.name: row}))
        except NotConstant:
            return None

    def _evaluator(self) -> Evaluator:
        return Evaluator(self.program.domains, self.program.defines.__getitem__)
