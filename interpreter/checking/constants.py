"""Values of pure expressions, computed without compiling: constants, checks, tests.

Small and slow on purpose: it is also the reference that compiled expressions are tested
against. `state` answers reads of the position; without it only constants can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import LARGEST, MOST_MEMBERS, SMALLEST
from brasswright.interpreter.checking.domains import ConstantField, Domains, StateField
from brasswright.interpreter.checking.types import (
    NO_NUMBER,
    ListType,
    NumberType,
    RowType,
    SetType,
    ZoneType,
)

MOST_STEPS = 2_000_000
"""Operations that one evaluator carries out in all."""

Reader = Callable[[StateField, int], Any]
"""Reads a state field of a row (0 for the game): a number, bits, a tuple, or for zones the
tuple of their pieces in order."""


class NotConstant(Exception):
    """The expression depends on the position, or can't be computed; `span` says where."""

    def __init__(self, message: str, span: object) -> None:
        super().__init__(message)
        self.span = span


def rows_of(bits: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def nothing_of(field: ConstantField) -> object:
    """What reading a constant field through nothing gives: 0, no, nothing, empty."""
    return () if isinstance(field.type, ListType) else 0


class Evaluator:
    """Computes typed expressions over the constants of a rulebook."""

    def __init__(
        self,
        domains: Domains,
        define: Callable[[str], ir.Define],
        state: Reader | None = None,
        me: int = 0,
    ) -> None:
        self.domains = domains
        self.define = define
        self.state = state
        self.me = me
        self._steps = 0

    def value(self, e: ir.Expr, env: dict[str, Any] | None = None) -> Any:
        """The value of `e`; raises NotConstant."""
        return self._value(e, env or {})

    def members(self, e: ir.Expr, env: dict[str, Any]) -> Sequence[int]:
        """What a `for` over `e` walks through, in order."""
        value = self._value(e, env)
        if isinstance(e.type, SetType):
            return rows_of(value)
        if isinstance(e.type, ZoneType) and e.type.shape != "pile":
            return sorted(set(value))
        return tuple(value)

    def _value(self, e: ir.Expr, env: dict[str, Any]) -> Any:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotConstant("this takes too long to compute", e.span)
        match e:
            case ir.Constant(value=value):
                return value
            case ir.ConstantMap(pairs=pairs):
                return dict(pairs)
            case ir.Local(name=name):
                if name not in env:
                    raise NotConstant(f"{name} is not known before a game", e.span)
                return env[name]
            case ir.Me() if self.state:
                return self.me
            case ir.StateRead(field=field, row=row) | ir.ZoneRead(field=field, row=row):
                if self.state is None:
                    raise NotConstant(f"{field.name} changes in a game", e.span)
                value = self.state(field, 0 if row is None else self._value(row, env))
                return _content(e, value)
            case ir.ConstantRead(field=field, row=row):
                index = self._value(row, env)
                return field.values[index] if index else nothing_of(field)
            case ir.Negative(operand=operand):
                return -self._value(operand, env)
            case ir.Not(operand=operand):
                return int(not self._value(operand, env))
            case ir.Choice(test=test, then=then, otherwise=otherwise):
                return self._value(then if self._value(test, env) else otherwise, env)
            case ir.Logical(operator=operator, left=left, right=right):
                first = self._value(left, env)
                if (operator == "and") != bool(first):
                    return int(bool(first))
                return int(bool(self._value(right, env)))
            case ir.Arithmetic() | ir.Comparison() | ir.SetTest() | ir.SetOperation():
                left = self._value(e.left, env)
                right = self._value(e.right, env)
                if e.operator == "/" and right <= 0:
                    raise NotConstant("division by something not above 0", e.span)
                value = OPERATIONS[e.operator, type(e)](left, right)
                if e.operator == "*" and not SMALLEST <= value <= LARGEST:
                    raise NotConstant(f"{value} is too large a number", e.span)
                return value
            case ir.Membership(left=left, right=right):
                return int(self._value(left, env) in self.members(right, env))
            case ir.SetOf(items=items):
                return _bits(self._value(item, env) for item in items)
            case ir.ListOf(items=items):
                return tuple(self._value(item, env) for item in items)
            case ir.NumberRange(low=low, high=high):
                first, last = self._value(low, env), self._value(high, env)
                if last - first >= MOST_MEMBERS:
                    raise NotConstant(f"{first}..{last} is too long", e.span)
                return tuple(range(first, last + 1))
            case ir.Comprehension():
                return self._comprehension(e, env)
            case ir.DefineCall(name=name, arguments=arguments):
                define = self.define(name)
                values = [self._value(a, env) for a in arguments]
                inner = {n: v for (n, _), v in zip(define.parameters, values, strict=True)}
                return self._value(define.body, inner)
            case ir.ItemRead(of=of, index=index):
                container, key = self._value(of, env), self._value(index, env)
                try:
                    if isinstance(container, tuple) and key < 0:
                        raise IndexError
                    return container[key]
                except (IndexError, KeyError):
                    raise NotConstant(f"there is no item {key}", e.span) from None
            case ir.FunctionCall():
                return self._function(e, env)
        raise NotConstant("this can't be computed before a game", e.span)

    def _comprehension(self, e: ir.Comprehension, env: dict[str, Any]) -> Any:
        found: list[tuple[int, Any, Any]] = []
        for member in self.members(e.source, env):
            inner = {**env, e.name: member}
            if e.where is None or self._value(e.where, inner):
                give = member if e.give is None else self._value(e.give, inner)
                by = None if e.by is None else self._value(e.by, inner)
                found.append((member, give, by))
        gives = [give for _, give, _ in found]
        match e.quantifier:
            case "all":
                return tuple(gives) if isinstance(e.type, ListType) else _bits(gives)
            case "union":
                return _union(gives)
            case "exists":
                return int(bool(gives) if e.give is None else any(gives))
            case "every":
                return int(all(gives))
            case "count":
                return len(gives)
            case "sum":
                return sum(gives)
            case "first":
                return gives[0] if gives else 0
            case "sorted":
                return tuple(m for m, _, by in sorted(found, key=lambda f: f[2]))
            case "lowest" | "highest":
                ranked = [(m, by) for m, _, by in found if not _is_nothing(e.by, by)]
                best = min if e.quantifier == "lowest" else max
                target = best((by for _, by in ranked), default=None)
                return _bits(m for m, by in ranked if by == target)
        if not gives:
            raise NotConstant(f"the {e.quantifier} of nothing", e.span)
        return min(gives) if e.quantifier == "smallest" else max(gives)

    def _function(self, e: ir.FunctionCall, env: dict[str, Any]) -> Any:
        values = [self._value(a, env) for a in e.arguments]
        first = e.arguments[0]
        match e.function:
            case "size":
                return (
                    len(rows_of(values[0])) if isinstance(first.type, SetType) else len(values[0])
                )
            case "empty":
                return int(not values[0])
            case "number":
                return list(values[1]).count(values[0])
            case "position":
                return values[1].index(values[0]) + 1 if values[0] in values[1] else 0
            case "smaller":
                return min(values)
            case "larger":
                return max(values)
            case "keys":
                return tuple(values[0])
            case "reach" | "distance":
                return self._graph(e, values)
        raise NotConstant("this can't be computed before a game", e.span)

    def _graph(self, e: ir.FunctionCall, values: list[Any]) -> Any:
        links = e.arguments[-1].type
        assert isinstance(links, SetType)
        assert links.domain is not None
        ends = self.domains.by_name[links.domain].fields["ends"]
        assert isinstance(ends, ConstantField)
        used: list[int] = [ends.values[i] for i in rows_of(values[-1])]  # type: ignore[misc]
        reached, distance = values[0], 0
        while True:
            if e.function == "distance" and reached >> values[1] & 1:
                return distance
            wider = _union([reached] + [bits for bits in used if bits & reached])
            if wider == reached:
                return reached if e.function == "reach" else NO_NUMBER
            reached, distance = wider, distance + 1


def _content(e: ir.StateRead | ir.ZoneRead, value: Any) -> Any:
    """A slot read as a row, a zone read as a set of kinds."""
    if isinstance(e.type, RowType) and isinstance(value, tuple):
        return value[0] if value else 0
    return _bits(value) if isinstance(e.type, SetType) and isinstance(value, tuple) else value


def _is_nothing(by: ir.Expr | None, value: int) -> bool:
    """Is it a number that is nothing?"""
    assert by is not None
    return isinstance(by.type, NumberType) and by.type.optional and value == NO_NUMBER


def _bits(rows: Any) -> int:
    """A set of rows; nothing is no member."""
    bits = 0
    for row in rows:
        bits |= 1 << row
    return bits & ~1


def _union(sets: Any) -> int:
    bits = 0
    for members in sets:
        bits |= members
    return bits


OPERATIONS: dict[tuple[str, type], Callable[[Any, Any], Any]] = {
    ("+", ir.Arithmetic): lambda a, b: a + b,
    ("-", ir.Arithmetic): lambda a, b: a - b,
    ("*", ir.Arithmetic): lambda a, b: a * b,
    ("/", ir.Arithmetic): lambda a, b: a // b,
    ("==", ir.Comparison): lambda a, b: int(a == b),
    ("!=", ir.Comparison): lambda a, b: int(a != b),
    ("<", ir.Comparison): lambda a, b: int(a < b),
    (">", ir.Comparison): lambda a, b: int(a > b),
    ("<=", ir.Comparison): lambda a, b: int(a <= b),
    (">=", ir.Comparison): lambda a, b: int(a >= b),
    ("meets", ir.SetTest): lambda a, b: int(bool(a & b)),
    ("within", ir.SetTest): lambda a, b: int(not a & ~b),
    ("+", ir.SetOperation): lambda a, b: a | b,
    ("-", ir.SetOperation): lambda a, b: a & ~b,
    ("&", ir.SetOperation): lambda a, b: a & b,
}
