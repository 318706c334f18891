"""What sort each word of a typed line is: a move, a command, a name, or nothing that is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from brasswright.cli.prompt import registry
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.word_sorts import word_sorts

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session

Sort = Literal["verb", "command", "table", "word", "value", "unknown", ""]
Piece = tuple[Sort, str]
"""A piece of the line and its sort; "" = of no sort, or not to be told yet."""
_PIECE = re.compile(r"\s+|\S+")
MOST_WORDS = 60


def pieces(session: Session, line: str) -> Sequence[Piece]:
    """The line in pieces that make it up. A word being typed is not called unknown."""
    texts = _PIECE.findall(line)
    words = [text for text in texts if not text.isspace()]
    if not words or len(words) > MOST_WORDS:
        return [("", line)]
    sorts = iter(_sorts(session, words, unfinished=not line[-1].isspace()))
    return [("", text) if text.isspace() else (next(sorts), text) for text in texts]


def _sorts(session: Session, words: Sequence[str], unfinished: bool) -> list[Sort]:
    found = _first_sorts(session, words)
    if unfinished and found[-1] == "unknown":
        found[-1] = ""
    return found


def _first_sorts(session: Session, words: Sequence[str]) -> list[Sort]:
    """By the first word: what it is, and what the others are after it."""
    first, *rest = words
    nothing: list[Sort] = [""] * len(rest)
    try:
        meant = session.vocabulary(registry.names()).meant(first, alone=not rest)
    except NotUnderstood:
        return ["", *nothing]  # it may be short for several
    if meant is None:
        return _answers(session, words) if session.game.stage else ["unknown", *nothing]
    if meant.sort == "verb":
        return ["verb", *_after(session, [meant.name, *rest])]
    if meant.sort == "table":
        return ["table", *nothing]
    if registry.named(meant.name).takes_move and rest:
        return ["command", *_first_sorts(session, rest)]
    return ["command", *nothing]


def _answers(session: Session, words: Sequence[str]) -> list[Sort]:
    """Where there is one thing to do, its name may be left out."""
    return _after(session, [session.game.stage, *words])


def _after(session: Session, words: Sequence[str]) -> list[Sort]:
    return list(word_sorts(session.game, words)[1:])
