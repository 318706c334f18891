"""The difference of two rulebooks."""

from __future__ import annotations

import json

import pytest
from tests.layering import BASE, GAME, on_base, overlay, ruleset

from brasswright.interpreter.layers.brief import brief
from brasswright.interpreter.layers.diff import diff
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge


def changes(text: str) -> list[tuple[str, str, str]]:
    """What an overlay changes: sort, path, added, removed or changed."""
    return [(c.sort, c.path, c.what) for c in diff(merge([BASE]), on_base(text)).changes]


def test_equal_rulebooks_differ_in_nothing() -> None:
    found = diff(merge([BASE]), merge([ruleset("base", f"# a remark\n{GAME}")]))
    assert not found
    assert found.text() == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set start = 5", [("parameter", "start", "changed")]),
        ('parameter more: Coins = 1 "More."', [("parameter", "more", "added")]),
        ("set Coins = 0..9", [("type", "Coins", "changed")]),
        ("set track = [1]", [("list", "track", "changed")]),
        ("seats 3..4", [("seats", "seats", "changed")]),
        ("extend Mark: square", [("value", "Mark.square", "added")]),
        ("extend Site:\n  deep: Bool", [("field", "Site.deep", "added")]),
        ("state:\n  more: 0..9", [("state", "more", "added")]),
        ("replace define price(s: Site) -> Coins: 1", [("define", "price", "changed")]),
        ("replace step claim.fits: nothing", [("step", "claim.fits", "changed")]),
        ('drop step claim.fits because "x"', [("step", "claim.fits", "removed")]),
        ("after step claim.site add step x: nothing", [("step", "claim.x", "added")]),
        ('drop action sell because "x"', [("action", "sell", "removed")]),
        ("rule more():\n  step x: nothing", [("rule", "more", "added")]),
        ('drop option sell.far because "x"', [("option", "sell.far", "removed")]),
        (
            "exception x to claim.cost when turns == 1: nothing",
            [("exception", "claim.x", "added")],
        ),
        ('replace ranking ranking:\n  least p.coins "c"', [("ranking", "ranking", "changed")]),
        ('check turns == 0 else "x"', [("check", "check", "added")]),
        ("set alpha.cost = 5", [("cell", "Site.alpha.cost", "changed")]),
        ("extend table Site:\n  id cost\n  gamma 1", [("row", "Site.gamma", "added")]),
        # the same value, another citation or title: no difference to the rules
        ("set start = 17 @Y-X-01", []),
        ('set alpha.title = "A"', []),
    ],
)
def test_what_differs(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert changes(text) == expected


def test_steps_in_another_order() -> None:
    other = GAME.replace(
        '  step enough @X-PAY-02: require me.coins >= price(s) else "too dear"\n'
        "  step take: me.coins -= price(s)\n",
        "  step take: me.coins -= price(s)\n"
        '  step enough @X-PAY-02: require me.coins >= price(s) else "too dear"\n',
    )
    found = diff(merge([BASE]), merge([ruleset("base", other)]))
    assert [(c.sort, c.path, c.what) for c in found.changes] == [("rule", "pay", "changed")]


def test_both_layers_and_citations_are_told() -> None:
    (change,) = diff(merge([BASE]), on_base("set start = 5 @Y-SETUP-02")).changes
    assert (change.before.text, change.before.layer, change.before.cites) == (
        "17",
        "base",
        ("X-SETUP-01",),
    )
    assert (change.after.text, change.after.layer, change.after.cites) == (
        "5",
        "house",
        ("Y-SETUP-02",),
    )


def test_as_text_and_as_data() -> None:
    found = diff(merge([BASE]), on_base('set start = 5\ndrop step claim.fits because "x"'))
    assert found.text() == (
        "Values (base → base + house)\n"
        "  ~ parameter start: 17 → 5  (base @X-SETUP-01 → house @X-SETUP-01)\n"
        "\n"
        "Rules (base → base + house)\n"
        "  - step claim.fits  (base)"
    )
    assert all(len(line) <= 40 for line in found.text(40).splitlines())
    data = json.loads(json.dumps(found.as_data()))
    assert data["first"] == "base"
    assert data["changes"][0] == {
        "sort": "parameter",
        "path": "start",
        "what": "changed",
        "before": {"text": "17", "layer": "base", "cites": ["X-SETUP-01"]},
        "after": {"text": "5", "layer": "house", "cites": ["X-SETUP-01"]},
    }
    assert data["changes"][1]["after"] is None


def test_the_other_way_round() -> None:
    found = diff(on_base('drop step claim.fits because "x"'), merge([BASE]))
    assert [(c.path, c.what) for c in found.changes] == [("claim.fits", "added")]


def test_a_whole_part_is_told_once() -> None:
    text = 'overlay a "A" amends base\ndrop rule pay because "x"\ndrop action claim because "y"\n'
    base = ruleset("base", GAME.replace("see claim", "see sell"))
    found = diff(merge([base]), merge([base, overlay(text)]))
    assert [(c.path, c.what) for c in found.changes] == [("pay", "removed"), ("claim", "removed")]


def test_a_long_difference_is_told_on_two_screens() -> None:
    """What people need of another edition: values, actions, rows; with the ids that say so."""
    found = diff(merge(find("birmingham")), merge(find("lancashire")))
    lines = brief(found, 80).splitlines()
    assert len(lines) <= 80
    assert "  ~ start_money: 17 → 30  (B-SETUP-06, L-SETUP-06)" in lines
    assert "  - action scout  (B-SCOUT-01)" in lines
    assert "  + Industry, only in the second: port, shipyard" in lines
    assert any(line.startswith("  ~ build:") and "two_cards" in line for line in lines)
    assert not any("worth" in line for line in lines), "what cites no rule is left out"
    assert brief(diff(merge(find("brass")), merge(find("brass"))), 80) == ""
