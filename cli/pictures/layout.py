"""Where the places of a map come to lie in a picture: boxes large enough, none over another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brasswright.interpreter.drawing import Drawing, DrawnPlace

WIDTH, HEIGHT = 1180, 1060
MARGIN = 12
FARTHEST = 99
"""The largest coordinate of a place."""
SPOT_WIDTH, SPOT_HEIGHT = 52, 46
GAP = 5
TITLE = 22
LETTER = 10.6
"""About how wide a letter of a title is."""
APART = 30
PASSES = 120


@dataclass(frozen=True, slots=True)
class Box:
    """A place as it is drawn: its middle and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        return self.y - self.height / 2


def boxes(drawing: Drawing) -> dict[str, Box]:
    """The box of every place, by name: as near to its coordinates as there is room."""
    placed = [_kept_inside(_box(place)) for place in drawing.places]
    for _ in range(PASSES):
        if not _push_apart(placed):
            break
    return {place.name: box for place, box in zip(drawing.places, placed, strict=True)}


def _box(place: DrawnPlace) -> Box:
    number = len(place.spots)
    spots = number * (SPOT_WIDTH + GAP) + GAP if number else 0
    width = max(spots, len(place.label) * LETTER + 4 * GAP)
    height = TITLE + (SPOT_HEIGHT + 2 * GAP if number else GAP)
    across, down = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    return Box(
        MARGIN + place.x / FARTHEST * across,
        MARGIN + place.y / FARTHEST * down,
        width,
        height,
    )


def _push_apart(placed: list[Box]) -> bool:
    """Move boxes that overlap away from each other, the shorter way; whether any did."""
    moved = False
    for i in range(len(placed)):
        for j in range(i + 1, len(placed)):
            a, b = placed[i], placed[j]
            over_x = (a.width + b.width) / 2 + APART - abs(a.x - b.x)
            over_y = (a.height + b.height) / 2 + APART - abs(a.y - b.y)
            if over_x <= 0.5 or over_y <= 0.5:
                continue
            moved = True
            step_x, step_y = (over_x / 2, 0.0) if over_x < over_y else (0.0, over_y / 2)
            if a.x > b.x:
                step_x = -step_x
            if a.y > b.y:
                step_y = -step_y
            placed[i] = _kept_inside(replace(a, x=a.x - step_x, y=a.y - step_y))
            placed[j] = _kept_inside(replace(b, x=b.x + step_x, y=b.y + step_y))
    return moved


def _kept_inside(box: Box) -> Box:
    return replace(
        box,
        x=_between(box.x, MARGIN + box.width / 2, WIDTH - MARGIN - box.width / 2),
        y=_between(box.y, MARGIN + box.height / 2, HEIGHT - MARGIN - box.height / 2),
    )


def _between(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


def middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The point in the middle of some others."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
