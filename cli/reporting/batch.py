"""A file of rows, read for looking at: which games it is of, and what is the same for many rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.laboratory.batch_file import read_head, read_row
from brasswright.interpreter.laboratory.intervals import Mean
from brasswright.interpreter.laboratory.rows import Row

Value = Callable[[Row], float]


@dataclass(frozen=True)
class Series:
    """Rows that are looked at together, and what they are called: a seat, a bot, a ruleset."""

    name: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Batch:
    """The games of one file."""

    head: Mapping[str, Any]
    rows: tuple[Row, ...]
    """One for each player of each whole game."""
    breaches: tuple[Row, ...]
    """Games that were given up because something broke that must always hold."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The rules that were played, by name; several for a comparison."""
        return tuple("+".join((v["ruleset"], *v["overlays"])) for v in self.head["variants"])

    @property
    def short_names(self) -> tuple[str, ...]:
        """The same in charts: what is laid on the rules that come first goes without their name."""
        first = self.head["variants"][0]["ruleset"]
        return tuple(
            "".join(f"+{name}" for name in v["overlays"])
            if v["overlays"] and v["ruleset"] == first and self.compares
            else whole
            for v, whole in zip(self.head["variants"], self.variants, strict=True)
        )

    @property
    def compares(self) -> bool:
        """Are there several rules to be compared?"""
        return len(self.variants) > 1

    @property
    def bots(self) -> tuple[str, ...]:
        """The kinds of bots that played."""
        return tuple(dict.fromkeys(self.head["seats"]))

    @property
    def games(self) -> int:
        """How many whole games there are, of all rules together."""
        return len({(row["variant"], row["game"]) for row in self.rows})

    @property
    def points_name(self) -> str:
        """What the rules call the number that is compared first at the end."""
        return next(iter(self.rows[0]["ranking"]), "points")

    def by_variant(self) -> list[Series]:
        """The rows of each of the rules that have any."""
        return self.split_by_variant(Series("", self.rows))

    def split_by_variant(self, series: Series) -> list[Series]:
        """The rows of a series under each of the rules."""
        names = self.short_names
        return split(series, lambda row: names[row["variant"]], names)

    def by_seat(self) -> list[Series]:
        """The rows of each seat."""
        names = [f"seat {seat}" for seat in sorted({row["seat"] for row in self.rows})]
        return split(Series("", self.rows), lambda row: f"seat {row['seat']}", names)

    def by_bot(self) -> list[Series]:
        """The rows of each kind of bot."""
        return split(Series("", self.rows), lambda row: str(row["bot"]), self.bots)

    def series(self) -> list[Series]:
        """What is told apart in most charts: rules, or else bots, or else seats."""
        if self.compares:
            return self.by_variant()
        return self.by_bot() if len(self.bots) > 1 else self.by_seat()


def split(series: Series, by: Callable[[Row], str], names: Iterable[str]) -> list[Series]:
    """The parts of a series that have any rows, in the order of the names."""
    found: dict[str, list[Row]] = {name: [] for name in names}
    for row in series.rows:
        found[by(row)].append(row)
    return [Series(name, inside) for name, inside in found.items() if inside]


def mean(rows: Sequence[Row], value: Value) -> Mean:
    """The mean of a value, with how sure it is: deals are independent, games of one are not."""
    deals: dict[tuple[int, int], list[float]] = {}
    for row in rows:
        deals.setdefault((row["variant"], row["deal"]), []).append(value(row))
    found = Mean()
    for values in deals.values():
        found.add(fmean(values))
    return found


def read(path: Path) -> Batch:
    """The whole games of a file; a game that was cut off at its end is left out.

    Raises BrasswrightError, OSError.
    """
    with path.open("rb") as file:
        head = read_head(file.readline(), str(path))
        games = list(_games(file, str(path), head))
    rows = tuple(row for game in games for row in game if "breach" not in row)
    breaches = tuple(row for game in games for row in game if "breach" in row)
    if not rows:
        broken = f"; {len(breaches)} were given up" if breaches else ""
        raise BrasswrightError(f"{path} has no whole game yet{broken}")
    return Batch(head, rows, breaches)


def _games(lines: Iterable[bytes], name: str, head: Mapping[str, Any]) -> Iterator[list[Row]]:
    game: list[Row] = []
    for number, line in enumerate(lines, start=2):
        if not line.endswith(b"\n"):
            return
        row = read_row(line, head)
        if row is None:
            raise BrasswrightError(f"{name} is damaged: line {number} is no row")
        which = row["variant"], row["game"]
        if game and (game[0]["variant"], game[0]["game"]) != which:
            raise BrasswrightError(f"{name} is damaged: a game ends early before line {number}")
        game.append(row)
        if "breach" in row or len(game) == len(head["seats"]):
            yield game
            game = []
