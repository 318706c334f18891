"""The rulers: two hand-written kernels, in Python and in C++, which play about the same game.

They are outside of this repository: BRASSWRIGHT_RULER names a folder with `kernel.py`, `kernel.cpp`
and `tables.py`, which makes their tables from `../data`. All of it is copied, so the folder may
be read-only. What the kernels play is simpler: no rule texts, no house rules, no undo, no records.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from timing import seconds

RULER = "BRASSWRIGHT_RULER"
PLAYERS = 4
GAMES_IN_PYTHON, GAMES_IN_CPP = 60, 4000
"""Games of a round."""
OPTIONS = ("-O3", "-march=native", "-w")
_RATE = re.compile(r"games/s=([0-9.]+)")


@dataclass(frozen=True)
class Kernel:
    """One of the rulers. It is timed when it is called: seconds a game; or why there is none."""

    name: str
    timed: Callable[[], float] | None
    missing: str = ""


def kernels(folder: Path) -> tuple[Kernel, Kernel]:
    """The kernel in Python and the one in C++, made in an empty folder."""
    try:
        made = _copied(folder)
    except OSError as reason:
        return Kernel("kernel.py", None, str(reason)), Kernel("kernel.cpp", None, str(reason))
    return _in_python(made), _in_cpp(made)


def _copied(folder: Path) -> Path:
    named = os.environ.get(RULER)
    if not named:
        raise FileNotFoundError(f"{RULER} names no folder")
    ruler = Path(named)
    made = folder / "ruler"
    made.mkdir()
    for name in ("kernel.py", "kernel.cpp", "tables.py"):
        if not (ruler / name).is_file():
            raise FileNotFoundError(f"{RULER} names a folder without {name}")
        shutil.copyfile(ruler / name, made / name)
    for source in (ruler / "../data").glob("*/*.yaml"):
        target = folder / "data" / source.parent.name / source.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    command = [sys.executable, str(made / "tables.py")]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise FileNotFoundError(f"{RULER} names a folder whose tables.py fails")
    return made


def _in_python(made: Path) -> Kernel:
    spec = importlib.util.spec_from_file_location("ruler_kernel", made / "kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def play() -> None:
        for _ in range(GAMES_IN_PYTHON):
            module.play(PLAYERS, [0, 0])

    play()
    return Kernel("kernel.py", lambda: seconds(play) / GAMES_IN_PYTHON)


def _in_cpp(made: Path) -> Kernel:
    compiler = shutil.which("g++")
    if compiler is None:
        return Kernel("kernel.cpp", None, "there is no g++ to build it")
    program = made / "kernel"
    command = [compiler, *OPTIONS, str(made / "kernel.cpp"), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return Kernel("kernel.cpp", None, "g++ can't build it")
    return Kernel("kernel.cpp", lambda: _seconds_it_says(program))


def _seconds_it_says(program: Path) -> float:
    """The kernel itself takes the time of the processor, its first games not counted."""
    command = [str(program), str(GAMES_IN_CPP)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = _RATE.search(said)
    assert found is not None, said
    return 1 / float(found[1])
