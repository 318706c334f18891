"""What the rules tally, by group: `a, b` is taken apart into what it is about, and when.

Which groups there are, and what they are called, comes from the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from brasswright.cli.reporting.batch import Batch
from brasswright.cli.reporting.sections import moments_of
from brasswright.interpreter.laboratory.rows import Row


class Key(NamedTuple):
    """What is counted in a group."""

    about: str
    when: str
    """"" where it is not told."""

    def __str__(self) -> str:
        return f"{self.about}, {self.when}" if self.when else self.about


def groups(batch: Batch) -> dict[str, list[Key]]:
    """By group, all that was ever counted in it, in order: by what it is about, then by time."""
    found: dict[str, set[Key]] = {}
    for row in batch.rows:
        for group, counted in row["tallies"].items():
            found.setdefault(group, set()).update(map(_key, counted))
    order = _order(batch, {key.when for keys in found.values() for key in keys})
    return {
        group: sorted(keys, key=lambda key: (key.about, order.index(key.when)))
        for group, keys in sorted(found.items())
    }


def whens(batch: Batch, keys: list[Key]) -> list[str]:
    """The times of some keys, the first in the game first."""
    return _order(batch, {key.when for key in keys})


def value(group: str, key: Key) -> Callable[[Row], float]:
    """How often that was counted for a row."""
    name = str(key)
    return lambda row: float(row["tallies"].get(group, {}).get(name, 0))


def sources(batch: Batch) -> list[str]:
    """The groups that tell what the points of each player consist of: they add up to them."""
    names = dict.fromkeys(name for row in batch.rows for name in row["tallies"])
    return [
        name
        for name in names
        if all(sum(row["tallies"].get(name, {}).values()) == row["points"] for row in batch.rows)
    ]


def _key(name: str) -> Key:
    about, _, when = name.rpartition(", ")
    return Key(about, when) if about else Key(name, "")


def _order(batch: Batch, times: set[str]) -> list[str]:
    """By the moments of the game that are named after a time."""
    moments = moments_of(batch.rows)

    def place(when: str) -> int:
        hits = (n for n, moment in enumerate(moments) if when and when in moment)
        return next(hits, len(moments))

    return sorted(times, key=lambda when: (place(when), when))
