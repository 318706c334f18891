"""The parts of the rules that are about a word: in their names, titles, reasons or rule ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.views.table import list_text
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.printer import to_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

SHORTEST = 4
"""Letters of a part of a name that may stand for a longer word."""
MOST = 30
"""Parts that are listed."""
_REASON = re.compile(r'else "([^"\n]*)"')
_HOLE = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[a-z_.]+")


def topic_text(rulebook: Rulebook, word: str, width: int) -> str:
    """A line for each part that is about the word; "" when there is none."""
    found = list(_about(rulebook, word.casefold()))
    if not found:
        return ""
    heading = say("About `{word}`; `rules NAME` prints a part:", word=word)
    lines = [heading, list_text(found[:MOST], width)]
    if len(found) > MOST:
        lines.append(say("  … {n} more", n=len(found) - MOST))
    return "\n".join(lines)


def _about(rulebook: Rulebook, word: str) -> Iterator[tuple[str, str]]:
    for path, part in rulebook.parts().items():
        cites = rulebook.printed(getattr(part, "cites", ()))
        told = _summary(part)
        names = [*re.split(r"[._]", path.casefold()), *_ids_words(cites)]
        if any(_fits(word, name) for name in names) or word in told.casefold():
            yield path, told or " ".join(cites)


def _ids_words(cites: tuple[str, ...]) -> list[str]:
    return [name for cite in cites for name in cite.casefold().split("-")[1:]]


def _fits(word: str, name: str) -> bool:
    """Does the name begin with the word, or stand for it by its beginning: `over`, `overlay`?"""
    return name.startswith(word) or (len(name) >= SHORTEST and word.startswith(name))


def _summary(part: nodes.Node) -> str:
    """What a part says of itself: a title, a sentence, or its first reason for refusing."""
    for name in ("title", "sentence"):
        told = getattr(part, name, None)
        if isinstance(told, str) and told:
            return told
    reason = _REASON.search(to_text(part))
    return _HOLE.sub(_hole, reason[1]) if reason is not None else ""


def _hole(found: re.Match[str]) -> str:
    """What is filled in there, in a word: `{site.tile}` is a tile."""
    if not _NAME.fullmatch(found[1]):
        return "…"
    word = found[1].rpartition(".")[2].replace("_", " ")
    return "the player" if word == "me" else word
