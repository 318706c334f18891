"""A refused move leaves no trace, whatever way it is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from brasswright.interpreter import scenario
from brasswright.interpreter.describe import describe
from brasswright.interpreter.errors import Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.opening import new_game
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


def test_an_alternative_is_played_only_when_its_word_is_typed() -> None:
    """Two cards for any town (L-BUILD-04) cost a card and an action: never silently."""
    game = new_game("lancashire", players=["A", "B"])
    describe(game, {"turn": "A", "round": 2, "players": {"A": {"hand": ["birkenhead", "wigan"]}}})
    refusal = game.why_not("build cotton at oldham")
    assert refusal is not None
    assert refusal.reason.endswith(
        "legal as `build cotton_mill.1 at oldham.1 two_cards birkenhead,wigan`"
    )
    for typed in ("two_cards wigan,birkenhead", "two_cards wigan birkenhead", "two"):
        move = game.parse(f"build cotton at oldham {typed}")
        assert move.text == "build cotton_mill.1 at oldham.1 two_cards birkenhead,wigan"


def test_other_reasons_are_of_other_rules_not_the_same_for_each_card() -> None:
    """@B-CARD-03 @B-NET-07 Only the pottery card would do in Stoke, and only in the network."""
    game = new_game("birmingham", ["Ada", "Ben"], seed=8)
    spaces = {"dudley.1": {"tile": "coal_mine.1", "owner": "Ada", "cubes": 2}}
    hand = ["pottery", "dudley", "coventry", "stafford"]
    describe(game, {"turn": "Ada", "spaces": spaces, "players": {"Ada": {"hand": hand}}})
    refusal = game.why_not("build pottery at stoke")
    assert refusal is not None
    assert refusal.part == "build.in_network"
    assert [other.part for other in refusal.others] == ["build.card_fits"]
