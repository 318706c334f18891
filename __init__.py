"""Brasswright: a declarative rules interpreter for the Brass family of board games.

import brasswright as bw

game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=7)
for move in game.legal_moves: ...
game.push("pass")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from brasswright.interpreter.errors import Ambiguous as Ambiguous
    from brasswright.interpreter.errors import BrasswrightError as BrasswrightError
    from brasswright.interpreter.errors import NotUnderstood as NotUnderstood
    from brasswright.interpreter.errors import PositionError as PositionError
    from brasswright.interpreter.errors import RecordError as RecordError
    from brasswright.interpreter.errors import Refused as Refused
    from brasswright.interpreter.errors import RulesError as RulesError
    from brasswright.interpreter.game import Game as Game
    from brasswright.interpreter.layers.finder import available as available
    from brasswright.interpreter.learning import pettingzoo_env as pettingzoo_env
    from brasswright.interpreter.moves import Move as Move
    from brasswright.interpreter.moves import Refusal as Refusal
    from brasswright.interpreter.opening import new_game as new_game
    from brasswright.interpreter.record import load_record as load_record

# Loaded when first asked for: a verb that needs no game should not wait for the parser.
_HOMES = {
    "available": "layers.finder",
    "Ambiguous": "errors",
    "BrasswrightError": "errors",
    "NotUnderstood": "errors",
    "PositionError": "errors",
    "RecordError": "errors",
    "Refused": "errors",
    "RulesError": "errors",
    "Game": "game",
    "Move": "moves",
    "Refusal": "moves",
    "load_record": "record",
    "new_game": "opening",
    "pettingzoo_env": "learning",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"brasswright.interpreter.{_HOMES[name]}")
    return getattr(module, name)
