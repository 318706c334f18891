"""A game walked through from its beginning: what one viewer sees after each move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from brasswright.cli.language import say
from brasswright.cli.prompt.session import PART
from brasswright.interpreter.drawing import Drawing
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import LogEntry, Move, Table
from brasswright.interpreter.noting import move_note
from brasswright.interpreter.views import EVERYTHING, is_personal, view


@dataclass(frozen=True, slots=True)
class Seer:
    """Through whose eyes a game is shown."""

    player: str | None = None
    """None = a stranger, who sees what lies open for all."""
    everything: bool = False
    """Whether what is hidden from the players is shown too."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be seen after a number of moves."""

    number: int
    entry: LogEntry
    note: str
    """What the move cost and brought, in few words."""
    parts: tuple[str, ...]
    """The rules that the move went through, by path; the action itself comes first."""
    began: str
    """The moment in which the move was made; for the set-up, the one it leads to."""
    status: str
    """The line of the rules about where the game stands; "" when it is over."""
    drawing: Drawing | None
    tables: tuple[Table, ...]


def walk(game: Game, seer: Seer) -> Iterator[Step]:
    """Every step of a game, the set-up first. The game is at its end again afterwards.

    The game must not be one that is kept on disk as it goes: its moves are taken back for this.
    """
    log, moves = game.log, game.moves_played
    at(game, 0)
    began = _moment(log[0])
    yield _step(game, seer, log[0], began, "", ())
    for move, entry in zip(moves, log[1:], strict=True):
        note = move_note(game, move)
        game.push(move)
        yield _step(game, seer, entry, began, note, _parts(game, move))
        began = _moment(entry)


def at(game: Game, number: int) -> None:
    """Take moves back until so many are left."""
    while len(game.moves_played) > number:
        game.pop()


def _step(
    game: Game, seer: Seer, entry: LogEntry, began: str, note: str, parts: tuple[str, ...]
) -> Step:
    names = [name for name, _ in game.shows]
    if seer.player is None:
        names = [name for name in names if not is_personal(game.compiled, name)]
    tables = [game.show(name, seer.player) for name in names]
    if seer.everything:
        tables.append(hidden_table(game))
    return Step(
        entry.number,
        entry,
        note,
        parts,
        began,
        game.status(seer.player) if game.turn else "",
        game.drawing(seer.player),
        tuple(tables),
    )


def _moment(entry: LogEntry) -> str:
    return entry.heading.partition(PART)[0]


def _parts(game: Game, move: Move) -> tuple[str, ...]:
    """The action of a move and the steps that asked its choices, as far as they have names."""
    known = game.rulebook.parts()
    paths = dict.fromkeys([move.verb, *(choice.part for choice in move.choices)])
    return tuple(path for path in paths if path in known)


def hidden_table(game: Game) -> Table:
    """Everything that is hidden from somebody, with where it is."""
    cells = game.position.cells
    seen = view(game.compiled, game.names, cells, 0)
    whole = view(game.compiled, game.names, cells, EVERYTHING)
    rows: list[tuple[str, ...]] = []
    for name, value in whole.items():
        if not isinstance(value, dict):
            rows += _hidden(name, seen[name], value)
            continue
        for row, fields in value.items():
            for field, inside in fields.items():
                rows += _hidden(f"{row} {field}", seen[name][row][field], inside)
    headings = (say("where"), say("what"))
    return Table("full-state", say("Hidden from the players"), headings, tuple(rows))


def _hidden(where: str, seen: Any, whole: Any) -> Iterator[tuple[str, str]]:
    if seen != whole:
        told = ", ".join(map(str, whole)) if isinstance(whole, list) else str(whole)
        yield where.replace("_", " "), told or say("nothing")
