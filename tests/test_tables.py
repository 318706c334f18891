"""The tables and values of the Birmingham rules are those of the data, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import MergedRow, Rulebook
from brasswright.interpreter.syntax import nodes

DATA: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "data" / "birmingham.yaml").read_text(encoding="utf-8")
)
SEATS = (2, 3, 4)
LEVELS = [(industry, level) for industry in DATA["industries"] for level in industry["levels"]]
FACES = [f"{industry['id']}.{level['level']}" for industry, level in LEVELS]


@cache
def rulebook() -> Rulebook:
    return merge(find("birmingham"))


def rows(kind: str) -> dict[str, MergedRow]:
    return {row.id or "": row for row in rulebook().tables[kind]}


def words(row: MergedRow, column: str) -> tuple[str, ...]:
    """The names in a cell; none for `-` or where the table has no such column."""
    match row.cells.get(column):
        case nodes.CellWords(words=found):
            return found
        case nodes.CellNothing() | None:
            return ()
        case other:
            raise AssertionError(f"{row.id}.{column} is {other}")


def numbers(row: MergedRow, column: str) -> tuple[int, ...]:
    match row.cells.get(column):
        case nodes.CellNumbers(numbers=found):
            return found
        case None:
            return (0,)
        case other:
            raise AssertionError(f"{row.id}.{column} is {other}")


def number(row: MergedRow, column: str) -> int:
    (found,) = numbers(row, column)
    return found


def title(row: MergedRow) -> str:
    cell = row.cells["title"]
    assert isinstance(cell, nodes.CellText)
    return cell.text


def yes(row: MergedRow, column: str) -> bool:
    found = words(row, column)
    assert found in {(), ("yes",), ("no",)}
    return found == ("yes",)


def by_seats(row: MergedRow) -> dict[int, int]:
    return {seats: number(row, f"count.{seats}") for seats in SEATS}


def eras(record: Mapping[str, Any]) -> set[str]:
    return {era for era in ("canal", "rail") if record[era]}


def value(name: str) -> object:
    """The default of a parameter that is a plain value."""
    return plain(rulebook().parameters[name].default)


def plain(expression: nodes.Expression) -> object:
    match expression:
        case nodes.Number(value=found) | nodes.Truth(value=found):
            return found
        case nodes.Name(id=found):
            return found
        case nodes.ListLiteral(items=items):
            return [plain(item) for item in items]
        case nodes.MapLiteral(pairs=pairs):
            return {plain(key): plain(item) for key, item in pairs}
        case other:
            raise AssertionError(f"not a plain value: {other}")


# -- tiles ---------------------------------------------------------------------------------


def test_there_is_a_row_for_every_tile_face_and_no_other() -> None:
    assert sorted(rows("Tile")) == sorted(FACES)
    assert len(rows("Tile")) == 29


@pytest.mark.parametrize(("industry", "level"), LEVELS, ids=FACES)
def test_every_column_of_a_tile(industry: Mapping[str, Any], level: Mapping[str, Any]) -> None:
    row = rows("Tile")[f"{industry['id']}.{level['level']}"]
    assert words(row, "industry") == (industry["id"],)
    assert title(row) == f"{industry['name']} {level['level']}"
    assert number(row, "level") == level["level"]
    assert number(row, "copies") == level["count"]
    assert number(row, "cost") == level["money"]
    assert number(row, "coal") == level["coal"]
    assert number(row, "iron") == level["iron"]
    assert number(row, "beer") == (level["beer"] or 0)
    assert number(row, "cubes") == level["cubes"]
    assert number(row, "income") == level["income"]
    assert number(row, "points") == level["vp"]
    assert number(row, "icons") == level["links"]
    assert set(words(row, "eras")) == eras(level)
    assert yes(row, "sold") == (industry["flips_when"] == "sold")
    assert yes(row, "bulb") == (not level["develop"])


def test_a_player_has_45_tiles() -> None:
    by_industry: dict[str, int] = {}
    for row in rows("Tile").values():
        (industry,) = words(row, "industry")
        by_industry[industry] = by_industry.get(industry, 0) + number(row, "copies")
    assert by_industry == {i["id"]: i["tiles_per_player"] for i in DATA["industries"]}
    assert sum(by_industry.values()) == DATA["setup"]["industry_tiles_per_player"] == 45


def test_barrels_on_a_brewery_go_by_the_era() -> None:
    brewery = next(industry for industry in DATA["industries"] if industry["id"] == "brewery")
    for level in brewery["levels"]:
        for era in eras(level):
            assert value(f"{era}_barrels") == level[f"barrels_{era}"]


# -- the board -----------------------------------------------------------------------------


def test_places_are_the_locations_and_the_merchant_locations() -> None:
    expected = [place["id"] for place in (*DATA["locations"], *DATA["merchant_locations"])]
    assert sorted(rows("Place")) == sorted(expected)


@pytest.mark.parametrize("location", DATA["locations"], ids=lambda record: str(record["id"]))
def test_industry_spaces_of_a_location(location: Mapping[str, Any]) -> None:
    row = rows("Place")[location["id"]]
    assert row.last_column == "spaces"
    spaces = [set(cell.words) for cell in row.last if isinstance(cell, nodes.CellWords)]
    assert spaces == [set(slot) for slot in location["slots"]]
    assert yes(row, "town") == (location["kind"] == "town")
    assert not yes(row, "trade")
    assert number(row, "icons") == number(row, "stalls") == 0
    if location["name"]:
        assert title(row) == location["name"]


@pytest.mark.parametrize(
    "location", DATA["merchant_locations"], ids=lambda record: str(record["id"])
)
def test_a_merchant_location(location: Mapping[str, Any]) -> None:
    row = rows("Place")[location["id"]]
    assert title(row) == location["name"]
    assert not yes(row, "town")
    assert yes(row, "trade")
    assert number(row, "icons") == location["link_icons"]
    assert number(row, "stalls") == location["tile_spaces"]
    assert number(row, "least_seats") == location["min_players"]
    bonus = location["bonus"]
    columns = {
        "develop": "free_develops",
        "income": "bonus_spaces",
        "vp": "bonus_points",
        "money": "bonus_money",
    }
    for kind, column in columns.items():
        assert number(row, column) == (bonus["amount"] if bonus["kind"] == kind else 0)


def test_every_place_has_its_own_point_on_the_map() -> None:
    points = [(number(row, "x"), number(row, "y")) for row in rows("Place").values()]
    assert len(set(points)) == len(points) == 27
    assert all(0 <= x <= 99 and 0 <= y <= 99 for x, y in points)


def test_lines_join_their_ends_in_their_eras() -> None:
    expected = {frozenset(link["ends"]): eras(link) for link in DATA["links"]}
    found = {frozenset(id.split("--")): set(words(row, "eras")) for id, row in rows("Link").items()}
    assert found == expected
    assert len(rows("Link")) == len(expected) == 39


# -- cards, markets, merchants -------------------------------------------------------------


def test_location_cards() -> None:
    for card in DATA["cards"]["location"]:
        row = rows("Card")[card["location"]]
        assert words(row, "towns") == (card["location"],)
        assert words(row, "industries") == ()
        assert not yes(row, "wild")
        assert by_seats(row) == card["copies"]


def test_industry_cards() -> None:
    for card in DATA["cards"]["industry"]:
        row = rows("Card")[card["id"]]
        assert words(row, "towns") == ()
        assert set(words(row, "industries")) == set(card["industries"])
        assert not yes(row, "wild")
        assert by_seats(row) == card["copies"]


def test_wild_cards() -> None:
    for card in DATA["cards"]["wild"]:
        row = rows("Card")[card["id"]]
        assert yes(row, "wild")
        assert by_seats(row) == card["copies"]


def test_the_deck_has_its_size_and_there_are_no_other_cards() -> None:
    deck = [row for row in rows("Card").values() if not yes(row, "wild")]
    for seats in SEATS:
        assert sum(by_seats(row)[seats] for row in deck) == DATA["cards"]["deck_size"][seats]
    assert len(rows("Card")) == sum(len(cards) for cards in map(DATA["cards"].get, CARD_GROUPS))


CARD_GROUPS = ("location", "industry", "wild")


@pytest.mark.parametrize("name", ["coal", "iron"])
def test_a_market(name: str) -> None:
    market = DATA["markets"][name]
    row = rows("Market")[f"{name}_market"]
    assert words(row, "industry") == ({"coal": "coal_mine", "iron": "iron_works"}[name],)
    prices = [price for price in market["prices"] for _ in range(market["spaces_per_price"])]
    assert list(numbers(row, "prices")) == prices
    assert len(prices) == market["spaces"]
    assert number(row, "beyond") == market["price_when_empty"]
    assert number(row, "start") == market["initial_cubes"]


def test_merchant_tiles_by_seats() -> None:
    expected: dict[frozenset[str], dict[int, int]] = {}
    for tile in DATA["merchant_tiles"]:
        counts = expected.setdefault(frozenset(tile["buys"]), dict.fromkeys(SEATS, 0))
        for seats in SEATS:
            counts[seats] += tile["copies"] if tile["min_players"] <= seats else 0
    found = {frozenset(words(row, "buys")): by_seats(row) for row in rows("Offer").values()}
    assert found == expected


def test_there_is_a_merchant_tile_for_every_stall_in_use() -> None:
    for seats in SEATS:
        stalls = sum(
            number(row, "stalls")
            for row in rows("Place").values()
            if number(row, "least_seats") <= seats
        )
        assert stalls == sum(by_seats(row)[seats] for row in rows("Offer").values())


# -- the track and single values -----------------------------------------------------------


def test_the_track() -> None:
    found = [number for cell in rulebook().lists["track"].values for number in cell_numbers(cell)]
    assert found == DATA["progress_track"]["level_by_space"]
    for band in DATA["progress_track"]["bands"]:
        assert set(found[band["first"] : band["last"] + 1]) == {band["level"]}


def cell_numbers(cell: nodes.Cell) -> tuple[int, ...]:
    assert isinstance(cell, nodes.CellNumbers)
    return cell.numbers


SETUP = DATA["setup"]
NETWORK = DATA["network_action"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("start_money", SETUP["money_per_player"]),
        ("start_income", DATA["progress_track"]["income_start_space"]),
        ("hand_size", SETUP["hand_cards"]),
        ("hand_size", DATA["cards"]["hand_size"]),
        ("buried_cards", SETUP["face_down_discard_cards"]),
        ("links_per_player", SETUP["link_tiles_per_player"]),
        ("actions_per_turn", SETUP["actions_per_turn"]),
        ("first_round_actions", SETUP["actions_first_canal_round"]),
        ("developed_at_most", SETUP["develop_tiles_per_action"]["max"]),
        ("canal_cost", NETWORK["canal"]["money"]),
        ("rail_cost", NETWORK["rail_single"]["money"]),
        (
            "second_rail_cost",
            NETWORK["rail_double"]["money"] - NETWORK["rail_single"]["money"],
        ),
        ("loans", {DATA["loan"]["money"]: DATA["loan"]["levels_down"]}),
        ("eras_played", ["canal", "rail"]),
        ("last_round_pays", False),
    ],
)
def test_a_parameter(name: str, expected: object) -> None:
    assert value(name) == expected


def test_players() -> None:
    assert rulebook().seats == (DATA["players"]["min"], DATA["players"]["max"])
