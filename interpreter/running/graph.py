"""Places joined by links, as sets: what can be reached, and how far it is.

A link may join more than two places. Answers are remembered by the set of links, so nothing
has to be undone when links come and go.
"""

from __future__ import annotations

from collections.abc import Sequence

REMEMBERED = 1_000
"""Answers of one graph that are remembered: more than a game asks for again and again."""


class Graph:
    """The links of one kind; `ends[link]` is the set of places it joins."""

    def __init__(self, ends: Sequence[int]) -> None:
        self._ends = tuple(ends)
        self._reach: dict[tuple[int, int], int] = {}
        self._rings: dict[tuple[int, int], tuple[int, ...]] = {}

    def reach(self, start: int, links: int) -> int:
        """All places joined to a place of `start` along `links`, `start` included."""
        key = (start, links)
        found = self._reach.get(key)
        if found is None:
            found = self._rings_of(start, links)[-1]
            if len(self._reach) >= REMEMBERED:
                self._reach.clear()
            self._reach[key] = found
        return found

    def distance(self, start: int, goal: int, links: int) -> int:
        """The fewest links from a place of `start` to the place `goal`; -1 = not joined."""
        for distance, places in enumerate(self._rings_of(start, links)):
            if places >> goal & 1:
                return distance
        return -1

    def _rings_of(self, start: int, links: int) -> tuple[int, ...]:
        """The places within 0, 1, 2, … links, up to all that can be reached."""
        key = (start, links)
        found = self._rings.get(key)
        if found is None:
            rings = [start]
            rest = [self._ends[link] for link in range(1, links.bit_length()) if links >> link & 1]
            while True:
                near = rings[-1]
                wider, beyond = near, []
                for ends in rest:
                    if ends & near:
                        wider |= ends
                    else:
                        beyond.append(ends)
                if wider == near:
                    break
                rings.append(wider)
                rest = beyond
            found = tuple(rings)
            if len(self._rings) >= REMEMBERED:
                self._rings.clear()
            self._rings[key] = found
        return found
