"""Damaged records: always a plain message, never a traceback, never a position that there was not.

What damage there is and what may be said of it is in `tests/damaging.py`; `BRASSWRIGHT_SOAK` does a
hundred thousand times as much as is shown here by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from tests.damaging import NAME, Watched, damages, signed
from tests.prompting import stones

from brasswright.cli.main import main
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import RecordError
from brasswright.interpreter.record import read_record

SOAK = "BRASSWRIGHT_SOAK" in os.environ
RECORDS = Path(__file__).parent / "records"
LONG = ("0.1.0-birmingham", "0.1.0-lancashire", "0.1.0-brass-2007", "0.1.0-birmingham-short_game")


@pytest.fixture(scope="module")
def short() -> Watched:
    """Ten moves of a small game."""
    game = stones("Ada", "Béa")
    chance = Random(4)
    for _ in range(10):
        game.push(random_move(game, chance))
    return Watched(game.record.text().encode())


def told(watched: Watched) -> None:
    if SOAK:
        print(f"\n{watched.refused} refused, {watched.loaded} loaded true", end=" ")


# -- each byte of a short one --------------------------------------------------------------


def test_each_byte_flipped(short: Watched) -> None:
    """Every bit in the soak, one of each byte otherwise; nothing is taken for the whole game."""
    chance = Random(1)
    for place, byte in enumerate(short.content):
        for bit in range(8) if SOAK else [chance.randrange(8)]:
            flipped = bytes([byte ^ (1 << bit)])
            content = short.content[:place] + flipped + short.content[place + 1 :]
            loaded = short.loaded
            short.check(content)
            assert short.loaded == loaded, place
            short.check(content, mend=True)
    told(short)


def test_each_byte_cut_off_or_taken_out(short: Watched) -> None:
    """Cut between two lines of play the record is that of an earlier position, else it is told.

    Before the end of a line is as good as after it: editors leave out the last one.
    """
    first = short.content.index(b"\n", short.start)
    for place in range(len(short.content)):
        cut = short.content[:place]
        loaded = short.loaded
        short.check(cut)
        between = place > first and b"\n" in short.content[place - 1 : place + 1]
        assert short.loaded == loaded + between, place
        short.check(cut, mend=True)
        short.check(cut + short.content[place + 1 :])
    told(short)


# -- random damage -------------------------------------------------------------------------


@pytest.mark.parametrize("name", LONG)
def test_random_damage_to_long_games(name: str) -> None:
    watched = Watched((RECORDS / f"{name}.brass").read_bytes())
    for number, content in enumerate(
        damages(watched.content, watched.start, 25_000 if SOAK else 60, 3)
    ):
        watched.check(content, mend=number % 4 == 0)
    told(watched)
    assert watched.refused > watched.loaded


def test_random_damage_to_a_short_game(short: Watched) -> None:
    for number, content in enumerate(
        damages(short.content, short.start, 20_000 if SOAK else 300, 4)
    ):
        short.check(content, mend=number % 4 == 0)
    told(short)


def test_damage_is_judged_as_by_loading_it(short: Watched) -> None:
    """The short way of the tests and the way of the program come to the same."""
    for number, content in enumerate(damages(short.content, short.start, 40, 5)):
        refused = short.refused
        short.check(content, mend=number % 2 == 0)
        try:
            read_record(content, NAME, mend=number % 2 == 0).game()
        except RecordError:
            assert short.refused == refused + 1
        else:
            assert short.refused == refused


def test_random_damage_where_moves_were_taken_back() -> None:
    """A table that may take anything back keeps in its record that it did; played in full here."""
    game = stones("Ada", "Béa")
    game.undo_policy = "sandbox"
    digests, chance = [game.digest()], Random(6)
    for _ in range(14):
        if game.moves_played and chance.random() < 0.4:
            game.pop()
        else:
            game.push(random_move(game, chance))
        digests.append(game.digest())
    content = game.record.text().encode()
    assert 3 < content.count(b"\ntake back = ") < 9
    refused = 0
    for damaged in damages(content, content.index(b"\nplay: ") + 1, 5_000 if SOAK else 100, 7):
        with suppress(RecordError):
            record = read_record(damaged, NAME)
            again = record.game()
            assert again.digest() == digests[len(record.lines)]
            assert again.undo_policy == "sandbox"
            continue
        refused += 1
    assert refused > 60


@pytest.mark.parametrize("seed", range(40 if SOAK else 1))
def test_a_head_that_was_changed_and_signed_anew(short: Watched, seed: int) -> None:
    """Whoever can sign may change the rules, but not break the program."""
    for content in damages(short.content[: short.start], 0, 50, seed):
        whole = signed(content + short.content[short.start :])
        with suppress(RecordError):
            read_record(whole, NAME).game()


# -- at the command line -------------------------------------------------------------------


VERBS: dict[str, Callable[[str], list[str]]] = {
    "replay": lambda file: ["replay", file],
    "moves": lambda file: ["moves", file],
    "why": lambda file: ["why", file, "take"],
    "export": lambda file: ["export", file, "--html", "-"],
}


@pytest.mark.parametrize("verb", VERBS)
def test_the_command_line_says_it_in_a_line_or_two(
    verb: str, short: Watched, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / NAME
    statuses = set()
    for content in damages(short.content, short.start, 200 if SOAK else 12, 6):
        file.write_bytes(content)
        status = main(VERBS[verb](str(file)))
        said = capsys.readouterr()
        statuses.add(status)
        if status:
            assert said.out == "" or verb == "why"
            assert len(said.err.splitlines()) <= 4
        assert "Traceback" not in said.err
        assert "fault of the program" not in said.err
        assert file.read_bytes() == content
    assert 1 in statuses


def test_resuming_what_is_damaged(short: Watched, tmp_path: Path) -> None:
    """As a process of its own: what is refused is left alone, what was cut off is mended."""
    file = tmp_path / NAME
    command = [sys.executable, "-m", "brasswright.cli.main"]
    changed = short.content.replace(b"\n3 ", b"\n4 ", 1)
    file.write_bytes(changed)
    done = subprocess.run(
        [*command, "play", "--resume", str(file)], input="", capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 3 of play" in done.stderr
    assert file.read_bytes() == changed
    file.write_bytes(short.content[:-9])
    done = subprocess.run(
        [*command, "play", "--resume", str(file)], input="", capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "going on after 9 moves" in done.stdout
    assert "Its last line was cut off and has been left out" in done.stdout
    assert file.read_bytes() == short.content[: short.content[:-9].rindex(b"\n") + 1]
    told = subprocess.run([*command, "replay", str(file), "--json"], capture_output=True, text=True)
    assert json.loads(told.stdout)["digest"] == short.digests[9]
