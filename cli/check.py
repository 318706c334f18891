"""`brass check`: every mistake and doubt in rule text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FAILED, FINE
from brasswright.interpreter.errors import RulesError

if TYPE_CHECKING:
    from brasswright.interpreter.diagnostics import Diagnostic
    from brasswright.interpreter.layers.rulebook import Rulebook


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("names", nargs="+", metavar="RULESET or FILE")
    add_overlays(parser)
    parser.add_argument(
        "--lang", metavar="CODE", help="also list what is not translated into this language"
    )
    parser.add_argument(
        "--play",
        type=int,
        default=1,
        metavar="N",
        help="try it out in N random games at each number of players (1; 0 = none)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print all of them; 1 if there is an error, warnings being none."""
    found = {
        name: diagnose(name, options.overlays, options.play, options.lang or "")
        for name in options.names
    }
    if options.json:
        output.print_json({name: [data_of(d) for d in ds] for name, ds in found.items()})
    else:
        for name, diagnostics in found.items():
            _print(name, diagnostics)
    wrong = any(d.severity == "error" for ds in found.values() for d in ds)
    return FAILED if wrong else FINE


def diagnose(
    name: str, overlays: Sequence[str], games: int = 0, language: str = ""
) -> tuple[Diagnostic, ...]:
    """Everything wrong or doubtful about a ruleset or overlay, and about games played by it.

    With a language, what is not translated into it too.
    """
    try:
        rulebook = rulebook_of(name, overlays)
    except RulesError as error:
        return error.diagnostics
    return (*diagnose_rules(rulebook, games), *_translations(rulebook, language))


def _translations(rulebook: Rulebook, language: str) -> tuple[Diagnostic, ...]:
    from brasswright.cli.prompt.teaching.lessons import lesson_texts
    from brasswright.interpreter.language_files import mistakes

    found = mistakes(rulebook.layers)
    if found or not language:
        return found
    from brasswright.interpreter.language_coverage import coverage

    try:
        return coverage(rulebook, language, lesson_texts(rulebook.layers))
    except RulesError:
        return ()  # told already: the rules can't be played


def diagnose_rules(
    rulebook: Rulebook, games: int, players: Sequence[int] = ()
) -> tuple[Diagnostic, ...]:
    """The same for rules at hand, tried out at these numbers of players, or at all."""
    from brasswright.interpreter.checking.checker import diagnose as diagnose_rulebook

    # What is no game by itself has gaps that the rulesets built on it fill.
    found = (*rulebook.warnings, *(diagnose_rulebook(rulebook) if rulebook.playable else ()))
    if rulebook.playable and all(d.severity == "warning" for d in found):
        found += _compiled(rulebook)
    if games > 0 and rulebook.playable and all(d.severity == "warning" for d in found):
        from brasswright.interpreter.selfplay import try_out

        found += try_out(rulebook, games, players=players)
    return found


def _compiled(rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """What only compiling finds: parts that are too deep, too long, or keep too many names."""
    from brasswright.interpreter.opening import compiled_rules

    try:
        for seats in range(rulebook.seats[0], rulebook.seats[1] + 1):
            compiled_rules(rulebook, seats)
    except RulesError as error:
        return error.diagnostics
    return ()


def data_of(diagnostic: Diagnostic) -> dict[str, Any]:
    """One of them as plain data."""
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "layer": span.layer,
        "labels": [{"at": str(place), "text": text} for place, text in diagnostic.labels],
        "help": list(diagnostic.help),
    }


def _print(name: str, diagnostics: Sequence[Diagnostic]) -> None:
    from brasswright.interpreter.diagnostics import render

    if diagnostics:
        print(render(diagnostics, output.colour_wanted(sys.stdout)).rstrip() + "\n")
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    counts = [_count(errors, "error"), _count(warnings, "warning")]
    print(f"{name}: {', '.join(filter(None, counts)) or 'all is well'}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}" if number else ""
