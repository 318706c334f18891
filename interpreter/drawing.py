"""A map as plain values: what the rules say is to be seen at each place, and where it lies.

Who draws it decides how; what is drawn, and what it is called, comes from the rule text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import rows_of
from brasswright.interpreter.checking.domains import ConstantField
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.kernel import Cells
from brasswright.interpreter.views import seen_by

MOST = 99
"""The largest coordinate."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something within a place that may hold a piece."""

    name: str
    """As it is typed."""
    label: str
    """A few letters for the piece that lies there, or for what may lie there."""
    owner: str = ""
    """The player whose piece it is; "" = nobody's, or no piece."""
    detail: str = ""
    """The same in words."""
    amount: str = ""
    """What is left on the piece; "" = nothing to tell."""
    turned: bool = False
    """Whether the piece shows its other side."""
    filled: bool = False
    """Whether a piece lies there."""


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place of the map, with the spots inside."""

    name: str
    label: str
    x: int
    """To the east, 0 to 99."""
    y: int
    """To the south, 0 to 99."""
    detail: str = ""
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """What joins two or more places."""

    name: str
    ends: tuple[str, ...]
    """Names of places."""
    label: str = ""
    owner: str = ""
    """Whose it is; "" = it is open."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole map."""

    name: str
    title: str
    places: tuple[DrawnPlace, ...]
    lines: tuple[DrawnLine, ...]
    signs: tuple[tuple[str, str], ...] = ()
    """What the letters of the labels stand for, in words."""


def draw(compiled: Compiled, names: Names, cells: Cells, name: str, viewer: int) -> Drawing:
    """A map that the rules declare, filled in as that player sees it.

    Without a block for its places all of them are there, under their titles. What is seen twice
    is told as it was first; spots and lines of places that are not seen are left out.
    """
    declared = compiled.program.maps[name]
    told = _Told(compiled, names, declared, seen_by(cells, viewer))
    rows = told.of("place")
    if not any(layer.role == "place" for layer in declared.layers):
        rows = {(declared.domain, row): {} for row in _all_rows(compiled, declared.domain)}
    spots: dict[int, list[Spot]] = {}
    for (domain, row), said in told.of("spot").items():
        place = _constant(compiled, domain, "place")[row]
        spots.setdefault(place, []).append(_spot(names.row(domain, row), said))
    east, south = (_scaled(_constant(compiled, declared.domain, axis)) for axis in declared.at)
    places = {
        row: DrawnPlace(
            names.row(domain, row),
            said.get("label", names.title(domain, row)),
            east[row],
            south[row],
            said.get("detail", ""),
            tuple(spots.get(row, ())),
        )
        for (domain, row), said in rows.items()
    }
    lines = []
    for (domain, row), said in told.of("line").items():
        ends = tuple(rows_of(_constant(compiled, domain, "ends")[row]))
        if all(end in places for end in ends):
            joined = tuple(places[end].name for end in ends)
            lines.append(DrawnLine(names.row(domain, row), joined, **said))
    explained = told.of("sign").values()
    signs = tuple((said.get("label", ""), said.get("detail", "")) for said in explained)
    title = names.language.text(declared.title)
    return Drawing(name, title, tuple(places.values()), tuple(lines), signs)


class _Told:
    """What the blocks of a map tell of each row, by what the rows are on it."""

    def __init__(
        self, compiled: Compiled, names: Names, declared: ir.Map, cells: list[int]
    ) -> None:
        self._compiled, self._names = compiled, names
        self._declared, self._cells = declared, cells

    def of(self, role: str) -> dict[tuple[str, int], dict[str, str]]:
        """By kind and row: texts under their headings."""
        found: dict[tuple[str, int], dict[str, str]] = {}
        for number, layer in enumerate(self._declared.layers):
            if layer.role != role:
                continue
            function = self._compiled.names[f"map_{self._declared.name}_{number}"]
            for row, *values in function(self._cells):
                found.setdefault((layer.domain, row), dict(self._texts(layer, values)))
        return found

    def _texts(self, layer: ir.MapRows, values: list[Any]) -> Iterator[tuple[str, str]]:
        for (heading, column), value in zip(layer.rows.columns, values, strict=True):
            if heading in ("turned", "filled"):
                yield heading, heading if value else ""
            elif heading == "owner" and not value:
                yield heading, ""
            else:
                yield heading, self._names.value(value, column.type)


def _spot(name: str, said: Mapping[str, str]) -> Spot:
    return Spot(
        name,
        said.get("label", ""),
        said.get("owner", ""),
        said.get("detail", ""),
        said.get("amount", ""),
        bool(said.get("turned")),
        bool(said.get("filled")),
    )


def _all_rows(compiled: Compiled, domain: str) -> range:
    return range(1, len(compiled.program.domain(domain).rows))


def _constant(compiled: Compiled, domain: str, name: str) -> list[Any]:
    """The values of a field that is fixed, by row."""
    field = compiled.program.domain(domain).fields[name]
    assert isinstance(field, ConstantField)
    return field.values


def _scaled(values: list[int]) -> list[int]:
    """Coordinates as numbers from 0 to 99: as they are, or drawn together."""
    low, high = min(0, *values), max(MOST, *values)
    return [(value - low) * MOST // (high - low) for value in values]
