"""What is kept for the next start: believed only if it is ours, and never needed."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.benchmarks.starting import start_to_prompt
from tests.prompting import STONES

from brasswright.cli.views.reference import reference_text
from brasswright.interpreter import cache, opening
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.compiling import store
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.kept import KeptRulebook
from brasswright.interpreter.layers.merge import merge

EDITION = "birmingham"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache; its files are in `cache/brasswright/rules`."""
    monkeypatch.delenv(cache.OFF, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    forget()
    yield tmp_path / "cache" / "brasswright" / "rules"
    monkeypatch.undo()
    forget()


def forget() -> None:
    """As in a new process."""
    cache._folder.cache_clear()
    cache._key.cache_clear()
    opening._compiled.clear()


def opened(players: int = 2) -> Game:
    forget()
    return opening.new_game(STONES, players=list("ABCD"[:players]), seed=5)


def is_kept(players: int = 2) -> bool:
    return store.kept_rules(find(STONES), players) is not None


def random_game(game: Game, moves: int = 60) -> list[str]:
    random = Random(2)
    while game.turn is not None and len(game.moves_played) < moves:
        game.push(random_move(game, random))
    return [entry.text for entry in game.log]


def test_the_second_start_compiles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = random_game(opened())
    assert is_kept()
    monkeypatch.setattr(opening, "_newly_compiled", lambda *_: pytest.fail("compiled again"))
    assert random_game(opened()) == played


def test_rules_are_kept_for_each_number_of_players(folder: Path) -> None:
    opened(2)
    assert is_kept(2)
    assert not is_kept(3)


def test_a_kept_rulebook_is_put_together_when_somebody_looks(folder: Path) -> None:
    opened()
    book, whole = opened().rulebook, merge(find(STONES))
    assert isinstance(book, KeptRulebook)
    assert (book.title, book.seats, book.cites) == (whole.title, whole.seats, whole.cites)
    assert "actions" not in vars(book)
    assert list(book.parts()) == list(whole.parts())
    assert reference_text(book, "dig", 80) == reference_text(whole, "dig", 80)


def test_kept_rules_know_the_lines_that_they_came_from(folder: Path) -> None:
    lines = opened().compiled.module.rules
    kept = opened().compiled.module.rules
    assert [kept.where(n) for n in range(1, 40, 3)] == [lines.where(n) for n in range(1, 40, 3)]
    assert kept.span(20) == lines.span(20)
    assert kept.where(1).endswith(".rules:1")


@pytest.mark.parametrize("spoil", ["cut", "changed", "emptied", "removed"])
def test_what_is_damaged_is_made_again(folder: Path, spoil: str) -> None:
    played = random_game(opened(), 10)
    for path in folder.iterdir():
        content = path.read_bytes()
        if spoil == "removed":
            path.unlink()
        else:
            changed = content[:60] + bytes([content[60] ^ 1]) + content[61:]
            path.write_bytes({"cut": content[:-9], "changed": changed, "emptied": b""}[spoil])
    forget()
    assert not is_kept()
    assert random_game(opened(), 10) == played
    assert is_kept()


def test_what_another_wrote_is_not_believed(folder: Path, tmp_path: Path) -> None:
    """A cache sealed with another key, as after unpacking somebody's archive."""
    opened()
    seal = tmp_path / "state" / "brasswright" / "seal"
    assert len(seal.read_bytes()) == cache.SEAL
    seal.write_bytes(b"\0" * cache.SEAL)
    forget()
    assert not is_kept()


def test_what_was_kept_under_another_name_is_not_believed(folder: Path) -> None:
    opened(2)
    opened(3)
    first, second = sorted(folder.glob("compiled-*"))
    second.write_bytes(first.read_bytes())
    forget()
    assert [is_kept(2), is_kept(3)].count(True) == 1


def test_what_was_not_used_for_long_goes_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 8)
    for number in range(8):
        cache.keep("kind", b"body", str(number))
        os.utime(cache._path("kind", (str(number),)), (number, number))
    assert cache.load("kind", "0") == b"body"
    cache.keep("kind", b"body", "8")
    kept = [number for number in range(9) if cache.load("kind", str(number))]
    assert kept == [0, 4, 5, 6, 7, 8]


@pytest.mark.skipif(os.name != "posix", reason="about permissions")
def test_a_key_that_others_could_read_is_no_key(folder: Path, tmp_path: Path) -> None:
    opened()
    seal = tmp_path / "state" / "brasswright" / "seal"
    assert seal.stat().st_mode & 0o777 == 0o600
    seal.chmod(0o644)
    forget()
    assert not is_kept()
    assert seal.stat().st_mode & 0o777 == 0o600


def test_reading_makes_nothing_but_parts_of_rules(folder: Path) -> None:
    """Even something well sealed can't call anything."""
    made_from = store._made_from(find(STONES), 2)
    bad = b"\0\0\0\0" + pickle.dumps((os.system, "echo no", 1))
    cache.keep(store.KIND, bad, *made_from)
    assert cache.load(store.KIND, *made_from) == bad
    assert not is_kept()
    for dotted in (b"cbrasswright.interpreter.source\nbisect_right\n.", b"cposix\nsystem\n."):
        with pytest.raises(pickle.UnpicklingError):
            store._Reader(__import__("io").BytesIO(dotted)).load()


def test_without_a_place_to_keep_anything_games_open_all_the_same(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert opened().turn is not None
    assert not is_kept()


def test_nothing_is_kept_if_it_is_turned_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.OFF, "1")
    assert opened().turn is not None
    assert not folder.exists()


def test_a_changed_text_is_compiled_anew(folder: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "rich.rules"
    found = []
    for money in (20, 21):
        overlay.write_text(f'overlay rich "Rich" amends {EDITION}\nset start_money = {money}\n')
        game = opening.new_game(EDITION, players=["A", "B"], seed=1, overlays=[str(overlay)])
        found.append(game.view("A")["players"]["A"]["money"])
    assert found == [20, 21]


def test_the_way_to_the_first_prompt_is_short(tmp_path: Path) -> None:
    """From what is kept, neither the parser nor the compiler nor YAML are even imported."""
    code = (
        "import sys, json; from brasswright.cli.main import main; "
        f"main(['play', {EDITION!r}, '--seat', 'A=random', '--seat', 'B=human']); "
        "print(json.dumps(sorted(sys.modules)))"
    )
    kept = {name: str(tmp_path) for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")}
    environment = {**os.environ, **kept}
    environment.pop(cache.OFF, None)
    below = "brasswright.interpreter"
    for _ in range(4):  # the second start, if nobody changes the program meanwhile
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            input="",
            capture_output=True,
            text=True,
            check=True,
        )
        modules = set(json.loads(done.stdout.splitlines()[-1]))
        if f"{below}.compiling.module" not in modules:
            break
    assert not modules & {"lark", "yaml", "jsonschema", "tomllib", "prompt_toolkit"}
    assert not modules & {f"{below}.syntax.nodes", f"{below}.syntax.parser"}
    assert not modules & {f"{below}.layers.merge", f"{below}.checking.checker"}
    assert f"{below}.compiling.module" not in modules


def test_the_prompt_is_soon_there(tmp_path: Path) -> None:
    """`make bench` prints the ratio, which is to be at most 1.5; this is for a busy machine."""
    prompt, toolkit, rules = start_to_prompt(tmp_path, rounds=3)
    assert prompt < 3 * (toolkit + rules)
