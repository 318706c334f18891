"""From text to lark's tree: the lexer's indentation and the parser built from `rules.lark`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from threading import Lock
from typing import ClassVar, Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef

from brasswright import grammar

Start = Literal["start", "expression"]

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Terminals that stand for line ends and indentation."""


class BadDedent(Exception):
    """A line goes back to a column at which no open block began."""

    def __init__(self, token: Token, columns: tuple[int, ...]) -> None:
        super().__init__("bad dedent")
        self.token = token
        self.columns = columns


class Stopped(Exception):
    """The parser came to something that the grammar does not take."""

    def __init__(self, position: int, found: str, taken: Sequence[Token]) -> None:
        super().__init__(f"stopped at {position}")
        self.position = position
        """Where: at a word, at the end of the text, or at a character that begins no word."""
        self.found = found
        """The terminal found there, "" for a character that begins none, `$END` at the end."""
        self.taken = tuple(taken)
        """The tokens before, those of the layout among them."""


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
        result: Iterator[Token] = super().process(self._watch(stream))  # type: ignore[no-untyped-call]
        return result

    def _watch(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Notices declarations that consist of rows by their first words."""
        opening: list[str] = []
        for token in stream:
            if len(opening) < 2 and token.type != self.NL_type:
                opening.append(token.type)
                self.in_rows = opening[0] in ("TABLE", "LIST") or opening == ["EXTEND", "TABLE"]
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
        propagate_positions=_has_place,  # a filter
        edit_terminals=whole_words,
    )


def whole_words(terminal: TerminalDef) -> None:
    """Lets a word of the language end only where a word ends.

    The lexer looks only for what may stand at a place, so it would read `x inside` as
    `x in side`.
    """
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{terminal.pattern.value}\b")
        terminal.priority = 1


@cache
def spellings() -> dict[str, str]:
    """How the terminals that are always spelt alike are spelt: `LPAR` is `(`."""
    return {
        terminal.name: terminal.pattern.value.removesuffix(r"\b")
        for terminal in parser().terminals
        if isinstance(terminal.pattern, PatternStr) or terminal.priority == 1
    }


def _has_place(node: object) -> bool:
    """Line ends and indentation take no part in the span of what they close."""
    return not (isinstance(node, Token) and node.type in LAYOUT)


_READING = Lock()
"""The indenter keeps its state between tokens, so one text is read at a time."""


def read(text: str, start: Start) -> Tree[Token]:
    """The tree of a text; raises `Stopped` or `BadDedent`."""
    taken: list[Token] = []
    with _READING:
        steps = parser().parse_interactive(text, start=start)
        try:
            for token in steps.iter_parse():
                taken.append(token)
            tree: Tree[Token] = steps.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedToken as error:
            failed = error.token
            if taken and taken[-1] is failed:
                taken.pop()
            position = len(text.rstrip()) if failed.type == "$END" else _place(failed)
            raise Stopped(position, failed.type, taken) from None
        except UnexpectedCharacters as error:
            raise Stopped(error.pos_in_stream or 0, "", taken) from None
    return tree


def _place(token: Token) -> int:
    """Where the word stands that a token was made of; layout is made of what goes before it."""
    at = token.end_pos if token.type in ("_INDENT", "_DEDENT") else token.start_pos
    return at or 0


def accepted(taken: Sequence[Token], start: Start) -> frozenset[str]:
    """The terminals that may follow some tokens."""
    with _READING:
        steps = parser().parse_interactive("", start=start)
        for token in taken:
            steps.feed_token(token)
        terminals: set[str] = steps.accepts()  # type: ignore[no-untyped-call]
    return frozenset(terminals)
