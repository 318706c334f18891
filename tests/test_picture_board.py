"""The board as SVG: every place and piece, at any move, to be read without colours."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.conftest import Run

import brasswright as bw
from brasswright.cli.pictures import layout

PLAYERS = ("Ada", "Ben", "Cy", "Dee")
EDITIONS = ("birmingham", "lancashire", "brass-2007")


def groups(svg: str) -> dict[str, ElementTree.Element]:
    """The groups of a picture by id; it must be well formed."""
    tree = ElementTree.fromstring(svg)
    return {g.get("id", ""): g for g in tree.iter("{http://www.w3.org/2000/svg}g") if g.get("id")}


def texts(group: ElementTree.Element) -> list[str]:
    """What is written on a group, without what is told when the mouse rests there."""
    return [t.text or "" for t in group.iter("{http://www.w3.org/2000/svg}text")]


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
