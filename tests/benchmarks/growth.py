"""How costs grow: with players, rounds, overlays, and with a board twice as big."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from cases import BACKENDS, FIRST, PLAYERS, ready
from decisions import quarters
from doubled import NAME, doubled
from editions import Found, measured
from layout import digits, table, time
from whole_games import GREEDY, RANDOM

import brasswright as bw
from brasswright.interpreter.backends import PYTHON
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.opening import open_rulebook

MOVES = (
    "seconds a move",
    *(f"{how}, {backend}" for how in (RANDOM, GREEDY) for backend in BACKENDS),
    "moves of a random game",
)
LISTS = (
    "list p50",
    "ways",
    *BACKENDS,
    "compile",
    "build C",
)


def bigger(folder: Path) -> Iterator[Found]:
    """The first edition with half of the overlays, with all, and with a double board."""
    overlays = _going_together()
    for some in (overlays[: len(overlays) // 2], overlays):
        yield measured(ready(FIRST, PLAYERS, some, name=f"{FIRST} with {len(some)} overlays"))
    yield measured(ready(FIRST, PLAYERS, (str(doubled(folder)),), name=f"{FIRST}, {NAME} board"))


def _going_together() -> list[str]:
    """Shipped overlays of the first edition that are in no conflict with those before them."""
    found: list[str] = []
    for info in bw.available():
        if info.kind == "overlay" and FIRST in info.amends:
            try:
                rulebook = open_rulebook(FIRST, [*found, info.name])
            except BrasswrightError:
                continue
            if rulebook.seats[1] >= PLAYERS:
                found.append(info.name)
    return found


def report(all_found: Sequence[Found]) -> str:
    """A table of everything that grows, and one of the course of a game."""
    whole = next(found for found in all_found if found.case.players == PLAYERS)
    parts = (f"{whole.case}, greedy, p50", "1st quarter", "2nd", "3rd", "4th")
    return "\n\n".join(
        [
            table(MOVES, [_moves(found) for found in all_found]),
            table(LISTS, [_lists(found) for found in all_found]),
            table(parts, list(_course(whole))),
        ]
    )


def _moves(found: Found) -> Sequence[str]:
    kinds = [(backend, how) for how in (RANDOM, GREEDY) for backend in BACKENDS]
    speeds = [found.speeds.get(kind) for kind in kinds]
    times = [None if speed is None else speed.of_a_move for speed in speeds]
    return str(found.case), *map(time, times), digits(found.speeds[PYTHON, RANDOM].moves)


def _lists(found: Found) -> Sequence[str]:
    case, taken = found.case, [found.taken.get(backend) for backend in BACKENDS]
    listing = [None if each is None else median(each.listing) for each in taken]
    ways = digits(median(found.taken[PYTHON].ways))
    return str(case), ways, *map(time, (*listing, case.compiling, case.building))


def _course(whole: Found) -> Iterator[Sequence[str]]:
    """The medians of each quarter of a greedy game."""
    yield ("ways", *map(digits, quarters(whole.taken[PYTHON].ways)))
    for backend, taken in whole.taken.items():
        for what, values in (("list", taken.listing), ("play", taken.playing)):
            yield (f"{what}, {backend}", *map(time, quarters(values)))
