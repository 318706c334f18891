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


def courses(batch: Batch) -> list[Section]:
    """How numbers went over the game: those of each player, then those of the whole table."""
    moments = moments_of(batch.rows)
    names = list(
        dict.fromkeys(name for row in batch.rows for _, found in row["course"] for name in found)
    )
    own = [name for name in names if ", " not in name]
    shared: dict[str, list[str]] = {}
    for name in names:
        if name not in own:
            shared.setdefault(name.rpartition(", ")[2], []).append(name)
    sections = []
    if own:
        charts = [
            _course(batch, moments, name, [(part.name, name, part) for part in batch.series()])
            for name in own
        ]
        note = "Lines are medians; the band holds the middle half of the games."
        sections.append(Section("In the course of the game", note, charts))
    if shared:
        charts = []
        for heading, each in shared.items():
            lines = [
                (_row_name(name, part, batch.compares), name, part)
                for name in each
                for part in batch.by_variant()
            ]
            charts.append(_course(batch, moments, heading, lines))
        note = "The same for all players: what lies on the table at the beginning of each moment."
        sections.append(Section("On the table", note, charts))
    return sections


def _row_name(name: str, part: Series, several: bool) -> str:
    row = name.rpartition(", ")[0]
    return f"{row} · {part.name}" if several else row


def _course(
    batch: Batch, moments: list[str], title: str, lines: list[tuple[str, str, Series]]
) -> Chart:
    drawn = [_line(name, of, part, moments) for name, of, part in lines]
    rows = []
    for place, moment in enumerate(moments):
        cells = [
            number(line.middle[line.places.index(place)]) if place in line.places else ""
            for line in drawn
        ]
        rows.append([moment, *cells])
    last = ", ".join(f"{line.name} {number(line.middle[-1])}" for line in drawn)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        drawing.courses(axes, drawn, moments)
        axes.set_ylabel(title)
        drawing.legend_below(figure, axes)

    name = f"course-{title}"
    told = f"Lines of the median {title} over the moments of the game. At the end: {last}."
    shown = table(name, title, ["", *(line.name for line in drawn)], rows)
    return Chart(name, capital(title), told, shown, draw, 3.6)


def _line(name: str, of: str, part: Series, moments: list[str]) -> drawing.Line:
    at: dict[str, list[float]] = {}
    for row in part.rows:
        for moment, found in row["course"]:
            if of in found:
                at.setdefault(moment, []).append(float(found[of]))
    places = [place for place, moment in enumerate(moments) if moment in at]
    spreads = [spread_of(at[moments[place]]) for place in places]
    middle = [median(at[moments[place]]) for place in places]
    low, high = [spread[1] for spread in spreads], [spread[3] for spread in spreads]
    return drawing.Line(name, middle, low, high, places)


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
