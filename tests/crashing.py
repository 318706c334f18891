"""Kills the program while it works, again and again, and looks at what is left on disk.

    python -m tests.crashing JOB KILLS SEED [calls]

starts the job so many times as a process of its own, each in a folder in which the job was done
before, and ends it with SIGKILL: at a random moment, or with `calls` in the middle of each call in
turn that changes a file. Prints how many there were, and what was found wrong.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter.whole_files import PIECE, write_whole

RULESETS = Path(__file__).parent / "rulesets"
STONES, WORKSHOP = str(RULESETS / "stones"), str(RULESETS / "workshop")
WATCHED = ("write", "fsync", "replace", "open", "unlink", "ftruncate")
"""Functions of `os` that every change of a file goes through."""
SEATS = ["--seat", "Ada", "--seat", "Ben", "--seed", "3", "--undo", "sandbox"]
GAMES = 20


@dataclass
class Job:
    """Something that writes files: how it is done, and what must hold wherever it ended."""

    command: Callable[[], int]
    check: Callable[[str], None]
    """Given what was shown; raises AssertionError."""
    prepare: Callable[[], int] = lambda: 0
    """What is there before."""


def brass(*words: str, lines: Sequence[str] = ()) -> int:
    """Run the program with these lines as its input."""
    Path("lines").write_text("".join(f"{line}\n" for line in lines))
    with open("lines", encoding="utf-8") as sys.stdin:
        return main(words)


def events(text: str) -> list[str]:
    """What was done, as it is shown: a move, or one taken back."""
    found = re.findall(r"^(?:(Taken back): |\w+: )(take|done)\b.*\n", text, re.MULTILINE)
    return ["take back" if back else move for back, move in found]


def recorded(path: str) -> list[str]:
    """The same, as a record has it. Fails if the record is not whole but for its last line."""
    record = bw.load_record(path, mend=True)
    bodies = [line.rpartition(" = ")[0] for line in record.lines]
    return [body.rpartition(": ")[2] for body in bodies]


# -- playing, with every move kept, and saved copies ---------------------------------------

TURN = ["take and done", "save copy.brass replace", "undo", "redo", "view page.html replace"]


def play() -> int:
    """A game that is kept, saved and drawn meanwhile."""
    if Path("kept.brass").exists():
        return brass("play", "--resume", "kept.brass", lines=["save", *TURN * 3])
    return brass("play", STONES, *SEATS, "--save", "kept.brass", lines=TURN)


def begin() -> int:
    """A new game."""
    return brass("play", STONES, *SEATS, "--save", "new.brass", lines=TURN)


def played_and_saved(shown: str) -> None:
    """Nothing that was shown is lost; the copy and the page are the old or the new ones."""
    before = recorded("old.brass")
    after = recorded("kept.brass")
    done = events(shown.partition("Every move is saved at once")[2])
    assert after[: len(before)] == before
    assert after[len(before) :][: len(done)] == done, (done, after[len(before) :])
    assert len(after) <= len(before) + len(done) + 2
    copy = bw.load_record("copy.brass").lines
    assert len(copy) >= len(bw.load_record("old.brass").lines) - 2
    whole_page("page.html")


def begun(shown: str) -> None:
    """There is a record as soon as a move is shown, with all that was."""
    done = events(shown)
    if Path("new.brass").exists():
        assert recorded("new.brass")[: len(done)] == done
    else:
        assert not done
    if Path("copy.brass").exists():
        bw.load_record("copy.brass")


def prepared() -> int:
    """A game that was played before, in two files."""
    status = play()
    Path("old.brass").write_bytes(Path("kept.brass").read_bytes())
    return status


def whole_page(name: str) -> None:
    """Is it a page to its end?"""
    assert Path(name).read_text(encoding="utf-8").rstrip().endswith("</html>")


# -- everything else that writes -----------------------------------------------------------


def export() -> int:
    """A page over an old one."""
    return brass("export", "kept.brass", "--html", "page.html", "--replace")


def exported(shown: str) -> None:
    """The page is whole, and the record untouched."""
    whole_page("page.html")
    assert Path("kept.brass").read_bytes() == Path("old.brass").read_bytes()


def simulate(games: int = GAMES) -> int:
    """A batch with its rows in two files."""
    words = ["--seats", "random,random", "--games", str(games), "--workers", "1"]
    return brass("simulate", WORKSHOP, *words, "--out", "rows.jsonl", "--csv", "rows.csv")


def some_games() -> int:
    """The same batch whole, and a part of it."""
    status = simulate()
    for name in ("rows.jsonl", "rows.csv"):
        Path(name).rename(f"whole.{name}")
    return status or simulate(GAMES // 2)


def simulated(shown: str) -> None:
    """The rows are a beginning of the whole, the table is one of before or after."""
    rows, whole = Path("rows.jsonl").read_bytes(), Path("whole.rows.jsonl").read_bytes()
    assert whole.startswith(rows)
    assert rows.count(b"\n") >= 1 + GAMES
    table = Path("rows.csv").read_bytes()
    assert Path("whole.rows.csv").read_bytes().startswith(table)
    assert table.endswith(b"\n")
    assert os.waitpid(child(simulate), 0)[1] == 0
    assert Path("rows.jsonl").read_bytes() == whole
    assert Path("rows.csv").read_bytes() == Path("whole.rows.csv").read_bytes()


def configure() -> int:
    """A setting changed, there and back."""
    os.environ["BRASSWRIGHT_CONFIG"] = "config.toml"
    return brass("config", "undo", "friendly") or brass("config", "undo", "sandbox")


def configured(shown: str) -> None:
    """The setting is one or the other, and the remark is still there."""
    text = Path("config.toml").read_text()
    assert text in [f'# mine\nundo = "{value}"\n' for value in ("friendly", "sandbox")]


def settings_file() -> int:
    """A file that somebody has written."""
    Path("config.toml").write_text('# mine\nundo = "sandbox"\n')
    return 0


JOBS = {
    "play": Job(play, played_and_saved, prepared),
    "begin": Job(begin, begun),
    "export": Job(export, exported, prepared),
    "simulate": Job(simulate, simulated, some_games),
    "config": Job(configure, configured, settings_file),
}


# -- killing -------------------------------------------------------------------------------


def child(work: Callable[[], Any]) -> int:
    """Do this in another process, which writes what it shows to the file `shown`; its number."""
    number = os.fork()
    if number:
        return number
    # Each line is there at once, as at a terminal, so that it counts as shown.
    sys.stdout = sys.stderr = open("shown", "w", buffering=1, encoding="utf-8")  # noqa: SIM115
    status: object = 1
    try:
        status = work()
    finally:
        os._exit(status if isinstance(status, int) else 1)


def killed_after(seconds: float, work: Callable[[], Any]) -> bool:
    """Whether the work was killed, or done before."""
    number = child(work)
    time.sleep(seconds)
    os.kill(number, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(number, 0)[1])


def killed_in_call(which: int, chance: Random, work: Callable[[], Any]) -> bool:
    """Whether there was such a call: the process is killed before, after or in the middle of it."""
    left = which
    before = chance.random() < 0.5
    ways = {name: getattr(os, name) for name in WATCHED}

    def called(name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left >= 0:
                return ways[name](*arguments, **named)
            if name == "write":
                handle, content = arguments
                ways[name](handle, content[: chance.randrange(len(content) + 1)])
            elif not before:
                ways[name](*arguments, **named)
            os.kill(os.getpid(), signal.SIGKILL)

        return call

    def watched() -> Any:
        for name in WATCHED:
            setattr(os, name, called(name))
        return work()

    return os.WIFSIGNALED(os.waitpid(child(watched), 0)[1])


def left_behind() -> list[str]:
    """Pieces of files that were being written."""
    return [name for name in os.listdir() if name.endswith(PIECE)]


def kills(name: str, number: int, seed: int, calls: bool) -> tuple[int, list[str]]:
    """How many were killed in their work, and what was wrong afterwards."""
    job, chance = JOBS[name], Random(seed)
    wrong: list[str] = []
    killed, which = 0, 0
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        assert os.waitpid(child(job.prepare), 0)[1] == 0, Path("shown").read_text()
        import_all(job)
        start = {path.name: path.read_bytes() for path in Path().iterdir()}
        begun = time.monotonic()
        os.waitpid(child(job.command), 0)
        lasts = time.monotonic() - begun
        for turn in range(number):
            for path in Path().iterdir():
                path.unlink()
            for file, content in start.items():
                Path(file).write_bytes(content)
            if calls:
                hit = killed_in_call(which, chance, job.command)
                which = which + 1 if hit else 0
            else:
                hit = killed_after(chance.random() * lasts, job.command)
            killed += hit
            wrong += [f"{name} {turn}: {what}" for what in found_wrong(job)]
        os.chdir(home)
    return killed, wrong


def import_all(job: Job) -> None:
    """Do the job once in this process, so that those to be killed begin with it at once."""
    streams = sys.stdin, sys.stdout, sys.stderr
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as sys.stdout:
        sys.stderr = sys.stdout
        shutil.copytree(home, folder, dirs_exist_ok=True)
        os.chdir(folder)
        job.command()
        os.chdir(home)
    sys.stdin, sys.stdout, sys.stderr = streams
    gc.collect()


def found_wrong(job: Job) -> list[str]:
    """What does not hold after a kill."""
    shown = Path("shown").read_text(encoding="utf-8")
    wrong = []
    pieces = left_behind()
    if len(pieces) > 1:
        wrong.append(f"left behind: {pieces}")
    if re.search("Traceback|fault of the program", shown):
        wrong.append(shown)
    try:
        job.check(shown)
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}\n{shown}")
    # Whoever writes there next clears away what was left behind.
    write_whole(Path("another"), "")
    if left_behind():
        wrong.append(f"not cleared away: {left_behind()}")
    return wrong


if __name__ == "__main__":
    job, number, seed, *how = sys.argv[1:]
    killed, wrong = kills(job, int(number), int(seed), how == ["calls"])
    print(f"{job}: {number} started, {killed} killed, {len(wrong)} found wrong")
    print("".join(f"{each}\n" for each in wrong), end="")
