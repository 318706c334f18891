"""The tables of Lancashire, of Brass (2007) and of their overlays are those of the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    (Path(__file__).parent / "data" / "lancashire.yaml").read_text(encoding="utf-8")
)
EDITIONS = ("lancashire", "brass-2007")
SEATS = {"lancashire": (2, 3, 4), "brass-2007": (3, 4)}
LEVELS = [(i, level) for i, industry in DATA["industries"].items() for level in industry["levels"]]
FACES = [f"{industry}.{level['level']}" for industry, level in LEVELS]
PLACES = DATA["locations"]["entries"]


@cache
def rulebook(name: str, *overlays: str) -> Rulebook:
    return merge(find(name, overlays))


def rows(kind: str, name: str, *overlays: str) -> dict[str, MergedRow]:
    return {row.id or "": row for row in rulebook(name, *overlays).tables[kind]}


def plain(value: nodes.Cell | nodes.Expression | None) -> Any:
    """A cell or an expression as plain data; `-` is the empty tuple."""
    match value:
        case nodes.CellNothing() | None:
            return ()
        case nodes.CellWords(words=found):
            return found
        case nodes.CellNumbers(numbers=(found,)):
            return found
        case nodes.CellNumbers(numbers=found):
            return found
        case nodes.CellText(text=found):
            return found
        case nodes.CellExpression(expression=found):
            return plain(found)
        case nodes.Number(value=found) | nodes.Truth(value=found):
            return found
        case nodes.Name(id=found):
            return found
        case nodes.ListLiteral(items=items) | nodes.SetLiteral(items=items):
            return tuple(plain(item) for item in items)
        case nodes.MapLiteral(pairs=pairs):
            return {plain(key): plain(item) for key, item in pairs}
        case other:
            raise AssertionError(f"not plain: {other}")


def cell(row: MergedRow, column: str) -> Any:
    return plain(row.cells.get(column))


def value(parameter: str, name: str, *overlays: str) -> Any:
    return plain(rulebook(name, *overlays).parameters[parameter].default)


def of(edition: str, node: Mapping[str, Any]) -> dict[str, Any]:
    """A node of the data with the values of an edition."""
    classic = node.get("classic_2007", {}) if edition == "brass-2007" else {}
    return {**node, **classic}


def eras(record: Mapping[str, Any]) -> set[str]:
    return {era for era in ("canal", "rail") if record[era]}


def body(define: str, name: str, *overlays: str) -> nodes.Expression:
    return rulebook(name, *overlays).defines[define].body


def column_used(define: str, name: str, *overlays: str) -> str:
    """The column of a table that a define of one row reads."""
    found = body(define, name, *overlays)
    assert isinstance(found, nodes.Attribute)
    return found.name


# -- tiles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_a_row_for_every_tile_face_and_no_other(edition: str) -> None:
    found = rows("Tile", edition)
    assert sorted(found) == sorted(FACES)
    copies = sum(cell(row, "copies") for row in found.values())
    assert copies == DATA["components"]["industry_tiles_per_player"] == 37


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("industry", "level"), LEVELS, ids=FACES)
def test_every_column_of_a_tile(industry: str, level: Mapping[str, Any], edition: str) -> None:
    row = rows("Tile", edition)[f"{industry}.{level['level']}"]
    printed = of(edition, level)
    assert cell(row, "industry") == (industry,)
    assert cell(row, "title") == f"{industry.replace('_', ' ').title()} {printed['level']}"
    columns = {
        "level": "level",
        "copies": "count",
        "cost": "money",
        "coal": "coal",
        "iron": "iron",
        "cubes": "cubes",
        "income": "income",
        "points": "vp",
        "icons": "link_icons",
    }
    for column, key in columns.items():
        assert cell(row, column) == printed[key], column
    assert set(cell(row, "eras")) == eras(printed)
    sold = DATA["industries"][industry]["flips_when"] == "sold"
    assert cell(row, "sold") == (("yes",) if sold else ("no",))
    assert cell(row, "cost") // 2 == printed["shortfall"]


# -- the board -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_places_are_the_locations(edition: str) -> None:
    assert sorted(rows("Place", edition)) == sorted(place["id"] for place in PLACES)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place["id"]))
def test_a_location(place: Mapping[str, Any]) -> None:
    row = rows("Place", "lancashire")[place["id"]]
    assert cell(row, "title") == place["name"]
    assert cell(row, "icons") == place["link_icons"]
    assert cell(row, "trade") == (("yes",) if place["trade_icon"] else ("no",))
    assert [set(plain(space)) for space in row.last] == [set(slot) for slot in place["slots"]]


def test_every_place_has_its_own_point_on_the_map() -> None:
    points = {(cell(row, "x"), cell(row, "y")) for row in rows("Place", "lancashire").values()}
    assert len(points) == 25


@pytest.mark.parametrize("edition", EDITIONS)
def test_lines_join_their_ends_in_their_eras(edition: str) -> None:
    expected = {frozenset((link["a"], link["b"])): eras(link) for link in DATA["links"]["entries"]}
    found = rows("Link", edition)
    assert {
        frozenset(id.split("--")): set(cell(row, "eras")) for id, row in found.items()
    } == expected
    assert len(found) == 36


def test_no_canal_touches_a_place_without_access() -> None:
    canals = [id for id, row in rows("Link", "lancashire").items() if "canal" in cell(row, "eras")]
    for place in PLACES:
        touched = any(place["id"] in canal.split("--") for canal in canals)
        assert touched == place["canal_access"]


# -- cards and markets ---------------------------------------------------------------------


@pytest.mark.parametrize("group", ["location", "industry"])
def test_cards(group: str) -> None:
    for id, card in DATA["cards"][f"{group}_cards"].items():
        row = rows("Card", "lancashire")[id]
        assert cell(row, "towns") == ((id,) if group == "location" else ())
        assert cell(row, "industries") == ((id,) if group == "industry" else ())
        assert [cell(row, f"count.{seats}") for seats in (2, 3, 4)] == [
            card[f"p{seats}"] for seats in (2, 3, 4)
        ]
        assert cell(row, "in_box") == card["total"]
        assert cell(row, "cogs") == card["cog_2p"]


@pytest.mark.parametrize(
    ("layers", "column", "total"),
    [
        (("lancashire",), "count.4", "p4"),
        (("lancashire",), "count.3", "p3"),
        (("lancashire",), "count.2", "p2"),
        (("lancashire", "classic_deck"), "in_box", "total"),
        (("lancashire", "community_2p"), "cogs", "cog_2p"),
        (("brass-2007",), "in_box", "total"),
    ],
)
def test_decks(layers: Sequence[str], column: str, total: str) -> None:
    found = rows("Card", *layers).values()
    assert sum(cell(row, column) for row in found) == DATA["cards"]["deck_totals"][total]
    assert column_used("copies", *layers) == column.partition(".")[0]


def test_a_coal_mine_and_a_port_are_in_the_box_alone() -> None:
    extra = {
        id: cell(row, "in_box") - cell(row, "count.4")
        for id, row in rows("Card", "lancashire").items()
    }
    assert {id: n for id, n in extra.items() if n} == DATA["cards"]["one_player_icon_only"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["coal", "iron"])
def test_a_market(name: str, edition: str) -> None:
    market = DATA["markets"][name]
    row = rows("Market", edition)[f"{name}_market"]
    assert cell(row, "industry") == ({"coal": "coal_mine", "iron": "iron_works"}[name],)
    assert list(cell(row, "prices")) == market["spaces"]
    assert cell(row, "beyond") == market["price_when_empty"]
    assert cell(row, "start") == market["start_filled"]


def test_tiles_of_the_distant_market() -> None:
    found = rows("Slip", "lancashire")
    for tile in DATA["distant_market"]["tiles"]["entries"]:
        row = found[f"slip.{tile['value']}"]
        assert cell(row, "fall") == tile["value"]
        for seats in (2, 3, 4):
            assert cell(row, f"count.{seats}") == tile["players"][seats]
        assert cell(row, "in_box") == tile["total"]
        assert cell(row, "cogs") == tile["community_2p"]
    assert len(found) == 5


@pytest.mark.parametrize(
    ("layers", "column"),
    [
        (("lancashire",), "count"),
        (("lancashire", "community_2p"), "cogs"),
        (("brass-2007",), "in_box"),
    ],
)
def test_which_tiles_of_the_distant_market_are_used(layers: Sequence[str], column: str) -> None:
    assert column_used("slips_in_play", *layers) == column


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_how_many_tiles_the_distant_market_has(seats: int) -> None:
    tiles = DATA["distant_market"]["tiles"]["tiles_in_play"]
    found = rows("Slip", "lancashire").values()
    assert sum(cell(row, f"count.{seats}") for row in found) == tiles[seats]
    classic = DATA["distant_market"]["classic_2007"]["tiles_in_play"]
    assert {sum(cell(row, "in_box") for row in found)} == set(classic.values())


# -- the tracks and single values ----------------------------------------------------------


def numbers(name: str, edition: str) -> list[int]:
    cells = rulebook(edition).lists[name].values
    return [n for found in cells if isinstance(found, nodes.CellNumbers) for n in found.numbers]


@pytest.mark.parametrize("edition", EDITIONS)
def test_tracks(edition: str) -> None:
    track = DATA["distant_market"]["track"]
    assert numbers("demand_bonus", edition) == track["income_bonus_by_space"]
    assert len(numbers("demand_bonus", edition)) == track["closed_position"]
    levels = numbers("track", edition)
    assert len(levels) == 100
    for level, first, last in DATA["progress_track"]["bands"]:
        assert set(levels[first : last + 1]) == {level}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("start_money", DATA["setup"]["start_money"]),
        ("start_income", DATA["setup"]["start_income_space"]),
        ("hand_size", DATA["setup"]["hand_size"]),
        ("actions_per_turn", DATA["setup"]["actions_per_turn"]),
        ("first_round_actions", DATA["setup"]["actions_first_round_of_canal_era"]),
        ("links_per_player", DATA["components"]["link_tiles_per_player"]),
        ("canal_cost", DATA["link_costs"]["canal"]["money"]),
        ("rail_cost", DATA["link_costs"]["rail_single"]["money"]),
        (
            "second_rail_cost",
            DATA["link_costs"]["rail_double"]["money"] - DATA["link_costs"]["rail_single"]["money"],
        ),
        ("developed_at_most", DATA["develop"]["tiles_per_action"]["max"]),
        ("loans", {loan["money"]: loan["levels_down"] for loan in DATA["loans"]["options"]}),
        ("pounds_per_point", DATA["scoring"]["cash"]["pounds_per_vp"]),
        ("obsolete_level", DATA["scoring"]["end_of_canal_era_removes"]["industry_level"]),
        ("warning", DATA["rounds"]["rail"]["cards_under_deck_tile_per_player"]),
        ("eras_played", ("canal", "rail")),
        ("last_round_pays", False),
    ],
)
def test_a_parameter(name: str, expected: object, edition: str) -> None:
    assert value(name, edition) == expected


def test_cards_kept_out() -> None:
    classic = DATA["rounds"]["classic_2007"]
    variant = DATA["variants"]["classic_rules_in_2018_box"]["classic_deck_setup"]
    under_tile = DATA["rounds"]["canal"]["cards_under_deck_tile"]
    assert value("first_era_aside", "lancashire") == under_tile
    assert value("later_era_aside", "lancashire") == dict.fromkeys((2, 3, 4), 0)
    for layers in (("brass-2007",), ("lancashire", "classic_deck")):
        assert value("first_era_aside", *layers) == classic["canal"]["cards_removed_unseen"]
        assert value("later_era_aside", *layers) == classic["rail"]["cards_removed_unseen"]
        assert value("first_era_aside", *layers) == variant["canal_cards_under_deck_tile"]
        assert value("later_era_aside", *layers) == variant["rail_cards_removed"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_players(edition: str) -> None:
    assert rulebook(edition).seats == (min(SEATS[edition]), max(SEATS[edition]))


# -- the variants --------------------------------------------------------------------------


def test_the_introductory_game() -> None:
    variant = DATA["variants"]["introductory_game"]
    assert list(value("eras_played", "lancashire", "introductory")) == variant["eras"]
    money = variant["extra_scoring"]["money"]
    pounds = value("pounds_per_extra_point", "lancashire", "introductory")
    assert pounds == money["pounds_per_vp"]
    assert value("most_extra_points", "lancashire", "introductory") == money["max_vp"]


def test_two_players_on_the_smaller_map() -> None:
    variant = DATA["variants"]["community_2_player"]
    layers = ("lancashire", "community_2p")
    missing = set(variant["locations_missing"])
    assert value("start_money", *layers) == variant["start_money"]
    assert rulebook(*layers).seats == (2, 2)
    places = {place["id"] for place in PLACES}
    assert set(rows("Place", *layers)) == places - missing
    kept = {id for id in rows("Link", "lancashire") if not missing & set(id.split("--"))}
    assert set(rows("Link", *layers)) == kept
    (changed,) = variant["links_changed"]
    assert set(cell(rows("Link", *layers)["lancaster--scotland"], "eras")) == eras(changed)
