"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.paths import expanded
from brasswright.cli.prompt.session import Complaint
from brasswright.interpreter.whole_files import write_whole

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

LAST = ".played-last"
"""Names the game that was played last: files are copied and clocks are set back."""
_chosen = ""


def keep_games_in(folder: str) -> None:
    """Let the settings say where games are kept; "" is the usual place."""
    global _chosen
    _chosen = folder


def games_folder() -> Path:
    """The folder of kept games, made if need be."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _folder() -> Path:
    from platformdirs import user_data_path

    usual = user_data_path("brasswright", appauthor=False) / "games"
    return typed_path(_chosen) if _chosen else usual


def newest_path() -> Path | None:
    """The game that was played last; None if there is none."""
    try:
        folder = games_folder()
        games = {path.name: path for path in folder.glob("*.brass") if path.is_file()}
        newest = max(games.values(), key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None
    try:
        return games.get((folder / LAST).read_text(encoding="utf-8").strip(), newest)
    except (OSError, UnicodeDecodeError):
        return newest


def note_played(path: Path) -> None:
    """Remember that this game was played last, if it is among those that are kept."""
    with suppress(OSError):
        folder = _folder()
        if path.absolute().parent == folder.absolute():
            write_whole(folder / LAST, f"{path.name}\n")


def fresh_path(game: Game) -> Path:
    """A new file for this game; whether it can be written is found out by writing."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = _folder()
    path = folder / f"{game.rulebook.name}-{stamp}.brass"
    number = 2
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
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
    return expanded(text)


def free_path(text: str, replace: bool, command: str) -> Path:
    """The path that was typed for a new file; one that exists must be meant to be replaced."""
    path = typed_path(text)
    try:
        there = path.exists()
        other = there and not path.is_file()
    except OSError as error:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=path, reason=error.strerror)) from None
    if other:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=path, reason="it is no file"))
    if there and not replace:
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
