"""The end of a game, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brasswright.cli.language import say, series
from brasswright.cli.views.table import columns_text
from brasswright.interpreter.moves import Table

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Outcome


def standings_text(outcome: Outcome, width: int) -> str:
    """Who won, and what was compared for every player."""
    table = outcome_table(outcome)
    return f"{winners_text(outcome)}\n{columns_text(table.headings, table.rows, width)}"


def outcome_table(outcome: Outcome) -> Table:
    """What was compared for every player, the winner first."""
    standings = sorted(outcome, key=lambda standing: standing.place)
    headings = (say("place"), say("player"), *(what for what, _ in standings[0].values))
    rows = tuple(
        (str(each.place), each.player, *(str(value) for _, value in each.values))
        for each in standings
    )
    return Table("standings", say("Standings"), headings, rows)


def winners_text(outcome: Outcome) -> str:
    """One sentence."""
    winners = outcome.winners
    if len(winners) == 1:
        return say("The game is over: {who} wins.", who=winners[0])
    if len(winners) == len(outcome.standings):
        return say("The game is over: a draw.")
    return say("The game is over: {who} share the win.", who=series(winners))


def outcome_data(outcome: Outcome) -> list[dict[str, Any]]:
    """The standings as plain data."""
    return [{"place": s.place, "player": s.player, "values": dict(s.values)} for s in outcome]
