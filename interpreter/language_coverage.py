"""How much of a rulebook a language says: what is not translated, and what nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.checker import check
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.secrets import WORTH
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.judging import summands
from brasswright.interpreter.language import DASH, Language
from brasswright.interpreter.language_files import (
    languages,
    layer_source,
    open_language,
    read_document,
)
from brasswright.interpreter.layers.document import Document
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.notation import Names, plain
from brasswright.interpreter.source import NOWHERE, Span

_LETTERS = re.compile(r"[^\W\d_]{2}")
_NOUN = re.compile(r"[a-z ]{2,}")
_NUMBER = re.compile(r"[ .]\d+$")


@dataclass(slots=True)
class Said:
    """What people can meet of a game while they play, by the section that translates it."""

    names: dict[str, Span] = field(default_factory=dict)
    words: dict[str, Span] = field(default_factory=dict)
    texts: dict[str, Span] = field(default_factory=dict)
    lessons: dict[str, Span] = field(default_factory=dict)
    units: dict[str, Span] = field(default_factory=dict)
    rows: dict[str, Span] = field(default_factory=dict)
    """Names of rows, which may be given a word of their own."""

    def add(self, other: Said) -> None:
        """Add what another game says."""
        for each in fields(self):
            for text, span in getattr(other, each.name).items():
                getattr(self, each.name).setdefault(text, span)


def said_in(rulebook: Rulebook, lessons: Mapping[str, Span] | None = None) -> Said:
    """All that a game says, at any number of players, and its lessons. Raises RulesError."""
    found = Said(lessons=dict(lessons or {}))
    found.texts.update((layer.title, NOWHERE) for layer in rulebook.layers)
    for seats in dict.fromkeys(rulebook.seats):
        program = check(rulebook, seats)
        _names(program, found)
        _words(program, found)
        _texts(program, found)
        _units(program, rulebook, found)
    return found


def _names(program: ir.Program, found: Said) -> None:
    for domain in program.domains.by_name.values():
        if domain.name == PLAYER:
            continue
        for row, title in zip(domain.rows[1:], domain.titles[1:], strict=True):
            found.rows.setdefault(_NUMBER.sub("", row), domain.span)
            stem = _NUMBER.sub("", title.replace("_", " ") if domain.is_enum else title)
            if DASH not in title and _LETTERS.search(stem):
                found.names.setdefault(stem, domain.span)


def _words(program: ir.Program, found: Said) -> None:
    for action in program.actions.values():
        found.words.setdefault(action.name, action.span)
    for choice in program.choices:
        if isinstance(choice, ir.OptionsStatement):
            said = [word for word, _, _ in choice.options]
        else:
            said = [*choice.words, choice.domain or choice.name]
        found.words.update((word, choice.span) for word in said if word)
    for choice in _decisions(program):
        found.words.setdefault(choice.part.rpartition(".")[2], choice.span)
    for show in program.shows.values():
        found.words.setdefault(show.name, NOWHERE)


def _decisions(program: ir.Program) -> Iterator[ir.ChooseStatement | ir.OptionsStatement]:
    """Choices that are no part of an action."""
    for phase in program.phases.values():
        for statement in walk(phase.body):
            if isinstance(statement, ir.ChooseStatement | ir.OptionsStatement):
                yield statement


def _texts(program: ir.Program, found: Said) -> None:
    plain = [
        *((action.title, action.span) for action in program.actions.values()),
        *((show.title, NOWHERE) for show in program.shows.values()),
        *((each.title, NOWHERE) for each in program.maps.values()),
        *((head, e.span) for show in program.shows.values() for head, e in show.rows.columns),
        *((rank.what, rank.value.span) for rank in program.ranking),
        *((_term(state.name), state.span) for state in program.domains.state_fields()),
        *((_term(name), program.defines[name].span) for name in _summands(program)),
    ]
    for choice in (*program.choices, *_decisions(program)):
        if isinstance(choice, ir.OptionsStatement) or choice in _decisions(program):
            plain.append((_term(choice.part.rpartition(".")[2]), choice.span))
        if isinstance(choice, ir.ChooseStatement):
            plain.append((_term(choice.name), choice.span))
            if choice.many and choice.domain:
                plain.append((program.domain(choice.domain).plural, choice.span))
    found.texts.update((text, span) for text, span in plain if _LETTERS.search(text))
    defines = [define.body for define in program.defines.values()]
    everywhere = (program.reasons, tuple(program.told()), program.status, defines)
    for text in _templates((*everywhere, list(program.rows_shown()))):
        if any(isinstance(piece, str) and _LETTERS.search(piece) for piece in text.pieces):
            found.texts.setdefault(text.written, text.span)


def _summands(program: ir.Program) -> Iterator[str]:
    return summands(program) if WORTH in program.defines else iter(())


def _term(name: str) -> str:
    return name.replace("_", " ")


def _templates(value: object) -> Iterator[ir.Text]:
    """Every text inside statements and expressions."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from _templates(item)
    elif isinstance(value, ir.Typed | ir.Reason | ir.RowsShown):
        if isinstance(value, ir.Text):
            yield value
        for part in fields(value):
            if part.name not in ("span", "type", "field"):
                yield from _templates(getattr(value, part.name))


def _units(program: ir.Program, rulebook: Rulebook, found: Said) -> None:
    for reason in program.reasons:
        if reason.lacking is not None and reason.unit:
            found.units.setdefault(reason.unit, reason.span)
    for state in program.domains.state_fields():
        kind = rulebook.kinds.get(str(getattr(state.type, "domain", "")))
        if state.secret and kind is not None:
            found.units.setdefault(kind.title or kind.name.lower(), kind.span)
    for type_ in rulebook.types.values():
        if type_.unit and _NOUN.fullmatch(type_.unit):
            found.units.setdefault(type_.unit, type_.span)
        elif type_.unit and _LETTERS.search(type_.unit):
            found.texts.setdefault(type_.unit, type_.span)


# -- what a language says of it ------------------------------------------------------------


def missing(said: Said, language: Language) -> Iterator[Diagnostic]:
    """What a game says and the language does not."""
    for section, texts in lacking(said, language).items():
        for text, span in texts.items():
            message = f"no `{language.code}` for this, under `{section}`: {text}"
            yield Diagnostic("not-translated", message, span, "warning")


def lacking(said: Said, language: Language) -> dict[str, dict[str, Span]]:
    """By section: what is not translated, and where the rules say it."""
    known: dict[str, Iterable[str]] = {
        "names": {*language.names, *language.kept},
        "words": language.words,
        "texts": {*language.texts, *language.kept},
        "lessons": language.lessons,
        "units": language.units,
    }
    return {
        section: {text: at for text, at in getattr(said, section).items() if text not in there}
        for section, there in known.items()
    }


def clashes(rulebook: Rulebook, language: Language) -> Iterator[Diagnostic]:
    """Different things of one sort that are typed alike. Raises RulesError."""
    program = check(rulebook, rulebook.seats[1])
    names = Names(program, (), language=language)
    sorts = [list(program.actions), *(d.rows[1:] for d in program.domains.by_name.values())]
    asked = [c for c in program.choices if isinstance(c, ir.ChooseStatement)]
    sorts.append(list(dict.fromkeys(c.words[0] for c in asked if c.words[0])))
    for sort in sorts:
        typed: dict[str, str] = {}
        for word in sort:
            other = typed.setdefault(plain(names.word(word)), word)
            if other != word:
                message = f"`{other}` and `{word}` are both typed `{names.word(word)}`"
                yield Diagnostic("same-word", message, NOWHERE, "warning")


def unused(said: Said, document: Document) -> Iterator[Diagnostic]:
    """Translations in a file of something that no game says."""
    there = {
        "names": said.names,
        "words": said.words | said.rows,
        "texts": said.texts,
        "lessons": said.lessons,
        "units": said.units,
    }
    for section, used in there.items():
        for text in document.value.get(section, {}):
            if text not in used:
                span = document.keys[section, text]
                yield Diagnostic("unused-translation", f"nothing says `{text}`", span, "warning")
    for place, text in enumerate(document.value.get("kept", ())):
        if text not in said.names and text not in said.texts:
            span = document.span(("kept", place))
            yield Diagnostic("unused-translation", f"nothing says `{text}`", span, "warning")


def begun(rulebook: Rulebook, code: str) -> Language:
    """A language as far as it goes, be it nowhere. Raises RulesError for a file that is wrong."""
    known = code in languages(rulebook.layers)
    return open_language(code, rulebook.layers) if known else Language(code)


def coverage(
    rulebook: Rulebook, code: str, lessons: Mapping[str, Span] | None = None
) -> tuple[Diagnostic, ...]:
    """What a language leaves out of a rulebook, and what its top layer translates for nothing.

    Of a language without any translations, it is all. Raises RulesError for a file that is wrong.
    """
    said = said_in(rulebook, lessons)
    language = begun(rulebook, code)
    found = [*missing(said, language), *clashes(rulebook, language)]
    if not rulebook.layers[-1].is_overlay:  # overlays of a folder share their file
        source = layer_source(rulebook.layers[-1], code)
        found += unused(said, read_document(source)) if source is not None else []
    return tuple(found)
