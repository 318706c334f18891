"""What tests of the command line share: the program in this process, and a record to ask about."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter.cache import OFF

Run = Callable[..., tuple[int, str, str]]
"""What words do at the command line: the exit status, what is said, what is complained of."""


@pytest.fixture
def brass(capsys: pytest.CaptureFixture[str]) -> Run:
    """`brass WORDS`, which never shows a fault of the program, nor colours without a terminal."""

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert "fault of the program" not in said.out + said.err
        assert "\x1b" not in said.out + said.err
        return status, said.out, said.err

    return run


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """Ada built a cotton mill in Worcester and Ben took a loan; Ben then laid a canal."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=8)
    game.attach(tmp_path / "evening.brass")
    game.push("build cotton at worcester.1 with worcester")
    game.push("loan 30 with burton")
    game.push("network leek--stoke with stafford")
    return str(tmp_path / "evening.brass")


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the user is read or written, nothing is kept."""
    home, before = tmp_path_factory.mktemp("home"), Path.cwd()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "STATE", "CONFIG", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name))
        patch.setenv("HOME", str(home))
        patch.setenv(OFF, "1")
        os.chdir(home)
        yield
        os.chdir(before)
