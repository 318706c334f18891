"""What a move costs in all, and where each thing comes from: a bill to look at beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking.types import NumberType
from brasswright.interpreter.noting import Notes, Number, amount_text, with_unit
from brasswright.interpreter.running.kernel import LOGGED, ME
from brasswright.interpreter.running.query import Query

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Change, Move


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a move comes to, as the player who makes it sees it."""

    totals: tuple[str, ...]
    """What changes for that player: `costs £7 (£5 + £2)`, `income +1`."""
    sources: tuple[str, ...]
    """Where things come from and go to: `takes 1 from Beta (2 cubes)`."""
    changes: tuple[Change, ...]
    """Everything that changes, part by part."""


def reckoning(game: Game, move: Move | str) -> Reckoning:
    """The bill of a move. What follows from it (hands filled, tiles turned) is not looked into.

    Raises NotUnderstood, Ambiguous or Refused.
    """
    if isinstance(move, str):
        move = game.parse(move)
    before, trial = Notes(game), game.rehearsed(move)
    notes = Notes(trial, since=0)
    changes = notes.effect(Query()).changes
    totals = [_total(trial, notes, number, by) for number, by in changes.items() if number.always]
    return Reckoning(tuple(totals), tuple(_sources(before, notes)), game.preview(move))


# -- what it costs -------------------------------------------------------------------------


def _total(game: Game, notes: Notes, number: Number, change: int) -> str:
    language = game.names.language
    if not number.unit:
        return f"{number.name} {amount_text(number, change, language)}".strip()
    parts = [part for part in _parts(game, notes, number.unit) if part]
    message = "costs {sum}" if change < 0 else "brings {sum}"
    said = language.say(message, sum=with_unit(abs(change), number.unit, language))
    if len(parts) < 2 or -sum(parts) != change:
        return said
    first, *rest = parts if change < 0 else [-part for part in parts]
    terms = [with_unit(first, number.unit, language)]
    for part in rest:
        sign = "+" if part > 0 else "-"
        terms.append(f"{sign} {with_unit(abs(part), number.unit, language)}")
    return f"{said} ({' '.join(terms)})"


def _parts(game: Game, notes: Notes, unit: str) -> Iterator[int]:
    """What is paid, one by one, and as less than nothing what is earned.

    Rules may add up a bill and pay it at once: then what was put on the bill is told.
    """
    cells, journal = game.position.cells, game.position.journal
    columns = game.compiled.layout.columns.values()
    bills = {c.base for c in columns if not c.field.domain and _unit(game, c.field.type) == unit}
    purse = {c.cell(cells[ME]) for c in notes.own if _unit(game, c.field.type) == unit}
    later: dict[int, int] = {}
    steps = []
    for cell, old in reversed(journal):
        if cell != LOGGED and cell in bills | purse:
            assert isinstance(old, int)
            steps.append((cell, later.get(cell, cells[cell]) - old))
            later[cell] = old
    billed = 0
    for cell, change in reversed(steps):
        if cell in bills and change > 0:
            billed += change
            yield change
        elif cell in purse and change == -billed:
            billed = 0
        elif cell in purse:
            yield -change


def _unit(game: Game, type_: object) -> str:
    if isinstance(type_, NumberType) and type_.unit is not None:
        return game.compiled.program.units.get(type_.unit, "")
    return ""


# -- where it comes from -------------------------------------------------------------------


def _sources(before: Notes, after: Notes) -> Iterator[str]:
    """The rows of other things of which a number goes down, or up where something lay before."""
    was, now = before.game.position.cells, after.game.position.cells
    for column in after.others:
        domain = column.field.domain
        for row in range(1, column.rows + 1):
            change = now[column.cell(row)] - was[column.cell(row)]
            about = before.about(domain, row)
            if change and about:
                message = "takes {n} from {thing}" if change < 0 else "puts {n} into {thing}"
                names = after.game.names
                thing = f"{names.title(domain, row)} ({about})"
                yield names.language.say(message, n=abs(change), thing=thing)
