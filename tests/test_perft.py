"""Counts of moves and games: published ones of other games, and the lister beside the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game
from brasswright.interpreter.perft import games, oracle, oracle_moves, perft
from brasswright.interpreter.running.position import Verb
from brasswright.interpreter.running.query import Answer, Query

RULESETS = Path(__file__).parent / "rulesets"


def toy(name: str) -> Game:
    return bw.new_game(str(RULESETS / name), players=["Ada", "Ben"])


# -- published counts ----------------------------------------------------------------------


def test_noughts_and_crosses() -> None:
    game = toy("noughts_and_crosses")
    counts = [perft(game, depth) for depth in range(1, 7)]
    assert counts == [9, 72, 504, 3024, 15120, 54720]
    assert games(game) == 255168


def test_noughts_and_crosses_ends_with_a_line() -> None:
    game = toy("noughts_and_crosses")
    for site in ("a1", "b1", "a2", "b2"):
        game.push(f"mark {site}")
    assert game.outcome() is None
    game.push("mark a3")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == ("Ada",)
    assert (game.turn, list(game.legal_moves)) == (None, [])


def test_connect_four() -> None:
    game = toy("connect_four")
    assert [perft(game, depth) for depth in range(1, 7)] == [7, 49, 343, 2401, 16807, 117649]


def test_connect_four_columns_fill_up_and_four_win() -> None:
    game = toy("connect_four")
    for column in "dddddd":
        game.push(f"disc {column}")
    assert [move.text for move in game.legal_moves] == [f"disc {c}" for c in "abcefg"]
    for column in "abacae":  # Ada has a1, a2, a3
        game.push(f"disc {column}")
    game.push("disc a")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == ("Ada",)


# -- the lister and the oracle -------------------------------------------------------------

TOYS = {
    "stops": """
action try during turn:
  choose s from sites said ""
  repeat 1 to 3:
    choose any i from me.hand said "with" where i.worth < s.size
    repeat 2:
      choose any c from colours said "in" where c in s.colours or i.colour == c
    move i from me.hand to bin
    if size(bin) > 4: end
  total += 1
""",
    "draws": """
action try during turn:
  choose 2 gone from me.hand said ""
  for i in gone: move i from me.hand to bin
  repeat at least 1:
    choose s from sites said "at" once per s.colours where s.load == 0
    draw got from stock to me.hand
    s.load = got.worth
""",
    "options": """
action try during turn:
  step first:
    choose s from sites said "" where s.load > total
    otherwise: total += 1
    s.load -= 1
  step second:
    choose one:
      option trap: total = ladder[total + 4]
      option fine:
        choose t from sites said "" where t.size > total
        t.load = total + 1
""",
}


@pytest.mark.parametrize(("name", "depth"), [("noughts_and_crosses", 5), ("connect_four", 4)])
def test_toy_games_agree(name: str, depth: int) -> None:
    assert perft(toy(name), depth) == oracle(toy(name), depth)


@pytest.mark.parametrize("text", TOYS.values(), ids=TOYS)
def test_toy_actions_agree(text: str) -> None:
    game = workshop(text)
    for depth in (1, 2, 3):
        assert perft(game, depth) == oracle(game, depth)


def test_all_pairs_of_moves_of_four_players_agree() -> None:
    game = bw.new_game("birmingham", players=["A", "B", "C", "D"], seed=1)
    assert perft(game, 1) == oracle(game, 1)
    assert perft(game, 2) == oracle(game, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_random_games_agree(players: int) -> None:
    """At menus and at stops: the same moves, and no two that lead to the same position."""
    for game in some_positions(players, seed=players):
        listed = [(verb.name, path) for verb, path in listed_moves(game)]
        assert listed == [(verb.name, path) for verb, path in oracle_moves(game.position)]
        ends: dict[str, str] = {}
        for move in game.legal_moves:
            copy = game.copy()
            copy.push(move)
            if move.verb == "give_up":
                continue  # when two tiles must go, either may be the first
            twin = ends.setdefault(copy.digest(), move.text)
            assert twin == move.text, "two moves that come to the same"


def listed_moves(game: Game) -> Iterator[tuple[Verb, tuple[Answer, ...]]]:
    for verb in game.position.verbs():
        query = Query()
        for _ in game.position.ways(verb, query):
            yield verb, tuple(query.path)


def some_positions(players: int, seed: int) -> Iterator[Game]:
    random = Random(seed)
    game = bw.new_game("birmingham", players=list("ABCD"[:players]), seed=seed)
    moves = 0
    while game.turn:
        if game.stage or moves % 11 == 0:
            yield game
        game.push(random_move(game, random))
        moves += 1
