"""How games went: numbers from moment to moment, and how long it took."""

from __future__ import annotations

from functools import partial
from statistics import fmean, median

from matplotlib.figure import Figure

from brasswright.cli.reporting import drawing
from brasswright.cli.reporting.batch import Batch, Series
from brasswright.cli.reporting.sections import (
    Chart,
    Section,
    capital,
    moments_of,
    number,
    spread_of,
    table,
)

JOINT = ", "
"""Between what has a number and the number, when it is not a player's own."""
BANDS = "Lines are means; the band holds the middle half of the games."
OWN = "What each player has at the beginning of each moment, and at the end. " + BANDS
SHARED = "What lies on the table for all, at the beginning of each moment and at the end. " + BANDS


def courses(batch: Batch) -> list[Section]:
    """How numbers went over the game: those of each player, then those of the whole table."""
    moments = moments_of(batch.rows)
    names = dict.fromkeys(
        name for row in batch.rows for _, found in row["course"] for name in found
    )
    own = [name for name in names if JOINT not in name]
    shared = [name for name in names if JOINT in name]
    found = []
    if own:
        charts = [
            _course(moments, name, [_line(part.name, name, part, moments) for part in parts])
            for parts in [batch.series()]
            for name in own
        ]
        found.append(Section("In the course of the game", OWN, charts))
    if shared:
        found.append(Section("On the table", SHARED, _shared(batch, moments, shared)))
    return found


def _shared(batch: Batch, moments: list[str], names: list[str]) -> list[Chart]:
    """A chart for each number, with a line for what has it; or, in comparisons, for each rules."""
    if batch.compares:
        parts = batch.by_variant()
        return [
            _course(moments, name, [_line(part.name, name, part, moments) for part in parts])
            for name in names
        ]
    every = Series("", batch.rows)
    headings: dict[str, list[drawing.Line]] = {}
    for name in names:
        row, _, heading = name.rpartition(JOINT)
        headings.setdefault(heading, []).append(_line(row, name, every, moments))
    return [_course(moments, heading, lines) for heading, lines in headings.items()]


def _course(moments: list[str], title: str, lines: list[drawing.Line]) -> Chart:
    rows = [[moment, *(_at(line, place) for line in lines)] for place, moment in enumerate(moments)]
    last = ", ".join(f"{line.name} {number(line.middle[-1])}" for line in lines)
    told = f"Lines of the mean {title} over the moments of the game. At the end: {last}."
    shown = table(f"course-{title}", title, ["", *(line.name for line in lines)], rows)
    draw = partial(_draw_course, moments, lines)
    return Chart(shown.name, capital(title), told, shown, draw, 3.6)


def _at(line: drawing.Line, place: int) -> str:
    return number(line.middle[line.places.index(place)]) if place in line.places else ""


def _draw_course(moments: list[str], lines: list[drawing.Line], figure: Figure) -> None:
    axes = figure.subplots()
    drawing.courses(axes, lines, moments)
    drawing.legend_below(figure, axes)


def _line(name: str, of: str, part: Series, moments: list[str]) -> drawing.Line:
    at: dict[str, list[float]] = {}
    for row in part.rows:
        for moment, found in row["course"]:
            if of in found:
                at.setdefault(moment, []).append(float(found[of]))
    places = [place for place, moment in enumerate(moments) if moment in at]
    values = [at[moments[place]] for place in places]
    spreads = [spread_of(each) for each in values]
    low, high = [spread[1] for spread in spreads], [spread[3] for spread in spreads]
    return drawing.Line(name, [fmean(each) for each in values], low, high, places)


def length(batch: Batch) -> Section:
    """How long games were, in moves."""
    parts = batch.by_variant()
    totals: list[list[float]] = []
    for part in parts:
        games: dict[int, int] = {}
        for row in part.rows:
            games[row["game"]] = games.get(row["game"], 0) + row["moves"]
        totals.append([float(moves) for moves in games.values()])
    rows = []
    for part, values in zip(parts, totals, strict=True):
        low, _, middle, _, high = spread_of(values)
        rounds = fmean(len(row["course"]) - 1 for row in part.rows)
        shown = [number(fmean(values)), number(middle), f"{number(low)} to {number(high)}"]
        extremes = f"{number(min(values))} to {number(max(values))}"
        rows.append([part.name, str(len(values)), *shown, extremes, number(rounds)])
    headings = ["rules", "games", "mean", "median", "nine of ten", "all", "moments"]
    names = [part.name for part in parts]
    told = f"How many moves games took: a median of {number(median(totals[0]))} for {names[0]}."
    draw = partial(_draw_length, names, totals)
    shown_table = table("length", "Moves of a game", headings, rows)
    chart = Chart("length", "Moves of a game", told, shown_table, draw, 3.2)
    return Section("Length of the games", "", [chart])


def _draw_length(names: list[str], totals: list[list[float]], figure: Figure) -> None:
    drawing.histogram(figure.subplots(), names, totals, "moves of all players, stages counted")
