"""What the tables about points and unseen cards say, against values counted by hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game

SEATS = ("Ada", "Ben", "Cy")


def game_of(ruleset: str, *overlays: str, seats: int = 2, **position: Any) -> Game:
    game = bw.new_game(ruleset, players=SEATS[:seats], seed=8, overlays=overlays)
    describe(game, {"turn": "Ada", **position})
    return game


def rows(game: Game, table: str, viewer: str = "Ada") -> dict[str, dict[str, str]]:
    """The rows of a table by their first cell."""
    shown = game.show(table, viewer)
    return {row[0]: dict(zip(shown.headings, row, strict=True)) for row in shown.rows}


def money_and(points: int, money: int, income: int) -> Mapping[str, int]:
    return {"points": points, "money": money, "income": income}


# -- score -----------------------------------------------------------------------------------


def test_score_in_birmingham_is_split_by_links_and_tiles() -> None:
    """@B-SCORE-01 @B-SCORE-02 @B-SCORE-03 @B-SCORE-06 @B-WIN-01

    The link from Birmingham to Oxford: 2 icons of Oxford, none of the unflipped mill. From
    Stoke to Warrington, with a flipped cotton mill 1 (5 VP, 1 icon): 1 + 2. Money is no points.
    """
    game = game_of(
        "birmingham",
        players={"Ada": money_and(7, 45, 20), "Ben": money_and(3, 5, 4)},
        spaces={
            "birmingham.1": {"tile": "cotton_mill.1", "owner": "Ben"},
            "stoke_on_trent.1": {"tile": "cotton_mill.1", "owner": "Ben", "flipped": True},
        },
        links={
            "birmingham--oxford": {"owner": "Ada"},
            "stoke_on_trent--warrington": {"owner": "Ben"},
        },
    )
    score = rows(game, "score")
    assert score["Ada"] == {
        "player": "Ada",
        "VP": "7",
        "links": "2",
        "tiles": "0",
        "in all": "9",
        "track": "20",
        "income": "£5",
        "money": "£45",
    }
    ben = score["Ben"]
    assert [ben[what] for what in ("VP", "links", "tiles", "in all")] == ["3", "3", "5", "11"]


LANCASHIRE: Mapping[str, Any] = {
    "players": {"Ada": money_and(4, 29, 15), "Ben": money_and(0, 100, 10)},
    "spaces": {
        "manchester.1": {"tile": "cotton_mill.2", "owner": "Ada", "flipped": True},
        "oldham.1": {"tile": "cotton_mill.1", "owner": "Ada", "flipped": True},
        "wigan.1": {"tile": "coal_mine.2", "owner": "Ada", "cubes": 3},
    },
    "links": {"manchester--oldham": {"owner": "Ben"}},
}


@pytest.mark.parametrize(("era", "cash"), [("canal", ("0", "0")), ("rail", ("2", "10"))])
def test_score_in_lancashire_counts_money_at_the_end_of_the_rail_era(
    era: str, cash: tuple[str, str]
) -> None:
    """@L-SCORE-01 @L-SCORE-02 @L-SCORE-03 @L-SCORE-04

    Cotton mills of level 1 and 2 score 5 each; the link has one icon at either end; a
    point for every full £10, but not in the canal era.
    """
    game = game_of("lancashire", era=era, **LANCASHIRE)
    score = rows(game, "score")
    split = ("VP", "links", "tiles", "cash", "in all")
    ada, ben = ([score[who][what] for what in split] for who in ("Ada", "Ben"))
    assert ada == ["4", "0", "10", cash[0], str(4 + 10 + int(cash[0]))]
    assert ben == ["0", "2", "0", cash[1], str(2 + int(cash[1]))]


def test_score_in_the_introductory_game_counts_money_income_and_high_tiles_again() -> None:
    """@L-INTRO-01: £29 by fours are 7, and £100 are 15, the most; space 15 is level 3."""
    game = game_of("lancashire", "introductory", **LANCASHIRE)
    score = rows(game, "score")
    split = ("VP", "links", "tiles", "cash and income", "again", "in all")
    assert [score["Ada"][what] for what in split] == ["4", "0", "10", "10", "5", "29"]
    assert [score["Ben"][what] for what in split] == ["0", "2", "0", "15", "0", "17"]


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire", "brass-2007"])
def test_what_score_says_before_the_last_move_of_an_era_is_what_is_scored(ruleset: str) -> None:
    """The rules that score and the table are one: it foretells the log of every era's end."""
    seats = 3
    game = bw.new_game(ruleset, players=SEATS[:seats], seed=4)
    random = Random(4)
    foretold, eras = 0, {game.view()["era"]}
    while game.turn:
        before = rows(game, "score")
        entry = game.push(random_move(game, random))
        era = game.view()["era"]
        if era not in eras or game.turn is None:
            eras.add(era)
            for who in SEATS[:seats]:
                for what in ("links", "tiles"):
                    told = [note for note in entry.notes if note.startswith(f"{who}: ")]
                    scored = [note for note in told if note.endswith(f"VP for {what}")]
                    foretold += scored == [f"{who}: {before[who][what]} VP for {what}"]
    assert foretold >= 6  # a last move that builds or sells changes what is scored


# -- deck ------------------------------------------------------------------------------------

BIRMINGHAM_CARDS = 40
"""Cards of the deck for two players (B-SETUP-02)."""


def test_at_the_start_all_but_the_own_hand_is_unseen() -> None:
    """@B-SETUP-02 @B-SETUP-06 @B-SETUP-07: 40 cards, 8 of them held, one face down for each."""
    game = bw.new_game("birmingham", players=SEATS[:2], seed=8)
    deck, where = rows(game, "deck"), rows(game, "hidden")
    assert sum(int(row["unseen"]) for row in deck.values()) == BIRMINGHAM_CARDS - 8
    assert {place: row["cards"] for place, row in where.items()} == {
        "in the deck": str(BIRMINGHAM_CARDS - 2 * 8 - 2),
        "in other hands": "8",
        "set aside, face down": "2",
        "in all": str(BIRMINGHAM_CARDS - 8),
    }
    # Ada holds both cards of Worcester, one of three of Coalbrookdale
    assert "Worcester" not in deck
    assert "Wild location" not in deck


def test_what_was_discarded_or_is_held_is_seen() -> None:
    game = game_of(
        "birmingham",
        players={
            "Ada": {"hand": ["coventry", "wild_location"], "discards": ["coventry"]},
            "Ben": {"discards": ["brewery", "brewery"]},
        },
    )
    deck = rows(game, "deck")
    assert (deck["Coventry"]["unseen"], deck["Coventry"]["of"]) == ("1", "3")
    assert (deck["Brewery"]["unseen"], deck["Brewery"]["of"]) == ("3", "5")
    # Ada has one wild location, three lie on the table
    assert "Wild location" not in deck
    # for Ben, the fourth must be in another hand
    assert rows(game, "deck", "Ben")["Wild location"]["unseen"] == "1"


def test_hidden_discards_are_unseen() -> None:
    described = {"Ada": {"hand": ["coventry"]}, "Ben": {"discards": ["brewery", "brewery"]}}
    game = game_of("birmingham", "hidden_discards", players=described)
    assert rows(game, "deck")["Brewery"]["unseen"] == "5"
    assert rows(game, "hidden")["in hidden discards"]["cards"] == "2"


@pytest.mark.parametrize("overlays", [(), ("hidden_discards",)])
@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire", "brass-2007"])
def test_unseen_cards_are_as_many_as_the_places_hold(
    ruleset: str, overlays: tuple[str, ...]
) -> None:
    game = bw.new_game(ruleset, players=SEATS, seed=6, overlays=overlays)
    random = Random(6)
    while game.turn:
        if len(game.moves_played) % 10 == 0:
            for viewer in SEATS:
                shown = game.show("deck", viewer).rows
                unseen = sum(int(row[1]) for row in shown)
                *places, (_, in_all) = game.show("hidden", viewer).rows
                assert unseen == int(in_all) == sum(int(cards) for _, cards in places)
        game.push(random_move(game, random))


def test_a_stranger_sees_no_hand() -> None:
    game = bw.new_game("birmingham", players=SEATS[:2], seed=8)
    assert sum(int(row[1]) for row in game.show("deck").rows) == BIRMINGHAM_CARDS


def test_when_the_game_is_over_nothing_is_added_any_more() -> None:
    """@B-SCORE-06 @B-ERA-01 The last card is passed away; a cotton mill 2 is worth 5 points."""
    game = game_of(
        "birmingham",
        era="rail",
        deck=[],
        players={"Ada": {"points": 4, "hand": ["dudley"]}, "Ben": {"points": 3, "hand": []}},
        spaces={"birmingham.1": {"tile": "cotton_mill.2", "owner": "Ben", "flipped": True}},
    )
    assert rows(game, "players")["Ben"]["if scored now"] == "8"
    assert rows(game, "score")["Ben"]["in all"] == "8"
    game.push("pass dudley")
    assert game.turn is None
    assert rows(game, "players")["Ben"]["if scored now"] == "8", "it was scored already"
    ben = rows(game, "score")["Ben"]
    assert [ben[what] for what in ("VP", "links", "tiles", "in all")] == ["8", "0", "0", "8"]
