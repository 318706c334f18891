"""The parts of a checked rulebook, and the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
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
class RowsShown:
    """What a table or map goes through, and what it tells of each."""

    variable: str
    source: Expr
    where: Expr | None
    columns: tuple[tuple[str, Expr], ...]


@dataclass(slots=True)
class Show:
    name: str
    title: str
    of: str
    """The name of the player whom it is about; "" = nobody in particular."""
    form: str
    on: str
    """The map that it is shown with; "" = none."""
    rows: RowsShown


@dataclass(slots=True)
class MapRows:
    """Rows of one kind that are seen on a map."""

    role: str
    """What they are there: "place", "spot", "line" or "sign"."""
    domain: str
    rows: RowsShown


@dataclass(slots=True)
class Map:
    name: str
    title: str
    domain: str
    """The kind of the places."""
    at: tuple[str, str]
    """Their fields for where they lie: to the east, and to the south."""
    layers: tuple[MapRows, ...]


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
    maps: dict[str, Map]
    choices: tuple[ChooseStatement | OptionsStatement, ...]
    """By number."""
    reasons: tuple[Reason, ...]
    """By number."""
    logs: tuple[Text, ...]
    tallies: dict[int, str]
    """Lines of the log that are counted, not told, by number: to which group they belong.

    The first two holes of their texts are a player or none, and how much is counted.
    """
    units: dict[str, str]
    """By the name of a type with a unit: how the unit is written."""

    def told(self) -> Iterator[Text]:
        """The lines of the log that people read."""
        return (text for number, text in enumerate(self.logs) if number not in self.tallies)

    def rows_shown(self) -> Iterator[RowsShown]:
        """All that tables and maps go through."""
        yield from (show.rows for show in self.shows.values())
        yield from (layer.rows for each in self.maps.values() for layer in each.layers)

    def domain(self, name: str) -> Domain:
        """The rows of a kind or enum."""
        return self.domains.by_name[name]
