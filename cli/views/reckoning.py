"""What a move costs, where things come from, and what it changes, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.output import folded
from brasswright.interpreter.views import NONE

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Change
    from brasswright.interpreter.reckoning import Reckoning

INDENT = "  "


def bill_text(reckoning: Reckoning) -> str:
    """What it costs and brings, then a line for each source; "" if there is nothing to tell."""
    totals = [", ".join(reckoning.totals)] if reckoning.totals else []
    return "\n".join(f"{INDENT}{line}" for line in (*totals, *reckoning.sources))


def changes_text(changes: Sequence[Change], width: int) -> str:
    """What changes, a line for each thing that does: `Ada: coins 5 → 2, hand -one`."""
    things: dict[str, list[str]] = {}
    for change in changes:
        field = change.what.removeprefix(change.thing).strip()
        things.setdefault(change.thing, []).append(_change_text(field, change))
    lines = [f"{thing}: {', '.join(told)}".removeprefix(": ") for thing, told in things.items()]
    return "\n".join(folded(f"{INDENT}{line}", width) for line in lines)


def _change_text(field: str, change: Change) -> str:
    if change.before == NONE:
        return f"{field} +{change.after}"
    if change.after == NONE:
        return f"{field} -{change.before}"
    return f"{field} {change.before} → {change.after}"
