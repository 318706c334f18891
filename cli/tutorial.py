"""`brass tutorial`: a first game at the prompt, with lessons."""

from __future__ import annotations

import argparse

from brasswright.cli.language import add_language
from brasswright.cli.main import FINE
from brasswright.cli.prompt.console import open_console


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument(
        "ruleset", nargs="?", metavar="RULESET", help="an edition by name; asked for if left out"
    )
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Teach; 1 if a line from a pipe could not be carried out."""
    from brasswright.cli.play import play_on, settings_for
    from brasswright.cli.prompt.teaching.beginning import sit_down_to_learn

    settings = settings_for(options)
    try:
        session = sit_down_to_learn(open_console(), settings, options.ruleset)
    except (EOFError, KeyboardInterrupt):
        return FINE
    return play_on(session)
