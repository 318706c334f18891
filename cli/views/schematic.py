"""A schematic map on a grid of letters: boxes near where they belong, and lines between them.

Boxes are moved as little as keeps them apart; lines find their way around the boxes. Nothing
here knows what is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

Cell = tuple[int, int]
"""Column and row."""
Run = tuple[str, str]
"""Text, and whom it is about; "" = nobody."""

MOST = 99
"""The largest coordinate."""
APART, ASIDE = 1, 2
"""Rows and columns left free between boxes."""
NEAR = 60
"""How far boxes may be moved, in the measure of `_moved`, before more rows are taken."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is written at a place: lines of text around a point."""

    name: str
    rows: tuple[tuple[Run, ...], ...]
    x: int
    y: int

    @property
    def width(self) -> int:
        return max(_length(row) for row in self.rows)

    @property
    def height(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Wire:
    """A line that joins boxes; a letter in its middle says whose it is."""

    name: str
    ends: tuple[str, ...]
    letter: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Strokes:
    """The signs that lines are drawn with."""

    open: str
    level: str
    upright: str
    falling: str
    rising: str


FINE = Strokes("·", "━", "┃", "╲", "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}")
PLAIN = Strokes(".", "=", "|", "\\", "/")


@dataclass
class Schematic:
    """A grid with everything drawn on it."""

    rows: list[list[Run]]
    """One letter for each cell, with whom it is about."""
    unseen: list[str] = field(default_factory=list)
    """Names of the lines that found no room."""


def schematic(
    boxes: Sequence[Box],
    wires: Sequence[Wire],
    width: int,
    strokes: Strokes = FINE,
    least: int = 5,
) -> Schematic | None:
    """The boxes and lines on as few rows as will do, from `least`; None if the width does not."""
    placed = _placed(boxes, width, least)
    if placed is None:
        return None
    height, corners = placed
    texts = {box.name: dict(_letters(box, corners[box.name])) for box in boxes}
    drawing = _Router(texts, width, height)
    grid: list[list[Run]] = [[(" ", "")] * width for _ in range(height)]
    unseen = []
    for wire in sorted(wires, key=lambda wire: (not wire.letter, drawing.span(wire))):
        cells = drawing.lay(wire)
        if not cells:
            unseen.append(wire.name)
        lettered = drawing.lettered(cells) if cells and wire.letter else -1
        for number, (x, y) in enumerate(cells):
            sign = wire.letter if number == lettered else _stroke(wire, cells, number, strokes)
            grid[y][x] = (sign, wire.owner)
    for letters in texts.values():
        for (x, y), run in letters.items():
            grid[y][x] = run
    return Schematic(grid, unseen)


# -- placing boxes -----------------------------------------------------------------------------


def _placed(boxes: Sequence[Box], width: int, least: int) -> tuple[int, dict[str, Cell]] | None:
    """How many rows it takes, and the upper left corners of the boxes."""
    most = 3 * len(boxes) + 6
    best: tuple[int, int, dict[str, Cell]] | None = None
    for height in range(least, most + 1):
        found = _spread(boxes, width, height)
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], height, found[1]
        if best is not None and (best[0] <= NEAR or height > best[1] + 12):
            break
    return None if best is None else (best[1], best[2])


def _spread(boxes: Sequence[Box], width: int, height: int) -> tuple[int, dict[str, Cell]] | None:
    """The boxes apart from each other, and how far the worst of them was moved."""
    taken: list[tuple[int, int, Box]] = []
    worst = 0
    for box in sorted(boxes, key=lambda box: (box.y, box.x)):
        wanted = _corner(box, width, height)
        if wanted is None:
            return None
        for moved, dx, dy in _MOVES:
            x, y = wanted[0] + dx, wanted[1] + dy
            inside = 0 <= x <= width - box.width and 0 <= y <= height - box.height
            if inside and not any(_touch(x, y, box, *other) for other in taken):
                taken.append((x, y, box))
                worst = max(worst, moved)
                break
        else:
            return None
    return worst, {box.name: (x, y) for x, y, box in taken}


def _corner(box: Box, width: int, height: int) -> Cell | None:
    """Where the box belongs, if it fits at all."""
    room, rows = width - box.width, height - box.height
    if room < 0 or rows < 0:
        return None
    x = round(box.x * (width - 1) / MOST) - box.width // 2
    y = round(box.y * (height - 1) / MOST) - box.height // 2
    return min(max(x, 0), room), min(max(y, 0), rows)


def _moved(dx: int, dy: int) -> int:
    return dx * dx + 14 * dy * dy


_MOVES = sorted((_moved(dx, dy), dx, dy) for dx in range(-24, 25) for dy in range(-5, 6))


def _touch(x: int, y: int, box: Box, left: int, top: int, other: Box) -> bool:
    return (
        x < left + other.width + ASIDE
        and left < x + box.width + ASIDE
        and y < top + other.height + APART
        and top < y + box.height + APART
    )


def _letters(box: Box, corner: Cell) -> Iterator[tuple[Cell, Run]]:
    """Every letter of the box with its cell, the lines of text centred."""
    for down, row in enumerate(box.rows):
        x = corner[0] + (box.width - _length(row)) // 2
        for text, owner in row:
            for letter in text:
                yield (x, corner[1] + down), (letter, owner)
                x += 1


def _length(row: Iterable[Run]) -> int:
    return sum(len(text) for text, _ in row)


# -- laying lines ------------------------------------------------------------------------------

_STEPS = tuple(
    (dx, dy, 1.0 if not dy else 2.0 if not dx else 2.2)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if dx or dy
)
"""A row is about as high as two columns are wide."""
CROSSING, GRAZING, STRAYING = 4.0, 1.5, 0.02
"""What it costs to cross another line, to pass close by a box, and to leave the straight way."""


class _Router:
    """Finds ways for lines around the texts and, if possible, around each other."""

    def __init__(self, texts: Mapping[str, Collection[Cell]], width: int, height: int) -> None:
        self._texts = texts
        self._width, self._height = width, height
        self._in: dict[Cell, str] = {c: name for name, cells in texts.items() for c in cells}
        self._near: dict[Cell, set[str]] = {}
        for name, cells in texts.items():
            for x, y in cells:
                for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                    self._near.setdefault(cell, set()).add(name)
        self._crossed: set[Cell] = set()
        self._letters: set[Cell] = set()

    def span(self, wire: Wire) -> float:
        """About how long a line is: short ones have less choice and are laid first."""
        points = [_middle(self._texts[end]) for end in wire.ends]
        return max(abs(a - c) + 2 * abs(b - d) for a, b in points for c, d in points)

    def lay(self, wire: Wire) -> list[Cell]:
        """The cells of a line, in order; a line with more than two ends branches off itself."""
        laid: list[Cell] = []
        first, *others = wire.ends
        for end in others:
            start = laid or self._texts[first]
            way = self._way(start, self._texts[end], set(wire.ends))
            laid += [cell for cell in way if cell not in self._in and cell not in laid]
        self._crossed.update(laid)
        if laid and wire.letter:
            self._letters.add(laid[self.lettered(laid)])
        return laid

    def lettered(self, laid: Sequence[Cell]) -> int:
        """Which cell takes the letter of the owner: near the middle, and not beside a text."""
        middle = len(laid) // 2
        return min(
            range(len(laid)),
            key=lambda number: (self._beside_text(laid[number]), abs(number - middle)),
        )

    def _beside_text(self, cell: Cell) -> bool:
        return any((cell[0] + dx, cell[1]) in self._in for dx in (-1, 1))

    def _way(self, start: Collection[Cell], goal: Collection[Cell], own: set[str]) -> list[Cell]:
        """The cheapest way from one of the cells to another; empty if there is none."""
        west, east = min(x for x, _ in goal), max(x for x, _ in goal)
        north, south = min(y for _, y in goal), max(y for _, y in goal)
        (ax, ay), (bx, by) = _middle(start), _middle(goal)
        across, down = bx - ax, by - ay
        length = max(abs(across) + abs(down), 1.0)

        def ahead(x: int, y: int) -> float:
            return max(west - x, 0, x - east, 2 * (north - y), 2 * (y - south))

        heap: list[tuple[float, float, Cell, Cell | None]] = []
        for cell in start:
            heappush(heap, (ahead(*cell), 0.0, cell, None))
        before: dict[Cell, Cell | None] = {}
        while heap:
            _, cost, here, came_from = heappop(heap)
            if here in before:
                continue
            before[here] = came_from
            if here in goal:
                return _back(before, here)
            for dx, dy, step in _STEPS:
                x, y = cell = here[0] + dx, here[1] + dy
                if cell in before or not self._free(cell, own):
                    continue
                stray = abs((x - ax) * down - (y - ay) * across) / length
                total = cost + step + self._toll(cell, own) + STRAYING * stray
                heappush(heap, (total + ahead(x, y), total, cell, here))
        return []

    def _free(self, cell: Cell, own: set[str]) -> bool:
        if not (0 <= cell[0] < self._width and 0 <= cell[1] < self._height):
            return False
        return self._in.get(cell, "") in own or (cell not in self._in and cell not in self._letters)

    def _toll(self, cell: Cell, own: set[str]) -> float:
        if cell in self._in:
            return 0.0
        toll = CROSSING if cell in self._crossed else 0.0
        near = self._near.get(cell)
        return toll + (GRAZING if near is not None and not near <= own else 0.0)


def _middle(cells: Collection[Cell]) -> tuple[float, float]:
    return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)


def _back(before: Mapping[Cell, Cell | None], cell: Cell | None) -> list[Cell]:
    way = []
    while cell is not None:
        way.append(cell)
        cell = before[cell]
    return way[::-1]


def _stroke(wire: Wire, cells: Sequence[Cell], number: int, strokes: Strokes) -> str:
    """The sign for a cell of a line: of an owned one, by where the line goes there."""
    if not wire.letter:
        return strokes.open
    before, after = cells[max(number - 1, 0)], cells[min(number + 1, len(cells) - 1)]
    across, down = after[0] - before[0], after[1] - before[1]
    if abs(across) > 2 * abs(down) or before == after:
        return strokes.level
    if not across:
        return strokes.upright
    return strokes.falling if across * down > 0 else strokes.rising
