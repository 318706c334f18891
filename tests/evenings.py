"""Evenings at the prompt with an edition: positions and moves to look back at, and settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.prompting import Script, Sitting

import brasswright as bw
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game

SEATS = ("Ada", "Ben", "Cy")
BOTS = {"Ada": "human", "Ben": "random"}
EVENING = [
    "build cotton at worcester with worcester",
    "network worcester--gloucester with walsall",
    "sell worcester with worcester barrel 1 develop manufacturer",
]
"""Three moves of Ada's in the game of the README: one in round 1, two in round 2."""
PASSES = ["pass dudley", "pass wolverhampton"]
"""Ada's third turn, after which Ben has his."""


def evening(*lines: str, **options: Any) -> Sitting:
    game = bw.new_game("birmingham", seed=8)
    return Sitting(*EVENING, *lines, game=game, seats=BOTS, **options)


def after(sitting: Sitting, line: str) -> list[str]:
    """What was written since the last prompt but one, for a sitting that ended with that line."""
    session = sitting.session
    begin = len(sitting.console.all)
    carry_out(session, line)
    return "\n".join(sitting.console.all[begin:]).splitlines()


def set_to(**values: Any) -> Settings:
    settings = Settings()
    for name, value in values.items():
        settings.change(name, value, "test")
    return settings


def at_table(game: Game, lines: Iterable[str], settings: Settings, **seats: str) -> Script:
    console = Script(lines)
    play(Session(game, console, seats or None, settings=settings))
    return console


def described_game(**position: Any) -> Game:
    game = bw.new_game("birmingham", players=SEATS, seed=3)
    ada = {"hand": ["dudley", "birmingham", "coventry", "stafford"], "money": 30}
    describe(game, {"turn": "Ada", "round": 2, "players": {"Ada": ada}, **position})
    return game
