"""Positions described in the ruleset's own names, laid over a seeded start; and looking them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from brasswright.interpreter import views
from brasswright.interpreter.checking.domains import PLAYER, Domain
from brasswright.interpreter.checking.types import BoolType, ListType, RowType, SetType, ZoneType
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.compiling.points import ActPoint
from brasswright.interpreter.errors import PositionError
from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import (
    ACTION,
    ADD,
    FLOW,
    ME,
    POINT,
    SUSPENDED,
    TAKE,
    Trap,
    pieces,
    set_list,
)
from brasswright.interpreter.suggest import closest

REST = "rest"
MOST_ALIKE = 10_000
"""Most equal pieces in one place."""


@dataclass
class _Zone:
    """A zone that the description names, and what shall be in it."""

    column: Column
    row: int
    wanted: list[int]
    rest: bool
    """Does it take what is left over?"""

    @property
    def start(self) -> int:
        return self.column.cell(self.row)


def describe(game: Game, position: Mapping[str, Any], free: bool = False) -> None:
    """Put a game into a described position.

    Raises PositionError for one that can't exist; `free` waives the invariants, never ranges.
    """
    _Describer(game).describe(position, free)


class _Describer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = game.names
        self.program = game.compiled.program
        self.layout = game.compiled.layout
        self.cells = game.position.cells
        self.journal = game.position.journal
        self.zones: list[_Zone] = []
        self.scalars: list[tuple[int, int]] = []
        self.lists: list[tuple[Column, int, list[int]]] = []
        self.pool: list[tuple[str, int, Column, int]] = []
        """Pieces taken from the named zones: kind, piece, where it came from."""

    def describe(self, position: Mapping[str, Any], free: bool) -> None:
        turn = position.get("turn", self.game.turn)
        for key, value in position.items():
            if key != "turn":
                self._key(key, value)
        self._set_scalars()
        self._fill_zones()
        self._arrange()
        try:
            self._turn(turn)
        except Trap as trap:
            raise PositionError(f"the rules go wrong in this position: {trap}") from None
        self._set_scalars()
        self.journal.clear()
        broken = () if free else self.game.broken_invariants()
        if broken:
            raise PositionError(f"this position can't be: {'; '.join(broken)}")
        self.game._played.clear()
        self.game._history.clear()
        begins = replace(self.game._log[0], heading=self.game.status())
        self.game._log[:] = [begins]

    # -- reading the description -----------------------------------------------------------

    def _key(self, key: str, value: Any) -> None:
        domains = self.program.domains
        if key in domains.game:
            self._field(self.layout.column(domains.game[key]), 0, value)
            return
        if key not in domains.by_plural:
            known = [*domains.game, *domains.by_plural, "turn"]
            raise PositionError(f"there is no `{key}`{_hint(key, known)}")
        if not isinstance(value, Mapping):
            raise PositionError(f"`{key}` takes rows with their fields")
        domain = domains.by_plural[key]
        for name, fields in value.items():
            row = self.row(domain, str(name))
            if not isinstance(fields, Mapping):
                raise PositionError(f"`{key}.{name}` takes fields and their values")
            for field_name, item in fields.items():
                column = self.layout.columns.get(f"{domain.name}.{field_name}")
                if column is None:
                    known = [c.field.name for c in self.layout.columns.values()]
                    raise PositionError(
                        f"`{name}` has no state `{field_name}`{_hint(str(field_name), known)}"
                    )
                self._field(column, row, item)

    def row(self, domain: Domain, name: str) -> int:
        """The id of a row by its name."""
        if domain.name == PLAYER:
            found = self.game.players.index(name) + 1 if name in self.game.players else None
            known: Sequence[str] = self.game.players
        else:
            found, known = domain.find(name), list(domain.index)
        if found is None:
            raise PositionError(f"there is no {domain.name} `{name}`{_hint(name, known)}")
        return found

    def _field(self, column: Column, row: int, value: Any) -> None:
        what = self._what(column, row)
        match column.field.type:
            case ZoneType(domain=domain):
                self._zone(column, row, self.program.domain(domain), value)
            case ListType(of=RowType(domain=domain)):
                if not isinstance(value, list):
                    raise PositionError(f"{what} takes a list")
                kind = self.program.domain(domain)
                self.lists.append((column, row, [self.row(kind, str(v)) for v in value]))
            case RowType(domain=domain):
                number = 0
                if value is not None and value != "none":
                    number = self.row(self.program.domain(domain), str(value))
                self.scalars.append((column.cell(row), number))
            case SetType(domain=str() as domain):
                if not isinstance(value, list):
                    raise PositionError(f"{what} takes a list")
                kind = self.program.domain(domain)
                bits = sum({1 << self.row(kind, str(v)) for v in value})
                self.scalars.append((column.cell(row), bits))
            case BoolType():
                if not isinstance(value, bool):
                    raise PositionError(f"{what} is yes or no, not {value!r}")
                self.scalars.append((column.cell(row), int(value)))
            case _:
                low, high = column.field.low, column.field.high
                if not isinstance(value, int) or isinstance(value, bool):
                    raise PositionError(f"{what} is a number, not {value!r}")
                if not low <= value <= high:
                    raise PositionError(f"{what} can't be {value}: it is within {low}..{high}")
                self.scalars.append((column.cell(row), value))

    def _what(self, column: Column, row: int) -> str:
        field = column.field
        return f"{self.names.row(field.domain, row)}.{field.name}" if row else field.name

    def _zone(self, column: Column, row: int, kind: Domain, value: Any) -> None:
        if value is None or value == "none":
            value = []
        if isinstance(value, Mapping):
            for name, count in value.items():
                if not isinstance(count, int) or not 0 <= count <= MOST_ALIKE:
                    raise PositionError(f"{self._what(column, row)} can't hold {count} of {name}")
            value = [name for name, count in value.items() for _ in range(count)]
        if not isinstance(value, list):
            value = [value]
        rest = REST in value
        wanted = [self.row(kind, str(v)) for v in value if v != REST]
        if column.shape == "slot" and len(wanted) > 1:
            raise PositionError(f"{self._what(column, row)} holds one thing")
        self.zones.append(_Zone(column, row, wanted, rest))

    # -- pieces ----------------------------------------------------------------------------

    def _fill_zones(self) -> None:
        for zone in self.zones:
            for piece in self._inside(zone.column, zone.row):
                self._take(zone.column, zone.row, piece)
                self.pool.append((self._kind(zone.column), piece, zone.column, zone.row))
        for zone in self.zones:
            for piece in reversed(zone.wanted):
                self._find(zone, piece)
                self._add(zone.column, zone.row, piece)
        self._leave_rest()

    def _kind(self, column: Column) -> str:
        assert isinstance(column.field.type, ZoneType)
        return column.field.type.domain

    def _inside(self, column: Column, row: int) -> tuple[int, ...]:
        return pieces(self.cells, column.shape, column.cell(row), column.kinds)

    def _take(self, column: Column, row: int, piece: int) -> None:
        TAKE[column.shape](self.cells, self.journal, column.cell(row), piece)

    def _add(self, column: Column, row: int, piece: int) -> None:
        try:
            ADD[column.shape](self.cells, self.journal, column.cell(row), piece)
        except Trap as trap:
            raise PositionError(f"{self._what(column, row)}: {trap}") from None

    def _find(self, zone: _Zone, piece: int) -> None:
        """Take a piece that a zone shall hold from where it may come from."""
        kind = self._kind(zone.column)
        for i, (pool_kind, pooled, _, _) in enumerate(self.pool):
            if (pool_kind, pooled) == (kind, piece):
                del self.pool[i]
                return
        for column, row in self._sources(zone):
            if piece in self._inside(column, row):
                self._take(column, row, piece)
                return
        name = self.names.row(kind, piece)
        raise PositionError(
            f"there is no {name} left for {self._what(zone.column, zone.row)}: all are elsewhere"
        )

    def _sources(self, zone: _Zone) -> list[tuple[Column, int]]:
        """Unnamed zones of the kind: piles, then the owner's bags, then all others."""
        named = {(z.column.field.path, z.row) for z in self.zones}
        same = [
            (column, row)
            for column in self.layout.columns.values()
            if column.field.is_zone and self._kind(column) == self._kind(zone.column)
            for row in (range(1, column.rows + 1) if column.field.domain else (0,))
            if (column.field.path, row) not in named
        ]
        owner = self._owner(zone)

        def rank(source: tuple[Column, int]) -> int:
            column, row = source
            if column.shape == "pile":
                return 0
            return 1 if column.field.domain == PLAYER and row == owner else 2

        return sorted(same, key=rank)

    def _owner(self, zone: _Zone) -> int:
        """The player to whom the row of a zone belongs: itself, or its `owner`."""
        if zone.column.field.domain == PLAYER:
            return zone.row
        for column in self.layout.columns.values():
            if column.field.domain == zone.column.field.domain and column.field.domain:
                type_ = column.field.type
                if isinstance(type_, RowType) and type_.domain == PLAYER:
                    return self.cells[column.cell(zone.row)]
        return 0

    def _leave_rest(self) -> None:
        """What is left over goes to the zone that takes the rest, a pile, or the same row."""
        for kind, piece, came_column, came_row in self.pool:
            rest = next((z for z in self.zones if z.rest and self._kind(z.column) == kind), None)
            if rest is not None:
                self._add_under(rest.column, rest.row, piece)
                continue
            home = self._home(kind, came_column, came_row)
            if home is None:
                name = self.names.row(kind, piece)
                raise PositionError(
                    f"{name} is left over: say `{REST}` for the zone that takes what is left"
                )
            self._add_under(*home, piece)

    def _home(self, kind: str, came: Column, row: int) -> tuple[Column, int] | None:
        zone = _Zone(came, row, [], False)
        for column, source_row in self._sources(zone):
            if column.shape == "pile":
                return column, source_row
            if column.shape == "bag" and (column.field.domain, source_row) == (
                came.field.domain,
                row,
            ):
                return column, source_row
        owner = self._owner(zone)
        for column, source_row in self._sources(zone):
            if column.shape == "bag" and column.field.domain == PLAYER and source_row == owner:
                return column, source_row
        return None

    def _add_under(self, column: Column, row: int, piece: int) -> None:
        """Put a piece under a pile, or into a bag."""
        self._add(column, row, piece)
        if column.shape == "pile":
            start, length = column.cell(row) + 2, self.cells[column.cell(row)]
            stack = self.cells[start : start + length]
            self.cells[start : start + length] = [stack[-1], *stack[:-1]]

    # -- the rest --------------------------------------------------------------------------

    def _set_scalars(self) -> None:
        for cell, value in self.scalars:
            self.cells[cell] = value
        for column, row, values in self.lists:
            if len(values) > column.kinds:
                raise PositionError(f"{self._what(column, row)} takes at most {column.kinds}")
            set_list(self.cells, self.journal, column.cell(row), values, column.kinds)

    def _arrange(self) -> None:
        given = {zone.start for zone in self.zones}
        for number in range(len(self.program.arranges)):
            arrange = self.game.compiled.names[f"arrange_{number}"]
            try:
                arrange(self.cells, self.journal, lambda cell: cell in given)
            except Trap as trap:
                raise PositionError(f"the position can't be completed: {trap}") from None

    def _turn(self, turn: str | None) -> None:
        """Let the flow stand at the beginning of that player's turn."""
        if turn is None or turn not in self.game.players:
            raise PositionError(f"nobody here is called {turn}")
        player = self.game.players.index(turn) + 1
        act = next(iter(self.game.compiled.flow.acts.values()), None)
        if act is None:
            raise PositionError("these rules have no turns")
        for loop in act.loops:
            self._loop(act, loop_value=player, index=act.loops.index(loop), turn=turn)
        for cell in (ACTION, POINT, SUSPENDED):
            self.cells[cell] = 0
        self.cells[ME] = player
        self.cells[FLOW] = act.entry
        self.game.position.start()

    def _loop(self, act: ActPoint, loop_value: int, index: int, turn: str) -> None:
        loop = act.loops[index]
        self.game.compiled.names[f"flow_{loop.start}"](self.cells, self.journal)
        items = list(self.game.compiled.names[loop.items](self.cells))
        value = self.cells[loop.value]
        if not loop.field and loop.domain == PLAYER:
            value = loop_value
        if value not in items:
            what = turn if loop.domain == PLAYER else self.names.row(loop.domain, value)
            raise PositionError(f"{what} is not among those that the game goes through here")
        self.cells[loop.value] = value
        self.cells[loop.index] = items.index(value) + 1


def lookup(game: Game, path: str) -> Any:
    """The value at a path: `turn`, `stage`, `era`, `players.Ada.money`, `….hand.size`,
    `….hand.number.alpha`. Raises PositionError for a path that leads nowhere."""
    if path == "turn":
        return game.turn
    if path == "stage":
        return game.stage
    parts = path.split(".")
    domains = game.compiled.program.domains
    if parts[0] in domains.game:
        column, row, rest = game.compiled.layout.column(domains.game[parts[0]]), 0, parts[1:]
    elif parts[0] in domains.by_plural:
        column, row, rest = _column(game, domains.by_plural[parts[0]], parts[1:], path)
    else:
        known = [*domains.game, *domains.by_plural]
        raise PositionError(f"there is no `{parts[0]}`{_hint(parts[0], known)}")
    value = views.cell_view(game.names, column, game.position.cells, row, views.EVERYTHING)
    if not rest:
        return value
    if rest == ["size"]:
        return len(value) if isinstance(value, list) else int(value is not None)
    if rest[0] == "number" and isinstance(value, list):
        return value.count(".".join(rest[1:]))
    raise PositionError(f"`{path}` leads nowhere")


def _column(
    game: Game, domain: Domain, parts: list[str], path: str
) -> tuple[Column, int, list[str]]:
    describer = _Describer(game)
    for length in range(len(parts) - 1, 0, -1):
        name = ".".join(parts[:length])
        try:
            row = describer.row(domain, name)
        except PositionError:
            continue
        column = game.compiled.layout.columns.get(f"{domain.name}.{parts[length]}")
        if column is not None:
            return column, row, parts[length + 1 :]
    raise PositionError(f"`{path}` leads nowhere")


def _hint(word: str, known: Sequence[str]) -> str:
    meant = closest(word, known)
    return f"; did you mean {' or '.join(meant)}?" if meant else ""
