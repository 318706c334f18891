"""Colours a line while it is being typed, in a full terminal."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer

from brasswright.cli.prompt.console import Asking


class LineLexer(Lexer):
    """Gives each piece of the line the style of its sort."""

    def __init__(self, asking: Callable[[], Asking]) -> None:
        self._asking = asking

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """The styled pieces of the lines; there is one line."""

        def line(number: int) -> StyleAndTextTuples:
            text = document.lines[number] if number < len(document.lines) else ""
            pieces = self._asking().pieces(text)
            return [(f"class:line.{sort}" if sort else "", piece) for sort, piece in pieces]

        return line
