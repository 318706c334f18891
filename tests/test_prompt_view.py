"""`view` at the prompt: the page of what the viewer sees, in a browser where there is one."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from tests.prompting import STONES, Sitting, stones

import brasswright as bw


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The addresses that a browser was opened with; there is a screen for one."""
    found: list[str] = []

    def open_(address: str) -> bool:
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return found


def written(sitting: Sitting, began: str) -> Path:
    line = next(line for line in sitting.text.splitlines() if line.startswith(began))
    return Path(line.removeprefix(began))


def test_view_opens_what_the_viewer_sees(opened: list[str]) -> None:
    sitting = Sitting("view", game=stones("Ada", "Ben"), seats={"Ada": "human", "Ben": "random"})
    path = written(sitting, "Opened ")
    assert opened == [path.as_uri()]
    assert "This is what Ada sees." in path.read_text(encoding="utf-8")
    assert not sitting.played
    again = Sitting("view", game=stones("Ada", "Ben"), seats={"Ada": "human", "Ben": "random"})
    assert written(again, "Opened ") == path, "it is written anew, without a question"


def test_people_who_share_a_screen_see_no_hand(opened: list[str]) -> None:
    sitting = Sitting("view", game=stones("Ada", "Ben"))
    assert "Several people sit here, so nobody's hidden things are in it." in sitting.text
    text = written(sitting, "Opened ").read_text(encoding="utf-8")
    assert "This is what everybody sees." in text


def test_without_a_browser_the_path_is_told(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    sitting = Sitting("view")
    assert "No browser can be opened from here" in sitting.text
    assert written(sitting, "Written: ").exists()
    assert not opened


def test_view_writes_where_it_is_told(opened: list[str], tmp_path: Path) -> None:
    file = tmp_path / "my page.html"
    sitting = Sitting(f"view {file}", f"view {file}", f"view {file} replace")
    assert sitting.complaints == [f"{file} exists already; `view {file} replace` writes over it"]
    assert opened == [file.as_uri()] * 2
    nowhere = Sitting(f"view {tmp_path / 'none' / 'x.html'}")
    assert nowhere.complaints == [
        f"{tmp_path / 'none' / 'x.html'} can't be written: No such file or directory"
    ]


def test_view_from_a_pipe_only_writes(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.prompting.Script.interactive", False)
    sitting = Sitting("view", game=bw.new_game(STONES, players=["Ada"], seed=7))
    last = sitting.text.splitlines()[-1]
    assert Path(last).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert not opened
