"""Every edition and number of players, both backends: whole games, decisions, starting, memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from calibration import yardstick
from cases import Case
from decisions import Taken, replaying, walk
from layout import megabytes, rate, table, time
from processes import Start, soonest, start
from timing import shortest
from whole_games import GREEDY, RANDOM, Kind, Speed, speeds

from brasswright.interpreter.backends import PYTHON

ROUNDS = 4
WHOLE_GAMES = "whole games||random a second|moves a second|greedy a second|moves a second"
DECISIONS = "decisions||list p50|p99|a way|in words p50|play|undo|copy|digest|replay"
STARTING = "start and memory||rules kept|nothing kept|compile|build C|peak memory"


@dataclass(frozen=True)
class Found:
    """What was measured of rules for a number of players."""

    case: Case
    taken: Mapping[str, Taken]
    """Decisions, by backend."""
    replay: float
    speeds: Mapping[Kind, Speed]
    yardstick: float
    """Seconds that the fixed piece of work took beside it."""


def measured(case: Case) -> Found:
    """Games and decisions of a case."""
    beside = yardstick()
    taken, game = walk(case)
    return Found(case, taken, replaying(game), speeds(case, ROUNDS), min(beside, yardstick()))


def figures(found: Found) -> Iterator[tuple[str, float]]:
    """Name of a figure → seconds, in yardsticks."""
    for backend, taken in found.taken.items():
        taking = taken.figures()
        for how in (RANDOM, GREEDY):
            taking[f"{how} game"] = found.speeds[backend, how].seconds
        if backend == PYTHON:
            taking |= {"replay": found.replay, "compiling": found.case.compiling}
        elif found.case.building is not None:
            taking["building"] = found.case.building
        for name, value in taking.items():
            yield f"{found.case}, {backend}: {name}", value / found.yardstick


def report(all_found: Sequence[Found]) -> str:
    """Three tables, and how much of the shortest times is the clock's."""
    rows = [(found, backend) for found in all_found for backend in found.case.calculated_by]
    columns = ((WHOLE_GAMES, _games), (DECISIONS, _decisions), (STARTING, _starting))
    tables = [
        table(head.split("|"), [(*_names(*row), *figures_of(*row)) for row in rows], left=2)
        for head, figures_of in columns
    ]
    return "\n\n".join([*tables, f"taking the time takes {time(shortest(int, 100))}"])


def _names(found: Found, backend: str) -> tuple[str, str]:
    return str(found.case) if backend == PYTHON else "", backend


def _games(found: Found, backend: str) -> Iterator[str]:
    for how in (RANDOM, GREEDY):
        speed = found.speeds[backend, how]
        yield rate(speed.seconds)
        yield rate(speed.of_a_move)


def _decisions(found: Found, backend: str) -> Iterator[str]:
    yield from map(time, found.taken[backend].figures().values())
    yield time(found.replay if backend == PYTHON else None)


def _starting(found: Found, backend: str) -> Sequence[str]:
    case, python = found.case, backend == PYTHON
    kept = soonest(case.name, case.players, backend, kept=True, tries=2, play=True)
    bare: Start | None = start(case.name, case.players, backend, kept=False) if python else None
    return (
        time(kept.seconds),
        time(bare.seconds if bare is not None else None),
        time(case.compiling if python else None),
        time(None if python else case.building),
        megabytes(kept.memory),
    )
