"""The parts of a checked rulebook, and the whole of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.program.expressions import Expr, Text
from brasswright.interpreter.checking.program.statements import (
    Block,
    ChooseStatement,
    OptionsStatement,
    Reason,
)
from brasswright.interpreter.checking.types import Type
from brasswright.interpreter.source import Span

if TYPE_CHECKING:
    from brasswright.interpreter.checking.domains import Domain, Domains


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
    deals: bool = False
    """Does it shuffle, put new pieces into the game, or act for another player?"""


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
