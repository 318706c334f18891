"""All benchmarks: `make bench`.

First the targets, then every edition and number of players, then how costs grow, then what people
wait for at the prompt, and how all this compares with the recorded baseline.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import baseline
import bot_games
import editions
import growth
import starting
import targets
import typing_words
from cases import FIRST, PLAYERS, all_editions, ready
from ruler import kernels

WARMING_UP = Path(__file__).parents[1] / "rulesets" / "stones"


def main() -> None:
    """Measure and print, and record if asked to."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--record", action="store_true", help="make this run the baseline")
    parser.add_argument("--targets", action="store_true", help="only the table of targets")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="brasswright") as name:
        folder = Path(name)
        # Nothing is kept yet, so what has to be compiled and built is, once.
        os.environ["XDG_CACHE_HOME"] = name
        os.environ.pop("BRASSWRIGHT_NO_CACHE", None)
        many = _targets(folder)
        if not options.targets:
            _everything(folder, many, options.record)


def _targets(folder: Path) -> dict[str, editions.Found]:
    """The editions with four players; prints the table of targets."""
    ready(str(WARMING_UP), 2)  # what is imported on the way is no cost of the rules
    found = {
        edition: editions.measured(ready(edition, PLAYERS))
        for edition, players in all_editions()
        if PLAYERS in players
    }
    rulers = kernels(folder)
    raced = targets.race({name: each.case for name, each in found.items()}, rulers)
    _print("Targets", targets.report(raced, rulers, found))
    return found


def _everything(folder: Path, many: dict[str, editions.Found], record: bool) -> None:
    found = []
    for edition, players in all_editions():
        for number in players:
            fresh = number != PLAYERS
            found.append(editions.measured(ready(edition, number)) if fresh else many[edition])
    _print("Editions", editions.report(found))
    first = [each for each in found if each.case.name == FIRST]
    bigger = list(growth.bigger(folder))
    _print("How costs grow", growth.report([*first, *bigger]))
    _print("At the prompt", f"{starting.report(folder)}\n{typing_words.report()}")
    _print("Bots", bot_games.report())
    figures = dict(each for part in (*found, *bigger) for each in editions.figures(part))
    _print("Baseline", baseline.report(figures))
    if record:
        print(baseline.record(figures))


def _print(title: str, text: str) -> None:
    print(f"-- {title} --\n\n{text}\n", flush=True)


if __name__ == "__main__":
    main()
