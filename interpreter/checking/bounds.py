"""How large a number may get, as far as it can be told before a game."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import BoolType, NumberType, ZoneType

SMALLEST, LARGEST = -(2**31), 2**31 - 1
"""Numbers are 32 bits."""
MOST_MEMBERS = 10_000
"""Longest range of numbers, most times round a loop that counts, most ways to take several."""
PILE_SIZE = 255
"""Most pieces in a pile, and most of one kind in a bag."""

Bounds = tuple[int, int] | None
"""Least and greatest value; None = it can't be told."""


def bounds(e: ir.Expr) -> Bounds:
    """The range that a number is surely within."""
    match e:
        case ir.Constant(value=int(value)):
            return value, value
        case ir.ConstantRead(field=field):
            numbers = [v for v in field.values if isinstance(v, int)]
            return (min(numbers), max(numbers)) if numbers else None
        case ir.StateRead(field=field):
            return (field.low, field.high) if isinstance(field.type, NumberType) else None
        case ir.Arithmetic(operator=operator, left=left, right=right):
            return _arithmetic(operator, bounds(left), bounds(right))
        case ir.Choice(then=then, otherwise=otherwise):
            first, second = bounds(then), bounds(otherwise)
            if first is None or second is None:
                return None
            return min(first[0], second[0]), max(first[1], second[1])
        case ir.FunctionCall(function="number"):
            return 0, PILE_SIZE
        case ir.FunctionCall(function="size", arguments=(ir.ZoneRead(type=ZoneType() as zone),)):
            return (0, PILE_SIZE) if zone.shape == "pile" else None
        case ir.FunctionCall(function="smaller" | "larger" as function, arguments=(left, right)):
            return _extreme(function, bounds(left), bounds(right))
    match e.type:
        case NumberType(low=int(low), high=int(high)):
            return low, high
        case BoolType():
            return 0, 1
    return None


def _arithmetic(operator: str, left: Bounds, right: Bounds) -> Bounds:
    if left is None or right is None:
        return None
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "/" if right[0] > 0:
            ends = [a // b for a in left for b in right]
            return min(ends), max(ends)
        case "*":
            ends = [a * b for a in left for b in right]
            return min(ends), max(ends)
    return None


def _extreme(function: str, left: Bounds, right: Bounds) -> Bounds:
    """The smaller of two is bounded above by either of them, the larger below."""
    known = [b for b in (left, right) if b is not None]
    if len(known) == 2:
        best = min if function == "smaller" else max
        return best(known[0][0], known[1][0]), best(known[0][1], known[1][1])
    if not known:
        return None
    low, high = known[0]
    return (SMALLEST, high) if function == "smaller" else (low, LARGEST)
