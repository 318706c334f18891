"""Benchmarks against the recorded baseline: `make bench`.

Machines differ and are never quiet, so every figure is also taken in units of a fixed piece
of plain Python that is timed beside it. The ratio compares those: 1.00 is as fast as when the
baseline was recorded, 2.00 twice as fast. `--record` makes the figures of this run the baseline.
"""

from __future__ import annotations

import argparse
import json
import platform
from pathlib import Path
from tempfile import TemporaryDirectory

import backend
import bot_games
import starting
import typing_words
from calibration import yardstick
from measures import Measure, measures

WIDTH = 63
BASELINE = Path(__file__).with_name("baseline.json")


def main() -> None:
    """Measure, print a line for each figure, and record if asked to."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--record", action="store_true", help="make this run the baseline")
    options = parser.parse_args()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {"figures": {}}
    found: dict[str, float] = {}
    print(f"{'':{WIDTH}} {'figure':>14}  {'ratio':>6}")
    with TemporaryDirectory() as folder:
        for measure in measures(Path(folder)):
            for name, (seconds, units) in taken(measure).items():
                found[name] = units
                before = baseline["figures"].get(name)
                ratio = f"{before / units:6.2f}" if before else "   new"
                print(
                    f"{name:{WIDTH}} {shown(seconds, measure.per_second):>14}  {ratio}", flush=True
                )
        print(starting.report(Path(folder)))
    print(typing_words.report())
    print(backend.report())
    print(bot_games.report())
    gone = [name for name in baseline["figures"] if name not in found]
    if gone:
        print(f"not measured any more: {', '.join(gone)}")
    if options.record:
        record(found)


def taken(measure: Measure) -> dict[str, tuple[float, float]]:
    """For each figure: seconds, and how many times the yardstick that is.

    Whatever else the machine does can only add to a time, so the shortest ones are compared.
    """
    seconds: dict[str, float] = {}
    beside = yardstick()
    for _ in range(measure.repeats):
        for name, value in measure.work().items():
            seconds[name] = min(value, seconds.get(name, value))
        beside = min(beside, yardstick())
    return {name: (value, value / beside) for name, value in seconds.items()}


def shown(seconds: float, per_second: bool) -> str:
    """A figure for people."""
    if per_second:
        return f"{1 / seconds:,.0f} a second"
    return f"{1000 * seconds:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def record(units: dict[str, float]) -> None:
    """Write the baseline: figures in yardsticks, and what the yardstick was."""
    whole = {
        "python": platform.python_version(),
        "yardstick_seconds": round(yardstick(), 5),
        "figures": {name: float(f"{value:.4g}") for name, value in units.items()},
    }
    BASELINE.write_text(json.dumps(whole, indent=2) + "\n")
    print(f"recorded in {BASELINE.name}")


if __name__ == "__main__":
    main()
