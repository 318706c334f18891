"""How many games a second `random` and `greedy` play, and the ratio of the two.

Bare: the bots choose and the game plays, nothing else. As a batch: as `brass simulate` plays them,
with all that must hold asked after every move and everything counted for the rows. Both with each
backend. Times are of
the processor alone; the two bots are timed in turn, and of all rounds the shortest counts.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import brasswright as bw
from brasswright.interpreter import bots
from brasswright.interpreter.backends import BACKENDS, why_not
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.laboratory.plan import Plan, Variant
from brasswright.interpreter.laboratory.playing import play

PLAYERS = 4
ROUNDS = 4
GAMES = {"random": 4, "greedy": 2}
"""Games of a round."""

Play = Callable[[str, int], object]
"""Plays a game of a bot with a seed."""


def report() -> str:
    """A line for each edition and way of playing."""
    names = [
        info.name
        for info in bw.available()
        if info.kind == "edition" and info.playable and PLAYERS in info.seats
    ]
    backends = [backend for backend in BACKENDS if not why_not(_compiled(names[0]), backend)]
    return "\n".join(
        _line(f"{name}, {PLAYERS} players, {backend}, {how}", playing(name, backend))
        for name in names
        for backend in backends
        for how, playing in (("bare", _bare), ("as a batch", _batch))
    )


def _compiled(name: str) -> Compiled:
    return bw.new_game(name, players=list("ABCD"[:PLAYERS])).compiled


def _line(what: str, play: Play) -> str:
    rounds = [{bot: _seconds(play, bot) for bot in GAMES} for _ in range(ROUNDS)]
    best = {bot: min(taken[bot] for taken in rounds) for bot in GAMES}
    random, greedy = (1 / best[bot] for bot in ("random", "greedy"))
    return (
        f"{what}: random {random:.1f} games a second, greedy {greedy:.1f}, "
        f"ratio {greedy / random:.2f}"
    )


def _seconds(play: Play, bot: str) -> float:
    began = process_time()
    for seed in range(GAMES[bot]):
        play(bot, seed)
    return (process_time() - began) / GAMES[bot]


def _bare(name: str, backend: str) -> Play:
    def play_bare(bot: str, seed: int) -> None:
        players = list("ABCD"[:PLAYERS])
        game = bw.new_game(name, players=players, seed=seed, backend=backend)
        player = bots.named(bot)
        while game.turn is not None:
            game.push(bots.choose(bot, game, player))

    return play_bare


def _batch(name: str, backend: str) -> Play:
    variant = Variant.of(name)

    def play_of_batch(bot: str, place: int) -> None:
        play(Plan((variant,), (bot,) * PLAYERS, 1, backend), place)

    return play_of_batch


if __name__ == "__main__":
    print(report())
