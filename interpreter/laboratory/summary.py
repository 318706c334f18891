"""What many games say together: means and shares with intervals.

Games of one deal are no independent witnesses, so each deal gives one value: the mean over its
games. Intervals are about deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from brasswright.interpreter.laboratory.intervals import Mean, wilson
from brasswright.interpreter.laboratory.rows import Row, numbers

FEWEST_DEALS = 20
"""No batch is stopped for being sure after fewer."""


def all_numbers(rows: Sequence[Row]) -> list[dict[str, float]]:
    """The numbers of each row of a game. A victory that is shared is a part of one for each."""
    winners = sum(row["winner"] for row in rows)
    return [{**numbers(row), "win": row["winner"] / winners} for row in rows]


class Means:
    """Means of numbers by name. A name that is missing from a sample is 0 there."""

    def __init__(self) -> None:
        self._means: dict[str, Mean] = {}
        self._samples = 0

    def add(self, sample: Mapping[str, float]) -> None:
        """The numbers of one more deal."""
        for name in sample.keys() - self._means.keys():
            self._means[name] = Mean(self._samples)
        self._samples += 1
        for name, mean in self._means.items():
            mean.add(sample.get(name, 0.0))

    def __getitem__(self, name: str) -> Mean:
        return self._means.get(name, Mean(self._samples))

    @property
    def names(self) -> list[str]:
        """All numbers there are, in order."""
        return sorted(self._means)


def averaged(samples: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each number over some samples."""
    names = {name for sample in samples for name in sample}
    return {name: sum(sample.get(name, 0.0) for sample in samples) / len(samples) for name in names}


@dataclass
class Share:
    """Victories of somebody."""

    wins: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        """The part of the games that were won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares the true one lies."""
        return wilson(self.wins, self.games)


@dataclass
class Group:
    """Rows that have something in common: their bot, their player, their seat."""

    means: Means = field(default_factory=Means)
    won: Share = field(default_factory=Share)

    def add_deal(self, samples: Sequence[Mapping[str, float]]) -> None:
        """The rows of one deal."""
        self.means.add(averaged(samples))
        self.won.wins += sum(sample["win"] for sample in samples)
        self.won.games += len(samples)


GROUPINGS: Mapping[str, Callable[[Row], str]] = {
    "bot": lambda row: str(row["bot"]),
    "player": lambda row: str(row["player"]),
    "seat": lambda row: str(row["seat"]),
    "order": lambda row: str(row["order"][0] if row["order"] else 0),
}
"""How rows are put together; `order` is the place in the turn order of the first round."""


class Summary:
    """What a batch of one ruleset says."""

    def __init__(self, seats: Sequence[str], until: float | None = None) -> None:
        """With `until`, it is enough when `sure` is known that exactly."""
        self._kinds = tuple(dict.fromkeys(seats))
        self._until = until
        self.games = 0
        self.groups: dict[str, dict[str, Group]] = {name: {} for name in GROUPINGS}
        self.length = Mean()
        """Moves of a game."""
        self.shortest = self.longest = 0
        self.lead = Mean()
        """How many points the first kind of bot has more than the others."""
        self._deal = -1
        self._rows: list[tuple[Row, dict[str, float]]] = []

    def add(self, deal: int, rows: Sequence[Row]) -> None:
        """One more game."""
        if deal != self._deal:
            self.close()
        self._deal = deal
        self.games += 1
        self._rows += zip(rows, all_numbers(rows), strict=True)
        moves = sum(row["moves"] for row in rows)
        self.length.add(moves)
        self.shortest = min(moves, self.shortest or moves)
        self.longest = max(moves, self.longest)

    def enough(self) -> bool:
        """Is it known well enough?"""
        self.close()
        sure = self.sure
        return self._until is not None and sure.count >= FEWEST_DEALS and sure.half <= self._until

    @property
    def sure(self) -> Mean:
        """What a batch is run for: the lead of the first kind of bot, or else the points."""
        if len(self._kinds) > 1:
            return self.lead
        group = self.groups["bot"].get(self._kinds[0], Group())
        return group.means["points"]

    def close(self) -> None:
        """The last deal is over."""
        rows, self._rows = self._rows, []
        if not rows:
            return
        for name, key in GROUPINGS.items():
            parts: dict[str, list[dict[str, float]]] = {}
            for row, sample in rows:
                parts.setdefault(key(row), []).append(sample)
            for part, samples in parts.items():
                self.groups[name].setdefault(part, Group()).add_deal(samples)
        if len(self._kinds) > 1:
            first = [s["points"] for row, s in rows if row["bot"] == self._kinds[0]]
            others = [s["points"] for row, s in rows if row["bot"] != self._kinds[0]]
            self.lead.add(sum(first) / len(first) - sum(others) / len(others))


class Comparison:
    """What each further ruleset of a batch changes, against the first, deal by deal."""

    def __init__(self, variants: int, until: float | None = None) -> None:
        """With `until`, it is enough when every difference of points is known that exactly."""
        self._until = until
        self._variants = variants
        self.deals = 0
        self.games = 0
        self.means = [Means() for _ in range(variants)]
        """For each ruleset, the mean over the players of a game."""
        self.changes = [Means() for _ in range(1, variants)]
        """For each ruleset but the first, what is more than under the first."""
        self._deal = -1
        self._samples: list[dict[int, dict[str, float]]] = []
        """For each game of the deal, the numbers by variant."""
        self._game = -1

    def add(self, deal: int, rows: Sequence[Row]) -> None:
        """One more game."""
        if deal != self._deal:
            self.close()
        self._deal = deal
        if rows[0]["game"] != self._game:
            self._samples.append({})
        self._game = rows[0]["game"]
        self._samples[-1][rows[0]["variant"]] = {
            **averaged(all_numbers(rows)),
            "moves": float(sum(row["moves"] for row in rows)),
            **_spreads(rows),
        }

    def enough(self) -> bool:
        """Is it known well enough?"""
        self.close()
        if self._until is None or self.deals < FEWEST_DEALS:
            return False
        return all(change["points"].half <= self._until for change in self.changes)

    def close(self) -> None:
        """The last deal is over. A game that one ruleset could not finish counts under none."""
        whole = [s for s in self._samples if len(s) == self._variants]
        self._samples = []
        if not whole:
            return
        self.deals += 1
        self.games += len(whole)
        deal = [averaged([game[variant] for game in whole]) for variant in range(self._variants)]
        for means, sample in zip(self.means, deal, strict=True):
            means.add(sample)
        for change, sample in zip(self.changes, deal[1:], strict=True):
            names = sample.keys() | deal[0].keys()
            change.add({n: sample.get(n, 0.0) - deal[0].get(n, 0.0) for n in names})


def _spreads(rows: Sequence[Row]) -> dict[str, float]:
    points = sorted((float(row["points"]) for row in rows), reverse=True)
    return {"points of the winner": points[0], "lead of the winner": points[0] - points[1]}
