"""One row for each player of a game: how it ended, how it went, and what the rules tally.

Nothing here knows what is counted: the rules declare it by `tally` and by `show … as chart`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from brasswright import __version__
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.types import NumberType, RowType
from brasswright.interpreter.game import Game
from brasswright.interpreter.laboratory import plan
from brasswright.interpreter.moves import Move
from brasswright.interpreter.running.kernel import LOGGED, Journal
from brasswright.interpreter.views import seen_by

PART = " · "
"""The line of the rules about where a game stands begins with the moment, and then this."""
CHART = "chart"
END = "end"

Row = dict[str, Any]


class Observer:
    """Looks on while a game is played, and tells afterwards how it went."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves: Counter[str] = Counter()
        self._actions: dict[str, Counter[str]] = {name: Counter() for name in game.players}
        self._tallies: dict[str, dict[str, Counter[str]]] = {name: {} for name in game.players}
        self._course: list[tuple[str, list[dict[str, int]]]] = []
        self._order: list[list[str]] = []
        logs = game.compiled.program.logs
        self._texts = {
            number: (group, replace(logs[number], pieces=logs[number].pieces[2:]))
            for number, group in game.compiled.program.tallies.items()
        }
        self._tally(game.position.journal)
        self._look(game.log[-1].heading)

    def before(self, move: Move) -> None:
        """A move is about to be made."""
        player = self._game.turn
        assert player is not None
        self._moves[player] += 1
        if not self._game.position.at_stop:
            self._actions[player][move.verb] += 1
        if player not in self._order[-1]:
            self._order[-1].append(player)

    def after(self, segment: Journal, heading: str) -> None:
        """A move was made; what it changed, and where the game stands now."""
        self._tally(segment)
        self._look(heading if self._game.turn is not None else END)

    def _look(self, heading: str) -> None:
        moment = heading.partition(PART)[0]
        if not self._course or self._course[-1][0] != moment:
            self._course.append((moment, self._numbers()))
            self._order.append([])

    def _tally(self, segment: Journal) -> None:
        for cell, logged in segment:
            if cell != LOGGED:
                continue
            assert isinstance(logged, tuple)
            which, values = logged
            if which in self._texts:
                (player, by, *rest), (group, text) = values, self._texts[which]
                if player:
                    found = self._tallies[self._game.players[player - 1]]
                    found.setdefault(group, Counter())[self._game.names.text(text, rest)] += by

    def _numbers(self) -> list[dict[str, int]]:
        """The numbers of all charts, for each player in the order of the seats."""
        found: list[dict[str, int]] = [{} for _ in self._game.players]
        cells = seen_by(self._game.position.cells, 0)
        for name, declared in self._game.compiled.program.shows.items():
            if declared.form != CHART or declared.of:
                continue
            headings = declared.rows.columns
            of = headings[0][1].type
            for values in self._game.compiled.names[f"show_{name}"](cells):
                numbers = {
                    heading: value
                    for value, (heading, column) in zip(values, headings, strict=True)
                    if isinstance(column.type, NumberType)
                }
                if isinstance(of, RowType) and of.domain == PLAYER:
                    found[values[0] - 1].update(numbers)
                    continue
                row = self._game.names.value(values[0], of)
                for each in found:
                    each.update({f"{row}, {heading}": n for heading, n in numbers.items()})
        return found

    def rows(self, of: plan.Plan, which: plan.Game) -> Iterator[Row]:
        """The rows of a game that is over, in the order of the plan's bots."""
        game, variant = self._game, of.variants[which.variant]
        outcome = game.outcome()
        assert outcome is not None
        standings = {each.player: each for each in outcome.standings}
        for number, player in enumerate(of.players):
            seat = which.seating.index(number)
            standing = standings[player]
            yield {
                "variant": which.variant,
                "ruleset": variant.ruleset,
                "overlays": list(variant.overlays),
                "ruleset_digest": game.rulebook.digest,
                "engine": __version__,
                "game": which.number,
                "deal": which.deal,
                "seed": which.seed,
                "players": len(of.players),
                "player": player,
                "bot": of.seats[number],
                "seat": seat + 1,
                "place": standing.place,
                "winner": standing.place == 1,
                "points": standing.values[0][1] if standing.values else 0,
                "ranking": dict(standing.values),
                "moves": self._moves[player],
                "actions": _sorted(self._actions[player]),
                "order": [
                    order.index(player) + 1 if player in order else 0 for order in self._order[:-1]
                ],
                "course": [[moment, numbers[seat]] for moment, numbers in self._course],
                "tallies": {
                    group: _sorted(counted)
                    for group, counted in sorted(self._tallies[player].items())
                },
            }


def _sorted(counted: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counted.items()))


def numbers(row: Row) -> dict[str, float]:
    """All numbers of a row that can be compared between games, by name."""
    found: dict[str, float] = {"points": row["points"], "win": 0.0, "place": row["place"]}
    found["moves"] = row["moves"]
    for name, value in list(row["ranking"].items())[1:]:
        found[f"ranking.{name}"] = value
    for name, value in row["actions"].items():
        found[f"actions.{name}"] = value
    for group, counted in row["tallies"].items():
        for name, value in counted.items():
            found[f"tallies.{group}.{name}"] = value
    return found
