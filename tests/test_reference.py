"""Compiled actions beside a slow interpreter: the same ways, positions and ends, stage by stage."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.actions import Actions
from tests.reference import Reference, State
from tests.workshop import workshop

from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import FIRST_FREE
from brasswright.interpreter.running.query import Query

BATCHES = 300 if os.environ.get("BRASSWRIGHT_SOAK") else 12
ACTIONS = 12
STAGES = 4
MOST_WAYS = 400

Found = list[tuple[tuple[object, ...], tuple[int, ...], int]]


def game_with(text: str, seed: int) -> Game | None:
    try:
        return workshop(text, seed=seed)
    except RulesError:
        return None  # the checker refuses what can't be left or never fits


@pytest.mark.parametrize("batch", range(BATCHES))
def test_compiled_actions_do_what_they_say(batch: int) -> None:
    random = Random(batch)
    looked_at = 0
    for number in range(ACTIONS):
        text = Actions(random).action()
        game = game_with(text, number)
        if game is not None:
            looked_at += walk(game, text, random)
    assert looked_at >= ACTIONS // 3


def walk(game: Game, text: str, random: Random) -> int:
    """Go through stages, a random way each time; how many were compared."""
    position = game.position
    reference = Reference(game.compiled)
    verb = next(v for v in position.verbs() if v.name == "try")
    state: State | None = reference.begin(game.compiled.program.actions["try"], position.cells)
    compared = 0
    for _ in range(STAGES):
        assert state is not None
        slow = []
        for way in reference.ways(state):
            slow.append(way)
            if len(slow) > MOST_WAYS:
                return compared
        fast = compiled_ways(game, verb.stage, verb.point, explaining=False)
        expected = [(way.path, columns(game, way.cells), way.kind) for way in slow]
        assert fast == expected, text
        assert compiled_ways(game, verb.stage, verb.point, explaining=True) == expected, text
        compared += 1
        if not slow:
            break
        chosen = random.choice(slow)
        position._take(verb, chosen.path)
        state = chosen.state
        if state is None:
            break
        verb = position.verbs()[0]
        state = State(tuple(position.cells), state.env, state.todo)
    return compared


def compiled_ways(game: Game, stage: str, point: int, explaining: bool) -> Found:
    position = game.position
    verb = next(v for v in position.verbs() if (v.stage, v.point) == (stage, point))
    query = Query()
    return [
        (tuple(query.path), columns(game, position.cells), kind)
        for kind, _, _ in position.ways(verb, query, explaining)
    ]


def columns(game: Game, cells: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """The cells of state fields; the row of nothing is never told of."""
    last = max(c.base + c.stride * (c.rows + 1) for c in game.compiled.layout.columns.values())
    return tuple(cells[FIRST_FREE:last])
