"""`brass export` at the command line: what can't be exported, and files that lie there already."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Run


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "export what? `--svg FILE` for the board, `--html FILE` for the whole game"),
        (("--svg", "x", "--html", "x"), 2, "the board and the page need a file each"),
        (("--svg", "-", "--at", "4"), 1, "--at 4: 3 moves were played; say 0 to 3"),
        (("--svg", "-", "--at", "-1"), 1, "--at -1: 3 moves were played; say 0 to 3"),
        (("--html", "-", "--for", "Adda"), 1, "no player `Adda`; did you mean `Ada`?"),
        (("--html", "-", "--at", "two"), 2, "argument --at: invalid int value: 'two'"),
        (("--svg", "-", "--for", "Ada", "--everything"), 2, "not allowed with argument --for"),
    ],
)
def test_what_cannot_be_exported(
    brass: Run, evening: str, words: tuple[str, ...], status: int, said: str
) -> None:
    found, out, err = brass("export", evening, *words)
    assert (found, out) == (status, "")
    assert said in err
    assert len(err.splitlines()) <= 2


def test_a_record_that_is_not_there(brass: Run, tmp_path: Path) -> None:
    status, out, err = brass("export", str(tmp_path / "none.brass"), "--svg", "-")
    assert (status, out) == (1, "")
    assert err == f"brass: {tmp_path / 'none.brass'}: No such file or directory\n"


def test_a_file_that_cannot_be_written(brass: Run, evening: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "board.svg"
    status, out, err = brass("export", evening, "--svg", str(nowhere))
    assert (status, out) == (1, "")
    assert err == f"brass: {nowhere}: No such file or directory\n"


def test_files_are_replaced_only_when_that_is_meant(
    brass: Run, evening: str, tmp_path: Path
) -> None:
    file, other = tmp_path / "board.svg", tmp_path / "evening.html"
    file.write_text("mine")
    status, _, err = brass("export", evening, "--html", str(other), "--svg", str(file))
    assert status == 2
    assert err == f"brass: {file} exists already; `--replace` writes over it\n"
    assert file.read_text() == "mine"
    assert not other.exists(), "nothing is written when something is wrong"
    assert brass("export", evening, "--svg", str(file), "--replace")[0] == 0
    assert file.read_text(encoding="utf-8").startswith("<?xml")
