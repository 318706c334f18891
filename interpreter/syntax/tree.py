"""From text to lark's tree: the lexer's indentation and the parser built from `rules.lark`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import ClassVar, Literal

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.indenter import Indenter

from brasswright import grammar

Start = Literal["start", "expression"]

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Terminals that stand for line ends and indentation."""


class BadDedent(LarkError):
    """A line goes back to a column at which no open block began."""

    def __init__(self, token: Token, columns: tuple[int, ...]) -> None:
        super().__init__("bad dedent")
        self.token = token
        self.columns = columns


class RulesIndenter(Indenter):
    """Turns leading spaces into `_INDENT` and `_DEDENT`.

    Open brackets continue a line, and the rows of tables and lists may be shifted at will, so
    that numbers can be lined up.
    """

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    in_rows = False

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with those of the layout among them."""
        self.in_rows = False
        result: Iterator[Token] = super().process(self._watch(stream))
        return result

    def _watch(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Notices declarations that consist of rows by their first words."""
        opening: list[str] = []
        for token in stream:
            if len(opening) < 2 and token.type != self.NL_type:
                opening.append(token.type)
                self.in_rows = opening in (["TABLE"], ["LIST"], ["EXTEND", "TABLE"])
            yield token

    def handle_NL(self, token: Token) -> Iterator[Token]:
        """What a line end opens or closes, unless a bracket is open."""
        if self.paren_level > 0:
            return
        column = len(token.rsplit("\n", 1)[1])
        if self.in_rows and column > 0 and len(self.indent_level) > 1:
            yield token
            return
        if column < self.indent_level[-1] and column not in self.indent_level:
            raise BadDedent(token, tuple(self.indent_level))
        yield from super().handle_NL(token)


@cache
def parser() -> Lark:
    """The parser, built when first asked for (about a third of a second).

    It is kept in memory only: tables on disk would have to be trusted, and rulebooks are
    kept compiled anyway.
    """
    return Lark(
        grammar.read("rules.lark"),
        parser="lalr",
        lexer="contextual",
        postlex=RulesIndenter(),
        start=["start", "expression"],
        maybe_placeholders=True,
        propagate_positions=_has_place,  # type: ignore[arg-type]  # a filter is allowed
    )


def _has_place(node: object) -> bool:
    """Line ends and indentation take no part in the span of what they close."""
    return not (isinstance(node, Token) and node.type in LAYOUT)


_READING = Lock()
"""The indenter keeps its state between tokens, so one text is read at a time."""


def read(text: str, start: Start) -> Tree[Token]:
    """The tree of a text; raises lark's errors and `BadDedent`."""
    with _READING:
        return parser().parse(text, start=start)


