"""`brass schema`: the JSON Schema of house files, so that an editor completes and checks them."""

from __future__ import annotations

import argparse

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    add_overlays(parser)


def run(options: argparse.Namespace) -> int:
    """Print it, from the parameters of the rules in force."""
    from brasswright.interpreter.layers.house import house_schema

    output.print_json(house_schema(rulebook_of(options.ruleset, options.overlays)))
    return FINE
