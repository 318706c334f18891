"""The report as one page: every chart with its numbers, nothing fetched from anywhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template

from brasswright.cli.pictures.svg import asset
from brasswright.cli.pictures.tables import table_html
from brasswright.cli.reporting import drawing
from brasswright.cli.reporting.batch import Batch
from brasswright.cli.reporting.counts import actions, counts
from brasswright.cli.reporting.courses import courses, length
from brasswright.cli.reporting.differences import differences
from brasswright.cli.reporting.points import points
from brasswright.cli.reporting.sections import Chart, Section, counted, series
from brasswright.cli.reporting.sources import sources

LONG = 14
"""A table of more rows is folded."""


def sections(batch: Batch) -> list[Section]:
    """All that there is to be shown."""
    found = differences(batch) if batch.compares else []
    found += [points(batch), *sources(batch), *counts(batch), *courses(batch)]
    return [*found, actions(batch), length(batch)]


def page(batch: Batch, shown: Sequence[Section]) -> str:
    """The page."""
    rules = " against ".join(batch.variants)
    breaches = [_breach(breach) for breach in batch.breaches]
    return Template(_frame("report.html")).substitute(
        title=escape(f"{rules} · {counted(batch.games, 'game')}"),
        heading=escape(rules),
        about=_about(batch),
        breaches="".join(breaches) and f'<ul class="breaches">{"".join(breaches)}</ul>',
        style=asset("page.css") + _frame("report.css"),
        contents="".join(
            f'<li><a href="#section-{n}">{escape(each.title)}</a></li>'
            for n, each in enumerate(shown)
        ),
        sections="\n".join(_section(n, each) for n, each in enumerate(shown)),
    )


def _frame(name: str) -> str:
    return (files("brasswright.cli.reporting") / "assets" / name).read_text(encoding="utf-8")


def _about(batch: Batch) -> str:
    told = {
        "Games": str(batch.games),
        "Bots": series([str(bot) for bot in batch.head["seats"]]),
        "Seed": str(batch.head["seed"]),
        "Program": f"Brasswright {batch.head['engine']}",
    }
    for name, variant in zip(batch.variants, batch.head["variants"], strict=True):
        told[f"Rules of {name}"] = variant["digest"][:12]
    return "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in told.items()
    )


def _breach(breach: dict[str, object]) -> str:
    told = f"Game {breach['game']} (seed {breach['seed']}) was stopped: {breach['breach']}"
    return f"<li>{escape(told)}</li>"


def _section(number: int, section: Section) -> str:
    title = f'<h2 id="section-{number}">{escape(section.title)}</h2>'
    note = f'<p class="note">{escape(section.note)}</p>' if section.note else ""
    charts = "\n".join(_chart(chart) for chart in section.charts)
    return (
        f'<section class="panel" aria-labelledby="section-{number}">{title}{note}{charts}</section>'
    )


def _chart(chart: Chart) -> str:
    data = b64encode(drawing.svg(chart.draw, chart.size)).decode()
    inside = table_html(chart.table)
    label = escape(f"Numbers: {chart.title}", quote=True)
    picture = escape(f"Chart: {chart.title}", quote=True)
    scroll = f'<div class="scroll" role="group" tabindex="0" aria-label="{label}">{inside}</div>'
    folded = "" if len(chart.table.rows) > LONG else " open"
    return (
        f"<figure><figcaption>{escape(chart.title)}</figcaption>"
        f'<div class="scroll" role="group" tabindex="0" aria-label="{picture}">'
        f'<img alt="{escape(chart.told)}" '
        f'width="{round(chart.size[0] * 96)}" height="{round(chart.size[1] * 96)}" '
        f'src="data:image/svg+xml;base64,{data}"></div>'
        f"<details{folded}><summary>Numbers</summary>{scroll}</details></figure>"
    )
