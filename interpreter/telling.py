"""What the log of a game says, in the language that the game is played in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.moves import LogEntry, Move
from brasswright.interpreter.running.kernel import LOGGED, Journal

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


def told(game: Game, number: int, player: str, move: Move | None, segment: Journal) -> LogEntry:
    """The entry for a move that was just played, and that stretch of the journal; None = set-up."""
    names, program = game.names, game.compiled.program
    text = names.language.text("the game begins") if move is None else names.said(move)
    notes = []
    for cell, logged in segment:
        if cell == LOGGED:
            assert isinstance(logged, tuple)
            which, values = logged
            if which not in program.tallies:
                notes.append(names.text(program.logs[which], values))
    for forced in game.position.forced if number else ():
        said = names.said(Move(forced.verb, names.choices(forced.path, forced.sites)))
        who = names.players[forced.player]
        message = "{who}: {move} (the only answer)"
        notes.append(names.language.say(message, who=who, move=said))
    return LogEntry(number, player, text, game.status(), tuple(notes))


def told_anew(game: Game) -> Sequence[LogEntry]:
    """The whole log in the language spoken now; as it was if play did not begin with the seed."""
    again = type(game)(game.rulebook, game.compiled, game.players, game.seed, game.names.language)
    again.undo_policy = game.undo_policy
    try:
        for move in game.history:
            if move is None:
                again.pop()
            else:
                again.push(move)
    except BrasswrightError:
        return game.log
    return again.log if again.digest() == game.digest() else game.log
