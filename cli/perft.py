"""`brass perft`: count the move sequences from the start, depth by depth."""

from __future__ import annotations

import argparse
import time

from brasswright.cli import output
from brasswright.cli.backend import add_backend, backend_for
from brasswright.cli.layering import add_overlays
from brasswright.cli.main import FINE, MISUSED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    add_overlays(parser)
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--depth", type=int, default=2, metavar="D")
    add_backend(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print one count a line, as soon as it is known."""
    import brasswright as bw
    from brasswright.cli.prompt.setting_up import Misused, seats_for
    from brasswright.interpreter.backends import use
    from brasswright.interpreter.perft import perft

    if options.depth < 0:
        output.complain("--depth can't be negative")
        return MISUSED
    try:
        players = list(seats_for(options.players))
    except Misused as misused:
        output.complain(str(misused))
        return MISUSED
    game = bw.new_game(
        options.ruleset, players=players, seed=options.seed, overlays=options.overlays
    )
    use(game.position, backend_for(game.compiled, options.backend))
    counts = []
    for depth in range(1, options.depth + 1):
        began = time.perf_counter()
        counts.append(perft(game, depth))
        seconds = time.perf_counter() - began
        if not options.json:
            print(f"{depth:3} {counts[-1]:>14}  {seconds:8.2f} s", flush=True)
    if options.json:
        output.print_json({"ruleset": options.ruleset, "counts": counts})
    return FINE
