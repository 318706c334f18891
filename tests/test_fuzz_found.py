"""What fuzzing found once, each kind with the message that people get for it now."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hostile import brass
from tests.prompting import STONES

import brasswright as bw
from brasswright.cli import output
from brasswright.cli.prompt.console import BareConsole, PipedConsole
from brasswright.interpreter.cache import OFF
from brasswright.interpreter.errors import BrasswrightError, NotUnderstood
from brasswright.interpreter.layers.layer import layer_from_data
from brasswright.interpreter.layers.yaml_text import read_yaml
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax.parser import parse


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv(OFF, "1")
    before = Path.cwd()
    os.chdir(tmp_path)
    yield
    os.chdir(before)


# -- characters ------------------------------------------------------------------------------


def mistake(text: str) -> str:
    with pytest.raises(BrasswrightError) as caught:
        read_yaml(Source("evil.yaml", text, ""))
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (r'title: "\e[2J"', "U+001B"),
        (r'title: "\x9b2J"', "U+009B"),
        (r'"\u202ekey": 1', "U+202E"),
        (r'title: ["a", "\ud800"]', "U+D800"),
        ("title: a\u2066b", "U+2066"),
        ("title: a\U000e0041b", "U+E0041"),
    ],
)
def test_yaml_holds_nothing_unseen(text: str, number: str) -> None:
    assert f"the character {number} has no place in a text" in mistake(text)


def test_yaml_may_be_in_any_script() -> None:
    text = "title: Straße, 日本語, שלום, é 👍\nmore: |\n  two\n  lines\n"
    assert read_yaml(Source("fine.yaml", text, "")).value == {
        "title": "Straße, 日本語, שלום, é 👍",
        "more": "two\nlines\n",
    }


@pytest.mark.parametrize(
    "text", ['rule r() "a\u202eb": nothing\n', "# a\u2067b\nrule r(): nothing\n"]
)
def test_rule_text_is_read_as_it_looks(text: str) -> None:
    """Also in comments: an overlay is trusted for what it seems to say."""
    (wrong,) = parse(Source("evil.rules", text, "evil")).diagnostics
    assert wrong.code == "bad-character"
    assert "has no place in rule text" in wrong.message


@pytest.mark.parametrize("title", ["\x1b[31m", "a\nb", "\ud800", "\u202e", ""])
def test_titles_in_a_record(title: str) -> None:
    with pytest.raises(ValueError, match=r"no layer of rules|surrogates"):
        layer_from_data({"name": "x", "title": title, "manifest": {}, "files": {}})


@pytest.mark.parametrize(
    "manifest",
    [
        {"cites": 7},
        {"cites": [7]},
        {"rulebooks": ["x"]},
        {"rulebooks": {"A": "\x1b"}},
        {"x": "\ud800"},
    ],
)
def test_manifests_in_a_record(manifest: object) -> None:
    with pytest.raises(ValueError, match=r"no layer of rules|surrogates"):
        layer_from_data({"name": "x", "title": "X", "manifest": manifest, "files": {}})


def test_consoles_write_nothing_that_drives_them(capsys: pytest.CaptureFixture[str]) -> None:
    for console in (PipedConsole(), BareConsole()):
        console.write("a\x1b[31mb\x9bc\u202ed\ne")
        assert capsys.readouterr().out == "a?[31mb?c?d\ne\n"
    assert output.printable_in_colour("\x1b[31ma\x1b[0m\x1b[2J\x07") == "\x1b[31ma\x1b[0m?[2J?"


def test_json_writes_it_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_json({"é\x9b": ["\u202e", "\x7f", "£5"]})
    written = capsys.readouterr().out
    assert json.loads(written) == {"é\x9b": ["\u202e", "\x7f", "£5"]}
    assert written.replace("\n", "").isprintable()
    assert "é" in written
    assert "£5" in written


# -- too much --------------------------------------------------------------------------------


def test_yaml_has_an_end() -> None:
    assert "more than 50,000 values" in mistake("a: [" + "1," * 60_000 + "]")
    assert "this number is too large" in mistake("a: 0x" + "f" * 40)


def test_messages_have_an_end(tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    path.write_text("ruleset: stones\nscenarios: [" + "x," * 5_000 + "]\nid: " + "y" * 90_000)
    assert len(brass("scenario", str(path)).err) < 30_000
    long = "title: " + "y" * 90_000 + "\namends: [birmingham]\n"
    (tmp_path / "house.yaml").write_text(long)
    assert len(brass("diff", "birmingham", str(tmp_path / "house.yaml")).err) < 1000


def test_a_move_has_an_end() -> None:
    game = bw.new_game(STONES, players=["Ada"], seed=1)
    with pytest.raises(NotUnderstood, match="too long for a move"):
        game.parse("place " + "x" * 1_000_000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("auto = " + "9" * 5000, "a value is too large"),
        ("a." * 3000 + "b = 1", "nested too deep"),
        ('auto = "x"' + " " * 90_000, "too long for settings"),
        ("auto = 1\n" * 9, "this is no line of settings"),
    ],
)
def test_settings_have_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    monkeypatch.setenv("BRASSWRIGHT_CONFIG", str(path))
    assert said in brass("config").err
    assert said in brass("config", "auto", "on").err
    assert path.read_text() == text


# -- values of the wrong kind ----------------------------------------------------------------

SCENARIO = {
    "id": "s",
    "title": "S",
    "cites": ["A"],
    "free": True,
    "steps": [{"then": {"turns": 0}}],
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"position": {"players": {"A": {"hand": {"one": "many"}}}}}, "can't hold many of one"),
        ({"position": {"players": {"A": {"hand": {"one": 10**12}}}}}, "can't hold 1000000000000"),
        ({"position": {"turn": ["A"]}}, "nobody here is called"),
        ({"steps": [{"then": {"nix.*.owner": 1}}]}, "`nix.*.owner` leads nowhere"),
        ({"steps": [{"then": {"turns.number.x": 1}}]}, "`turns.number.x` leads nowhere"),
        ({"steps": [{"then": {"players.A.hand": [{"one": 1}, [2]]}}]}, "players.A.hand is ["),
    ],
)
def test_values_of_a_scenario(tmp_path: Path, change: dict[str, object], said: str) -> None:
    path = tmp_path / "evil.yaml"
    whole = {"ruleset": STONES, "players": 2, "scenarios": [{**SCENARIO, **change}]}
    path.write_text(json.dumps(whole))
    answer = brass("scenario", str(path))
    assert answer.status == 1
    assert said in answer.out


# -- files that are none ---------------------------------------------------------------------


def test_nothing_is_written_over_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    lines = "save pipe replace\nview pipe replace\nsave . replace"
    said = brass("play", STONES, "--players", "1", stdin=lines).err
    assert said.count("it is no file") == 3
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("words", [("--save", "~nosuchperson/x"), ("--resume", "~nosuchperson/x")])
def test_homes_of_nobody(words: tuple[str, str]) -> None:
    named = () if words[0] == "--resume" else (STONES, "--players", "1")
    assert "~nosuchperson/x" in brass("play", *named, *words).err


def test_a_folder_of_scenarios_with_a_pipe_in_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert brass("scenario", str(tmp_path)).out == "0 scenarios, 0 failed\n"
