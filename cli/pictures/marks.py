"""How players are told apart in a picture: by a letter, a colour and a dash each.

The letters are those of the map at the prompt; the colours and dashes are in the style sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brasswright.cli.views import marks

STYLES = 6
"""Players beyond that many share a colour with another; their letters still differ."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs of the players of one game."""

    letters: dict[str, str]

    def letter(self, player: str) -> str:
        """The letter of a player."""
        return self.letters.get(player, player[:1])

    def style(self, player: str) -> str:
        """The class that the style sheets give a colour and a dash to; "" for nobody."""
        if player not in self.letters:
            return ""
        return f"owner-{list(self.letters).index(player) % STYLES + 1}"


def marks_of(players: Sequence[str]) -> Marks:
    """The signs of these players."""
    return Marks(dict(marks.marks_of(players).letters))
