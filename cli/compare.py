"""`brass compare`: the same deals under two rulesets or more, and what differs."""

from __future__ import annotations

import argparse
from textwrap import fill
from typing import TYPE_CHECKING, Any

from brasswright.cli import batches, output
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

    if len(options.rulesets) < 2:
        output.complain("to compare takes two rulesets: brass compare EDITION EDITION+OVERLAY")
        return MISUSED
    variants = tuple(map(_variant, options.rulesets))
    most = max(variant.rulebook().seats[0] for variant in variants)
    seats = options.seats or (batches.BOT,) * most
    plan = Plan(variants, seats, options.seed)
    plan.check()
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
    blocks = [
        f"{' against '.join(v.name for v in plan.variants)} · {', '.join(plan.seats)} · "
        f"seed {plan.seed}\n{comparison.games} games under each, of the same {comparison.deals} "
        "deals; intervals are of 95%"
    ]
    for number, variant in enumerate(plan.variants[1:], start=1):
        table = _table(comparison, number, None if options.all else MOST)
        blocks.append(f"{variant.name} instead of {first}, for a player in a game\n{table}")
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
                "yes" if change.clear else "",
            )
        )
    headings = ("", "before", "after", "difference", "effect", "clear")
    return columns_text(headings, rows, output.width())


def _caution(comparison: Comparison, number: int) -> str:
    changes = comparison.changes[number - 1]
    names = _ordered(comparison, number)
    clear = sum(changes[name].clear for name in names)
    told = (
        "Effect: the difference, measured by how much it varies from deal to deal. "
        f"Of {len(names)} numbers, {clear} differ clearly; by chance alone about "
        f"{len(names) / 20:.0f} would."
    )
    return fill(told, output.width())


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
