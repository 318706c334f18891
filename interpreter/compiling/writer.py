"""Compiled code while it is being written: lines that remember the rule text they came from."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from dataclasses import dataclass, field

from brasswright.interpreter.source import NOWHERE, Source, Span

Line = tuple[int, str | Callable[[], str], Span]


@dataclass
class RuleLines:
    """All sources of a rulebook one after the other, as one file that tracebacks can show."""

    name: str
    first: dict[int, int] = field(default_factory=dict)
    """id of a source → the line on which it begins."""
    sources: list[Source] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def line(self, span: Span) -> int:
        """The line of a span in the one file."""
        key = id(span.source)
        if key not in self.first:
            self.first[key] = len(self.lines)
            self.sources.append(span.source)
            self.lines += [f"{line}\n" for line in span.source.text.splitlines()] or ["\n"]
        return self.first[key] + span.line

    def where(self, line: int) -> str:
        """`file:line` of the rules file that a line of the one file belongs to."""
        for source in reversed(self.sources):
            first = self.first[id(source)]
            if line > first:
                return f"{source.name}:{line - first}"
        return self.name

    def span(self, line: int) -> Span:
        """The same place, as a span over the line."""
        for source in reversed(self.sources):
            first = self.first[id(source)]
            if line > first:
                text = source.line(line - first)
                end = source.offset(line - first) + len(text)
                return Span(source, end - len(text.lstrip()), end)
        return NOWHERE

    def register(self) -> None:
        """Let tracebacks find the lines."""
        linecache.cache[self.name] = (1, None, self.lines, self.name)


class Writer:
    """Functions of the compiled module, line by line."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, indent: int, text: str | Callable[[], str], span: Span) -> None:
        """A line; a callable is asked for its text when everything is written."""
        self.lines.append((indent, text, span))

    def extend(self, lines: list[Line]) -> None:
        self.lines += lines

    def text(self) -> str:
        """The Python source, readable beside the rule text."""
        return "".join(
            "    " * indent + (text if isinstance(text, str) else text()) + "\n"
            for indent, text, _ in self.lines
        )

    def tree(self, rules: RuleLines) -> ast.Module:
        """The module's AST, every node at the line of the rule text it came from."""
        tree = ast.parse(self.text())
        for node in ast.walk(tree):
            if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword):
                span = self.lines[node.lineno - 1][2]
                line, column = rules.line(span), span.column - 1
                node.lineno = node.end_lineno = line
                node.col_offset, node.end_col_offset = column, column + 1
        return tree
