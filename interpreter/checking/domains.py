"""The rows of every kind and enum, and their fields: what a position is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from brasswright.interpreter.checking.types import Type, ZoneType
from brasswright.interpreter.source import NOWHERE, Span

PLAYER = "Player"
"""The one kind that the engine itself adds rows to: one for each seat."""


@dataclass(slots=True, eq=False)
class ConstantField:
    """A field whose value for each row is fixed; `values[0]` is that of nothing."""

    name: str
    domain: str
    type: Type
    values: list[object] = field(default_factory=list)
    span: Span = NOWHERE


@dataclass(slots=True, eq=False)
class StateField:
    """A field that changes in a game: cells for each row, or of the game (`domain` "")."""

    name: str
    domain: str
    type: Type
    low: int = 0
    high: int = 0
    start: int = 0
    secret: str = ""
    """"" = open, "all" = hidden from everybody, "owner" = seen by the row's player only."""
    span: Span = NOWHERE

    @property
    def path(self) -> str:
        """`Player.money`, or the bare name of a field of the game."""
        return f"{self.domain}.{self.name}" if self.domain else self.name

    @property
    def is_zone(self) -> bool:
        return isinstance(self.type, ZoneType)


@dataclass(slots=True, eq=False)
class Domain:
    """A kind or an enum. Row ids start at 1; row 0 is the row of nothing."""

    name: str
    plural: str
    is_enum: bool
    span: Span
    rows: list[str] = field(default_factory=lambda: ["none"])
    titles: list[str] = field(default_factory=lambda: ["nothing"])
    index: dict[str, int] = field(default_factory=dict)
    fields: dict[str, ConstantField | StateField] = field(default_factory=dict)
    joins: str = ""
    """For links: the kind of place they join."""
    within: str = ""

    def __len__(self) -> int:
        """How many rows there are, the row of nothing not counted."""
        return len(self.rows) - 1

    @property
    def everything(self) -> int:
        """The set of all rows, as bits."""
        return (1 << len(self.rows)) - 2

    def add(self, name: str, title: str = "") -> int:
        """A new row; its id."""
        self.rows.append(name)
        self.titles.append(title or name)
        self.index.setdefault(name, len(self.rows) - 1)
        return len(self.rows) - 1

    def find(self, name: str) -> int | None:
        """The id of a row by its name; the ends of a link in any order, or two that are unique."""
        if name in self.index:
            return self.index[name]
        if self.joins and "--" in name:
            ends = set(name.split("--"))
            hits = [i for i, row in enumerate(self.rows) if i and ends <= set(row.split("--"))]
            exact = [i for i in hits if len(self.rows[i].split("--")) == len(ends)]
            if len(exact or hits) == 1:
                return (exact or hits)[0]
        return None


@dataclass(slots=True)
class Domains:
    """All domains, and the fields of the game itself."""

    by_name: dict[str, Domain] = field(default_factory=dict)
    by_plural: dict[str, Domain] = field(default_factory=dict)
    game: dict[str, StateField] = field(default_factory=dict)
    seats: int = 0

    def add(self, domain: Domain) -> None:
        """Make a domain known by its name and its plural."""
        self.by_name[domain.name] = domain
        self.by_plural[domain.plural] = domain

    def having(self, row: str) -> list[Domain]:
        """The domains that have a row of that name."""
        return [domain for domain in self.by_name.values() if domain.find(row) is not None]

    def state_fields(self) -> list[StateField]:
        """Every state field in the order of declaration: the game's, then each domain's."""
        found = list(self.game.values())
        for domain in self.by_name.values():
            found += [f for f in domain.fields.values() if isinstance(f, StateField)]
        return found


def plural(name: str) -> str:
    """The plural by which a domain's rows are known: `City` → `cities`."""
    word = name.lower()
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"
