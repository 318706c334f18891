"""A map in the terminal: schematic where there is room for it, else a list of its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from brasswright.cli.language import say
from brasswright.cli.output import folded
from brasswright.cli.views.marks import NAME, OPEN, Marks
from brasswright.cli.views.schematic import (
    FINE,
    MOST,
    Box,
    Run,
    Schematic,
    Strokes,
    Wire,
    schematic,
)
from brasswright.cli.views.table import list_text
from brasswright.interpreter.drawing import Drawing, DrawnLine, DrawnPlace, Spot

NARROW = 80
"""Below this width a map is a list."""
WIDE = 140
"""A map takes no more columns than this unless it is asked to be wide."""
FOR_EACH = 20
"""Few places take no more columns than this for each."""
TOLD = 4
"""Of so few places everything is told in words."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a map is to look."""

    width: int = 80
    layout: str = "auto"
    """"compact" leaves out what is open, "wide" takes all the width there is."""
    strokes: Strokes = FINE
    """The signs for lines."""

    @property
    def drawn_width(self) -> int:
        """The width that is used."""
        return self.width if self.layout == "wide" else min(self.width, WIDE)


def map_text(
    drawing: Drawing, marks: Marks, look: Look, containing: Sequence[str] = ()
) -> str | None:
    """The map with its legend; of places that hold all words `containing` and their neighbours.

    None when no place holds them.
    """
    meant = {place.name for place in drawing.places if _holds(drawing, place, containing)}
    if not meant:
        return None
    seen = _around(drawing, meant) if containing else drawing
    if containing and look.layout == "compact":
        look = replace(look, layout="auto")
    text = None
    if look.width >= NARROW:
        text = _schematic_text(seen, marks, look, drawing)
    parts = [drawing.title, text or _list_text(seen, marks, look, meant if containing else None)]
    if containing and len(meant) <= TOLD:
        parts += [_told(drawing, place, look.width) for place in seen.places if place.name in meant]
    else:
        parts.append(_legend(seen, look, marks, drawn=text is not None))
    parts.append(_players_text(seen, marks))
    return "\n".join(part for part in parts if part)


def _holds(drawing: Drawing, place: DrawnPlace, words: Sequence[str]) -> bool:
    text = " ".join(_words_of(drawing, place)).casefold()
    return all(word.casefold() in text for word in words)


def _words_of(drawing: Drawing, place: DrawnPlace) -> Iterator[str]:
    """All that is told of a place."""
    yield from (place.name, place.label, place.detail)
    for spot in place.spots:
        yield from (spot.name, spot.label if spot.filled else "", spot.owner, spot.detail)
    yield from (line.owner for line in drawing.lines if place.name in line.ends)


def _around(drawing: Drawing, meant: set[str]) -> Drawing:
    """The places meant with their neighbours, spread over the whole map."""
    lines = tuple(line for line in drawing.lines if meant.intersection(line.ends))
    near = meant.union(*(line.ends for line in lines))
    places = [place for place in drawing.places if place.name in near]
    xs, ys = _spread([p.x for p in places]), _spread([p.y for p in places])
    moved = (replace(p, x=x, y=y) for p, x, y in zip(places, xs, ys, strict=True))
    return replace(drawing, places=tuple(moved), lines=lines)


def _spread(values: Sequence[int]) -> list[int]:
    low, high = min(values), max(values)
    if low == high:
        return [MOST // 2] * len(values)
    return [(value - low) * MOST // (high - low) for value in values]


# -- the schematic map -------------------------------------------------------------------------


def _schematic_text(drawing: Drawing, marks: Marks, look: Look, whole: Drawing) -> str | None:
    compact = look.layout == "compact"
    boxes = [
        Box(place.name, tuple(_box_rows(place, marks, compact)), place.x, place.y)
        for place in drawing.places
    ]
    wires = [
        Wire(line.name, line.ends, marks.letters.get(line.owner, ""), line.owner or OPEN)
        for line in drawing.lines
        if line.owner or not compact
    ]
    width = min(look.drawn_width, max(NARROW, FOR_EACH * len(boxes)))
    least = len(boxes) * (2 if compact else 3) // 3 + 3
    drawn = schematic(boxes, wires, width, look.strokes, least)
    if drawn is None:
        return None
    text = "\n".join(_painted(row, marks) for row in _trimmed(drawn))
    unseen = [_line_text(line, whole) for line in drawing.lines if line.name in drawn.unseen]
    without = say("without room: {names}", names=", ".join(unseen))
    return folded(f"{text}\n{without}", width) if unseen else text


def _box_rows(place: DrawnPlace, marks: Marks, compact: bool) -> Iterator[tuple[Run, ...]]:
    yield ((place.label, NAME),)
    runs: list[Run] = []
    for spot in place.spots:
        if spot.filled or not compact:
            runs += [(" " if runs else "[", ""), (spot_text(spot, marks), spot.owner)]
    if runs:
        yield (*runs, ("]", ""))


def spot_text(spot: Spot, marks: Marks) -> str:
    """`C2A:3*`: what lies there, whose it is, what is left on it, turned over; small if empty."""
    label = spot.label.replace("/", "")
    if not spot.filled:
        return label.lower()
    left = f":{spot.amount}" if spot.amount else ""
    return f"{label}{marks.letters.get(spot.owner, '')}{left}{'*' if spot.turned else ''}"


def _trimmed(drawn: Schematic) -> list[list[Run]]:
    """Without empty rows at the top and bottom, and without blanks at the ends of rows."""
    rows = [list(row) for row in drawn.rows]
    for row in rows:
        while row and row[-1][0] == " ":
            row.pop()
    filled = [number for number, row in enumerate(rows) if row]
    return rows[filled[0] : filled[-1] + 1]


def _painted(row: Sequence[Run], marks: Marks) -> str:
    return "".join(
        marks.painted("".join(letter for letter, _ in run), owner)
        for owner, run in groupby(row, key=lambda cell: cell[1])
    )


# -- in words ----------------------------------------------------------------------------------


def _list_text(drawing: Drawing, marks: Marks, look: Look, meant: set[str] | None) -> str:
    """Place by place: its spots, then where lines lead to."""
    lines = []
    for place in drawing.places:
        if meant is not None and place.name not in meant:
            continue
        spots = [s for s in place.spots if s.filled or look.layout != "compact"]
        joined = [
            line
            for line in drawing.lines
            if place.name in line.ends and (line.owner or look.layout != "compact")
        ]
        if look.layout == "compact" and not spots and not joined:
            continue
        told = " ".join(spot_text(spot, marks) for spot in spots)
        lines.append(f"{place.label}: {told}".rstrip(": "))
        if joined:
            ways = (_way_text(line, place, drawing) for line in joined)
            lines.append(say("  to {names}", names=", ".join(ways)))
    return folded("\n".join(lines), look.width)


def _way_text(line: DrawnLine, place: DrawnPlace, drawing: Drawing) -> str:
    labels = {each.name: each.label for each in drawing.places}
    others = " and ".join(labels[end] for end in line.ends if end != place.name)
    return f"{others} ({line.owner})" if line.owner else others


def _line_text(line: DrawnLine, drawing: Drawing) -> str:
    labels = {each.name: each.label for each in drawing.places}
    ends = " - ".join(labels[end] for end in line.ends)
    return f"{ends} ({line.owner})" if line.owner else ends


def _told(drawing: Drawing, place: DrawnPlace, width: int) -> str:
    """Everything about a place."""
    pairs = [(spot.name, _with_owner(spot.detail, spot.owner)) for spot in place.spots]
    for line in drawing.lines:
        if place.name in line.ends:
            pairs.append((line.name, _with_owner(line.detail, line.owner)))
    head = f"{place.label}: {place.detail}" if place.detail else place.label
    if width >= NARROW:
        return "\n".join([head, list_text(pairs, width)]) if pairs else head
    return folded("\n".join([head, *(f"  {name}: {detail}" for name, detail in pairs)]), width)


def _with_owner(detail: str, owner: str) -> str:
    return f"{owner}: {detail}" if owner else detail


def _legend(drawing: Drawing, look: Look, marks: Marks, drawn: bool) -> str:
    """What the letters and signs stand for; who wants little knows how to read them."""
    told = [", ".join(f"{label} {detail}" for label, detail in drawing.signs if label)]
    if look.layout != "compact":
        told += [*_how_spots_are_written(drawing, marks)]
        told += [*_how_lines_are_drawn(drawing, marks, look.strokes)] if drawn else []
    return folded("; ".join(part for part in told if part), look.drawn_width)


def _how_spots_are_written(drawing: Drawing, marks: Marks) -> Iterator[str]:
    spots = [spot for place in drawing.places for spot in place.spots]
    vacant = [spot for spot in spots if not spot.filled]
    if vacant:
        yield say("small letters: what may lie there")
    for alike in (
        [spot for spot in vacant if len(spot_text(spot, marks)) > 1],
        [spot for spot in spots if spot.filled and spot.owner],
        [spot for spot in spots if spot.filled and not spot.owner],
    ):
        if alike:  # the one of which most is told
            spot = max(alike, key=lambda spot: len(spot_text(spot, marks)))
            yield f"{spot_text(spot, marks)} = {_with_owner(spot.detail, spot.owner)}"
    if any(spot.amount for spot in spots):
        yield say(":1 left there")
    if any(spot.turned for spot in spots):
        yield say("* turned over")


def _how_lines_are_drawn(drawing: Drawing, marks: Marks, strokes: Strokes) -> Iterator[str]:
    owned = next((line for line in drawing.lines if line.owner), None)
    if owned is not None:
        line = f"{strokes.level}{marks.letters[owned.owner]}{strokes.level}"
        yield say("{sign} a line of {who}", sign=line, who=owned.owner)
    if not all(line.owner for line in drawing.lines):
        yield say("{sign} open", sign=strokes.open * 3)


def _players_text(drawing: Drawing, marks: Marks) -> str:
    owners = {line.owner for line in drawing.lines}
    owners.update(spot.owner for place in drawing.places for spot in place.spots)
    return ", ".join(marks.named(player) for player in marks.letters if player in owners)
