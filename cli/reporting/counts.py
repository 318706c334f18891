"""How often: what the rules tally besides points, by sort and time, and the actions."""

from __future__ import annotations

from functools import partial
from itertools import product
from statistics import fmean

from matplotlib.figure import Figure

from brasswright.cli.reporting import drawing, tallied
from brasswright.cli.reporting.batch import Batch, Series, mean, split
from brasswright.cli.reporting.sections import Chart, Section, capital, series, table
from brasswright.cli.reporting.tallied import Key

EACH = "mean of a player in a game"
Means = dict[tuple[str, str, Key], float]
"""By rules, group and what is counted."""


def counts(batch: Batch) -> list[Section]:
    """What is tallied. Groups that count the same sort of things are put side by side."""
    told = tallied.sources(batch)
    rest = {name: keys for name, keys in tallied.groups(batch).items() if name not in told}
    sections = []
    while rest:
        about = {key.about for key in next(iter(rest.values()))}
        alike = [n for n, keys in rest.items() if about & {key.about for key in keys}]
        sections.append(_counted(batch, {name: rest.pop(name) for name in alike}))
    return sections


def _counted(batch: Batch, groups: dict[str, list[Key]]) -> Section:
    """Things of one sort that are counted in several ways: a panel for each way."""
    parts = batch.by_variant()
    whens = tallied.whens(batch, [key for keys in groups.values() for key in keys])
    abouts = sorted({key.about for keys in groups.values() for key in keys})
    every = [Key(about, when) for about in abouts for when in whens]
    means = {
        (part.name, group, key): mean(part.rows, tallied.value(group, key)).mean
        for part, group, key in product(parts, groups, every)
    }
    rows = [
        [
            f"{key} · {part.name}" if batch.compares else str(key),
            *(f"{means[part.name, group, key]:.2f}" for group in groups),
        ]
        for key, part in product(every, parts)
    ]
    title = f"How many of each, {EACH}"
    most = max(means, key=lambda which: means[which])
    told = f"Bars. The most are {most[1]}: {most[2]}, {means[most]:.2f} a game."
    shown = table("-".join(groups), title, ["", *groups], rows)
    names = [part.name for part in parts]
    draw = partial(_draw, names, list(groups), abouts, whens, means)
    height = 0.8 + len(parts) * (0.9 + 0.42 * len(abouts))
    chart = Chart(shown.name, title, told, shown, draw, height)
    return Section(capital(series(list(groups))), "", [chart])


def _draw(
    names: list[str],
    groups: list[str],
    abouts: list[str],
    whens: list[str],
    means: Means,
    figure: Figure,
) -> None:
    grid = figure.subplots(len(names), len(groups), sharex=True, sharey=True, squeeze=False)
    for line, name in zip(grid, names, strict=True):
        for axes, group in zip(line, groups, strict=True):
            bars = [
                drawing.Part(when, [means[name, group, Key(a, when)] for a in abouts], n, n)
                for n, when in enumerate(whens)
            ]
            drawing.grouped(axes, abouts, bars, "")
        if len(names) > 1:
            line[0].set_ylabel(name, fontweight="bold")
    for axes, group in zip(grid[0], groups, strict=True):
        axes.set_title(group)
    drawing.legend_below(figure, grid[0][0])


# -- actions -------------------------------------------------------------------------------


def actions(batch: Batch) -> Section:
    """How often each action was begun: by rules, by bot, or by who came first."""
    parts = _actors(batch)
    verbs = list(dict.fromkeys(verb for row in batch.rows for verb in row["actions"]))
    often = {verb: fmean(row["actions"].get(verb, 0) for row in batch.rows) for verb in verbs}
    verbs.sort(key=lambda verb: -often[verb])
    names = [verb.replace("_", " ") for verb in verbs]
    bars = [
        drawing.Part(part.name, [_often(part, verb) for verb in verbs], n, n)
        for n, part in enumerate(parts)
    ]
    rows = [
        [name, *(f"{bar.values[place]:.2f}" for bar in bars)] for place, name in enumerate(names)
    ]
    title = f"How often each action was begun, {EACH}"
    told = f"Bars. Most often it is {names[0]}, {often[verbs[0]]:.1f} times." if names else ""
    shown = table("actions", title, ["action", *(bar.name for bar in bars)], rows)
    draw = partial(_draw_actions, names, bars)
    height = 1.2 + len(verbs) * (0.2 + 0.15 * len(parts))
    return Section("Actions", "", [Chart("actions", title, told, shown, draw, height)])


def _actors(batch: Batch) -> list[Series]:
    if batch.compares:
        return batch.by_variant()
    if len(batch.bots) > 1:
        return batch.by_bot()
    names = ["came first", "the others"]
    return split(Series("", batch.rows), lambda row: names[not row["winner"]], names)


def _often(part: Series, verb: str) -> float:
    return mean(part.rows, lambda row: float(row["actions"].get(verb, 0))).mean


def _draw_actions(names: list[str], bars: list[drawing.Part], figure: Figure) -> None:
    axes = figure.subplots()
    drawing.grouped(axes, names, bars, EACH)
    drawing.legend_below(figure, axes)
