"""`brass cites`: for each section of the printed rulebooks, the rules that carry it out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FAILED, FINE

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument(
        "section", nargs="?", metavar="SECTION", help="only ids that begin like this: X-SETUP"
    )
    add_overlays(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print them; 1 if nothing cites such a section."""
    rulebook = rulebook_of(options.ruleset, options.overlays)
    found = citations(rulebook, options.section or "")
    if options.json:
        output.print_json(found)
    elif found:
        print(_text(rulebook, found, output.width()))
    if not found:
        output.complain(f"nothing in {rulebook.name} cites {options.section or 'a rule'}")
    return FINE if found else FAILED


def citations(rulebook: Rulebook, begins: str) -> dict[str, list[str]]:
    """For each rule id that this ruleset prints, the paths of what cites it, by id."""
    begins = begins.removeprefix("@").upper()
    cites = sorted(cite for cite in rulebook.printed(rulebook.cited()) if cite.startswith(begins))
    return {cite: list(dict.fromkeys(rulebook.cited_by(cite))) for cite in cites}


def _text(rulebook: Rulebook, found: Mapping[str, Sequence[str]], width: int) -> str:
    from brasswright.cli.views.table import list_text

    blocks = []
    for prefix in dict.fromkeys(cite.partition("-")[0] for cite in found):
        book = rulebook.rulebooks.get(prefix, "")
        pairs = [
            (cite, ", ".join(paths))
            for cite, paths in found.items()
            if cite.partition("-")[0] == prefix
        ]
        blocks.append(f"{prefix}: {book}".rstrip(": ") + "\n" + list_text(pairs, width))
    return "\n\n".join(blocks)
