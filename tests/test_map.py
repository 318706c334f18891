"""The map in the terminal: what it must hold, at every width, and what people type to see it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.prompting import Script, Sitting, stones
from tests.test_map_rules import EDITIONS, islets

import brasswright as bw
from brasswright.cli.output import columns
from brasswright.cli.prompt import looking
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.views.map import Look, map_text, spot_text
from brasswright.cli.views.marks import marks_of
from brasswright.cli.views.schematic import FINE, PLAIN, Box, Wire, schematic
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.drawing import Drawing, DrawnLine, DrawnPlace, Spot
from brasswright.interpreter.game import Game

NAMES = ("Ada", "Ben", "Cy", "Dot")
MARKS = marks_of(NAMES)
BUILDING = ("build", "network", "sell")


@cache
def midgame(edition: str, seed: int = 5) -> Game:
    """A game of four in which much has been built, played until something is turned over."""
    game = bw.new_game(edition, players=NAMES, seed=seed)
    random = Random(seed)
    while not _is_rich(game):
        verbs = random.sample(BUILDING, len(BUILDING))
        found = (list(islice(game.generate_moves(verb), 100)) for verb in verbs)
        moves = next((some for some in found if some), None)
        game.push(random.choice(moves) if moves else random_move(game, random))
    return game


def _is_rich(game: Game) -> bool:
    assert game.turn is not None
    spaces, links = game.view()["spaces"].values(), game.view()["links"].values()
    turned, left = (any(space[field] for space in spaces) for field in ("flipped", "cubes"))
    owners = {link["owner"] for link in links if link["owner"]}
    owners |= {space["owner"] for space in spaces if space["owner"]}
    lines = sum(link["owner"] is not None for link in links)
    return turned and left and len(owners) == len(NAMES) and lines > 5


def drawn(game: Game) -> Drawing:
    drawing = game.drawing("Ada")
    assert drawing is not None
    return drawing


def shown(drawing: Drawing, width: int = 80, layout: str = "auto", *words: str) -> str:
    text = map_text(drawing, MARKS, Look(width, layout), words)
    assert text is not None
    return text


# -- what a spot is written as -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("spot", "text"),
    [
        (Spot("a.1", "T/M"), "tm"),
        (Spot("a.1", "T2", "Ada", filled=True), "T2A"),
        (Spot("a.1", "C2", "Ben", amount="3", filled=True), "C2B:3"),
        (Spot("a.1", "T1", "Dot", turned=True, filled=True), "T1D*"),
        (Spot("a.1", "T/M/P", amount="1", filled=True), "TMP:1"),
        (Spot("a.1", "-", filled=True), "-"),
    ],
)
def test_a_spot_in_a_few_letters(spot: Spot, text: str) -> None:
    assert spot_text(spot, MARKS) == text


def test_every_player_has_a_letter_of_its_own() -> None:
    assert dict(marks_of(("Ada", "Ann", "ada", "Aa")).letters) == {
        "Ada": "A",
        "Ann": "N",
        "ada": "D",
        "Aa": "4",
    }


def test_colours_are_doubled_by_letters_and_come_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    drawing = drawn(midgame("birmingham"))
    plain = shown(drawing)
    assert "\x1b" not in plain
    coloured = map_text(drawing, marks_of(NAMES, coloured=True), Look(80))
    assert coloured is not None
    assert "\x1b[38;5;214m" in coloured  # orange is Ada's
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


# -- what must be on it ------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 100, 120, 160, 200])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_place_spot_and_built_line_is_on_the_map(edition: str, width: int) -> None:
    drawing = drawn(midgame(edition))
    text = shown(drawing, width)
    for place in drawing.places:
        assert place.label in text
        if place.spots:
            written = " ".join(spot_text(spot, MARKS) for spot in place.spots)
            assert f"[{written}]" in text
    picture = text.partition("\nT cotton mill")[0]
    for place in drawing.places:  # what is left are the lines and the letters on them
        picture = picture.replace(place.label, "", 1)
    picture = re.sub(r"\[[^\]]*\]", "", picture).partition("without room")[0]
    letters = Counter(c for c in picture.removeprefix("The board") if c in "ABCD")
    built = Counter(line.owner[0] for line in drawing.lines if line.owner)
    assert letters == built
    assert sum(built.values()) > 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_open_lines_are_dotted(edition: str) -> None:
    drawing = drawn(bw.new_game(edition, players=NAMES))
    picture = shown(drawing).partition("small letters")[0]
    assert picture.count("·") >= len(drawing.lines)
    assert not any(sign in picture for sign in "━┃╲")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_legend_explains_what_is_there(edition: str) -> None:
    text = " ".join(shown(drawn(midgame(edition))).split())
    assert "T cotton mill, C coal mine, I iron works" in text
    assert "small letters: what may lie there" in text
    assert re.search(r"\b[a-z]{2,} = for \w+ ?\w*/\w+", text), "an example of each sort"
    assert re.search(r"[A-Z]\d[ABCD]\S* = (Ada|Ben|Cy|Dot): \w+ ?\w* \d", text)
    assert "* turned over" in text
    assert "A Ada, B Ben, C Cy, D Dot" in text


def test_nothing_is_explained_that_is_not_there() -> None:
    text = shown(drawn(bw.new_game("lancashire", players=NAMES)))
    assert "turned over" not in text
    assert "left there" not in text
    assert "a line of" not in text
    assert "Ada" not in text


def test_the_compact_map_leaves_out_what_is_open_and_is_lower() -> None:
    drawing = drawn(midgame("birmingham"))
    whole, compact = shown(drawing), shown(drawing, 80, "compact")
    assert len(compact.splitlines()) < len(whole.splitlines())
    assert "·" not in compact
    for place in drawing.places:
        assert place.label in compact
        for spot in place.spots:
            if spot.owner:
                assert spot_text(spot, MARKS) in compact
    assert "[tm" not in compact


def test_only_the_wide_map_takes_all_the_width() -> None:
    drawing = drawn(midgame("lancashire"))
    assert max(map(len, shown(drawing, 200).splitlines())) <= 140
    assert max(map(len, shown(drawing, 200, "wide").splitlines())) > 150


def test_places_keep_their_bearings() -> None:
    """Whatever moves for want of room: what lies far to the west stays left of what is east."""
    rows = shown(drawn(midgame("birmingham")), 100).splitlines()
    at = {
        name: next((row.index(name), number) for number, row in enumerate(rows) if name in row)
        for name in ("Shrewsbury", "Coventry", "Warrington", "Gloucester", "Walsall")
    }
    assert at["Shrewsbury"][0] < at["Walsall"][0] < at["Coventry"][0]
    assert at["Warrington"][1] < at["Walsall"][1] < at["Gloucester"][1]


# -- width -------------------------------------------------------------------------------------

SAMPLES = [(edition, layout) for edition in EDITIONS for layout in ("auto", "compact", "wide")]


@settings(deadline=None, max_examples=60)
@given(st.integers(40, 200), st.sampled_from(SAMPLES), st.sampled_from(["", "ada", "man", "liver"]))
def test_no_line_is_wider_than_the_terminal(width: int, sample: tuple[str, str], word: str) -> None:
    edition, layout = sample
    text = map_text(drawn(midgame(edition)), MARKS, Look(width, layout), word.split())
    assert text is None or max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("edition", EDITIONS)
def test_below_80_columns_it_is_a_list(edition: str) -> None:
    drawing = drawn(midgame(edition))
    text = shown(drawing, 60)
    rows = text.splitlines()
    for place in drawing.places:
        written = " ".join(spot_text(spot, MARKS) for spot in place.spots)
        assert f"{place.label}: {written}".rstrip(": ") in rows
    labels = {place.name: place.label for place in drawing.places}
    joined = " ".join(text.split())
    for line in drawing.lines:
        if line.owner:
            others = " and ".join(labels[end] for end in line.ends[1:])
            assert f"{others} ({line.owner})" in joined


# -- finding places ----------------------------------------------------------------------------


def test_a_word_shows_its_places_and_their_neighbours_and_tells_all_about_them() -> None:
    drawing = drawn(midgame("birmingham"))
    text = shown(drawing, 80, "auto", "worcester")
    for name in ("Worcester", "Gloucester", "Kidderminster", "South farm", "Birmingham"):
        assert name in text
    assert "Derby" not in text
    assert "worcester.1 " in text
    assert "gloucester--worcester " in text


def test_words_may_be_those_of_an_owner_or_of_what_may_lie_there() -> None:
    drawing = drawn(islets("moor alpha.2", "sail beta--delta"))
    assert "Gamma Rock" in shown(drawing, 80, "auto", "ada")  # a neighbour of Alpha
    assert "Delta" in shown(drawing, 80, "auto", "ben", "fish")
    assert map_text(drawing, MARKS, Look(80), ("ben", "light", "salt")) is None


def test_a_narrow_list_holds_only_the_places_meant() -> None:
    text = shown(drawn(midgame("birmingham")), 60, "auto", "worcester")
    assert "\nWorcester: " in text
    assert "\nGloucester: " not in text


# -- the grid ----------------------------------------------------------------------------------


def box(name: str, x: int, y: int, *more: str) -> Box:
    return Box(name, (((name, ""),), *((((text, ""),)) for text in more)), x, y)


def picture(boxes: list[Box], wires: list[Wire], width: int = 40) -> str:
    found = schematic(boxes, wires, width, PLAIN)
    assert found is not None
    return "\n".join("".join(c for c, _ in row).rstrip() for row in found.rows).strip("\n")


def test_a_line_between_two_boxes_is_level_with_the_letter_in_its_middle() -> None:
    boxes = [box("west", 0, 50), box("east", 99, 50)]
    assert picture(boxes, [Wire("w", ("west", "east"), "A", "Ada")], 21) == "west======A======east"
    assert picture(boxes, [Wire("w", ("west", "east"))], 21) == "west.............east"


def test_a_line_goes_around_what_stands_in_between() -> None:
    boxes = [box("west", 0, 50), box("middle", 50, 50), box("east", 99, 50)]
    rows = picture(boxes, [Wire("w", ("west", "east"))]).splitlines()
    assert any("middle" in row for row in rows)
    assert not any(re.search(r"\.middle|middle\.", row) for row in rows)
    assert sum(row.count(".") for row in rows) > 20


def test_boxes_that_lie_on_each_other_are_moved_apart() -> None:
    boxes = [box(f"box{n}", 50, 50, "[abc]") for n in range(6)]
    rows = picture(boxes, []).splitlines()
    for n in range(6):
        assert sum(f"box{n}" in row for row in rows) == 1
    assert sum(row.count("[abc]") for row in rows) == 6


def test_a_line_with_three_ends_reaches_all_of_them() -> None:
    boxes = [box("a", 0, 0), box("b", 99, 0), box("c", 50, 99)]
    rows = picture(boxes, [Wire("w", ("a", "b", "c"), "X", "Xia")], 21).splitlines()
    assert rows[0].startswith("a=") or rows[0].startswith("a ")
    below = next(n for n, row in enumerate(rows) if "c" in row)
    assert any(sign in rows[below - 1] for sign in "|\\/=X")


def test_what_fits_no_way_is_no_drawing() -> None:
    assert schematic([box("a" * 50, 0, 0)], [], 40) is None


def test_the_same_position_is_drawn_the_same() -> None:
    assert shown(drawn(midgame("birmingham"))) == shown(drawn(midgame("birmingham")))


def test_a_place_without_lines_or_spots_and_a_map_of_one_place() -> None:
    lone = Drawing("m", "A map", (DrawnPlace("a", "Alpha", 99, 99),), ())
    assert shown(lone).splitlines()[1].strip() == "Alpha"
    pair = Drawing(
        "m",
        "A map",
        (DrawnPlace("a", "Alpha", 0, 0), DrawnPlace("b", "Beta", 0, 0)),
        (DrawnLine("a--b", ("a", "b"), "", "Ada"),),
    )
    assert "a line of Ada" in shown(pair)


# -- at the prompt -----------------------------------------------------------------------------


class Wide(Script):
    """A console of any width."""

    def __init__(self, width: int) -> None:
        super().__init__([])
        self.width = width


def said(game: Game, width: int, *lines: str, layout: str = "auto") -> str:
    """What is written when Ada types these lines."""
    session = Session(
        game, Wide(width), {"Ada": "human"} | dict.fromkeys(game.players[1:], "random")
    )
    session.settings.layout = layout
    for line in lines:
        carry_out(session, line)
    assert isinstance(session.console, Wide)
    return session.console.text


def test_map_is_a_command_and_the_board_goes_with_it() -> None:
    game = midgame("birmingham")
    assert said(game, 80, "map").startswith("The board\n")
    board = said(game, 100, "board")
    assert board.startswith(said(game, 100, "map"))
    assert "Players, in turn order" in board
    assert "Prices of cubes" in board
    assert "Merchants" not in board  # they are on the map


def test_the_compact_board_is_one_screen_of_40_lines() -> None:
    for edition in EDITIONS:
        assert len(said(midgame(edition), 100, "board", layout="compact").splitlines()) <= 40


def test_the_wide_board_holds_all_that_lies_open() -> None:
    board = said(midgame("birmingham"), 160, "board", layout="wide")
    assert "Merchants" in board
    assert "Markets" in board
    assert "Your hand" not in board


def test_words_after_board_look_through_all_tables() -> None:
    assert "Gloucester 1" in said(midgame("birmingham"), 80, "board gloucester")


def test_rules_without_a_map_say_so() -> None:
    sitting = Sitting("map", "board", game=stones())
    assert sitting.complaints == ["these rules have no map"]


def test_a_word_that_is_nowhere_is_told() -> None:
    with pytest.raises(Complaint, match="no place on the map contains `atlantis`"):
        said(midgame("birmingham"), 80, "map atlantis")


def test_letters_that_the_output_lacks_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking.output, "can_write", lambda text: False)
    text = said(midgame("birmingham"), 80, "map")
    assert text.isascii()
    assert re.search("=[A-D]=", text.partition("T cotton mill")[0])


def test_a_table_about_a_player_may_be_another_players() -> None:
    game = islets()
    assert said(game, 80, "purse").count("\n") == 3
    assert said(game, 80, "purse ben").splitlines()[0] == "Coins (Ben)"
    assert said(game, 80, "purse ben 2").splitlines()[-1].strip() == "2"


def test_a_mat_of_another_player_can_be_looked_at() -> None:
    text = said(midgame("birmingham"), 100, "mat dot")
    assert text.splitlines()[0] == "On the mat: the next tile of each industry (Dot)"


def colours() -> Iterator[int]:
    yield from (columns("\x1b[1mab\x1b[0m"), columns("ab"))


def test_colours_take_no_room() -> None:
    assert list(colours()) == [2, 2]


def test_strokes_are_one_letter_each() -> None:
    for strokes in (FINE, PLAIN):
        signs = (strokes.open, strokes.level, strokes.upright, strokes.falling, strokes.rising)
        assert all(len(sign) == 1 for sign in signs)
