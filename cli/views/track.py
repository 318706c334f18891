"""Tracks: tables whose rows are fields in a line, the first column above the others.

A track that would take too many lines is shown around its markers: the fields of which something
is told that is not told of every field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from brasswright.cli.views.table import GAP, nothing_text

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Table

MOST_BANDS = 2
"""So many times the width a track may be before fields are left out."""
BESIDE = 2
"""How many fields are shown on each side of a marked one."""
LEFT_OUT = "..."

Field = Sequence[str]


def track_text(
    table: Table, width: int, containing: Sequence[str] = (), layout: str = "auto"
) -> str:
    """The track under its title; only the fields that hold all of the words `containing`."""
    fields: list[Field] = list(table.rows)
    if containing:
        fields = [field for field in fields if _holds(field, containing)]
    if not fields:
        return nothing_text(table, containing)
    most = 1 if layout == "compact" else MOST_BANDS
    if not containing and layout != "wide" and len(_bands(table, fields, width)) > most:
        fields = _around_markers(fields)
    bands = ("\n".join(_lines(table, band)) for band in _bands(table, fields, width))
    return "\n".join([table.title, *bands])


def _holds(field: Field, words: Sequence[str]) -> bool:
    text = " ".join(field).casefold()
    return all(word.casefold() in text for word in words)


def _around_markers(fields: Sequence[Field]) -> list[Field]:
    """The marked fields and those beside them, with a sign where others were left out."""
    columns = range(1, len(fields[0]))
    partly = [i for i in columns if any(not field[i] for field in fields)]
    marked = [n for n, field in enumerate(fields) if any(field[i] for i in partly)]
    kept = {n for m in marked for n in range(m - BESIDE, m + BESIDE + 1)} or {0}
    shown: list[Field] = []
    for number, field in enumerate(fields):
        if number in kept:
            shown.append(field)
        elif not shown or shown[-1][0] != LEFT_OUT:
            shown.append((LEFT_OUT, *("" for _ in columns)))
    return shown


def _bands(table: Table, fields: Sequence[Field], width: int) -> list[list[Field]]:
    """The fields in as many lines as the width asks for."""
    room = width - _margin(table)
    bands: list[list[Field]] = [[]]
    used = 0
    for field in fields:
        size = len(GAP) + max(map(len, field))
        if bands[-1] and used + size > room:
            bands.append([])
            used = 0
        bands[-1].append(field)
        used += size
    return bands


def _margin(table: Table) -> int:
    return max(map(len, table.headings))


def _lines(table: Table, fields: Sequence[Field]) -> Iterator[str]:
    """A line for each column, the heading in front; those that say nothing here are left out."""
    sizes = [max(map(len, field)) for field in fields]
    for number, heading in enumerate(table.headings):
        cells = [field[number] for field in fields]
        if not number or any(cells):
            told = (cell.center(size) for cell, size in zip(cells, sizes, strict=True))
            yield GAP.join([heading.ljust(_margin(table)), *told]).rstrip()
        if not number:
            yield GAP.join(["-" * _margin(table), *("-" * size for size in sizes)])
