"""How sure a number is: intervals of 95%.

Means have Student's t, shares Wilson's score interval. What is averaged must be independent: for
games of one deal that is the mean of the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


@dataclass(slots=True)
class Mean:
    """A mean that grows, by the method of Welford."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self._squares += delta * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation of the values; 0 of fewer than two."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def half(self) -> float:
        """Half the width of the interval: the mean is that sure. Infinite with fewer than two."""
        if self.count < 2:
            return inf
        return student(self.count - 1) * self.deviation / sqrt(self.count)

    @property
    def clear(self) -> bool:
        """Does the interval leave out zero?"""
        return abs(self.mean) > self.half

    @property
    def effect(self) -> float:
        """The mean measured by how much the values spread."""
        if self.deviation:
            return self.mean / self.deviation
        return inf * self.mean if self.mean else 0.0


def student(freedom: int) -> float:
    """The quantile of Student's t for an interval of 95%, by how many values are free.

    Exact for 1 and 2; then Cornish and Fisher's expansion, good to 0.01 from 3 on.
    """
    p = 0.5 + LEVEL / 2
    if freedom == 1:
        return 12.7062047
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z, v = Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Between which shares the true one lies, after so many successes; a tie is part of one."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    inside = share * (1 - share) / trials + square / (4 * trials**2)
    half = Z * sqrt(inside) / (1 + square / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
