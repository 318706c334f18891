"""What rule text must fulfil before a game, and every position in it: each check can fail."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from brasswright.interpreter import scenario
from brasswright.interpreter.checking.checker import check
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import Source


def house(text: str) -> Rulebook:
    text = f'overlay house "A house rule" amends birmingham\n{text}\n'
    layer = LayerText("house", "", {"amends": ["birmingham"]}, {"house.rules": text})
    return merge((*find("birmingham"), layer))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("set eras_played = []", "eras_played names no era"),
        ("set eras_played = [canal, canal]", "eras_played names an era twice"),
        ("set loans = {30: -1}", "a loan may not raise income"),
        (
            "set start_money = 1000",
            "£1000 to begin with leave too little room for what is earned: £999 at most",
        ),
        ("set rail_cost = 1000", "a link costs up to £1000, and bills are of £999 at most"),
        (
            "set loans = {30: 3, 1000: 3}",
            "a loan of £1000 leaves too little room for what is earned: £999 at most",
        ),
        ("set coal_market.prices = []", "Coal market: a market must have spaces"),
        (
            "set coal_market.start = 15",
            "Coal market: a market begins with more cubes than it has spaces",
        ),
        ("set hand_size = 20", "2 hands of 20 cards and 2 kept out need 42, and the deck has 40"),
        (
            "set Pounds = -9..99\nset pottery.4.cost = -1",
            "Pottery 4: a tile costs less than nothing",
        ),
        (
            "set Pounds = -9..99\nset coal_market.prices = [-1, 2]\nset coal_market.start = 2",
            "Coal market: a cube costs less than nothing",
        ),
        ("set oxford.least_seats = 3", "there are 5 merchant tiles for 3 spaces"),
    ],
)
def test_values_that_cannot_be_played(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        check(house(text), 2)
    assert message in [diagnostic.message for diagnostic in caught.value.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "set hand_size = 19",
        "set coal_market.start = 14",
        "set start_money = 999",
        "set second_rail_cost = 999",
        "set loans = {999: 0}",
    ],
)
def test_values_that_just_can_be_played(text: str) -> None:
    check(house(text), 2)


FIFTEEN = [
    "belper--derby",
    "birmingham--coventry",
    "birmingham--dudley",
    "birmingham--oxford",
    "birmingham--tamworth",
    "birmingham--walsall",
    "birmingham--worcester",
    "burton_on_trent--derby",
    "burton_on_trent--stone",
    "burton_on_trent--tamworth",
    "cannock--farm_north",
    "cannock--stafford",
    "cannock--walsall",
    "derby--nottingham",
    "nuneaton--tamworth",
]

BROKEN = {
    "paid": "bill: 3",
    "solvent": "players: {A: {debt: 1}, B: {debt: 1}}",
    "broke": "players: {A: {debt: 1, money: 1}}",
    "markets_fit": "markets: {coal_market: {cubes: 15}}",
    "owned": "spaces: {dudley.1: {owner: A}}",
    "accepted": "spaces: {dudley.1: {tile: iron_works.1, owner: A, cubes: 4}}",
    "bare": "spaces: {dudley.1: {cubes: 2}}",
    "flipped_empty": "spaces: {dudley.1: {tile: coal_mine.1, owner: A, cubes: 1, flipped: yes}}",
    "cubes_fit": "spaces: {dudley.1: {tile: coal_mine.1, owner: A, cubes: 3}}",
    "emptied": "spaces: {dudley.1: {tile: coal_mine.1, owner: A}}",
    "links_kept": f"links: {{{', '.join(f'{link}: {{owner: A}}' for link in FIFTEEN)}}}",
    "lines": "links: {birmingham--nuneaton: {owner: A}}",
    "ordered": "order: [A]",
    "barrels": "merchants: {warrington.1: {barrel: 1}}",
    "breweries": "spaces: {stafford.1: {tile: brewery.1, owner: A}}",
    "brewed": "spaces: {stafford.1: {tile: brewery.1, owner: A, cubes: 3}}",
    "sold_dry": "spaces: {worcester.1: {tile: cotton_mill.1, owner: A, cubes: 1}}",
}

CONSERVED = {"tiles_kept", "cards_kept", "offers_kept"}
"""Pieces are only moved, in a described position too, so that none can come or go."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_position_breaks_the_invariant(name: str) -> None:
    text = f"ruleset: birmingham\nposition: {{turn: A, {BROKEN[name]}}}\nscenarios:\n"
    text += "  - {id: broken, title: A broken position, cites: [B-TURN-01], free: true,\n"
    text += "     steps: [{then: {round: 1}}]}\n"
    (entry,) = scenario.read(Source("broken.yaml", text, ""))
    found = [broken.partition(":")[0] for broken in scenario.start(entry).broken_invariants()]
    assert name in found


def test_every_invariant_is_there() -> None:
    invariants: Mapping[str, object] = house("").invariants
    assert set(invariants) == set(BROKEN) | CONSERVED
