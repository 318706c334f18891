"""Typed statements: steps flattened, exceptions as tests, alternatives as options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.program.expressions import Expr, Text, ZoneRead
from brasswright.interpreter.source import Span

if TYPE_CHECKING:
    from brasswright.interpreter.checking.domains import StateField


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
