"""`brass why`: legal, or the rule that forbids it."""

from __future__ import annotations

import argparse

from brasswright.cli import output
from brasswright.cli.language import add_language, say, speak_with
from brasswright.cli.main import FAILED, FINE
from brasswright.cli.messages import ambiguous_text, refusal_data, refusal_full_text
from brasswright.cli.moves import add_position, game_at
from brasswright.interpreter.errors import Ambiguous


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    add_position(parser)
    add_language(parser)
    parser.add_argument(
        "move", nargs="+", metavar="MOVE", help="the move, as it is typed at the prompt"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Say it; 1 if the move is refused."""
    game = game_at(options.record, options.scenario)
    speak_with(options, game)
    said = say("Legal.")
    try:
        refusal = game.why_not(" ".join(options.move))
    except Ambiguous as open_choice:
        several = ambiguous_text(open_choice, game.say)
        refusal, said = None, say("Legal in several ways: {moves}", moves=several)
    if options.json:
        output.print_json(
            {"legal": refusal is None, "refusal": refusal_data(refusal) if refusal else None}
        )
    else:
        print(said if refusal is None else refusal_full_text(refusal))
    return FINE if refusal is None else FAILED
