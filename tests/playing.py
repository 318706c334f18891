"""Plays a random game and tells each position: run as a program, to be killed or compared.

    python -m tests.playing RULESET PLAYERS SEED MOVES [FILE]

prints a line for each move, after it is on disk if a file is given.
"""

from __future__ import annotations

import sys
from random import Random

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game

NAMES = ("Ada", "Béa", "Cy", "Dot")


def play(ruleset: str, players: int, seed: int, moves: int, file: str = "") -> Game:
    """A game of so many moves at most; prints the digest after each."""
    game = bw.new_game(ruleset, players=NAMES[:players], seed=seed)
    if file:
        game.attach(file)
    random = Random(seed)
    print(0, game.digest(), flush=True)
    while game.turn is not None and len(game.moves_played) < moves:
        if len(game.moves_played) % 7 == 5:
            game.push(random_move(game, random))
            game.pop()
        game.push(random_move(game, random))
        print(len(game.moves_played), game.digest(), game.moves_played[-1].text, flush=True)
    return game


if __name__ == "__main__":
    ruleset, players, seed, moves, *file = sys.argv[1:]
    play(ruleset, int(players), int(seed), int(moves), *file)
