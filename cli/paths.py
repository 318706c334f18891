"""Paths as people type them, and what may be read from where they lead."""

from __future__ import annotations

import stat
from pathlib import Path


def expanded(text: str) -> Path:
    """The path with `~` understood; as it is where nobody is called so."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def read_at_most(path: Path, most: int) -> bytes:
    """What is in a file, and no more than a byte too much of it. Raises OSError.

    A named pipe that nobody writes to is no file: waiting for it would never end.
    """
    if stat.S_ISFIFO(path.stat().st_mode):
        raise OSError(0, "it is a pipe, not a file", str(path))
    with path.open("rb") as file:
        return file.read(most + 1)
