"""How many points there were: by seat, by bot, by rules."""

from __future__ import annotations

from functools import partial

from brasswright.cli.reporting import drawing
from brasswright.cli.reporting.batch import Batch, Series, mean
from brasswright.cli.reporting.sections import Chart, Section, capital, number, spread_of, table
from brasswright.interpreter.laboratory.intervals import wilson

NOTE = (
    "A box holds the middle half of the games, the line in it is the median, the dot the mean; "
    "nine of ten games lie between the whiskers. Intervals are of 95%."
)


def points(batch: Batch) -> Section:
    """How many points there were."""
    ways = {"rules": batch.by_variant(), "seat": batch.by_seat(), "bot": batch.by_bot()}
    told = {by for by, parts in ways.items() if by == "seat" or len(parts) > 1}
    charts = [_spread(batch, by, parts) for by, parts in ways.items() if by in told]
    return Section(capital(batch.points_name), NOTE, charts)


def _spread(batch: Batch, by: str, parts: list[Series]) -> Chart:
    looks = [(n, n) for n in range(len(parts))]
    if batch.compares and by != "rules":
        inside = [
            (part, n, each) for part in parts for n, each in enumerate(batch.split_by_variant(part))
        ]
        parts = [Series(f"{part.name} · {each.name}", each.rows) for part, _, each in inside]
        looks = [(n, n) for _, n, _ in inside]
    names = [part.name for part in parts]
    values = [[float(row["points"]) for row in part.rows] for part in parts]
    means = [mean(part.rows, lambda row: float(row["points"])) for part in parts]
    best = max(range(len(parts)), key=lambda place: means[place].mean)
    title = f"{batch.points_name} by {by}"
    told = f"Box plot of {title}. The highest mean is {means[best].mean:.1f}, {names[best]}."
    headings = [by, "played", "mean", "median", "middle half", "nine of ten", "came first"]
    shown = table(f"points-by-{by}", title, headings, [_row(part) for part in parts])
    draw = partial(drawing.spread, names, values, batch.points_name, looks)
    return Chart(shown.name, capital(title), told, shown, draw, 1.0 + 0.42 * len(parts))


def _row(part: Series) -> list[str]:
    values = [float(row["points"]) for row in part.rows]
    found = mean(part.rows, lambda row: float(row["points"]))
    half = "" if found.count < 2 else f" ± {found.half:.1f}"
    low, lower, middle, upper, high = spread_of(values)
    won = sum(row["winner"] for row in part.rows)
    least, most = wilson(won, len(values))
    return [
        part.name,
        str(len(values)),
        f"{found.mean:.1f}{half}",
        number(middle),
        f"{number(lower)} to {number(upper)}",
        f"{number(low)} to {number(high)}",
        f"{won / len(values):.0%} ({least:.0%} to {most:.0%})",
    ]
