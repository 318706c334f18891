"""Names on both sides: values written as words, and typed words read as values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import rows_of
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.types import (
    BoolType,
    ListType,
    RowType,
    SetType,
    TextType,
    Type,
    ZoneType,
)
from brasswright.interpreter.language import (
    ENGLISH,
    Language,
    filled,
    joined,
    typed_form,
)
from brasswright.interpreter.moves import Choice, Move
from brasswright.interpreter.running.query import STOP_SITE, Answer

AND = "and"
"""What separates the stages of a phrase."""
FILLERS = {"a", "an", "and", "at", "by", "for", "from", "in", "my", "of", "on", "the", "to", "with"}
"""Words people put between the words that count."""
MOST_REMEMBERED = 2_000
"""Typed words whose meaning is remembered; people can type more of them than there is room for."""
SET_OFF = " | "
"""What stands between texts in a list."""


def plain(text: str) -> str:
    """How names are compared: lower case, no accents, spaces and dashes inside words alike."""
    bare = text.casefold()
    if not bare.isascii():
        bare = unicodedata.normalize("NFKD", bare)
        bare = "".join(c for c in bare if not unicodedata.combining(c))
        bare = bare.replace("\N{EN DASH}", "--").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _DASH.sub("_", bare)


_DASH = re.compile(r"(?<=\w)-(?=\w)")


class Names:
    """The names of one game's rows, choices and players: as the rules have them, and in words."""

    def __init__(
        self,
        program: ir.Program,
        players: Sequence[str],
        texts: Sequence[ir.Text] = (),
        language: Language = ENGLISH,
    ) -> None:
        self.program = program
        self.texts = texts
        self.players = ("", *players)
        self.speak(language)

    def speak(self, language: Language) -> None:
        """Write and read this language from now on."""
        self.language = language
        self.players = (language.text("nobody"), *self.players[1:])
        self.fillers = FILLERS | {plain(word) for word in language.fillers}
        self._said: dict[str, tuple[str, ...]] | None = None
        self._plain: dict[str, _Plain] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._matches: dict[tuple[str, str], tuple[int, ...]] = {}

    # -- writing ---------------------------------------------------------------------------

    def row(self, domain: str, row: int) -> str:
        """A row's name in the rules: what records and scenarios write."""
        if domain == PLAYER:
            return self.players[row]
        return self.program.domain(domain).rows[row]

    def title(self, domain: str, row: int) -> str:
        """A row's title, as it is shown."""
        if domain == PLAYER:
            return self.players[row]
        return self.language.name(self._source_title(domain, row))

    def _source_title(self, domain: str, row: int) -> str:
        found = self.program.domain(domain)
        title = found.titles[row]
        return title.replace("_", " ") if found.is_enum else title

    def term(self, name: str) -> str:
        """A name of the rules among other words: `made_up_field` as `made up field`."""
        return self.language.text(name.replace("_", " "))

    def word(self, word: str) -> str:
        """A word of the rules as it is typed: a verb, what introduces an answer, a name."""
        return self.words(word)[0]

    def words(self, word: str) -> tuple[str, ...]:
        """All that may be typed for a word of the rules, the written one first."""
        if self.language.is_source or word in self.players:
            return (word,)
        if self._said is None:
            self._said = self._typed_titles() | self.language.words
        if word in self._said:
            return self._said[word]
        if "--" in word:
            return ("--".join(map(self.word, word.split("--"))),)
        family, dot, number = word.rpartition(".")
        return tuple(f"{each}.{number}" for each in self.words(family)) if dot else (word,)

    def _typed_titles(self) -> dict[str, tuple[str, ...]]:
        """By name: the titles of things that are called otherwise in this language."""
        found: dict[str, tuple[str, ...]] = {}
        domains = [domain for domain in self.program.domains.by_name if domain != PLAYER]
        for domain in domains:
            for row in range(1, len(self.program.domain(domain).rows)):
                source, said = self._source_title(domain, row), self.title(domain, row)
                name, dot, number = self.row(domain, row).partition(".")
                if dot:
                    source, said = (each.removesuffix(f" {number}") for each in (source, said))
                if source != said and "--" not in name:
                    found.setdefault(name, (typed_form(said),))
        return found

    def value_words(self, value: str) -> str:
        """The value of a choice, names joined by commas, as it is typed."""
        return ",".join(map(self.word, value.split(",")))

    def said(self, move: Move) -> str:
        """A move as it is typed; the rules' own words for it are `move.text`."""
        if self.language.is_source:
            return move.text
        return self.in_words(move).spelled(self.word(AND))

    def in_words(self, move: Move) -> Move:
        """A move whose verb, words and values are those of the language."""
        choices = tuple(
            Choice(self.word(c.word), self.value_words(c.value), c.part) for c in move.choices
        )
        following = tuple(map(self.in_words, move.following))
        return Move(self.word(move.verb), choices, following=following)

    def introducing(self, words: Iterable[str]) -> dict[str, str]:
        """What may be typed for words that introduce an answer, and the word it stands for."""
        found: dict[str, str] = {}
        for word in words:
            found.setdefault(plain(word), word)
            found.update((plain(typed), word) for typed in self.words(word))
        return found

    def begins(self, word: str, typed: str) -> bool:
        """Is what was typed the beginning of a word of the rules, in either language?"""
        return any(plain(each).startswith(plain(typed)) for each in (*self.words(word), word))

    def means(self, word: str, typed: str) -> bool:
        """Is what was typed that word of the rules, in either language?"""
        return any(plain(each) == plain(typed) for each in (*self.words(word), word))

    def answer(self, choice: int, answer: Answer) -> str:
        """The answer to a choice, in the rules' own words."""
        asked = self.program.choices[choice]
        if isinstance(asked, ir.OptionsStatement):
            assert isinstance(answer, int)
            return asked.options[answer][0]
        if isinstance(answer, tuple):
            return ",".join(self._one(asked, a) for a in answer)
        return self._one(asked, answer)

    def answer_word(self, choice: int, answer: Answer) -> str:
        """The same in the words of the language."""
        return self.value_words(self.answer(choice, answer))

    def _one(self, asked: ir.ChooseStatement, answer: int) -> str:
        return self.row(asked.domain, answer) if asked.domain else str(answer)

    def answer_title(self, choice: int, answer: Answer) -> str:
        """The answer to a choice, as it is shown."""
        asked = self.program.choices[choice]
        if isinstance(asked, ir.OptionsStatement) or asked.domain is None:
            return self.answer_word(choice, answer)
        answers = answer if isinstance(answer, tuple) else (answer,)
        return ", ".join(self.title(asked.domain, a) for a in answers)

    def choices(self, path: Sequence[Answer], sites: Sequence[int]) -> tuple[Choice, ...]:
        """The answers of a way as words; a branch's name goes before its positional value."""
        found: list[Choice] = []
        branch: int | None = None
        for answer, site in zip(path, sites, strict=True):
            if site == STOP_SITE:
                continue
            asked = self.program.choices[site]
            value = self.answer(site, answer)
            if isinstance(asked, ir.OptionsStatement):
                branch = len(found) if value else None
                if value:
                    found.append(Choice(value, "", asked.part))
            elif branch is not None and asked.words[0] == "":
                found[branch] = Choice(found[branch].word, value, asked.part)
                branch = None
            else:
                found.append(Choice(asked.words[0], value, asked.part))
        return tuple(found)

    def text(self, text: ir.Text, values: Iterable[object]) -> str:
        """A text with its holes filled; a minus goes before a sign of currency."""
        rest = iter(values)
        source = [
            piece if isinstance(piece, str) else self._inside(next(rest), piece.type)
            for piece in text.pieces
        ]
        pieces = self.language.pieces(text.written)
        if pieces is None:
            return joined(source)
        holes = [
            said for said, p in zip(source, text.pieces, strict=True) if not isinstance(p, str)
        ]
        named = dict(zip(self.language.gaps(text.written), holes, strict=True))
        return joined(filled(pieces, named.__getitem__))

    def _inside(self, value: object, type_: Type) -> str:
        """A value inside a text: a list of texts stands closer than it does by itself."""
        if isinstance(type_, ListType) and isinstance(type_.of, TextType):
            return self.value(value, type_).replace(SET_OFF, "/")
        return self.value(value, type_)

    def value(self, value: object, type_: Type) -> str:
        """Any value as people read it."""
        match type_:
            case RowType(domain=domain):
                assert isinstance(value, int)
                return self.title(domain, value)
            case ZoneType(domain=domain, shape="slot") if isinstance(value, int):
                return self.title(domain, value)
            case TextType() if isinstance(value, tuple):
                number, values = value
                return self.text(self.texts[number], values)
            case BoolType():
                return self.language.text("yes" if value else "no")
            case SetType(domain=str() as domain):
                assert isinstance(value, int)
                return self.language.series(self.title(domain, row) for row in rows_of(value))
            case ListType(of=TextType() as of) if isinstance(value, tuple):
                return SET_OFF.join(self.value(item, of) for item in value)
            case ListType(of=of) if of is not None and isinstance(value, tuple | range | list):
                return self.language.series(self.value(item, of) for item in value)
            case ZoneType(domain=domain) if isinstance(value, tuple):
                return self.counted(domain, value)
        return str(value)

    def counted(self, domain: str, pieces: Sequence[int]) -> str:
        """Pieces in a zone: equal ones counted."""
        counts: dict[int, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        return ", ".join(
            self.title(domain, piece) + (f" x{number}" if number > 1 else "")
            for piece, number in counts.items()
        )

    # -- reading ---------------------------------------------------------------------------

    def matching(self, domain: str, typed: str) -> tuple[int, ...]:
        """The rows that a typed name may mean: exactly, or else by its beginning."""
        key = (domain, typed)
        if key not in self._matches:
            if len(self._matches) >= MOST_REMEMBERED:
                self._matches.clear()
            self._matches[key] = tuple(self._match(domain, plain(typed)))
        return self._matches[key]

    def _match(self, domain: str, typed: str) -> list[int]:
        called = self._names_of(domain)
        rows = range(1, len(called.rules))
        for test in (_is_same, _is_family, _joins_exactly, _joins, _begins, _begins_word):
            for names in called.both:
                found = [row for row in rows if test(names[row], typed)]
                if found:
                    return found
        return [row for row in rows if typed in called.titles[row]]

    def known(self, domain: str) -> frozenset[str]:
        """Everything that a row of a domain goes by: name, title, what several rows share."""
        if domain not in self._known:
            called = self._names_of(domain)
            names = [name for each in called.both for name in each[1:]]
            found = {*names, *(name.rpartition(".")[0] for name in names if "." in name)}
            self._known[domain] = frozenset(found.union(*called.titles[1:]))
        return self._known[domain]

    def with_end(self, domain: str, typed: str) -> tuple[int, ...]:
        """The links one end of which is called so, or begins so."""
        if not typed or not self.program.domain(domain).joins:
            return ()
        start = plain(typed)
        for names in self._names_of(domain).both:
            found = tuple(
                row
                for row in range(1, len(names))
                for end in names[row].split("--")
                if _begins(end, start) or _begins_word(end, start)
            )
            if found:
                return found
        return ()

    def _names_of(self, domain: str) -> _Plain:
        if domain not in self._plain:
            rows = range(len(self.program.domain(domain).rows))
            rules = [plain(self.row(domain, row)) for row in rows]
            said = [plain(self.word(self.row(domain, row))) for row in rows]
            titles = [
                {plain(title).replace(" ", "_") for title in titles}
                for titles in zip(
                    (self.title(domain, row) for row in rows),
                    (self._title_in_rules(domain, row) for row in rows),
                    strict=True,
                )
            ]
            both = (rules,) if said == rules else (said, rules)
            self._plain[domain] = _Plain(rules, both, titles)
        return self._plain[domain]

    def _title_in_rules(self, domain: str, row: int) -> str:
        return self.players[row] if domain == PLAYER else self._source_title(domain, row)


@dataclass(frozen=True, slots=True)
class _Plain:
    """What the rows of a domain go by, as names are compared."""

    rules: list[str]
    both: tuple[list[str], ...]
    """What is typed in this language, then the rules' own names."""
    titles: list[set[str]]


def _is_same(name: str, typed: str) -> bool:
    return name == typed


def _is_family(name: str, typed: str) -> bool:
    return name.rpartition(".")[0] == typed


def _joins_exactly(name: str, typed: str) -> bool:
    return "--" in typed and sorted(name.split("--")) == sorted(typed.split("--"))


def _joins(name: str, typed: str) -> bool:
    """Are the typed ends, shortened perhaps, different ends of the link?"""
    if "--" not in typed or "--" not in name:
        return False
    ends = name.split("--")
    for part in typed.split("--"):
        found = next((end for end in ends if part and end.startswith(part)), None)
        if found is None:
            return False
        ends.remove(found)
    return True


def _begins(name: str, typed: str) -> bool:
    if "." in typed:
        family, _, number = typed.partition(".")
        own, _, own_number = name.partition(".")
        return bool(own_number) and own.startswith(family) and own_number == number
    return "--" not in name and name.startswith(typed)


def _begins_word(name: str, typed: str) -> bool:
    return "--" not in name and any(word.startswith(typed) for word in name.split("_"))


@dataclass(frozen=True)
class Token:
    """One typed word (or word and value) and what it may mean."""

    names: Names = field(repr=False)
    text: str
    word: str | None = None
    """What introduces it: "" = nothing, being what the verb is about; None = that is open."""
    loosely: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By domain: what it also means as what the verb is about, without saying so."""

    def introduces(self, choice: int) -> bool:
        asked = self.names.program.choices[choice] if choice != STOP_SITE else None
        return isinstance(asked, ir.ChooseStatement) and self.word in asked.words

    def matches(self, choice: int, answer: Answer) -> bool:
        if choice == STOP_SITE:
            return False
        asked = self.names.program.choices[choice]
        if isinstance(asked, ir.OptionsStatement):
            assert isinstance(answer, int)
            name = asked.options[answer][0]
            return bool(name) and self.word is None and self.names.begins(name, self.text)
        if isinstance(answer, tuple):
            return self.left(asked, answer) is not None
        if asked.domain is None:
            return self.text == str(answer)
        return answer in self._rows_of(asked)

    def _rows_of(self, asked: ir.ChooseStatement) -> tuple[int, ...]:
        assert asked.domain is not None
        found = self.names.matching(asked.domain, self.text)
        if not found and not self.word and asked.words[0] == "":
            return self.loosely.get(asked.domain, ())
        return found

    def left(self, asked: ir.ChooseStatement, answers: tuple[int, ...]) -> tuple[int, ...] | None:
        """Of several answers at once, those not typed; None if something else was typed."""
        rest = list(answers)
        for name in self.text.split(","):
            rows = self.names.matching(asked.domain, name) if asked.domain else _number(name)
            hit = next((row for row in rows if row in rest), None)
            if hit is None:
                return None
            rest.remove(hit)
        return tuple(rest)

    def rows(self, choice: int) -> Sequence[int]:
        if choice == STOP_SITE:
            return ()
        asked = self.names.program.choices[choice]
        if not isinstance(asked, ir.ChooseStatement):
            return ()
        if asked.domain is None:
            return _number(self.text)
        if "," in self.text:
            return self.names.matching(asked.domain, self.text.partition(",")[0])
        return self._rows_of(asked)


def _number(text: str) -> tuple[int, ...]:
    """The number that a word is, if it is one."""
    digits = text.removeprefix("-")
    return (int(text),) if digits.isdecimal() and len(digits) < 9 else ()
