"""Compiled code while it is being written: lines that remember the rule text they came from."""

from __future__ import annotations

import ast
from collections.abc import Callable

from brasswright.interpreter.compiling.rule_lines import RuleLines
from brasswright.interpreter.source import Span

Line = tuple[int, str | Callable[[], str], Span]


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

    def places(self, rules: RuleLines) -> tuple[int, ...]:
        """For each line of the source, the line of the rule text it came from."""
        return tuple(rules.line(span) for _, _, span in self.lines)

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
