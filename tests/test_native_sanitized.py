"""The native backend built with the sanitizers for addresses and undefined behaviour.

They end the process at the first access outside of memory, overflow or wrong shift, so games are
played in a process of their own; and positions that no game comes to, with any numbers in any
cells, which must not lead out of memory either. `BRASSWRIGHT_SOAK` does so for every edition and
overlay.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.test_native_games import ALL

from brasswright.interpreter.native.building import NoNative, compiler

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
CHOSEN = ALL if SOAK else [("birmingham", "", 4), ("lancashire", "two_tiles", 2)]
GAMES = 20 if SOAK else 2

WORK = """
import sys
from random import Random
from brasswright.interpreter.native.building import SANITIZERS
from brasswright.interpreter.native.comparing import differences
from brasswright.interpreter.native.engine import Engine, Trapped
from brasswright.interpreter.opening import compiled_rules, open_rulebook
from brasswright.interpreter.running.position import Position

edition, overlay, players, games = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
compiled = compiled_rules(open_rulebook(edition, (overlay,) if overlay else ()), players)
engine = Engine(compiled, SANITIZERS, keep=False)
native = engine.game(compiled.start(0))
moves = native.games(1, games) + native.games(1, 1, greedy=True)
position = Position(compiled, compiled.start(5))
position.start()
random = Random(5)
number = damaged = 0
while position.play(random):
    number += 1
    if number % 10 == 0:
        assert differences(position, engine, 2) == []
    cells = list(position.cells)
    for _ in range(random.choice((1, 3, 30))):
        value = random.choice((-1, 0, 1, 7, 63, 64, 300, 2**31, 2**62, -(2**63)))
        cells[random.randrange(len(cells))] = value
    for ask in (native.ways, native.best, native.sound, lambda: native.play(random)):
        native.stand_at(cells)
        try:
            ask()
        except Trapped:
            damaged += 1
print("played", moves, "trapped", damaged)
"""


def runtime() -> str:
    """The library of the address sanitizer, which has to be loaded before all others."""
    try:
        command = [*compiler(), "-print-file-name=libasan.so"]
    except NoNative:
        return ""
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    path = Path(found.stdout.strip())
    return str(path.resolve()) if path.is_absolute() and path.exists() else ""


@pytest.mark.skipif(not runtime(), reason="the compiler here has no address sanitizer")
@pytest.mark.parametrize(("edition", "overlay", "players"), CHOSEN)
def test_memory_and_arithmetic_are_sound(edition: str, overlay: str, players: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WORK, edition, overlay, str(players), str(GAMES)],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "LD_PRELOAD": runtime(),
            "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0",
        },
        check=False,
    )
    assert done.stdout.startswith("played"), done.stderr[-3000:]


@pytest.mark.skipif(not runtime(), reason="the compiler here has no address sanitizer")
def test_the_sanitizers_find_something() -> None:
    """Where an index is too large on purpose, they end the process."""
    source = "int at(int i) { int a[4] = {0}; return a[i]; }"
    work = (
        "from brasswright.interpreter.native.building import SANITIZERS, library\n"
        f"found = library({source!r}, (*SANITIZERS, '-fvisibility=default'), keep=False)\n"
        "print(found.at(2), flush=True)\nprint(found.at(1000))"
    )
    done = subprocess.run(
        [sys.executable, "-c", work],
        capture_output=True,
        text=True,
        env={**os.environ, "LD_PRELOAD": runtime(), "ASAN_OPTIONS": "detect_leaks=0"},
        check=False,
    )
    assert done.returncode
    assert done.stdout == "0\n"
    assert "out of bounds" in done.stderr
