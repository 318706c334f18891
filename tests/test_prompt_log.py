"""Looking back at the prompt: `log` with rounds and turns, `since`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.evenings import BOTS, EVENING, PASSES, after, evening
from tests.prompting import Script, Sitting, stones

import brasswright as bw
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Complaint, Session


def test_the_log_of_a_round_has_its_moves_with_costs_and_a_heading() -> None:
    assert after(evening(), "log round 1") == [
        "— canal era, round 1 —",
        "   1 Ada: build cotton_mill.1 at worcester.1 using worcester  (-£12)",
        "   2 Ben: loan 30 using iron_works  (+£30, -3 income spaces)",
        "    turn order: Ben and Ada",
        "    Ben: income -£3",
        "    Ada: income £0",
    ]


def test_the_log_of_a_round_goes_by_the_words_of_its_heading() -> None:
    sitting = evening(*PASSES)
    whole = after(sitting, "log all")
    assert whole[0] == "   0 the game begins"
    assert after(sitting, "log round canal 2") == after(sitting, "log round 2")
    second = after(sitting, "log round 2")
    begin, end = (whole.index(f"— canal era, round {number} —") for number in (2, 3))
    assert second == whole[begin:end]
    assert [line[:9] for line in second[1:6]] == [
        "   3 Ben:", "   4 Ben:", "   5 Ben:", "   6 Ada:", "   7 Ada:"
    ]  # fmt: skip
    assert after(sitting, "log round 3") == whole[end:]


def test_the_log_of_a_turn() -> None:
    sitting = Sitting(*EVENING[:2], game=bw.new_game("birmingham", seed=8), seats=BOTS)
    assert after(sitting, "log turn") == [
        "— canal era, round 2 —",
        "   6 Ada: network gloucester--worcester using walsall  (-£3)",
    ]
    begun = Sitting(EVENING[0], game=bw.new_game("birmingham", seed=8), seats=BOTS)
    with pytest.raises(Complaint, match="nothing has been played in this turn; `since` tells"):
        after(begun, "log turn")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("log round 9", "nothing was played in round 9; it is canal era, round 3"),
        ("log round rail 1", "nothing was played in round rail 1; it is canal era, round 3"),
        ("log xyz", "`log xyz`: a number of moves, `all`, `round N` or `turn` goes there"),
        ("log 1 2", "`log 1 2`: a number of moves, `all`, `round N` or `turn` goes there"),
        ("log turn 2", "`log turn 2`: a number of moves, `all`, `round N` or `turn` goes there"),
    ],
)  # fmt: skip
def test_a_log_that_can_not_be_shown_is_told(line: str, said: str) -> None:
    with pytest.raises(Complaint) as complaint:
        after(evening(), line)
    assert str(complaint.value) == said


def test_the_turn_before_the_first_move_is_none() -> None:
    for line in ("log turn", "since"):
        with pytest.raises(Complaint, match="nothing has been played yet"):
            carry_out(Session(stones("Ada"), Script([])), line)


def test_tab_offers_the_rounds_that_were() -> None:
    session = evening().session
    assert [word.text for word in complete(session, "log ")] == ["all", "round", "turn"]
    assert [word.text for word in complete(session, "log round ")] == [
        "round canal era 3",
        "round canal era 2",
        "round canal era 1",
    ]


def test_costs_are_told_after_a_game_was_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.brass"
    whole = after(evening(path=path), "log all")
    again = Sitting(game=bw.load_record(path).game(), seats=BOTS)
    assert after(again, "log all") == whole


# -- since -------------------------------------------------------------------------------


def test_since_tells_what_the_others_did_after_the_own_last_move() -> None:
    told = after(evening(*PASSES), "since")
    assert told[0] == "— canal era, round 3 —"
    assert [line[:9] for line in told[1:4]] == ["  10 Ben:", "  11 Ben:", "  12 Ben:"]
    assert told[4:] == ["    turn order: Ada and Ben", "    Ada: income £3", "    Ben: income -£3"]
    with pytest.raises(Complaint, match="nothing has happened since your last move"):
        after(Sitting(*EVENING[:2], game=bw.new_game("birmingham", seed=8), seats=BOTS), "since")


def test_since_in_a_hot_seat_is_for_the_person_at_the_keyboard() -> None:
    lines = ["", "take and done", "", "take and done", "", "dig", ""]
    sitting = Sitting(*lines, game=stones("Ada", "Ben"))
    assert sitting.session.viewer == "Ben"
    assert after(sitting, "since") == ["— turn 3 —", "   5 Ada: dig"]
