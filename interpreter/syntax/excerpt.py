"""A piece of a source that is being read, and the diagnostics made about places in it."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Source, Span


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`text`, which stands at offset `base` of `source`; offsets below count in the text."""

    source: Source
    base: int
    text: str

    def span(self, start: int, end: int) -> Span:
        """Offsets of the text as a span of the source."""
        return Span(self.source, self.base + start, self.base + end)

    def wrong(self, code: str, message: str, start: int, end: int, *help: str) -> Diagnostic:
        """A diagnostic about a stretch of the text."""
        return Diagnostic(code, message, self.span(start, end), help=help)

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        return self.text.rfind("\n", 0, offset) + 1

    def begins_line(self, offset: int) -> bool:
        """Whether only spaces stand before an offset on its line."""
        return not self.text[self.line_start(offset) : offset].strip(" ")
