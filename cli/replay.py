"""`brass replay`: play a record again, verify it, print what came of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from brasswright.cli import output
from brasswright.cli.language import add_language, say, speak_with
from brasswright.cli.main import FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    add_language(parser)
    parser.add_argument("--log", action="store_true", help="print every move")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Reading a record verifies it; a difference is a RecordError, and so 1."""
    import brasswright as bw
    from brasswright.cli.prompt.session import entry_text
    from brasswright.cli.views.standings import outcome_data, standings_text

    game = bw.load_record(options.record).game()
    speak_with(options, game)
    outcome = game.outcome()
    if options.json:
        output.print_json(
            {
                "ruleset": game.rulebook.name,
                "players": list(game.players),
                "moves": len(game.moves_played),
                "turn": game.turn,
                "digest": game.digest(),
                "outcome": outcome_data(outcome) if outcome else None,
            }
        )
        return FINE
    if options.log:
        print("\n".join(entry_text(entry) for entry in game.log))
    moves = say("{n} moves", n=len(game.moves_played))
    print(f"{game.rulebook.title} · {', '.join(game.players)} · {moves}")
    if outcome is None:
        print(say("Not finished: {status}", status=game.status(None)))
    else:
        print(standings_text(outcome, output.width()))
    return FINE
