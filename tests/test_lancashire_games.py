"""What scenarios can't say of Lancashire, Brass (2007) and their overlays: whole games, seeds,
numbers of players, the line of the prompt."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import brasswright as bw
from brasswright.interpreter import scenario
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.describe import describe
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game

FOLDER = Path(__file__).parent
DATA: dict[str, Any] = yaml.safe_load((FOLDER / "data" / "lancashire.yaml").read_text("utf-8"))
IDS = frozenset((FOLDER / "data" / "lancashire_ids.txt").read_text("utf-8").split())
NAMES = ("Ada", "Ben", "Cy", "Dot")
GAMES = 100 if os.environ.get("BRASSWRIGHT_SOAK") else 5

Played = tuple[str, tuple[str, ...], int, int, tuple[str, ...]]
"""Ruleset, overlays, players, rounds of an era, eras."""

BOTH = ("canal", "rail")
OF_2018 = DATA["rounds"]["per_era"]
OF_2007 = DATA["rounds"]["classic_2007"]["per_era"]
PLAYED: tuple[Played, ...] = (
    *(("lancashire", (), seats, OF_2018[seats], BOTH) for seats in (2, 3, 4)),
    *(("lancashire", ("introductory",), seats, OF_2018[seats], ("canal",)) for seats in (2, 3, 4)),
    *(("lancashire", ("virtual_link",), seats, OF_2018[seats], BOTH) for seats in (2, 3, 4)),
    *(("lancashire", ("classic_deck",), seats, OF_2007[seats], BOTH) for seats in (3, 4)),
    ("lancashire", ("community_2p",), 2, 10, BOTH),
    *(("brass-2007", (), seats, OF_2007[seats], BOTH) for seats in (3, 4)),
    *(("brass-2007", ("introductory",), seats, OF_2007[seats], ("canal",)) for seats in (3, 4)),
)


def called(played: Played) -> str:
    return "-".join([played[0], *played[1], str(played[2])])


def new_game(ruleset: str, overlays: tuple[str, ...], seats: int, seed: int = 1) -> Game:
    return bw.new_game(ruleset, players=NAMES[:seats], seed=seed, overlays=overlays)


@pytest.mark.parametrize("played", PLAYED, ids=called)
@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_random_game(played: Played, seed: int) -> None:
    """@L-ROUND-01 @C-ROUND-01"""
    ruleset, overlays, seats, rounds, eras = played
    game = new_game(ruleset, overlays, seats, seed)
    random = Random(f"{called(played)}, seed {seed}")
    actions = 0
    last: dict[str, int] = {}
    while game.turn is not None:
        view = game.view(None)
        last[view["era"]] = view["round"]
        move = random_move(game, random)
        taken = 2 if any(choice.word == "two_cards" for choice in move.choices) else 1
        actions += taken if game.stage == "" else 0
        game.push(move)
        assert game.broken_invariants() == ()
    assert last == dict.fromkeys(eras, rounds)
    in_canal_era, in_rail_era = 2 * rounds - 1, 2 * rounds
    assert actions == seats * (in_canal_era + (in_rail_era if "rail" in eras else 0))
    assert game.outcome() is not None


def orders(ruleset: str) -> set[tuple[str, ...]]:
    return {tuple(new_game(ruleset, (), 3, seed).view(None)["order"]) for seed in range(1, 41)}


def test_the_first_turn_order_is_random() -> None:
    """@L-SETUP-07"""
    assert len(orders("lancashire")) == 6


def test_the_first_turn_order_of_2007_goes_round_the_table() -> None:
    """@C-SETUP-04"""
    ada, ben, cy = NAMES[:3]
    assert orders("brass-2007") == {(ada, ben, cy), (ben, cy, ada), (cy, ada, ben)}


@pytest.mark.parametrize(
    ("ruleset", "overlays", "seats"),
    [
        ("brass-2007", (), 2),
        ("lancashire", ("classic_deck",), 2),
        ("lancashire", ("community_2p",), 3),
        ("lancashire", (), 1),
    ],
)
def test_numbers_of_players(ruleset: str, overlays: tuple[str, ...], seats: int) -> None:
    """@C-SETUP-01 @L-SETUP-01 @L-2P-02"""
    with pytest.raises(BrasswrightError):
        new_game(ruleset, overlays, seats)


@pytest.mark.parametrize(
    ("era", "cards", "warned"),
    [
        ("rail", 5, False),
        ("rail", 4, True),
        ("rail", 1, True),
        ("rail", 0, False),
        ("canal", 4, False),
    ],
)
def test_the_last_round_for_loans_is_announced(era: str, cards: int, warned: bool) -> None:
    """Two cards of each player in the deck: the tile comes up. @L-LOAN-05 @L-ROUND-08"""
    game = new_game("lancashire", (), 2)
    deck = ["bolton", "bolton", "bury", "wigan", "wigan"][:cards]
    describe(
        game, {"turn": "Ada", "era": era, "deck": deck, "players": {"Ada": {"discards": "rest"}}}
    )
    assert ("last round for loans" in game.status()) == warned


def test_the_line_of_the_prompt_shows_the_distant_market() -> None:
    game = new_game("lancashire", (), 2)
    assert "distant market +3" in game.status()
    describe(game, {"demand": 8})
    assert "distant market closed" in game.status()


def test_every_rule_has_a_scenario() -> None:
    """But those that this file is about."""
    entries = [
        entry
        for pattern in ("lancashire_*.yaml", "brass_2007_*.yaml")
        for path in (FOLDER / "scenarios").glob(pattern)
        for entry in scenario.load(path)
    ]
    assert len(entries) >= 120
    cited = {id for entry in entries for id in entry.cites}
    assert {id for id in cited if id[0] in "LC"} <= IDS
    assert IDS - cited == {"L-SETUP-07", "C-SETUP-04"}
    assert {f"P{number}" for number in range(20, 35)} <= cited
