"""A game as it may be: what a player can't see is dealt anew, by what that player knows.

How many pieces lie in each zone is open, so it stays. What went into a hidden zone before the
player's eyes is known to lie there, until something hidden leaves it for another hidden zone. All
other pieces that are hidden from the player are put together by kind and dealt again at random.
Shuffles to come are others than in the game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.types import ListType, RowType, ZoneType
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.running.kernel import (
    LOGGED,
    PILE_HEAD,
    SEED,
    Cells,
    Journal,
    pieces,
)
from brasswright.interpreter.views import CellNames, may_see

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

Zone = tuple[str, int, int]
"""Shape, first cell, kinds of piece."""


Known = dict[int, Counter[int]]
"""By the first cell of a hidden zone: what somebody has seen go in, and not come out."""


class Past:
    """What led to a position, as far as it tells who has seen what."""

    def __init__(
        self, journals: Sequence[Journal] = (), known: Mapping[int, Known] | None = None
    ) -> None:
        self._journals = tuple(journals)
        self._known = known or {}
        """By player: what was known before the first of the journals."""

    def and_then(self, journal: Journal) -> Past:
        """The same with what was written since."""
        return Past((*self._journals, list(journal)), self._known)

    def known(self, cells: Cells, where: CellNames, viewer: int) -> Known:
        """What a player knows of what the others hide, the cells being as they are now."""
        known = {zone: Counter(inside) for zone, inside in self._known.get(viewer, {}).items()}
        steps = list(_steps_back(cells, self._journals, where, viewer))
        return _followed(known, reversed(steps))


def deal_anew(game: Game, viewer: int, past: Past, chance: Random) -> Past:
    """Deal everything anew that a player can't see; what that player knows of the past."""
    cells = game.position.cells
    hidden = _Hidden(game, viewer)
    known = past.known(cells, game.cell_names, viewer) if hidden.zones else {}
    for zones in hidden.zones.values():
        _deal(cells, zones, known, chance)
    for column, rows in hidden.columns:
        _deal_values(cells, column, rows, chance)
    cells[SEED] = game.seed = chance.getrandbits(31)
    return Past(known={viewer: known})


class _Hidden:
    """Where things lie that a player can't see."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.zones: dict[str, list[Zone]] = {}
        """By kind of piece."""
        self.columns: list[tuple[Column, list[int]]] = []
        """Other fields, with their rows."""
        for column in game.compiled.layout.columns.values():
            rows = range(1 if column.rows else 0, column.rows + 1)
            unseen = [row for row in rows if not may_see(column, row, viewer)]
            kind = _kind(column)
            if unseen and kind:
                zones = [(column.shape, column.cell(row), column.kinds) for row in unseen]
                self.zones.setdefault(kind, []).extend(zones)
            elif unseen:
                self.columns.append((column, unseen))


def _kind(column: Column) -> str:
    """The kind of piece that lies there; "" if it is no zone and no list."""
    match column.field.type:
        case ZoneType(domain=domain) | ListType(of=RowType(domain=domain)):
            return domain
    return ""


def _contents(cells: Cells, zone: Zone) -> tuple[int, ...]:
    shape, start, kinds = zone
    return pieces(cells, "pile" if shape == "list" else shape, start, kinds)


def _deal(cells: Cells, zones: list[Zone], known: Known, chance: Random) -> None:
    """Pool what lies in some zones and is not known to, and deal it over them again."""
    kept: list[list[int]] = []
    pool: list[int] = []
    for zone in zones:
        inside = Counter(_contents(cells, zone))
        stays = inside & known.get(zone[1], Counter())
        kept.append(sorted(stays.elements()))
        pool += (inside - stays).elements()
    pool.sort()
    chance.shuffle(pool)
    for zone, known_here in zip(zones, kept, strict=True):
        number = len(_contents(cells, zone)) - len(known_here)
        dealt = [*known_here, *(pool.pop() for _ in range(number))]
        chance.shuffle(dealt)
        _lay(cells, zone, dealt)


def _lay(cells: Cells, zone: Zone, dealt: list[int]) -> None:
    shape, start, kinds = zone
    if shape == "bag":
        cells[start + 1 : start + kinds + 1] = [dealt.count(k) for k in range(1, kinds + 1)]
    elif shape == "slot":
        cells[start] = dealt[0] if dealt else 0
    else:
        cells[start + PILE_HEAD : start + PILE_HEAD + len(dealt)] = dealt


def _deal_values(cells: Cells, column: Column, rows: list[int], chance: Random) -> None:
    """Exchange the values of a field among its rows; one alone may be anything it can be."""
    values = sorted(cells[column.cell(row)] for row in rows)
    chance.shuffle(values)
    if len(values) == 1:
        low, high = column.field.low, column.field.high
        values = [chance.randint(low, high)]
    for row, value in zip(rows, values, strict=True):
        cells[column.cell(row)] = value


# -- what is known -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """A piece came into a zone, or left it; 0 = some piece."""

    zone: int
    piece: int
    came: bool
    seen: bool


def _followed(known: Known, steps: Iterable[_Step]) -> Known:
    """What is known after some steps."""
    left: _Step | None = None
    for step in steps:
        if left is not None and not left.seen:
            if step.came and step.seen and left.piece:
                known.get(left.zone, Counter()).subtract([left.piece])
            else:
                known.pop(left.zone, None)
        elif left is not None and step.came and not step.seen:
            known.setdefault(step.zone, Counter())[step.piece] += 1
        left = None if step.came else step
    return known


def _steps_back(
    cells: Cells, past: Sequence[Journal], where: CellNames, viewer: int
) -> Iterator[_Step]:
    """What moved between zones, the last first."""
    before = list(cells)
    for cell, old in (entry for journal in reversed(past) for entry in reversed(journal)):
        if cell == LOGGED:
            continue
        assert isinstance(old, int)
        new, before[cell] = before[cell], old
        found = where.find(cell)
        if found is None or not _kind(found[0]) or new == old:
            continue
        column, row = found
        start, seen = column.cell(row), may_see(column, row, viewer)
        match column.shape:
            case "bag":
                yield _Step(start, cell - start, new > old, seen)
            case "slot":
                yield _Step(start, new or old, new != 0, seen)
            case _ if cell == start:  # the length of a pile
                top = before[start + PILE_HEAD + new - 1] if new > old else 0
                yield _Step(start, top, new > old, seen)
