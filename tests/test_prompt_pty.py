"""A real terminal: keys, Ctrl-C, Ctrl-D, and a terminal left as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from tests.prompting import STONES


def spawn(tmp_path: Path, *seats: str, term: str = "xterm") -> pexpect.spawn[str]:
    environment = {
        "TERM": term,
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    words = ["-m", "brasswright.cli.main", "play", STONES, "--seed", "7"]
    for seat in seats:
        words += ["--seat", seat]
    words += ["--save", str(tmp_path / "kept.brass")]
    return pexpect.spawn(
        sys.executable, words, env=environment, encoding="utf-8", timeout=60, dimensions=(24, 80)
    )


def kept_moves(tmp_path: Path) -> list[str]:
    lines = (tmp_path / "kept.brass").read_text().partition("\nplay: ")[2].splitlines()[1:]
    return [line.partition(" = ")[0] for line in lines]


@pytest.fixture(params=["xterm", "dumb"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[pexpect.spawn[str]]:
    child = spawn(tmp_path, "Ada", term=request.param)
    child.expect("Ada >")
    yield child
    child.close(force=True)


def test_an_evening_at_the_terminal(terminal: pexpect.spawn[str], tmp_path: Path) -> None:
    terminal.send("dig\r")
    terminal.expect("Ada: dig")
    terminal.expect("Ada >")
    terminal.send("place alpha\r")
    terminal.expect("which stone")
    terminal.expect("cancel >")
    terminal.send("\x03")
    terminal.expect("nothing was played")
    terminal.expect("Ada >")
    terminal.send("\x03")
    terminal.expect("press Ctrl-D")
    terminal.expect("Ada >")
    terminal.send("paelc\r")
    terminal.expect("is not a move or command")
    terminal.expect("Ada >")
    terminal.send("\x04")
    terminal.expect("brass play --resume")
    terminal.expect(pexpect.EOF)
    assert kept_moves(tmp_path) == ["1 Ada: dig"]


def test_a_half_typed_line_is_dropped(tmp_path: Path) -> None:
    child = spawn(tmp_path, "Ada")
    child.expect("Ada >")
    child.send("place one al\x03")
    child.expect("Ada >")
    child.send("dig\r")
    child.expect("Ada: dig")
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_tab_and_enter(tmp_path: Path) -> None:
    child = spawn(tmp_path, "Ada")
    child.expect("Ada >")
    child.send("pl\ton\tal\t\r")
    child.expect("Ada: place one at alpha")
    child.send("\x04")
    child.expect(pexpect.EOF)


def test_a_dumb_terminal_gets_no_escape_codes(tmp_path: Path) -> None:
    child = spawn(tmp_path, "Ada", term="dumb")
    child.send("board\rquit\r")
    child.expect(pexpect.EOF)
    assert "\x1b" not in (child.before or "")


def test_the_screen_is_wiped_between_two_people(tmp_path: Path) -> None:
    child = spawn(tmp_path, "Ada", "Ben")
    child.expect("Ada, press Enter when you are ready")
    child.send("\r")
    child.expect("Ada >")
    child.send("dig\r")
    child.expect(r"\x1b\[3J")
    child.expect("Ada: dig")
    child.expect("Ben, press Enter when you are ready")
    child.send("\x04")
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
