"""Random actions in C beside the same in Python: what is offered, and what each move leads to.

The rule texts are those of `tests/actions.py`: every statement and expression that the language
has, put together at random. `BRASSWRIGHT_SOAK` tries hundreds.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.actions import Actions
from tests.native_engines import needs_compiler
from tests.test_reference import game_with

from brasswright.interpreter.native.comparing import differences
from brasswright.interpreter.native.engine import Engine
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import NoSuchWay

BATCHES = 60 if os.environ.get("BRASSWRIGHT_SOAK") else 2
ACTIONS = 10
STAGES = 4
MOST_WAYS = 400


@needs_compiler
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_actions_come_to_the_same(batch: int) -> None:
    random = Random(1000 + batch)
    played = 0
    while played < ACTIONS:
        text = Actions(random).action()
        game = game_with(text, played)
        if game is None:
            continue
        played += 1
        engine = Engine(game.compiled, ("-O0",), keep=False)
        position = game.position
        for _ in range(STAGES):
            ways = [(verb, path) for verb in position.verbs() for path, _ in position.listed(verb)]
            if len(ways) > MOST_WAYS:
                break
            assert differences(position, engine, may_trap=True) == [], text
            if not ways:
                break
            try:
                position.push(*random.choice(ways))
            except (Trap, NoSuchWay):
                break
