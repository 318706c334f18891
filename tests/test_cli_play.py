"""Opening a game: what the command line asks for, and the short talk when it doesn't say."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from tests.prompting import STONES, Script, stones

import brasswright as bw
from brasswright.cli.main import main
from brasswright.cli.play import add_arguments, open_session
from brasswright.cli.prompt.keeping import fresh_path
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.setting_up import Misused, choose_ruleset, choose_seats
from brasswright.interpreter.layers.finder import RulesetInfo
from brasswright.interpreter.opening import open_rulebook

EDITIONS = (
    RulesetInfo("stones", "Stones", (2, 4), True, "edition"),
    RulesetInfo("sticks", "Sticks", (2, 2), True, "edition"),
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stones = open_rulebook(STONES)
    monkeypatch.setattr(
        "brasswright.interpreter.opening.open_rulebook", lambda name, overlays: stones
    )
    monkeypatch.setattr("brasswright.cli.rulesets.playable", lambda: list(EDITIONS))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def opened(console: Script, *words: str) -> Session:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return open_session(parser.parse_args(words), console)


def kept(path: Path, *moves: str, kinds: tuple[str, ...] = ("human", "human")) -> Path:
    game = stones("Ada", "Ben")
    game.seat_kinds = kinds
    game.attach(path)
    for move in moves:
        game.push(move)
    return path


def test_the_rulesets_are_offered_and_the_players_asked_for() -> None:
    console = Script(["wood", "1", "A", "Ada Ben=robot", "Ada, Ben=random"])
    session = opened(console)
    assert session.seats == {"Ada": "human", "Ben": "random"}
    assert console.complaints == [
        "`wood` is not one of these",
        "1 players? This game has 2 to 4",
        "`robot` is no kind of player: human, random, sensible, greedy, planner or MODULE:CLASS",
    ]


@pytest.mark.parametrize("answer", ["2", "stic", "Sticks"])
def test_a_ruleset_by_number_or_name(answer: str) -> None:
    assert choose_ruleset(Script([answer]), EDITIONS).name == "sticks"


def test_enter_takes_the_first_ruleset_and_one_bot() -> None:
    assert choose_ruleset(Script([""]), EDITIONS).name == "stones"
    assert choose_seats(Script([""]), 2, 4) == {"A": "human", "B": "random"}
    sitting = {"Ada": "human", "Ben": "random"}
    assert choose_seats(Script([""]), 3, 4, sitting) == {**sitting, "C": "random"}
    assert choose_seats(Script([""]), 1, 1, sitting) == {"Ada": "human"}


def test_what_is_given_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "evening.brass"
    words = ["stones", "--seat", "Ada", "--seat", "Ben=random", "--seed", "5", "--save", str(file)]
    session = opened(Script([]), *words)
    assert session.game.seed == 5
    assert session.path == file
    with pytest.raises(Misused, match="exists already"):
        opened(Script([]), *words)


def test_a_game_of_people_is_kept_without_being_told(tmp_path: Path) -> None:
    session = opened(Script([]), "stones", "--players", "2")
    path = session.path
    assert path is not None
    assert path.parent == tmp_path / "data" / "brasswright" / "games"
    assert bw.load_record(path).head.players == ("A", "B")
    assert fresh_path(session.game) != path


def test_resuming_goes_on_in_the_same_file_with_the_same_seats(tmp_path: Path) -> None:
    file = kept(tmp_path / "evening.brass", "dig", kinds=("human", "random"))
    session = opened(Script([]), "--resume", str(file))
    assert session.seats == {"Ada": "human", "Ben": "random"}
    assert session.path == file
    assert len(session.game.moves_played) == 1
    session = opened(Script([]), "--resume", str(file), "--seat", "Ben=human")
    assert session.seats == {"Ada": "human", "Ben": "human"}
    assert bw.load_record(file).head.kinds == ("human", "human")
    with pytest.raises(Misused, match="Cy does not play"):
        opened(Script([]), "--resume", str(file), "--seat", "Cy=random")
    with pytest.raises(Misused, match="as it began"):
        opened(Script([]), "stones", "--resume", str(file))


def test_resuming_without_a_file_takes_the_game_played_last(tmp_path: Path) -> None:
    with pytest.raises(Misused, match="no game is kept yet"):
        opened(Script([]), "--resume")
    session = opened(Script([]), "stones", "--players", "2")
    assert opened(Script([]), "--resume").path == session.path


def test_a_kind_of_player_that_is_not_known_is_asked_about(tmp_path: Path) -> None:
    file = kept(tmp_path / "evening.brass", kinds=("human", "oracle"))
    with pytest.raises(Misused, match="Ben is played by `oracle`, which is not known here"):
        opened(Script([]), "--resume", str(file))
    session = opened(Script([]), "--resume", str(file), "--seat", "Ben=random")
    assert session.seats["Ben"] == "random"


def test_a_last_line_that_was_cut_off_is_left_out_and_announced(tmp_path: Path) -> None:
    file = kept(tmp_path / "evening.brass", "dig", "dig", "place one alpha")
    content = file.read_text()
    file.write_text(content[:-20])
    console = Script([])
    session = opened(console, "--resume", str(file))
    assert [move.text for move in session.game.moves_played] == ["dig", "dig"]
    assert "Its last line was cut off and has been left out" in console.text
    assert f"{file}: going on after 2 moves" in console.text
    assert bw.load_record(file).lines == session.game.record.lines


def test_a_changed_record_is_not_taken_up_nor_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept(tmp_path / "evening.brass", "dig", "place one alpha")
    changed = file.read_text().replace("place one", "place two")
    file.write_text(changed)
    assert main(["play", "--resume", str(file)]) == 1
    assert "has been changed" in capsys.readouterr().err
    assert file.read_text() == changed


def test_too_many_players_are_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "stones", "--players", "5"]) == 2
    assert "1 to 4 players, not 5" in capsys.readouterr().err


def test_a_pipe_must_name_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 2
    assert "which ruleset? stones, sticks" in capsys.readouterr().err
