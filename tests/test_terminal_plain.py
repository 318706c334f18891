"""Streams of every kind: closed, cut short, narrow, in other encodings, and other platforms."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest
from tests.prompting import STONES, Sitting

import brasswright as bw
from brasswright.cli import output
from brasswright.interpreter.game import Game

BRASS = [sys.executable, "-m", "brasswright.cli.main"]
PLAY = ["play", STONES, "--seat", "Ada", "--seat", "Ben=random", "--seed", "7"]
ELSEWHERE = ("termios", "fcntl", "pwd", "grp", "resource", "tty", "pty", "curses", "readline")
"""Modules that are not there on Windows."""


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a line of the shell does, in which $BRASS plays."""
    return subprocess.run(
        ["/bin/sh", "-c", line],
        env={**os.environ, "BRASS": " ".join([*BRASS, *PLAY]), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def python(code: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        input=b"board\nhelp\nset\nnonsense\nlog\n",
        capture_output=True,
        timeout=60,
    )


# -- streams -------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-", "</dev/null 2>&-", "<&- >&- 2>&-"])
def test_a_stream_may_be_closed(closed: str, tmp_path: Path) -> None:
    done = shell(f"$BRASS --save {tmp_path / 'kept.brass'} {closed}")
    assert done.returncode == 0
    assert done.stderr == ""
    assert ("Stones" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))
    assert bw.load_record(tmp_path / "kept.brass").head.players == ("Ada", "Ben")


def test_the_reader_may_leave_early(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("board\n" * 300)
    done = shell(f"$BRASS < {tmp_path / 'lines'} | head -n 1")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_standard_output_may_be_full() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = shell("echo board | $BRASS >/dev/full")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "cp437"},
        {"PYTHONIOENCODING": "shift_jis"},
    ],
    ids=lambda environment: "-".join(environment.values()),
)
def test_letters_that_an_encoding_lacks_are_replaced(environment: dict[str, str]) -> None:
    arguments = ["brass", "play", "birmingham", "--seat", "Ada", "--seat", "Ben", "--seed", "7"]
    done = python(
        f"import sys; from brasswright.cli.main import main; sys.exit(main({arguments[1:]}))",
        **environment,
    )
    assert b"Traceback" not in done.stderr
    assert b"fault" not in done.stderr
    assert done.stderr.startswith(b"input line 4: `nonsense`")
    assert b"Brass: Birmingham (2018)" in done.stdout
    assert b"17" in done.stdout
    if environment.get("PYTHONIOENCODING") == "ascii":
        assert done.stdout.isascii()


@pytest.mark.parametrize("columns", ["1", "0", "-5", "many", "100000"])
def test_any_number_of_columns_may_be_claimed(columns: str) -> None:
    done = shell("printf 'board\\nhelp\\nmoves\\n' | $BRASS", COLUMNS=columns)
    assert (done.returncode, done.stderr) == (0, "")


# -- half a terminal -----------------------------------------------------------------------


def half_terminal(line: str, **environment: str) -> str:
    """What appears at a terminal when the shell carries out the line."""
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", line],
        env={**os.environ, "TERM": "xterm", "BRASS": " ".join([*BRASS, *PLAY]), **environment},
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before or ""


def test_a_terminal_that_is_only_written_to_gets_no_prompt() -> None:
    said = half_terminal("echo dig | $BRASS")
    assert "Ada: dig" in said
    assert "\x1b" not in said
    assert "Ada >" not in said


def test_a_terminal_that_is_only_read_from_gets_nothing_but_complaints(tmp_path: Path) -> None:
    """Keys typed at a terminal, and the output in a file."""
    out = tmp_path / "out"
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f"$BRASS > {out}"],
        env={**os.environ, "TERM": "xterm", "BRASS": " ".join([*BRASS, *PLAY])},
        encoding="utf-8",
        timeout=60,
    )
    child.setecho(False)
    child.send("dig\nnonsense\n")
    child.expect("input line 2: `nonsense`")
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
    assert "Ada: dig" in out.read_text()
    assert "\x1b" not in out.read_text()


# -- Windows -------------------------------------------------------------------------------


def modules() -> Sequence[str]:
    root = Path(bw.__file__).parent
    found = [
        path.relative_to(root).with_suffix("")
        for part in ("cli", "interpreter", "grammar")
        for path in (root / part).rglob("*.py")
    ]
    return sorted(".".join(path.parts) for path in found if path.name != "__init__")


def test_no_module_needs_what_windows_has_not() -> None:
    """All but those that import prompt_toolkit, which has other modules of its own there."""
    names = [name for name in modules() if not imports_the_toolkit(name)]
    code = f"""
import sys, importlib
for name in {ELSEWHERE}: sys.modules[name] = None
for name in {names}: importlib.import_module("brasswright." + name)
"""
    done = python(code)
    assert done.stderr == b""


def imports_the_toolkit(name: str) -> bool:
    path = Path(bw.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    return "from prompt_toolkit" in path.read_text(encoding="utf-8")


def test_nothing_is_called_that_windows_has_not() -> None:
    missing = ("fork(", "os.getuid", "os.mkfifo", "SIGTSTP", "SIGKILL", "os.killpg", "fcntl.")
    for name in modules():
        path = Path(bw.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
        text = path.read_text(encoding="utf-8")
        # A lock is taken only after a way out for Windows, and nothing else may be behind it.
        before, way_out, _ = text.partition('if sys.platform == "win32":\n        return')
        allowed = {"fcntl."} if way_out and "fcntl" not in before else set()
        assert not [word for word in missing if word in text and word not in allowed], name


def test_a_game_without_what_windows_has_not(tmp_path: Path) -> None:
    """Played from a pipe with an encoding of Windows and without modules of POSIX."""
    code = f"""
import sys
for name in {ELSEWHERE}: sys.modules[name] = None
from brasswright.cli.main import main
sys.exit(main({PLAY}))
"""
    home = {name: str(tmp_path) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    done = python(code, PYTHONIOENCODING="cp1252", **home)
    assert done.stderr.startswith(b"input line 4: `nonsense`")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("platform", "name", "capable"),
    [
        ("nt", None, True),  # a console of Windows has no TERM
        ("nt", "dumb", False),
        ("nt", "xterm-256color", True),
        ("posix", None, False),
        ("posix", "dumb", False),
        ("posix", "unknown", False),
        ("posix", "screen", True),
        ("posix", "tmux-256color", True),
    ],
)
def test_which_terminals_are_capable(
    platform: str, name: str | None, capable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brasswright.cli.output.os.name", platform)
    monkeypatch.delenv("TERM", raising=False)
    if name is not None:
        monkeypatch.setenv("TERM", name)
    assert output.terminal_is_capable() == capable


# -- Ctrl-C while a line is carried out ----------------------------------------------------


def interrupted(monkeypatch: pytest.MonkeyPatch, method: str, *lines: str) -> Sitting:
    """A table at which Ctrl-C is pressed when this method of the game is called first."""
    pressed: list[bool] = []
    whole = getattr(Game, method)

    def press(*given: object) -> object:
        done = whole(*given)
        if not pressed:
            pressed.append(True)
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(Game, method, press)
    return Sitting(*lines)


def test_a_command_may_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = interrupted(monkeypatch, "generate_moves", "moves", "dig")
    assert "Stopped." in sitting.text
    assert sitting.played == ["dig"]


def test_a_move_that_is_being_played_is_played_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = interrupted(monkeypatch, "push", "dig", "place one alpha")
    assert "Stopped." in sitting.text
    assert sitting.played == ["dig", "place one at alpha"]
    assert sitting.text.count("Ada: dig") == 1
