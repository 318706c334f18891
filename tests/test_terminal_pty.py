"""A real terminal in all its conditions: other sizes and names, signals, pasting, no colour."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from tests.prompting import STONES

import brasswright as bw

Start = Callable[..., "pexpect.spawn[str]"]
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
PROMPT = re.compile(r"\x1b\[\?2004h[^\n]*Ada[^>\n]*>")
"""The prompt when it is first drawn: from now on keys are read, and no signals sent."""
CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"
PATIENCE = 60

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the prompt at a terminal, in a shell that then says how the terminal was left."""
    children: list[pexpect.spawn[str]] = []

    def begin(
        *words: str, columns: int = 80, rows: int = 24, kept: bool = True, **environment: str
    ) -> pexpect.spawn[str]:
        words = words or (STONES, "--seat", "Ada", "--seed", "7")
        save = ["--save", str(tmp_path / "kept.brass")] if kept else []
        said = " ".join([sys.executable, "-m", "brasswright.cli.main", "play", *words, *save])
        child = pexpect.spawn(
            "/bin/sh",
            ["-c", f"trap : INT; {said}; echo left with $?; stty -a"],
            env={**at(tmp_path), **environment},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(rows, columns),
        )
        children.append(child)
        return child

    yield begin
    for child in children:
        child.close(force=True)


@pytest.fixture(scope="module", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where what was typed and compiled rules are kept for all of these tests."""
    home = str(tmp_path_factory.mktemp("state"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", home)
        patch.setenv("XDG_CACHE_HOME", home)
        yield


def at(home: Path) -> dict[str, str]:
    """The environment of a person whose home this is."""
    return {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }


def kept(tmp_path: Path) -> list[str]:
    return [move.text for move in bw.load_record(tmp_path / "kept.brass").game().moves_played]


def leave(child: pexpect.spawn[str], status: int = 0) -> str:
    """Wait until the game is left; what the shell says of the terminal then."""
    child.expect(f"left with {status}")
    child.expect(pexpect.EOF)
    return child.before or ""


def is_normal(settings: str) -> bool:
    """Whether a terminal with these settings shows what is typed, line by line."""
    words = settings.replace(";", " ").split()
    return "echo" in words and "icanon" in words and "isig" in words


# -- leaving -------------------------------------------------------------------------------


def test_ctrl_c_in_a_question_drops_the_action_and_keeps_the_first(
    start: Start, tmp_path: Path
) -> None:
    """Case P42: one action is done; in the second, a question is open."""
    child = start("birmingham", "--seat", "Ada", "--seat", "Ben=random", "--seed", "8")
    child.expect(PROMPT)
    child.send("loan walsall\r")  # all there is to do in the first round
    child.expect("round 2")
    child.expect(PROMPT)
    child.send("loan worcester\r")
    child.expect(r"Ada: loan 30 using worcester")
    child.expect(PROMPT)
    child.send("network\r")
    child.expect("cancel")
    child.send(CTRL_C)
    child.expect("nothing was played")
    child.expect(PROMPT)
    child.send(CTRL_C)
    child.expect("Ctrl-D")
    child.expect(PROMPT)
    child.send(CTRL_D)
    assert is_normal(leave(child))
    record = bw.load_record(tmp_path / "kept.brass").game()
    ada = [move.text for move, who in zip(record.moves_played, record.players_played, strict=True)
           if who == "Ada"]  # fmt: skip
    assert ada == ["loan 30 using walsall", "loan 30 using worcester"]
    assert record.view("Ada")["players"]["Ada"]["money"] == 17 + 30 - 3 + 30


@pytest.mark.parametrize("half_typed", ["", "place one"])
def test_ctrl_d_leaves_with_the_terminal_as_it_was(
    start: Start, tmp_path: Path, half_typed: str
) -> None:
    child = start()
    child.expect(PROMPT)
    child.send("dig\r")
    child.expect("Ada: dig")
    child.expect(PROMPT)
    child.send(half_typed)
    child.send(CTRL_C + CTRL_D if half_typed else CTRL_D)
    child.expect("Saved in")
    assert is_normal(leave(child))
    assert kept(tmp_path) == ["dig"]


def pid_of(child: pexpect.spawn[str]) -> int:
    """The process of the game: the shell's only child."""
    found = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    if not found.exists():
        pytest.skip("the children of a process can't be told here")
    return int(found.read_text().split()[0])


def test_a_signal_to_end_leaves_the_game_saved_and_the_terminal_as_it_was(
    start: Start, tmp_path: Path
) -> None:
    child = start()
    child.expect(PROMPT)
    child.send("dig\r")
    child.expect("Ada: dig")
    child.expect(PROMPT)
    child.send("place on")
    os.kill(pid_of(child), signal.SIGTERM)
    child.expect("the game is saved in")
    assert is_normal(leave(child, 143))
    assert kept(tmp_path) == ["dig"]


def test_a_window_that_is_closed_leaves_the_game_saved(start: Start, tmp_path: Path) -> None:
    child = start()
    child.expect(PROMPT)
    child.send("dig\r")
    child.expect("Ada: dig")
    game = pid_of(child)
    child.close(force=True)
    ends = time.monotonic() + PATIENCE
    while Path(f"/proc/{game}").exists() and time.monotonic() < ends:
        time.sleep(0.05)
    assert not Path(f"/proc/{game}").exists()
    assert kept(tmp_path) == ["dig"]


def test_a_game_may_be_suspended(tmp_path: Path) -> None:
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("there is no shell with jobs")
    environment = {**at(tmp_path), "PS1": "shell> ", "PYTHON": sys.executable}
    child = pexpect.spawn(
        shell, ["--norc", "--noprofile", "-i"], env=environment, encoding="utf-8", timeout=PATIENCE
    )
    child.expect("shell> ")
    child.sendline(f"$PYTHON -m brasswright.cli.main play {STONES} --seat Ada --seed 7")
    child.expect(PROMPT)
    child.send("di")
    child.send(CTRL_Z)
    child.expect("[Ss]topped")
    child.expect("shell> ")
    child.sendline("fg")
    child.expect("Ada >")
    child.send("g\r")
    child.expect("Ada: dig")
    child.expect(PROMPT)
    child.send(CTRL_D)
    child.expect("shell> ")
    child.close(force=True)


# -- a turn --------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
def test_a_whole_turn_by_tab_and_enter_alone(start: Start, tmp_path: Path, edition: str) -> None:
    """Tab writes what is shared, lists, and picks; Enter takes the word, or plays the line.

    One action in the first round, two in the second, and then it is the other's turn again.
    """
    child = start(edition, "--seat", "Ada", "--seat", "Ben=random", "--seed", "8")
    child.expect(PROMPT)
    played: list[str] = []
    ends = time.monotonic() + PATIENCE
    while played.count("Ada") < 3 or played[-1] == "Ada":
        assert time.monotonic() < ends, child.before
        child.send("\t\t\t\r")
        child.expect([pexpect.TIMEOUT, "Ben: "], timeout=0.3)
        game = bw.load_record(tmp_path / "kept.brass", mend=True).game()
        played = list(game.players_played)
    child.send(CTRL_C + CTRL_C + CTRL_D)
    assert is_normal(leave(child))


# -- looks ---------------------------------------------------------------------------------


def test_a_half_typed_line_outlives_a_new_size(start: Start, tmp_path: Path) -> None:
    child = start()
    child.expect(PROMPT)
    child.send("place one al")
    child.expect("al")
    for rows, columns in ((10, 40), (50, 132), (5, 20), (24, 80)):
        child.setwinsize(rows, columns)
        child.expect("Ada >")
    child.send("pha\r")
    child.expect("Ada: place one at alpha")
    child.expect(PROMPT)
    child.send(CTRL_D)
    assert is_normal(leave(child))
    assert kept(tmp_path) == ["place one at alpha"]


def test_forty_columns_are_enough(start: Start) -> None:
    child = start("birmingham", "--seat", "Ada", "--seat", "Ben=random", "--seed", "8", columns=40)
    child.expect(PROMPT)
    for line in ("board", "hand", "moves", "help", "set", "players", "rules", "log", "nonsense"):
        child.send(f"{line}\r")
        child.expect(PROMPT)
    child.send("b\t\t\x1b[B")
    child.expect("build")
    child.send(CTRL_C)
    child.expect(PROMPT)
    child.send("loan walsall\r")
    child.expect("Ada: loan 30 using walsall")
    child.expect(PROMPT)
    child.send(CTRL_D)
    leave(child)


@pytest.mark.parametrize(
    "wish", [{"NO_COLOR": "1"}, {"BRASSWRIGHT_COLOUR": "never"}], ids=lambda wish: next(iter(wish))
)
def test_no_colour_is_written_if_none_is_wanted(start: Start, wish: dict[str, str]) -> None:
    seen = screen_of(start(**wish))
    assert not COLOUR.findall(seen)
    assert "\x1b[" in seen  # the cursor still moves: this is no dumb terminal


def test_colour_is_written_otherwise(start: Start) -> None:
    assert COLOUR.search(screen_of(start()))


def screen_of(child: pexpect.spawn[str]) -> str:
    """Everything written while something is completed, refused and looked at."""
    seen = ""
    steps: tuple[tuple[re.Pattern[str] | str, str], ...] = (
        (PROMPT, "place \t\t"),
        ("one", CTRL_C),
        (PROMPT, "plcae\r"),
        (PROMPT, "board\r"),
        (PROMPT, CTRL_D),
    )
    for wanted, keys in steps:
        child.expect(wanted)
        seen += (child.before or "") + str(child.after or "")
        child.send(keys)
    child.expect(pexpect.EOF)
    return seen + (child.before or "")


@pytest.mark.parametrize("term", ["screen", "screen-256color", "tmux-256color", "vt100", "linux"])
def test_other_names_of_terminals(start: Start, tmp_path: Path, term: str) -> None:
    child = start(TERM=term)
    child.expect(PROMPT)
    child.send("pl\ton\tal\t\r")
    child.expect("Ada: place one at alpha")
    child.expect(PROMPT)
    child.send(CTRL_D)
    assert is_normal(leave(child))
    assert kept(tmp_path) == ["place one at alpha"]


def test_each_line_of_what_is_pasted_is_carried_out(start: Start, tmp_path: Path) -> None:
    child = start()
    child.expect(PROMPT)
    child.send("\x1b[200~dig\n\nplace one alpha\ndig\x1b[201~\r")
    child.expect("Ada: place one at alpha")
    child.expect("Ada: dig")
    child.expect(PROMPT)
    child.send(CTRL_D)
    leave(child)
    assert kept(tmp_path) == ["dig", "place one at alpha", "dig"]


# -- tmux ----------------------------------------------------------------------------------


def test_in_a_window_of_tmux(tmp_path: Path) -> None:
    """What a person sees in it, after its size was changed while a line was half typed."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("there is no tmux")

    def tmux(*words: str) -> str:
        return subprocess.run(
            [str(program), "-S", str(tmp_path / "socket"), "-f", "/dev/null", *words],
            env={**at(tmp_path), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout

    def seen(wanted: str) -> str:
        ends = time.monotonic() + PATIENCE
        while wanted not in (screen := tmux("capture-pane", "-p")):
            assert time.monotonic() < ends, screen
            time.sleep(0.1)
        return screen

    game = f"{sys.executable} -m brasswright.cli.main play {STONES} --seat Ada --seed 7"
    tmux("new-session", "-d", "-x", "80", "-y", "24", game)
    try:
        seen("Ada >")
        tmux("send-keys", "place one al")
        seen("> place one al")
        tmux("resize-window", "-x", "40", "-y", "16")
        screen = seen("> place one al")
        assert all(len(line) <= 40 for line in screen.splitlines())
        tmux("send-keys", "pha", "Enter")
        seen("Ada: place one at alpha")
    finally:
        tmux("kill-server")
