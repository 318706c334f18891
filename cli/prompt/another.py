"""Another game at the same table; the one that was played is kept safe first."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.greeting import greet
from brasswright.cli.prompt.keeping import fresh_path, short
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.interpreter.notation import plain
from brasswright.interpreter.revealing import STRICT

if TYPE_CHECKING:
    from brasswright.cli.prompt.console import Console
    from brasswright.cli.settings import Settings
    from brasswright.interpreter.game import Game


def is_begun(session: Session) -> bool:
    """Whether a person has played a move, so that something would be lost with the game."""
    return any(player in session.humans for player in session.game.players_played)


def sit_down(session: Session, game: Game, seats: Mapping[str, str] | None = None) -> None:
    """Leave the game at the table, safe in its file, and begin this one.

    Raises Complaint when the old game can't be kept; nothing has changed then.
    """
    console = session.console
    if game.undo_policy == STRICT:  # it has none of its own
        game.undo_policy = session.settings.undo
    if session.hot_seat:
        console.change_hands(wipe=session.secrets_on_screen)
        session.secrets_on_screen = False
    path, shown = session.path, session.game.rulebook.shows
    if is_begun(session):
        old = _keep(session)
        console.write(say("The game so far is saved in {path}", path=old))
        console.write(say("`load {file}` goes on with it.", file=short(old)))
        path = fresh_path(game) if path is not None else None
    if seats is not None:
        session.seats = dict(seats)
    try:
        session.take_up(game, path)
    except OSError as error:
        session.take_up(game, None)
        message = "{path} can't be written: {reason}. `save FILE` keeps the game"
        console.complain(say(message, path=path, reason=error.strerror))
    greet(session, brief=game.rulebook.shows == shown)


def lay_table(
    game: Game, console: Console, seats: Mapping[str, str], settings: Settings | None
) -> Session:
    """A table at which a game begins that is kept; it is told where that can't be."""
    path = fresh_path(game)
    try:
        return Session(game, console, seats, path, settings)
    except OSError as error:
        session = Session(game, console, seats, None, settings)
        message = "{path} can't be written: {reason}. `save FILE` keeps the game"
        console.complain(say(message, path=path, reason=error.strerror))
        return session


def _keep(session: Session) -> Path:
    """Where the game at the table is saved; it is written if no file has it yet."""
    if session.path is not None:
        return session.path
    path = fresh_path(session.game)
    try:
        session.game.record.save(path)
    except OSError:
        raise Complaint(say("this game would be lost: `save FILE` first")) from None
    return path


def agrees(session: Session, question: str) -> bool:
    """Ask the person at the keyboard for a yes or a no; a dropped line is a no."""
    while True:
        try:
            asking = Asking(f"{question} {say('(yes or no)')} > ")
            answer = session.console.read(asking).strip()
        except KeyboardInterrupt:
            return False
        if answer and any(plain(yes).startswith(plain(answer)) for yes in ("yes", say("yes"))):
            return True
        if answer and any(plain(no).startswith(plain(answer)) for no in ("no", say("no"))):
            return False
