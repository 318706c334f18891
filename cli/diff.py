"""`brass diff`: what differs between two rulesets."""

from __future__ import annotations

import argparse

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FAILED, FINE

LONG = 80
"""Lines; a longer difference is told shortly, unless all of it is wanted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("first", metavar="A")
    parser.add_argument("second", metavar="B")
    add_overlays(parser)
    parser.add_argument("--all", action="store_true", help="every part and cell that differs")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print it; 1 if they differ. With `--with` the overlays are laid on the second."""
    from brasswright.interpreter.layers.brief import brief
    from brasswright.interpreter.layers.diff import diff

    first = rulebook_of(options.first, ())
    second = rulebook_of(options.second, options.overlays)
    found = diff(first, second)
    if options.json:
        output.print_json(found.as_data())
    else:
        text = found.text(output.width()).rstrip()
        if text and not options.all and text.count("\n") > LONG:
            text = f"{brief(found, output.width())}\n`--all` shows every part and cell."
        if text:
            print(text)
    return FAILED if found else FINE
