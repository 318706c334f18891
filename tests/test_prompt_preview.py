"""`preview` and questions: what a move or an answer costs and brings."""

from __future__ import annotations

from tests.evenings import described_game
from tests.prompting import Sitting
from tests.workshop import act

SPACES = {
    "dudley.1": {"tile": "coal_mine.1", "owner": "Ben", "cubes": 2},
    "birmingham.3": {"tile": "iron_works.1", "owner": "Ben", "cubes": 1},
}


def test_preview_tells_the_cost_in_all_and_where_each_cube_comes_from() -> None:
    """Iron works 1 cost £5 and a coal; two of its four cubes find room at £1 each (B-MKT-02)."""
    links = {"birmingham--dudley": {"owner": "Ben"}}
    game = described_game(spaces={"dudley.1": SPACES["dudley.1"]}, links=links)
    sitting = Sitting("", "preview b iron birm with birm", game=game)
    shown = next(text for text in sitting.console.all if text.startswith("build "))
    assert shown.splitlines() == [
        "build iron_works.1 at birmingham.3 using birmingham coal dudley.1",
        "  costs £3 (£5 - £1 - £1)",
        "  takes 1 from Dudley 1 (Coal Mine 1, Ben, 2 cubes)",
        "  puts 2 into Iron market (8 cubes)",
        "  Ada: hand -birmingham, discards +birmingham, mat -iron_works.1, money 30 → 27,",
        "      spent 0 → 5",
        "  Birmingham 3: tile +iron_works.1, owner +Ada, cubes 0 → 2",
        "  Dudley 1: cubes 2 → 1",
        "  Iron market: cubes 8 → 10",
    ]


def test_preview_tells_what_is_paid_for_and_what_the_market_takes() -> None:
    """Manufacturer 1 costs £8 and a coal, which the market sells for £1 (B-COAL-06)."""
    game = described_game(links={"birmingham--oxford": {"owner": "Ben"}})
    sitting = Sitting("", "preview b manuf birmingham with birmingham", "1", game=game)
    assert "  costs £9 (£8 + £1)\n  takes 1 from Coal market (13 cubes)\n" in sitting.text


def test_preview_of_a_loan_and_of_several_stages() -> None:
    sitting = Sitting("", "preview loan stafford", game=described_game())
    assert "  brings £30, costs 3 income spaces\n" in sitting.text
    sitting = Sitting("preview take and take and done")
    assert "  brings 2 coins (1 coin + 1 coin)\n" in sitting.text


def test_what_each_answer_of_a_question_costs_is_told_once_where_it_is_the_same() -> None:
    """The rules of the workshop show no coins in their line; a unit is enough for telling them."""
    game = act("""
        choose 2 things from me.hand said ""
        me.coins -= 3
    """)
    sitting = Sitting("", "try", "cancel", game=game)
    asked = sitting.text.partition("which 2 items?")[2].splitlines()
    assert asked[0] == "  (-c3)"
    assert all(len(line.split()) == 2 for line in asked[1:4]), "number and name"
