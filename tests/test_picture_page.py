"""The page that plays a game again: whole in itself, every move, the log, what it is made of."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.conftest import Run
from tests.prompting import stones

import brasswright as bw
from brasswright.cli.pictures import chart
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


# -- the game as it went -----------------------------------------------------------------


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


# -- pieces ------------------------------------------------------------------------------


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
