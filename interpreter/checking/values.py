"""Small typed expressions that the checker makes itself."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import UNKNOWN, RowType, Type, ZoneType
from brasswright.interpreter.source import Span


def zero(span: Span, type_: Type = UNKNOWN) -> ir.Constant:
    """A value to go on with after a mistake."""
    return ir.Constant(0, type=type_, span=span)


def as_value(zone: ir.ZoneRead) -> ir.Expr:
    """A slot read as the row in it; other zones stay what they are."""
    type_ = zone.type
    assert isinstance(type_, ZoneType)
    if type_.shape == "slot":
        row = RowType(type_.domain, optional=True)
        return ir.StateRead(zone.field, zone.row, type=row, span=zone.span)
    return zone
