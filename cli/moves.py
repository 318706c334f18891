"""`brass moves`: the legal moves at the end of a record or of a scenario's position."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.language import add_language, speak_with
from brasswright.cli.main import FINE

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    add_position(parser)
    add_language(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only moves with these words")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print one move a line."""
    game = game_at(options.record, options.scenario)
    speak_with(options, game)
    words = [word.casefold() for word in options.words]
    texts = [game.say(move) for move in game.legal_moves]
    texts = [text for text in texts if all(word in text.casefold() for word in words)]
    if options.json:
        output.print_json({"turn": game.turn, "stage": game.stage, "moves": texts})
    elif texts:
        print("\n".join(texts))
    return FINE


def add_position(parser: argparse.ArgumentParser) -> None:
    """The record that says which position is meant."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a record or scenario file")
    parser.add_argument("--scenario", metavar="ID", help="which scenario of a scenario file")


def game_at(path: Path, scenario_id: str | None = None) -> Game:
    """The game at the end of a record, or in the position that a scenario describes."""
    import brasswright as bw

    if path.suffix not in (".yaml", ".yml"):
        return bw.load_record(path).game()
    from brasswright.cli.prompt.words import unknown
    from brasswright.interpreter.scenario import load, start

    scenarios = {scenario.id: scenario for scenario in load(path)}
    wanted = scenario_id or next(iter(scenarios))
    if wanted not in scenarios:
        raise unknown("scenario", wanted, list(scenarios))
    return start(scenarios[wanted])
