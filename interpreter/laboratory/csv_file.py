"""The rows of a batch as CSV: a line for each game and player, a column for each number."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from brasswright.interpreter.laboratory.batch_file import read_games
from brasswright.interpreter.laboratory.plan import Plan
from brasswright.interpreter.laboratory.rows import Row
from brasswright.interpreter.whole_files import write_whole

LEFT_OUT = ("course", "order")
"""Too long for a cell; the JSON lines have them."""


def write_csv(rows: Path, plan: Plan, out: Path) -> None:
    """Write the rows of a file of a batch as CSV. Raises OSError."""
    columns: dict[str, None] = {}
    for row in _rows(rows, plan):
        columns.update(dict.fromkeys(name for name, _ in row))
    first = [name for name in columns if "." not in name]
    headings = first + sorted(columns.keys() - set(first))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, headings, restval=0, lineterminator="\n")
    writer.writeheader()
    writer.writerows(dict(row) for row in _rows(rows, plan))
    write_whole(out, text.getvalue())


def _rows(path: Path, plan: Plan) -> Iterator[list[tuple[str, object]]]:
    for lines in read_games(path, plan):
        yield from (list(_cells(row)) for row in lines if "breach" not in row)


def _cells(row: Row) -> Iterable[tuple[str, object]]:
    for name, value in row.items():
        if name in LEFT_OUT:
            continue
        if name == "tallies":
            for group, counted in value.items():
                yield from ((f"{name}.{group}.{what}", n) for what, n in counted.items())
        elif isinstance(value, dict):
            yield from ((f"{name}.{what}", n) for what, n in value.items())
        elif isinstance(value, list):
            yield name, "+".join(map(str, value))
        else:
            yield name, int(value) if isinstance(value, bool) else value
