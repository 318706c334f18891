"""P42: a question that is dropped pays nothing and leaves the moves before it alone."""

from __future__ import annotations

from tests.evenings import described_game
from tests.prompting import CTRL_C, Sitting


def test_ctrl_c_in_a_dialogue_pays_nothing_and_keeps_the_first_action() -> None:
    game = described_game(players={
        "Ada": {"hand": ["dudley", "birmingham", "coventry", "stafford"], "actions": 2}
    })  # fmt: skip
    sitting = Sitting("", "loan stafford", "pass", CTRL_C, CTRL_C, "status", "pass dud", game=game)
    assert sitting.played == ["loan 30 using stafford", "pass using dudley"]
    assert "Dropped; nothing was played." in sitting.text
    assert "To leave, type quit or press Ctrl-D" in sitting.text
    assert sitting.complaints == []


def test_undo_in_a_dialogue_drops_the_question_and_no_move() -> None:
    game = described_game(players={
        "Ada": {"hand": ["dudley", "birmingham", "coventry", "stafford"], "actions": 2}
    })  # fmt: skip
    sitting = Sitting("", "loan stafford", "pass", "undo", "status", game=game)
    assert sitting.played == ["loan 30 using stafford"]
    assert "Dropped; nothing was played." in sitting.text
    assert "Taken back" not in sitting.text
