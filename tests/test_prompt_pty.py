"""A real terminal: keys, Ctrl-C, Ctrl-D, and a terminal left as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

PROGRAM = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("prompt_fake", {fake!r})
fake = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fake)
from pathlib import Path
from brasswright.cli.prompt.console import open_console
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
play(Session(fake.FakeGame({players!r}), open_console(), None, Path({path!r})))
"""


def spawn(tmp_path: Path, players: list[str], term: str = "xterm") -> pexpect.spawn[str]:
    fake = str(Path(__file__).with_name("prompt_fake.py"))
    code = PROGRAM.format(fake=fake, players=players, path=str(tmp_path / "kept.brass"))
    environment = {
        "TERM": term,
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    return pexpect.spawn(
        sys.executable, ["-c", code], env=environment, encoding="utf-8", timeout=20,
        dimensions=(24, 80),
    )  # fmt: skip


@pytest.fixture(params=["xterm", "dumb"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[pexpect.spawn[str]]:
    child = spawn(tmp_path, ["Ada"], request.param)
    child.expect("Ada >")
    yield child
    child.close(force=True)


def test_an_evening_at_the_terminal(terminal: pexpect.spawn[str], tmp_path: Path) -> None:
    terminal.send("wait\r")
    terminal.expect("Ada: wait")
    terminal.expect("Ada >")
    terminal.send("place alpha\r")
    terminal.expect("Which stone")
    terminal.expect("cancel >")
    terminal.send("\x03")
    terminal.expect("nothing was played")
    terminal.expect("Ada >")
    terminal.send("\x03")
    terminal.expect("press Ctrl-D")
    terminal.expect("Ada >")
    terminal.send("biuld\r")
    terminal.expect("is not a move|there is no")
    terminal.expect("Ada >")
    terminal.send("\x04")
    terminal.expect("brass play --resume")
    terminal.expect(pexpect.EOF)
    assert (tmp_path / "kept.brass").read_text() == "Ada\nwait\n"


def test_a_half_typed_line_is_dropped(tmp_path: Path) -> None:
    child = spawn(tmp_path, ["Ada"])
    child.expect("Ada >")
    child.send("place one al\x03")
    child.expect("Ada >")
    child.send("wait\r")
    child.expect("Ada: wait")
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_dumb_terminal_gets_no_escape_codes(tmp_path: Path) -> None:
    child = spawn(tmp_path, ["Ada"], "dumb")
    child.send("board\rquit\r")
    child.expect(pexpect.EOF)
    assert "\x1b" not in (child.before or "")


def test_the_screen_is_wiped_between_two_people(tmp_path: Path) -> None:
    child = spawn(tmp_path, ["Ada", "Ben"])
    child.expect("Ada, press Enter when you are ready")
    child.send("\r")
    child.expect("Ada >")
    child.send("wait\r")
    child.expect(r"\x1b\[3J")
    child.expect("Ada: wait")
    child.expect("Ben, press Enter when you are ready")
    child.send("\x04")
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
