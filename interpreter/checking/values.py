"""Small typed expressions that the checker makes itself."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import (
    NO_NUMBER,
    UNKNOWN,
    NothingType,
    NumberType,
    RowType,
    SetType,
    Type,
    ZoneType,
)
from brasswright.interpreter.source import Span


def zero(span: Span, type_: Type = UNKNOWN) -> ir.Constant:
    """A value to go on with after a mistake."""
    return ir.Constant(0, type=type_, span=span)


def as_value(zone: ir.ZoneRead) -> ir.Expr:
    """A slot read as the row in it; any other zone as the set of what lies there."""
    type_ = zone.type
    assert isinstance(type_, ZoneType)
    if type_.shape == "slot":
        row = RowType(type_.domain, optional=True)
        return ir.StateRead(zone.field, zone.row, type=row, span=zone.span)
    return ir.ZoneRead(zone.field, zone.row, type=SetType(type_.domain), span=zone.span)


def counted(e: ir.Expr) -> ir.Expr:
    """A number to calculate with: one that is nothing counts as 0."""
    if not isinstance(e.type, NumberType) or not e.type.optional:
        return e
    number = NumberType(unit=e.type.unit)
    return ir.FunctionCall("larger", (e, zero(e.span, number)), type=number, span=e.span)


def beside_number(e: ir.Expr, other: ir.Expr) -> ir.Expr:
    """`none` as it is compared with a number; anything else as it is."""
    if isinstance(e.type, NothingType) and isinstance(other.type, NumberType):
        return ir.Constant(NO_NUMBER, type=NumberType(optional=True), span=e.span)
    return e
