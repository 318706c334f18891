"""Types as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.syntax.nodes.expressions import Expression
from brasswright.interpreter.syntax.nodes.node import Node


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A kind, an enum, a `type`, `Bool`, `Text` or `Number`; `?` = may be nothing."""

    name: str
    optional: bool = False
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeRange(Node):
    """`low..high`; a bound may be a name (a parameter or list length known before a game)."""

    low: Expression
    high: Expression
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeMany(Node):
    """`set/list/bag/pile/slot of NAME` (`sets of NAME` = a list of sets)."""

    many: str
    of: str
    by_seats: bool = False


@dataclass(frozen=True, slots=True)
class TypeMap(Node):
    """`map KEY to VALUE`."""

    key: str
    value: str
    by_seats: bool = False


Type = TypeName | TypeRange | TypeMany | TypeMap
