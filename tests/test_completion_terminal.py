"""In a real terminal: a whole turn by Tab and Enter alone, keys with a name, and 40 columns."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest
from tests.prompting import Script
from tests.test_completion_keys import ENTER, F1, F2, TAB, pressed

import brasswright as bw
from brasswright.cli.prompt.session import Session


def spawn(tmp_path: Path, edition: str, width: int = 100, **environment: str) -> pexpect.spawn[str]:
    words = ["-m", "brasswright.cli.main", "play", edition, "--seed", "8"]
    words += ["--seat", "Ada=human", "--seat", "Ben=random", "--seat", "Cy=random"]
    environment = {
        "TERM": "xterm",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        **environment,
    }
    child = pexpect.spawn(
        sys.executable,
        words,
        env=environment,  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=30,
        dimensions=(30, width),
    )
    # The toolbar is drawn when the terminal has said how much room is below the cursor.
    child.expect_exact("\x1b[6n")
    child.send("\x1b[5;1R")
    return child


def waiting(edition: str) -> Session:
    """The same game, at Ada's first move."""
    game = bw.new_game(edition, players=["Ada", "Ben", "Cy"], seed=8)
    session = Session(game, Script([]), {"Ada": "human", "Ben": "random", "Cy": "random"})
    session.play_bots()
    return session


@pytest.mark.parametrize("edition", ["birmingham", "lancashire", "brass-2007"])
def test_a_turn_by_tab_and_enter_alone(edition: str, tmp_path: Path) -> None:
    session = waiting(edition)
    child = spawn(tmp_path, edition)
    moves = [move.verb for move in session.game.legal_moves]
    assert "build" in moves
    child.send(pressed(session, place=0))
    child.expect("Ada: build ")
    child.close(force=True)


def test_keys_with_a_name(tmp_path: Path) -> None:
    child = spawn(tmp_path, "birmingham")
    child.expect(r"\[F2\] Auto: off")
    child.send(f"{F2}loan{F1}")
    child.expect("loan: Take a loan")
    child.expect(r"\x1b\[6n")
    child.send("\x1b[5;1R")
    child.expect(r"\[F2\] Auto: on")
    child.close(force=True)


def test_forty_columns(tmp_path: Path) -> None:
    child = spawn(tmp_path, "birmingham", width=40)
    child.expect(r"\[F1\] Help")
    child.send(f"lo{TAB}{TAB}{ENTER}{ENTER}")
    child.expect(r"Ada: loan|which card")
    child.close(force=True)


def test_no_colour(tmp_path: Path) -> None:
    child = spawn(tmp_path, "birmingham", NO_COLOR="1")
    child.send(f"build coal {TAB}")
    child.expect("belper")
    shown = child.before or ""
    child.expect("cannock")
    shown += child.before or ""
    child.close(force=True)
    assert "[38;" not in shown
    assert "[48;" not in shown
    assert "[31m" not in shown
