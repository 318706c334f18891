"""How long it takes from the command to the prompt, beside what that needs at the least.

At the least means a process that imports prompt_toolkit and, after that, opens a game of the same
rules from what is kept of them. All three are timed in turn, in one run, so that whatever else the
machine does falls on all of them; the shortest times count.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

import pexpect

RULESET = "birmingham"
ROUNDS = 9
TERMINAL = {"TERM": "xterm", "LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}
TOOLKIT = "import prompt_toolkit"
RULES = f"""
import prompt_toolkit
from time import perf_counter
began = perf_counter()
import brasswright as bw
bw.new_game({RULESET!r}, players=["Ada", "Ben"], seed=8)
print(perf_counter() - began)
"""


def start_to_prompt(folder: Path, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Seconds from the command to the prompt, to import prompt_toolkit, to open kept rules.

    `folder` is where everything is kept meanwhile.
    """
    kept = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    environment = {**os.environ, **TERMINAL, **{name: str(folder) for name in kept}}
    environment.pop("BRASSWRIGHT_NO_CACHE", None)
    _prompt(environment)
    prompt, toolkit, rules = [], [], []
    for _ in range(rounds):
        prompt.append(_prompt(environment))
        toolkit.append(_process(TOOLKIT, environment)[0])
        rules.append(float(_process(RULES, environment)[1]))
    return min(prompt), min(toolkit), min(rules)


def report(folder: Path) -> str:
    """The figures in one line."""
    prompt, toolkit, rules = start_to_prompt(folder)
    return (
        f"start to prompt: {prompt:.3f} s, import prompt_toolkit: {toolkit:.3f} s, "
        f"ruleset from cache: {rules:.3f} s, ratio {prompt / (toolkit + rules):.2f}"
    )


def _prompt(environment: Mapping[str, str]) -> float:
    words = ["-m", "brasswright.cli.main", "play", RULESET]
    words += ["--seat", "Ada=human", "--seat", "Ben=random", "--seed", "8"]
    began = perf_counter()
    child = pexpect.spawn(
        sys.executable, words, env=dict(environment), timeout=120, dimensions=(24, 80)
    )
    child.expect_exact(b"Ada >")
    taken = perf_counter() - began
    child.close(force=True)
    return taken


def _process(code: str, environment: Mapping[str, str]) -> tuple[float, str]:
    """Seconds that a new process takes for some code, and what it prints."""
    began = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return perf_counter() - began, done.stdout
