"""The worth of many positions that differ in little from one.

What each summand of `worth` reads is known, and the journal tells what a way has changed: only the
summands that it has a bearing on are asked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.secrets import WORTH
from brasswright.interpreter.compiling.remembering import Access, Remembering
from brasswright.interpreter.compiling.summing import PLAYER, Summing
from brasswright.interpreter.running.kernel import ME, Cells, Journal, Trap

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled

Value = Callable[..., int]
Asked = Sequence[tuple[int, Value, int, tuple[int, ...]]]
"""Summands: which, its function, how often it is added, the numbers of what it is given."""


class Scales:
    """How the worth of positions to one player is found."""

    def __init__(self, compiled: Compiled, player: int) -> None:
        self.player = player
        summing = Summing(compiled.program)
        names = compiled.names
        self.whole: Value = names[f"f_{WORTH}"]
        """The worth in one."""
        self.given: list[Value] = [names[f"f_{define}"] for define in summing.given]
        self.summands = [
            (number, names[f"worth_{number}"], each.factor, each.given)
            for number, each in enumerate(summing.summands)
        ]
        self.using = [
            sum(1 << number for number, _, _, given in self.summands if place in given)
            for place in range(len(self.given))
        ]
        """For each given value: the summands that use it."""
        self.bits = [0] * (compiled.layout.size + 1)
        """By cell: a bit for each summand that reads it, then one for each given value. The last
        is of what is logged, which is in no cell."""
        self._layout = compiled.layout
        self._reading = Remembering(compiled.program, compiled.layout)
        defines = compiled.program.defines
        read = [each.value for each in summing.summands]
        read += [defines[define].body for define in summing.given]
        for number, value in enumerate(read):
            for access in set(self._reading.accesses(value, {PLAYER: player})):
                for cell in self._cells(access):
                    self.bits[cell] |= 1 << number
        self._asked: dict[int, Asked] = {}

    def at(self, cells: Cells) -> Standing:
        """The worth of a position from which ways will be gone."""
        return Standing(self, cells)

    def asked(self, touched: int) -> Asked:
        """The summands whose bits are set."""
        found = self._asked.get(touched)
        if found is None:
            found = [each for each in self.summands if touched >> each[0] & 1]
            self._asked[touched] = found
        return found

    def _cells(self, access: Access) -> range:
        if access.field is None:
            return range(ME, ME + 1)
        column = self._layout.column(access.field)
        if isinstance(access.row, int):
            first = column.cell(access.row)
            return range(first, first + column.stride)
        return range(column.base, column.base + column.stride * (column.rows + 1))


class Standing:
    """The worth of a position, summand by summand, and of those that ways from there lead to."""

    __slots__ = ("_arguments", "_first", "_given", "_scales", "_values")

    def __init__(self, scales: Scales, cells: Cells) -> None:
        self._scales = scales
        self._first = len(scales.summands)
        self._given = given = [value(cells) for value in scales.given]
        self._arguments: list[Sequence[int]] = [
            (scales.player, *[given[g] for g in of]) for _, _, _, of in scales.summands
        ]
        try:
            self._values = [
                value(cells, *self._arguments[number]) for number, value, _, _ in scales.summands
            ]
        except Trap:
            scales.whole(cells, scales.player)  # knows in which define it is
            raise

    def gain(self, cells: Cells, journal: Journal, mark: int) -> int:
        """How much more the position at the end of a way is worth; `mark` is where it began.

        Raises Trap.
        """
        scales, values, arguments = self._scales, self._values, self._arguments
        touched, bits, gain = 0, scales.bits, 0
        for cell, _ in journal[mark:]:
            touched |= bits[cell]
        if touched >> self._first:
            arguments, touched = self._given_anew(cells, touched)
        try:
            for number, value, factor, _ in scales.asked(touched):
                gain += factor * (value(cells, *arguments[number]) - values[number])
        except Trap:
            scales.whole(cells, scales.player)
            raise
        return gain

    def _given_anew(self, cells: Cells, touched: int) -> tuple[list[Sequence[int]], int]:
        """The arguments after a way, and the summands that are to be asked because of it."""
        given, scales, using = list(self._given), self._scales, 0
        for place, value in enumerate(scales.given):
            if touched >> self._first + place & 1:
                given[place] = value(cells)
                if given[place] != self._given[place]:
                    using |= scales.using[place]
        touched = touched & (1 << self._first) - 1 | using
        if not using:
            return self._arguments, touched
        arguments = list(self._arguments)
        for number, _, _, of in scales.asked(using):
            arguments[number] = (scales.player, *[given[g] for g in of])
        return arguments, touched
