"""The rule text that compiled code came from, so that a traceback shows rules."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from dataclasses import dataclass, field

from brasswright.interpreter.source import NOWHERE, Source, Span


@dataclass
class RuleLines:
    """All sources of a rulebook one after the other, as one file that tracebacks can show."""

    name: str
    sources: list[Source] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """The line before the first one of each source."""
    lines: list[str] = field(default_factory=list)
    _found: dict[int, int] = field(default_factory=dict, repr=False)
    """By the id of a source, while code is being written: where it starts."""

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_found": {}}

    def line(self, span: Span) -> int:
        """The line of a span in the one file."""
        key = id(span.source)
        if key not in self._found:
            self._found[key] = len(self.lines)
            self.sources.append(span.source)
            self.starts.append(len(self.lines))
            self.lines += [f"{line}\n" for line in span.source.text.splitlines()] or ["\n"]
        return self._found[key] + span.line

    def where(self, line: int) -> str:
        """`file:line` of the rules file that a line of the one file belongs to."""
        for source, start in self._backwards():
            if line > start:
                return f"{source.name}:{line - start}"
        return self.name

    def span(self, line: int) -> Span:
        """The same place, as a span over the line."""
        for source, start in self._backwards():
            if line > start:
                text = source.line(line - start)
                end = source.offset(line - start) + len(text)
                return Span(source, end - len(text.lstrip()), end)
        return NOWHERE

    def _backwards(self) -> Iterator[tuple[Source, int]]:
        return zip(reversed(self.sources), reversed(self.starts), strict=True)

    def register(self) -> None:
        """Let tracebacks find the lines."""
        linecache.cache[self.name] = (1, None, self.lines, self.name)
