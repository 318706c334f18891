"""`brass schema` and `brass cites`, and house files as an editor and the rules see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from brasswright.cli.main import main
from brasswright.interpreter.checking.checker import check
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge

EDITIONS = ["birmingham", "lancashire", "brass-2007"]


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(list(words))
    return status, capsys.readouterr().out


def schema_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    status, text = answered(capsys, "schema", *words)
    assert status == 0
    found: dict[str, Any] = json.loads(text)
    Draft202012Validator.check_schema(found)
    return found


# -- schema ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_schema_knows_every_parameter(
    capsys: pytest.CaptureFixture[str], edition: str, tmp_path: Path
) -> None:
    schema = schema_of(capsys, edition)
    parameters = merge(find(edition)).parameters
    assert set(schema["properties"]) == {"title", "amends", *parameters}
    defaults = {
        name: item["default"] for name, item in schema["properties"].items() if name != "title"
    }
    assert set(defaults) == {"amends", *parameters}
    assert Draft202012Validator(schema).is_valid(defaults)
    house = tmp_path / "house.yaml"
    house.write_text(json.dumps(defaults), encoding="utf-8")
    changed = merge(find(edition, [str(house)]))
    assert {n: p.default for n, p in changed.parameters.items()} == {
        n: p.default for n, p in parameters.items()
    }


def test_the_schema_of_an_overlay_has_its_parameters_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    schema = schema_of(capsys, "birmingham", "--with", "two_tiles")
    assert schema["properties"]["tiles_per_place"]["maximum"] == 9


REFUSED = [
    {"startng_money": 20},
    {"start_money": "much"},
    {"start_money": -1},
    {"actions_per_turn": 0},
    {"hand_size": 21},
    {"hand_size": 7.5},
    {"open_discards": "perhaps"},
    {"eras_played": ["canal", "steam"]},
    {"loans": {"30": 99}},
    {"loans": {"thirty": 3}},
    {"loans": 30},
]
ACCEPTED = [
    {"title": "Ours", "amends": ["birmingham"], "start_money": 20},
    {"loans": {"30": 3, "50": 5}},
    {"eras_played": ["canal"]},
    {"open_discards": False, "hand_size": 7},
]


@pytest.mark.parametrize("content", REFUSED + ACCEPTED, ids=str)
def test_the_schema_and_the_rules_agree(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: dict[str, Any]
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(json.dumps(content), encoding="utf-8")
    try:
        check(merge(find("birmingham", [str(house)])), 2)
        accepted = True
    except RulesError:
        accepted = False
    assert accepted == (content in ACCEPTED)
    assert Draft202012Validator(schema_of(capsys, "birmingham")).is_valid(content) == accepted


# -- cites -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_cites_lists_every_rule_that_is_cited(
    capsys: pytest.CaptureFixture[str], edition: str
) -> None:
    status, text = answered(capsys, "cites", edition, "--json")
    book = merge(find(edition))
    found = json.loads(text)
    assert status == 0
    assert list(found) == sorted(book.printed(book.cited()))
    assert all(tuple(paths) == book.cited_by(cite) for cite, paths in found.items())


def test_cites_of_a_section(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = answered(capsys, "cites", "birmingham", "b-loan-02")
    assert status == 0
    assert text.splitlines() == [
        "B: Brass: Birmingham, Roxley Games, 2018",
        "  B-LOAN-02  loan.floor",
    ]


def test_cites_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cites", "birmingham", "B-NONE"]) == 1
    assert "nothing in birmingham cites B-NONE" in capsys.readouterr().err
