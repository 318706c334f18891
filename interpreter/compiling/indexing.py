"""Rows found by the value of a constant field, instead of going through all of them.

`exists(s in spaces where s.place == x and …)` looks only at the spaces of `x`: which those are
is known before the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import ConstantField, StateField
from brasswright.interpreter.checking.names import free_names
from brasswright.interpreter.checking.types import ListType, RowType, SetType, ZoneType


@dataclass(frozen=True, slots=True)
class Found:
    """Rows are looked up by a value; the rest is still to be tested."""

    field: ConstantField
    value: ir.Expr
    how: str
    """"IS" = the field of a row is the value, "IN" = a member of it, "HAS" = has it as a member."""
    rest: tuple[ir.Expr, ...]

    @property
    def name(self) -> str:
        """What the index is called in the compiled module."""
        return f"{self.how}{len(self.field.domain)}_{self.field.domain}_{self.field.name}"


def found_by(
    e: ir.Comprehension, everything: int, may_trap: Callable[[ir.Expr], bool]
) -> Found | None:
    """How the rows of a comprehension can be looked up, if they can.

    `everything` is the set of all rows of the kind.
    """
    if e.where is None or not _has_all(e.source, everything):
        return None
    tests = tuple(conjuncts(e.where))
    for place, test in enumerate(tests):
        match test:
            case (
                ir.Comparison(operator="==", left=ir.ConstantRead() as read, right=value)
                | ir.Comparison(operator="==", left=value, right=ir.ConstantRead() as read)
            ) if _is_of(read, e.name) and isinstance(read.field.type, RowType):
                how = "IS"
            case ir.Membership(left=ir.ConstantRead() as read, right=value) if (
                _is_of(read, e.name)
                and isinstance(read.field.type, RowType)
                and isinstance(value.type, SetType)
                and not isinstance(value, ir.ZoneRead)
            ):
                how = "IN"
            case ir.Membership(left=value, right=ir.ConstantRead() as read) if _is_of(
                read, e.name
            ) and isinstance(read.field.type, SetType):
                how = "HAS"
            case _:
                if may_trap(test):
                    return None
                continue
        if e.name in free_names(value) or may_trap(value):
            return None
        return Found(read.field, value, how, tests[:place] + tests[place + 1 :])
    return None


def _has_all(source: ir.Expr, everything: int) -> bool:
    """Are all rows gone through, or those that lie in a bag?"""
    if isinstance(source, ir.ZoneRead):
        row = source.row
        short = row is None or isinstance(row, ir.Constant | ir.Local | ir.Me)
        return isinstance(source.type, ZoneType) and source.type.shape == "bag" and short
    return isinstance(source, ir.Constant) and source.value == everything


def conjuncts(e: ir.Expr) -> Iterator[ir.Expr]:
    """The tests that must all hold, in order."""
    if isinstance(e, ir.Logical) and e.operator == "and":
        yield from conjuncts(e.left)
        yield from conjuncts(e.right)
    else:
        yield e


def filled_field(test: ir.Expr, name: str) -> StateField | None:
    """The state field of a row of which a test says that it is not 0, if it says just that."""
    match test:
        case ir.Comparison(operator="!=", left=ir.StateRead() as read, right=ir.Constant(value=0)):
            pass
        case ir.Comparison(operator=">", left=ir.StateRead() as read, right=ir.Constant(value=0)):
            if read.field.low < 0:
                return None
        case ir.StateRead() as read:
            pass
        case _:
            return None
    if isinstance(read.field.type, ListType) or not _is_of(read, name):
        return None
    return read.field


def _is_of(read: ir.ConstantRead | ir.StateRead, name: str) -> bool:
    return isinstance(read.row, ir.Local) and read.row.name == name
