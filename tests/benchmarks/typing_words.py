"""How long people wait for the list of words after a key, in positions of all editions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import quantiles
from time import perf_counter

import brasswright as bw
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game

EVERY = 15
"""Of so many decisions one is looked at."""


class Nobody:
    """A console at which nobody sits: completing needs to know that it is a terminal."""

    interactive = True
    width = 80

    def read(self, asking: Asking) -> str:
        raise EOFError

    def half_typed(self) -> bool:
        return False

    def write(self, text: str) -> None: ...

    def complain(self, text: str) -> None: ...

    def change_hands(self, wipe: bool) -> None: ...


def report() -> str:
    """The figures in one line."""
    editions = [info for info in bw.available() if info.kind == "edition" and info.playable]
    games = [(info.name, players) for info in editions for players in info.seats]
    taken = [seconds for name, players in games for seconds in _game(name, players)]
    cuts = quantiles(taken, n=100)
    return (
        f"keystroke to completion menu: median {1000 * cuts[49]:.1f} ms, "
        f"95th percentile {1000 * cuts[94]:.1f} ms, longest {1000 * max(taken):.1f} ms "
        f"({len(taken)} keystrokes)"
    )


def _game(name: str, players: int) -> Iterator[float]:
    """Seconds for each list of words along one random game."""
    game, random = bw.new_game(name, players=list("ABCD"[:players]), seed=3), Random(3)
    while game.turn is not None:
        if len(game.moves_played) % EVERY == 0:
            yield from _position(game, random)
        game.push(random_move(game, random))


def _position(game: Game, random: Random) -> Iterator[float]:
    """At the beginning of the line, and wherever a word of a legal move begins or is half typed."""
    session = Session(game, Nobody())
    words = random_move(game, random).text.split()
    typed = [" ".join([*words[:number], ""]) for number in range(len(words))]
    typed += [f"{line}{word[:2]}" for line, word in zip(typed, words, strict=True)]
    for text in typed:
        began = perf_counter()
        list(complete(session, text))
        yield perf_counter() - began
