"""Long runs: many games in one process, thousands of moves back and forth, thousands of lines.

With all tests it is a short part of each; with BRASSWRIGHT_SOAK set a thousand games, ten thousand
moves and an hour's worth of lines, and the figures are printed.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.native_engines import needs_compiler
from tests.prompting import STONES, Script
from tests.test_checks import house

import brasswright as bw
from brasswright.cli.prompt.keeping import keep_games_in
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.settings import Settings
from brasswright.interpreter import bots, notation, opening
from brasswright.interpreter.backends import NATIVE, PYTHON, use
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import BrasswrightError, NotUnderstood
from brasswright.interpreter.game import Game
from brasswright.interpreter.native import backend as native_backend
from brasswright.interpreter.revealing import SANDBOX
from brasswright.interpreter.running import graph, kernel

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
NAMES = ("Ada", "Ben", "Cy", "Dot")
TABLES = [
    ("birmingham", 2), ("lancashire", 3), ("brass-2007", 4), ("birmingham", 4),
    ("lancashire", 2), ("brass-2007", 3), ("birmingham", 3), ("lancashire", 4),
]  # fmt: skip


def play(seed: int, kind: str = "random", backend: str = PYTHON) -> Game:
    """A whole game of one of the editions, by numbers of players in turn."""
    edition, seats = TABLES[seed % len(TABLES)]
    game = bw.new_game(edition, players=NAMES[:seats], seed=seed)
    use(game.position, backend)
    random = Random(seed)
    while game.turn is not None:
        game.push(bots.choose(kind, game) if kind != "random" else random_move(game, random))
    return game


def blocks() -> int:
    """How many pieces of memory are in use."""
    gc.collect()
    return sys.getallocatedblocks()


def megabytes() -> float:
    """The memory of this process that lies in the machine's; 0 where nobody knows."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# -- many games ----------------------------------------------------------------------------


def test_a_game_that_is_over_leaves_nothing_behind() -> None:
    """The same games once more: what is remembered of rules and positions is there already."""
    games = range(len(TABLES))
    for seed in games:
        play(seed)
    before = blocks()
    for seed in games:
        play(seed)
    assert blocks() - before < 500


@pytest.mark.skipif(not SOAK, reason="takes minutes")
@pytest.mark.parametrize(
    ("kind", "backend", "number"),
    [
        ("random", PYTHON, 1000),
        ("greedy", PYTHON, 240),
        pytest.param("greedy", NATIVE, 1000, marks=needs_compiler),
    ],
)
def test_a_thousand_games_in_one_process(kind: str, backend: str, number: int) -> None:
    """The second half takes no more memory than the first has; a game's worth is left to chance."""
    warm, found = number // 2, []
    for seed in range(number):
        play(seed, kind, backend)
        if (seed + 1) % (number // 10) == 0:
            found.append((seed + 1, round(megabytes(), 1), blocks()))
    print(f"\n{kind}, {backend}: games, megabytes, blocks: {found}")
    (_, first, some), (_, last, more) = next(f for f in found if f[0] >= warm), found[-1]
    assert last - first < 8
    assert more < some * 1.1


def test_what_is_remembered_is_bounded() -> None:
    """Sets of links and of rows without end: no more of them is kept than was meant."""
    ring = graph.Graph([0, *(1 << place | 1 << place % 30 + 1 for place in range(1, 31))])
    for links in range(2, 6 * graph.REMEMBERED, 2):
        assert ring.reach(2, links) & 2
        assert len(ring._reach) <= graph.REMEMBERED
        assert len(ring._rings) <= graph.REMEMBERED
    for bits in range(2, 3 * kernel.MOST_ROWS):
        assert sum(1 << row for row in kernel.ROWS[bits]) == bits
    assert len(kernel.ROWS) <= kernel.MOST_ROWS
    memory: dict[object, int] = {}
    for value in range(3 * kernel.MOST_KEPT):
        kernel.keep(memory, value, value)
    assert len(memory) <= kernel.MOST_KEPT


def test_what_is_typed_is_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "MOST_REMEMBERED", 50)
    game = bw.new_game(STONES, players=["Ada"])
    for number in range(200):
        with pytest.raises(NotUnderstood):
            game.parse(f"place word{number} alpha")
        assert len(game.names._matches) <= 50
    assert game.parse("place one alpha").text == "place one at alpha"


def test_rules_that_nobody_plays_any_more_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules may be changed again and again; those used last stay."""
    monkeypatch.setattr(opening, "MOST_COMPILED", 3)
    monkeypatch.setattr(opening, "_compiled", {})
    monkeypatch.setattr(opening, "kept_rules", lambda *_: None)
    made: list[str] = []

    def compile_newly(rulebook: object, seats: int) -> object:
        made.append(str(rulebook))
        return object()

    monkeypatch.setattr(opening, "_newly_compiled", compile_newly)
    rulebooks = [house(f"set start_money = {pounds}") for pounds in (20, 21, 22, 23)]
    first = opening.compiled_rules(rulebooks[0], 2)
    for rulebook in rulebooks:
        opening.compiled_rules(rulebook, 2)
        assert opening.compiled_rules(rulebooks[0], 2) is first
        assert len(opening._compiled) <= 3
    assert len(made) == 4


def test_engines_of_rules_that_nobody_plays_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_backend, "Engine", lambda compiled: [compiled])
    monkeypatch.setattr(native_backend, "_engines", {})
    monkeypatch.setattr(native_backend, "MOST_ENGINES", 3)
    rules: list[Any] = [object() for _ in range(5)]
    for compiled in rules:
        engine = native_backend.engine_of(compiled)
        assert engine == [compiled]
        assert native_backend.engine_of(compiled) is engine
        assert len(native_backend._engines) <= 3


# -- back and forth ------------------------------------------------------------------------

BACK_AND_FORTH = 10_000 if SOAK else 600


@pytest.mark.parametrize("edition", [STONES, "birmingham"], ids=["stones", "birmingham"])
def test_a_long_record_of_moves_back_and_forth(edition: str, tmp_path: Path) -> None:
    """Every step is a line of the record; it loads to the same position, log and record."""
    path = tmp_path / "long.brass"
    game = bw.new_game(edition, players=NAMES[:2], seed=3)
    game.undo_policy = SANDBOX
    session = Session(game, quiet(), {}, path, Settings(undo=SANDBOX))
    random, steps = Random(1), 0
    while steps < BACK_AND_FORTH:
        carry_out(session, random_move(game, random).text)
        back = random.choice([1, 1, 2, 3])
        back = min(back, len(game.moves_played))
        for line in ["undo"] * back + ["redo"] * back:
            carry_out(session, line)
        steps += 1 + 2 * back
        if game.turn is None or len(game.moves_played) > 40:
            steps += len(game.moves_played)
            carry_out(session, "undo to 0")
    content = path.read_text(encoding="utf-8")
    lines = content.partition("\nplay: ")[2].splitlines()[1:]
    assert len(lines) == steps
    assert len("\n".join(lines)) < 100 * steps
    record = bw.load_record(path)
    assert record.text() == content
    again = record.game()
    assert again.digest() == game.digest()
    assert again.log == game.log
    assert again.record.text() == content
    assert len(session.undone) <= 41
    told = quiet()
    carry_out(Session(again, told, {}, None, Settings(undo=SANDBOX)), "log all")
    assert len(told.text) < 20_000, "what was taken back is told in full"
    print(f"\n{steps} steps: {len(content):,} bytes")


def quiet() -> Script:
    """A console that is no terminal."""
    console = Script([])
    console.interactive = False
    return console


# -- lines through a pipe ------------------------------------------------------------------

LINES = 6000 if SOAK else 150
LOOKS = (
    "moves", "board", "map", "log", "log all", "since", "status", "check", "players", "markets",
    "hand", "mat", "score", "deck", "help", "help undo", "rules", "rules build", "cite", "house",
    "hint 1", "why build", "moves build", "save", "set", "# nothing",
)  # fmt: skip
MISTAKES = (
    "build", "build x at y", "undo to 99999", "redo x", "load nowhere.brass", "switch chess",
    "house set start_money = 9", "house drop x", "xyzzy", "loan 7", "\x1b[2J", "check it",
    "undo undo", "show x", "rules x", "set undo never", "network a--b", "é" * 1100,
)  # fmt: skip


def typed(session: Session, random: Random, copy: Path) -> Iterator[str]:
    """An hour at the table: mostly moves, with much looking and some going back between them."""
    while True:
        game, dice = session.game, random.random()
        if game.turn is None and dice < 0.3:
            edition, _ = random.choice(TABLES)
            yield f"switch {edition} seed {random.randrange(1000)}"
        elif game.turn is not None and dice < 0.5:
            yield random_move(game, random).text
        elif dice < 0.7:
            yield random.choice(LOOKS)
        elif dice < 0.8:
            yield random.choice(MISTAKES)
        elif dice < 0.95:
            yield random.choice(["undo", "undo", "undo turn", "redo", "redo", "redo all"])
        elif dice < 0.98:
            yield f"save {copy} replace"
        elif copy.exists():
            yield f"load {copy}"


def test_an_hour_of_lines_through_a_pipe(tmp_path: Path) -> None:
    """What is carried out, and where it ends, is the same as at a table in this process."""
    keep_games_in(str(tmp_path))
    here, there = tmp_path / "here.brass", tmp_path / "there.brass"
    game = bw.new_game("birmingham", players=["A", "B"], seed=5)
    game.undo_policy = SANDBOX
    session = Session(game, quiet(), {}, here, Settings(undo=SANDBOX))
    lines: list[str] = []
    refused: list[int] = []
    for line in typed(session, Random(5), tmp_path / "copy.brass"):
        lines.append(line)
        try:
            carry_out(session, line)
        except (Complaint, BrasswrightError):
            refused.append(len(lines))
        session.console.all.clear()  # type: ignore[attr-defined]
        if len(lines) == LINES:
            break
    carry_out(session, f"save {tmp_path / 'end.brass'}")
    keep_games_in("")
    (tmp_path / "copy.brass").unlink(missing_ok=True)
    words = ["birmingham", "--players", "2", "--seed", "5", "--undo", SANDBOX, "--check"]
    done = subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", "play", *words, "--save", str(there)],
        input="".join(f"{line}\n" for line in [*lines, f"save {tmp_path / 'piped.brass'}"]),
        capture_output=True,
        text=True,
        env={**os.environ, "BRASSWRIGHT_GAMES": str(tmp_path)},
    )
    assert "Traceback" not in done.stderr
    assert "fault of the program" not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    begun = "input line "
    told = [line for line in done.stderr.splitlines() if line.startswith(begun)]
    numbers = [int(line.removeprefix(begun).partition(":")[0]) for line in told]
    assert list(dict.fromkeys(numbers)) == refused
    assert done.returncode == (1 if refused else 0)
    ends = [bw.load_record(tmp_path / name) for name in ("end.brass", "piped.brass")]
    assert ends[0].text() == ends[1].text()
    print(f"\n{len(lines)} lines, {len(refused)} of them refused; {len(done.stdout):,} letters")
