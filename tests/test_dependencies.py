"""What developing is pinned to, what is promised of old releases, what goes into the wheel."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from tests.dependencies import LOCK, ROOT, floors, needed, project
from tests.pythons import OLDEST

PACKAGES = ("cli", "grammar", "interpreter", "rulesets")
PIN = re.compile(r"^([\w.-]+)==(\S+)((?: ; .*?)?) \\\n((?:    --hash=.*\n)+)", re.MULTILINE)


def pins() -> dict[str, list[str]]:
    """The pinned releases of each package; some have another for older Pythons."""
    found: dict[str, list[str]] = {}
    for pin in PIN.finditer(LOCK.read_text(encoding="utf-8")):
        found.setdefault(pin[1], []).append(pin[2])
    return found


def test_all_that_developing_needs_is_pinned_as_the_project_allows() -> None:
    pinned = pins()
    for name, asked in needed("dev").items():
        releases = pinned[canonicalize_name(name)]
        assert all(release in SpecifierSet(asked) for release in releases), name


def test_every_pin_has_hashes_and_no_address_is_named() -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert text.count("==") - text.count(" == '") == len(PIN.findall(text)) > 40
    assert not re.search(r"://|--index|--find-links|--trusted| @ |file:", text)
    hashes = re.findall(r"--hash=(\S+)", text)
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes)


def test_what_players_need_has_a_least_release() -> None:
    """`make minimum` tries these; a dependency without one would promise every release ever."""
    for name, asked in needed("report", "cluster", "rl", "native", "browser").items():
        assert re.fullmatch(r">=[\d.]+", asked), name
    assert {"lark==1.3", "matplotlib==3.10.7", "PyYAML==6.0.2"} <= set(floors())


def test_the_classifiers_begin_with_the_oldest_python() -> None:
    classifiers = project()["classifiers"]
    assert isinstance(classifiers, list)
    named = [int(m[1]) for each in classifiers if (m := re.search(r":: 3\.(\d+)$", each))]
    assert named == list(range(OLDEST, named[-1] + 1))
    assert project()["requires-python"] == f">=3.{OLDEST}"


def others() -> list[Path]:
    """All that is in a package and no module of it."""
    return sorted(
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    )


@pytest.mark.parametrize("path", others(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_of_a_package_is_packed(path: Path) -> None:
    """`make wheel` looks into the wheel itself; this says so at once."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    packed = tomllib.loads(text)["tool"]["setuptools"]["package-data"]
    for folder in path.relative_to(ROOT).parents:
        name = ".".join(("brasswright", *folder.parts))
        relative = path.relative_to(ROOT / folder).as_posix()
        patterns = [pattern.replace("**/", "*") for pattern in packed.get(name, [])]
        if any(fnmatch(relative, pattern) for pattern in patterns):
            return
    pytest.fail("no pattern of package-data in pyproject.toml has it")
