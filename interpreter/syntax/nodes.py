"""The AST: frozen nodes, each with the span it was read from.

Spans take no part in comparison, so two readings of the same text are equal. Names of the
language (`choose`, `step`) are in `rules.lark`; there is one class for each construct.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from brasswright.interpreter.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes have."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# -- expressions ---------------------------------------------------------------------------


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

# -- types ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A kind, an enum, a `type`, `Bool`, `Text` or `Number`; `?` = may be nothing."""

    name: str
    optional: bool = False
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeRange(Node):
    """`low..high`; a bound may be a name (a parameter or list length known before a game)."""

    low: Expression
    high: Expression
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeMany(Node):
    """`set/list/bag/pile/slot of NAME` (`sets of NAME` = a list of sets)."""

    many: str
    of: str
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeMap(Node):
    """`map KEY to VALUE`."""

    key: str
    value: str
    by_seats: bool = False


Type = TypeName | TypeRange | TypeMany | TypeMap

# -- statements ----------------------------------------------------------------------------

Cites = tuple[str, ...]
"""Rule ids without the `@`."""


@dataclass(frozen=True, slots=True)
class Lacking(Node):
    """`lacking N unit`: what is missing."""

    number: Expression
    unit: str


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Require(Node):
    test: Expression
    reason: Template
    lacking: Lacking | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Do(Node):
    rule: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Play(Node):
    phase: str


@dataclass(frozen=True, slots=True)
class Act(Node):
    pass


@dataclass(frozen=True, slots=True)
class End(Node):
    pass


@dataclass(frozen=True, slots=True)
class Leave(Node):
    pass


@dataclass(frozen=True, slots=True)
class DoNothing(Node):
    """The statement `nothing`."""


@dataclass(frozen=True, slots=True)
class Log(Node):
    text: Template


@dataclass(frozen=True, slots=True)
class Move(Node):
    piece: Expression
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class MoveAll(Node):
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Put(Node):
    number: Expression
    piece: Expression
    zone: Expression


@dataclass(frozen=True, slots=True)
class Draw(Node):
    name: str
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expression


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`target = value`, `+=`, `-=`."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Where(Node):
    test: Expression
    reason: Template | None
    lacking: Lacking | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose [any|N] name from source [said …] [once per …] [else …] [where …]… [otherwise:]`.

    `how_many` is None, "any", or a number. `said` is None (the name is the word), or the
    words that may introduce the value, the first being the one written in records; `("",)`
    is positional.
    """

    how_many: str | int | None
    name: str
    source: Expression
    said: tuple[str, ...] | None
    once_per: tuple[Expression, ...]
    reason: Template | None
    lacking: Lacking | None
    wheres: tuple[Where, ...]
    otherwise: Suite | None


@dataclass(frozen=True, slots=True)
class Step(Node):
    name: str
    cites: Cites
    body: Suite
    exceptions: tuple[ExceptionTo, ...] = ()
    """Attached by later layers; the last is asked first."""
    alternatives: tuple[AlternativeTo, ...] = ()


@dataclass(frozen=True, slots=True)
class If(Node):
    branches: tuple[tuple[Expression, Suite], ...]
    otherwise: Suite | None


@dataclass(frozen=True, slots=True)
class For(Node):
    name: str
    source: Expression
    where: Expression | None
    body: Suite


@dataclass(frozen=True, slots=True)
class RepeatExactly(Node):
    times: Expression
    body: Suite


@dataclass(frozen=True, slots=True)
class RepeatRange(Node):
    """`repeat low to high:` with a stop before each time after the first `low`."""

    low: Expression
    high: Expression
    body: Suite


@dataclass(frozen=True, slots=True)
class RepeatMore(Node):
    """`repeat at least low:`."""

    low: Expression
    body: Suite


@dataclass(frozen=True, slots=True)
class RepeatWhile(Node):
    test: Expression
    limit: int
    body: Suite


@dataclass(frozen=True, slots=True)
class As(Node):
    player: Expression
    body: Suite


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    title: str | None
    cites: Cites
    body: Suite


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """`choose one:`."""

    options: tuple[Option, ...]
    otherwise: Suite | None


Statement = (
    Let
    | Require
    | Do
    | Play
    | Act
    | End
    | Leave
    | DoNothing
    | Log
    | Move
    | MoveAll
    | Put
    | Draw
    | Shuffle
    | Assign
    | Choose
    | Step
    | If
    | For
    | RepeatExactly
    | RepeatRange
    | RepeatMore
    | RepeatWhile
    | As
    | OneOf
)
Suite = tuple[Statement, ...]

# -- declarations --------------------------------------------------------------------------


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
class ShowDeclaration(Node):
    name: str
    title: str
    variable: str
    source: Expression
    where: Expression | None
    columns: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class MapDeclaration(Node):
    name: str
    kind: str
    x: str
    y: str


# -- amendments ----------------------------------------------------------------------------


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
)
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
TopLevel = Declaration | Amendment
