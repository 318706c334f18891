"""Killed at a real terminal, and a terminal whose files can't be written."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from pathlib import Path
from random import Random

import pexpect
import pytest
from tests.prompting import STONES

import brasswright as bw
from brasswright.cli.prompt.terminal import KeptHistory

SOAK = "BRASSWRIGHT_SOAK" in os.environ
PROMPT = re.compile(r"\x1b\[\?2004h[^\n]*Ada[^>\n]*>")
"""The prompt when it is first drawn."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX")


def sit_down(home: Path, *words: str) -> pexpect.spawn[str]:
    """The prompt at a terminal of its own; games are kept in `home`."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        **dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(home)),
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    command = ["-m", "brasswright.cli.main", "play", *words]
    return pexpect.spawn(
        sys.executable, command, env=environment, encoding="utf-8", timeout=30, dimensions=(40, 100)
    )


@pytest.mark.parametrize("seed", range(60 if SOAK else 1))
def test_killed_at_the_terminal_the_game_is_found_again(tmp_path: Path, seed: int) -> None:
    """Kept without being asked for, killed at any moment, and gone on with by `--resume` alone."""
    chance = Random(seed)
    child = sit_down(tmp_path, STONES, "--seat", "Ada", "--seat", "Ben=random", "--seed", "7")
    child.expect(PROMPT)
    shown = 0
    for _ in range(chance.randrange(1, 5)):
        child.send("take and done\r")
        child.expect("Ada: take")
        shown += 1
        child.expect(PROMPT)
    child.send("take and done\r")
    child.expect([pexpect.TIMEOUT, "Ada: take.*\n"], timeout=chance.random() / 10)
    shown += child.match is not pexpect.TIMEOUT
    child.kill(signal.SIGKILL)
    child.close(force=True)
    [path] = tmp_path.glob("brasswright/games/*.brass")
    kept = bw.load_record(path, mend=True).game()
    played = [who for who, m in zip(kept.players_played, kept.moves_played, strict=True)
              if who == "Ada" and m.text == "take"]  # fmt: skip
    assert shown <= len(played) <= shown + 1
    child = sit_down(tmp_path, "--resume")
    child.expect(r"going on after \d+ moves?")
    child.expect(PROMPT)
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_what_was_typed_need_not_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of former lines is a folder, or the disk is full: lines are read all the same."""
    folder = KeptHistory(str(tmp_path))
    assert list(folder.load_history_strings()) == []
    folder.append_string("take")
    assert folder.get_strings() == ["take"]

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    kept = KeptHistory(str(tmp_path / "history"))
    kept.append_string("take")
    monkeypatch.setattr("builtins.open", full)
    kept.append_string("done")
    monkeypatch.undo()
    assert kept.get_strings() == ["take", "done"]
    assert list(KeptHistory(str(tmp_path / "history")).load_history_strings()) == ["take"]
