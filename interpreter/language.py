"""The language that a game is played in: what is shown and typed, for what the rules say.

English is the text of the rules themselves. Any other language is read from catalogues, and what
these leave out stays English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from brasswright.interpreter.syntax import texts

SOURCE = "en"
"""The language that rules and messages are written in."""
DASH = "\N{EN DASH}"
"""What stands between the titles of the ends of a link."""
_NUMBERED = re.compile(r"(.+?)([ .])(\d+)")
_NO_LETTERS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Gap:
    """A hole in a text: what goes there, or which of two forms its number asks for."""

    name: str
    forms: tuple[str, str] | None = None
    """For one, and for any other number."""


Pieces = tuple[str | Gap, ...]


def pieces_of(text: str) -> Pieces:
    """A text as words and gaps: `{n} {n|pawn|pawns}`."""
    found, _ = texts.split(f'"{text}"')
    return tuple(p if isinstance(p, str) else _gap(p.text) for p in found)


def _gap(text: str) -> Gap:
    name, *forms = text.split("|")
    return Gap(name, (forms[0], forms[1])) if len(forms) == 2 else Gap(text)


def filled(pieces: Pieces, value: Callable[[str], object]) -> Iterator[str]:
    """The words of a text, each gap filled."""
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        elif piece.forms is None:
            yield str(value(piece.name))
        else:
            yield piece.forms[abs(_number(value(piece.name))) != 1]


def _number(value: object) -> int:
    digits = str(value).removeprefix("-")
    return int(digits) if digits.isdecimal() else 0


def joined(words: Iterable[str]) -> str:
    """The words of a text in a row; a minus goes before a sign of currency."""
    written = ""
    for said in words:
        if said.startswith("-") and unicodedata.category(written[-1:] or " ") == "Sc":
            written, said = f"{written[:-1]}-{written[-1]}", said[1:]
        written += said
    return written


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One file of translations, by what is translated."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Titles of things."""
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What is typed; the first is written, any is read."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Everything else that is shown."""
    lessons: Mapping[str, str] = field(default_factory=dict)
    """What a first game with lessons tells, paragraph by paragraph."""
    units: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What is counted: the forms for one and for many."""
    fillers: Sequence[str] = ()
    """Words between the words that count."""
    kept: Sequence[str] = ()
    """Names and texts that are the same in this language, such as names of towns."""


class Language:
    """One language, put together from catalogues; a later one wins."""

    def __init__(self, code: str = SOURCE, catalogues: Sequence[Catalogue] = ()) -> None:
        self.code = code
        self.names: dict[str, str] = {}
        self.words: dict[str, tuple[str, ...]] = {}
        self.texts: dict[str, str] = {}
        self.lessons: dict[str, str] = {}
        self.units: dict[str, Sequence[str]] = {}
        self.fillers: frozenset[str] = frozenset()
        self.kept: frozenset[str] = frozenset()
        for catalogue in catalogues:
            self.names.update(catalogue.names)
            self.words.update((id, tuple(words)) for id, words in catalogue.words.items())
            self.texts.update(catalogue.texts)
            self.lessons.update(catalogue.lessons)
            self.units.update(catalogue.units)
            self.fillers |= frozenset(catalogue.fillers)
            self.kept |= frozenset(catalogue.kept)
        self._pieces: dict[str, Pieces] = {}

    @property
    def is_source(self) -> bool:
        """Is everything said as the rules say it?"""
        return self.code == SOURCE

    # -- what is shown -----------------------------------------------------------------------

    def name(self, title: str) -> str:
        """The title of a thing; `Pawn 1` goes by `Pawn`, a link by its ends."""
        if not self.names:
            return title
        if title in self.names:
            return self.names[title]
        if DASH in title:
            return DASH.join(map(self.name, title.split(DASH)))
        numbered = _NUMBERED.fullmatch(title)
        if numbered is None:
            return title
        stem, between, number = numbered.groups()
        return f"{self.names.get(stem, stem)}{between}{number}"

    def text(self, source: str) -> str:
        """A text without gaps."""
        return self.texts.get(source, source)

    def lesson(self, source: str) -> str:
        """What a lesson tells, each line a paragraph."""
        return "\n".join(self.lessons.get(line, line) for line in source.splitlines())

    def pieces(self, source: str) -> Pieces | None:
        """A text with gaps; None if it is not translated."""
        if source not in self.texts:
            return None
        return self._kept(self.texts[source])

    def gaps(self, source: str) -> tuple[str, ...]:
        """What stands in the gaps of a text, in order."""
        return tuple(piece.name for piece in self._kept(source) if isinstance(piece, Gap))

    def say(self, source: str, /, **values: object) -> str:
        """A text of the program itself, its gaps filled."""
        pieces = self._kept(self.texts.get(source, source))
        return "".join(filled(pieces, values.__getitem__))

    def _kept(self, text: str) -> Pieces:
        if text not in self._pieces:
            self._pieces[text] = pieces_of(text)
        return self._pieces[text]

    def unit(self, number: int, unit: str) -> str:
        """The word for so many of what is counted; in English one loses its `s`."""
        forms = self.units.get(unit)
        if forms is not None:
            return forms[abs(number) != 1]
        return unit.removesuffix("s") if self.is_source and abs(number) == 1 else self.text(unit)

    def many(self, number: int, noun: str) -> str:
        """A noun as it is said of so many; in English with an `s`, unless it is one."""
        if noun in self.units:
            return self.unit(number, noun)
        return noun if number == 1 else f"{noun}s"

    def series(self, items: Iterable[str]) -> str:
        """`a`, `a and b`, `a, b and c`; nothing for none."""
        found = list(items)
        if len(found) < 2:
            return found[0] if found else self.text("nothing")
        return self.say("{most} and {last}", most=", ".join(found[:-1]), last=found[-1])

    # -- what is typed -----------------------------------------------------------------------

    def typed(self, word: str) -> tuple[str, ...]:
        """Everything that may be typed for a word of the rules; the first is what is written."""
        return self.words.get(word, (word,))


ENGLISH = Language()


def typed_form(title: str) -> str:
    """A title as one word that can be typed."""
    return _NO_LETTERS.sub("_", title.casefold()).strip("_")
