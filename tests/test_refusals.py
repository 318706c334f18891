"""A refused move leaves no trace, whatever way it is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from brasswright.interpreter import scenario
from brasswright.interpreter.errors import Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.scenario import Scenario

FOLDER = Path(__file__).parent / "scenarios"


def with_refusals() -> list[object]:
    return [
        pytest.param(entry, id=f"{path.name}::{entry.id}")
        for path in sorted(FOLDER.glob("*.yaml"))
        for entry in scenario.load(path)
        if any(step.get("expect") == "refused" for step in entry.steps)
    ]


def trace(game: Game) -> tuple[object, ...]:
    """All that a player could notice of a move, and all that the next one could read."""
    return game.digest(), game.log, game.moves_played, game.turn, game.stage, game.status()


@pytest.mark.parametrize("entry", with_refusals())
def test_a_refused_move_leaves_no_trace(entry: Scenario) -> None:
    game = scenario.start(entry)
    for step in entry.steps:
        if "move" not in step:
            continue
        if step.get("expect", "legal") == "legal":
            game.push(step["move"])
            continue
        if step["expect"] != "refused":
            continue
        before, record = trace(game), len(game.position.journal)
        refusal = game.why_not(step["move"])
        assert refusal is not None
        for asking in (game.push, game.parse, game.preview):
            with pytest.raises(Refused) as caught:
                asking(step["move"])
            assert caught.value.refusal == refusal
        assert step["move"] not in game.legal_moves
        assert trace(game) == before
        assert len(game.position.journal) == record
