"""Everything that can be shown, in forty columns and in a hundred and sixty."""

from __future__ import annotations

import pytest
from tests.prompting import Script

import brasswright as bw
from brasswright.cli import output
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session

NOT_SHOWING = {"quit", "load", "save", "switch", "view", "export", "tutorial", "undo", "redo"}
MORE = (
    *("build", "cancel", "network", "cancel", "nonsense", "log all", "log nonsense"),
    *("rules loan", "rules parameters", "house money", "help build", "help board"),
    *("moves build", "why loan nowhere", "why build", "preview pass", "show nothing"),
    *("set undo", "set undo nonsense"),
)


def everything(session: Session) -> list[str]:
    """All commands and tables by their bare names, and some with more."""
    commands = [name for name in registry.COMMANDS if name not in NOT_SHOWING]
    return [*commands, *(name for name, _ in session.game.shows), *MORE]


class Narrow(Script):
    """A person at a screen of so many columns."""

    def __init__(self, width: int) -> None:
        super().__init__([])
        self.width = width

    def lines_shown(self) -> list[str]:
        return [line for text in self.all for line in output.folded(text, self.width).split("\n")]


@pytest.mark.parametrize("edition", ["birmingham", "lancashire", "brass-2007"])
@pytest.mark.parametrize("width", [40, 160])
def test_nothing_is_wider_than_the_screen(edition: str, width: int) -> None:
    console = Narrow(width)
    game = bw.new_game(edition, players=["Ada", "Ben", "Cy"], seed=3)
    session = Session(game, console, {"Ada": "human", "Ben": "random", "Cy": "random"})
    console.lines = everything(session)
    play(session)
    shown = console.lines_shown()
    assert len(shown) > 200
    wide = {line for line in shown if output.columns(line) > width and " " in line.strip()}
    assert not wide
    assert not [text for text in console.all if "fault of the program" in text]
    for toolbar in console.toolbars:
        assert all(len(line) <= width for line in toolbar.split("\n"))
