"""Where the course of a game waits, and the function that goes on from each of these points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brasswright.interpreter.checking import program as ir


@dataclass(frozen=True)
class Loop:
    """A loop around a wait: where its state is kept, for describing a position."""

    start: int
    """Label of the function that begins it."""
    index: int
    """Cell: how many members have been taken."""
    value: int
    """Cell of the loop's name."""
    items: str
    """Function of the module that gives the members."""
    domain: str
    field: bool
    """True when `value` is a field of the game's state."""


@dataclass(frozen=True)
class ActPoint:
    """Where the flow waits for an action."""

    label: int
    phase: str
    following: int
    entry: int
    """Where the phase begins."""
    loops: tuple[Loop, ...]


@dataclass(frozen=True)
class ChoicePoint:
    """Where the flow waits for a choice of a phase."""

    label: int
    choice: ir.ChooseStatement
    name: str
    """Stage function, without its prefix."""
    following: int
    otherwise: int


@dataclass
class Flow:
    """The compiled course of the game."""

    start: int = 0
    acts: dict[int, ActPoint] = field(default_factory=dict)
    choices: dict[int, ChoicePoint] = field(default_factory=dict)
    labels: list[int] = field(default_factory=list)
