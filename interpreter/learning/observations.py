"""What a seat may see of a position, as a vector of fixed length.

Numbers stand as they are; a row, a set or a list of rows becomes a 0 or 1 for each row, a zone the
count of each kind of piece. What the seat may not see is all 0, but for how many pieces lie there.
Players are counted from the one who looks, so that every seat sees itself in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brasswright.interpreter.checking.bounds import PILE_SIZE
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.types import (
    NO_NUMBER,
    ListType,
    NumberType,
    RowType,
    SetType,
    ZoneType,
)
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.learning.vocabulary import Vocabulary, player_row, seats_on
from brasswright.interpreter.running.kernel import FLOW, ROWS, Cells, pieces
from brasswright.interpreter.views import may_see

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the vector: one field of one row."""

    column: Column
    count: int
    """The row as the viewer counts it; 0 = a field of the game."""
    start: int


class Observations:
    """How positions of some rules become vectors."""

    def __init__(self, compiled: Compiled, vocabulary: Vocabulary) -> None:
        self._program = compiled.program
        self._seats = compiled.program.domains.seats
        self._vocabulary = vocabulary
        waits = sorted([*compiled.flow.acts, *compiled.flow.choices])
        self._waits = {label: place for place, label in enumerate(waits)}
        names = [f"decides seat+{n}" for n in range(self._seats)]
        names += [f"waits at {n}" for n in range(len(waits))]
        names += [f"answered {name}" for name in vocabulary.names]
        low, high = [0] * len(names), [1] * len(names)
        high[self._seats + len(waits) :] = [PILE_SIZE] * len(vocabulary)
        self._parts: list[_Part] = []
        for column in compiled.layout.columns.values():
            for count in range(1 if column.rows else 0, column.rows + 1):
                self._parts.append(_Part(column, count, len(names)))
                inside = list(self._inside(column))
                names += [f"{self._title(column, count)}{name}" for name, _, _ in inside]
                low += [least for _, least, _ in inside]
                high += [most for _, _, most in inside]
        self.names = tuple(names)
        """What each number of the vector means, in the rules' own words."""
        self.low: Vector = np.array(low, dtype=np.float32)
        """The least that each number can be."""
        self.high: Vector = np.array(high, dtype=np.float32)
        """The most that each number can be."""

    # -- what there is ---------------------------------------------------------------------

    def _title(self, column: Column, count: int) -> str:
        field = column.field
        if not count:
            return field.name
        row = f"seat+{count - 1}" if field.domain == PLAYER else self._row(field.domain, count)
        return f"{row} {field.name}"

    def _row(self, domain: str, row: int) -> str:
        return self._program.domain(domain).rows[row]

    def _inside(self, column: Column) -> Iterator[tuple[str, int, int]]:
        """Name, least and most of each number that a field of one row becomes."""
        kinds = self._kinds(column)
        if column.shape == "list":
            for place in range(1, column.kinds + 1):
                yield from ((f" {place}: {kind}", 0, 1) for kind in kinds)
        elif column.shape in ("bag", "pile"):
            yield from ((f": {kind}", 0, PILE_SIZE) for kind in kinds)
            yield " size", 0, PILE_SIZE * max(1, len(kinds))
        elif kinds:
            yield from ((f": {kind}", 0, 1) for kind in kinds)
        else:
            optional = isinstance(column.field.type, NumberType) and column.field.type.optional
            low = min(column.field.low, NO_NUMBER) if optional else column.field.low
            yield "", min(0, low), column.field.high

    def _kinds(self, column: Column) -> list[str]:
        domain = _domain(column)
        if domain == PLAYER:
            return [f"seat+{count}" for count in range(self._seats)]
        return self._program.domain(domain).rows[1:] if domain else []

    # -- looking ---------------------------------------------------------------------------

    def of(self, cells: Cells, viewer: int, decides: int, taken: list[int]) -> Vector:
        """What a player sees; `taken` are the actions that the deciding player has taken."""
        seen: Vector = np.zeros(len(self.names), dtype=np.float32)
        if decides:
            seen[seats_on(decides, viewer, self._seats) - 1] = 1
            seen[self._seats + self._waits[cells[FLOW]]] = 1
        if viewer == decides:
            for action in taken:
                seen[self._seats + len(self._waits) + action] += 1
        for part in self._parts:
            row = part.count
            if part.column.field.domain == PLAYER:
                row = player_row(row, viewer, self._seats)
            self._look(seen, part, cells, row, viewer)
        return seen

    def _look(self, seen: Vector, part: _Part, cells: Cells, row: int, viewer: int) -> None:
        column, start = part.column, part.start
        cell, visible = column.cell(row), may_see(column, row, viewer)
        if column.shape in ("bag", "pile"):
            found = pieces(cells, column.shape, cell, column.kinds)
            seen[start + column.kinds] = len(found)
        elif column.shape == "list":
            found = pieces(cells, "pile", cell, column.kinds)
        elif isinstance(column.field.type, SetType):
            found = ROWS[cells[cell]]
        elif _domain(column):
            found = (cells[cell],) if cells[cell] else ()
        else:
            if visible:
                seen[start] = cells[cell]
            return
        if not visible:
            return
        if _domain(column) == PLAYER:
            found = tuple(seats_on(each, viewer, self._seats) for each in found)
        for place, piece in enumerate(found):
            step = place * column.kinds if column.shape == "list" else 0
            seen[start + step + piece - 1] += 1


def _domain(column: Column) -> str:
    """The kind of the rows in a field; "" for numbers and Booleans."""
    match column.field.type:
        case RowType(domain=domain) | ZoneType(domain=domain) | SetType(domain=str() as domain):
            return domain
        case ListType(of=RowType(domain=domain)):
            return domain
    return ""
