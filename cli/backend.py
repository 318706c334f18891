"""The option `--backend`: what games are calculated with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from brasswright.cli import output

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled

CHOICES = ("python", "native")


def add_backend(parser: argparse.ArgumentParser) -> None:
    """The option itself."""
    parser.add_argument(
        "--backend",
        choices=CHOICES,
        default=CHOICES[0],
        help="what to calculate with: `native` is faster, needs a C compiler, says the same",
    )


def backend_for(compiled: Compiled, wanted: str) -> str:
    """The backend to use: the one asked for, or Python, saying why."""
    from brasswright.interpreter.backends import PYTHON, why_not

    reason = why_not(compiled, wanted)
    if not reason:
        return wanted
    output.complain(f"{reason}; going on with Python, which says the same")
    return PYTHON
