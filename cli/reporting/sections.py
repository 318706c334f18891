"""What a report consists of: sections of charts, each chart with its numbers in a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles

from brasswright.cli.reporting import drawing
from brasswright.interpreter.laboratory.rows import Row
from brasswright.interpreter.moves import Table

WIDTH = 9.6
"""Inches; so wide is every chart."""


@dataclass(frozen=True)
class Chart:
    """One picture, what it shows in words, and its numbers."""

    name: str
    """What tells it from others."""
    title: str
    told: str
    """For those who can't see it: what is drawn, and what stands out."""
    table: Table
    draw: drawing.Draw
    height: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        return WIDTH, self.height

    @property
    def file(self) -> str:
        """What its picture is called, whatever letters the rules use."""
        return re.sub(r"[^\w.+-]+", "-", self.name) + ".png"


@dataclass(frozen=True)
class Section:
    """Charts about one question."""

    title: str
    note: str
    charts: Sequence[Chart] = field(default=())


def table(name: str, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """The numbers of a chart."""
    return Table(name, title, tuple(headings), tuple(map(tuple, rows)))


def number(value: float) -> str:
    """As it is printed: whole numbers of three digits are exact enough."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if value else "0"


def counted(many: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{many} {what}" if many == 1 else f"{many} {what}s"


def spread_of(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """The numbers below which 5, 25, 50, 75 and 95 of a hundred lie."""
    if len(values) < 2:
        return (values[0],) * 5
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[0], cuts[4], cuts[9], cuts[14], cuts[18]


def moments_of(rows: Sequence[Row]) -> list[str]:
    """The moments of all games in order; games may leave some out."""
    found: list[str] = []
    for row in rows:
        if len(row["course"]) > len(found) or any(m not in found for m, _ in row["course"]):
            place = 0
            for moment, _ in row["course"]:
                if moment in found:
                    place = found.index(moment) + 1
                else:
                    found.insert(place, moment)
                    place += 1
    return found


def series(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def capital(text: str) -> str:
    """With a large first letter."""
    return text[:1].upper() + text[1:]
