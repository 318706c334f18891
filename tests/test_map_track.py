"""Tracks in the terminal: fields in a line, folded at the width, long ones around their markers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.prompting import Script
from tests.test_map import midgame, said
from tests.test_map_rules import islets

from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.session import Session
from brasswright.cli.views.track import track_text
from brasswright.interpreter.moves import Table

DAYS = Table(
    "days",
    "The days",
    ("day", "wage", "now"),
    tuple((str(n), f"{n * 10}c", "here" if n == 3 else "") for n in range(1, 5)),
    "track",
)


def long_track(fields: int, *marked: int) -> Table:
    rows = tuple((str(n), f"£{n}", "here" if n in marked else "") for n in range(fields))
    return Table("long", "A long track", ("space", "income", "marker"), rows, "track")


def numbers(text: str) -> list[str]:
    """The first row of each band: what stands above the fields."""
    return [
        word for line in text.splitlines() if line.startswith("space") for word in line.split()[1:]
    ]


def test_the_first_column_is_above_the_others() -> None:
    assert track_text(DAYS, 80).splitlines() == [
        "The days",
        "day    1    2    3     4",
        "----  ---  ---  ----  ---",
        "wage  10c  20c  30c   40c",
        "now             here",
    ]


def test_it_is_folded_at_the_width() -> None:
    assert track_text(DAYS, 17).splitlines() == [
        "The days",
        "day    1    2",
        "----  ---  ---",
        "wage  10c  20c",
        "day    3     4",
        "----  ----  ---",
        "wage  30c   40c",
        "now   here",
    ]


def test_a_long_track_is_shown_around_its_markers() -> None:
    text = track_text(long_track(100, 10, 13, 60), 80)
    kept = [*map(str, range(8, 16)), "...", *map(str, range(58, 63))]
    assert numbers(text) == ["...", *kept, "..."]
    assert text.count("here") == 3


def test_without_a_marker_it_is_shown_from_its_beginning() -> None:
    assert numbers(track_text(long_track(100), 60)) == ["0", "..."]


def test_all_of_it_is_there_when_asked_for_wide() -> None:
    text = track_text(long_track(100, 10), 80, layout="wide")
    assert numbers(text) == [str(n) for n in range(100)]


def test_compact_takes_one_line_where_it_can() -> None:
    table = long_track(25, 4)
    assert len(numbers(track_text(table, 80))) == 25
    assert numbers(track_text(table, 80, layout="compact")) == [
        "...",
        "2",
        "3",
        "4",
        "5",
        "6",
        "...",
    ]


def test_words_pick_the_fields_that_hold_them() -> None:
    assert numbers(track_text(long_track(100, 10, 60), 80, ("here",))) == ["10", "60"]
    assert track_text(DAYS, 80, ("gone",)) == "The days: nothing with gone"


@settings(max_examples=100, deadline=None)
@given(
    st.integers(40, 200),
    st.integers(1, 120),
    st.lists(st.integers(0, 119), max_size=5),
    st.sampled_from(["auto", "compact", "wide"]),
)
def test_no_line_of_a_track_is_wider_than_the_terminal(
    width: int, fields: int, marked: list[int], layout: str
) -> None:
    text = track_text(long_track(fields, *marked), width, layout=layout)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("here") == len({n for n in marked if n < fields})


def test_a_track_is_shown_by_its_name() -> None:
    text = said(midgame("lancashire"), 80, "distant")
    assert text.splitlines()[1].split() == ["space", *"01234567", "X"]
    assert ["income", "spaces", *"33221100", "closed"] in map(str.split, text.splitlines())
    assert said(midgame("lancashire"), 80, "show distant") == text


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
def test_the_income_track_takes_few_lines(edition: str) -> None:
    text = said(midgame(edition), 80, "income")
    assert len(text.splitlines()) <= 16
    for name in ("Ada", "Ben", "Cy", "Dot"):
        assert name in text


def test_tab_offers_players_after_a_table_about_one_and_places_after_map() -> None:
    session = Session(islets(), Script([]))
    assert [word.text for word in complete(session, "purse ")] == ["Ada", "Ben"]
    assert [word.text for word in complete(session, "purse b")] == ["Ben"]
    assert complete(session, "islands ") == []
    assert [word.text for word in complete(session, "map ga")] == ["gamma"]
