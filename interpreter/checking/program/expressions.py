"""Typed expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.types import Type
from brasswright.interpreter.source import Span

if TYPE_CHECKING:
    from brasswright.interpreter.checking.domains import ConstantField, StateField


@dataclass(slots=True, kw_only=True)
class Typed:
    """What all typed expressions have."""

    type: Type
    span: Span


@dataclass(slots=True)
class Constant(Typed):
    """A number, row, Boolean, set (bits) or list (tuple) known before the game."""

    value: int | tuple[object, ...]


@dataclass(slots=True)
class ConstantMap(Typed):
    """A map parameter: keys and values in order."""

    pairs: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Local(Typed):
    """A bound name; `name` is unique within its part."""

    name: str


@dataclass(slots=True)
class Me(Typed):
    """The player whose decision it is, or nothing."""


@dataclass(slots=True)
class StateRead(Typed):
    """A state field of a row (`row` None = of the game), scalar, set or list."""

    field: StateField
    row: Expr | None


@dataclass(slots=True)
class ZoneRead(Typed):
    """A zone itself: the operand of size, move, choose, in."""

    field: StateField
    row: Expr | None


@dataclass(slots=True)
class ConstantRead(Typed):
    """A constant field of a row."""

    field: ConstantField
    row: Expr


@dataclass(slots=True)
class Arithmetic(Typed):
    """`+ - * /` on numbers; `/` rounds down and its right side is above 0."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Negative(Typed):
    operand: Expr


@dataclass(slots=True)
class Not(Typed):
    operand: Expr


@dataclass(slots=True)
class Logical(Typed):
    """`and`, `or`: the right side is looked at only when it matters."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Comparison(Typed):
    """`== != < > <= >=` on numbers, rows, Booleans; `==`, `!=` on sets and lists too."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Membership(Typed):
    """`in`: the right side is a set, list or zone."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class SetTest(Typed):
    """`meets`, `within`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class SetOperation(Typed):
    """`+ - &` on sets."""

    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class SetOf(Typed):
    """`{a, b}` of rows that are not all constant."""

    items: tuple[Expr, ...]


@dataclass(slots=True)
class ListOf(Typed):
    items: tuple[Expr, ...]


@dataclass(slots=True)
class NumberRange(Typed):
    """`low..high`, a list of numbers."""

    low: Expr
    high: Expr


@dataclass(slots=True)
class Choice(Typed):
    """`if test then … else …`."""

    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class Comprehension(Typed):
    """`all count sum exists every union smallest largest lowest highest first sorted`."""

    quantifier: str
    name: str
    source: Expr
    where: Expr | None
    give: Expr | None
    by: Expr | None


@dataclass(slots=True)
class DefineCall(Typed):
    name: str
    arguments: tuple[Expr, ...]


@dataclass(slots=True)
class FunctionCall(Typed):
    """A function of the language: size, empty, number, position, smaller, larger, keys,
    reach, distance, given."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(slots=True)
class ItemRead(Typed):
    """`list[index]` (from 0) or `map[key]`."""

    of: Expr
    index: Expr


@dataclass(slots=True)
class Text(Typed):
    """A filled-in text: pieces of text and expressions."""

    pieces: tuple[str | Expr, ...]
    written: str
    """As the rules have it, holes and all: what it is translated by."""


Expr = (
    Constant
    | ConstantMap
    | Local
    | Me
    | StateRead
    | ZoneRead
    | ConstantRead
    | Arithmetic
    | Negative
    | Not
    | Logical
    | Comparison
    | Membership
    | SetTest
    | SetOperation
    | SetOf
    | ListOf
    | NumberRange
    | Choice
    | Comprehension
    | DefineCall
    | FunctionCall
    | ItemRead
    | Text
)
