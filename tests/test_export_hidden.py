"""A page holds nothing that its viewer may not see: games that differ only there look the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import brasswright as bw
from brasswright.cli.pictures.page import page
from brasswright.cli.pictures.replay import Seer
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.types import ZoneType
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move
from brasswright.interpreter.running.kernel import PILE_HEAD
from brasswright.interpreter.views import EVERYTHING, may_see, view

PLAYERS = ("Ada", "Ben", "Cy", "Dee")
GAMES = [("birmingham", 4), ("lancashire", 3), ("brass-2007", 4)]
MOVES = 26
Slot = tuple[str, int, int]
"""A pile and the cell of a piece in it; or a bag, its first cell, and a piece in it."""


def begun(ruleset: str, seats: int) -> Game:
    return bw.new_game(ruleset, players=PLAYERS[:seats], seed=45)


def played_again(start: Game, moves: tuple[Move, ...]) -> Game | None:
    """The same moves from another start; None if they can't all be played."""
    game = start.copy()
    try:
        for move in moves:
            game.push(move)
    except bw.BrasswrightError:
        return None
    return game


def hidden_slots(start: Game, end: Game, viewer: int) -> dict[str, list[Slot]]:
    """By kind: what the viewer can't see at the start, of piles only what nobody drew since."""
    found: dict[str, list[Slot]] = {}
    for column in start.compiled.layout.columns.values():
        zone = column.field.type
        if not isinstance(zone, ZoneType):
            continue
        for row in range(1 if column.rows else 0, column.rows + 1):
            if not may_see(column, row, viewer):
                cell = column.cell(row)
                slots = found.setdefault(zone.domain, [])
                slots += _slots(start, end, column.shape, cell, column.kinds)
    return found


def _slots(start: Game, end: Game, shape: str, cell: int, kinds: int) -> Iterator[Slot]:
    before, after = start.position.cells, end.position.cells
    if shape == "pile":
        assert after[cell + 1] == before[cell + 1], "shuffled in between"
        for place in range(cell + PILE_HEAD, cell + PILE_HEAD + after[cell]):
            assert before[place] == after[place]
            yield "pile", place, 0
    elif shape == "bag":
        for piece in range(1, kinds + 1):
            if before[cell + piece]:
                yield "bag", cell, piece


def swap(game: Game, one: Slot, other: Slot) -> None:
    cells = game.position.cells
    pieces = [cells[place] if shape == "pile" else piece for shape, place, piece in (one, other)]
    for (shape, place, _), old, new in zip((one, other), pieces, reversed(pieces), strict=True):
        if shape == "pile":
            cells[place] = new
        else:
            cells[place + old] -= 1
            cells[place + new] += 1


def twins(ruleset: str, seats: int, viewer: str | None) -> tuple[Game, Game, int]:
    """Two games with the same moves that differ in hidden things; and by how many swaps."""
    start, random = begun(ruleset, seats), Random(7)
    game = start.copy()
    while len(game.moves_played) < MOVES:
        game.push(random_move(game, random))
    moves, twin, swaps = game.moves_played, game, 0
    seat = start.seat(viewer)
    for _ in range(60):
        slots = random.choice([s for s in hidden_slots(start, twin, seat).values() if len(s) > 1])
        changed = start.copy()
        swap(changed, *random.sample(slots, 2))
        again = played_again(changed, moves)
        if again is not None and again.log == game.log and again.digest() != twin.digest():
            start, twin, swaps = changed, again, swaps + 1
    return game, twin, swaps


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
@pytest.mark.parametrize("viewer", [None, "Ada", "Cy"])
def test_the_page_is_the_same_whatever_is_hidden(
    ruleset: str, seats: int, viewer: str | None
) -> None:
    game, twin, swaps = twins(ruleset, seats, viewer)
    assert swaps > 5
    assert game.view(viewer) == twin.view(viewer)
    assert page(game, Seer(viewer)) == page(twin, Seer(viewer))


def test_the_test_would_notice() -> None:
    """The full state does differ, and what one player holds differs for that player."""
    game, twin, _ = twins("birmingham", 4, "Ada")
    assert page(game, Seer(everything=True)) != page(twin, Seer(everything=True))
    others = [p for p in PLAYERS if game.view(p) != twin.view(p)]
    assert others
    assert "Ada" not in others
    for player in others:
        assert page(game, Seer(player)) != page(twin, Seer(player))


def test_the_seed_is_not_told() -> None:
    """Whoever knows the seed knows the cards of everybody."""
    game = bw.new_game("birmingham", players=PLAYERS, seed=918273645)
    game.push(random_move(game, Random(1)))
    for seer in (Seer(), Seer("Ada")):
        assert "918273645" not in page(game, seer)


def test_everything_means_everything() -> None:
    game = begun("birmingham", 4)
    whole = view(game.compiled, game.names, game.position.cells, EVERYTHING)
    text = page(game, Seer(everything=True))
    assert ", ".join(whole["deck"]) in text
    for player in PLAYERS:
        assert ", ".join(whole["players"][player]["hand"]) in text
    assert "<title>Full state · " in text
    assert 'class="seen everything">Full state: ' in text


def test_only_ones_own_hand_is_in_the_page() -> None:
    game = begun("birmingham", 4)
    titles = {p: f"{p} hand" for p in PLAYERS}
    stranger, ada = page(game, Seer()), page(game, Seer("Ada"))
    assert "Your hand" not in stranger
    assert "Your hand" in ada
    assert not [title for title in titles.values() if title in stranger + ada]
