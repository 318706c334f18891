"""What is measured: playing, listing, counting and replaying, each a function to be timed.

Every measure does the same fixed work each time it is called, from seeds, and says how many
seconds one unit of it took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game
from brasswright.interpreter.laboratory.plan import Plan, Variant
from brasswright.interpreter.laboratory.playing import play
from brasswright.interpreter.moves import Move
from brasswright.interpreter.perft import perft

RULESET = "birmingham"
NO_CACHE = "BRASSWRIGHT_NO_CACHE"
FIRST_LIST = f"import brasswright as bw; list(bw.new_game({RULESET!r}, seed=7).legal_moves)"

Seconds = Mapping[str, float]
"""Name of a figure → seconds for one unit of it."""


@dataclass(frozen=True)
class Measure:
    """Some work, how often to repeat it, and how to show its figures."""

    work: Callable[[], Seconds]
    repeats: int
    per_second: bool = False
    """Show how many fit into a second rather than how long one takes."""


def measures(folder: Path) -> Sequence[Measure]:
    """Everything that is measured, in the order in which it is printed; `folder` is empty."""
    found = []
    for players in (4, 2):
        games = [_random_game(players, seed) for seed in (1, 2)]
        found += [
            Measure(partial(_listing, players, games), repeats=2),
            Measure(partial(_pushing, players, games), repeats=9, per_second=True),
            Measure(partial(_random_games, players), repeats=5, per_second=True),
            Measure(partial(_batch, players, "random"), repeats=3, per_second=True),
            Measure(partial(_batch, players, "greedy"), repeats=3, per_second=True),
            Measure(partial(_perft, players), repeats=5, per_second=True),
            Measure(partial(_replaying, players, games[0]), repeats=7),
        ]
    return (*found, *_starts(folder))


def _new_game(players: int, seed: int) -> Game:
    return bw.new_game(RULESET, players=list("ABCD"[:players]), seed=seed)


def _random_game(players: int, seed: int) -> Game:
    game, random = _new_game(players, seed), Random(seed)
    while game.turn is not None:
        game.push(random_move(game, random))
    return game


# -- in this process -----------------------------------------------------------------------


def _listing(players: int, played: Sequence[Game]) -> Seconds:
    """All legal moves, in words, at every decision of whole games."""
    taken = []
    for whole in played:
        game = _new_game(players, whole.seed)
        for move in whole.moves_played:
            taken.append(min(_seconds_to_list(game) for _ in range(2)))
            game.push(move)
    cuts = quantiles(taken, n=100)
    name = f"{players} players: list the legal moves of a decision"
    return {f"{name}, median": cuts[49], f"{name}, 99th percentile": cuts[98]}


def _seconds_to_list(game: Game) -> float:
    began = perf_counter()
    list(game.legal_moves)
    return perf_counter() - began


def _pushing(players: int, played: Sequence[Game]) -> Seconds:
    """Moves that were found before, played one after the other."""
    moves: list[Move] = []
    taken = 0.0
    for whole in played:
        game = _new_game(players, whole.seed)
        began = perf_counter()
        for move in whole.moves_played:
            game.push(move)
        taken += perf_counter() - began
        moves += whole.moves_played
    return {f"{players} players: moves played": taken / len(moves)}


def _random_games(players: int) -> Seconds:
    began = perf_counter()
    for seed in range(5):
        _random_game(players, seed)
    return {f"{players} players: random games": (perf_counter() - began) / 5}


def _batch(players: int, kind: str) -> Seconds:
    """Games as `brass simulate` plays them: bots, what is counted, all that must hold."""
    plan = Plan((Variant.of(RULESET),), (kind,) * players, 1)
    began = perf_counter()
    for place in range(2):
        play(plan, place)
    return {f"{players} players: {kind} games of a batch": (perf_counter() - began) / 2}


def _perft(players: int) -> Seconds:
    game = _new_game(players, seed=1)
    began = perf_counter()
    nodes = perft(game, 2)
    return {f"{players} players: perft, nodes": (perf_counter() - began) / nodes}


def _replaying(players: int, played: Game) -> Seconds:
    """A record of a whole game, every move read from its words and verified."""
    record = played.record
    began = perf_counter()
    record.game()
    return {f"{players} players: replay the record of a game": perf_counter() - began}


# -- in new processes ----------------------------------------------------------------------


def _starts(folder: Path) -> Sequence[Measure]:
    """From nothing to an answer; `folder` is where parsed text is kept."""
    kept = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    kept.pop(NO_CACHE, None)
    unkept = {**kept, NO_CACHE: "1"}
    listing = [sys.executable, "-c", "from brasswright.cli.main import main; main(['rulesets'])"]
    playing = [sys.executable, "-c", FIRST_LIST]
    subprocess.run(playing, env=kept, check=True)
    return [
        Measure(partial(_process, "start: brass rulesets", listing, kept), repeats=5),
        Measure(
            partial(_process, "start: first legal moves, parsed before", playing, kept), repeats=5
        ),
        Measure(
            partial(_process, "start: first legal moves, nothing kept", playing, unkept), repeats=3
        ),
    ]


def _process(name: str, command: Sequence[str], environment: Mapping[str, str]) -> Seconds:
    began = perf_counter()
    subprocess.run(
        command, env=environment, cwd=tempfile.gettempdir(), check=True, stdout=subprocess.DEVNULL
    )
    return {name: perf_counter() - began}
