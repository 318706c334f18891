"""Tables of the rules as HTML: a table, or a track with its fields in a line.

The fields of a track are regions of their own: a move changes few of many.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from brasswright.cli.language import say
from brasswright.interpreter.moves import Table

TRACK = "track"
LONG_TRACK = 24
"""Tracks of more fields take several lines, so their headings can't stand beside them."""
SHORT = 16
"""Cells of more letters are kept from being folded into a narrow column."""
_NUMBER = re.compile(r"[^\w\s]*\d+")


def table_html(table: Table, caption: str = "") -> str:
    """The table, with a caption for those who can't see what stands above it."""
    if not table.rows:
        return f'<p class="none">{escape(say("nothing"))}</p>'
    shown = [
        i
        for i, heading in enumerate(table.headings)
        if heading or any(row[i] for row in table.rows)
    ]
    heads = "".join(f'<th scope="col">{escape(table.headings[i])}</th>' for i in shown)
    rows = "".join(
        f"<tr>{''.join(_cell(row[i], place) for place, i in enumerate(shown))}</tr>"
        for row in table.rows
    )
    told = escape(caption or table.title)
    return (
        f'<table><caption class="unseen">{told}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _cell(text: str, place: int) -> str:
    if place == 0:
        return f'<th scope="row">{escape(text)}</th>'
    kind = "n" if _NUMBER.fullmatch(text) else "wide" if len(text) > SHORT else ""
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def track_html(table: Table, region: Callable[[str], str]) -> str:
    """The track. `region` tells what a field of that name looks like."""
    fields = "".join(f'<li id="{name}">{region(name)}</li>' for name in fields_html(table))
    if len(table.rows) > LONG_TRACK:
        return f'<ol class="track long">{fields}</ol>'
    heads = "".join(f"<span>{escape(heading)}</span>" for heading in table.headings[1:])
    first = f'<li class="heads" aria-hidden="true"><b>{escape(table.headings[0])}</b>{heads}</li>'
    return f'<ol class="track">{first}{fields}</ol>'


def fields_html(table: Table) -> dict[str, str]:
    """The fields of a track by the names of their regions: under each other what is told.

    The headings are for those who hear the track; in a long one, what is told of few fields has
    its heading for all to see.
    """
    columns = range(1, len(table.headings))
    marks = {i for i in columns if any(not row[i] for row in table.rows)}
    found = {}
    for number, row in enumerate(table.rows, start=1):
        told = "".join(_told(table.headings[i], row[i], i in marks) for i in columns)
        found[f"field-{table.name}-{number}"] = f"<b>{escape(row[0])}</b>{told}"
    return found


def _told(heading: str, text: str, mark: bool) -> str:
    if not text:
        return "<span></span>"
    kind = "mark-of" if mark else "unseen"
    return f'<span><i class="{kind}">{escape(heading)} </i>{escape(text)}</span>'
