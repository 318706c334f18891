"""The game as a page for people who would rather look."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from brasswright.cli.language import meant, say
from brasswright.cli.prompt.keeping import free_path
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.interpreter.whole_files import write_whole

command = commands_about("Looking")


@command(
    "view [FILE [replace]]",
    "the game in a browser, move by move, with the board drawn",
    looks=True,
    files_after=("",),
)
def view(session: Session, rest: str) -> None:
    from brasswright.cli.pictures.page import page
    from brasswright.cli.pictures.replay import Seer

    path = _asked_path(rest) if rest else _usual_path(session)
    # People who share a screen share the browser too.
    seer = Seer(None if session.hot_seat else session.viewer)
    game = session.game.record.game()
    game.speak(session.game.language)
    text = page(game, seer)
    try:
        write_whole(path, text)
    except OSError as error:
        message = say("{path} can't be written: {reason}", path=path, reason=error.strerror)
        raise Complaint(message) from None
    write = session.console.write
    if not session.console.interactive:
        write(str(path))
        return
    if session.hot_seat:
        write(say("Several people sit here, so nobody's hidden things are in it."))
    if _opened(path):
        write(say("Opened {path}", path=path))
    else:
        write(say("Written: {path}", path=path))
        write(say("No browser can be opened from here: open that file in one."))


def _asked_path(rest: str) -> Path:
    name, _, last = rest.rpartition(" ")
    replace = bool(name) and meant(last, "replace") == "replace"
    return free_path(name if replace else rest, replace, "view")


def _usual_path(session: Session) -> Path:
    """One page for each kept game; it is written anew every time."""
    from platformdirs import user_state_path

    name = session.path.stem if session.path is not None else session.game.rulebook.name
    folder = user_state_path("brasswright", appauthor=False) / "pages"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = say("{path} can't be written: {reason}", path=folder, reason=error.strerror)
        raise Complaint(f"{message}; {say('`view FILE` writes it elsewhere')}") from None
    return folder / f"{name}.html"


def _opened(path: Path) -> bool:
    """Open a browser that has a window of its own; one for terminals would take this one away."""
    import webbrowser

    windows = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    try:
        return windows and webbrowser.open(path.absolute().as_uri())
    except webbrowser.Error:
        return False
