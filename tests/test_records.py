"""Game records: nothing is lost, nothing is believed that isn't true."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.playing import NAMES
from tests.workshop import FOLDER, workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import RecordError
from brasswright.interpreter.game import Game
from brasswright.interpreter.record import load_record, read_record

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
ROOT = Path(__file__).parent.parent


def some_game(moves: int = 12, seed: int = 3) -> Game:
    """A short game of Birmingham, of people whose names are not plain ASCII."""
    game = bw.new_game("birmingham", players=NAMES[:2], seed=seed)
    random = Random(seed)
    for _ in range(moves):
        game.push(random_move(game, random))
    return game


@pytest.fixture(scope="module")
def short() -> Game:
    """A quick game of the workshop, with taken back moves among its lines."""
    game = workshop('action try "Try" during turn:\n  choose s from sites said ""\n  s.owner = me')
    random = Random(1)
    for _ in range(7):
        game.push(random_move(game, random))
    return game


# -- saved and loaded ----------------------------------------------------------------------


def test_a_saved_game_is_the_same_game(tmp_path: Path) -> None:
    game = some_game(30)
    game.record.save(tmp_path / "a.brass")
    again = bw.load_record(tmp_path / "a.brass").game()
    assert again.digest() == game.digest()
    assert again.moves_played == game.moves_played
    assert (again.players, again.seed, again.turn) == (game.players, game.seed, game.turn)
    assert [str(m) for m in again.legal_moves] == [str(m) for m in game.legal_moves]
    again.record.save(tmp_path / "b.brass")
    assert (tmp_path / "a.brass").read_bytes() == (tmp_path / "b.brass").read_bytes()


def test_every_position_of_a_game_can_be_saved(tmp_path: Path) -> None:
    """At stops and in decisions out of turn too; a record grows as the game does."""
    kept = tmp_path / "kept.brass"
    game = bw.new_game("birmingham", players=NAMES[:3], seed=5)
    game.attach(kept)
    random = Random(5)
    stages = set()
    while game.turn is not None:
        stages.add(game.stage)
        game.push(random_move(game, random))
        if game.stage or len(game.moves_played) % 25 == 0:
            assert load_record(kept).game().digest() == game.digest()
    assert load_record(kept).game().outcome() == game.outcome()
    assert len(stages) > 2


def test_what_is_taken_back_is_kept_as_such(tmp_path: Path) -> None:
    game = bw.new_game("birmingham", players=NAMES[:2], seed=2)
    game.attach(tmp_path / "a.brass")
    random = Random(2)
    for _ in range(6):
        game.push(random_move(game, random))
    for _ in range(3):
        game.pop()
    game.push(random_move(game, random))
    assert (tmp_path / "a.brass").read_text(encoding="utf-8").count("take back") == 3
    assert load_record(tmp_path / "a.brass").game().digest() == game.digest()


def test_comments_and_empty_lines_are_for_readers() -> None:
    text = some_game(3).record.text()
    told = text.replace("\n2 ", "\n# a good move\n\n2 ", 1)
    assert told != text
    again = read_record(told.encode(), "told").game()
    assert again.digest() == some_game(3).digest()


def test_rules_edited_on_disk_do_not_change_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "workshop"
    shutil.copytree(FOLDER / "workshop", folder)
    overlay = tmp_path / "rich.rules"
    overlay.write_text('overlay rich "Rich" amends workshop\nset bonus = 7\n', encoding="utf-8")
    game = bw.new_game(str(folder), players=NAMES[:2], overlays=[str(overlay)])
    game.push("rest")
    game.record.save(tmp_path / "a.brass")
    course = folder / "course.rules"
    course.write_text(course.read_text(encoding="utf-8").replace("p.coins = 10", "p.coins = 3"))
    overlay.unlink()
    assert bw.new_game(str(folder), players=NAMES[:2]).digest() != game.digest()
    again = load_record(tmp_path / "a.brass").game()
    assert again.digest() == game.digest()
    again.push("rest")
    again.record.save(tmp_path / "a.brass")
    assert load_record(tmp_path / "a.brass").game().digest() == again.digest()


# -- damage --------------------------------------------------------------------------------


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def swapped(text: str) -> str:
    parts = lines(text)
    parts[-1], parts[-2] = parts[-2], parts[-1]
    return "".join(parts)


DAMAGE: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "is no game record"),
    "another file": (lambda text: "ruleset: birmingham\n", "is no game record"),
    "from the future": (
        lambda text: text.replace("format 1", "format 2", 1),
        "is from a later version .format 2, here 1.: update first",
    ),
    "no number": (lambda text: text.replace("format 1", "format one", 1), "has been changed"),
    "cut in the head": (lambda text: text[: len(text) // 4], "is cut off before the first move"),
    "cut in a move": (lambda text: text[:-9], "is cut off in line .*comes before it is whole"),
    "cut at the end of a digest": (lambda text: text[:-2], "is cut off in line"),
    "rules edited": (
        lambda text: text.replace("p.coins = 10", "p.coins = 11"),
        "has been changed: its head is not what it was",
    ),
    "seed edited": (lambda text: text.replace("seed: 1", "seed: 2"), "has been changed: its head"),
    "a move edited": (
        lambda text: re.sub(r"\n2 Ben: .* =", "\n2 Ben: try delta =", text),
        "line 2 of play .*(has been changed|can't be played)",
    ),
    "a move that can't be": (
        lambda text: re.sub(r"\n2 Ben: .* =", "\n2 Ben: try nowhere =", text),
        "line 2 of play .* can't be played: nothing here is called `nowhere`",
    ),
    "a digest edited": (
        lambda text: re.sub(r"(\n3 Ada: .* = ).", r"\1x", text),
        "line 3 of play .* has been changed",
    ),
    "a line taken out": (
        lambda text: "".join(lines(text)[:-2] + lines(text)[-1:]),
        "line 6 of play .* has been changed",
    ),
    "lines swapped": (swapped, "line 6 of play .* has been changed"),
    "a line twice": (lambda text: text + lines(text)[-1], "line 8 of play .* has been changed"),
    "a line made a comment": (
        lambda text: re.sub(r"\n7 ", "\n# ", text),
        "line 7 of play .* (has been changed|can't be played)",
    ),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_told(
    short: Game, tmp_path: Path, damage: Callable[[str], str], message: str
) -> None:
    whole = short.record.text()
    damaged = damage(whole)
    assert damaged != whole
    path = tmp_path / "a.brass"
    path.write_text(damaged, encoding="utf-8")
    digest = short.digest()
    with pytest.raises(RecordError, match=message):
        load_record(path)
    assert path.read_text(encoding="utf-8") == damaged
    assert short.digest() == digest


def test_bytes_that_are_no_text(short: Game) -> None:
    content = short.record.text().encode()
    with pytest.raises(RecordError, match="has been changed: byte 300 is no text"):
        read_record(content[:300] + b"\xff" + content[301:], "a.brass")


def positions(game: Game) -> list[str]:
    """The digests of all positions of a game, the first to the last."""
    copy = workshop('action try "Try" during turn:\n  choose s from sites said ""\n  s.owner = me')
    found = [copy.digest()]
    for move in game.moves_played:
        copy.push(move)
        found.append(copy.digest())
    return found


@pytest.mark.parametrize("seed", range(40 if SOAK else 4))
def test_no_flipped_byte_goes_unnoticed(short: Game, seed: int) -> None:
    content = short.record.text().encode()
    start = content.index(b"play: ")
    random = Random(seed)
    places = random.sample(range(start), 60) + random.sample(range(start, len(content)), 60)
    for place in places:
        flipped = bytearray(content)
        flipped[place] ^= random.choice((1, 2, 4, 8, 16, 32, 64, 128))
        if random.random() < 0.2:
            flipped[place] = random.choice(b"#\n\r |=0")
        if bytes(flipped) == content:
            continue
        with pytest.raises(RecordError):
            read_record(bytes(flipped), "a.brass").game()


def test_every_first_byte_of_a_line_is_watched(short: Game) -> None:
    content = short.record.text().encode()
    starts = [match.end() for match in re.finditer(rb"\n", content[:-1])]
    for place in starts:
        for byte in b"#\n|0":
            if content[place] != byte:
                changed = content[:place] + bytes([byte]) + content[place + 1 :]
                with pytest.raises(RecordError):
                    read_record(changed, "a.brass").game()


@pytest.mark.parametrize("seed", range(10 if SOAK else 2))
def test_a_cut_file_is_an_earlier_position_or_an_error(short: Game, seed: int) -> None:
    content = short.record.text().encode()
    known = positions(short)
    random = Random(seed)
    start = content.index(b"play: ")
    places = random.sample(range(start), 20) + list(range(start, len(content), 3))
    for place in places:
        cut = content[:place]
        if b"\n" in content[place - 1 : place + 1] and place > content.index(b"\n", start):
            number = content[start : place + (cut[-1:] != b"\n")].count(b"\n") - 1
            assert read_record(cut, "a.brass").game().digest() == known[number]
            continue
        with pytest.raises(RecordError):
            read_record(cut, "a.brass").game()
        if place > content.index(b"\n", start):
            number = cut[start:].count(b"\n") - 1
            assert read_record(cut, "a.brass", mend=True).game().digest() == known[number]


def test_a_name_cut_in_the_middle_of_a_letter_is_mended() -> None:
    content = some_game(4).record.text().encode()
    place = content.rindex("é".encode())
    cut = content[: place + 1]
    with pytest.raises(RecordError, match="is cut off in line"):
        read_record(cut, "a.brass")
    game = read_record(cut, "a.brass", mend=True).game()
    assert game.moves_played == some_game(4).moves_played[: len(game.moves_played)]


# -- killed --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 61 if SOAK else 4))
def test_killed_at_any_moment_the_game_is_where_it_was(seed: int, tmp_path: Path) -> None:
    """What was confirmed is on disk; at most the move that was being written is there too."""
    kept = tmp_path / "kept.brass"
    command = [sys.executable, "-m", "tests.playing", "birmingham", "2", str(seed), "400", kept]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        confirmed = [process.stdout.readline() for _ in range(Random(seed).randrange(1, 60))]
        os.kill(process.pid, signal.SIGKILL)
        confirmed += process.stdout.readlines()
    last = next(line for line in reversed(confirmed) if line.endswith("\n"))
    number, digest = last.split()[:2]
    game = load_record(kept, mend=True).game()
    if len(game.moves_played) > int(number):
        game.pop()
    assert len(game.moves_played) == int(number)
    assert game.digest() == digest


# -- the same everywhere -------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_a_seed_gives_the_same_game_whatever_the_hash_seed(players: int) -> None:
    told = []
    for hash_seed in ("0", "1234"):
        command = [sys.executable, "-m", "tests.playing", "birmingham", str(players), "11", "60"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True
        )
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0].count("\n") == 61
