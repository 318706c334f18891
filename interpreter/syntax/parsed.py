"""What comes of reading a text."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.syntax import nodes


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read, and what was wrong with it."""

    items: tuple[nodes.TopLevel, ...]
    diagnostics: tuple[Diagnostic, ...]
