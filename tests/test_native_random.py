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
from tests.test_fuzz_rules import huge
from tests.test_reference import game_with
from tests.test_rules_fuzz import damaged

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.native.comparing import differences
from brasswright.interpreter.native.engine import Engine
from brasswright.interpreter.opening import game_of
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import NoSuchWay

BATCHES = 60 if os.environ.get("BRASSWRIGHT_SOAK") else 2
ACTIONS = 10
DAMAGED = 40 if os.environ.get("BRASSWRIGHT_SOAK") else 2
"""Damaged rules of each edition that can still be played."""
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


@needs_compiler
@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire", "brass-2007"])
def test_damaged_rules_are_played_the_same_or_not_at_all(ruleset: str) -> None:
    """What the C can't say is left to Python; what it says is the same, however odd the rules."""
    random = Random(ruleset)
    layers = find(ruleset)
    played = 0
    while played < DAMAGED:
        where = random.randrange(len(layers))
        layer = layers[where]
        name = random.choice([n for n in layer.files if n.endswith(".rules")])
        change = random.choice((damaged, huge))
        files = {**layer.files, name: change(layer.files[name], random)}
        changed = LayerText(layer.name, layer.title, layer.manifest, files)
        try:
            game = game_of(merge((*layers[:where], changed, *layers[where + 1 :])), "ABC", 1)
            engine = Engine(game.compiled, ("-O0",), keep=False)
        except BrasswrightError:
            continue
        played += 1
        position = game.position
        for number in range(30):
            if number % 6 == 0:
                assert differences(position, engine, 3, may_trap=True) == [], files[name]
            try:
                if not position.play(random):
                    break
            except Trap:
                break
