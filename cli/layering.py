"""From names on the command line to a rulebook."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook


def add_overlays(parser: argparse.ArgumentParser) -> None:
    """The option `--with`."""
    parser.add_argument(
        "--with",
        dest="overlays",
        action="append",
        default=[],
        metavar="OVERLAY",
        help="a house rule by name or file; once for each",
    )


def rulebook_of(name: str, overlays: Sequence[str]) -> Rulebook:
    """The rules in force. Raises RulesError with everything that is wrong with them."""
    from brasswright.interpreter.layers.finder import find
    from brasswright.interpreter.layers.merge import merge

    return merge(find(name, overlays))
