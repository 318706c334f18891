"""A person who types given lines at the prompt, and small games to sit down at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import brasswright as bw
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.game import Game

STONES = str(Path(__file__).parent / "rulesets" / "stones")
CTRL_C, HALF_CTRL_C = "^C", "half^C"


class Script:
    """A console of a person who types these lines and then Ctrl-D."""

    interactive = True
    width = 80

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.screen: list[str] = []
        self.all: list[str] = []
        self.prompts: list[str] = []
        self.toolbars: list[str] = []
        self._half = False

    def read(self, asking: Asking) -> str:
        self.prompts.append(asking.prompt)
        if asking.toolbar is not None:
            self.toolbars.append(asking.toolbar())
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line in (CTRL_C, HALF_CTRL_C):
            self._half = line == HALF_CTRL_C
            raise KeyboardInterrupt
        return line

    def half_typed(self) -> bool:
        return self._half

    def write(self, text: str) -> None:
        self.screen.append(text)
        self.all.append(text)

    def complain(self, text: str) -> None:
        self.write(f"! {text}")

    def change_hands(self, wipe: bool) -> None:
        if wipe:
            self.screen.clear()

    @property
    def text(self) -> str:
        return "\n".join(self.all)

    @property
    def complaints(self) -> list[str]:
        return [text[2:] for text in self.all if text.startswith("! ")]


def stones(*players: str, seed: int = 7) -> Game:
    """A new game of the toy ruleset."""
    return bw.new_game(STONES, players=players or ("Ada",), seed=seed)


class Sitting:
    """What happened at a table at which these lines were typed."""

    def __init__(
        self,
        *lines: str,
        game: Game | None = None,
        seats: dict[str, str] | None = None,
        path: Path | None = None,
    ) -> None:
        self.console = Script(lines)
        self.session = Session(game or stones(), self.console, seats, path)
        play(self.session)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def played(self) -> list[str]:
        return [move.text for move in self.game.moves_played]

    @property
    def text(self) -> str:
        return self.console.text

    @property
    def complaints(self) -> Sequence[str]:
        return self.console.complaints
