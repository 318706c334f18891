"""The sdist and the wheel, installed into each Python found here and used outside of the tree.

It gets packages from the index and takes half a minute for each Python, so it is only for
`make wheel`, which CI runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from tests.dependencies import ROOT
from tests.pythons import pythons

WANTED = bool(os.environ.get("BRASSWRIGHT_WHEEL"))
PACKAGES = ("cli", "grammar", "interpreter", "rulesets")
SCENARIO = ROOT / "tests" / "scenarios" / "loan.yaml"
EDITIONS = ("birmingham", "lancashire", "brass-2007")

pytestmark = pytest.mark.skipif(not WANTED, reason="`make wheel` asks for it")


def run(*words: str | Path, typed: str = "", **options: object) -> str:
    """What a program prints; it must succeed and complain of nothing."""
    done = subprocess.run(
        list(map(str, words)), input=typed, capture_output=True, text=True, timeout=600, **options
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


def tree() -> set[str]:
    """What must be in the wheel: all of the packages."""
    inside = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return {*inside, "__init__.py", "py.typed"}


def test_the_wheel_has_the_whole_program_and_nothing_else(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == {f"brasswright/{name}" for name in tree()}
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert "brasswright/interpreter/native/runtime/driver.c" in packed
    assert "brasswright/rulesets/birmingham/network.rules" in packed


def test_the_sdist_has_what_the_wheel_is_built_from(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert tree() | {"pyproject.toml", "README.md", "LICENSE"} <= names


@pytest.fixture(scope="module", params=pythons() if WANTED else ["none"])
def installed(
    request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The programs of a clean environment in which there is only the wheel and what it needs."""
    folder = tmp_path_factory.mktemp(f"python{request.param}")
    run(pythons()[request.param], "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    [wheel] = built.glob("*.whl")
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    return programs


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder far from the tree, with a home of its own and nothing kept from other runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


def test_what_it_needs_is_there(installed: Path, alone: Path) -> None:
    assert "No broken requirements" in run(installed / "python", "-m", "pip", "check")
    asked = "import brasswright; print(brasswright.__file__, brasswright.__version__)"
    path, version = run(installed / "python", "-c", asked).split()
    assert Path(path).is_relative_to(installed.parent)
    assert version == run(installed / "brass", "--version").split()[-1]


def test_a_game_is_played(installed: Path, alone: Path) -> None:
    seats = ["--seat", "Ada=human", "--seat", "Ben=random", "--seed", "8"]
    typed = "loan walsall\nstatus\n"
    told = run(installed / "brass", "play", "birmingham", *seats, typed=typed)
    assert "Ada: loan 30 using walsall" in told
    assert "\x1b" not in told


def test_a_scenario_passes(installed: Path, alone: Path) -> None:
    shutil.copy(SCENARIO, alone / "loan.yaml")
    assert run(installed / "brass", "scenario", "loan.yaml").endswith(" scenarios, 0 failed\n")


def test_all_editions_are_there(installed: Path, alone: Path) -> None:
    told = run(installed / "brass", "check", *EDITIONS)
    assert told == "".join(f"{edition}: all is well\n" for edition in EDITIONS)


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")
def test_rules_are_compiled_to_c(installed: Path, alone: Path) -> None:
    """The runtime is found in the wheel, and as many moves are counted as Python finds."""
    words = ["perft", "birmingham", "--depth", "1"]
    native = run(installed / "brass", *words, "--backend", "native")
    python = run(installed / "brass", *words, "--backend", "python")
    assert native.split()[:2] == python.split()[:2]
