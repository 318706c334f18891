"""Games that are killed in the middle and taken up again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.prompting import STONES

import brasswright as bw

BRASS = [sys.executable, "-m", "brasswright.cli.main", "play"]


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*BRASS, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    )


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_move_that_was_shown_survives(tmp_path: Path, seed: int) -> None:
    """Killed after a random number of moves, perhaps while the next one is being written."""
    path = tmp_path / "kept.brass"
    chance = random.Random(seed)
    shown = chance.randint(1, 12)
    process = start(
        STONES, "--seat", "Ada", "--seat", "Ben", "--seed", str(seed), "--save", str(path)
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("take and done\n" * 40)
    process.stdin.flush()
    seen = 0
    while seen < shown:
        seen += ": done" in process.stdout.readline()
    kill(process)
    record = bw.load_record(path, mend=True)
    moves = [move.text for move in record.game().moves_played]
    assert len(moves) >= 2 * shown
    assert moves == ["take", "done"] * (len(moves) // 2) + ["take"] * (len(moves) % 2)
    done = subprocess.run(
        [*BRASS, "--resume", str(path)],
        input="log all\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"going on after {len(moves)} moves" in done.stdout


def test_a_game_of_bots_killed_twice_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, kept = tmp_path / "whole.brass", tmp_path / "kept.brass"
    words = ["birmingham", "--seat", "Ada=random", "--seat", "Ben=random", "--seed", "9", "--save"]
    first, second = start(*words, str(whole)), start(*words, str(kept))
    _wait_for(kept, 60)
    kill(second)
    again = start("--resume", str(kept))
    time.sleep(0.9)
    kill(again)
    last = start("--resume", str(kept))
    for process in (first, last):
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert kept.read_text() == whole.read_text()
    assert bw.load_record(whole).game().turn is None


def _wait_for(path: Path, lines: int) -> None:
    for _ in range(400):
        if path.exists() and len(path.read_text().partition("\nplay: ")[2].splitlines()) >= lines:
            return
        time.sleep(0.02)
    raise AssertionError("the game does not go on")
