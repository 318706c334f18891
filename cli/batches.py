"""What `brass simulate` and `brass compare` share: options, progress, and how a batch ends."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brasswright.cli import output
from brasswright.cli.backend import add_backend, backend_for
from brasswright.cli.language import add_language, say, speak_with, title_of
from brasswright.cli.main import FAILED, FINE

if TYPE_CHECKING:
    from brasswright.interpreter.laboratory.batch import Batch
    from brasswright.interpreter.laboratory.crews import Crew
    from brasswright.interpreter.laboratory.intervals import Mean
    from brasswright.interpreter.laboratory.plan import Plan, Variant

GAMES = 100
BOT = "greedy"
"""Who sits at each seat when nobody says."""
INTERRUPTED = 130
FEW = 4
"""Games for which it is not worth starting one more process."""
OWN = ("moves", "points", "points of the winner", "lead of the winner")
"""Numbers that are the program's own. All others are called what the rules call them."""
TOLD = 5
"""Breaches that are told in full."""


def add_arguments(parser: argparse.ArgumentParser, games: str) -> None:
    """The options of a batch."""
    option = parser.add_argument
    option("--games", type=_positive, default=GAMES, metavar="N", help=games)
    option("--seats", type=_kinds, metavar="BOT,BOT,…", help="a kind of bot for each seat")
    option("--seed", type=int, default=1, metavar="N", help="the deals follow from it")
    option(
        "--until-interval",
        type=_width,
        metavar="1vp",
        help="stop when the points are known that exactly, plus or minus",
    )
    option("--workers", type=_positive, metavar="N", help="processes; the rows don't depend on it")
    option("--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster to play on")
    option("--out", type=Path, metavar="FILE", help="keep the rows as JSON lines, and go on there")
    option("--csv", type=Path, metavar="FILE", help="write the rows as CSV too")
    add_backend(parser)
    add_language(parser)
    option("--json", action="store_true", help="print JSON")


def begin(options: argparse.Namespace) -> None:
    """Speak the language asked for. Raises BrasswrightError."""
    speak_with(options)


def with_backend(plan: Plan, wanted: str) -> Plan:
    """The plan, played with a backend if it can be had for all its rules."""
    from brasswright.interpreter.backends import PYTHON
    from brasswright.interpreter.opening import compiled_rules

    for variant in plan.variants:
        if wanted != PYTHON:
            wanted = backend_for(compiled_rules(variant.rulebook(), len(plan.seats)), wanted)
    return replace(plan, backend=wanted)


def spoken_title(variant: Variant) -> str:
    """What the rules that are played are called."""
    return variant.rulebook().title if variant.overlays else title_of(variant.layers[-1])


def heading(title: str, plan: Plan) -> str:
    """What is played: `title · bots · seed 1`."""
    return f"{title} · {', '.join(plan.seats)} · {say('seed {n}', n=plan.seed)}"


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _width(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+) *[A-Za-z]*", text)
    if found is None or not float(found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is no width: write 1vp or 0.5")
    return float(found[1])


def _kinds(text: str) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in text.split(","))
    if not all(kinds):
        raise argparse.ArgumentTypeError(f"{text!r} lacks a bot: write greedy,greedy,random")
    return kinds


def crew_of(options: argparse.Namespace, games: int) -> Crew:
    """Who plays the batch. Raises BrasswrightError for a cluster that does not answer."""
    from brasswright.interpreter.errors import BrasswrightError
    from brasswright.interpreter.laboratory.crews import Alone, Pool

    if options.cluster is not None:
        if options.workers is not None:
            raise BrasswrightError("a --cluster brings its own workers: leave out --workers")
        from brasswright.interpreter.laboratory.cluster import Cluster

        return Cluster(options.cluster)
    workers = options.workers or max(1, min(os.cpu_count() or 1, games // FEW))
    return Alone() if workers == 1 else Pool(workers)


def carry_out(batch: Batch, options: argparse.Namespace) -> int:
    """Play a batch; the exit status. Ctrl-C ends it, and what was played is kept."""
    from brasswright.interpreter.laboratory.csv_file import write_csv

    def after(path: Path) -> None:
        if options.csv is not None:
            write_csv(path, batch.plan, options.csv)

    total = batch.games * len(batch.plan.variants)
    crew = crew_of(options, total)
    try:
        with _progress(total) as progress:
            batch.run(crew, progress, after)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        crew.close()
    return FAILED if batch.breaches else FINE


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, if somebody can see it."""
    if not (sys.stderr.isatty() and output.terminal_is_capable()):
        yield lambda done: None
        return
    from tqdm import tqdm

    plain = not output.colour_wanted(sys.stderr)
    with tqdm(total=total, unit=" games", ascii=plain, leave=False, dynamic_ncols=True) as bar:
        begun = False

        def show(done: int) -> None:
            nonlocal begun
            if not begun:  # games of an earlier time say nothing about the speed
                begun, bar.initial, bar.n = True, done, done
            bar.update(done - bar.n)

        yield show


def complain(batch: Batch, status: int) -> None:
    """Say what went wrong, after the results were printed."""
    for breach in batch.breaches[:TOLD]:
        name = batch.plan.variants[breach["variant"]].name
        told = say(
            "game {n} of {name} (seed {seed}) was stopped: {reason}",
            n=breach["game"],
            name=name,
            seed=breach["seed"],
            reason=breach["breach"],
        )
        if breach["record"]:
            told += say("; its record is {path}", path=breach["record"])
        output.complain(told)
    if len(batch.breaches) > TOLD:
        output.complain(say("{n} games were stopped in all", n=len(batch.breaches)))
    if status == INTERRUPTED:
        told = say("interrupted after {n} {n|game|games}", n=batch.done)
        if batch.out:
            told += say("; the same command goes on in {path}", path=batch.out)
        output.complain(told)


def said(mean: Mean, sign: str = "") -> str:
    """A mean with its interval: `12.3 ± 0.4`."""
    if mean.count < 2 or not mean.deviation:
        return f"{mean.mean:{sign}.1f}"
    places = 2 if mean.half < 0.1 else 1
    return f"{mean.mean:{sign}.{places}f} {plus_minus()} {mean.half:.{places}f}"


def plus_minus() -> str:
    """The sign before half an interval, if there is such a letter."""
    return "±" if output.can_write("±") else "+-"


def as_data(mean: Mean) -> dict[str, Any]:
    """A mean as plain data; what can't be known is null."""
    half = mean.half if mean.count > 1 else None
    return {"mean": mean.mean, "half": half, "deviation": mean.deviation, "deals": mean.count}


def called(name: str) -> str:
    """The name of a number, for people: `group: what was counted`."""
    kind, _, rest = name.partition(".")
    if kind == "tallies":
        group, _, what = rest.partition(".")
        return f"{group}: {what}"
    if kind == "actions":
        return say("action {verb}", verb=rest)
    return say(name) if name in OWN else rest or name


def stopped(batch: Batch, width: float | None) -> str:
    """What is said of a batch that was to be stopped when it is sure."""
    if width is None:
        return ""
    if batch.stopped:
        return say("Stopped here: that is within {width}.", width=f"{plus_minus()} {width:g}")
    more = "That is not yet within {width}: more --games are needed."
    return say(more, width=f"{plus_minus()} {width:g}")
