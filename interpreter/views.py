"""What somebody may see of a position: plain data, the tables that the rules show, changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.types import ListType, RowType, SetType
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.moves import Change, Table
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.kernel import LOGGED, ME, Cells, Journal, pieces

NONE = "-"
EVERYTHING = -1
"""The viewer who sees all: records and scenarios, never a player."""


def may_see(column: Column, row: int, viewer: int) -> bool:
    """May that player see a state field of that row? 0 = a stranger, who sees what is open."""
    if not column.field.secret or viewer == EVERYTHING:
        return True
    return column.field.secret == "owner" and column.field.domain == PLAYER and row == viewer


def view(compiled: Compiled, names: Names, cells: Cells, viewer: int) -> dict[str, Any]:
    """The whole position as plain data; hidden pieces as {"hidden": how many}."""
    found: dict[str, Any] = {}
    for column in compiled.layout.columns.values():
        field = column.field
        if not field.domain:
            found[field.name] = cell_view(names, column, cells, 0, viewer)
            continue
        domain = compiled.program.domain(field.domain)
        rows = found.setdefault(domain.plural, {})
        for row in range(1, len(domain.rows)):
            named = rows.setdefault(names.row(field.domain, row), {})
            named[field.name] = cell_view(names, column, cells, row, viewer)
    return found


def cell_view(names: Names, column: Column, cells: Cells, row: int, viewer: int) -> Any:
    """One state field of one row as plain data."""
    start = column.cell(row)
    if column.shape in ("bag", "pile", "slot"):
        inside = pieces(cells, column.shape, start, column.kinds)
        if not may_see(column, row, viewer):
            return {"hidden": len(inside)}
        kind = getattr(column.field.type, "domain", "")
        words = [names.row(kind, piece) for piece in inside]
        return (words[0] if words else None) if column.shape == "slot" else words
    if not may_see(column, row, viewer):
        return {"hidden": 1}
    match column.field.type:
        case RowType(domain=domain):
            return names.row(domain, cells[start]) if cells[start] else None
        case ListType(of=RowType(domain=domain)):
            return [names.row(domain, r) for r in pieces(cells, "pile", start, 0)]
        case SetType(domain=str() as domain):
            return [names.row(domain, r) for r in range(1, 64) if cells[start] >> r & 1]
    if str(column.field.type) == "Bool":
        return bool(cells[start])
    return cells[start]


def show(
    compiled: Compiled, names: Names, cells: Cells, name: str, viewer: int, of: int = 0
) -> Table:
    """A table that the rules declare, filled in as that player sees it.

    One that is about a player is about `of`, or else about who looks.
    """
    declared = compiled.program.shows[name]
    columns = declared.rows.columns
    about = (of or viewer,) if declared.of else ()
    rows = compiled.names[f"show_{name}"](seen_by(cells, viewer), *about)
    return Table(
        name,
        names.language.text(declared.title),
        tuple(names.language.text(title) for title, _ in columns),
        tuple(
            tuple(
                names.value(value, column.type)
                for value, (_, column) in zip(row, columns, strict=True)
            )
            for row in rows
        ),
        declared.form,
    )


def seen_by(cells: Cells, viewer: int) -> list[int]:
    """The cells as they are when that player looks: `me` is who looks."""
    seen = list(cells)
    seen[ME] = viewer
    return seen


class CellNames:
    """What each cell is, for telling what a move changed."""

    def __init__(self, compiled: Compiled) -> None:
        self._columns: list[tuple[int, Column]] = sorted(
            ((column.base, column) for column in compiled.layout.columns.values()),
            key=lambda pair: pair[0],
        )
        self._of: dict[int, tuple[Column, int]] = {}
        for _, column in self._columns:
            for row in range(column.rows + 1):
                start = column.cell(row)
                for cell in range(start, start + column.stride):
                    self._of[cell] = (column, row)

    def find(self, cell: int) -> tuple[Column, int] | None:
        """The column and row of a cell; None for the kernel's own."""
        return self._of.get(cell)


def changes(
    where: CellNames,
    names: Names,
    cells: Cells,
    segment: Journal,
    viewer: int,
) -> tuple[Change, ...]:
    """What a stretch of the journal changed, as that player sees it, in order."""
    before: Cells = list(cells)
    touched: dict[tuple[str, int], Column] = {}
    for cell, old in reversed(segment):
        if cell == LOGGED:
            continue
        assert isinstance(old, int)
        before[cell] = old
    for cell, _ in segment:
        found = where.find(cell) if cell != LOGGED else None
        if found is not None:
            touched.setdefault((found[0].field.path, found[1]), found[0])
    told: list[Change] = []
    for (path, row), column in touched.items():
        was = cell_view(names, column, before, row, viewer)
        now = cell_view(names, column, cells, row, viewer)
        if was != now:
            told += _tell(names, column, path, row, was, now)
    return tuple(told)


def _tell(names: Names, column: Column, path: str, row: int, was: Any, now: Any) -> list[Change]:
    owner, _, name = path.rpartition(".")
    thing = names.title(owner, row) if owner else ""
    what = f"{thing} {names.term(name)}".strip()
    if isinstance(was, list) and column.shape == "bag":
        gone = _left(was, now)
        come = _left(now, was)
        found = [Change(what, names.word(item), NONE, thing=thing) for item in gone]
        return found + [Change(what, NONE, names.word(item), thing=thing) for item in come]
    return [Change(what, _short(names, was), _short(names, now), thing=thing)]


def _left(many: list[str], few: list[str]) -> list[str]:
    rest = list(few)
    found = []
    for item in many:
        if item in rest:
            rest.remove(item)
        else:
            found.append(item)
    return found


def _short(names: Names, value: Any) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return names.language.text("yes" if value else "no")
    if isinstance(value, Mapping):
        return names.language.say("{n} hidden", n=value["hidden"])
    if isinstance(value, list):
        return ", ".join(names.word(str(each)) for each in value) or NONE
    return names.word(str(value))


def is_personal(compiled: Compiled, name: str) -> bool:
    """Does a table speak of the one who looks at it, rather than of what lies open for all?"""
    declared = compiled.program.shows[name]
    spoken = (declared.rows.source, declared.rows.where, declared.rows.columns)
    return bool(declared.of) or any(isinstance(e, ir.Me) for e in expressions_in(spoken))


def expressions_in(value: object) -> Iterator[object]:
    """Every typed expression inside a value, itself included."""
    if isinstance(value, tuple):
        for item in value:
            yield from expressions_in(item)
    elif isinstance(value, ir.Typed):
        yield value
        for part in fields(value):
            if part.name not in ("span", "type"):
                yield from expressions_in(getattr(value, part.name))
