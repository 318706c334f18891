"""The kinds of charts, drawn with matplotlib: boxes, bars, courses, histograms, differences.

Everything is told apart twice: by colour, and by hatching or dashes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

COLOURS = ("#0b5ea8", "#c04400", "#5b6770", "#93408f", "#00735a", "#7a6200")
"""Those of the players on the board; each stands out from white."""
HATCHES = ("", "///", "...", "xxx", "---", "ooo")
DASHES = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 1.5, 1.5, 1.5)), (0, (3, 3)), (0, (9, 2)))
INK, SOFT, EDGE = "#14202b", "#46525d", "#c3ccd4"
STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": EDGE,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e3e8ec",
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "legend.frameon": False,
    "hatch.linewidth": 0.7,
    "figure.facecolor": "white",
    "svg.hashsalt": "brasswright",
    "text.parse_math": False,
}
DOTS = 160
"""Dots an inch in pictures."""
TITLE = 0.35
"""Inches that a title takes."""
MOST_TICKS = 12
WHISKERS = (5, 95)
"""Between these percentiles lie the whiskers of a box."""


Draw = Callable[[Figure], None]


@dataclass(frozen=True)
class Line:
    """How a number went: its middle at each moment, and between what it mostly was."""

    name: str
    middle: Sequence[float]
    low: Sequence[float] = field(default=())
    high: Sequence[float] = field(default=())
    places: Sequence[int] = field(default=())
    """Which moments, by place."""


def svg(draw: Draw, size: tuple[float, float]) -> bytes:
    """The chart as SVG, the same bytes every time."""
    return _saved(draw, size, "svg")


def png(draw: Draw, size: tuple[float, float], title: str) -> bytes:
    """The chart as PNG, with its title: it goes where nothing else tells what it is."""
    return _saved(draw, (size[0], size[1] + TITLE), "png", title)


def _saved(draw: Draw, size: tuple[float, float], kind: str, title: str = "") -> bytes:
    metadata = {"Date": None} if kind == "svg" else {"Software": "Brasswright"}
    with rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        file = io.BytesIO()
        figure.savefig(file, format=kind, dpi=DOTS, metadata=metadata)
    return file.getvalue()


def colour(number: int) -> str:
    """The colour of the thing of that number."""
    return COLOURS[number % len(COLOURS)]


# -- distributions -------------------------------------------------------------------------


def boxes(
    axes: Axes,
    names: Sequence[str],
    values: Sequence[Sequence[float]],
    what: str,
    looks: Sequence[tuple[int, int]] = (),
) -> None:
    """A lying box for each group: the middle half, the median, whiskers, and the mean as a dot.

    `looks` are the colour and the hatching of each.
    """
    drawn = axes.boxplot(
        list(values),
        orientation="horizontal",
        tick_labels=list(names),
        whis=WHISKERS,
        showfliers=False,
        showmeans=True,
        patch_artist=True,
        widths=0.6,
        medianprops={"color": INK, "linewidth": 1.8},
        meanprops={"marker": "o", "markerfacecolor": "white", "markeredgecolor": INK},
        whiskerprops={"color": SOFT},
        capprops={"color": SOFT},
    )
    looks = looks or [(number, number) for number in range(len(names))]
    for box, (paint, hatch) in zip(drawn["boxes"], looks, strict=True):
        box.set(facecolor=colour(paint), edgecolor=INK, alpha=0.55)
        box.set_hatch(HATCHES[hatch % len(HATCHES)])
    axes.set_ylim(len(names) + 0.6, 0.4)
    axes.set_xlabel(what)
    axes.grid(axis="y", visible=False)


def spread(
    names: list[str],
    values: list[list[float]],
    what: str,
    looks: list[tuple[int, int]],
    figure: Figure,
) -> None:
    """A chart of nothing but boxes."""
    boxes(figure.subplots(), names, values, what, looks)


def histogram(
    axes: Axes, names: Sequence[str], values: Sequence[Sequence[float]], what: str
) -> None:
    """How often a number came out, for each group; drawn as outlines over each other."""
    low, high = min(map(min, values)), max(map(max, values))
    step = max(1, round((high - low) / 25))
    edges = [low - 0.5 + step * n for n in range(int((high - low) / step) + 2)]
    for number, (name, inside) in enumerate(zip(names, values, strict=True)):
        axes.hist(
            list(inside),
            bins=edges,
            weights=[100 / len(inside)] * len(inside),
            histtype="stepfilled",
            facecolor=(colour(number), 0.25),
            edgecolor=colour(number),
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.6,
            label=name,
        )
    axes.set_xlabel(what)
    axes.set_ylabel("% of games")
    whole_numbers(axes)
    if len(names) > 1:
        axes.legend()


# -- bars ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One of the parts that bars are made of: a value for each bar."""

    name: str
    values: Sequence[float]
    colour: int
    hatch: int = 0


def stacked(axes: Axes, names: Sequence[str], parts: Sequence[Part], what: str) -> None:
    """Lying bars of parts in a row; what is less than nothing goes to the left."""
    right, left = [0.0] * len(names), [0.0] * len(names)
    for part in parts:
        starts = [right[i] if v >= 0 else left[i] for i, v in enumerate(part.values)]
        axes.barh(names, part.values, left=starts, height=0.66, label=part.name, **_fill(part))
        for i, value in enumerate(part.values):
            (right if value >= 0 else left)[i] += value
    axes.axvline(0, color=SOFT, linewidth=0.8)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(what)
    axes.grid(axis="y", visible=False)


def grouped(axes: Axes, names: Sequence[str], parts: Sequence[Part], what: str) -> None:
    """Lying bars of parts under each other."""
    height = 0.8 / max(1, len(parts))
    for number, part in enumerate(parts):
        places = [place + (number - (len(parts) - 1) / 2) * height for place in range(len(names))]
        axes.barh(places, part.values, height=height, label=part.name, **_fill(part))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(what)
    axes.grid(axis="y", visible=False)


def _fill(part: Part) -> dict[str, Any]:
    return {
        "facecolor": colour(part.colour),
        "edgecolor": "white",
        "linewidth": 0.6,
        "hatch": HATCHES[part.hatch % len(HATCHES)],
    }


# -- courses -------------------------------------------------------------------------------


def courses(axes: Axes, lines: Sequence[Line], moments: Sequence[str]) -> None:
    """Numbers over the course of the game; a band for the middle half of the games."""
    for number, line in enumerate(lines):
        places = list(line.places) or list(range(len(line.middle)))
        axes.plot(
            places,
            line.middle,
            color=colour(number),
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.8,
            label=line.name,
        )
        if line.low:
            alpha = 0.16 if len(lines) < 3 else 0.08
            axes.fill_between(places, line.low, line.high, color=colour(number), alpha=alpha, lw=0)
    every = max(1, -(-len(moments) // MOST_TICKS))
    ticks = list(islice(cycle([True, *[False] * (every - 1)]), len(moments)))
    shown = [place for place, tick in enumerate(ticks) if tick]
    axes.set_xticks(shown, [moments[place] for place in shown], rotation=38, ha="right")
    axes.set_xlim(0, max(1, len(moments) - 1))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))


# -- differences ---------------------------------------------------------------------------


def differences(
    axes: Axes, names: Sequence[str], means: Sequence[float], halves: Sequence[float], what: str
) -> None:
    """A dot with its interval for each number; grey where the interval takes in zero."""
    axes.axvline(0, color=SOFT, linewidth=1)
    for place, (mean, half) in enumerate(zip(means, halves, strict=True)):
        clear = abs(mean) > half
        axes.errorbar(
            [mean],
            [place],
            xerr=[half],
            fmt="o" if clear else "s",
            color=colour(0) if clear else "#7d8a95",
            markerfacecolor=colour(0) if clear else "white",
            markersize=5,
            capsize=3,
            linewidth=1.4,
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(what)


def whole_numbers(axes: Axes) -> None:
    """No halves on the axes."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(nbins=10, integer=True))


def legend_below(figure: Figure, axes: Axes) -> None:
    """One legend for the whole figure."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        columns = min(len(labels), 4)
        figure.legend(handles, labels, loc="outside lower center", ncols=columns)
