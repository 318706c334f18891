"""Killed in the middle of anything: what was shown is kept, every file is the old or the new.

The work is in `tests/crashing.py`; `BRASSWRIGHT_SOAK` kills some thousand times.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = "BRASSWRIGHT_SOAK" in os.environ
ROOT = Path(__file__).parent.parent
MANY = {"play": 500, "begin": 300, "export": 300, "simulate": 300, "config": 200}
FEW = {"play": 5, "begin": 4, "export": 2, "simulate": 3, "config": 2}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")


@pytest.mark.parametrize("how", ["", "calls"])
@pytest.mark.parametrize("job", FEW)
def test_killed_at_any_moment_nothing_is_lost(job: str, how: str) -> None:
    """At random moments, or inside the calls that change files, one after another."""
    number = (MANY if SOAK else FEW)[job] * (2 if how else 1)
    words = [job, str(number), "8", *([how] if how else [])]
    done = subprocess.run(
        [sys.executable, "-m", "tests.crashing", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert done.stderr == ""
    told = re.match(r"\w+: (\d+) started, (\d+) killed, (\d+) found wrong\n", done.stdout)
    assert told is not None, done.stdout
    started, killed, wrong = map(int, told.groups())
    if SOAK:
        print(f"\n{how or 'moments'}: {told[0]}", end="")
    assert (started, wrong) == (number, 0), done.stdout
    assert killed > number / 3 or not SOAK
    assert not how or killed
