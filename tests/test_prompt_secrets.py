"""P45: at a shared screen nothing that is shown depends on what others hold."""

from __future__ import annotations

from random import Random

import pytest
from tests.evenings import SEATS
from tests.prompting import Script
from tests.test_hidden import dealt_anew

import brasswright as bw
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game

LEFT_OUT = {"view"}
"""It opens a browser; test_export_hidden.py sees to what it writes."""


def looked_at(game: Game, *left_out: str) -> list[str]:
    """All that Ada sees at a table of three when she looks at everything."""
    moves = list(game.legal_moves)
    tables = [name for name, _ in game.shows]
    lines = [
        *(name for name, found in registry.COMMANDS.items() if found.looks),
        *tables, *(f"show {name}" for name in tables), *(f"rules {name}" for name in tables[:3]),
        "log all", "log round 1", "log turn", "since", "cite B-SETUP-07", "moves", "board", "map",
        *(f"moves {verb}" for verb, _ in game.verbs()),
        *(f"why {verb}" for verb, _ in game.verbs()),
        *(f"preview {move}" for move in moves[::40]),
    ]  # fmt: skip
    console = Script([])
    session = Session(game, console, dict.fromkeys(SEATS, "human"))
    session.at_keyboard = game.turn
    for line in lines:
        if line.split()[0] not in {*LEFT_OUT, *left_out}:
            try:
                carry_out(session, line)
            except (Complaint, bw.BrasswrightError) as error:
                console.complain(str(error))
    return console.all


@pytest.mark.parametrize(
    ("ruleset", "overlays"),
    [("birmingham", ()), ("lancashire", ()), ("brass-2007", ("hidden_discards",))],
)
def test_at_a_hot_seat_nothing_shown_depends_on_what_others_hold(
    ruleset: str, overlays: tuple[str, ...]
) -> None:
    random = Random(9)
    game = bw.new_game(ruleset, players=SEATS, seed=9, overlays=overlays)
    for number in (9, 60):
        while len(game.moves_played) < number or game.turn != "Ada" or game.stage:
            game.push(random_move(game, random))
        # What she saw go into a hand is dealt anew too, and a hint may go by that.
        mixed, differs = dealt_anew(game, game.seat("Ada"), random)
        assert differs
        assert looked_at(game.copy(), "hint") == looked_at(mixed, "hint")
        other = game.sample("Ada", random)
        assert other.digest() != game.digest()
        assert looked_at(game.copy()) == looked_at(other)
