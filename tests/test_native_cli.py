"""`--backend native` on the command line: the same answers; plain words where it can't be had."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native_engines import needs_compiler

from brasswright.cli.main import main
from brasswright.interpreter.native import building
from brasswright.interpreter.native.building import COMPILER, compiler

STONES = str(Path(__file__).parent / "rulesets" / "stones")
SAID = (
    "no native backend: BRASSWRIGHT_CC names no compiler; going on with Python, which says the same"
)


def brass(*words: str) -> int:
    return main(list(words))


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv(COMPILER, "")
    compiler.cache_clear()
    monkeypatch.setattr("brasswright.interpreter.native.backend._engines", {})
    yield
    compiler.cache_clear()


@needs_compiler
def test_the_rows_of_a_batch_are_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = "greedy,random,sensible"
    for backend in ("python", "native"):
        out = str(tmp_path / f"{backend}.jsonl")
        given = ("simulate", "birmingham", "--games", "3", "--seats", seats, "--workers", "1")
        assert brass(*given, "--backend", backend, "--out", out) == 0
    said = capsys.readouterr()
    half = len(said.out) // 2
    assert said.out[:half] == said.out[half:]
    rows = [(tmp_path / f"{name}.jsonl").read_bytes() for name in ("python", "native")]
    assert rows[0] == rows[1]
    assert rows[0].count(b"\n") == 1 + 3 * 3


@needs_compiler
def test_perft_counts_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for backend in ("python", "native"):
        assert brass("perft", STONES, "--depth", "3", "--backend", backend, "--json") == 0
    first, second = capsys.readouterr().out.split("}\n")[:2]
    assert first == second


@needs_compiler
def test_scenarios_are_compared(capsys: pytest.CaptureFixture[str], monkeypatch: object) -> None:
    path = str(Path(__file__).parent / "scenarios" / "loan.yaml")
    assert brass("scenario", path, "--backend", "native", "--quiet") == 0
    assert " 0 failed" in capsys.readouterr().out


@needs_compiler
def test_a_backend_that_says_otherwise_fails_the_scenario(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "brasswright.interpreter.native.engine.NativeGame.ways_of", lambda self, stage: []
    )
    path = str(Path(__file__).parent / "scenarios" / "loan.yaml")
    assert brass("scenario", path, "--backend", "native") == 1
    assert "ways, native 0, or in another order" in capsys.readouterr().out


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(
    "words",
    [
        ("perft", STONES, "--depth", "1"),
        ("simulate", STONES, "--games", "1", "--seats", "random,random"),
        ("compare", STONES, STONES, "--games", "1", "--seats", "random,random"),
    ],
    ids=lambda words: words[0],
)
def test_without_a_compiler_python_goes_on(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert brass(*words, "--backend", "native") == 0
    said = capsys.readouterr()
    assert SAID in said.err
    assert said.out


@pytest.mark.usefixtures("no_compiler")
def test_scenarios_can_t_be_compared_without_a_compiler(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(Path(__file__).parent / "scenarios" / "loan.yaml")
    assert brass("scenario", path, "--backend", "native", "--quiet") == 1
    assert "no native backend" in capsys.readouterr().err


def test_another_backend_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert brass("perft", STONES, "--backend", "fortran") == 2
    assert "invalid choice: 'fortran'" in capsys.readouterr().err


def test_the_options_are_those_of_the_interpreter() -> None:
    from brasswright.cli.backend import CHOICES
    from brasswright.interpreter.backends import BACKENDS

    assert CHOICES == BACKENDS
    assert building.OPTIONS[0] == "-std=gnu11"
