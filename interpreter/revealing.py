"""What came to light: why a move can't be taken back."""

from __future__ import annotations

from itertools import pairwise

from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.position import Position


def turned_up(rulebook: Rulebook, position: Position, mark: int) -> str:
    """What came off hidden piles since the journal was that long: `2 cards were`."""
    lengths: dict[int, list[object]] = {}
    for cell, old in position.journal[mark:]:
        lengths.setdefault(cell, []).append(old)
    drawn: dict[str, int] = {}
    for column in position.compiled.layout.columns.values():
        if column.shape != "pile" or not column.field.secret:
            continue
        kind = str(getattr(column.field.type, "domain", ""))
        title = rulebook.kinds[kind].title or kind.lower()
        for cell in range(column.base, column.cell(column.rows) + 1, column.stride):
            values = [*lengths.get(cell, ()), position.cells[cell]]
            number = sum(1 for old, new in pairwise(values) if new < old)
            drawn[title] = drawn.get(title, 0) + number
    told = [f"{n} {title}{'s' if n > 1 else ''}" for title, n in drawn.items() if n]
    if not told:
        return "something hidden was"
    return f"{Names.series(told)} {'were' if sum(drawn.values()) > 1 else 'was'}"
