"""What other rules change, on the same deals: differences with intervals, in order of size."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from matplotlib.figure import Figure

from brasswright.cli.batches import called
from brasswright.cli.compare import CONSTANT
from brasswright.cli.reporting import drawing
from brasswright.cli.reporting.batch import Batch
from brasswright.cli.reporting.sections import Chart, Section, counted, table
from brasswright.cli.reporting.tallied import sources
from brasswright.interpreter.laboratory.intervals import Mean
from brasswright.interpreter.laboratory.summary import Comparison

MOST = 24
"""Differences that are drawn; the table has all of them."""
POINTS = "points"


def differences(batch: Batch) -> list[Section]:
    """For each of the rules but the first: what is different under them."""
    found = compared(batch)
    if not found.deals:
        return []
    return [_section(batch, found, number) for number in range(1, len(batch.variants))]


def compared(batch: Batch) -> Comparison:
    """The games of a batch, put side by side deal by deal."""
    found = Comparison(len(batch.variants))
    for (deal, _, _), rows in groupby(batch.rows, lambda r: (r["deal"], r["game"], r["variant"])):
        found.add(deal, list(rows))
    found.close()
    return found


def _section(batch: Batch, found: Comparison, number: int) -> Section:
    changes = found.changes[number - 1]
    every = {name: changes[name] for name in changes.names if _tells(name, changes[name])}
    ordered = sorted(every, key=lambda name: (-abs(every[name].effect), name))
    clear = sum(every[name].clear for name in ordered)
    note = (
        f"{counted(found.games, 'game')} under each, of {counted(found.deals, 'deal')}, the same "
        f"for both; means of a player and game, intervals of 95%. Of {len(ordered)} numbers "
        f"{clear} differ clearly; by chance alone about {len(ordered) / 20:.0f} would."
    )
    charts = [_by_source(batch, every, number)]
    if found.deals > 1:
        charts.append(_by_effect(batch, found, number, ordered))
    title = f"{batch.variants[number]} instead of {batch.variants[0]}"
    return Section(title, note, charts)


def _tells(name: str, change: Mean) -> bool:
    """What never differs says nothing; the points are always told."""
    differs = bool(change.deviation or change.mean)
    return name == POINTS or (differs and name not in CONSTANT)


def _by_source(batch: Batch, every: dict[str, Mean], number: int) -> Chart:
    """How many points more or less, together and from each source; the largest first."""
    starts = tuple(f"tallies.{group}." for group in sources(batch))
    names = [name for name in every if name == POINTS or name.startswith(starts)]
    if not starts:
        names = [POINTS]
    names.sort(key=lambda name: (name != POINTS, -abs(every[name].mean)))
    rows = [_row(name, every[name], [])[:3] for name in names]
    title = f"Difference in {batch.points_name}"
    said = every[POINTS]
    told = f"Dots with intervals. Together the difference is {_said(said)}."
    labels = [called(name) for name in names]
    values = [every[name] for name in names]
    draw = partial(
        _draw,
        labels,
        [mean.mean for mean in values],
        [mean.half for mean in values],
        f"{batch.points_name} of a player, more or less",
    )
    name = f"differences-{number}-points"
    shown = table(name, title, ["", "difference", "clear"], rows)
    return Chart(name, title, told, shown, draw, 1.0 + 0.3 * len(names))


def _by_effect(batch: Batch, found: Comparison, number: int, ordered: list[str]) -> Chart:
    changes = found.changes[number - 1]
    rows = [
        _row(
            name,
            changes[name],
            [f"{found.means[0][name].mean:.2f}", f"{found.means[number][name].mean:.2f}"],
        )
        for name in ordered
    ]
    drawn = [name for name in ordered if changes[name].deviation][:MOST]
    title = "All that differs, in order of size"
    told = "Dots with intervals, each difference measured by how much it varies from deal to deal."
    if drawn:
        told += f" The greatest is {called(drawn[0])}, {changes[drawn[0]].mean:+.1f}."
    draw = partial(
        _draw,
        [called(name) for name in drawn],
        [changes[name].effect for name in drawn],
        [changes[name].half / changes[name].deviation for name in drawn],
        "difference, in standard deviations from deal to deal",
    )
    headings = ["", "difference", "clear", "effect", batch.variants[0], batch.variants[number]]
    name = f"differences-{number}"
    shown = table(name, title, headings, rows)
    return Chart(name, title, told, shown, draw, 1.0 + 0.28 * max(1, len(drawn)))


def _row(name: str, change: Mean, means: list[str]) -> list[str]:
    clear = "yes" if change.clear else ""
    effect = f"{change.effect:+.2f}" if change.deviation else "always"
    return [called(name), _said(change), clear, effect, *means]


def _said(change: Mean) -> str:
    half = f" ± {change.half:.2f}" if change.count > 1 else ""
    return f"{change.mean:+.2f}{half}"


def _draw(
    labels: list[str], means: list[float], halves: list[float], what: str, figure: Figure
) -> None:
    drawing.differences(figure.subplots(), labels, means, halves, what)
