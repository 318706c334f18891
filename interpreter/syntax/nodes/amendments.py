"""Amendments: what a later layer may do to an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.syntax.nodes.declarations import (
    Field,
    Parameter,
    Rank,
    RowsShown,
    TableDeclaration,
)
from brasswright.interpreter.syntax.nodes.expressions import Expression
from brasswright.interpreter.syntax.nodes.node import Node
from brasswright.interpreter.syntax.nodes.statements import Cites, Step, Suite
from brasswright.interpreter.syntax.nodes.types import Type


@dataclass(frozen=True, slots=True)
class SetValue(Node):
    """`set path = E`: a parameter, a type's range, or a cell of a table."""

    path: str
    value: Expression
    cites: Cites


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """`replace step|rule|define|… path…: body`. `body` is a suite, an expression or ranks."""

    part: str
    path: str
    parameters: tuple[Parameter, ...] | None
    result: Type | None
    cites: Cites
    body: Suite | Expression | tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Drop(Node):
    part: str
    path: str
    because: str


@dataclass(frozen=True, slots=True)
class Insert(Node):
    """`before|after step|rule path add step name: body`."""

    side: str
    part: str
    path: str
    step: Step


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    path: str
    when: Expression | None
    because: str


@dataclass(frozen=True, slots=True)
class ExceptionTo(Node):
    """`exception name to path when C: body`."""

    name: str
    path: str
    when: Expression
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class AlternativeTo(Node):
    """`alternative name to path [when C]: body`."""

    name: str
    path: str
    when: Expression | None
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class ExtendEnum(Node):
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtendKind(Node):
    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ExtendTable(Node):
    table: TableDeclaration


@dataclass(frozen=True, slots=True)
class ExtendMap(Node):
    name: str
    rows: tuple[RowsShown, ...]


Amendment = (
    SetValue
    | Replace
    | Drop
    | Insert
    | Forbid
    | ExceptionTo
    | AlternativeTo
    | ExtendEnum
    | ExtendKind
    | ExtendTable
    | ExtendMap
)
