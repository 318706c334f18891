"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


def games_folder() -> Path:
    """The folder of kept games, made if need be."""
    from platformdirs import user_data_path

    folder = user_data_path("brasswright", appauthor=False) / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def newest_path() -> Path | None:
    """The game that was played last; None if there is none."""
    try:
        games = [path for path in games_folder().glob("*.brass") if path.is_file()]
        return max(games, key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def fresh_path(game: Game) -> Path | None:
    """A new file for this game; None where no file can be written."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    try:
        folder = games_folder()
    except OSError:
        return None
    path = folder / f"{game.rulebook.name}-{stamp}.brass"
    number = 2
    while path.exists():
        path = folder / f"{game.rulebook.name}-{stamp}-{number}.brass"
        number += 1
    return path
