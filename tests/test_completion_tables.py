"""What Tab offers for every action of every edition: words, order and notes, as tables in YAML."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import brasswright as bw
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game

FOLDER = Path(__file__).parent / "completion"
EDITIONS = {"birmingham": "birmingham", "lancashire": "lancashire", "brass-2007": "brass_2007"}


@cache
def tables(file: str) -> dict[str, Any]:
    """The tables of one edition."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{file}.yaml").read_text(encoding="utf-8"))
    return found


def rows() -> Iterator[Any]:
    for file in EDITIONS.values():
        for number, case in enumerate(tables(file)["cases"]):
            for row in case["table"]:
                name = f"{file}: {case['action']}: {row['after'] or 'nothing'}"
                yield pytest.param(file, number, row, id=name)


ROWS = list(rows())


@cache
def position(file: str, number: int) -> Game:
    """The game at the position of a case; only to be looked at."""
    found = tables(file)
    case = found["cases"][number]
    game = bw.new_game(found["ruleset"], players=found["players"], seed=8)
    describe(game, case["position"])
    for move in case.get("played", ()):
        game.push(move)
    return game


@pytest.mark.parametrize(("file", "number", "row"), ROWS)
def test_what_is_offered(file: str, number: int, row: dict[str, Any]) -> None:
    game = position(file, number)
    words = game.complete(row["after"], refused=True)
    legal = [(word.text, word.note) for word in words if not word.refused]
    assert legal == list(row.get("offered", {}).items())
    refused = [(word.text, word.note) for word in words if word.refused]
    assert refused == list(row.get("refused", {}).items())
    assert [word.refused for word in words] == sorted(word.refused for word in words)


@pytest.mark.parametrize(("file", "number", "row"), ROWS)
def test_refused_words_are_refused_for_that_reason(
    file: str, number: int, row: dict[str, Any]
) -> None:
    game = position(file, number)
    for word in game.complete(row["after"], refused=True):
        if not word.refused:
            continue
        text = row["after"]
        phrase = text[: len(text) - word.replaces] + word.text
        refusal = game.why_not(phrase)
        assert refusal is not None, phrase
        assert refusal.reason == word.note


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_action_has_its_table(ruleset: str) -> None:
    """Those of a turn, and the decision out of turn."""
    file = EDITIONS[ruleset]
    texts = " ".join(row["after"] for case in tables(file)["cases"] for row in case["table"])
    game = bw.new_game(ruleset, players=tables(file)["players"], seed=8)
    for verb in [*(name for name, _ in game.verbs()), "give_up"]:
        assert verb in texts or any(verb.startswith(word) for word in texts.split()), verb
