"""Maps and tracks in rule text: what is told of places, spots, lines and signs, and to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from tests.layering import overlay
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.checker import check, diagnose
from brasswright.interpreter.drawing import DrawnPlace, Spot
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.opening import game_of

ISLETS = str(Path(__file__).parent / "rulesets" / "islets")
PLAYERS = ("Ada", "Ben")
EDITIONS = ("birmingham", "lancashire", "brass-2007")


def islets(*moves: str, players: Sequence[str] = PLAYERS) -> Game:
    """A game of the toy ruleset after those moves."""
    game = bw.new_game(ISLETS, players=players)
    for move in moves:
        game.push(move)
    return game


def with_text(text: str) -> Rulebook:
    """The toy ruleset under an overlay."""
    return merge([*find(ISLETS), overlay(f'overlay house "House" amends islets\n{text}')])


def mistakes(text: str) -> dict[str, str]:
    """Code and message of what is wrong with the toy ruleset under that overlay."""
    with pytest.raises(RulesError) as caught:
        check(with_text(text), 2)
    return {mistake.code: mistake.message for mistake in caught.value.diagnostics}


def place(game: Game, name: str) -> DrawnPlace:
    """A place of the first map."""
    drawing = game.drawing()
    assert drawing is not None
    return next(place for place in drawing.places if place.name == name)


# -- what is told ------------------------------------------------------------------------------


def test_places_lie_where_their_fields_say_drawn_together_to_99() -> None:
    drawing = islets().drawing()
    assert drawing is not None
    assert (drawing.name, drawing.title) == ("sea", "The sea")
    assert [(p.name, p.label, p.x, p.y, p.detail) for p in drawing.places] == [
        ("alpha", "Alpha", 0, 0, "a light"),
        ("beta", "Beta", 99, 0, ""),
        ("gamma", "Gamma Rock", 0, 99, ""),
        ("delta", "Delta", 99, 99, "a light"),
    ]


def test_spots_are_in_the_place_that_they_are_within() -> None:
    game = islets("moor alpha.2")
    assert place(game, "gamma").spots == ()
    assert place(game, "alpha").spots == (
        Spot("alpha.1", "F/S", detail="fish and salt, 0 crates"),
        Spot("alpha.2", "F1", "Ada", "fish, 2 crates", "2", turned=False, filled=True),
    )


def test_what_is_turned_over_is_told() -> None:
    game = islets("moor alpha.2", "rest", "close alpha.2")
    assert place(game, "alpha").spots[1].turned


def test_lines_have_an_owner_when_somebody_has_them() -> None:
    drawing = islets("sail alpha--beta").drawing()
    assert drawing is not None
    assert [(line.name, line.ends, line.owner, line.detail) for line in drawing.lines] == [
        ("alpha--beta", ("alpha", "beta"), "Ada", "a ferry of 2"),
        ("alpha--gamma", ("alpha", "gamma"), "", "a ferry of 2"),
        ("beta--delta", ("beta", "delta"), "", "a ferry of 2"),
        ("alpha--gamma--delta", ("alpha", "gamma", "delta"), "", "a ferry of 3"),
    ]


def test_the_condition_says_which_lines_are_seen() -> None:
    drawing = islets("sail beta--delta", *["rest"] * 8).drawing()
    assert drawing is not None
    assert [line.name for line in drawing.lines] == ["beta--delta"]  # on day 5


def test_an_enum_explains_the_signs() -> None:
    drawing = islets().drawing()
    assert drawing is not None
    assert drawing.signs == (("F", "fish"), ("S", "salt"))


def test_a_map_in_one_line_shows_all_places_under_their_titles() -> None:
    game = workshop("extend Site:\n  x, y: 0..99\nmap country of Site at x, y\n")
    drawing = game.drawing()
    assert drawing is not None
    assert drawing.title == "Country"
    titles = game.compiled.program.domain("Site").titles[1:]
    assert [p.label for p in drawing.places] == titles
    assert drawing.lines == ()
    assert all(not p.spots for p in drawing.places)


def test_places_that_are_left_out_take_their_spots_and_lines_with_them() -> None:
    text = (
        "map sea of Islet at east, south:\n"
        '  for i in islets where i.lit:\n    "label" i\n'
        '  for p in piers:\n    "label" "p"\n'
        '  for f in ferries:\n    "detail" "f"\n'
    )
    drawing = game_of(with_text(text), PLAYERS, 1).drawing()
    assert drawing is not None
    assert [p.name for p in drawing.places] == ["alpha", "delta"]
    assert drawing.lines == ()


def test_what_is_told_twice_is_told_as_it_was_first() -> None:
    text = 'extend map sea:\n  for i in islets:\n    "label" "again"\n'
    drawing = game_of(with_text(text), PLAYERS, 1).drawing()
    assert drawing is not None
    assert drawing.places[0].label == "Alpha"


def test_games_without_a_map_have_no_drawing() -> None:
    game = workshop("")
    assert game.drawings == ()
    assert game.drawing() is None
    assert islets().drawing("Ada", "land") is None


def test_one_of_several_maps_is_asked_for_by_name() -> None:
    game = game_of(with_text("map chart of Islet at south, east\n"), PLAYERS, 1)
    assert game.drawings == (("sea", "The sea"), ("chart", "Chart"))
    drawing = game.drawing(name="chart")
    assert drawing is not None
    assert (drawing.places[1].x, drawing.places[1].y) == (0, 99)


# -- amending ----------------------------------------------------------------------------------


def test_a_later_layer_adds_to_a_map_or_puts_another_in_its_place() -> None:
    more = 'extend map sea:\n  for p in piers where p.place == gamma:\n    "label" "x"\n'
    book = with_text(more)
    assert len(book.maps["sea"].rows) == 5
    assert [event.what for event in book.history["map sea"]] == ["declared", "extended"]
    book = with_text('map sea "Another" of Islet at south, east\n')
    assert book.maps["sea"].title == "Another"
    assert book.maps["sea"].rows == ()


def test_views_may_be_dropped() -> None:
    book = with_text('drop show islands because "the map shows them"\n')
    assert "islands" not in book.shows
    assert "show islands" in book.dropped
    game = game_of(book, PLAYERS, 1)
    assert "islands" not in [name for name, _ in game.shows]


@pytest.mark.parametrize("view", ["show island", "map seas"])
def test_to_drop_a_view_that_is_not_there_is_a_mistake(view: str) -> None:
    with pytest.raises(RulesError) as caught:
        with_text(f'drop {view} because "no"\n')
    (mistake,) = caught.value.diagnostics
    assert mistake.code == "unknown-path"
    assert mistake.help


def test_to_extend_a_map_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(RulesError) as caught:
        with_text('extend map seas:\n  for i in islets:\n    "label" i\n')
    (mistake,) = caught.value.diagnostics
    assert mistake.code == "unknown-path"
    assert mistake.help == ("did you mean `sea`?",)


# -- what is checked ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("map m of Islott at east, south", "unknown-type", "no kind `Islott`"),
        ("map m of Good at east, south", "unknown-type", "no kind `Good`"),
        ("map m of Islet at east, sooth", "no-field", "no fixed number `sooth`"),
        ("map m of Islet at lit, south", "no-field", "no fixed number `lit`"),
        (
            'extend map sea:\n  for p in piers:\n    "owner" p.place',
            "wrong-type",
            "expected Player?, found Islet",
        ),
        (
            'extend map sea:\n  for p in piers:\n    "filled" p.crates',
            "wrong-type",
            "expected Bool, found 0..9",
        ),
        (
            'extend map sea:\n  for p in players:\n    "label" p',
            "not-on-map",
            "`Player` is not seen on the map `sea`",
        ),
        (
            'extend map sea:\n  for i in islets:\n    "owner" none',
            "unknown-heading",
            "a map tells nothing under `owner` of its places (`Islet`)",
        ),
        (
            'extend map sea:\n  for n in 1..3:\n    "label" n',
            "not-on-map",
            "not seen on the map `sea`",
        ),
        (
            'extend map sea:\n  for f in ferries:\n    "label" f\n    "label" f',
            "column-twice",
            "`label` is told twice of a line",
        ),
        (
            'extend map sea:\n  for p in piers:\n    "label" "{chest}"',
            "secret-read",
            "`chest` is hidden",
        ),
        (
            'extend map sea:\n  for p in players where p.charm > 0:\n    "label" p',
            "not-on-map",
            "`Player` is not seen",
        ),
        (
            "extend map sea:\n  for p in piers where count(a in 0..9999 where count(b in 0..9999"
            ' where count(c in 0..9999 where a == b + c) > 0) > 0) > 0:\n    "label" p',
            "too-much-work",
            "too long",
        ),
        ('show x "X" on see for n in 1..2:\n  "n" n', "unknown-name", "no map `see`"),
        ('show x "X" of p for n in 1..p.charm:\n  "n" n', "secret-read", "`charm` is hidden"),
    ],
)
def test_mistakes_in_maps_are_told(text: str, code: str, message: str) -> None:
    found = mistakes(f"{text}\n")
    assert code in found, found
    assert message in found[code]


# -- tables and tracks -------------------------------------------------------------------------


def test_the_form_of_a_table_is_handed_on() -> None:
    game = islets()
    assert game.show("days").form == "track"
    assert game.show("islands").form == "table"
    assert game.show("days").rows[0] == ("1", "here")


def test_a_table_about_a_player_is_about_who_looks_or_who_is_named() -> None:
    game = islets()
    assert game.show("purse", "Ada").rows == (("1",),)
    assert game.show("purse", "Ben").rows == (("1",), ("2",))
    assert game.show("purse", "Ada", of="Ben").rows == (("1",), ("2",))
    assert game.show("purse").rows == ()  # a stranger has nothing


# -- the editions ------------------------------------------------------------------------------


def positions(edition: str, seed: int, moves: int = 60) -> Iterator[Game]:
    """Moments of a random game of three."""
    game = bw.new_game(edition, players=("Ada", "Ben", "Cy"), seed=seed)
    random = Random(seed)
    for number in range(moves):
        if game.turn is None:
            return
        game.push(random_move(game, random))
        if number % 10 == 9:
            yield game


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_map_of_an_edition_tells_what_the_position_holds(edition: str) -> None:
    for game in positions(edition, seed=11):
        drawing, view = game.drawing("Ada"), game.view("Ada")
        assert drawing is not None
        spots = {spot.name: spot for place in drawing.places for spot in place.spots}
        for name, space in view["spaces"].items():
            spot = spots[name]
            assert spot.filled == (space["tile"] is not None)
            assert spot.owner == (space["owner"] or "")
            assert spot.amount == (str(space["cubes"]) if space["cubes"] else "")
            assert spot.turned == space["flipped"]
            if spot.filled:
                assert spot.label[1:] == space["tile"].rpartition(".")[2]
        lines = {line.name: line.owner for line in drawing.lines}
        for name, link in view["links"].items():
            assert lines.get(name, "") == (link["owner"] or "")


@pytest.mark.parametrize(
    ("edition", "places", "spots"), [("birmingham", 27, 49 + 9), ("lancashire", 25, 43)]
)
def test_the_map_of_an_edition_is_whole(edition: str, places: int, spots: int) -> None:
    game = bw.new_game(edition, players=("Ada", "Ben", "Cy", "Dot"))
    drawing = game.drawing()
    assert drawing is not None
    assert len(drawing.places) == places
    assert sum(len(place.spots) for place in drawing.places) == spots
    at = [(place.x, place.y) for place in drawing.places]
    assert len(set(at)) == places
    assert all(0 <= c <= 99 for xy in at for c in xy)


def test_lines_of_the_other_era_are_not_on_the_map() -> None:
    drawing = bw.new_game("birmingham").drawing()
    assert drawing is not None
    names = {line.name for line in drawing.lines}
    assert "burton_on_trent--walsall" in names  # canal only
    assert "belper--leek" not in names  # rail only


def test_merchants_stand_in_their_places() -> None:
    game = bw.new_game("birmingham", players=("Ada", "Ben"))
    assert len(place(game, "oxford").spots) == 2
    assert place(game, "nottingham").spots == ()  # from four players on
    assert all(spot.filled and not spot.owner for spot in place(game, "oxford").spots)


def test_the_prices_show_a_cube_on_each_filled_space() -> None:
    """Of 14 spaces for coal 13 are filled at the start, of 10 for iron 8: the dearest ones."""
    table = bw.new_game("birmingham").show("prices")
    assert table.form == "track"
    assert table.rows[0] == ("£1", ".#", "..")
    assert table.rows[1] == ("£2", "##", "##")
    assert table.rows[6] == ("£7", "##", "")
    assert table.rows[7] == ("£8", "", "")


def test_the_track_shows_where_the_markers_are() -> None:
    table = bw.new_game("birmingham").show("income")
    assert len(table.rows) == 100
    assert table.rows[10][:2] == ("10", "£0")
    assert [row[0] for row in table.rows if row[2]] == ["10"]  # all begin there
    assert set(table.rows[10][2].replace(" and ", " ").split()) == {"Ada", "Ben"}


def test_a_parameter_that_only_a_map_uses_is_used() -> None:
    text = (
        'parameter late: 0..9 = 5 "A day."\n'
        'extend map sea:\n  for p in piers where day > late:\n    "label" "x"\n'
    )
    assert "unused-parameter" not in [found.code for found in diagnose(with_text(text))]
