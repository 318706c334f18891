"""Rule text with random damage: refused with diagnostics, or played; never anything else."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from random import Random

import pytest
from tests.actions import Actions
from tests.test_hypothesis import WORKSHOP
from tests.workshop import workshop_layers

from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.opening import game_of
from brasswright.interpreter.syntax.words import RESERVED as WORDS

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
BATCHES = 120 if SOAK else 6
TEXTS = 50
MOVES = 8
MORE = """
define d(s: Site, n: Number) -> Number:
  (if s.size > n then sum(x in roads where s in x.ends give size(x.ends)) else rates[5])
rule pay(amount: Coins):
  step enough: require me.coins >= amount else "it costs {amount}" lacking amount - me.coins coins
  me.coins -= amount
exception free to pay.enough when amount == 3: log "{me} pays nothing"
show sites "Sites" for s in sites where s.size > 1:
  "site" s
  "near" s.near
invariant loads: every(s in sites give s.load <= 9) else "a load"
check size(sites) > 2 else "too few"
"""
_TOKEN = re.compile(r"\w+(?:--\w+)*|\"[^\"\n]*\"|\n *|[^\w\s]| +")


def damaged(text: str, random: Random) -> str:
    """The text with a few of its names, numbers and signs changed, mostly for others like them."""
    tokens = _TOKEN.findall(text)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(len(tokens))
        if random.random() < 0.1:
            del tokens[place]
        elif random.random() < 0.1:
            tokens.insert(place, random.choice(tokens))
        else:
            tokens[place] = random.choice([t for t in tokens if sort(t) == sort(tokens[place])])
    return "".join(tokens)


def sort(token: str) -> str:
    """Which tokens may stand for each other and still be read."""
    if token in WORDS:
        return "word of the language"
    return re.sub(r"[a-z_]+", "a", re.sub(r"\d+", "1", token.lower()))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_rules_are_refused_or_played(batch: int) -> None:
    random = Random(f"damaged rules {batch}")
    (layer,) = workshop_layers()
    files = dict(layer.files)
    files["more.rules"] = MORE + WORKSHOP.replace("try", "attempt").lstrip()
    files["actions.rules"] = Actions(random).action() + "\n"
    for _ in range(TEXTS):
        name = random.choice(list(files))
        changed = {**files, name: damaged(files[name], random)}
        manifest = {**layer.manifest, "files": list(changed)}
        use([LayerText(layer.name, layer.title, manifest, changed)], random)


def use(layers: Sequence[LayerText], random: Random) -> None:
    """Check them, play a little, look at everything that is shown."""
    try:
        book = merge(layers)
        diagnose(book)
        game = game_of(book, ("Ada", "Ben"), seed=random.randrange(9))
    except BrasswrightError:
        return
    for _ in range(MOVES):
        if game.turn is None:
            break
        try:
            game.push(random_move(game, random))
        except BrasswrightError:
            break  # rules that go wrong further on refuse the move before
        game.broken_invariants()
        assert game.view("Ada") is not None
        for name, _title in game.shows:
            try:
                game.show(name, "Ben")
            except BrasswrightError:
                continue
    try:
        game.outcome()
    except BrasswrightError:
        return
