"""What a way through a stage comes to, in few words: `-£5, from alpha.1`.

Told of are the numbers of the player that the rules' status line shows, numbers of rows that
no answer names, and answers that could not have been others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import PLAYER, StateField
from brasswright.interpreter.checking.types import BoolType, NumberType, RowType
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.running.kernel import LOGGED, ME, pieces
from brasswright.interpreter.running.query import STOP_SITE, Query, Script
from brasswright.interpreter.views import expressions_in

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.language import Language
    from brasswright.interpreter.moves import Move


MOST_SOURCES = 3
"""More places that a thing may be taken from are not told one by one."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number that may be told of: its name and unit, as people read them."""

    name: str
    unit: str
    always: bool
    """Told of even when it is another one each time; then as a range."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one way changes, and its answers with the words that introduce them."""

    changes: dict[Number, int]
    answers: tuple[str, ...]
    sources: tuple[tuple[str, str], ...] = ()
    """Word and value of the answers whose order is immaterial: where things are taken from."""


class Notes:
    """Tells of ways in one game, while they are looked at."""

    def __init__(self, game: Game, since: int | None = None) -> None:
        self.game, self._names = game, game.names
        self._shown = set(_read_of_me(game.compiled.program))
        columns = game.compiled.layout.columns.values()
        numbers = [c for c in columns if c.shape == "cell" and _is_open_number(c)]
        self.own = [c for c in numbers if c.field.domain == PLAYER and self._is_shown(c.field)]
        self.others = [c for c in numbers if c.field.domain not in ("", PLAYER)]
        self._mark = len(game.position.journal) if since is None else since

    def _is_shown(self, field: StateField) -> bool:
        if self._shown:
            return field.name in self._shown
        return isinstance(field.type, NumberType) and field.type.unit is not None

    # -- one way -----------------------------------------------------------------------------

    def effect(self, query: Query) -> Effect:
        """What the way being looked at does."""
        cells, journal = self.game.position.cells, self.game.position.journal
        before: dict[int, int] = {}
        for cell, old in journal[self._mark :]:
            if cell != LOGGED:
                before.setdefault(cell, old)  # type: ignore[arg-type]
        changes: dict[Number, int] = {}
        for column in self.own:
            cell = column.cell(cells[ME])
            change = cells[cell] - before.get(cell, cells[cell])
            if change:
                changes[self._own_number(column.field)] = change
        named = set(self._named(query))
        for column in self.others:
            for row in range(1, column.rows + 1):
                cell = column.cell(row)
                change = cells[cell] - before[cell] if cell in before else 0
                if change and (column.field.domain, row) not in named:
                    changes[self._other_number(column, row)] = change
        return Effect(changes, tuple(self._answers(query)), tuple(self._sources(query)))

    def _own_number(self, field: StateField) -> Number:
        unit = ""
        if isinstance(field.type, NumberType) and field.type.unit is not None:
            unit = self.game.compiled.program.units.get(field.type.unit, "")
        return Number("" if unit else self._names.term(field.name), unit, always=True)

    def _other_number(self, column: Column, row: int) -> Number:
        domain = column.field.domain
        alone = sum(c.field.domain == domain for c in self.others) == 1
        title = self._names.title(domain, row)
        named = title if alone else f"{title} {self._names.term(column.field.name)}"
        return Number(named, "", always=False)

    def _named(self, query: Query) -> Iterator[tuple[str, int]]:
        for answer, site in zip(query.path, query.sites, strict=True):
            asked = self.game.compiled.program.choices[site] if site != STOP_SITE else None
            if isinstance(asked, ir.ChooseStatement) and asked.domain:
                for row in answer if isinstance(answer, tuple) else (answer,):
                    yield asked.domain, row

    def _answers(self, query: Query) -> Iterator[str]:
        for answer, site in zip(query.path, query.sites, strict=True):
            asked = self.game.compiled.program.choices[site] if site != STOP_SITE else None
            if isinstance(asked, ir.ChooseStatement) and asked.words[0]:
                said = self._names.answer_word(site, answer)
                yield f"{self._names.word(asked.words[0])} {said}"

    def _sources(self, query: Query) -> Iterator[tuple[str, str]]:
        for answer, site in zip(query.path, query.sites, strict=True):
            asked = self.game.compiled.program.choices[site] if site != STOP_SITE else None
            if isinstance(asked, ir.ChooseStatement) and asked.any and asked.words[0]:
                yield self._names.word(asked.words[0]), self._names.answer_word(site, answer)

    # -- several ways ------------------------------------------------------------------------

    def text(self, effects: Sequence[Effect], said: Sequence[str] = ()) -> str:
        """What the ways have in common, and within which bounds they change the player's numbers.

        `said` are answers that need no telling.
        """
        numbers = dict.fromkeys(number for effect in effects for number in effect.changes)
        told = []
        for number in numbers:
            amounts = {effect.changes.get(number, 0) for effect in effects}
            if len(amounts) == 1 or number.always:
                told.append(self._range_text(number, amounts))
        first, *rest = effects
        told += [
            answer
            for answer in dict.fromkeys(first.answers)
            if answer not in said and all(answer in effect.answers for effect in rest)
        ]
        return ", ".join([*told, *self._open_sources(effects)])

    def _open_sources(self, effects: Sequence[Effect]) -> Iterator[str]:
        """What things may be taken from, where that is open and not too much to tell."""
        for word in dict.fromkeys(word for effect in effects for word, _ in effect.sources):
            taken = [{v for w, v in effect.sources if w == word} for effect in effects]
            values = sorted(set.union(*taken))
            if 1 < len(values) <= MOST_SOURCES and all(taken) and not set.intersection(*taken):
                *some, last = values
                some_or_last = self._names.language.say(
                    "{some} or {last}", some=", ".join(some), last=last
                )
                yield f"{word} {some_or_last}"

    def _range_text(self, number: Number, amounts: set[int]) -> str:
        language = self._names.language
        *least, most = sorted({min(amounts), max(amounts)}, key=abs)
        told = amount_text(number, most, language)
        if least:
            bare = number if len(number.unit) == 1 else replace(number, unit="")
            told = language.say(
                "{least} to {most}", least=amount_text(bare, least[0], language), most=told
            )
        return f"{number.name} {told}".strip()

    def way(self, move: Move) -> Iterator[Query]:
        """The way of a legal move through the stage at hand, while it is looked at."""
        position = self.game.position
        verb = next((v for v in position.verbs() if v.name == move.verb), position.verbs()[0])
        query = Script(move.path)  # type: ignore[arg-type]
        for _ in position.ways(verb, query):
            if len(query.path) == len(move.path):
                yield query

    # -- rows --------------------------------------------------------------------------------

    def about(self, domain: str, row: int) -> str:
        """What everybody can see at a row: `Pawn, Ada, 2 stones`."""
        told = []
        cells = self.game.position.cells
        for column in self.game.compiled.layout.columns.values():
            field = column.field
            if field.domain != domain or domain == PLAYER or field.secret:
                continue
            cell = column.cell(row)
            match field.type:
                case _ if column.shape == "slot":
                    kind = getattr(field.type, "domain", "")
                    told += [
                        self._names.title(kind, piece)
                        for piece in pieces(cells, "slot", cell, column.kinds)
                    ]
                case RowType(domain=kind) if cells[cell]:
                    told.append(self._names.title(kind, cells[cell]))
                case BoolType() if cells[cell]:
                    told.append(self._names.term(field.name))
                case NumberType() if cells[cell]:
                    unit = self._names.language.unit(cells[cell], self._names.term(field.name))
                    told.append(f"{cells[cell]} {unit}")
        return ", ".join(told)


def move_note(game: Game, move: Move) -> str:
    """What a move that is about to be played comes to, its sources left out: it names them."""
    notes = Notes(game)
    for effect in [notes.effect(query) for query in notes.way(move)]:
        return notes.text([effect], effect.answers)
    return ""


def _read_of_me(program: ir.Program) -> Iterator[str]:
    """The fields of the player at the prompt that the status line reads, by way of defines too."""
    for read in expressions_in(program.status):
        if isinstance(read, ir.StateRead) and isinstance(read.row, ir.Me):
            yield read.field.name
        elif isinstance(read, ir.DefineCall) and any(isinstance(a, ir.Me) for a in read.arguments):
            for inner in expressions_in(program.defines[read.name].body):
                if isinstance(inner, ir.StateRead) and isinstance(inner.row, ir.Local):
                    yield inner.field.name


def _is_open_number(column: Column) -> bool:
    return isinstance(column.field.type, NumberType) and not column.field.secret


def amount_text(number: Number, change: int, language: Language) -> str:
    """A change of a number, its name left out: `-£5`, `+2`."""
    if not change:
        return "0"
    return f"{'+' if change > 0 else '-'}{with_unit(abs(change), number.unit, language)}"


def with_unit(size: int, unit: str, language: Language) -> str:
    """So many of something: a sign comes first, words follow."""
    said = language.unit(size, unit)
    return f"{said}{size}" if len(said) == 1 else f"{size} {said}".strip()
