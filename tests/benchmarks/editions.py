"""Every edition and number of players, both backends: whole games, decisions, starting, memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from calibration import yardstick
from cases import Case
from decisions import Taken, replaying, walk
from layout import megabytes, rate, table, time
from processes import Start, start
from whole_games import GREEDY, RANDOM, Kind, Speed, speeds

from brasswright.interpreter.backends import PYTHON

ROUNDS = 4


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
        seconds = taken.figures()
        for how in (RANDOM, GREEDY):
            seconds[f"{how} game"] = found.speeds[backend, how].seconds
        if backend == PYTHON:
            seconds |= {"replay": found.replay, "compiling": found.case.compiling}
        elif found.case.building is not None:
            seconds["building"] = found.case.building
        for name, value in seconds.items():
            yield f"{found.case}, {backend}: {name}", value / found.yardstick


def report(all_found: Sequence[Found]) -> str:
    """Three tables."""
    rows = [(found, backend) for found in all_found for backend in found.case.calculated_by]
    return "\n\n".join(
        [
            table(
                (
                    "whole games",
                    "",
                    "random a second",
                    "moves a second",
                    "greedy a second",
                    "moves a second",
                ),
                [(*_names(*row), *_games(*row)) for row in rows],
                left=2,
            ),
            table(
                (
                    "decisions",
                    "",
                    "list p50",
                    "p99",
                    "in words p50",
                    "play",
                    "undo",
                    "copy",
                    "digest",
                    "replay",
                ),
                [(*_names(*row), *_decisions(*row)) for row in rows],
                left=2,
            ),
            table(
                (
                    "start and memory",
                    "",
                    "rules kept",
                    "nothing kept",
                    "compile",
                    "build C",
                    "peak memory",
                ),
                [(*_names(*row), *_starting(*row)) for row in rows],
                left=2,
            ),
        ]
    )


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
    kept = start(case.name, case.players, backend, play=True)
    bare: Start | None = start(case.name, case.players, backend, kept=False) if python else None
    return (
        time(kept.seconds),
        time(bare.seconds if bare is not None else None),
        time(case.compiling if python else None),
        time(None if python else case.building),
        megabytes(kept.memory),
    )
