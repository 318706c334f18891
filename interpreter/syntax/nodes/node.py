"""What all nodes of the AST have."""

from __future__ import annotations

from dataclasses import dataclass, field

from brasswright.interpreter.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes have."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
