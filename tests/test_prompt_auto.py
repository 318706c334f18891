"""What settings let the prompt do around a move: play the only one, ask first, show a view."""

from __future__ import annotations

import pytest
from tests.evenings import BOTS, at_table, set_to
from tests.prompting import CTRL_C, Script

import brasswright as bw
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game


def last_card() -> Game:
    """Ada has one card, no money, and the lowest income: all she can do is pass."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=3)
    players = {
        "Ada": {"hand": ["stafford"], "money": 0, "income": 0, "actions": 1},
        "Ben": {"hand": ["dudley", "coventry"], "discards": "rest"},
    }
    described = {"turn": "Ada", "era": "rail", "order": ["Ada", "Ben"], "deck": []}
    describe(game, {**described, "players": players})
    return game


def test_with_auto_the_only_move_is_played_and_told() -> None:
    without = last_card()
    at_table(without, [""], Settings())
    assert without.moves_played == ()
    game = last_card()
    console = at_table(game, ["", "status"], set_to(auto=True))
    assert [move.text for move in game.moves_played] == ["pass using stafford"]
    assert "Only one move: pass using stafford" in console.text
    assert game.turn == "Ben"


def test_auto_can_be_switched_on_at_the_prompt() -> None:
    game = last_card()
    console = at_table(game, ["", "auto maybe", "auto on"], Settings())
    assert console.complaints == ["`auto maybe`? It is `auto on` or `auto off`"]
    assert "auto is on (play by itself where only one move is legal)" in console.text
    assert [move.text for move in game.moves_played] == ["pass using stafford"]


def test_auto_never_chooses() -> None:
    """With two cards, either may be given up by passing, so neither is."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=3)
    players = {
        "Ada": {"hand": ["stafford", "cannock"], "money": 0, "income": 0, "actions": 1},
        "Ben": {"hand": ["dudley", "coventry"], "discards": "rest"},
    }
    described = {"turn": "Ada", "era": "rail", "order": ["Ada", "Ben"], "deck": []}
    describe(game, {**described, "players": players})
    assert [str(move) for move in game.legal_moves] == ["pass using stafford", "pass using cannock"]
    at_table(game, [""], set_to(auto=True))
    assert game.moves_played == ()


def test_undo_goes_back_to_a_decision_and_stays_there_with_auto() -> None:
    """What was played by itself is taken back with the move before it, and not played at once."""
    game = last_card()
    game.undo_policy = "friendly"
    lines = ["", "pass dudley", "undo", "status"]
    console = at_table(game, lines, set_to(auto=True))
    assert [move.text for move in game.moves_played] == ["pass using stafford"]
    assert game.turn == "Ben"
    assert console.complaints == []


# -- confirm -----------------------------------------------------------------------------


def test_confirm_shows_what_a_move_costs_and_asks() -> None:
    game = bw.new_game("birmingham", seed=8)
    lines = ["develop iron walsall", "perhaps", "n", "develop iron walsall", "y"]
    console = at_table(game, lines, set_to(confirm=True), **BOTS)
    shown = "develop iron_works.1 using walsall\n  costs £2\n  takes 1 from Iron market (8 cubes)"
    assert console.all.count(shown) == 2
    assert console.prompts[1:4] == ["Play it? (yes or no) > "] * 2 + ["Ada > "]
    assert console.text.count("Not played.") == 1
    assert game.moves_played[0].text == "develop iron_works.1 using walsall"


def test_ctrl_c_at_the_question_is_a_no_and_a_pipe_is_never_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = bw.new_game("birmingham", seed=8)
    console = at_table(game, ["loan walsall", CTRL_C, "status"], set_to(confirm=True), **BOTS)
    assert game.moves_played == ()
    assert "Not played." in console.text
    console = Script(["loan walsall"])
    console.interactive = False
    play(Session(game, console, BOTS, settings=set_to(confirm=True)))
    assert game.moves_played[0].text == "loan 30 using walsall"


# -- after a move ------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["board", "map"])
def test_the_view_that_was_asked_for_is_shown_after_each_own_move(view: str) -> None:
    game = bw.new_game("birmingham", seed=8)
    console = at_table(game, ["loan walsall", "status", view], set_to(after_move=view), **BOTS)
    played = [number for number, text in enumerate(console.all) if text.startswith("Ada: loan")]
    [seen] = [number for number, text in enumerate(console.all) if "Stoke-on-Trent" in text][:-1]
    assert played[0] < seen, "the last one is what `map` or `board` shows"
    between = console.all[played[0] + 1 : seen]
    assert any(text.startswith("Ben: ") for text in between), "the computer has moved by then"
    quiet = at_table(bw.new_game("birmingham", seed=8), ["loan walsall"], Settings(), **BOTS)
    assert "Stoke-on-Trent" not in quiet.text
