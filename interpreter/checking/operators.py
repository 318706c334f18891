"""Operators: what both sides may be, and what comes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    UNKNOWN,
    NumberType,
    RowType,
    SetType,
    TextType,
    Type,
    UnknownType,
    certain,
    fits,
    joined,
    members,
    plain,
    same_unit,
)
from brasswright.interpreter.checking.values import as_value, beside_number, counted, zero
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from brasswright.interpreter.checking.expressions import ExpressionChecker


def negative(
    checker: ExpressionChecker, operand: nodes.Expression, wanted: Type | None, span: Span
) -> ir.Expr:
    value = checker.check(operand, wanted if isinstance(wanted, NumberType) else NUMBER)
    if isinstance(value, ir.Constant) and isinstance(value.value, int):
        return ir.Constant(-value.value, type=value.type, span=span)
    unit = value.type.unit if isinstance(value.type, NumberType) else None
    return ir.Negative(value, type=NumberType(unit=unit), span=span)


def binary(checker: ExpressionChecker, node: nodes.Binary, wanted: Type | None) -> ir.Expr:
    wish = wanted if isinstance(wanted, SetType) else None
    left, right = _both(checker, node.left, node.right, wish)
    lt, rt = left.type, right.type
    if isinstance(lt, UnknownType) or isinstance(rt, UnknownType):
        return ir.Constant(0, type=UNKNOWN, span=node.span)
    if isinstance(lt, SetType) and isinstance(rt, SetType) and node.operator in "+-&":
        if not fits(rt, lt):
            checker.error("wrong-type", f"{lt} and {rt} do not go together", node.span)
        both = SetType(lt.domain or rt.domain)
        return ir.SetOperation(node.operator, left, right, type=both, span=node.span)
    if isinstance(lt, NumberType) and isinstance(rt, NumberType) and node.operator in "+-*/":
        unit = None
        if node.operator in "+-":
            unit = lt.unit or rt.unit
            same_units(checker, lt, rt, node.span)
        elif node.operator == "/":
            _divisor(checker, right, node.right.span)
        result = NumberType(unit=unit)
        return ir.Arithmetic(
            node.operator, counted(left), counted(right), type=result, span=node.span
        )
    checker.error("wrong-type", f"`{node.operator}` does not go with {lt} and {rt}", node.span)
    return ir.Constant(0, type=UNKNOWN, span=node.span)


def _divisor(checker: ExpressionChecker, right: ir.Expr, span: Span) -> None:
    if isinstance(right, ir.Constant) and isinstance(right.value, int) and right.value > 0:
        return
    checker.error("divisor", "the right side of `/` must be a constant above 0", span)


def same_units(checker: ExpressionChecker, left: NumberType, right: NumberType, span: Span) -> None:
    if not same_unit(left, right):
        checker.error(
            "unit",
            f"{left.unit} and {right.unit} do not mix",
            span,
            help=[f"Number(…) drops a unit, {left.unit}(…) gives it"],
        )


def _both(
    checker: ExpressionChecker,
    left: nodes.Expression,
    right: nodes.Expression,
    wanted: Type | None = None,
) -> tuple[ir.Expr, ir.Expr]:
    """Both sides of an operator; bare row names take their type from the other side."""
    if checker.is_bare_row(left) and not checker.is_bare_row(right):
        second = checker.check(right, wanted)
        return checker.check(left, None) if wanted else _beside(checker, left, second.type), second
    first = checker.check(left, wanted)
    return first, _beside(checker, right, first.type)


def _beside(checker: ExpressionChecker, node: nodes.Expression, other: Type) -> ir.Expr:
    wish = certain(plain(other)) if checker.is_bare_row(node) else None
    if isinstance(node, nodes.SetLiteral) and isinstance(other, SetType):
        return checker.check(node, other)
    return checker.check(node, wish if isinstance(wish, RowType) else None)


def compare(checker: ExpressionChecker, node: nodes.Compare) -> ir.Expr:
    operator, span = node.operator, node.span
    if operator == "in":
        return _membership(checker, node)
    left, right = _both(checker, node.left, node.right)
    lt, rt = plain(left.type), plain(right.type)
    if operator in ("meets", "within"):
        for side, type_ in ((node.left, lt), (node.right, rt)):
            if not isinstance(type_, SetType | UnknownType):
                checker.error("wrong-type", f"`{operator}` compares sets, not {type_}", side.span)
                return zero(span, BOOL)
        if not fits(lt, rt):
            checker.error("wrong-type", f"{lt} and {rt} have no members in common", span)
        return ir.SetTest(operator, left, right, type=BOOL, span=span)
    if operator in ("==", "!="):
        left, right = beside_number(left, right), beside_number(right, left)
    if isinstance(lt, NumberType) and isinstance(rt, NumberType):
        same_units(checker, lt, rt, span)
        if operator not in ("==", "!="):
            left, right = counted(left), counted(right)
    elif isinstance(lt, TextType) or (not fits(lt, rt) and not fits(rt, lt)):
        checker.error("wrong-type", f"{lt} can't be compared with {rt}", span)
    elif operator not in ("==", "!=") and not (
        isinstance(lt, RowType | UnknownType) and _is_ordered(checker, lt)
    ):
        checker.error("wrong-type", f"`{operator}` compares numbers, not {lt}", span)
    return ir.Comparison(operator, left, right, type=BOOL, span=span)


def _is_ordered(checker: ExpressionChecker, type_: Type) -> bool:
    return not isinstance(type_, RowType) or checker.context.domains.by_name[type_.domain].is_enum


def _membership(checker: ExpressionChecker, node: nodes.Compare) -> ir.Expr:
    right = checker.resolve(node.right)
    if isinstance(right, ir.ZoneRead) and right.field.type.shape == "slot":  # type: ignore[union-attr]
        right = as_value(right)
    inner = members(right.type)
    if inner is None:
        checker.error("wrong-type", f"nothing is `in` a {right.type}", node.right.span)
        inner = UNKNOWN
    left = checker.check(node.left, inner)
    return ir.Membership(left, right, type=BOOL, span=node.span)


def conditional(
    checker: ExpressionChecker, node: nodes.Conditional, wanted: Type | None
) -> ir.Expr:
    test = checker.truth(node.test)
    then = checker.check(node.then, wanted)
    otherwise = checker.check(
        node.otherwise, wanted or then.type if checker.is_bare_row(node.otherwise) else wanted
    )
    both = joined(then.type, otherwise.type)
    if both is None:
        checker.error(
            "wrong-type",
            f"one branch gives {then.type}, the other {otherwise.type}",
            node.span,
        )
        both = UNKNOWN
    return ir.Choice(test, then, otherwise, type=both, span=node.span)
