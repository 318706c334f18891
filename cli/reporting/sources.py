"""Where the points come from: the mean of each source, and how it spreads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from statistics import fmean

from matplotlib.figure import Figure

from brasswright.cli.reporting import drawing, tallied
from brasswright.cli.reporting.batch import Batch, Series, mean
from brasswright.cli.reporting.sections import Chart, Section, capital, number, spread_of, table
from brasswright.cli.reporting.tallied import Key


def sources(batch: Batch) -> list[Section]:
    """A section for each tally that adds up to the points."""
    every = tallied.groups(batch)
    return [
        Section(f"{capital(group)} by source", "", list(_charts(batch, group, every[group])))
        for group in tallied.sources(batch)
    ]


def _charts(batch: Batch, group: str, keys: list[Key]) -> Iterator[Chart]:
    ways = {"rules": batch.by_variant(), "seat": batch.by_seat(), "bot": batch.by_bot()}
    for by, parts in ways.items():
        # Of rules that are compared, what happens at each seat would be too much.
        if len(parts) > 1 and (by == "rules" or not batch.compares):
            yield _means(batch, group, keys, by, parts)
    yield _spread(batch, group, keys)


def _looks(batch: Batch, keys: list[Key]) -> list[tuple[int, int]]:
    """What a source is about is told by colour, when by hatching."""
    abouts, whens = list(dict.fromkeys(key.about for key in keys)), tallied.whens(batch, keys)
    return [(abouts.index(key.about), whens.index(key.when)) for key in keys]


def _means(batch: Batch, group: str, keys: list[Key], by: str, parts: list[Series]) -> Chart:
    names = [part.name for part in parts]
    means = [[mean(part.rows, tallied.value(group, k)).mean for part in parts] for k in keys]
    bars = [
        drawing.Part(str(key), found, *look)
        for key, found, look in zip(keys, means, _looks(batch, keys), strict=True)
    ]
    title = f"Mean {group} of a player from each source, by {by}"
    most = max(bars, key=lambda bar: fmean(bar.values))
    told = f"Stacked bars. Most {group} come from {most.name}: {fmean(most.values):.1f}."
    rows = [[bar.name, *map(number, bar.values)] for bar in bars]
    rows.append(["together", *(number(sum(found)) for found in zip(*means, strict=True))])
    shown = table(f"{group}-by-source-and-{by}", title, ["source", *names], rows)
    draw = partial(_draw_means, names, bars, f"mean {group} of a player")
    return Chart(shown.name, title, told, shown, draw, 1.6 + 0.4 * len(parts))


def _draw_means(names: list[str], bars: list[drawing.Part], what: str, figure: Figure) -> None:
    axes = figure.subplots()
    drawing.stacked(axes, names, bars, what)
    drawing.legend_below(figure, axes)


def _spread(batch: Batch, group: str, keys: list[Key]) -> Chart:
    parts = batch.by_variant()
    looks = [look for look in _looks(batch, keys) for _ in parts]
    if batch.compares:
        looks = [(n, n) for _ in keys for n in range(len(parts))]
    names, values, rows = [], [], []
    for key, part in product(keys, parts):
        inside = list(map(tallied.value(group, key), part.rows))
        low, lower, middle, upper, high = spread_of(inside)
        names.append(f"{key} · {part.name}" if batch.compares else str(key))
        values.append(inside)
        between = [f"{number(lower)} to {number(upper)}", f"{number(low)} to {number(high)}"]
        rows.append([names[-1], number(fmean(inside)), number(middle), *between])
    title = f"Spread of the {group} from each source"
    headings = ["source", "mean", "median", "middle half", "nine of ten"]
    shown = table(f"{group}-spread", title, headings, rows)
    told = f"Box plots of the {group} of a player from each source; the table has the numbers."
    draw = partial(drawing.spread, names, values, f"{group} of a player", looks)
    return Chart(shown.name, title, told, shown, draw, 1.0 + 0.32 * len(names))
