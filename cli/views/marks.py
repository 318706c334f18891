"""How players are told apart in what is drawn: by a letter each and, where welcome, by a colour.

The colours are of the palette of Okabe and Ito, which people with any colour vision can tell
apart; they never stand alone.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_FINE = ("38;5;214", "38;5;75", "38;5;36", "38;5;175", "38;5;227", "38;5;166", "38;5;32")
_COARSE = ("33", "36", "32", "35", "93", "31", "34")
_BOLD, _FAINT = "1", "2"
_PLAIN = "\x1b[0m"
NAME, OPEN = "\n", "\t"
"""What the names of places and open lines are about, where text is about players."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The letter of each player, and how text about one is coloured."""

    letters: Mapping[str, str]
    colours: Mapping[str, str] = field(default_factory=dict)
    """Escape codes by what a text is about; empty where colour is not welcome."""

    def painted(self, text: str, player: str) -> str:
        """The text in the colour of a player, if there is one."""
        code = self.colours.get(player)
        return f"\x1b[{code}m{text}{_PLAIN}" if code and text.strip() else text

    def named(self, player: str) -> str:
        """`A Ada`: a letter and whose it is."""
        return self.painted(f"{self.letters[player]} {player}", player)


def marks_of(players: Sequence[str], coloured: bool = False) -> Marks:
    """A letter of its own for each player, from the name if there is one left there."""
    letters: dict[str, str] = {}
    for number, player in enumerate(players, 1):
        own = [c for c in player.upper() if len(c) == 1 and c.isalpha() and _is_narrow(c)]
        free = [c for c in own if c not in letters.values()]
        letters[player] = free[0] if free else str(number % 10)
    if not coloured:
        return Marks(letters)
    codes = _FINE if _many_colours() else _COARSE
    colours = {player: codes[i % len(codes)] for i, player in enumerate(players)}
    return Marks(letters, {**colours, NAME: _BOLD, OPEN: _FAINT})


def _is_narrow(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) not in "WF" and not unicodedata.combining(letter)


def _many_colours() -> bool:
    return "256" in os.environ.get("TERM", "") or bool(os.environ.get("COLORTERM"))
