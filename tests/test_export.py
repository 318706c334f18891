"""`brass export` and `view`: the board as SVG, and the page that plays a game again."""

from __future__ import annotations

import json
import re
import webbrowser
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.prompting import STONES, Sitting, stones

import brasswright as bw
from brasswright.cli.main import main
from brasswright.cli.pictures import chart, layout
from brasswright.cli.pictures.marks import marks_of
from brasswright.cli.pictures.page import Regions, page
from brasswright.cli.pictures.replay import Seer
from brasswright.cli.pictures.tables import table_html
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Table

PLAYERS = ("Ada", "Ben", "Cy", "Dee")
EDITIONS = ("birmingham", "lancashire", "brass-2007")
LARGEST = 3_000_000
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def brass(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert "fault of the program" not in said.out + said.err
        return status, said.out, said.err

    return run


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """Ada built a cotton mill in Worcester and Ben took a loan; Ben then laid a canal."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=8)
    game.attach(tmp_path / "evening.brass")
    game.push("build cotton at worcester.1 with worcester")
    game.push("loan 30 with burton")
    game.push("network leek--stoke with stafford")
    return str(tmp_path / "evening.brass")


def finished(ruleset: str, seats: int = 4) -> Game:
    game, random = bw.new_game(ruleset, players=PLAYERS[:seats], seed=3), Random(3)
    while game.turn:
        game.push(random_move(game, random))
    return game


class Checked(HTMLParser):
    """Every element is closed in order, and no id is given twice."""

    VOID = frozenset({"meta", "link", "input", "br", "wbr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.text: list[str] = []
        self.data = ""
        self.feed(text)
        self.close()
        assert not self.open
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attributes if name == "id" and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attributes if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["script"]:
            self.text.append(data)
        elif data.startswith("{"):
            self.data += data


def replay(text: str) -> Any:
    """The data that the script of a page reads."""
    return json.loads(Checked(text).data)


def groups(svg: str) -> dict[str, ElementTree.Element]:
    """The groups of a picture by id; it must be well formed."""
    tree = ElementTree.fromstring(svg)
    return {g.get("id", ""): g for g in tree.iter("{http://www.w3.org/2000/svg}g") if g.get("id")}


def texts(group: ElementTree.Element) -> list[str]:
    """What is written on a group, without what is told when the mouse rests there."""
    return [t.text or "" for t in group.iter("{http://www.w3.org/2000/svg}text")]


# -- the board -----------------------------------------------------------------------------


def test_the_board_as_svg(brass: Run, evening: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    status, out, _ = brass("export", evening, "--svg", str(file))
    assert (status, out) == (0, f"Written: {file}\n")
    drawn = groups(file.read_text(encoding="utf-8"))
    places = [name for name in drawn if name.startswith("board-place-")]
    assert len(places) == 20 + 2 + 5, "twenty towns, two breweries, five ways out"
    worcester = drawn["board-place-worcester"]
    assert texts(worcester) == ["Worcester", "T1", "A", "T"]
    assert texts(drawn["board-line-leek--stoke_on_trent"]) == ["B"]
    assert texts(drawn["board-line-gloucester--worcester"]) == []


def test_the_board_at_any_move(brass: Run, evening: str) -> None:
    """At 0 nothing is built, at 1 the mill, at 3 the canal too."""
    seen = []
    for number in ("0", "1", "3"):
        status, out, _ = brass("export", evening, "--svg", "-", "--at", number)
        assert status == 0
        drawn = groups(out)
        mill = "T1" in texts(drawn["board-place-worcester"])
        canal = "B" in texts(drawn["board-line-leek--stoke_on_trent"])
        seen.append((mill, canal))
    assert seen == [(False, False), (True, False), (True, True)]


def test_whose_it_is_can_be_read_without_colours(brass: Run, evening: str) -> None:
    """Every piece and line of a player carries the letter of the player."""
    _, out, _ = brass("export", evening, "--svg", "-")
    tree = ElementTree.fromstring(out)
    owned = [e for e in tree.iter() if re.search(r"\bowner-\d", e.get("class", ""))]
    assert len(owned) == 4, "a tile and a link, and both players in the legend"
    for element in owned:
        letter = {"owner-1": "A", "owner-2": "B"}[element.get("class", "").split()[-1]]
        assert letter in texts(element)


def test_a_scenario_can_be_drawn(brass: Run) -> None:
    scenario = str(Path(__file__).parent / "scenarios" / "loan.yaml")
    status, out, _ = brass("export", scenario, "--svg", "-")
    assert status == 0
    assert "board-place-worcester" in groups(out)


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_no_place_lies_over_another(ruleset: str, seats: int) -> None:
    drawing = bw.new_game(ruleset, players=PLAYERS[:seats], seed=1).drawing()
    assert drawing is not None
    boxes = layout.boxes(drawing)
    assert len(boxes) == len(drawing.places)
    for box in boxes.values():
        assert 0 <= box.left <= box.left + box.width <= layout.WIDTH
        assert 0 <= box.top <= box.top + box.height <= layout.HEIGHT
    for a, b in combinations(boxes.values(), 2):
        across = abs(a.x - b.x) >= (a.width + b.width) / 2
        assert across or abs(a.y - b.y) >= (a.height + b.height) / 2


# -- the page ------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_page_is_whole_in_itself(ruleset: str) -> None:
    text = page(finished(ruleset), Seer())
    Checked(text)
    assert not re.search(r"https?:|@import|url\(|\bsrc=|<iframe|fetch\(|XMLHttp", text)
    assert "default-src 'none'" in text
    assert '<html lang="en">' in text
    assert len(text.encode()) < LARGEST


def test_every_move_can_be_gone_to() -> None:
    game = finished("birmingham", seats=2)
    text = page(game, Seer())
    data, number = replay(text), len(game.moves_played)
    assert len(data["says"]) == number + 1
    assert data["start"] == number
    assert data["says"][0] == f"Move 0 of {number} · canal era, round 1. the game begins"
    for entry in game.log[1:]:
        assert f"{entry.player}: {entry.text}" in data["says"][entry.number]
        assert f'href="#move-{entry.number}"' in text
    ids = set(Checked(text).ids)
    assert set(data["regions"]) <= ids, "every region is there"


def test_the_log_cites_the_rules_and_the_page_has_their_text(evening: str) -> None:
    text = page(bw.load_record(evening).game(), Seer())
    entry = re.search(r'<li id="entry-2">.*?</li>\n', text + "\n", re.DOTALL)
    assert entry is not None
    assert "loan 30 using burton_on_trent" in entry[0]
    assert "B-LOAN-01" in entry[0]
    assert "L-LOAN" not in text, "the other game has a rulebook of its own"
    linked = set(re.findall(r'href=\\?"#(rule-[^"\\]+)', text))
    assert {"rule-build", "rule-build.tile", "rule-build.card", "rule-loan.amount"} <= linked
    assert linked <= set(Checked(text).ids)
    assert "step amount @B-LOAN-01" in text


def test_the_log_says_what_was_taken_back() -> None:
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=8)
    game.undo_policy = "sandbox"
    game.push("loan 30 with walsall")
    game.pop()
    game.push("pass with walsall")
    text = page(game, Seer())
    begin = re.search(r'<li id="entry-0">.*?</li>\n', text, re.DOTALL)
    assert begin is not None
    assert "taken back: Ada: loan 30 using walsall" in begin[0]
    assert len(replay(text)["says"]) == 2


def test_what_people_are_called_does_no_harm() -> None:
    wild = "</script><b>&\"'"
    game = bw.new_game("birmingham", players=[wild, "Ben"], seed=8)
    game.push(next(iter(game.legal_moves)))
    text = page(game, Seer(wild))
    assert wild not in text
    assert wild in "".join(replay(text)["says"])
    assert "&lt;/script&gt;&lt;b&gt;&amp;&quot;&#x27;" in text


def test_the_page_opens_where_it_is_told(brass: Run, evening: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.html"
    assert brass("export", evening, "--html", str(file), "--at", "1")[0] == 0
    text = file.read_text(encoding="utf-8")
    assert replay(text)["start"] == 1
    assert 'max="3" value="1"' in text
    shown = text[: text.index('<script type="application/json"')]
    board = shown[shown.index('<g id="board-line-leek--stoke_on_trent">') :]
    assert board.startswith('<g id="board-line-leek--stoke_on_trent"><g class="line open">')


def test_a_finished_game_tells_who_won_and_shows_no_hand() -> None:
    game = finished("lancashire", seats=3)
    outcome = game.outcome()
    assert outcome is not None
    text = page(game, Seer())
    assert f"The game is over: {outcome.winners[0]} wins." in text
    assert "Your hand" not in text


def test_a_page_in_spanish(brass: Run, evening: str) -> None:
    """Frame, rules and moves; the page says which language it is in."""
    status, out, _ = brass("export", evening, "--html", "-", "--lang", "es")
    assert status == 0
    assert '<html lang="es">' in out
    assert replay(out)["says"][2].startswith("Jugada 2 de 3 · era de")
    assert "pedir 30" in out or "préstamo 30" in out
    for english in ("Skip to", "One move", "On the table", "as a table", "the game begins"):
        assert english not in out
    assert brass("export", evening, "--html", "-")[1].count('<html lang="en">') == 1


def test_rules_without_a_map(brass: Run, tmp_path: Path) -> None:
    path = tmp_path / "stones.brass"
    game = stones("Ada", "Ben")
    game.attach(path)
    game.push("take and done")
    status, out, err = brass("export", str(path), "--svg", "-")
    assert (status, out) == (1, "")
    assert err == "brass: stones declares no map that could be drawn\n"
    status, out, _ = brass("export", str(path), "--html", "-", "--for", "ada")
    assert status == 0
    assert "these rules have no map" in out
    assert "This is what Ada sees." in out


# -- pieces of a page ----------------------------------------------------------------------


def test_regions_keep_each_markup_once() -> None:
    regions = Regions()
    regions.add(0, {"a": "x", "b": "y"})
    regions.add(1, {"a": "x", "b": "z"})
    regions.add(2, {"a": "x", "b": "y", "c": "x"})
    regions.add(3, {"a": "x", "c": "x"})
    assert sorted(regions.markups) == ["", "x", "y", "z"]
    assert len(regions.changes["a"]) == 1
    shown = {name: [regions.at(name, step) for step in range(4)] for name in "abcd"}
    assert shown == {
        "a": ["x", "x", "x", "x"],
        "b": ["y", "z", "y", ""],
        "c": ["", "", "x", "x"],
        "d": ["", "", "", ""],
    }


def test_a_chart_and_its_table_say_the_same() -> None:
    def read(ada: str, ben: str) -> Table:
        return Table("", "Coins", ("who", "coins"), (("Ada", ada), ("Ben", ben)), "chart")

    tables = [read("£1", "-£2"), read("£5", "-£2"), read("£5", "£40")]
    course = chart.course(tables, ["spring 1", "spring 1", "spring 2"])
    assert [reading["Ben"] for reading in course.readings] == [(-2,), (-2,), (40,)]
    text = chart.charts_html(course, marks_of(["Ada", "Ben"]))
    Checked(text)
    assert 'aria-label="coins as it went; at the end: Ada 5, Ben 40"' in text
    assert re.findall(r"<tr>(.*?)</tr>", text)[1:] == [
        '<th scope="row">spring 1</th><td class="n">5</td><td class="n">-2</td>',
        '<th scope="row">spring 2</th><td class="n">5</td><td class="n">40</td>',
    ]
    assert text.count('class="course owner-1"') == text.count('class="course owner-2"') == 1
    assert re.findall(r'class="end owner-\d"[^>]*>(.)<', text) == ["A", "B"]


def test_the_chart_of_a_game_ends_with_its_standings() -> None:
    game = finished("birmingham")
    outcome = game.outcome()
    assert outcome is not None
    points = {s.player: dict(s.values)["victory points"] for s in outcome}
    told = re.search(r'aria-label="points as it went; at the end: ([^"]*)"', page(game, Seer()))
    assert told is not None
    assert told[1] == ", ".join(f"{player} {points[player]}" for player in PLAYERS)


def test_columns_that_say_nothing_are_left_out() -> None:
    table = Table("t", "T", ("a", "", "c"), (("<x>", "", "£7"),))
    assert table_html(table) == (
        '<table><caption class="unseen">T</caption><thead><tr><th scope="col">a</th>'
        '<th scope="col">c</th></tr></thead><tbody><tr><th scope="row">&lt;x&gt;</th>'
        '<td class="n">£7</td></tr></tbody></table>'
    )


# -- at the command line -------------------------------------------------------------------


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


# -- at the prompt -------------------------------------------------------------------------


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
