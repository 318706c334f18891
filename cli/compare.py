"""`brass compare`: the same deals under two rulesets or more, and what differs."""

from __future__ import annotations

import argparse
from textwrap import fill
from typing import TYPE_CHECKING, Any

from brasswright.cli import batches, output
from brasswright.cli.language import say
from brasswright.cli.main import MISUSED
from brasswright.cli.views.table import columns_text

if TYPE_CHECKING:
    from brasswright.interpreter.laboratory.batch import Batch
    from brasswright.interpreter.laboratory.plan import Variant
    from brasswright.interpreter.laboratory.summary import Comparison

MOST = 20
"""Differences that are shown unless all are asked for."""
PLUS = "+"
CONSTANT = ("win", "place")
"""Numbers that are the same on average over the players of any game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    help_ = "a name or file, with overlays behind a `+`: edition+overlay"
    parser.add_argument("rulesets", metavar="RULESET", nargs="+", help=help_)
    parser.add_argument("--all", action="store_true", help="show every difference, however small")
    batches.add_arguments(parser, "games to play under each ruleset")


def run(options: argparse.Namespace) -> int:
    """Play the games that are missing, and print what differs."""
    from brasswright.interpreter.laboratory.batch import Batch
    from brasswright.interpreter.laboratory.plan import Plan
    from brasswright.interpreter.laboratory.summary import Comparison

    batches.begin(options)
    if len(options.rulesets) < 2:
        message = "to compare takes two rulesets: brass compare EDITION EDITION+OVERLAY"
        output.complain(say(message))
        return MISUSED
    variants = tuple(map(_variant, options.rulesets))
    most = max(variant.rulebook().seats[0] for variant in variants)
    seats = options.seats or (batches.BOT,) * most
    plan = Plan(variants, seats, options.seed)
    plan.check()
    plan = batches.with_backend(plan, options.backend)
    comparison = Comparison(len(variants), options.until_interval)
    batch = Batch(plan, options.games, comparison, options.out)
    status = batches.carry_out(batch, options)
    comparison.close()
    if options.json:
        output.print_json(_data(batch, comparison))
    elif comparison.games:
        print(_text(batch, comparison, options))
    batches.complain(batch, status)
    return status


def _variant(text: str) -> Variant:
    from brasswright.interpreter.laboratory.plan import Variant

    ruleset, *overlays = text.split(PLUS)
    return Variant.of(ruleset, overlays)


def _text(batch: Batch, comparison: Comparison, options: argparse.Namespace) -> str:
    plan = batch.plan
    first = plan.variants[0].name
    title = say(" against ").join(variant.name for variant in plan.variants)
    games = "{games} games under each, of the same {deals} deals; intervals are of 95%"
    told = say(games, games=comparison.games, deals=comparison.deals)
    blocks = [f"{batches.heading(title, plan)}\n{told}"]
    for number, variant in enumerate(plan.variants[1:], start=1):
        table = _table(comparison, number, None if options.all else MOST)
        message = "{name} instead of {first}, for a player in a game"
        blocks.append(f"{say(message, name=variant.name, first=first)}\n{table}")
        blocks.append(_caution(comparison, number))
    told = batches.stopped(batch, options.until_interval)
    return "\n\n".join([*blocks, told] if told else blocks)


def _ordered(comparison: Comparison, number: int) -> list[str]:
    """The points, then all other numbers, the greatest difference first.

    A difference is measured by how much it varies from deal to deal.
    """
    changes = comparison.changes[number - 1]
    names = [name for name in changes.names if name not in CONSTANT]
    return sorted(names, key=lambda n: (n != "points", -abs(changes[n].effect), n))


def _table(comparison: Comparison, number: int, most: int | None) -> str:
    changes = comparison.changes[number - 1]
    rows = []
    for name in _ordered(comparison, number)[:most]:
        change = changes[name]
        rows.append(
            (
                batches.called(name),
                f"{comparison.means[0][name].mean:.1f}",
                f"{comparison.means[number][name].mean:.1f}",
                batches.said(change, "+"),
                f"{change.effect:+.2f}",
                say("yes") if change.clear else "",
            )
        )
    headings = ("before", "after", "difference", "effect", "clear")
    return columns_text(["", *map(say, headings)], rows, output.width())


def _caution(comparison: Comparison, number: int) -> str:
    changes = comparison.changes[number - 1]
    names = _ordered(comparison, number)
    clear = sum(changes[name].clear for name in names)
    effect = say("Effect: the difference, measured by how much it varies from deal to deal.")
    message = "Of {n} numbers, {clear} differ clearly; by chance alone about {chance} would."
    told = say(message, n=len(names), clear=clear, chance=round(len(names) / 20))
    return fill(f"{effect} {told}", output.width())


def _data(batch: Batch, comparison: Comparison) -> dict[str, Any]:
    return {
        "batch": batch.plan.head(),
        "games": comparison.games,
        "deals": comparison.deals,
        "stopped": batch.stopped,
        "means": [
            {name: batches.as_data(means[name]) for name in means.names}
            for means in comparison.means
        ],
        "changes": [
            {
                name: batches.as_data(comparison.changes[number - 1][name])
                | {"clear": comparison.changes[number - 1][name].clear}
                for name in _ordered(comparison, number)
            }
            for number in range(1, len(batch.plan.variants))
        ],
        "breaches": batch.breaches,
    }
