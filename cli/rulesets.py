"""`brass rulesets`: the editions and overlays that can be played with."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.language import add_language, say, speak_with, title_of
from brasswright.cli.main import FINE
from brasswright.cli.messages import either

if TYPE_CHECKING:
    from brasswright.interpreter.layers.finder import RulesetInfo

WHOLE_LINES = 1000
"""Where nobody looks at it, one line stays one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print one line for each."""
    from brasswright.cli.views.table import columns_text
    from brasswright.interpreter.layers.finder import available

    speak_with(options)
    infos = available()
    if options.json:
        output.print_json(
            [
                {
                    "name": info.name,
                    "title": info.title,
                    "kind": info.kind,
                    "playable": info.playable,
                    "seats": list(info.seats),
                    "amends": list(info.amends),
                }
                for info in infos
            ]
        )
        return FINE
    rows = [(info.name, title_of(info), _remark(info)) for info in infos]
    width = output.width() if sys.stdout.isatty() else WHOLE_LINES
    print(columns_text(("", "", ""), rows, width))
    return FINE


def playable() -> list[RulesetInfo]:
    """The editions that a game can be opened with."""
    from brasswright.interpreter.layers.finder import available

    return [info for info in available() if info.playable and info.kind == "edition"]


def _remark(info: RulesetInfo) -> str:
    if info.kind == "overlay":
        below = either(info.amends)
        return say("overlay on {names}", names=below) if below else say("overlay")
    if not info.playable:
        return say("not playable by itself")
    low, high = info.seats
    if low == high:
        return say("{n} {n|player|players}", n=low)
    return say("{low} to {high} players", low=low, high=high)
