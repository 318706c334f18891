"""The commands of the prompt, a file for each topic; `help` lists them in this order."""

from __future__ import annotations

import importlib

MODULES = (
    "playing",
    "taking_back",
    "looking",
    "pictures",
    "history",
    "rules",
    "learning",
    "games",
    "settings",
)


def every_command() -> None:
    """Enter all commands into the registry, in order."""
    for module in MODULES:
        importlib.import_module(f"{__name__}.{module}")
