"""The lessons in a real terminal: the opening menu, a whole era by what is suggested, leaving."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

MOST = 60
"""Lines that are typed before it is given up."""


def spawn(folder: Path, *words: str) -> pexpect.spawn[str]:
    environment = {
        "TERM": "xterm",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    return pexpect.spawn(
        sys.executable,
        ["-m", "brasswright.cli.main", *words],
        env=environment,
        encoding="utf-8",
        timeout=30,
        dimensions=(24, 80),
    )


@pytest.mark.parametrize(("ruleset", "tries"), [("birmingham", 19), ("lancashire", 17)])
def test_an_era_by_what_is_suggested(tmp_path: Path, ruleset: str, tries: int) -> None:
    child = spawn(tmp_path, "tutorial", ruleset)
    child.expect("— Welcome —")
    child.expect("— Build —")
    number = 0
    while True:
        child.expect("plays")
        child.expect("Ada >")
        child.send("try\r")
        number += 1
        assert number < MOST
        child.expect("Ada: ")
        if child.expect(["The canal era is over", "Suggested: "]) == 0:
            break
    assert number == tries
    child.expect("Ada >")
    child.send("\x04")
    child.expect("brass play --resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_lessons_are_offered_at_the_start_and_by_tab(tmp_path: Path) -> None:
    child = spawn(tmp_path)
    child.expect("New to this")
    child.expect("number or name")
    child.send("tutorial\r")
    child.expect("number or name")
    child.send("lancashire\r")
    child.expect("— Welcome —")
    child.expect("Suggested: ")
    child.expect("Ada >")
    child.send("\t")
    child.expect("try")
    child.expect("build cotton_mill.1 at manchester.1")
    child.send("\x03")
    child.expect("Ada >")
    child.send("skip\r")
    child.expect("No more lessons")
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
