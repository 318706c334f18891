"""How well a name fits what was begun: its beginning, a word inside, a part, its letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from brasswright.interpreter.notation import FILLERS, plain

_APART = re.compile(r"[\W_]+")


class Fit(IntEnum):
    """The ways in which a name fits, best first."""

    BEGINNING = 0
    WORD = 1
    """Each word that was begun begins another word of the name."""
    INSIDE = 2
    LETTERS = 3
    """All letters are there, in order."""


def fit(begun: str, names: Iterable[str]) -> Fit | None:
    """The best way in which one of the names fits what was begun; None when none does."""
    typed = plain(begun.strip()).replace(" ", "_")
    if not typed:
        return Fit.BEGINNING
    found = [
        how for name in names if (how := _fit(typed, plain(name).replace(" ", "_"))) is not None
    ]
    return min(found, default=None)


def fit_either(begun: str, said: Iterable[str], name: str) -> Fit | None:
    """The same for the words of a language; the rules' own name for it counts by its beginning."""
    found = fit(begun, said)
    if found is None:
        found = fit(begun, (name,))
        return found if found in (Fit.BEGINNING, Fit.WORD) else None
    return found


def _fit(typed: str, name: str) -> Fit | None:
    if name.startswith(typed):
        return Fit.BEGINNING
    if _begins_words(_words(typed), _words(name)):
        return Fit.WORD
    if len(typed) < 2:
        return None
    if typed in name:
        return Fit.INSIDE
    letters = iter(name)
    return Fit.LETTERS if all(letter in letters for letter in typed) else None


def _words(text: str) -> list[str]:
    return [word for word in _APART.split(text) if word]


def _begins_words(typed: list[str], words: list[str]) -> bool:
    """Does each typed word begin a word of its own? Those between that mean nothing may differ."""
    left = list(words)
    for place, word in enumerate(typed):
        begun = next((other for other in left if other.startswith(word)), None)
        if begun is not None:
            left.remove(begun)
        elif not place or word not in FILLERS:
            return False
    return bool(typed)
