"""Batches: the same file whoever plays and however often they are interrupted."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.batches import COUNTED, WORKSHOP, overlay_file, plan

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.laboratory import cluster as cluster_crew
from brasswright.interpreter.laboratory.batch_file import BatchFile, read_games
from brasswright.interpreter.laboratory.crews import Alone
from brasswright.interpreter.laboratory.playing import play

GAMES = 12
SEATS = "random,random"
LONG_ENOUGH = 60


def simulate(folder: Path, *words: str, more: str = "") -> list[str]:
    """The words of a command: a batch of the workshop whose rows are kept."""
    overlay = overlay_file(folder, COUNTED + more)
    batch = ["simulate", WORKSHOP, "--with", overlay, "--seats", SEATS, "--games", str(GAMES)]
    return [*batch, "--out", str(folder / "games.jsonl"), *words]


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the batch, played in one go by one process."""
    folder = tmp_path_factory.mktemp("whole")
    assert main(simulate(folder, "--workers", "1")) == 0
    return (folder / "games.jsonl").read_bytes()


# -- the file ------------------------------------------------------------------------------


def test_a_file_says_what_it_is_and_has_a_row_for_each_game_and_player(
    whole: bytes, tmp_path: Path
) -> None:
    head, *rows = [json.loads(line) for line in whole.splitlines()]
    assert head["batch"]["seats"] == ["random", "random"]
    assert head["batch"]["variants"][0]["overlays"] == ["counted"]
    assert [(row["game"], row["player"]) for row in rows] == [
        (game, player) for game in range(GAMES) for player in "AB"
    ]
    assert {row["ruleset_digest"] for row in rows} == {head["batch"]["variants"][0]["digest"]}
    assert {row["engine"] for row in rows} == {bw.__version__}


def test_a_batch_that_was_cut_off_anywhere_goes_on(whole: bytes, tmp_path: Path) -> None:
    of = plan(tmp_path, "random", "random")
    file = tmp_path / "cut.jsonl"
    line = whole.index(b"\n") + 1
    for length in (0, 9, line - 1, line, line + 30, len(whole) // 2, len(whole) - 1, len(whole)):
        file.write_bytes(whole[:length])
        with BatchFile(file, of) as opened:
            for played in Alone().results(of, range(opened.games, GAMES)):
                opened.add(played)
        assert file.read_bytes() == whole, length


@pytest.mark.skipif(os.name == "nt", reason="locks of POSIX")
def test_two_batches_do_not_write_to_one_file(whole: bytes, tmp_path: Path) -> None:
    file, of = tmp_path / "games.jsonl", plan(tmp_path, "random", "random")
    file.write_bytes(whole)
    with (
        BatchFile(file, of),
        pytest.raises(BrasswrightError, match="another batch is at work in"),
        BatchFile(file, of),
    ):
        pass
    assert file.read_bytes() == whole


def test_more_games_are_added_to_a_file(whole: bytes, tmp_path: Path) -> None:
    for games in ("5", "3", str(GAMES)):
        assert main(simulate(tmp_path, "--workers", "1", "--games", games)) == 0
    assert (tmp_path / "games.jsonl").read_bytes() == whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "2"], "is of another batch: its seed is 1, not 2"),
        (["--seats", "random,sensible"], "random,random played, not random,sensible"),
        (["--with", "house"], "it plays workshop+counted, not workshop+counted+house"),
    ],
)
def test_a_file_of_another_batch_is_refused(
    words: list[str], said: str, whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = overlay_file(
        tmp_path, 'overlay house "House" amends workshop\nset bonus = 5\n', "house"
    )
    (tmp_path / "games.jsonl").write_bytes(whole)
    assert main(simulate(tmp_path, *(house if word == "house" else word for word in words))) == 1
    assert said in capsys.readouterr().err
    assert (tmp_path / "games.jsonl").read_bytes() == whole


def test_rules_that_were_changed_since_are_refused(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.jsonl").write_bytes(whole)
    assert main(simulate(tmp_path, more="    set bonus = 6\n")) == 1
    assert "the rules of workshop+counted have been changed since" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a,b,c\n", "is no file of `brass simulate`"),
        (b"", None),
        (b'{"batch": 1}\n', "is no file of `brass simulate`"),
    ],
)
def test_any_other_file_is_refused(
    content: bytes, said: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert main(simulate(tmp_path)) == (1 if said else 0)
    if said is not None:
        assert said in capsys.readouterr().err
        assert file.read_bytes() == content


def test_a_damaged_line_is_told_with_its_number(whole: bytes, tmp_path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    file = tmp_path / "games.jsonl"
    for damaged in (lines[:3] + lines[5:], [*lines[:4], b"{}\n", *lines[5:]]):
        file.write_bytes(b"".join(damaged))
        with pytest.raises(BrasswrightError, match=r"line [45] is not what follows"):
            list(read_games(file, plan(tmp_path, "random", "random")))


def test_csv_has_the_same_rows(whole: bytes, tmp_path: Path) -> None:
    assert main(simulate(tmp_path, "--csv", str(tmp_path / "games.csv"))) == 0
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    rows = rows_of(tmp_path / "games.jsonl")
    assert [row["points"] for row in found] == [str(row["points"]) for row in rows]
    worked = [str(row["tallies"].get("wages", {}).get("worked", 0)) for row in rows]
    assert [row["tallies.wages.worked"] for row in found] == worked
    assert {row["overlays"] for row in found} == {"counted"}


# -- what must always hold -----------------------------------------------------------------


def test_a_game_that_breaks_a_rule_is_kept_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = """
    invariant modest: every(p in players give p.coins < 15) else "somebody is rich"
"""
    words = simulate(tmp_path, "--workers", "1", more=more)
    assert main(words) == 1
    told = capsys.readouterr()
    lines = rows_of(tmp_path / "games.jsonl")
    broken = [line for line in lines if "breach" in line]
    assert 0 < len(broken) < GAMES
    assert {line["game"] for line in lines} == set(range(GAMES))
    assert f"{GAMES - len(broken)} games" in told.out
    first = broken[0]
    assert "this does not hold: modest: somebody is rich" in first["breach"]
    assert f"game {first['game']} of workshop+counted (seed {first['seed']})" in told.err
    game = bw.load_record(tmp_path / first["record"]).game()
    assert game.broken_invariants() == ("modest: somebody is rich",)
    before = (tmp_path / "games.jsonl").read_bytes()
    assert main(words) == 1
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_rules_that_go_wrong_stop_the_game_alone(tmp_path: Path) -> None:
    text = "after step game.rounds add step ruin:\n  for p in players: p.coins -= 20\n"
    found = play(plan(tmp_path, "random", "random", more=text), 0)
    assert found.breach is not None
    assert "Player.coins" in found.breach["breach"]
    assert found.record.startswith("brasswright record")


# -- what is printed -----------------------------------------------------------------------


def test_a_summary_has_means_and_shares_with_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(simulate(tmp_path, "--workers", "1")) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert f"{GAMES} games of {GAMES} deals; intervals are of 95%" in told.out
    assert re.search(r"^random +24 +1\d\.\d ± \d\.\d", told.out, re.MULTILINE)
    assert "A game has 12.0 moves, from 12 to 12." in told.out
    assert re.search(r"^wages: worked +\d\.\d ± \d\.\d", told.out, re.MULTILINE)


def test_json_says_the_same_as_plain_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(simulate(tmp_path, "--json")) == 0
    found = json.loads(capsys.readouterr().out)
    rows = rows_of(tmp_path / "games.jsonl")
    points = sum(row["points"] for row in rows) / len(rows)
    assert found["groups"]["bot"]["random"]["means"]["points"]["mean"] == pytest.approx(points)
    assert found["groups"]["bot"]["random"]["won"]["share"] == 0.5
    assert (found["games"], found["stopped"], found["breaches"]) == (GAMES, False, [])


def test_a_batch_stops_when_it_is_sure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        folder.mkdir()
        words = ["--games", "400", "--until-interval", "0.4vp", "--workers", workers]
        assert main(simulate(folder, *words)) == 0
        assert "Stopped here: that is within ± 0.4." in capsys.readouterr().out
        found.append((folder / "games.jsonl").read_bytes())
    assert found[0] == found[1]
    assert 20 <= len(found[0].splitlines()) // 2 < 400


def test_a_ruleset_does_not_differ_from_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlay = overlay_file(tmp_path, COUNTED)
    same = f"{WORKSHOP}+{overlay}"
    words = ["compare", same, same, "--games", "6", "--seats", SEATS, "--workers", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {change["mean"] for change in found["changes"][0].values()} == {0.0}
    assert main(words) == 0
    assert "0 differ clearly" in capsys.readouterr().out.replace("\n", " ")


def test_what_a_rule_changes_comes_first_where_it_is_clearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = f"{WORKSHOP}+{overlay_file(tmp_path, COUNTED)}"
    all_work = 'overlay toil "Toil" amends workshop\ndrop action rest because "no rest"\n'
    after = f"{before}+{overlay_file(tmp_path, all_work, 'toil')}"
    out = ["--out", str(tmp_path / "pair.jsonl")]
    words = ["compare", before, after, "--games", "10", "--seats", SEATS, *out]
    assert main([*words, "--workers", "1", "--json"]) == 0
    change = json.loads(capsys.readouterr().out)["changes"][0]
    # Without rest all have 16 coins; by chance it is 13 on average.
    assert change["points"]["mean"] == pytest.approx(3, abs=1)
    assert change["points"]["clear"]
    assert "actions.rest" in list(change)[:6]
    rows = rows_of(tmp_path / "pair.jsonl")
    assert [(row["game"], row["variant"]) for row in rows[:6:2]] == [(0, 0), (0, 1), (1, 0)]
    assert rows[0]["seed"] == rows[2]["seed"]
    assert main([*words, "--workers", "2", "--json"]) == 0


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["simulate", "birmingham", "--games", "0"], 2, "'0' is no number from 1 on"),
        (["simulate", "birmingham", "--seats", "greedy,"], 2, "lacks a bot"),
        (["simulate", "birmingham", "--seats", "greedy,greedi"], 1, "did you mean greedy?"),
        (["simulate", "birmingham", "--seats", "greedy"], 1, "2 to 4 players, not 1"),
        (["simulate", "birmingham", "--until-interval", "wide"], 2, "write 1vp or 0.5"),
        (["simulate", "brass"], 1, "is not a game by itself"),
        (["simulate", "birminghm"], 1, "birmingham"),
        (["compare", "birmingham"], 2, "takes two rulesets"),
        (["compare", "birmingham", "birmingham+no_scuot"], 1, "no_scout"),
        (["simulate", "birmingham", "--cluster", "x", "--workers", "2"], 1, "leave out --workers"),
        (["simulate", "birmingham", "--out", "no/such/folder.jsonl"], 1, "folder"),
    ],
)
def test_what_can_not_be_is_said_in_a_line(
    words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == status
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told


# -- several processes, and the end of one -------------------------------------------------


def started(words: list[str], **options: Any) -> subprocess.Popen[str]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "brasswright.cli.main", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, **options)


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + LONG_ENOUGH
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_two_workers_make_the_same_file(whole: bytes, tmp_path: Path) -> None:
    assert main(simulate(tmp_path, "--workers", "2")) == 0
    digests = [sha256(b).digest() for b in (whole, (tmp_path / "games.jsonl").read_bytes())]
    assert digests[0] == digests[1]


MANY = 300


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("many")
    assert main(simulate(folder, "--workers", "1", "--games", str(MANY))) == 0
    return (folder / "games.jsonl").read_bytes()


def children(process: int) -> set[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True)
    return {int(word) for word in found.stdout.split()}


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_batch_that_is_killed_goes_on_to_the_same_file(many: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = simulate(tmp_path, "--workers", "2", "--games", str(MANY))
    process = started(words)
    wait_for(lambda: lines_in(file) > MANY // 2)
    workers = children(process.pid)
    process.kill()
    process.communicate()
    assert lines_in(file) < 2 * MANY
    assert many.startswith(file.read_bytes())
    wait_for(lambda: not any(map(alive, workers)))
    assert main(words) == 0
    assert file.read_bytes() == many


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_a_batch_cleanly(many: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = simulate(tmp_path, "--workers", "2", "--games", str(MANY))
    process = started(words, start_new_session=True)
    wait_for(lambda: lines_in(file) > MANY // 4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=LONG_ENOUGH)
    assert process.returncode == 130
    assert re.search(r"interrupted after \d+ games; the same command goes on in", err)
    assert "Traceback" not in err
    assert "intervals are of 95%" in out
    assert many.startswith(file.read_bytes())
    assert file.read_bytes().endswith(b"\n")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_worker_that_is_killed_loses_nothing(many: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = started(simulate(tmp_path, "--workers", "2", "--games", str(MANY)))
    wait_for(lambda: lines_in(file) > MANY // 4)
    os.kill(max(children(process.pid)), signal.SIGKILL)
    _, err = process.communicate(timeout=LONG_ENOUGH)
    assert (process.returncode, err) == (0, "")
    assert file.read_bytes() == many


# -- a cluster -----------------------------------------------------------------------------


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, as processes of their own; its address, and the workers."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    python = [sys.executable, "-W", "ignore", "-m"]
    no_page = ["--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    where = ["--host", "127.0.0.1", "--port", address.rpartition(":")[2]]
    module = "distributed.cli.dask_scheduler"
    scheduler = subprocess.Popen([*python, module, *where, *no_page], **quiet)  # type: ignore[call-overload]
    one = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", *no_page]
    command = [*python, "distributed.cli.dask_worker", address, *one]
    workers = [subprocess.Popen(command, **quiet) for _ in range(2)]  # type: ignore[call-overload]
    yield address, workers
    for process in [*workers, scheduler]:
        process.kill()
        process.wait()


def test_a_cluster_makes_the_same_file_even_if_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], many: bytes, tmp_path: Path
) -> None:
    address, workers = cluster
    file = tmp_path / "games.jsonl"
    process = started(simulate(tmp_path, "--cluster", address, "--games", str(MANY)))
    wait_for(lambda: lines_in(file) > MANY // 4 or process.poll() is not None)
    workers[0].kill()
    _, err = process.communicate(timeout=LONG_ENOUGH)
    assert process.returncode == 0, err
    assert sha256(file.read_bytes()).digest() == sha256(many).digest()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_crew, "PATIENCE", 0.3)
    with pytest.raises(BrasswrightError, match="no Dask scheduler answers"):
        cluster_crew.Cluster("tcp://127.0.0.1:9")
