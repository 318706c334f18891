"""The Python backend beside a hand-written kernel, timed in turn in one run.

The kernel is a `kernel.py` with `play(players, counts)`, outside of this repository; the variable
BRASSWRIGHT_RULER names it or its folder. Times are of the processor alone, and of all rounds the
second shortest counts. Games are played from the start to the end, uniform over the stages of
moves: the verb, then each answer in turn. Besides: how long listing, playing and taking back take
in the positions that greedy play comes to.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time

import brasswright as bw
from brasswright.interpreter.judging import best_move
from brasswright.interpreter.running.position import Position
from brasswright.interpreter.running.query import Query

RULER = "BRASSWRIGHT_RULER"
PLAYERS = 4
ROUNDS = 8
GAMES, KERNEL_GAMES = 6, 40
FIRST = "birmingham"

Play = Callable[[int, list[int]], object]


def report() -> str:
    """The figures, a line each; the ratio as the plain line `python_backend_ratio X`."""
    lines = [_speeds()]
    names = [info.name for info in bw.available() if info.kind == "edition" and info.playable]
    lines += [_decisions(name) for name in names if PLAYERS in _seats(name)]
    return "\n".join(lines)


def _seats(name: str) -> range:
    info = next(info for info in bw.available() if info.name == name)
    return range(min(info.seats), max(info.seats) + 1)


# -- whole games ---------------------------------------------------------------------------


def _speeds() -> str:
    names = [info.name for info in bw.available() if info.kind == "edition" and info.playable]
    players = {name: _player(name) for name in names if PLAYERS in _seats(name)}
    kernel = _kernel()
    taken: dict[str, list[float]] = {name: [] for name in (*players, "")}
    for _ in range(ROUNDS):
        if kernel is not None:
            taken[""].append(_seconds(lambda _: kernel(PLAYERS, [0, 0]), KERNEL_GAMES))
        for name, play in players.items():
            taken[name].append(_seconds(play, GAMES))
    best = {name: sorted(seconds)[1] for name, seconds in taken.items() if seconds}
    lines = [
        f"{name}, {PLAYERS} players: {1 / best[name]:,.1f} random games a second"
        + (f", {best[''] / best[name]:.3f} of the kernel" if kernel else "")
        for name in players
    ]
    if kernel is None:
        lines.append(f"python_backend_ratio: not measured, {RULER} names no kernel to compare with")
    else:
        lines.append(f"the kernel: {1 / best['']:,.1f} games a second")
        lines.append(f"python_backend_ratio {best[''] / best[FIRST]:.3f}")
    return "\n".join(lines)


def _player(name: str) -> Callable[[int], None]:
    """Plays a whole game of a seed, the set-up included."""
    compiled = bw.new_game(name, players=list("ABCD"[:PLAYERS]), seed=1).compiled

    def play(seed: int) -> None:
        position = Position(compiled, compiled.start(seed))
        position.start()
        position.playout(Random(seed))

    play(0)
    return play


def _seconds(play: Callable[[int], object], games: int) -> float:
    began = process_time()
    for seed in range(games):
        play(seed)
    return (process_time() - began) / games


def _kernel() -> Play | None:
    """The game of the kernel; None if there is none to be found."""
    path = Path(os.environ.get(RULER) or "/nonexistent")
    path = path / "kernel.py" if path.is_dir() else path
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location("ruler_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    play: Play = module.play
    return play


# -- single decisions ----------------------------------------------------------------------


def _decisions(name: str) -> str:
    """Listing all moves, playing one and taking it back, along a game of greedy play."""
    game = bw.new_game(name, players=list("ABCD"[:PLAYERS]), seed=1)
    listing, playing, undoing = [], [], []
    while game.turn is not None:
        listing.append(_milliseconds(lambda: _list(game.position)))
        move = best_move(game)
        verb = next(v for v in game.position.verbs() if v.name == move.verb or move.verb == "done")
        mark = len(game.position.journal)
        playing.append(_milliseconds(lambda: game.position.push(verb, move.path)))  # noqa: B023
        undoing.append(_milliseconds(lambda: game.position.pop(mark)))  # noqa: B023
        game.push(move)
    cuts = quantiles(listing, n=100)
    return (
        f"{name}, greedy, {len(listing)} decisions: "
        f"list p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms, "
        f"play {1000 * median(playing):.0f} µs, undo {1000 * median(undoing):.0f} µs"
    )


def _list(position: Position) -> int:
    return sum(1 for verb in position.verbs() for _ in position.ways(verb, Query()))


def _milliseconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return 1000 * (process_time() - began)


if __name__ == "__main__":
    print(report())
