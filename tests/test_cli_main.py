"""The command line: verbs, exit statuses, mistakes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from brasswright.cli.main import VERBS, main
from brasswright.cli.output import colour_wanted
from brasswright.cli.prompt.setting_up import Misused, read_seats, seats_for


def test_an_unknown_verb_is_wrong_use_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paly"]) == 2
    assert capsys.readouterr().err == "brass: there is no verb `paly`; did you mean `play`?\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["rulesets", "--nonsense"],
        ["rules"],
        ["check"],
        ["perft", "nowhere", "--depth", "many"],
        ["play", "--players", "2", "--seat", "A=human"],
        ["play", "--seat", "A=wizard"],
        ["play", "--seat", "A", "--seat", "a"],
        ["play", "--players", "0"],
    ],
)
def test_wrong_use_is_2_and_short(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("brass: ")
    assert len(error.splitlines()) <= 2


@pytest.mark.parametrize("verb", list(VERBS))
def test_every_verb_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    assert "usage: brass " + verb in capsys.readouterr().out


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("brass ")
    assert all(verb in out for verb in VERBS)


def test_rulesets_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["rulesets", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [line.split()[0] for line in lines] == [entry["name"] for entry in listed]
    assert {"name", "title", "kind", "playable", "seats", "amends"} == set(listed[0])


@pytest.mark.parametrize("verb", ["check", "rules"])
@pytest.mark.parametrize("name", ["../../secret", "/etc/hostname", "no\0name", "nowhere"])
def test_a_name_that_is_no_ruleset_is_refused(
    verb: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, name]) == 1
    said = "".join(capsys.readouterr())
    assert "Traceback" not in said
    assert "fault of the program" not in said


def test_an_unforeseen_error_is_named_as_a_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.delenv("BRASS_TRACEBACK", raising=False)
    monkeypatch.setattr("brasswright.interpreter.layers.finder.available", broken)
    assert main(["rulesets"]) == 1
    error = capsys.readouterr().err
    assert "a fault of the program, not yours: ZeroDivisionError: broken" in error
    assert "Traceback" not in error


def brass(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *arguments],
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def test_listing_rulesets_imports_no_parser_and_no_prompt() -> None:
    code = (
        "import sys; from brasswright.cli.main import main; main(['rulesets']);"
        "print([m for m in ('lark', 'prompt_toolkit') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_no_escape_codes_without_a_terminal() -> None:
    done = brass("rulesets", TERM="xterm-256color")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr


def test_a_terminal_that_lacks_letters_is_no_obstacle() -> None:
    done = brass("rulesets", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == ""


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"{sys.executable} -m brasswright.cli.main rulesets | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_colour_only_where_it_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colour_wanted(Stream(terminal=True))
    assert not colour_wanted(Stream(terminal=False))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour_wanted(Stream(terminal=True))
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not colour_wanted(Stream(terminal=True))


def test_seats() -> None:
    assert read_seats(["Ada", "Ben=RANDOM"]) == {"Ada": "human", "Ben": "random"}
    assert seats_for(3) == {"A": "human", "B": "human", "C": "human"}
    for wrong in (["9"], ["a b"], ["A", "A"], ["A="], ["x" * 21]):
        with pytest.raises(Misused):
            read_seats(wrong)


def test_a_missing_record_is_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (["moves"], ["replay"], ["play", "--resume"]):
        assert main([*verb, str(tmp_path / "none.brass")]) == 1
        error = capsys.readouterr().err
        assert "none.brass" in error
        assert "Traceback" not in error
        assert "fault" not in error
