"""`brass rules`: the reference, printed from the text in force."""

from __future__ import annotations

import argparse

from brasswright.cli import output
from brasswright.cli.language import add_language, speak_with
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME or ID",
        help="one part, `parameters`, or a rule id; without it, everything",
    )
    add_overlays(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    from brasswright.cli.views.reference import reference_data, reference_text, whole_text

    speak_with(options)
    rulebook = rulebook_of(options.ruleset, options.overlays)
    if options.json:
        output.print_json(reference_data(rulebook, options.name))
    elif options.name is None:
        print(whole_text(rulebook, output.width()))
    else:
        print(reference_text(rulebook, options.name, output.width()))
    return FINE
