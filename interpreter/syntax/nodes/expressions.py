"""Expressions, and texts with holes."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.syntax.nodes.node import Node


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name: a local, a part, a state field, a row, a plural."""

    id: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Template(Node):
    """A quoted text with `{expression}` holes; adjacent pieces alternate freely."""

    pieces: tuple[str | Expression, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MapLiteral(Node):
    pairs: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`of.name`."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Item(Node):
    """`of[index]`."""

    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A define, a function of the language, or a type's name (which drops or gives a unit)."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`-` or `not`."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`+ - * / & and or`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`== != <= >= < > in meets within`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low..high`, both ends included."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`if test then then else otherwise`."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`all(x in S where C give E)` and its kin; `by` belongs to lowest, highest, sorted."""

    quantifier: str
    name: str
    source: Expression
    where: Expression | None
    give: Expression | None
    by: Expression | None


Expression = (
    Name
    | Number
    | Truth
    | Nothing
    | Template
    | ListLiteral
    | SetLiteral
    | MapLiteral
    | Attribute
    | Item
    | Call
    | Unary
    | Binary
    | Compare
    | Range
    | Conditional
    | Quantified
)
