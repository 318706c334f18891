"""Declarations: the parts a file of rules consists of."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.syntax.nodes.expressions import Expression, Name, Template
from brasswright.interpreter.syntax.nodes.node import Node
from brasswright.interpreter.syntax.nodes.statements import Cites, Suite
from brasswright.interpreter.syntax.nodes.types import Type


@dataclass(frozen=True, slots=True)
class Header(Node):
    """`overlay name "…" amends a, b`."""

    name: str
    title: str
    amends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seats(Node):
    low: int
    high: int
    cites: Cites


@dataclass(frozen=True, slots=True)
class TypeDeclaration(Node):
    """`type Pounds: 0..9999 "£"`."""

    name: str
    type: Type
    unit: str | None


@dataclass(frozen=True, slots=True)
class EnumDeclaration(Node):
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    """One field (a line with several names is several fields).

    `secrecy` is None, "secret", "owner" or an expression (`secret if E`).
    """

    name: str
    type: Type
    default: Expression | None
    secrecy: str | Expression | None
    cites: Cites
    is_state: bool


@dataclass(frozen=True, slots=True)
class KindDeclaration(Node):
    """`kind Name [within Place by field | joins Place] ["title"]: fields`."""

    name: str
    within: tuple[str, str] | None
    joins: str | None
    title: str | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class StateDeclaration(Node):
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class CellWords(Node):
    """`a|b` or a single word: names of rows or enum values, `yes`, `no`."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellNumbers(Node):
    """`1,1,2` or a single number."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CellNothing(Node):
    """`-`."""


@dataclass(frozen=True, slots=True)
class CellText(Node):
    text: str


@dataclass(frozen=True, slots=True)
class CellExpression(Node):
    """`( expr )`, computed when the rulebook is loaded."""

    expression: Expression


Cell = CellWords | CellNumbers | CellNothing | CellText | CellExpression


@dataclass(frozen=True, slots=True)
class Row(Node):
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TableDeclaration(Node):
    """Rows of a kind; `columns` are the names in the first line (`count.3` as written)."""

    kind: str
    cites: Cites
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ListDeclaration(Node):
    name: str
    type: Type
    cites: Cites
    values: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ParameterDeclaration(Node):
    name: str
    type: Type
    default: Expression
    sentence: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a define or rule."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class DefineDeclaration(Node):
    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    cites: Cites
    body: Expression


@dataclass(frozen=True, slots=True)
class RuleDeclaration(Node):
    name: str
    parameters: tuple[Parameter, ...]
    title: str | None
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class ActionDeclaration(Node):
    name: str
    title: str | None
    during: str | None
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class PhaseDeclaration(Node):
    name: str
    title: str | None
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`most E "what"` or `least E "what"`; `p` is the player."""

    most: bool
    value: Expression
    what: str


@dataclass(frozen=True, slots=True)
class RankingDeclaration(Node):
    cites: Cites
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class ArrangeDeclaration(Node):
    body: Suite


@dataclass(frozen=True, slots=True)
class CheckDeclaration(Node):
    test: Expression
    reason: Template
    cites: Cites


@dataclass(frozen=True, slots=True)
class InvariantDeclaration(Node):
    name: str
    test: Expression
    reason: Template
    cites: Cites


@dataclass(frozen=True, slots=True)
class NoteDeclaration(Node):
    cites: Cites
    text: str
    see: str


@dataclass(frozen=True, slots=True)
class StatusDeclaration(Node):
    text: Template


@dataclass(frozen=True, slots=True)
class RowsShown(Node):
    """`for x in S [where C]:` and what is told of each, under headings."""

    variable: str
    source: Expression
    where: Expression | None
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Column(Node):
    heading: str
    value: Expression


@dataclass(frozen=True, slots=True)
class ShowDeclaration(Node):
    name: str
    title: str
    of: str | None
    """The name of the player whom it is about, where it is about one."""
    form: str | None
    on: Name | None
    """The map that it is shown with."""
    rows: RowsShown


@dataclass(frozen=True, slots=True)
class MapDeclaration(Node):
    name: str
    title: str | None
    kind: Name
    x: Name
    y: Name
    rows: tuple[RowsShown, ...]


Declaration = (
    Header
    | Seats
    | TypeDeclaration
    | EnumDeclaration
    | KindDeclaration
    | StateDeclaration
    | TableDeclaration
    | ListDeclaration
    | ParameterDeclaration
    | DefineDeclaration
    | RuleDeclaration
    | ActionDeclaration
    | PhaseDeclaration
    | RankingDeclaration
    | ArrangeDeclaration
    | CheckDeclaration
    | InvariantDeclaration
    | NoteDeclaration
    | StatusDeclaration
    | ShowDeclaration
    | MapDeclaration
)
