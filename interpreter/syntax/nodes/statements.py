"""Statements: what actions, rules and phases consist of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.syntax.nodes.expressions import Expression, Template
from brasswright.interpreter.syntax.nodes.node import Node

if TYPE_CHECKING:
    from brasswright.interpreter.syntax.nodes.amendments import AlternativeTo, ExceptionTo

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
class Tally(Node):
    """`tally group "…" for P [by N]`."""

    group: str
    text: Template
    player: Expression
    number: Expression | None


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
    | Tally
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
