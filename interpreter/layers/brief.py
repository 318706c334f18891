"""A difference told shortly: what a player of one game must know of the other."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from brasswright.interpreter.layers.diff import Change, Difference

SIGNS = {"added": "+", "removed": "-", "changed": "~"}
MOST_NAMES = 9
"""Names of rows in one line; of more, only how many there are."""
MOST_CITES = 4
ORDER = (
    "action",
    "step",
    "option",
    "exception",
    "alternative",
    "ranking",
    "phase",
    "rule",
    "define",
)
"""In which parts of the rules are told: what people do first, how it is computed last."""


def brief(found: Difference, width: int = 100) -> str:
    """Values one by one, rules by the part they belong to, tables as sets of rows.

    What cites no rule (tables to show, estimates of bots) is left out.
    """
    blocks = [
        ("Values", list(_values(found.of("seats", "parameter", "list")))),
        ("Kinds of things", list(_sets(found.of("value"), "only in"))),
        ("Rules", list(_rules([c for c in found.of(*ORDER) if _cites(c)]))),
        ("Tables", [*_sets(found.of("row"), "rows only in"), *_cells(found.of("cell"))]),
    ]
    told = []
    for heading, lines in blocks:
        if lines:
            told.append(f"{heading} ({found.first} → {found.second})")
            for line in lines:
                told.append(
                    textwrap.fill(line, width, initial_indent="  ", subsequent_indent="      ")
                )
    return "\n".join(told)


def _cites(change: Change) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*change.before.cites, *change.after.cites)))


def _cited(changes: Iterable[Change]) -> str:
    ids = list(dict.fromkeys(cite for change in changes for cite in _cites(change)))
    more = f" and {len(ids) - MOST_CITES} more" if len(ids) > MOST_CITES else ""
    return f"  ({', '.join(ids[:MOST_CITES])}{more})" if ids else ""


def _values(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        sides = " → ".join(side.text for side in (change.before, change.after) if side.layer)
        yield f"{SIGNS[change.what]} {change.path}: {sides}{_cited([change])}"


def _rules(changes: list[Change]) -> Iterator[str]:
    whole = {change.path: change for change in changes if "." not in change.path}
    parts = dict.fromkeys(change.path.partition(".")[0] for change in changes)
    sorts = {part: whole[part].sort if part in whole else "step" for part in parts}
    for part in sorted(parts, key=lambda part: ORDER.index(sorts[part])):
        own = [change for change in changes if change.path.partition(".")[0] == part]
        if part in whole:
            sort = "" if sorts[part] == part else f"{sorts[part]} "
            yield f"{SIGNS[whole[part].what]} {sort}{part}{_cited(own)}"
        else:
            steps = ", ".join(f"{SIGNS[c.what]} {c.path.partition('.')[2]}" for c in own)
            yield f"~ {part}: {steps}{_cited(own)}"


def _sets(changes: Iterable[Change], only: str) -> Iterator[str]:
    """`Kind, rows only in the first: a, b`; of many, how many."""
    groups: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        kind, _, name = change.path.partition(".")
        groups.setdefault((kind, change.what), []).append(name)
    for (kind, what), names in groups.items():
        which = "the first" if what == "removed" else "the second"
        told = ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} of them"
        yield f"{SIGNS[what]} {kind}, {only} {which}: {told}"


def _cells(changes: Iterable[Change]) -> Iterator[str]:
    """`Kind: 3 rows differ (cost, points)`; of few, cell by cell."""
    kinds: dict[str, list[Change]] = {}
    for change in changes:
        kinds.setdefault(change.path.partition(".")[0], []).append(change)
    for kind, cells in kinds.items():
        if len(cells) <= MOST_NAMES:
            yield from _values(cells)
            continue
        places = [_row_and_column(change.path) for change in cells]
        rows, columns = {row for row, _ in places}, dict.fromkeys(column for _, column in places)
        yield f"~ {kind}: {len(rows)} rows of both differ ({', '.join(columns)})"


def _row_and_column(path: str) -> tuple[str, str]:
    """A column by number of players (`count.3`) is one column."""
    row, _, column = path.rpartition(".")
    return _row_and_column(row) if column.isdigit() else (row, column)
