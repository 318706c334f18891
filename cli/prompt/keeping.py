"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.prompt.session import Complaint

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


_chosen = ""


def keep_games_in(folder: str) -> None:
    """Let the settings say where games are kept; "" is the usual place."""
    global _chosen
    _chosen = folder


def games_folder() -> Path:
    """The folder of kept games, made if need be."""
    from platformdirs import user_data_path

    usual = user_data_path("brasswright", appauthor=False) / "games"
    folder = typed_path(_chosen) if _chosen else usual
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


def typed_path(text: str) -> Path:
    """The path that was typed, quotes and `~` understood."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if "\0" in text:
        raise Complaint(say("a file name can't hold a null character"))
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def free_path(text: str, replace: bool, command: str) -> Path:
    """The path that was typed for a new file; one that exists must be meant to be replaced."""
    path = typed_path(text)
    try:
        taken = path.exists() and not replace
    except OSError as error:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=path, reason=error.strerror)) from None
    if taken:
        message = "{path} exists already; `{line} replace` writes over it"
        raise Complaint(say(message, path=path, line=f"{form(command)} {path}"))
    return path


def short(path: Path) -> str:
    """What is enough to load a kept game: the name of its file if it is where games are kept."""
    try:
        return path.name if path.parent == games_folder() else str(path)
    except OSError:
        return str(path)


def kept_path(text: str) -> Path:
    """The path that was typed for a game that there is: here, or where games are kept."""
    path = typed_path(text)
    try:
        if not path.exists() and path.name == str(path) and (games_folder() / path).is_file():
            return games_folder() / path
    except OSError:
        pass
    return path
