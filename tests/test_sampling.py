"""`game.sample`: a copy as the game may be for all that one player can know."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.test_hidden import dealt_anew
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game

GAMES = [
    ("birmingham", [], 2),
    ("birmingham", ["hidden_discards"], 3),
    ("lancashire", [], 4),
    ("brass-2007", [], 3),
]
HIDE = """
after step set_up.items add step bin: put 1 of hammer into bin
action take "Take it into the hand" during turn: move hammer from bin to me.hand
action reveal "Show one" during turn: move hammer from me.hand to bin
action bury "Put one face down" during turn: move hammer from me.hand to stock
"""
MIX = "after step turn.count add step mix: shuffle stock"


def hand(game: Game, player: str) -> list[str]:
    found: list[str] = game.view(player)["players"][player]["hand"]
    return found


@pytest.mark.parametrize(("ruleset", "overlays", "seats"), GAMES)
def test_what_is_seen_stays_and_what_is_hidden_changes(
    ruleset: str, overlays: list[str], seats: int
) -> None:
    random = Random(3)
    players = ["Ada", "Ben", "Cy", "Dee"][:seats]
    game = bw.new_game(ruleset, players=players, seed=3, overlays=overlays)
    changed = 0
    while game.turn:
        if len(game.moves_played) % 9 == 0:
            for viewer in players:
                other = game.sample(viewer, random)
                assert other.view(viewer) == game.view(viewer)
                assert other.log == game.log
                assert other.broken_invariants() == ()
                assert other.turn == game.turn
                changed += any(hand(other, p) != hand(game, p) for p in players if p != viewer)
        game.push(random_move(game, random))
    assert changed > 10


@pytest.mark.parametrize(("ruleset", "overlays", "seats"), GAMES)
def test_games_that_look_alike_give_the_same_sample(
    ruleset: str, overlays: list[str], seats: int
) -> None:
    """Whatever lies hidden, and whatever the seed: so nobody who gets a sample can peek."""
    random = Random(4)
    players = ["Ada", "Ben", "Cy", "Dee"][:seats]
    game = bw.new_game(ruleset, players=players, seed=4, overlays=overlays)
    differed = 0
    while game.turn and len(game.moves_played) < 80:
        if len(game.moves_played) % 8 == 0:
            seat = random.randrange(seats)
            apart = game.sample(players[seat], random)
            differed += apart.digest() != game.digest()
            one, two = (g.sample(players[seat], Random(1)) for g in (game, apart))
            assert one.digest() == two.digest()
            assert one.seed == two.seed
            swapped, _ = dealt_anew(game, seat + 1, random)
            assert swapped.sample(players[seat], Random(1)).view(players[seat]) == one.view(
                players[seat]
            )
        game.push(random_move(game, random))
    assert differed == 10


def test_the_game_stays_as_it_is() -> None:
    game = workshop(HIDE)
    before, seed = game.digest(), game.seed
    game.sample("Ada", Random(1)).push("rest")
    assert (game.digest(), game.seed) == (before, seed)


def test_every_deal_is_as_likely() -> None:
    """Ben's hand is one of four of each kind, and in the stock are others: the pool is both."""
    game = workshop(HIDE)
    assert sorted(hand(game, "Ben")) == ["hammer", "nail", "rope", "saw"]
    pool = {"hammer": 3, "saw": 2, "nail": 4, "rope": 1}  # Ben's, and 2, 1, 3 and 0 in the stock
    chance, times = Random(5), 2000
    dealt: Counter[str] = Counter()
    for _ in range(times):
        held = hand(game.sample("Ada", chance), "Ben")
        assert len(held) == 4
        dealt.update(held)
    for item, number in pool.items():
        assert dealt[item] / times == pytest.approx(4 * number / 10, abs=0.07)


def test_who_looks_from_outside_sees_no_hand() -> None:
    chance = Random(1)
    hands: set[tuple[str, ...]] = set()
    for _ in range(20):
        other = workshop(HIDE).sample(None, chance)
        hands.add(tuple(hand(other, "Ada")))
    assert len(hands) > 5


def always_holds(game: Game, viewer: str, owner: str, number: int) -> bool:
    chance = Random(2)
    held = (hand(game.sample(viewer, chance), owner).count("hammer") for _ in range(40))
    return all(found >= number for found in held)


def test_what_was_seen_to_go_into_a_hand_stays_there() -> None:
    game = workshop(HIDE)
    game.push("rest")
    assert not always_holds(game, "Ada", "Ben", 1)
    game.push("take")
    assert always_holds(game, "Ada", "Ben", 1)
    assert always_holds(game.copy(), "Ada", "Ben", 1), "copies know it too"
    assert always_holds(game.sample("Ada", Random(1)), "Ada", "Ben", 1), "and samples"
    game.push("rest")
    game.push("reveal")
    assert not always_holds(game, "Ada", "Ben", 1), "it was put down again"
    game.pop()
    assert always_holds(game, "Ada", "Ben", 1), "that was taken back"


def test_what_goes_from_one_hidden_place_to_another_may_be_anything() -> None:
    game = workshop(HIDE)
    for move in ("rest", "take", "rest", "bury"):
        game.push(move)
    assert not always_holds(game, "Ada", "Ben", 1)


def test_what_one_hides_oneself_is_known_to_oneself_alone() -> None:
    game = workshop(HIDE)
    game.push("bury")
    chance = Random(6)

    def hammers(viewer: str) -> set[int]:
        samples = (game.sample(viewer, chance) for _ in range(1000))
        stocks = (other.position.cells for other in samples)
        column = game.compiled.layout.columns["stock"]
        return {
            cells[column.base + 2 : column.base + 2 + cells[column.base]].count(1)
            for cells in stocks
        }

    assert min(hammers("Ada")) == 1
    assert min(hammers("Ben")) == 0


def test_shuffles_to_come_are_others() -> None:
    game = workshop(MIX)

    def stock(other: Game) -> list[Any]:
        column = game.compiled.layout.columns["stock"]
        return other.position.cells[column.base + 2 : column.base + 9]

    truth = game.copy()
    truth.push("rest")
    chance, alike = Random(7), 0
    for _ in range(20):
        other = game.sample("Ada", chance)
        assert other.seed != game.seed
        other.push("rest")
        alike += stock(other) == stock(truth)
    assert alike <= 2
