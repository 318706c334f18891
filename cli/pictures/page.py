"""A game as one page: everything in one file, nothing fetched, no second drawing code.

Whatever changes with the moves is a *region*, an element whose markup is made here for every
step. Each different markup is in the page once; the script exchanges those that differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from string import Template

from brasswright.cli.language import say
from brasswright.cli.pictures import chart, story, svg
from brasswright.cli.pictures.marks import Marks, marks_of
from brasswright.cli.pictures.replay import Seer, Step, walk
from brasswright.cli.pictures.tables import TRACK, fields_html, table_html, track_html
from brasswright.cli.pictures.wording import wording
from brasswright.cli.views.standings import outcome_table, winners_text
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Table

LONG = 12
"""A table of more rows is for looking things up."""


@dataclass(slots=True)
class Regions:
    """The markup of every region at every step, each different one kept once."""

    markups: dict[str, int] = field(default_factory=dict)
    changes: dict[str, list[list[int]]] = field(default_factory=dict)
    """For each region by its id: from which step on it is which markup."""

    def add(self, step: int, shown: Mapping[str, str]) -> None:
        """What is shown at a step; a region that is not there is empty."""
        for name in [*shown, *(name for name in self.changes if name not in shown)]:
            number = self.markups.setdefault(shown.get(name, ""), len(self.markups))
            since = self.changes.setdefault(name, [])
            if not since and step:
                since.append([0, self.markups.setdefault("", len(self.markups))])
            if not since or since[-1][1] != number:
                since.append([step, number])

    def at(self, name: str, step: int) -> str:
        """The markup of a region at a step."""
        numbers = [number for start, number in self.changes.get(name, ()) if start <= step]
        return list(self.markups)[numbers[-1]] if numbers else ""

    def data(self) -> dict[str, object]:
        """As the script reads it."""
        return {"markups": list(self.markups), "regions": self.changes}


def page(game: Game, seer: Seer, open_at: int | None = None) -> str:
    """The page of a game, as its moves so far make it. It opens after `open_at` moves.

    The game is played again for this, so it must not be one that is being kept on disk.
    """
    steps, marks = list(walk(game, seer)), marks_of(game.players)
    last = len(steps) - 1
    start = last if open_at is None else open_at
    regions = Regions()
    for step in steps:
        regions.add(step.number, dict(_shown(step, last, game, marks)))
    data = {
        "start": start,
        "says": [story.sentence(step, last) for step in steps],
        **regions.data(),
    }
    about = [game.rulebook.title, ", ".join(game.players)]
    title = " · ".join([say("Full state"), *about] if seer.everything else about)
    return Template(svg.asset("page.html")).substitute(
        language=game.language,
        title=escape(title),
        game=escape(game.rulebook.title),
        seats=_seats(game, marks),
        seen=_seen(seer),
        seen_kind="everything" if seer.everything else "",
        style=svg.asset("board.css") + svg.asset("page.css"),
        script=svg.asset("page.js"),
        data=_json(data),
        last=str(last),
        start=str(start),
        board=_board(steps, regions, start),
        signs=_signs(steps[-1]),
        outcome=_outcome(game),
        tables=_tables(steps, regions, start),
        charts=_charts(steps, marks),
        log=story.log_html(steps, game.rulebook),
        rules=story.rules_html(steps, game.rulebook),
        **{name: regions.at(name, start) for name in ("say", "used", "status")},
        heard=escape(story.sentence(steps[start], last)),
        **{name: escape(text) for name, text in wording().items()},
    )


def _shown(step: Step, last: int, game: Game, marks: Marks) -> Iterator[tuple[str, str]]:
    yield "say", story.sentence_html(step, last)
    yield "used", story.used_html(step, game.rulebook)
    yield "status", escape(step.status)
    if step.drawing is not None:
        yield from svg.groups(step.drawing, marks).items()
    for table in step.tables:
        if table.form == TRACK:
            yield from fields_html(table).items()
        elif table.form != chart.FORM:
            yield f"table-{table.name}", table_html(table)


def _json(data: object) -> str:
    """Data that may stand in a `script` element, whatever names people have."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


# -- what stays as it is -------------------------------------------------------------------


def _seats(game: Game, marks: Marks) -> str:
    return "".join(
        f'<li class="{marks.style(player)}"><span class="mark" aria-hidden="true">'
        f"{escape(marks.letter(player))}</span> {escape(player)}</li>"
        for player in game.players
    )


def _seen(seer: Seer) -> str:
    if seer.everything:
        return say("Full state: this page shows everything, what is hidden from the players too.")
    if seer.player is not None:
        told = say(
            "This is what {who} sees. Nobody else's hidden things are in it.", who=seer.player
        )
        return escape(told)
    return say("This is what everybody sees. Nothing hidden from a player is in it.")


def _board(steps: Sequence[Step], regions: Regions, start: int) -> str:
    drawing = steps[start].drawing
    if drawing is None:
        return f'<p class="none">{escape(say("these rules have no map"))}</p>'
    lines = f"{drawing.name}-line-"
    names = [name for name in regions.changes if name.startswith(f"{drawing.name}-")]
    # Lines that came later in the game belong below the places all the same.
    names.sort(key=lambda name: not name.startswith(lines))
    shown = {name: regions.at(name, start) for name in names}
    return svg.board(drawing, shown, say("The tables of this page say the same in words."))


def _signs(step: Step) -> str:
    signs = step.drawing.signs if step.drawing is not None else ()
    return "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(detail)}</dd></div>" for label, detail in signs
    )


def _outcome(game: Game) -> str:
    outcome = game.outcome()
    if outcome is None:
        return ""
    told = escape(winners_text(outcome))
    return (
        f'<section class="panel outcome" aria-labelledby="outcome-title">'
        f'<h2 id="outcome-title">{told}</h2>'
        f'<div class="scroll" role="group" aria-labelledby="outcome-title">'
        f"{table_html(outcome_table(outcome))}</div></section>"
    )


def _tables(steps: Sequence[Step], regions: Regions, start: int) -> str:
    """The tables that ever say something; long ones come last, and folded."""
    longest: dict[str, Table] = {}
    for step in steps:
        for table in step.tables:
            if len(table.rows) > len(getattr(longest.get(table.name), "rows", ())):
                longest[table.name] = table
    shown = [table for table in longest.values() if table.form != chart.FORM]
    shown.sort(key=_is_long)
    return "\n".join(_table(table, regions, start) for table in shown)


def _table(table: Table, regions: Regions, start: int) -> str:
    name = f"table-{table.name}"
    inside = (
        track_html(table, lambda field: regions.at(field, start))
        if table.form == TRACK
        else regions.at(name, start)
    )
    title = f'<h3 id="title-{name}">{escape(table.title)}</h3>'
    box = f'<div class="scroll" role="group" aria-labelledby="title-{name}" id="{name}">'
    if _is_long(table):
        return f'<details class="panel"><summary>{title}</summary>{box}{inside}</div></details>'
    return f'<div class="panel">{title}{box}{inside}</div></div>'


def _is_long(table: Table) -> bool:
    return len(table.rows) > LONG


def _charts(steps: Sequence[Step], marks: Marks) -> str:
    blocks = []
    moments = [step.began for step in steps]
    for place, table in enumerate(steps[0].tables):
        if table.form == chart.FORM:
            course = chart.course([step.tables[place] for step in steps], moments)
            blocks.append(
                f'<section class="panel charts" aria-labelledby="chart-{table.name}">'
                f'<h2 id="chart-{table.name}">{escape(table.title)}</h2>'
                f'<div class="figures">{chart.charts_html(course, marks)}</div></section>'
            )
    return "\n".join(blocks)
