"""Charts of numbers over a game: a panel for each number, a line for each player.

Lines are told apart by their dashes and by a letter at their end; the same numbers stand in a
table below each panel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from brasswright.cli.language import say
from brasswright.cli.pictures.marks import STYLES, Marks
from brasswright.cli.pictures.tables import table_html
from brasswright.interpreter.moves import Table

FORM = "chart"
"""A table of that form holds numbers that are worth following through a game."""
WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 40, 26, 12, 40
LETTER_HEIGHT = 14
LABEL_LETTER = 6.4
TICKS = 5
_NUMBER = re.compile(r"(-?)\D*?(\d+)")


@dataclass(frozen=True, slots=True)
class Course:
    """How some numbers went: what was read after each move, and when that was."""

    title: str
    headings: tuple[str, ...]
    readings: tuple[Mapping[str, tuple[int, ...]], ...]
    """For each step, the numbers of each row by its name."""
    moments: tuple[str, ...]


def course(tables: Sequence[Table], moments: Sequence[str]) -> Course:
    """What one table said at each step; the first column names the line."""
    readings = tuple(
        {row[0]: tuple(_number(cell) for cell in row[1:]) for row in table.rows} for table in tables
    )
    return Course(tables[0].title, tables[0].headings[1:], readings, tuple(moments))


def _number(cell: str) -> int:
    found = _NUMBER.search(cell)
    return int(found[1] + found[2]) if found else 0


def charts_html(course: Course, marks: Marks) -> str:
    """All panels."""
    return "\n".join(_figure(course, column, marks) for column in range(len(course.headings)))


def _figure(course: Course, column: int, marks: Marks) -> str:
    heading = course.headings[column]
    numbers = escape(say("{what} as a table", what=heading))
    table = table_html(_numbers(course, column), say("{what} as it went", what=heading))
    return (
        f"<figure>{_panel(course, column, marks)}<figcaption>{escape(heading)}</figcaption>"
        f"<details><summary>{numbers}</summary>"
        f'<div class="scroll" role="group" aria-label="{numbers}">{table}</div></details></figure>'
    )


def _lines(course: Course, column: int) -> dict[str, list[int]]:
    """The numbers of each line, one for each step."""
    names = dict.fromkeys(name for reading in course.readings for name in reading)
    found: dict[str, list[int]] = {name: [] for name in sorted(names)}
    for reading in course.readings:
        for name, values in found.items():
            before = values[-1] if values else 0
            values.append(reading[name][column] if name in reading else before)
    return found


def _ends(moments: Sequence[str]) -> list[int]:
    """The last step of each moment."""
    return [
        step
        for step, moment in enumerate(moments)
        if step + 1 == len(moments) or moments[step + 1] != moment
    ]


def _numbers(course: Course, column: int) -> Table:
    lines = _lines(course, column)
    rows = tuple(
        (course.moments[step], *(str(values[step]) for values in lines.values()))
        for step in _ends(course.moments)
    )
    return Table("", course.headings[column], (say("at the end of"), *lines), rows)


# -- drawing -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Scale:
    steps: int
    low: int
    high: int

    def x(self, step: float) -> float:
        return LEFT + step / max(self.steps, 1) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _panel(course: Course, column: int, marks: Marks) -> str:
    lines = _lines(course, column)
    values = [value for line in lines.values() for value in line]
    unit = _tick(min(values), max(values))
    low = min(values) // unit * unit
    scale = _Scale(len(course.moments) - 1, low, max(-(-max(values) // unit) * unit, low + unit))
    drawn = [_grid(scale, unit), _moments(course.moments, scale)]
    styles = _styles(lines, marks)
    drawn += [_line(line, scale, styles[name]) for name, line in lines.items()]
    drawn += _letters(lines, scale, marks, styles)
    drawn.append(
        f'<line class="now" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" '
        f'data-across="{WIDTH - LEFT - RIGHT}"/>'
    )
    last = ", ".join(f"{name} {line[-1]}" for name, line in lines.items())
    heading = course.headings[column]
    told = escape(say("{what} as it went; at the end: {numbers}", what=heading, numbers=last))
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{told}">'
        f"{''.join(drawn)}</svg>"
    )


def _tick(low: int, high: int) -> int:
    """The distance of the lines of the grid: 1, 2 or 5 times a power of ten."""
    size, reach = 1, max(high - low, 1)
    while True:
        for factor in (1, 2, 5):
            if reach <= TICKS * factor * size:
                return factor * size
        size *= 10


def _grid(scale: _Scale, unit: int) -> str:
    drawn = []
    for value in range(scale.low, scale.high + 1, unit):
        y, kind = _n(scale.y(value)), "zero" if value == 0 else "grid"
        drawn.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        y = _n(scale.y(value) + 4)
        drawn.append(f'<text class="value" x="{LEFT - 6}" y="{y}">{value}</text>')
    return "".join(drawn)


def _moments(moments: Sequence[str], scale: _Scale) -> str:
    """A mark where each moment ends, its name below as far as there is room and it is new."""
    drawn, free, row_free, before, start = [], 0.0, 0.0, "", 0
    for end in _ends(moments):
        x, text = scale.x(end), moments[end]
        drawn.append(
            f'<line class="moment" x1="{_n(x)}" x2="{_n(x)}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        )
        shared, last = text.rpartition(" ")[::2]
        if shared != before and scale.x(start) >= row_free:
            drawn.append(_label(scale.x(start), HEIGHT - 8, shared.rstrip(","), "long"))
            row_free = scale.x(start) + len(shared) * LABEL_LETTER
        middle = (scale.x(start) + x) / 2
        if middle - len(last) * LABEL_LETTER / 2 >= free:
            drawn.append(_label(middle, HEIGHT - 24, last, "short"))
            free = middle + len(last) * LABEL_LETTER / 2 + 4
        before, start = shared, end
    return "".join(drawn)


def _label(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


def _line(values: Sequence[int], scale: _Scale, style: str) -> str:
    """Steps: a number stays until a move changes it."""
    way = f"M{_n(scale.x(0))} {_n(scale.y(values[0]))}"
    for step, (before, value) in enumerate(pairwise(values), start=1):
        if value != before:
            way += f"H{_n(scale.x(step))}V{_n(scale.y(value))}"
    return f'<path class="course {style}" d="{way}H{_n(scale.x(scale.steps))}"/>'


def _styles(lines: Iterable[str], marks: Marks) -> dict[str, str]:
    """The class of each line: its player's, or one in turn for lines that are of no player."""
    return {
        name: marks.style(name) or f"owner-{number % STYLES + 1}"
        for number, name in enumerate(lines)
    }


def _letters(
    lines: Mapping[str, Sequence[int]], scale: _Scale, marks: Marks, styles: Mapping[str, str]
) -> list[str]:
    """The letter of each line at its end, none over another."""
    drawn, lowest = [], float(HEIGHT)
    for name, values in sorted(lines.items(), key=lambda item: item[1][-1]):
        y = min(scale.y(values[-1]) + 5, lowest - LETTER_HEIGHT)
        lowest = y
        drawn.append(
            f'<text class="end {styles[name]}" x="{WIDTH - RIGHT + 6}" y="{_n(y)}">'
            f"{escape(marks.letter(name))}</text>"
        )
    return drawn


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
