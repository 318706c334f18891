"""The whole position as plain data, hidden things included: what only tests may see."""

from __future__ import annotations

from collections import Counter
from typing import Any

from brasswright.interpreter import views
from brasswright.interpreter.game import Game


def everything(game: Game) -> dict[str, Any]:
    """As `game.view`, but nothing is hidden."""
    return views.view(game.compiled, game.names, game.position.cells, views.EVERYTHING)


def counted(*zones: list[str]) -> Counter[str]:
    """How many of each piece lie in several zones together."""
    return sum((Counter(zone) for zone in zones), Counter())
