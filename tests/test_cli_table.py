"""Tables as plain text."""

from __future__ import annotations

from itertools import combinations

from brasswright.cli.views.moves import folded_text
from brasswright.cli.views.standings import standings_text, winners_text
from brasswright.cli.views.table import beside, columns_text, list_text, names_text, table_text
from brasswright.interpreter.moves import Choice, Move, Outcome, Standing, Table

SITES = Table(
    "sites",
    "Sites",
    ("site", "owner", "stones", "remark"),
    (
        ("alpha", "A", "1", "a place with a long remark that has many words in it"),
        ("beta", "-", "12", ""),
    ),
)


def test_columns_are_aligned_and_numbers_stand_to_the_right() -> None:
    assert table_text(SITES, 100).splitlines() == [
        "Sites",
        "site   owner  stones  remark",
        "-----  -----  ------  ----------------------------------------------------",
        "alpha  A           1  a place with a long remark that has many words in it",
        "beta   -          12",
    ]


def test_wide_cells_are_folded_to_the_width() -> None:
    for width in (30, 40, 60, 79):
        text = table_text(SITES, width)
        assert max(map(len, text.splitlines())) <= width
        assert "many" in text


def test_a_very_narrow_terminal_gets_one_paragraph_a_row() -> None:
    text = table_text(SITES, 24)
    assert "\nalpha: owner A, stones\n    1, remark a place" in text
    assert max(map(len, text.splitlines())) <= 24


def test_only_rows_with_all_words() -> None:
    assert "beta" not in table_text(SITES, 80, ["ALPHA", "remark"])
    assert table_text(SITES, 80, ["gamma"]) == "Sites: nothing with gamma"
    assert table_text(Table("s", "Sites", (), ()), 80) == "Sites: nothing"


def test_empty_columns_are_left_out() -> None:
    assert columns_text(["", "name"], [["", "alpha"]], 80) == "name\n-----\nalpha"
    assert columns_text(["", ""], [["a", "b"]], 80) == "a  b"


def test_a_long_narrow_table_is_set_in_panels() -> None:
    rows = tuple((f"site {n}", str(n)) for n in range(1, 25))
    lines = table_text(Table("s", "Sites", ("site", "n"), rows), 60).splitlines()
    assert lines[1].split() == ["site", "n", "|"] * 2 + ["site", "n"]
    assert len(lines) == 3 + 8
    assert max(map(len, lines)) <= 60
    assert len(table_text(Table("s", "Sites", ("site", "n"), rows), 19).splitlines()) == 3 + 24


def test_lists_fold_their_remarks() -> None:
    text = list_text([("one", "word " * 30), ("two", "")], 40)
    assert max(map(len, text.splitlines())) <= 40
    assert names_text(["alpha", "beta", "gamma"], 20) == "  alpha  beta\n  gamma"


def standing(place: int, player: str, points: int) -> Standing:
    return Standing(place, player, (("points", points),))


def test_standings_name_the_winner_and_what_was_compared() -> None:
    outcome = Outcome((standing(2, "B", 5), standing(1, "A", 9)))
    assert standings_text(outcome, 80).splitlines() == [
        "The game is over: A wins.",
        "place  player  points",
        "-----  ------  ------",
        "    1  A            9",
        "    2  B            5",
    ]


def test_shared_places() -> None:
    shared = Outcome((standing(1, "A", 5), standing(1, "B", 5), standing(3, "C", 1)))
    assert winners_text(shared) == "The game is over: A and B share the win."
    assert winners_text(Outcome(shared.standings[:2])) == "The game is over: a draw."


def test_moves_that_take_any_of_the_same_things_are_one() -> None:
    hand = {"a": 2, "b": 1, "c": 1}
    ways = {
        ",".join(sorted(taken))
        for taken in combinations([name for name, many in hand.items() for _ in range(many)], 2)
    }
    moves = [Move("swap", (Choice("", way, "swap.what"),)) for way in sorted(ways)]
    assert folded_text(moves, 80) == "  swap any 2 of a (2), b, c"
    assert folded_text(moves[:-1], 80).count("\n") == len(moves) - 2


def test_tables_stand_side_by_side_where_both_fit() -> None:
    texts = ["One\na\n-", "Two\nb\n-\n1", "x" * 30]
    assert beside(texts, 14) == ["One   |   Two\na     |   b\n-     |   -\n      |   1", "x" * 30]
    assert beside(texts, 10) == texts
