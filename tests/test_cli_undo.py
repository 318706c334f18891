"""`--undo` at the command line, and in the record that is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.evenings import EVENING


def brass(*words: str, lines: Iterable[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        env=dict(os.environ),
    )


def test_undo_is_chosen_on_the_command_line_and_kept_in_the_record(tmp_path: Path) -> None:
    record = str(tmp_path / "a.brass")
    seated = ["--seat", "Ada=human", "--seat", "Ben=random", "--seed", "8"]
    words = ["play", "birmingham", *seated, "--undo", "sandbox", "--save", record]
    done = brass(*words, lines=[*EVENING, "undo turn"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "undo: sandbox, anything may be taken back" in done.stdout
    again = brass("play", "--resume", record, lines=["undo turn", "log all"])
    assert (again.returncode, again.stderr) == (0, "")
    assert "· undo sandbox" in again.stdout
    assert "taken back: Ada: build cotton_mill.1 at worcester.1 using worcester" in again.stdout
    assert brass("play", "--resume", record, "--undo", "strict").returncode == 2
    assert brass("play", "birmingham", "--undo", "wild").returncode == 2


def test_without_a_word_a_game_is_strict() -> None:
    done = brass("play", "birmingham", "--players", "2", "--seed", "8", lines=["log"])
    assert "undo" not in done.stdout
