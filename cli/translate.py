"""`brass translate`: what a language lacks of a ruleset, as a file to fill in."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from brasswright.interpreter.source import Span


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument("language", metavar="CODE", help="the language: es, de, fr, …")
    add_overlays(parser)


def run(options: argparse.Namespace) -> int:
    """Print the file; nothing if all is translated."""
    from brasswright.cli.prompt.teaching.lessons import lesson_texts
    from brasswright.interpreter.language_coverage import begun, lacking, said_in

    rulebook = rulebook_of(options.ruleset, options.overlays)
    language = begun(rulebook, options.language)
    sections = lacking(said_in(rulebook, lesson_texts(rulebook.layers)), language)
    if not any(sections.values()):
        output.complain(f"everything in {rulebook.name} is translated into {language.code}")
        return FINE
    print(f"# {language.code} for {rulebook.name}. What is left empty stays as it is.")
    print("\n".join(_lines(sections)))
    return FINE


def _lines(sections: Mapping[str, Mapping[str, Span]]) -> Iterator[str]:
    for section, texts in sections.items():
        yield from ["", f"{section}:"] if texts else []
        empty = '["", ""]' if section == "units" else '""'
        for text in texts:
            yield f"  {json.dumps(text, ensure_ascii=False)}: {empty}"
