"""What a position may ask of another backend than the compiled Python.

None of it is ever needed. Where a backend has no answer, the compiled Python finds it; where it has
one, it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from brasswright.interpreter.running.kernel import Cells
from brasswright.interpreter.running.query import Answer

if TYPE_CHECKING:
    from brasswright.interpreter.running.position import Verb

Listed = tuple[tuple[Answer, ...], tuple[int, ...]]
"""A way through a stage: the answers, and the numbers of the choices that they answer."""


class Backend(Protocol):
    """Answers about positions; None = no answer."""

    def listed(self, cells: Cells, verb: Verb) -> list[Listed] | None:
        """All ways through the stage of a verb, in order."""
        ...

    def playout(self, cells: Cells, random: Random) -> tuple[int, Cells, bool]:
        """Random moves to the end: how many, where that led, and was it the end?

        If not, the next move has to be played elsewhere, with chance as it stands now.
        """
        ...

    def best(
        self, cells: Cells, verbs: Sequence[Verb]
    ) -> tuple[Verb, tuple[Answer, ...], tuple[int, ...], int] | None:
        """The move that gains most: its verb, answers, what they answer, and the gain."""
        ...

    def outlook(
        self, cells: Cells, verb: Verb, path: Sequence[Answer], most: int, players: int
    ) -> int | None:
        """How far the player is before the others after a move, when it is their turn again."""
        ...

    def perft(self, cells: Cells, depth: int) -> int | None:
        """How many sequences of so many moves there are."""
        ...

    def sound(self, cells: Cells) -> bool:
        """Does surely everything hold that must always hold?"""
        ...
