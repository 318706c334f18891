"""Games of the workshop with actions and rules of a test's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from tests.layering import overlay

from brasswright.interpreter.describe import lookup
from brasswright.interpreter.errors import Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.moves import Refusal
from brasswright.interpreter.opening import game_of

FOLDER = Path(__file__).parent / "rulesets"
PLAYERS = ("Ada", "Ben", "Cy")


@cache
def workshop_layers() -> tuple[LayerText, ...]:
    return find(str(FOLDER / "workshop"))


def workshop(text: str, *, players: int = 2, seed: int = 1, more: str = "") -> Game:
    """A new game with that text in an overlay, and perhaps a second overlay on it."""
    layers = [*workshop_layers(), overlay(f'overlay house "House" amends workshop\n{text}\n')]
    if more:
        layers.append(overlay(f'overlay attic "Attic" amends workshop\n{more}\n'))
    return game_of(merge(layers), PLAYERS[:players], seed)


def act(body: str, **options: Any) -> Game:
    """A game with one more action, `try`, whose body is given."""
    indented = indent(dedent(body).strip("\n"), "  ")
    return workshop(f'action try "Try" during turn:\n{indented}', **options)


def texts(game: Game, verb: str = "try") -> list[str]:
    """The offered moves of a verb, as text without the verb; at a stop `done` too."""
    found = [move.text for move in game.legal_moves]
    return [text.removeprefix(verb).strip() for text in found if text.split()[0] in (verb, "done")]


def look(game: Game, *paths: str) -> list[Any]:
    """The values at some paths."""
    return [lookup(game, path) for path in paths]


def refusal(game: Game, text: str) -> Refusal:
    """Why a move is refused; nothing may have changed."""
    before = game.digest()
    with pytest.raises(Refused) as caught:
        game.push(text)
    assert game.digest() == before
    return caught.value.refusal
