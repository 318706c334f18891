"""A map as SVG: lines below, places with their spots above, each in a group with its own id.

What a piece is, whose it is and what is left on it is written on it in letters; colours only
repeat it. The groups are separate values so that a page can exchange those that a move changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files

from brasswright.cli.language import say
from brasswright.cli.pictures.layout import (
    GAP,
    HEIGHT,
    LETTER,
    MARGIN,
    SPOT_HEIGHT,
    SPOT_WIDTH,
    TITLE,
    WIDTH,
    Box,
    boxes,
    middle,
)
from brasswright.cli.pictures.marks import Marks
from brasswright.interpreter.drawing import Drawing, DrawnLine, DrawnPlace, Spot

NAMESPACE = "http://www.w3.org/2000/svg"
LABEL_SIZES = ((3, 16), (4, 15), (5, 13), (6, 11))
SMALLEST = 9.5
LEGEND = 84
"""The height of the strip below a map that says what is what."""


def asset(name: str) -> str:
    """A file that pictures are made with."""
    return (files("brasswright.cli.pictures") / "assets" / name).read_text(encoding="utf-8")


def picture(drawing: Drawing, marks: Marks, caption: str) -> str:
    """A whole SVG file, with what the letters and colours mean below the map."""
    height = HEIGHT + LEGEND
    alone = f' xmlns="{NAMESPACE}" width="{WIDTH}" height="{height}"'
    inside = (
        f"<style>\n{asset('board.css')}</style>\n"
        f"{_inside(drawing, groups(drawing, marks), caption, height)}\n"
        f"{''.join(_legend(drawing, marks))}"
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(drawing, inside, height, alone)}\n'


def board(drawing: Drawing, shown: Mapping[str, str], caption: str) -> str:
    """An `svg` element of such groups, to stand in a page with the style sheet `board.css`."""
    return _svg(drawing, _inside(drawing, shown, caption, HEIGHT), HEIGHT)


def _svg(drawing: Drawing, inside: str, height: int, more: str = "") -> str:
    return (
        f'<svg class="board" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby='
        f'"{drawing.name}-title" aria-describedby="{drawing.name}-about"{more}>\n{inside}\n</svg>'
    )


def _inside(drawing: Drawing, shown: Mapping[str, str], caption: str, height: int) -> str:
    return "\n".join(
        [
            f'<title id="{drawing.name}-title">{escape(drawing.title)}</title>',
            f'<desc id="{drawing.name}-about">{escape(caption)}</desc>',
            f'<rect class="ground" width="{WIDTH}" height="{height}" rx="14"/>',
            *(f'<g id="{escape(name)}">{markup}</g>' for name, markup in shown.items()),
        ]
    )


def _legend(drawing: Drawing, marks: Marks) -> Iterator[str]:
    x, y = 2 * MARGIN, HEIGHT + 24
    for player, letter in marks.letters.items():
        yield f'<g class="line laid {marks.style(player)}"><circle cx="{x + 13}" cy="{y}" r="13"/>'
        yield f'<text x="{x + 13}" y="{_n(y + 5.5)}">{escape(letter)}</text></g>'
        yield f'<text class="told" x="{x + 32}" y="{y + 6}">{escape(player)}</text>'
        x += 60 + round(len(player) * LETTER)
    signs = [f"{label} {detail}" for label, detail in drawing.signs]
    told = escape("   ".join([*signs, f"\N{CHECK MARK} {say('shows its other side')}"]))
    yield f'<text class="told" x="{2 * MARGIN}" y="{y + 40}" xml:space="preserve">{told}</text>'


def groups(drawing: Drawing, marks: Marks) -> dict[str, str]:
    """The markup of every line and place by the id of its group, in the order of drawing."""
    where = boxes(drawing)
    found = {}
    for line in drawing.lines:
        found[f"{drawing.name}-line-{line.name}"] = _line(line, where, marks)
    for place in drawing.places:
        found[f"{drawing.name}-place-{place.name}"] = _place(place, where[place.name], marks)
    return found


# -- lines ---------------------------------------------------------------------------------


def _line(line: DrawnLine, where: Mapping[str, Box], marks: Marks) -> str:
    ends = [(where[name].x, where[name].y) for name in line.ends if name in where]
    if len(ends) < 2:
        return ""
    x, y = middle(ends)
    if len(ends) == 2:
        way = f"M{_n(ends[0][0])} {_n(ends[0][1])}L{_n(ends[1][0])} {_n(ends[1][1])}"
        x, y = _halfway(*(where[name] for name in line.ends))
    else:
        way = "".join(f"M{_n(x)} {_n(y)}L{_n(a)} {_n(b)}" for a, b in ends)
    title = _title(line.name, line.owner, line.detail)
    if not line.owner:
        return f'<g class="line open">{title}<path d="{way}"/></g>'
    return (
        f'<g class="line laid {marks.style(line.owner)}">{title}<path class="bed" d="{way}"/>'
        f'<path d="{way}"/><circle cx="{_n(x)}" cy="{_n(y)}" r="13"/>'
        f'<text x="{_n(x)}" y="{_n(y + 5.5)}">{escape(marks.letter(line.owner))}</text></g>'
    )


def _halfway(a: Box, b: Box) -> tuple[float, float]:
    """The middle of what can be seen of a line between two boxes."""
    start, end = _leaves(a, b), 1 - _leaves(b, a)
    share = (start + end) / 2 if start < end else 0.5
    return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share


def _leaves(box: Box, other: Box) -> float:
    """At which share of the way from the middle of a box to another its edge is crossed."""
    across, down = abs(other.x - box.x), abs(other.y - box.y)
    shares = [box.width / 2 / across] if across else []
    shares += [box.height / 2 / down] if down else []
    return min([*shares, 1.0])


# -- places --------------------------------------------------------------------------------


def _place(place: DrawnPlace, box: Box, marks: Marks) -> str:
    frame = (
        f'<rect class="frame" x="{_n(box.left)}" y="{_n(box.top)}" '
        f'width="{_n(box.width)}" height="{_n(box.height)}" rx="7"/>'
    )
    name = (
        f'<text class="name" x="{_n(box.x)}" y="{_n(box.top + TITLE - 5)}">'
        f"{escape(place.label)}</text>"
    )
    row = len(place.spots) * (SPOT_WIDTH + GAP) - GAP
    spots = "".join(
        _spot(spot, box.x - row / 2 + number * (SPOT_WIDTH + GAP), box.top + TITLE + GAP / 2, marks)
        for number, spot in enumerate(place.spots)
    )
    kind = "place" if place.spots else "place bare"
    return f'<g class="{kind}">{_title(place.label, place.detail)}{frame}{name}{spots}</g>'


def _spot(spot: Spot, x: float, y: float, marks: Marks) -> str:
    kind = " ".join(filter(None, ("spot", _state(spot), marks.style(spot.owner))))
    face = "".join(_face(spot, x, y, marks))
    return f'<g class="{kind}">{_title(spot.name, spot.owner, spot.detail)}{face}</g>'


def _state(spot: Spot) -> str:
    if not spot.filled:
        return "free"
    return "filled turned" if spot.turned else "filled"


def _face(spot: Spot, x: float, y: float, marks: Marks) -> Iterator[str]:
    centre = x + SPOT_WIDTH / 2
    yield _rect("piece", x, y, SPOT_WIDTH, SPOT_HEIGHT, 6)
    if spot.turned:
        yield _rect("inner", x + 3, y + 3, SPOT_WIDTH - 6, SPOT_HEIGHT - 6, 4)
    marked = bool(spot.filled and (spot.owner or spot.amount or spot.turned))
    size = next((size for most, size in LABEL_SIZES if len(spot.label) <= most), SMALLEST)
    down = 20 if marked else SPOT_HEIGHT / 2 + size / 3
    yield f'<text class="label" x="{_n(centre)}" y="{_n(y + down)}" font-size="{size}">'
    yield f"{escape(spot.label)}</text>"
    if not marked:
        if spot.amount:
            yield from _amount(spot.amount, x, y)
        return
    if spot.owner:
        yield f'<text class="owner" x="{_n(x + 13)}" y="{_n(y + 39)}">'
        yield f"{escape(marks.letter(spot.owner))}</text>"
    if spot.turned:
        yield f'<path class="tick" d="M{_n(x + 31)} {_n(y + 33)}l4.5 5l8-10"/>'
    elif spot.amount:
        yield from _amount(spot.amount, x, y)


def _amount(amount: str, x: float, y: float) -> Iterator[str]:
    width = max(18, 9 * len(amount) + 8)
    left = x + SPOT_WIDTH - width - 4
    yield _rect("store", left, y + 26, width, 17, 8)
    yield f'<text class="amount" x="{_n(left + width / 2)}" y="{_n(y + 39)}">'
    yield f"{escape(amount)}</text>"


def _rect(kind: str, x: float, y: float, width: float, height: float, round_: float) -> str:
    return (
        f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
        f'height="{_n(height)}" rx="{_n(round_)}"/>'
    )


def _title(*told: str) -> str:
    """What is told when the mouse rests there."""
    return f"<title>{escape(': '.join(filter(None, told)))}</title>"


def _n(value: float) -> str:
    """A number as short as it may be."""
    return f"{value:.1f}".removesuffix(".0")
