"""The Pythons of this machine that Brasswright is for; run as a program, it prints their paths.

They are looked for on the PATH and where pyenv and uv keep theirs; of each version the first is
taken. `make pythons` runs tests with each, `make wheel` installs the wheel into each.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

OLDEST, NEWEST = 11, 19
KEPT = ("versions/*/bin", "python/*/bin")
"""Where pyenv and uv have them, under their own folders."""


def pythons() -> dict[str, str]:
    """The path of each Python by its version, such as 3.12, the oldest first."""
    found = {}
    for minor in range(OLDEST, NEWEST):
        path = next(filter(_runs, _candidates(f"python3.{minor}")), None)
        if path is not None:
            found[f"3.{minor}"] = path
    return found


def _candidates(name: str) -> Iterator[str]:
    if on_path := shutil.which(name):
        yield on_path
    home = Path.home()
    pyenv = Path(os.environ.get("PYENV_ROOT", home / ".pyenv"))
    uv = Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "uv"
    for folder, pattern in zip((pyenv, uv), KEPT, strict=True):
        yield from map(str, sorted(folder.glob(f"{pattern}/{name}")))


def _runs(path: str) -> bool:
    """A shim of pyenv may lie there and lead nowhere; a Python without venv is of no use."""
    asked = [path, "-c", "import ensurepip, venv"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    print("\n".join(pythons().values()))
