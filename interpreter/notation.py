"""Names on both sides: values written as words, and typed words read as values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import rows_of
from brasswright.interpreter.checking.tables import PLAYER
from brasswright.interpreter.checking.types import (
    BoolType,
    ListType,
    RowType,
    SetType,
    TextType,
    Type,
    ZoneType,
)
from brasswright.interpreter.moves import Choice
from brasswright.interpreter.running.query import STOP_SITE, Answer

FILLERS = {"a", "an", "and", "at", "by", "for", "from", "in", "my", "of", "on", "the", "to", "with"}
"""Words people put between the words that count."""
SET_OFF = " | "
"""What stands between texts in a list."""


def plain(text: str) -> str:
    """How names are compared: lower case, no accents, spaces and dashes inside words alike."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in bare if not unicodedata.combining(c))
    bare = bare.replace("\N{EN DASH}", "--").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _DASH.sub("_", bare)


_DASH = re.compile(r"(?<=\w)-(?=\w)")


class Names:
    """The names of one game's rows, choices and players."""

    def __init__(
        self, program: ir.Program, players: Sequence[str], texts: Sequence[ir.Text] = ()
    ) -> None:
        self.program = program
        self.texts = texts
        self.players = ("nobody", *players)
        self._plain: dict[str, list[str]] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._matches: dict[tuple[str, str], tuple[int, ...]] = {}

    # -- writing ---------------------------------------------------------------------------

    def row(self, domain: str, row: int) -> str:
        """A row's name, as it is typed."""
        if domain == PLAYER:
            return self.players[row]
        return self.program.domain(domain).rows[row]

    def title(self, domain: str, row: int) -> str:
        """A row's title, as it is shown."""
        if domain == PLAYER:
            return self.players[row]
        found = self.program.domain(domain)
        title = found.titles[row]
        return title.replace("_", " ") if found.is_enum else title

    def answer(self, choice: int, answer: Answer) -> str:
        """The answer to a choice, as it is typed."""
        asked = self.program.choices[choice]
        if isinstance(asked, ir.OptionsStatement):
            assert isinstance(answer, int)
            return asked.options[answer][0]
        if isinstance(answer, tuple):
            return ",".join(self._one(asked, a) for a in answer)
        return self._one(asked, answer)

    def _one(self, asked: ir.ChooseStatement, answer: int) -> str:
        return self.row(asked.domain, answer) if asked.domain else str(answer)

    def answer_title(self, choice: int, answer: Answer) -> str:
        """The answer to a choice, as it is shown."""
        asked = self.program.choices[choice]
        if isinstance(asked, ir.OptionsStatement) or asked.domain is None:
            return self.answer(choice, answer)
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
        written = ""
        for piece in text.pieces:
            said = piece if isinstance(piece, str) else self._inside(next(rest), piece.type)
            if said.startswith("-") and unicodedata.category(written[-1:] or " ") == "Sc":
                written, said = f"{written[:-1]}-{written[-1]}", said[1:]
            written += said
        return written

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
                return "yes" if value else "no"
            case SetType(domain=str() as domain):
                assert isinstance(value, int)
                return self.series(self.title(domain, row) for row in rows_of(value))
            case ListType(of=TextType() as of) if isinstance(value, tuple):
                return SET_OFF.join(self.value(item, of) for item in value)
            case ListType(of=of) if of is not None and isinstance(value, tuple | range | list):
                return self.series(self.value(item, of) for item in value)
            case ZoneType(domain=domain) if isinstance(value, tuple):
                return self.counted(domain, value)
        return str(value)

    @staticmethod
    def series(items: Iterable[str]) -> str:
        """`a`, `a and b`, `a, b and c`; nothing for none."""
        found = list(items)
        if len(found) < 2:
            return found[0] if found else "nothing"
        return f"{', '.join(found[:-1])} and {found[-1]}"

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
            self._matches[key] = tuple(self._match(domain, plain(typed)))
        return self._matches[key]

    def _match(self, domain: str, typed: str) -> list[int]:
        names = self._names_of(domain)
        rows = range(1, len(names))
        for test in (_is_same, _is_family, _joins_exactly, _joins, _begins, _begins_word):
            found = [row for row in rows if test(names[row], typed)]
            if found:
                return found
        return [row for row in rows if self._plain_title(domain, row) == typed]

    def known(self, domain: str) -> frozenset[str]:
        """Everything that a row of a domain goes by: name, title, what several rows share."""
        if domain not in self._known:
            names = self._names_of(domain)[1:]
            found = {*names, *(name.rpartition(".")[0] for name in names if "." in name)}
            found |= {self._plain_title(domain, row) for row in range(1, len(names) + 1)}
            self._known[domain] = frozenset(found)
        return self._known[domain]

    def with_end(self, domain: str, typed: str) -> tuple[int, ...]:
        """The links one end of which is called so, or begins so."""
        if not typed or not self.program.domain(domain).joins:
            return ()
        start = plain(typed)
        names = self._names_of(domain)
        return tuple(
            row
            for row in range(1, len(names))
            for end in names[row].split("--")
            if _begins(end, start) or _begins_word(end, start)
        )

    def _plain_title(self, domain: str, row: int) -> str:
        return plain(self.title(domain, row)).replace(" ", "_")

    def _names_of(self, domain: str) -> list[str]:
        if domain not in self._plain:
            count = len(self.program.domain(domain).rows)
            self._plain[domain] = [plain(self.row(domain, row)) for row in range(count)]
        return self._plain[domain]


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
            return bool(name) and self.word is None and plain(name).startswith(plain(self.text))
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
