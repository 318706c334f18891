"""Source texts and the spans that every node and every message points to."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """One file of rule text and the layer it belongs to."""

    name: str
    """Shown in messages: `brass/actions.rules`."""
    text: str
    layer: str
    """Name of the ruleset or overlay that the file belongs to."""
    _starts: list[int] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._starts.append(0)
        offset = self.text.find("\n")
        while offset >= 0:
            self._starts.append(offset + 1)
            offset = self.text.find("\n", offset + 1)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int) -> int:
        """Where a line (from 1) begins."""
        return self._starts[line - 1]

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        if not 0 < number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, by offsets."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which it starts, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column at which it starts, from 1."""
        return self.source.position(self.start)[1]

    @property
    def layer(self) -> str:
        """The ruleset or overlay that the text belongs to."""
        return self.source.layer

    def __reduce__(self) -> tuple[type[Span], tuple[Source, int, int]]:
        # There are thousands in a rulebook, and this is read back faster than by name of field.
        return Span, (self.source, self.start, self.end)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


NOWHERE = Span(Source("(built in)", "", ""), 0, 0)
"""For what no file says."""
