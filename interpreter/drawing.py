"""A map as plain values: what the rules say is to be seen at each place, and where it lies.

Who draws it decides how; what is drawn, and what it is called, comes from the rule text.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """Something within a place that may hold a piece."""

    name: str
    """As it is typed."""
    label: str
    """A few letters for the piece that lies there, or for what may lie there."""
    owner: str = ""
    """The player whose piece it is; "" = nobody's, or no piece."""
    detail: str = ""
    """The same in words."""
    amount: str = ""
    """What is left on the piece; "" = nothing to tell."""
    turned: bool = False
    """Whether the piece shows its other side."""
    filled: bool = False
    """Whether a piece lies there."""


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place of the map, with the spots inside."""

    name: str
    label: str
    x: int
    """To the east, 0 to 99."""
    y: int
    """To the south, 0 to 99."""
    detail: str = ""
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """What joins two or more places."""

    name: str
    ends: tuple[str, ...]
    """Names of places."""
    label: str = ""
    owner: str = ""
    """Whose it is; "" = it is open."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole map."""

    name: str
    title: str
    places: tuple[DrawnPlace, ...]
    lines: tuple[DrawnLine, ...]
