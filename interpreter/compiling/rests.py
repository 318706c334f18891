"""What still has to be written after a statement with choices."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.running.kernel import STOP
from brasswright.interpreter.source import Span


@dataclass(frozen=True)
class Yield:
    """Hand the way to the caller."""


@dataclass(frozen=True)
class Finish:
    """The action is over."""


@dataclass(frozen=True)
class Again:
    """Go round a `repeat` once more."""

    function: str
    left: str
    """Local name of the number of times left."""
    names: tuple[str, ...]
    """Names that the body needs."""

    def call(self, left: str) -> str:
        """The call for that number of times."""
        return (
            f"{self.function}({', '.join(['C', 'J', 'Q', left, *(f'v_{n}' for n in self.names)])})"
        )


@dataclass(frozen=True, eq=False)
class Then:
    """These statements, and then the rest."""

    block: ir.Block
    rest: Rest


@dataclass(frozen=True, eq=False)
class AtStop:
    """Arrive at the stop of a `repeat`, having gone round once more."""

    stop: Stop
    counted: bool
    """True when the count must be raised and compared with the most."""


Rest = Yield | Finish | Again | Then | AtStop


def same_rest(rest: Rest) -> tuple[object, ...]:
    """What tells one rest from another: equal for rests that do the same."""
    match rest:
        case Then(block=block, rest=after):
            return (*map(id, block), *same_rest(after))
        case AtStop(stop=stop, counted=counted):
            return (stop.number, counted)
        case Again(function=function):
            return (function,)
    return (type(rest),)


@dataclass(eq=False)
class Stop:
    """A point where an action can be left, or where a draw makes it pause."""

    number: int
    kind: int
    body: ir.Block
    rest: Rest
    most: int | None
    """How often the body may be gone through in all; None = without limit."""
    least: int
    span: Span
    live: tuple[str, ...] = ()
    """Names kept in the frame."""

    @property
    def count(self) -> str:
        """Local name of the number of times so far; "" when nothing depends on it.

        No name of the rules begins with a digit.
        """
        if self.kind != STOP or self.most is None or self.most - self.least <= 1:
            return ""
        return f"{self.number}_times"
