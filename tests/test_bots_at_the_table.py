"""Bots at the prompt: any mix at one table, bots of one's own, and what happens when one fails."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.prompting import Sitting
from tests.workshop import workshop

import brasswright as bw
from brasswright.cli.main import main
from brasswright.cli.prompt.setting_up import Misused, read_seats

BOTS = """
class Last:
    def choose(self, game, chance):
        return list(game.legal_moves)[-1]
class Tired:
    def choose(self, game, chance):
        if len(game.log) > 8:
            raise RuntimeError("tired")
        return next(iter(game.legal_moves))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "table_bots.py").write_text(BOTS)
    return tmp_path


def test_each_seat_may_have_a_kind_of_its_own(folder: Path) -> None:
    assert read_seats(["Ada", "Ben=Greedy", "Cy=PLANNER", "Dee=table_bots:Last"]) == {
        "Ada": "human",
        "Ben": "greedy",
        "Cy": "planner",
        "Dee": "table_bots:Last",
    }
    with pytest.raises(Misused, match="table_bots has no First"):
        read_seats(["Ada=table_bots:First"])


def test_a_person_among_bots_sees_what_each_of_them_did() -> None:
    text = """
define worth(p: Player) -> Number: Number(p.coins)
action earn "Earn coins" during turn:
  choose n from 1..3 said ""
  me.coins += n
"""
    seats = {"Ada": "human", "Ben": "greedy", "Cy": "sensible"}
    sitting = Sitting("earn 1", game=workshop(text, players=3), seats=seats)
    assert "Ben: earn 3" in sitting.text
    assert "Cy: earn " in sitting.text
    assert sitting.game.seat_kinds == ("human", "greedy", "sensible")


def test_a_bot_that_fails_leaves_the_game_as_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--seat", "Ada=table_bots:Tired", "--seat", "Ben=random"]
    assert main(["play", "lancashire", *seats, "--seed", "3", "--save", "game.brass"]) == 1
    printed = capsys.readouterr()
    assert "the bot table_bots:Tired of Ada failed: RuntimeError: tired" in printed.err
    assert "Traceback" not in printed.err
    assert "brass play --resume game.brass --seat Ada=greedy" in printed.out
    kept = bw.load_record("game.brass").game()
    assert kept.turn == "Ada"
    assert len(kept.log) > 8


def test_a_file_brings_no_code_into_the_game(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    game = bw.new_game("lancashire", ["Ada", "Ben"], 3)
    game.seat_kinds = ("human", "table_bots:Last")
    game.record.save("game.brass")
    assert main(["play", "--resume", "game.brass"]) == 2
    said = capsys.readouterr().err
    assert "Ben is played by `table_bots:Last`, which is not part of the game" in said
    assert "--seat Ben=table_bots:Last lets it play on" in said
    assert main(["play", "--resume", "game.brass", "--seat", "Ben=table_bots:Last"]) == 0
