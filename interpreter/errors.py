"""What can go wrong, for callers: every error derives from `BrasswrightError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brasswright.interpreter.diagnostics import Diagnostic
    from brasswright.interpreter.moves import Move, Refusal


class BrasswrightError(Exception):
    """The base of all errors raised on purpose."""


class NotUnderstood(BrasswrightError):
    """The words say no move at all; `suggestions` are words that were probably meant."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class Ambiguous(BrasswrightError):
    """The words fit several moves, which differ in the choice called `word`."""

    def __init__(self, message: str, word: str, moves: Sequence[Move]) -> None:
        super().__init__(message)
        self.word = word
        self.moves = tuple(moves)


class Refused(BrasswrightError):
    """The move is understood and not legal; `refusal` says which rule refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class RulesError(BrasswrightError):
    """Rule text, a manifest or a house file that can't be used; carries its diagnostics."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics[:3]))
        self.diagnostics = tuple(diagnostics)


class RecordError(BrasswrightError):
    """A game record that is not whole, not true, from the future, or no record at all."""


class PositionError(BrasswrightError):
    """A described position that can't exist."""


class BotError(BrasswrightError):
    """A bot can't be found, fails, or makes a move that is none. The game stands as it was."""
