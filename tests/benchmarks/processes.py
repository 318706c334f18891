"""From nothing to the first legal moves, in a process of its own: how long, and how much memory.

Times are of the processor, which on a machine at rest is what people wait; compilers that are
called count too. Memory is the most that was held at once, a whole random game included.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

NO_CACHE = "BRASSWRIGHT_NO_CACHE"
CODE = """
import sys
from time import process_time
name, players, backend, play = sys.argv[1:]
import brasswright as bw
game = bw.new_game(name, players=list("ABCD"[:int(players)]), seed=7)
if backend != "python":
    from brasswright.interpreter import backends
    backends.use(game.position, backend)
list(game.legal_moves)
print(process_time(), flush=True)
if play == "play":
    from random import Random
    game.position.playout(Random(7))
    lines = open("/proc/self/status").read().splitlines()
    print(1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")))
"""


@dataclass(frozen=True)
class Start:
    """What a process took to come to the first legal moves."""

    seconds: float
    """Of the processor."""
    waited: float
    """By the clock, until the process ended."""
    memory: int | None = None
    """Bytes; None where the system doesn't say."""


def start(name: str, players: int, backend: str, kept: bool = True, play: bool = False) -> Start:
    """Start a process; unless `kept`, from rule text."""
    environment = dict(os.environ)
    if not kept:
        environment[NO_CACHE] = "1"
    play = play and Path("/proc/self/status").exists()
    words = [name, str(players), backend, "play" if play else "no"]
    began = perf_counter()
    said = _run(words, environment).split()
    waited = perf_counter() - began
    return Start(float(said[0]), waited, int(said[1]) if play else None)


def soonest(
    name: str, players: int, backend: str, kept: bool, tries: int, play: bool = False
) -> Start:
    """The start of several that took the processor the least time."""
    found = [start(name, players, backend, kept, play) for _ in range(tries)]
    return min(found, key=lambda each: each.seconds)


def _run(words: list[str], environment: Mapping[str, str]) -> str:
    command = [sys.executable, "-c", CODE, *words]
    done = subprocess.run(
        command, env=dict(environment), check=True, capture_output=True, text=True
    )
    return done.stdout
