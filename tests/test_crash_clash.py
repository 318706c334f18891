"""Two at one record, files that change under a game, and clocks that are wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.prompting import STONES, Script, stones

import brasswright as bw
from brasswright.cli.prompt import keeping
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.record import NotKept
from brasswright.interpreter.whole_files import InUse, claim

BRASS = [sys.executable, "-m", "brasswright.cli.main"]
YEAR = 365 * 24 * 3600

posix = pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")


class Other:
    """Another process, which plays at a record."""

    def __init__(self, *words: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-u", "-m", "brasswright.cli.main", "play", *words]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
        )

    def types(self, line: str, until: str) -> None:
        """Type a line, and wait for what is shown of it."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{line}\n")
        for shown in stdout:
            if until in shown:
                return
        raise AssertionError("it has ended")

    def leaves(self) -> str:
        """End of input; what it complained of."""
        return self.process.communicate(timeout=60)[1]

    def is_killed(self) -> None:
        self.process.kill()
        self.process.communicate()


def brass(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*BRASS, *words], input=typed, capture_output=True, text=True, timeout=60)


# -- two processes -------------------------------------------------------------------------


@posix
def test_a_record_is_played_at_by_one_process(tmp_path: Path) -> None:
    path, copy = str(tmp_path / "kept.brass"), str(tmp_path / "copy.brass")
    other = Other(STONES, "--seat", "Ada", "--seat", "Ben", "--save", path)
    other.types("take", ": take")
    second = brass("play", "--resume", path, typed="done\n")
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"brass: {path}: this game is being played in another window; leave it there first. "
        f"`load {path}` in a game of your own goes on with a copy\n"
    )
    # Looking is free, and so is going on with a copy.
    assert json.loads(brass("replay", path, "--json").stdout)["moves"] == 1
    third = brass("play", STONES, typed=f"load {path}\ndone\nsave {copy}\nsave {path} replace\n")
    assert third.stderr == (
        f"input line 4: {path} can't be written: another process is writing to it\n"
    )
    other.types("done", ": done")
    assert other.leaves() == ""
    assert len(bw.load_record(copy).game().moves_played) == 2
    last = brass("play", "--resume", path, typed="take\n")
    assert (last.returncode, last.stderr) == (0, "")
    assert [m.text for m in bw.load_record(path).game().moves_played] == ["take", "done", "take"]


@posix
def test_who_is_killed_holds_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "kept.brass")
    other = Other(STONES, "--seat", "Ada", "--save", path)
    other.types("take", ": take")
    other.is_killed()
    done = brass("play", "--resume", path, typed="done\n")
    assert (done.returncode, done.stderr) == (0, "")


@posix
def test_no_move_is_lost_to_one_who_was_just_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right to write comes before reading: nothing is played between the two."""
    from argparse import Namespace

    from brasswright.cli import play as verb

    path = tmp_path / "kept.brass"
    stones("Ada", "Ben").record.save(path)
    load = verb._whole_or_mended
    said = []

    def slow(path: Path) -> object:
        said.append(brass("play", "--resume", str(path), typed="take\n"))
        return load(path)

    monkeypatch.setattr(verb, "_whole_or_mended", slow)
    names = ("ruleset", "players", "seed", "undo", "save", "overlays")
    options = Namespace(resume=str(path), seat=[], **dict.fromkeys(names))
    session = verb.open_session(options, Script([]))
    assert "another window" in said[0].stderr
    assert session.game.moves_played == ()


def test_one_process_may_take_up_its_own_game_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    first = stones("Ada")
    first.attach(path)
    first.push("take")
    again = bw.load_record(path).game()
    again.attach(path)
    again.push("done")
    with pytest.raises(NotKept, match="another program has changed it"):
        first.push("done")
    assert bw.load_record(path).game().digest() == again.digest()
    first.detach()
    first.push("take")


@posix
def test_a_claim_ends_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    code = (
        "import sys; from pathlib import Path; from brasswright.interpreter import whole_files\n"
        "try: print(whole_files.claim(Path(sys.argv[1])) is not None)\n"
        "except whole_files.InUse as error: print(error.strerror)"
    )

    def asked() -> str:
        command = [sys.executable, "-c", code, str(path)]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()

    game = stones("Ada")
    game.attach(path)
    assert asked() == "another process is writing to it"
    game.detach()
    assert asked() == "True"
    assert claim(tmp_path / "none") is None
    assert claim(tmp_path) is None
    assert issubclass(InUse, OSError)


# -- files that change under a game --------------------------------------------------------


@pytest.mark.parametrize("how", ["replaced", "added to", "cut"])
def test_a_file_that_another_program_changed_is_left_as_it_is(how: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    console = Script(["done", "take"])
    session = Session(stones("Ada", "Ben"), console, path=path)
    session.push(session.game.parse("take"))
    if how == "replaced":
        other = tmp_path / "other"
        other.write_text("something else\n")
        other.replace(path)
    elif how == "added to":
        path.write_text(path.read_text() + "# a good move\n")
    else:
        os.truncate(path, 100)
    before = path.read_bytes()
    play(session)
    reason = (
        "another file has taken its place"
        if how == "replaced"
        else ("another program has changed it")
    )
    assert console.complaints == [
        f"{path} can't be written: {reason}. The game goes on; `save FILE` keeps it elsewhere"
    ]
    assert path.read_bytes() == before
    assert [move.text for move in session.game.moves_played] == ["take", "done", "take"]


def test_a_game_saved_over_its_own_file_is_kept_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    game = stones("Ada", "Ben")
    game.attach(path)
    game.push("take")
    game.record.save(path)
    game.push("done")
    assert bw.load_record(path).game().digest() == game.digest()
    console = Script([f"save {path} replace", "take"])
    session = Session(game, console, path=path)
    play(session)
    assert console.complaints == []
    assert len(bw.load_record(path).game().moves_played) == 3


# -- clocks --------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of kept games."""
    monkeypatch.setattr(keeping, "_chosen", str(tmp_path))
    return tmp_path


def sit(path: Path, *lines: str) -> None:
    """A sitting at which these lines are typed, and the game is kept."""
    play(Session(stones("Ada", "Ben"), Script(lines), path=path))


def test_the_game_played_last_is_found_whatever_the_clock_says(games: Path) -> None:
    old, last = games / "old.brass", games / "last.brass"
    sit(old, "take")
    future = time.time() + YEAR
    os.utime(old, (future, future))
    sit(last, "take", "done")
    assert keeping.newest_path() == last
    os.utime(last, (0, 0))
    assert keeping.newest_path() == last
    sit(old)
    assert keeping.newest_path() == old
    old.unlink()
    assert keeping.newest_path() == last
    last.unlink()
    assert keeping.newest_path() is None


def test_where_it_is_not_noted_the_newest_file_counts(games: Path) -> None:
    for number, name in enumerate(["a", "b"]):
        stones("Ada").record.save(games / f"{name}.brass")
        os.utime(games / f"{name}.brass", (number, number))
    assert keeping.newest_path() == games / "b.brass"
    for content in (b"../b.brass\n", b"\xff", b"", b"none.brass\n"):
        (games / keeping.LAST).write_bytes(content)
        assert keeping.newest_path() == games / "b.brass"


def test_a_clock_that_stands_still_gives_each_game_a_file(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped:
        @staticmethod
        def now() -> time.struct_time:
            return _Moment()  # type: ignore[return-value]

    class _Moment:
        def strftime(self, form: str) -> str:
            return "1999-12-31-235959"

    monkeypatch.setattr(keeping, "datetime", Stopped)
    names = []
    for _ in range(3):
        game = stones("Ada")
        path = keeping.fresh_path(game)
        game.attach(path)
        names.append(path.name)
    begin = "stones-1999-12-31-235959"
    assert names == [f"{begin}.brass", f"{begin}-2.brass", f"{begin}-3.brass"]
