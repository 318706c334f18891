"""Two games that differ only in what a player may not see are the same to that player (P45)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.types import ZoneType
from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import PILE_HEAD, SEED, pieces
from brasswright.interpreter.views import may_see

GAMES = [("birmingham", 2), ("birmingham", 4), ("lancashire", 3), ("brass-2007", 3)]
PHRASES = ("build coal", "network", "sell", "loan 30", "develop cotton", "scout", "pass with wild")


def hidden_zones(game: Game, viewer: int) -> dict[str, list[tuple[str, int, int]]]:
    """By kind of piece: (shape, first cell, kinds) of every zone that the viewer can't see into."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for column in game.compiled.layout.columns.values():
        if not isinstance(column.field.type, ZoneType):
            continue
        for row in range(1 if column.rows else 0, column.rows + 1):
            if not may_see(column, row, viewer):
                zone = (column.shape, column.cell(row), column.kinds)
                found.setdefault(column.field.type.domain, []).append(zone)
    return found


def dealt_anew(game: Game, viewer: int, random: Random) -> tuple[Game, bool]:
    """A copy in which what the viewer can't see is shuffled; and whether anything changed."""
    other = game.copy()
    cells = other.position.cells
    before = list(cells)
    for zones in hidden_zones(other, viewer).values():
        pool = [piece for zone in zones for piece in pieces(cells, *zone)]
        random.shuffle(pool)
        for shape, start, kinds in zones:
            number = len(pieces(cells, shape, start, kinds))
            dealt, pool = pool[:number], pool[number:]
            if shape == "pile":
                cells[start + PILE_HEAD : start + PILE_HEAD + number] = dealt
            elif shape == "bag":
                cells[start + 1 : start + kinds + 1] = [dealt.count(k) for k in range(1, kinds + 1)]
    return other, cells != before


def twin_of(game: Game, viewer: str, random: Random) -> tuple[Game, bool]:
    """The same, but what the viewer saw go into a hidden place stays there; it is known."""
    other = game.sample(viewer, random)
    other.seed, other.position.cells[SEED] = game.seed, game.position.cells[SEED]
    return other, other.position.cells != game.position.cells


def everything_seen(game: Game, viewer: str) -> list[Any]:
    """All that the viewer can get out of a game with every way of looking and asking."""
    seen: list[Any] = [game.turn, game.stage, game.status(viewer), game.view(viewer), game.log]
    seen += [game.show(name, viewer) for name, _ in game.shows]
    seen += [game.show(name, viewer, of=each) for name, _ in game.shows for each in game.players]
    seen += [game.drawing(viewer, name) for name, _ in game.drawings]
    seen += [game.take_back_refusal(), game.broken_invariants()]
    if game.turn != viewer:
        return seen
    moves = list(game.legal_moves)
    seen += [moves, game.complete("", refused=True), game.decision()]
    seen += [(game.preview(move), game.decision((move.verb,))) for move in moves[::29]]
    for phrase in PHRASES:
        try:
            seen.append((game.complete(f"{phrase} ", refused=True), game.why_not(phrase)))
        except bw.BrasswrightError as error:
            seen.append((type(error), str(error)))
    return seen


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_nothing_hidden_is_seen(ruleset: str, seats: int) -> None:
    """At positions of a random game, whatever lies hidden from each player in turn."""
    random = Random(45)
    players = ["Ada", "Ben", "Cy", "Dee"][:seats]
    game = bw.new_game(ruleset, players=players, seed=45)
    changed = 0
    while game.turn:
        if len(game.moves_played) % 10 == 0:
            for seat, viewer in enumerate(players, start=1):
                other, differs = dealt_anew(game, seat, random)
                changed += differs
                assert everything_seen(game.copy(), viewer) == everything_seen(other, viewer)
        game.push(random_move(game, random))
    assert changed > 10


def test_the_test_would_notice() -> None:
    """Another player's hand does change when it is dealt anew."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=1)
    other, differs = dealt_anew(game, 1, Random(1))
    assert differs
    assert game.view("Ben") != other.view("Ben")
    assert game.view("Ada") == other.view("Ada")
