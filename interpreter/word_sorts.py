"""What each word of a phrase may be at the stage at hand: what the line is coloured by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.notation import AND, Token, plain
from brasswright.interpreter.phrases import Asked

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

Sort = Literal["verb", "word", "value", "unknown", ""]
"""A verb, a word that introduces a value, a value, none of these; "" = of no weight."""


def word_sorts(game: Game, words: Sequence[str]) -> tuple[Sort, ...]:
    """The sort of each word; the first is the verb, as the rules call it."""
    found: list[Sort] = []
    asked: tuple[Asked, ...] = ()
    introducing: set[str] = set()
    for place, word in enumerate(words):
        if game.names.means(AND, word):
            found.append("word")
            continue
        verb = next((v for v in game.position.verbs() if game.names.means(v.name, word)), None)
        if verb is not None and (not place or found[-1] == "word"):
            asked = game.reader.phrases.asked_by(verb)
            introducing = set(game.reader.phrases.introducing(asked))
            found.append("verb")
        elif plain(word) in introducing and place > 1:
            found.append("word")
        elif _is_value(game, asked, word):
            found.append("value")
        else:
            found.append("" if _is_weightless(game, asked, word) else "unknown")
    return tuple(found)


def _is_weightless(game: Game, asked: Sequence[Asked], word: str) -> bool:
    """Does it say nothing new, as `the` does, or what kind of thing an answer is?"""
    kinds = [a.domain for a in asked if isinstance(a, ir.ChooseStatement) and a.domain]
    return (
        plain(word) in game.names.fillers
        or word in game.reader.phrases.between_ends
        or any(game.names.means(kind, word) for kind in kinds)
    )


def _is_value(game: Game, asked: Sequence[Asked], word: str) -> bool:
    return all(_means_one(game, asked, part) for part in word.split(",") if part)


def _means_one(game: Game, asked: Sequence[Asked], text: str) -> bool:
    token = Token(game.names, text)
    for each in asked:
        if isinstance(each, ir.OptionsStatement):
            if any(token.matches(each.number, way) for way in range(len(each.options))):
                return True
        elif token.rows(each.number) or (
            each.domain and game.names.with_end(each.domain, text.strip("-"))
        ):
            return True
    return False
