"""The typed program: what the checker hands to the backends.

Every name is resolved, every expression has a type, steps are flattened into statements that
know their part, exceptions have become tests and alternatives options. A value is a number:
a row's id (from 1; 0 is nothing), a set as bits (bit n = row n), a Boolean as 0 or 1; lists
are sequences of numbers. Nothing here depends on Python's own objects.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.types import Type
from brasswright.interpreter.source import Span

if TYPE_CHECKING:
    from brasswright.interpreter.checking.domains import ConstantField, Domain, Domains, StateField


@dataclass(slots=True, kw_only=True)
class Typed:
    """What all typed expressions have."""

    type: Type
    span: Span


# -- expressions ---------------------------------------------------------------------------


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

# -- statements ----------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Placed:
    """What all statements have: the part they stand in (`build.card`) and their span."""

    part: str
    span: Span


@dataclass(slots=True)
class Reason:
    """Why something is refused: number in the program, text, what is missing, rule ids."""

    number: int
    part: str
    text: Text | None
    lacking: Expr | None
    unit: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class LetStatement(Placed):
    name: str
    value: Expr


@dataclass(slots=True)
class RequireStatement(Placed):
    test: Expr
    reason: Reason


@dataclass(slots=True)
class CallStatement(Placed):
    rule: str
    arguments: tuple[Expr, ...]


@dataclass(slots=True)
class SetStatement(Placed):
    """A state field gets a value: `=`, `+=`, `-=` (scalars, sets and lists)."""

    field: StateField
    row: Expr | None
    operator: str
    value: Expr


@dataclass(slots=True)
class MoveStatement(Placed):
    """One piece (or all, `piece` None) from zone to zone."""

    piece: Expr | None
    source: ZoneRead
    target: ZoneRead


@dataclass(slots=True)
class PutStatement(Placed):
    number: Expr
    piece: Expr
    zone: ZoneRead


@dataclass(slots=True)
class DrawStatement(Placed):
    name: str
    source: ZoneRead
    target: ZoneRead


@dataclass(slots=True)
class ShuffleStatement(Placed):
    """A pile, or a list field."""

    field: StateField
    row: Expr | None


@dataclass(slots=True)
class LogStatement(Placed):
    text: Text
    number: int


@dataclass(slots=True)
class EndStatement(Placed):
    """The action is over."""


@dataclass(slots=True)
class LeaveStatement(Placed):
    """Out of the nearest `repeat`."""


@dataclass(slots=True)
class ActStatement(Placed):
    phase: str


@dataclass(slots=True)
class PlayStatement(Placed):
    phase: str


@dataclass(slots=True)
class Candidate:
    """One `where` of a choice."""

    test: Expr
    reason: Reason


@dataclass(slots=True)
class ChooseStatement(Placed):
    """One decision. `many` > 0 = a multiset of so many; `once` = keys of equal candidates."""

    number: int
    """Of the choice, in the program."""
    name: str
    source: Expr
    words: tuple[str, ...]
    """What may introduce the value; the first is written; "" = positional."""
    domain: str | None
    """Of the value; None = a plain number."""
    any: bool
    many: int
    once: tuple[Expr, ...]
    reason: Reason
    wheres: tuple[Candidate, ...]
    otherwise: Block | None


@dataclass(slots=True)
class BranchStatement(Placed):
    """`if … elif … else`, and exceptions to a step."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@dataclass(slots=True)
class OptionsStatement(Placed):
    """`choose one`, and alternatives to a step: option 0's word "" is the silent base."""

    number: int
    options: tuple[tuple[str, Expr | None, Block], ...]
    """Word, condition, body."""


@dataclass(slots=True)
class LoopStatement(Placed):
    """`for name in source`; `field` instead of a name assigns that state field each time."""

    name: str
    source: Expr
    where: Expr | None
    body: Block
    field: StateField | None = None


@dataclass(slots=True)
class TimesStatement(Placed):
    """`repeat N`."""

    times: Expr
    body: Block


@dataclass(slots=True)
class StopsStatement(Placed):
    """`repeat low to high` (high None = no limit): a stop before each time after `low`."""

    low: int
    high: int | None
    body: Block


@dataclass(slots=True)
class WhileStatement(Placed):
    test: Expr
    limit: int
    body: Block


@dataclass(slots=True)
class AsStatement(Placed):
    player: Expr
    body: Block


Stmt = (
    LetStatement
    | RequireStatement
    | CallStatement
    | SetStatement
    | MoveStatement
    | PutStatement
    | DrawStatement
    | ShuffleStatement
    | LogStatement
    | EndStatement
    | LeaveStatement
    | ActStatement
    | PlayStatement
    | ChooseStatement
    | BranchStatement
    | OptionsStatement
    | LoopStatement
    | TimesStatement
    | StopsStatement
    | WhileStatement
    | AsStatement
)
Block = tuple[Stmt, ...]

# -- parts ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Define:
    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type
    body: Expr
    span: Span
    cites: tuple[str, ...]


@dataclass(slots=True)
class Effects:
    """What a rule may do, found over the call graph."""

    chooses: bool = False
    refuses: bool = False
    draws: bool = False


@dataclass(slots=True)
class Rule:
    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Block
    span: Span
    cites: tuple[str, ...]
    effects: Effects = field(default_factory=Effects)


@dataclass(slots=True)
class Action:
    name: str
    title: str
    during: str
    body: Block
    span: Span
    cites: tuple[str, ...]


@dataclass(slots=True)
class Phase:
    name: str
    title: str
    body: Block
    span: Span
    cites: tuple[str, ...]


@dataclass(slots=True)
class Ranking:
    """One line: compared at the end, `p` bound to the player."""

    most: bool
    value: Expr
    what: str


@dataclass(slots=True)
class Invariant:
    name: str
    test: Expr
    reason: Text


@dataclass(slots=True)
class Show:
    name: str
    title: str
    variable: str
    source: Expr
    where: Expr | None
    columns: tuple[tuple[str, Expr], ...]


@dataclass(slots=True)
class Program:
    """A whole checked rulebook for one number of seats."""

    domains: Domains
    defines: dict[str, Define]
    rules: dict[str, Rule]
    actions: dict[str, Action]
    phases: dict[str, Phase]
    ranking: tuple[Ranking, ...]
    arranges: tuple[Block, ...]
    invariants: tuple[Invariant, ...]
    status: Text | None
    shows: dict[str, Show]
    choices: tuple[ChooseStatement | OptionsStatement, ...]
    """By number."""
    reasons: tuple[Reason, ...]
    """By number."""
    logs: tuple[Text, ...]

    def domain(self, name: str) -> Domain:
        """The rows of a kind or enum."""
        return self.domains.by_name[name]
