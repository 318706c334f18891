"""Disks that are full, folders that can't be written or are gone: nothing is lost, and it is said.

A file size limit stands for a full disk wherever there is POSIX, a small file system of its own is
tried where one may be mounted.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.prompting import STONES, Script, Sitting, stones

import brasswright as bw
from brasswright.cli.main import main
from brasswright.cli.prompt.another import lay_table
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.interpreter import whole_files
from brasswright.interpreter.record import NotKept

BRASS = [sys.executable, "-m", "brasswright.cli.main"]
FULL = "No space left on device"
WORKSHOP = str(Path(__file__).parent / "rulesets" / "workshop")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and errors of POSIX")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Lets the disk have only so many bytes left, from when it is called."""
    write, left = os.write, 0

    def limited(handle: int, content: bytes) -> int:
        nonlocal left
        if os.isatty(handle) or handle < 3:
            return write(handle, content)
        if not left:
            raise OSError(errno.ENOSPC, FULL)
        done = write(handle, content[:left])
        left -= done
        return done

    def begin(space: int) -> None:
        nonlocal left
        left = space
        monkeypatch.setattr(whole_files.os, "write", limited)

    yield begin
    monkeypatch.undo()


# -- a full disk ---------------------------------------------------------------------------


@pytest.mark.parametrize("space", [0, 1, 20, 60])
def test_a_move_that_does_not_fit_is_not_in_the_file_by_half(
    space: int, tmp_path: Path, full: Callable[[int], None]
) -> None:
    path = tmp_path / "kept.brass"
    game = stones("Ada", "Ben")
    game.attach(path)
    game.push("take")
    before = path.read_bytes()
    full(space)
    if space == 60:
        game.push("done")
    with pytest.raises(NotKept, match=FULL):
        game.push("done" if game.stage else "take")
    after = path.read_bytes()
    assert after.startswith(before)
    assert bw.load_record(path).game().moves_played == game.moves_played[:-1]


def test_the_game_goes_on_when_the_disk_is_full(
    tmp_path: Path, full: Callable[[int], None]
) -> None:
    """A line of several moves is played to its end, and the end is told once."""
    path, elsewhere = tmp_path / "kept.brass", tmp_path / "elsewhere.brass"
    console = Script(["take and done", "take and done", "undo", "save", f"save {elsewhere}"])
    game = stones("Ada", "Ben")
    game.undo_policy = "sandbox"
    session = Session(game, console, path=path)
    full(60)
    play(session)
    message = f"{path} can't be written: {FULL}. The game goes on; `save FILE` keeps it elsewhere"
    assert console.complaints[0] == message
    assert console.complaints.count(message) == 1
    assert console.complaints[1:] == [
        "this game is not kept anywhere yet: `save FILE`",
        f"{elsewhere} can't be written: {FULL}",
    ]
    assert [move.text for move in session.game.moves_played] == ["take", "done", "take"]
    kept = bw.load_record(path).game()
    assert [move.text for move in kept.moves_played] == ["take"]
    assert not elsewhere.exists()
    assert sorted(tmp_path.iterdir()) == [path]


def test_taking_back_goes_all_the_way_on_a_full_disk(
    tmp_path: Path, full: Callable[[int], None]
) -> None:
    path = tmp_path / "kept.brass"
    game = stones("Ada", "Ben")
    game.undo_policy = "sandbox"
    console = Script(["undo to 0", "log all"])
    session = Session(game, console, path=path)
    for word in ("take", "done", "take", "done"):
        game.push(word)
    before = path.read_bytes()
    full(0)
    play(session)
    assert session.game.moves_played == ()
    assert "Taken back" in console.text
    assert console.complaints == [
        f"{path} can't be written: {FULL}. The game goes on; `save FILE` keeps it elsewhere"
    ]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["export", "kept.brass", "--html", "old", "--replace"],
        ["config", "undo", "friendly"],
        ["simulate", WORKSHOP, "--seats", "random,random", "--games", "4", "--workers", "1",
         "--out", "rows.jsonl", "--csv", "old"],
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_what_was_there_stays_where_the_new_does_not_fit(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    full: Callable[[int], None],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRASSWRIGHT_CONFIG", "old")
    stones("Ada").record.save("kept.brass")
    Path("old").write_text("# as it was\n")
    full(15)
    assert main(words) == 1
    said = capsys.readouterr().err
    assert re.search(rf"(old|rows\.jsonl)\W.*{FULL}", said), said
    assert "fault" not in said
    assert Path("old").read_text() == "# as it was\n"
    assert not list(tmp_path.glob(".*"))


def test_a_limit_on_the_size_of_files_is_told(tmp_path: Path) -> None:
    """A real refusal by the system, in the middle of a line."""
    path = tmp_path / "kept.brass"
    stones("Ada", "Ben").record.save(path)
    limit = path.stat().st_size + 130
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        f"from brasswright.cli.main import main; main(['play', '--resume', {str(path)!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="take\ndone\n" * 4, capture_output=True, text=True
    )
    assert f"{path} can't be written: File too large. The game goes on" in done.stderr
    assert "Traceback" not in done.stderr
    kept = bw.load_record(path).game().moves_played
    assert 2 <= len(kept) < 8
    assert done.stdout.count(": take") == 4


def test_what_is_printed_may_find_no_room_either() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full")
    with full.open("w") as stream:
        done = subprocess.run(
            [*BRASS, "rulesets"], stdout=stream, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == f"brass: what is printed can't be written: {FULL}\n"


def _space_of_its_own() -> list[str]:
    """How to run a script that may mount file systems for itself alone; skips where none may."""
    space = [shutil.which("unshare") or "", "--user", "--map-root-user", "--mount", "sh", "-ec"]
    trial = "mount -t tmpfs none /mnt"
    if not space[0] or subprocess.run([*space, trial], capture_output=True).returncode:
        pytest.skip("no file system may be mounted here")
    return space


def test_a_small_file_system_fills_up(tmp_path: Path) -> None:
    space = _space_of_its_own()
    small = tmp_path / "small"
    small.mkdir()
    brass = " ".join(BRASS)
    script = f"""
        mount -t tmpfs -o size=64k none {small}
        cd {small}
        echo take | {brass} play {STONES} --seat Ada --seat Ben --save kept.brass > /dev/null
        cp kept.brass before.brass
        head -c 100000 /dev/zero > filler 2> /dev/null || true
        (echo done; yes 'take and done' | head -300) > {tmp_path}/lines
        {brass} play --resume kept.brass < {tmp_path}/lines > /dev/null || true
        {brass} export before.brass --html page.html || true
        rm filler
        {brass} replay kept.brass --json
        {brass} replay before.brass > /dev/null
        ls -A
    """
    done = subprocess.run([*space, script], capture_output=True, text=True)
    played, *_, exported = done.stderr.splitlines()
    assert f"kept.brass can't be written: {FULL}. The game goes on" in played
    assert exported == f"brass: page.html: {FULL}"
    shown, _, names = done.stdout.rpartition("}\n")
    assert names.split() == ["before.brass", "kept.brass"]
    assert 1 < json.loads(shown + "}")["moves"] < 300


# -- folders that can't be written ---------------------------------------------------------


def test_a_folder_that_may_only_be_read(tmp_path: Path) -> None:
    """Everything that writes says so of the file that was asked for, and leaves nothing behind."""
    space = _space_of_its_own()
    stones("Ada", "Ben").record.save(tmp_path / "kept.brass")
    brass = " ".join(BRASS)
    script = f"""
        mount --bind {tmp_path} {tmp_path}
        mount -o remount,ro,bind {tmp_path}
        cd {tmp_path}
        set +e
        export BRASSWRIGHT_CONFIG={tmp_path}/config.toml
        {brass} play {STONES} --seat Ada --save new.brass < /dev/null
        {brass} export kept.brass --html page.html
        {brass} config undo friendly
        {brass} simulate {WORKSHOP} --seats random,random --games 2 --workers 1 --out rows.jsonl
        (echo take; echo done; echo take) | {brass} play --resume kept.brass > /dev/null
        {brass} replay kept.brass
    """
    before = (tmp_path / "kept.brass").read_bytes()
    done = subprocess.run([*space, script], capture_output=True, text=True)
    reason = "Read-only file system"
    said = done.stderr.replace(f"{tmp_path}/", "").splitlines()
    assert said == [
        f"brass: new.brass: {reason}",
        f"brass: page.html: {reason}",
        f"brass: config.toml: {reason}",
        f"brass: rows.jsonl: {reason}",
        f"input line 1: kept.brass can't be written: {reason}. The game goes on; "
        "`save FILE` keeps it elsewhere",
    ]
    assert "0 moves" in done.stdout
    assert (tmp_path / "kept.brass").read_bytes() == before
    assert os.listdir(tmp_path) == ["kept.brass"]


def test_where_no_game_can_be_kept_one_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brasswright").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    console = Script(["take and done", f"save {tmp_path}/mine.brass"])
    session = lay_table(stones("Ada"), console, {}, None)
    assert session.path is None
    assert len(console.complaints) == 1
    assert re.search(r"games/stones-\S+ can't be written: .*`save FILE` keeps", console.text)
    play(session)
    assert bw.load_record(tmp_path / "mine.brass").game().moves_played == (
        session.game.moves_played
    )


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_folder_that_vanishes_while_playing(comes_back: bool, tmp_path: Path) -> None:
    """Without the folder the game goes on unsaved; a file that alone is gone is written anew."""
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "kept.brass"
    game = stones("Ada", "Ben")
    console = Script([])
    session = Session(game, console, path=path)
    session.push(game.parse("take"))
    shutil.rmtree(folder)
    if comes_back:
        folder.mkdir()
    console.lines = ["done", "take"]
    play(session)
    assert [move.text for move in session.game.moves_played] == ["take", "done", "take"]
    if comes_back:
        assert bw.load_record(path).game().digest() == game.digest()
        assert console.complaints == []
    else:
        reason = "No such file or directory. The game goes on; `save FILE` keeps it elsewhere"
        assert console.complaints == [f"{path} can't be written: {reason}"]
        assert session.path is None


def test_a_batch_whose_file_is_gone_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from brasswright.interpreter.laboratory.batch_file import BatchFile

    add, rows = BatchFile.add, tmp_path / "rows.jsonl"

    def add_without(self: BatchFile, played: Any) -> None:
        if self.games == 2:
            rows.unlink()
        add(self, played)

    monkeypatch.setattr(BatchFile, "add", add_without)
    batch = ["simulate", WORKSHOP, "--seats", "random,random", "--games", "4", "--workers", "1"]
    assert main([*batch, "--out", str(rows)]) == 1
    assert capsys.readouterr().err == f"brass: {rows}: No such file or directory\n"


def test_a_record_that_can_not_be_written_stops_no_bot(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    console = Script(["take and done", "status"])
    session = Session(stones("Ada", "Ben"), console, {"Ada": "random", "Ben": "human"}, path)
    path.unlink()
    path.mkdir()
    play(session)
    assert session.path is None
    assert session.game.players_played[0] == "Ada"
    assert len(console.complaints) == 1
    assert f"{path} can't be written: Is a directory. The game goes on" in console.complaints[0]


# -- what writing a file leaves alone ------------------------------------------------------


def test_a_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real.brass", tmp_path / "link.brass"
    stones("Ada").record.save(real)
    assert real.stat().st_mode & 0o777 == 0o666 & ~_umask()
    real.chmod(0o640)
    link.symlink_to(real)
    Sitting("take", f"save {link} replace", game=stones("Ada"))
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert len(bw.load_record(real).game().moves_played) == 1


def _umask() -> int:
    before = os.umask(0)
    os.umask(before)
    return before


def test_what_is_no_file_is_written_to_and_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stones("Ada").record.save(tmp_path / "kept.brass")
    null = Path(os.devnull)
    before = null.stat().st_mode
    words = ["export", str(tmp_path / "kept.brass"), "--html", os.devnull, "--replace"]
    assert main(words) == 0
    assert null.stat().st_mode == before
