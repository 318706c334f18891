"""How time is taken: by the processor alone, in turn, the second shortest of several rounds.

Machines are never quiet, and whatever else they do can only add to a time. What is to be compared
is timed in turn, so that all of it meets the same weather.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Hashable, Mapping, Sequence
from statistics import quantiles
from time import process_time
from typing import TypeVar

Work = Callable[[], object]
Name = TypeVar("Name", bound=Hashable)


def seconds(work: Work) -> float:
    """Seconds that the processor works at something in this process."""
    began = process_time()
    work()
    return process_time() - began


def shortest(work: Work, tries: int) -> float:
    """The shortest of several tries at the same thing."""
    return min(seconds(work) for _ in range(tries))


def with_children(work: Work) -> float:
    """Seconds of the processor, those of the programs that were called included."""
    began = _all_seconds()
    work()
    return _all_seconds() - began


def _all_seconds() -> float:
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in both)


def in_turn(works: Mapping[Name, Callable[[], float]], rounds: int) -> dict[Name, float]:
    """For each work, which says what it took, the second shortest of so many rounds."""
    taken: dict[Name, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            taken[name].append(work())
    return {name: sorted(found)[min(1, len(found) - 1)] for name, found in taken.items()}


def percentiles(taken: Sequence[float]) -> tuple[float, float]:
    """The 50th and the 99th."""
    cuts = quantiles(taken, n=100, method="inclusive")
    return cuts[49], cuts[98]
