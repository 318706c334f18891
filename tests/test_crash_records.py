"""Records of every released version load for ever, and go on under the rules that they hold.

`tests/records/` has games of each version, with what that version said of their ends in
`expected.json`: those of 0.1.0 were played by it, those named after it have takings back and the
bots that came later. They are added to, and never written anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.record import FORMAT, read_record

FOLDER = Path(__file__).parent / "records"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
OLDER = "0.1.0-birmingham.brass"


def test_each_record_is_expected_and_each_format_is_there() -> None:
    kept = sorted(path.name for path in FOLDER.glob("*.brass"))
    assert kept == sorted(EXPECTED)
    firsts = {path.read_text("utf-8").partition("\n")[0] for path in FOLDER.glob("*.brass")}
    assert firsts == {f"brasswright record, format {number + 1}" for number in range(FORMAT)}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_loads_for_ever(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FOLDER / name), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    points = {row["player"]: row["values"]["victory points"] for row in said["outcome"]}
    assert {"moves": said["moves"], "points": points, "digest": said["digest"]} == EXPECTED[name]


def test_what_was_taken_back_stays_in_the_record() -> None:
    text = (FOLDER / "after-0.1.0-birmingham.brass").read_text("utf-8")
    game = read_record(text.encode(), "kept").game()
    assert game.undo_policy == "sandbox"
    assert game.history.count(None) == text.count("\ntake back = ") == 7
    assert game.record.text().partition("\nplay: ")[2] == text.partition("\nplay: ")[2]


def test_a_game_of_older_rules_plays_on_under_its_own_text(tmp_path: Path) -> None:
    """Cut in the middle, it takes the same moves to the same end, whatever the rules are now."""
    lines = (FOLDER / OLDER).read_text("utf-8").splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith("play: "))
    path = tmp_path / "half.brass"
    path.write_text("".join(lines[: start + 60]), encoding="utf-8")
    record = bw.load_record(path)
    now = {layer.name: dict(layer.files) for layer in find("birmingham")}
    then = {layer.name: dict(layer.files) for layer in record.head.layers}
    assert then != now
    game = record.game()
    game.attach(path)
    for line in lines[start + 60 :]:
        game.push(line.rpartition(" = ")[0].partition(": ")[2])
    assert game.digest() == EXPECTED[OLDER]["digest"]
    assert path.read_text("utf-8") == "".join(lines)
    again = {layer.name: dict(layer.files) for layer in bw.load_record(path).head.layers}
    assert again == then
