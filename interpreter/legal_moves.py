"""The legal moves of the stage at hand, as something to go through, count and look into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Move


class LegalMoves:
    """The legal moves of the stage at hand, found as they are asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Move]:
        yield from self._game.generate_moves()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                self._game.parse(move)
            except BrasswrightError:
                return False
            return True
        return any(move == legal for legal in self)
