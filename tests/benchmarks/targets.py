"""The targets for four players: what must hold, what was aimed at, what is measured now.

Ratios are taken in one run, in turn with what they are ratios to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cases import FIRST, PLAYERS, Case
from editions import Found
from layout import digits, table, time
from processes import Start, soonest
from ruler import Kernel
from timing import in_turn
from whole_games import RANDOM, Timed

from brasswright.interpreter.backends import NATIVE, PYTHON

ROUNDS = 8
GAMES = {PYTHON: 30, NATIVE: 1000}
STARTS = {True: 5, False: 3}
"""Processes that are started, with everything kept and with nothing."""


@dataclass(frozen=True)
class Target:
    """A line of the table. `measured` is None where nothing could be measured."""

    what: str
    measured: float | None
    must: float
    aim: float | None
    at_least: bool = False
    """Is more better?"""
    ratio: bool = False

    @property
    def met(self) -> str:
        """How far the target is reached."""
        if self.measured is None:
            return "not measured"
        if self.aim is not None and self._reaches(self.aim):
            return "aim"
        reached = "yes" if self.aim is None else "must"
        return reached if self._reaches(self.must) else "MISSED"

    def _reaches(self, limit: float) -> bool:
        assert self.measured is not None
        return self.measured >= limit if self.at_least else self.measured <= limit

    def row(self) -> tuple[str, ...]:
        """As words."""
        numbers = [
            "-" if value is None else self._shown(value)
            for value in (self.measured, self.must, self.aim)
        ]
        return (self.what, *numbers, self.met)

    def _shown(self, value: float) -> str:
        if not self.ratio:
            return time(value)
        return f"{value:.3f}" if value < 1 else digits(value)


Raced = Mapping[tuple[str, str], float]
"""Edition and backend, or "" and the name of a kernel → seconds a random game."""


def race(cases: Mapping[str, Case], kernels: tuple[Kernel, ...]) -> Raced:
    """Random games of all editions in both backends, and of the kernels, in turn."""
    works: dict[tuple[str, str], Callable[[], float]]
    works = {("", kernel.name): kernel.timed for kernel in kernels if kernel.timed is not None}
    for name, case in cases.items():
        for backend in case.calculated_by:
            works[name, backend] = Timed(case, (backend, RANDOM), GAMES[backend])
    return in_turn(works, ROUNDS)


def report(raced: Raced, kernels: tuple[Kernel, Kernel], found: Mapping[str, Found]) -> str:
    """The table, and the ratios as plain lines. `found` are the editions with four players."""
    in_python, in_cpp = kernels
    ratios = {
        "python_backend_ratio": _ratio(raced, ("", in_python.name), (FIRST, PYTHON)),
        "native_backend_ratio": _ratio(raced, ("", in_cpp.name), (FIRST, NATIVE)),
        "native_to_python": _ratio(raced, (FIRST, PYTHON), (FIRST, NATIVE)),
    }
    why = {
        "python_backend_ratio": in_python.missing,
        "native_backend_ratio": in_cpp.missing or "there is no native backend here",
        "native_to_python": "there is no native backend here",
    }
    starts = {kept: soonest(FIRST, PLAYERS, PYTHON, kept, STARTS[kept]) for kept in STARTS}
    rows = [target.row() for target in _targets(raced, list(ratios.values()), found, starts)]
    lines = [
        f"{name} {ratio:.3f}" if ratio is not None else f"{name}: not measured, {why[name]}"
        for name, ratio in ratios.items()
    ]
    clock = " and ".join(time(starts[kept].waited) for kept in (False, True))
    lines += [_rates(raced), f"starts by the clock, with what else the machine did: {clock}"]
    return "\n".join([table(("", "measured", "must", "aim", "met"), rows), "", *lines])


def _targets(
    raced: Raced,
    ratios: Sequence[float | None],
    found: Mapping[str, Found],
    starts: Mapping[bool, Start],
) -> Iterator[Target]:
    first = found[FIRST].taken[PYTHON].figures()
    replay = found[FIRST].replay
    yield Target("Python backend, games a second, to kernel.py", ratios[0], 0.2, 0.45, True, True)
    yield Target("native backend, games a second, to kernel.cpp", ratios[1], 0.25, 0.5, True, True)
    yield Target("native to Python backend", ratios[2], 15, 40, True, True)
    yield Target("listing where greedy comes, Python, p50", first["list p50"], 3e-3, 1e-3)
    yield Target("listing where greedy comes, Python, p99", first["list p99"], 30e-3, 10e-3)
    yield Target("play", first["play"], 200e-6, 50e-6)
    yield Target("undo", first["undo"], 50e-6, 20e-6)
    yield Target("replay of a whole record with checks", replay, 0.2, 0.05)
    yield Target("start to the first legal moves, nothing kept", starts[False].seconds, 1.5, 1)
    yield Target("start to the first legal moves, rules kept", starts[True].seconds, 0.35, 0.25)
    for backend in (PYTHON, NATIVE):
        seconds = {name: raced.get((name, backend)) for name in found}
        yield _others(f"random game, {backend}", seconds)
    for name in ("list p50", "list p99", "list a way", "play"):
        figures = {each: found[each].taken[PYTHON].figures()[name] for each in found}
        yield _others(f"{name}, Python", figures)
    yield _others("replay", {name: each.replay for name, each in found.items()})


def _others(what: str, seconds: Mapping[str, float | None]) -> Target:
    """How much longer something takes in the slowest of the other editions than in the first."""
    first = seconds[FIRST]
    others = [value for name, value in seconds.items() if name != FIRST and value is not None]
    measured = max(others) / first if first is not None and others else None
    return Target(f"slowest other edition to {FIRST}: {what}", measured, 1.5, None, ratio=True)


def _ratio(raced: Raced, over: tuple[str, str], under: tuple[str, str]) -> float | None:
    return raced[over] / raced[under] if over in raced and under in raced else None


def _rates(raced: Raced) -> str:
    rates = [
        f"{' '.join(filter(None, names))} {1 / seconds:,.0f}" for names, seconds in raced.items()
    ]
    return f"random games a second, {PLAYERS} players: {', '.join(rates)}"
