"""`brass simulate`: many games played by bots, kept as rows and summed up."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from brasswright.cli import batches, output
from brasswright.cli.language import say
from brasswright.cli.layering import add_overlays
from brasswright.cli.views.table import columns_text

if TYPE_CHECKING:
    from brasswright.interpreter.laboratory.batch import Batch
    from brasswright.interpreter.laboratory.summary import Group, Summary

TITLES = {
    "bot": "By bot",
    "player": "By player, in the order of --seats",
    "seat": "By seat",
    "order": "By place in the turn order of the first round",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    add_overlays(parser)
    batches.add_arguments(parser, "games to play; deals are played once for each rotation")


def run(options: argparse.Namespace) -> int:
    """Play the games that are missing, and print what all of them say."""
    from brasswright.interpreter.laboratory.batch import Batch
    from brasswright.interpreter.laboratory.plan import Plan, Variant
    from brasswright.interpreter.laboratory.summary import Summary

    batches.begin(options)
    variant = Variant.of(options.ruleset, options.overlays)
    seats = options.seats or (batches.BOT,) * variant.rulebook().seats[0]
    plan = Plan((variant,), seats, options.seed)
    plan.check()
    plan = batches.with_backend(plan, options.backend)
    summary = Summary(seats, options.until_interval)
    batch = Batch(plan, options.games, summary, options.out)
    status = batches.carry_out(batch, options)
    summary.close()
    if options.json:
        output.print_json(_data(batch, summary))
    elif summary.games:
        print(_text(batch, summary, options.until_interval))
    batches.complain(batch, status)
    return status


def _text(batch: Batch, summary: Summary, until: float | None) -> str:
    plan = batch.plan
    title = batches.spoken_title(plan.variants[0])
    games = "{games} games of {deals} deals; intervals are of 95%"
    blocks = [
        f"{batches.heading(title, plan)}\n"
        + say(games, games=summary.games, deals=summary.sure.count),
        *(
            f"{say(heading)}\n{_table(by, summary.groups[by])}"
            for by, heading in TITLES.items()
            if by != "player" or 1 < len(summary.groups["bot"]) < len(plan.seats)
        ),
        f"{_means(summary)}",
    ]
    last = say(
        "A game has {length} moves, from {shortest} to {longest}.",
        length=batches.said(summary.length),
        shortest=summary.shortest,
        longest=summary.longest,
    )
    if len(summary.groups["bot"]) > 1:
        more = batches.said(summary.lead, "+")
        lead = say("{bot} against the others: {points} points.", bot=plan.seats[0], points=more)
        last += f"\n{lead}"
    told = batches.stopped(batch, until)
    return "\n\n".join([*blocks, f"{last}\n{told}" if told else last])


def _table(by: str, groups: dict[str, Group]) -> str:
    rows = []
    for name, group in sorted(groups.items()):
        low, high = group.won.interval
        share = f"{group.won.share:.0%}"
        won = say("{share} ({low} to {high})", share=share, low=f"{low:.0%}", high=f"{high:.0%}")
        means = (batches.said(group.means[number]) for number in ("points", "place"))
        rows.append((name, str(group.won.games), *means, won))
    headings = ("place" if by == "order" else by, "games", "points", "place in the end", "won")
    return columns_text([say(heading) for heading in headings], rows, output.width())


def _means(summary: Summary) -> str:
    bots = sorted(summary.groups["bot"].items())
    names = sorted({n for _, group in bots for n in group.means.names} - {"points", "place", "win"})
    rows = [
        (batches.called(name), *(batches.said(group.means[name]) for _, group in bots))
        for name in names
    ]
    return columns_text((say("in a game"), *(bot for bot, _ in bots)), rows, output.width())


def _data(batch: Batch, summary: Summary) -> dict[str, Any]:
    return {
        "batch": batch.plan.head(),
        "games": summary.games,
        "deals": summary.sure.count,
        "stopped": batch.stopped,
        "lead": batches.as_data(summary.lead),
        "length": {"shortest": summary.shortest, "longest": summary.longest}
        | batches.as_data(summary.length),
        "groups": {
            by: {name: _group_data(group) for name, group in sorted(groups.items())}
            for by, groups in summary.groups.items()
        },
        "breaches": batch.breaches,
    }


def _group_data(group: Group) -> dict[str, Any]:
    low, high = group.won.interval
    won = {"share": group.won.share, "low": low, "high": high}
    means = {name: batches.as_data(group.means[name]) for name in group.means.names}
    return {"games": group.won.games, "won": won, "means": means}
