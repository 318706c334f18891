"""A phrase while it is being typed: where it may be cut, and what each way leaves to be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.matching import Fit, fit, fit_either
from brasswright.interpreter.notation import plain
from brasswright.interpreter.phrases import Phrase, Tokens
from brasswright.interpreter.running.query import STOP_SITE, Answer, TypedQuery

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

MOST_JOINED = 3
"""Words already typed that may belong to the name being typed: `river side no`."""
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Cut:
    """A typed text as words that are whole, and what is begun after them."""

    words: tuple[str, ...]
    begun: str
    pending: str = ""
    """The word of the rules for the one before what is begun, if it introduces that; else ""."""


def cuts(text: str) -> list[Cut]:
    """The ways to cut a text: its last word is begun, or the last few are one name begun."""
    spans = [match.span() for match in _WORD.finditer(text)]
    start = len(text)
    if spans and spans[-1][1] == start:
        start = spans.pop()[0]
    words = [text[first:last] for first, last in spans]
    found = [Cut(tuple(words), text[start:])]
    for number in range(1, min(MOST_JOINED, len(words) - 1) + 1):
        found.append(Cut(tuple(words[:-number]), text[spans[-number][0] :]))
    return found


def endings(game: Game, cut: Cut) -> Iterator[Cut]:
    """The cut, and the one whose last word introduces what is begun.

    Right after the verb a word is a value rather than introducing one.
    """
    phrases = game.reader.phrases
    asked = [a for verb in game.position.verbs() for a in phrases.asked_by(verb)]
    last = phrases.introducing(asked).get(plain(cut.words[-1]), "")
    found = [cut]
    if last and len(cut.words) > 1:
        shorter = Cut(cut.words[:-1], cut.begun, last)
        found.insert(1 if len(cut.words) == 2 else 0, shorter)
    yield from found


def readings(game: Game, cut: Cut) -> Iterator[tuple[Cut, Phrase, Tokens]]:
    """What the whole words may be, likely readings first."""
    for ending in endings(game, cut):
        try:
            phrase = game.reader.phrases.phrase(game.position, ending.words)
        except NotUnderstood:
            continue
        for tokens in phrase.readings if not phrase.done else ():
            yield ending, phrase, tokens


@dataclass(frozen=True, slots=True)
class Said:
    """One answer that is still to be said."""

    site: int
    """The number of the choice."""
    answer: Answer
    word: str
    """The word that introduces it; "" for none."""
    value: str
    title: str
    name: str
    """The value in the rules' own words."""

    def offered(self, cut: Cut) -> str:
        """As it is offered: with its word, unless that is typed already."""
        return self.value if cut.pending or not self.word else f"{self.word} {self.value}".strip()

    def fit(self, cut: Cut) -> Fit | None:
        """How well it fits what was begun; its word counts by its beginning only."""
        if plain(self.offered(cut)).startswith(plain(cut.begun.strip())):
            return Fit.BEGINNING
        return fit_either(cut.begun, (self.value, self.title), self.name)


def unsaid(game: Game, tokens: Tokens, query: TypedQuery) -> list[tuple[int, Answer]]:
    """The answers of a way that no typed word was used for, in the order in which they are said.

    People say what before they say how: `link a--b using …`, whatever is decided first. All that
    comes after another way to do it was chosen is how.
    """
    whats: list[tuple[int, Answer]] = []
    hows: list[tuple[int, Answer]] = []
    other_way = False
    for answer, site, used in zip(query.path, query.sites, query.used, strict=True):
        if site == STOP_SITE:
            continue
        asked = game.compiled.program.choices[site]
        if isinstance(asked, ir.OptionsStatement):
            other_way = other_way or (not asked.options[0][0] and answer != 0)
        how = hows if other_way or word_of(game, site) else whats
        if isinstance(answer, tuple) and isinstance(asked, ir.ChooseStatement):
            left = tokens[used].left(asked, answer) if used >= 0 else answer
            how += [(site, one) for one in left or ()]
        elif used < 0 and game.names.answer(site, answer):
            how.append((site, answer))
    return whats + hows


def word_of(game: Game, site: int) -> str:
    """The word that introduces the answer to a choice; "" for none."""
    asked = game.compiled.program.choices[site]
    return asked.words[0] if isinstance(asked, ir.ChooseStatement) else ""


def said(game: Game, site: int, answer: Answer) -> Said:
    """An answer to a choice, with the word that introduces it."""
    asked = game.compiled.program.choices[site]
    word = asked.words[0] if isinstance(asked, ir.ChooseStatement) else ""
    names = game.names
    name, title = names.answer(site, answer), names.answer_title(site, answer)
    return Said(site, answer, names.word(word), names.value_words(name), title, name)


def introduced(game: Game, cut: Cut, site: int) -> bool:
    """May an answer to that choice stand after the pending word, if there is one?"""
    if not cut.pending:
        return True
    asked = game.compiled.program.choices[site]
    return isinstance(asked, ir.ChooseStatement) and cut.pending in asked.words


def may_be_name(game: Game, cut: Cut) -> bool:
    """Could the words that are begun be one name of something that is asked for here?

    A word that introduces another is no beginning of a name.
    """
    domains = {
        a.domain
        for verb in game.position.verbs()
        for a in game.reader.phrases.asked_by(verb)
        if isinstance(a, ir.ChooseStatement) and a.domain
    }
    phrases = game.reader.phrases
    asked = [a for verb in game.position.verbs() for a in phrases.asked_by(verb)]
    if plain(cut.begun.split()[0]) in phrases.introducing(asked) and len(cut.words) > 1:
        return False
    return any(
        how is not None and how <= Fit.WORD
        for domain in domains
        for name in game.names.known(domain)
        for how in [fit(cut.begun, (name,))]
    )
