"""The overlays that come with the editions: listed, explained, different, printed, playable."""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import brasswright as bw
from brasswright.cli.views.reference import reference_text
from brasswright.interpreter import scenario
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import render
from brasswright.interpreter.layers.diff import diff
from brasswright.interpreter.layers.finder import OVERLAYS, SHIPPED, available, find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.selfplay import try_out

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
INFOS = {info.name: info for info in available()}
SHIPPED_OVERLAYS = [name for name, info in INFOS.items() if info.kind == "overlay"]
MEANT_FOR = [(edition, name) for name in SHIPPED_OVERLAYS for edition in INFOS[name].amends]


@cache
def rulebook(edition: str, *overlays: str) -> Rulebook:
    return merge(find(edition, overlays))


every_overlay = pytest.mark.parametrize("name", SHIPPED_OVERLAYS)
wherever_meant = pytest.mark.parametrize(("edition", "name"), MEANT_FOR)


# -- what comes with the editions --------------------------------------------------------------


def test_there_are_at_least_eight_for_both_editions() -> None:
    for edition in ("birmingham", "lancashire"):
        assert sum(edition == meant for meant, _ in MEANT_FOR) >= 8


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
def test_the_manifest_names_the_overlays_that_are_meant_for_it(edition: str) -> None:
    named = find(edition)[-1].manifest["overlays"]
    assert sorted(named) == sorted(name for meant, name in MEANT_FOR if meant == edition)


@every_overlay
def test_an_overlay_gives_its_reason(name: str) -> None:
    lines = (SHIPPED / OVERLAYS / f"{name}.rules").read_text(encoding="utf-8").splitlines()
    comment = " ".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))
    assert comment.rstrip().endswith(".")
    assert len(INFOS[name].title.split()) > 3


def test_every_overlay_has_scenarios() -> None:
    shown = {
        (entry.ruleset, overlay)
        for path in sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))
        for entry in scenario.load(path)
        for overlay in entry.overlays
    }
    assert not set(MEANT_FOR) - shown


# -- what differs ------------------------------------------------------------------------------

DIFFERENT = {
    "small_loans": ["~ parameter loans"],
    "no_late_loans": ["+ step loan.forbid_1"],
    "decline": ["+ alternative develop_free.decline"],
    "no_scout": ["- action scout"],
    "full_markets": [
        "~ cell Market.coal_market.beyond",
        "~ cell Market.coal_market.start",
        "~ cell Market.iron_market.beyond",
        "~ cell Market.iron_market.start",
    ],
    "rich_start": ["~ parameter start_money"],
    "dear_manufacturer": ["~ cell Tile.manufacturer.4.cost"],
    "two_tiles": ["+ parameter tiles_per_place", "~ step build.one_per_place"],
    "hidden_discards": ["~ parameter open_discards"],
    "income_levels": ["~ ranking ranking"],
    "short_game": [
        "+ parameter rounds_per_era",
        "~ define cards_in_hand",
        "+ step close_era.give_up_hands",
    ],
    "late_loans": ["- step loan.lending"],
    "ports_after_x": ["- step sell.closed", "~ step sell.bonus", "~ step sell.sold"],
}
"""All that `brass diff` tells of an overlay; of those of the rulebooks others tell."""
SIGNS = {"added": "+", "removed": "-", "changed": "~"}
OF_THE_BOOKS = {"introductory", "virtual_link", "classic_deck", "community_2p"}


@wherever_meant
def test_the_difference_is_what_the_overlay_is_about(edition: str, name: str) -> None:
    found = diff(rulebook(edition), rulebook(edition, name))
    told = [f"{SIGNS[change.what]} {change.sort} {change.path}" for change in found.changes]
    if name in OF_THE_BOOKS:
        assert told
    else:
        assert told == DIFFERENT[name]
        assert f"+ {name}" in found.text(200).splitlines()[0]


PRINTED = {
    "small_loans": ("loans", "set from {30: 3} by small_loans"),
    "no_late_loans": ("loan", "because a loan in the last rounds is never paid for"),
    "decline": ("develop_free", "develop_free.take: alternative decline by decline"),
    "no_scout": ("scout", "scout: dropped by no_scout, because wild cards stay in the box"),
    "full_markets": ("coal_market", "Market.coal_market.start: set from 13 by full_markets"),
    "rich_start": ("start_money", "set from 17 by rich_start"),
    "dear_manufacturer": ("manufacturer.4", "set from 8 by dear_manufacturer"),
    "two_tiles": ("build.one_per_place", "replaced by two_tiles"),
    "hidden_discards": ("open_discards", "set from true by hidden_discards"),
    "income_levels": ("ranking", 'most level(p.income) "level of income"'),
    "short_game": ("close_era", "give_up_hands"),
    "late_loans": ("loan", "loan.lending: dropped by late_loans"),
    "ports_after_x": ("sell", "sell.closed: dropped by ports_after_x"),
}
"""A part to look up, and what `brass rules` says of it under the overlay."""


@wherever_meant
def test_the_printed_rules_tell_of_the_overlay(edition: str, name: str) -> None:
    if name in PRINTED:
        part, told = PRINTED[name]
        assert told in reference_text(rulebook(edition, name), part, 120)
        try:
            before = reference_text(rulebook(edition), part, 120)
        except bw.NotUnderstood:
            before = ""
        assert told not in before


# -- playing -----------------------------------------------------------------------------------


@wherever_meant
def test_random_games_end_under_an_overlay(edition: str, name: str) -> None:
    book = rulebook(edition, name)
    assert not diagnose(book), render(diagnose(book))
    if SOAK:
        found = try_out(book, games=5, seconds=300)
    else:
        found = try_out(book, players=book.seats[:1], seconds=60)
    assert not found, render(found)


APART = {("classic_deck", "community_2p")}
"""Overlays that both change the deck, for different numbers of players."""


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
def test_the_overlays_of_an_edition_can_be_laid_on_each_other(edition: str) -> None:
    names = [name for meant, name in MEANT_FOR if meant == edition]
    assert {pair for pair in combinations(names, 2) if conflict(edition, pair)} <= APART


def conflict(edition: str, overlays: tuple[str, ...]) -> bool:
    try:
        merge(find(edition, overlays))
    except bw.RulesError as error:
        return "conflict" in [mistake.code for mistake in error.diagnostics]
    return False


# -- a game goes on under the rules it began with ----------------------------------------------

HOUSE = 'overlay ours "Ours" amends birmingham\nset loans = {{{sum}: 1}}\n'


@pytest.mark.parametrize("what", ["edited", "broken", "deleted"])
def test_a_game_plays_on_under_rules_that_are_no_longer_there(tmp_path: Path, what: str) -> None:
    file, saved = tmp_path / "ours.rules", tmp_path / "evening.brass"
    file.write_text(HOUSE.format(sum=40))
    game = bw.new_game("birmingham", ["Ada", "Ben"], seed=3, overlays=[str(file)])
    for number in range(9):
        game.push(random_move(game, Random(number)))
    game.record.save(saved)
    if what == "edited":
        file.write_text(HOUSE.format(sum=50))
    elif what == "broken":
        file.write_text("overlay ours")
    else:
        file.unlink()
    again = bw.load_record(saved).game()
    assert again.digest() == game.digest()
    assert again.rulebook.digest == game.rulebook.digest
    assert list(again.legal_moves) == list(game.legal_moves)
    assert any(move.text.startswith("loan 40") for move in again.legal_moves)
    number = 9
    while game.turn is not None:
        move = random_move(game, Random(number))
        assert random_move(again, Random(number)) == move
        game.push(move)
        again.push(move)
        assert again.digest() == game.digest()
        number += 1
    assert again.outcome() == game.outcome()


# -- each kind of amendment, as it is told -----------------------------------------------------

SMALL = Path(__file__).parent / "rulesets" / OVERLAYS
TOLD = {
    "set_values": (
        ["~ parameter canal_cost", "~ parameter actions_per_turn", "~ type Pounds"],
        ("canal_cost", "set from 3 by set_values"),
    ),
    "replace_parts": (
        [
            "~ define developable",
            "~ rule use_iron",
            "- step use_iron.market",
            "- step use_iron.works",
            "~ step network.touching",
        ],
        ("network.touching", "replaced by replace_parts"),
    ),
    "drop_step": (
        ["- step build.own_icon_first"],
        ("build.own_icon_first", "because our board has no small print"),
    ),
    "add_steps": (
        ["+ step flip.fame", "+ step loan.toll", "+ step pass.alms"],
        ("loan", "step toll:"),
    ),
    "forbid_build": (
        ["+ step build.forbid_1"],
        ("build", 'else "clay comes by rail"'),
    ),
    "exception_to": (
        ["+ exception network.credit"],
        ("network", "network.lay: exception credit by exception_to"),
    ),
    "alternative_to": (
        ["+ alternative loan.honour", "+ step loan.honoured"],
        ("loan", "loan.card: alternative honour by alternative_to"),
    ),
    "cells": (
        [
            "~ cell Card.dudley.count.2",
            "~ cell Market.coal_market.prices",
            "~ cell Tile.coal_mine.1.cost",
            "~ cell Tile.coal_mine.1.cubes",
        ],
        ("coal_mine.1", "Tile.coal_mine.1.cost: set from 5 by cells"),
    ),
    "rows": (
        ["- row Tile.brewery.2", "+ row Tile.coal_mine.0"],
        ("Tile", "because nobody brews like that"),
    ),
    "places": (
        [
            "+ row Card.lichfield",
            "+ row Link.lichfield--tamworth",
            "+ row Link.lichfield--walsall",
            "+ row Place.lichfield",
        ],
        ("Place.lichfield", "declared by places"),
    ),
    "lines": (
        [
            "+ row Link.dudley--walsall",
            "- row Link.birmingham--dudley",
            "~ cell Link.belper--leek.eras",
        ],
        ("belper--leek", "set from rail by lines"),
    ),
    "new_action": (
        ["+ action beg", "+ field Player.begged"],
        ("beg", "declared by new_action"),
    ),
    "extend_words": (
        [
            "+ field Tile.dry",
            "+ row Tile.salt.1",
            "+ step build.dried",
            "+ value Industry.salt",
            "~ cell Card.worcester.industries",
            "~ cell Place.worcester.spaces",
        ],
        ("Industry", "extended by extend_words"),
    ),
}
"""What `brass diff` tells of each, and a line of the printed rules of a part."""


def test_each_kind_of_amendment_is_here() -> None:
    assert set(TOLD) == {path.stem for path in SMALL.glob("*.rules")}


@pytest.mark.parametrize("name", TOLD)
def test_an_amendment_is_told(name: str) -> None:
    changes, (part, line) = TOLD[name]
    plain, book = rulebook("birmingham"), rulebook("birmingham", str(SMALL / f"{name}.rules"))
    found = diff(plain, book).changes
    told = [f"{SIGNS[change.what]} {change.sort} {change.path}" for change in found]
    assert sorted(told) == sorted(changes)
    assert line in reference_text(book, part, 120)


@pytest.mark.parametrize("name", TOLD)
def test_an_amended_game_ends(name: str) -> None:
    book = rulebook("birmingham", str(SMALL / f"{name}.rules"))
    assert not [d for d in diagnose(book) if d.severity == "error"]
    found = try_out(book, games=5 if SOAK else 1, seconds=300, players=book.seats[:1])
    assert not found, render(found)


# -- refusals name the house -------------------------------------------------------------------

REFUSING = {
    "no_late_loans",
    "two_tiles",
    "add_steps",
    "alternative_to",
    "forbid_build",
    "new_action",
    "replace_parts",
}
"""Overlays of the scenarios whose own text refuses a move."""


def test_a_refusal_names_the_overlay_that_refuses() -> None:
    refusing = set()
    for file in ("house_birmingham", "house_lancashire", "amendments"):
        for entry in scenario.load(Path(__file__).parent / "scenarios" / f"{file}.yaml"):
            if not entry.overlays:
                continue
            game = scenario.start(entry)
            layers = {layer.name for layer in game.rulebook.layers if layer.is_overlay}
            for step in entry.steps:
                if step.get("expect") == "refused":
                    refusal = game.why_not(step["move"])
                    assert refusal is not None
                    assert refusal.layer == game.rulebook.parts()[refusal.part].span.layer
                    refusing |= {refusal.layer} & layers
                elif "move" in step and "expect" not in step:
                    game.push(step["move"])
    assert refusing == REFUSING
