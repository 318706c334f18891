"""Opening a game: what the command line asks for, and the short talk when it doesn't say."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from brasswright.cli.main import main
from brasswright.cli.play import add_arguments, open_session
from brasswright.cli.prompt.keeping import fresh_path
from brasswright.cli.prompt.setting_up import Misused, choose_ruleset, choose_seats
from brasswright.interpreter.layers.finder import RulesetInfo


def _fake() -> ModuleType:
    path = Path(__file__).with_name("prompt_fake.py")
    spec = importlib.util.spec_from_file_location("prompt_fake", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake = _fake()
EDITIONS = (
    RulesetInfo("stones", "Stones", (2, 4), True, "edition"),
    RulesetInfo("sticks", "Sticks", (2, 2), True, "edition"),
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def new_game(ruleset: str, players: list[str], seed: int, overlays: list[str]) -> object:
        return fake.FakeGame(players, seed)

    monkeypatch.setattr("brasswright.new_game", new_game, raising=False)
    monkeypatch.setattr("brasswright.load_record", fake.load_record, raising=False)
    monkeypatch.setattr("brasswright.cli.rulesets.playable", lambda: list(EDITIONS))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def opened(console: object, *words: str) -> object:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return open_session(parser.parse_args(words), console)  # type: ignore[arg-type]


def test_the_rulesets_are_offered_and_the_players_asked_for() -> None:
    console = fake.Script(["wood", "1", "A", "Ada Ben=robot", "Ada, Ben=random"])
    session = opened(console)
    assert session.seats == {"Ada": "human", "Ben": "random"}  # type: ignore[attr-defined]
    assert console.complaints == [
        "`wood` is not one of these",
        "1 players? This game has 2 to 4",
        "`robot` is no kind of player: human or random",
    ]


@pytest.mark.parametrize("answer", ["2", "stic", "Sticks"])
def test_a_ruleset_by_number_or_name(answer: str) -> None:
    assert choose_ruleset(fake.Script([answer]), EDITIONS).name == "sticks"


def test_enter_takes_the_first_ruleset_and_one_bot() -> None:
    assert choose_ruleset(fake.Script([""]), EDITIONS).name == "stones"
    assert choose_seats(fake.Script([""]), 2, 4) == {"A": "human", "B": "random"}


def test_what_is_given_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "evening.brass"
    words = ["stones", "--seat", "Ada", "--seat", "Ben=random", "--seed", "5", "--save", str(file)]
    session = opened(fake.Script([]), *words)
    assert session.game.seed == 5  # type: ignore[attr-defined]
    assert session.path == file  # type: ignore[attr-defined]
    with pytest.raises(Misused, match="exists already"):
        opened(fake.Script([]), *words)


def test_a_game_of_people_is_kept_without_being_told(tmp_path: Path) -> None:
    session = opened(fake.Script([]), "stones", "--players", "2")
    path = session.path  # type: ignore[attr-defined]
    assert path.parent == tmp_path / "data" / "brasswright" / "games"
    assert path.read_text() == "A B\n"
    assert fresh_path(session.game) != path  # type: ignore[attr-defined]


def test_resuming_goes_on_in_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "evening.brass"
    file.write_text("Ada Ben\nwait\n")
    session = opened(fake.Script([]), "--resume", str(file), "--seat", "Ben=random")
    assert session.seats == {"Ada": "human", "Ben": "random"}  # type: ignore[attr-defined]
    assert session.path == file  # type: ignore[attr-defined]
    with pytest.raises(Misused, match="Cy does not play"):
        opened(fake.Script([]), "--resume", str(file), "--seat", "Cy=random")
    with pytest.raises(Misused, match="as it began"):
        opened(fake.Script([]), "stones", "--resume", str(file))


def test_too_many_players_are_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "stones", "--players", "5"]) == 2
    assert "2 to 4 players, not 5" in capsys.readouterr().err


def test_a_pipe_must_name_the_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 2
    assert "which ruleset? stones, sticks" in capsys.readouterr().err
