"""The end of a game, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brasswright.cli.views.table import columns_text

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Outcome


def standings_text(outcome: Outcome, width: int) -> str:
    """Who won, and what was compared for every player."""
    standings = list(outcome)
    headings = ["place", "player", *(what for what, _ in standings[0].values)]
    rows = [
        [str(s.place), s.player, *(str(value) for _, value in s.values)]
        for s in sorted(standings, key=lambda s: s.place)
    ]
    return f"{winners_text(outcome)}\n{columns_text(headings, rows, width)}"


def winners_text(outcome: Outcome) -> str:
    """One sentence."""
    winners = outcome.winners
    if len(winners) == 1:
        return f"The game is over: {winners[0]} wins."
    if len(winners) == len(outcome.standings):
        return "The game is over: a draw."
    return f"The game is over: {' and '.join(winners)} share the win."


def outcome_data(outcome: Outcome) -> list[dict[str, Any]]:
    """The standings as plain data."""
    return [{"place": s.place, "player": s.player, "values": dict(s.values)} for s in outcome]
