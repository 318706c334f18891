"""The recorded baseline: what every figure was in units of a fixed piece of plain Python.

Machines differ, so figures are kept in such yardsticks. A ratio of 1.00 is as fast as when the
baseline was recorded, 2.00 twice as fast.
"""

from __future__ import annotations

import json
import platform
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from calibration import yardstick
from layout import table

FILE = Path(__file__).with_name("baseline.json")
MUCH = 1.5
"""What is so much faster or slower is named."""


def report(figures: Mapping[str, float]) -> str:
    """Medians over all rules for each thing measured, and the names of what is far from it."""
    before: dict[str, float] = json.loads(FILE.read_text())["figures"] if FILE.exists() else {}
    ratios = {name: before[name] / value for name, value in figures.items() if name in before}
    by_what: dict[str, list[float]] = defaultdict(list)
    for name, ratio in ratios.items():
        by_what[name.rpartition(", ")[2]].append(ratio)
    rows = [
        (what, *(f"{value:.2f}" for value in (median(found), min(found), max(found))))
        for what, found in by_what.items()
    ]
    lines = [table(("against the baseline", "median", "least", "most"), rows)]
    far = [name for name, ratio in ratios.items() if not 1 / MUCH < ratio < MUCH]
    lines += [f"{name}: {ratios[name]:.2f}" for name in far]
    new, gone = figures.keys() - before.keys(), before.keys() - figures.keys()
    lines += [f"new: {len(new)} figures"] if new else []
    lines += [f"not measured any more: {len(gone)} figures"] if gone else []
    return "\n".join(lines)


def record(figures: Mapping[str, float]) -> str:
    """Make these figures the baseline, with what the yardstick was; says so."""
    whole = {
        "python": platform.python_version(),
        "yardstick_seconds": round(yardstick(), 5),
        "figures": {name: float(f"{value:.4g}") for name, value in figures.items()},
    }
    FILE.write_text(json.dumps(whole, indent=2) + "\n")
    return f"recorded in {FILE.name}"
