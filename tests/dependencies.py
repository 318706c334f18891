"""What the project says that it needs; run as a program, it prints the least releases that will do.

    python tests/dependencies.py > floors.txt; pip install --constraint floors.txt '.[dev]'

`make minimum` does so: what is promised about old releases is tried with them.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements-dev.lock"


def project() -> dict[str, object]:
    """The table `project` of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, object] = tomllib.loads(text)["project"]
    return table


def needed(*extras: str) -> dict[str, str]:
    """What players need, and each of these extras: name to what is asked of its release."""
    table = project()
    groups = [table["dependencies"]]
    optional = table["optional-dependencies"]
    assert isinstance(optional, dict)
    groups += [optional[extra] for extra in extras]
    found: dict[str, str] = {}
    for group in groups:
        assert isinstance(group, list)
        for each in group:
            matched = re.fullmatch(r"([\w.-]+)(.*)", each)
            assert matched is not None
            found[matched[1]] = matched[2]
    return found


def floors() -> list[str]:
    """A pin for each dependency that has a least release."""
    return [
        f"{name}=={asked.removeprefix('>=')}"
        for name, asked in needed("dev", "report", "cluster", "rl").items()
        if asked.startswith(">=")
    ]


if __name__ == "__main__":
    print("\n".join(floors()))
