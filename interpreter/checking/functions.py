"""The functions of the language: what they take and what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.operators import same_units
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    UNKNOWN,
    ListType,
    MapType,
    NumberType,
    RowType,
    SetType,
    Type,
    UnknownType,
    ZoneType,
    members,
)
from brasswright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from brasswright.interpreter.checking.expressions import ExpressionChecker

FUNCTIONS: dict[str, int] = {
    "size": 1,
    "empty": 1,
    "number": 2,
    "position": 2,
    "smaller": 2,
    "larger": 2,
    "keys": 1,
    "reach": 2,
    "distance": 3,
    "given": 1,
}
"""Name and how many values it takes."""


def check_call(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    """A call of a function of the language."""
    name = node.name
    if len(node.arguments) != FUNCTIONS[name]:
        checker.error(
            "wrong-arguments",
            f"`{name}` takes {FUNCTIONS[name]} values, here are {len(node.arguments)}",
            node.span,
        )
        return ir.Constant(0, type=UNKNOWN, span=node.span)
    match name:
        case "size" | "empty" | "given":
            return _of_collection(checker, node)
        case "smaller" | "larger":
            return _of_numbers(checker, node)
        case "reach" | "distance":
            return _of_graph(checker, node)
        case "keys":
            return _keys(checker, node)
    return _place_in(checker, node)


def _of_collection(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    zone = checker.resolve(node.arguments[0])
    if not isinstance(zone.type, SetType | ListType | ZoneType | UnknownType):
        checker.error(
            "wrong-type", f"`{node.name}` takes a set, list or zone, not {zone.type}", node.span
        )
    if node.name == "given" and not isinstance(zone, ir.ZoneRead):
        checker.error("not-a-zone", "`given` asks about a zone", node.span)
    type_ = NUMBER if node.name == "size" else BOOL
    return ir.FunctionCall(node.name, (zone,), type=type_, span=node.span)


def _of_numbers(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    left, right = (checker.check(a, NUMBER) for a in node.arguments)
    unit = None
    if isinstance(left.type, NumberType) and isinstance(right.type, NumberType):
        unit = left.type.unit or right.type.unit
        same_units(checker, left.type, right.type, node.span)
    result = NumberType(unit=unit)
    return ir.FunctionCall(node.name, (left, right), type=result, span=node.span)


def _of_graph(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    links = checker.check(node.arguments[-1])
    domain = None
    if isinstance(links.type, SetType) and links.type.domain:
        domain = checker.context.domains.by_name[links.type.domain]
    if domain is None or not domain.joins:
        if not isinstance(links.type, UnknownType):
            checker.error(
                "wrong-type", f"`{node.name}` goes along a set of links", node.arguments[-1].span
            )
        return ir.Constant(0, type=UNKNOWN, span=node.span)
    places = SetType(domain.joins)
    start = checker.check(node.arguments[0], places)
    if node.name == "reach":
        return ir.FunctionCall("reach", (start, links), type=places, span=node.span)
    goal = checker.check(node.arguments[1], RowType(domain.joins))
    result = NumberType(optional=True)
    return ir.FunctionCall("distance", (start, goal, links), type=result, span=node.span)


def _keys(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    found = checker.check(node.arguments[0])
    if isinstance(found, ir.ConstantMap) and isinstance(found.type, MapType):
        keys = tuple(key for key, _ in found.pairs)
        return ir.Constant(keys, type=ListType(found.type.key), span=node.span)
    if not isinstance(found.type, UnknownType):
        checker.error("wrong-type", f"`keys` takes a map, not {found.type}", node.span)
    return ir.Constant(0, type=UNKNOWN, span=node.span)


def _place_in(checker: ExpressionChecker, node: nodes.Call) -> ir.Expr:
    """`number(x, zone)` and `position(x, list)`."""
    where = checker.resolve(node.arguments[1])
    wanted: type[Type] = ZoneType if node.name == "number" else ListType
    if not isinstance(where.type, wanted | UnknownType):
        kind = "zone" if node.name == "number" else "list"
        checker.error("wrong-type", f"`{node.name}` looks in a {kind}, not {where.type}", node.span)
        return ir.Constant(0, type=UNKNOWN, span=node.span)
    what = checker.check(node.arguments[0], members(where.type))
    return ir.FunctionCall(node.name, (what, where), type=NUMBER, span=node.span)
