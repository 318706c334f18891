"""The loop at the table: bots move, the keyboard changes hands, a line is read and done."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from brasswright.cli.messages import fault_text, message_of
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.greeting import greet
from brasswright.cli.prompt.keeping import newest_path
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import (
    PART,
    Complaint,
    Leave,
    Session,
    Told,
    in_lines,
)
from brasswright.cli.prompt.toolbar import toolbar
from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


LISTED_NEWS = 30


def play(session: Session) -> bool:
    """Play until the people leave or input ends; whether every line could be carried out."""
    all_well = True
    greet(session)
    try:
        while True:
            try:
                session.play_bots()
                if not session.humans:
                    return all_well
                line = _hand_over(session) if session.must_hand_over else _next_line(session)
            except KeyboardInterrupt:
                if not (session.humans and session.console.interactive):
                    raise
                if not session.console.half_typed():
                    session.console.write("To leave, type quit or press Ctrl-D; the game is saved.")
                continue
            all_well = _do(session, line) and all_well
    except (EOFError, Leave):
        _say_goodbye(session)
    return all_well


def _next_line(session: Session) -> str:
    """Say where the game stands if that has changed, and read a line."""
    if session.next_line:
        line, session.next_line = session.next_line, ""
        return line
    game = session.game
    if game.turn is not None:
        session.at_keyboard = game.turn
    if session.console.interactive:
        told = Told(len(game.moves_played), game.turn, game.stage, session.moment())
        if told != session.told:
            _tell(session, session.told)
            session.told = told
    return session.console.read(_asking(session))


def _tell(session: Session, last: Told | None) -> None:
    """The status line when a turn begins or an action is done with; within it, how to go on."""
    game = session.game
    if game.turn is None:
        return
    if game.stage == "":
        goes_on = (
            last is not None
            and (last.turn, last.stage, last.moment) == (game.turn, "", session.moment())
            and set(game.players_played[last.moves :]) <= {game.turn}
        )
        if not goes_on:
            lines = in_lines(game.status(game.turn).split(PART), session.console.width)
            session.console.write("\n" + "\n".join(lines))
    elif len(game.verbs()) > 1:
        also = "; undo takes it back" if game.take_back_refusal() is None else ""
        session.console.write(f"Go on with {game.stage} (Tab lists how), or type done{also}.")
    else:
        title = game.verbs()[0][1]
        session.console.write(f"{game.turn} has to decide: {title}. Type {game.stage} to be asked.")


def _asking(session: Session) -> Asking:
    game = session.game
    who = game.turn or "game over"
    stage = f", {game.stage}" if game.turn is not None and game.stage else ""
    return Asking(
        prompt=f"{who}{stage} > ",
        complete=lambda text: complete(session, text),
        toolbar=lambda: toolbar(session),
    )


def _hand_over(session: Session) -> str:
    """Clear the screen, say what everybody may know, and wait for the next player."""
    game = session.game
    turn = game.turn
    assert turn is not None
    console = session.console
    if session.at_keyboard is not None:
        session.left_at[session.at_keyboard] = len(game.log)
    session.at_keyboard = None
    console.change_hands(wipe=session.secrets_on_screen)
    if session.secrets_on_screen:
        session.write_log(max(session.left_at.get(turn, 0), len(game.log) - LISTED_NEWS))
    ready = f"\n{turn} is next. {turn}, press Enter when you are ready. "
    line = console.read(Asking(prompt=ready))
    session.at_keyboard = turn
    session.secrets_on_screen = True
    return line


def _do(session: Session, line: str) -> bool:
    """Carry out a line; say what is wrong with it otherwise."""
    moves_before = session.game.moves_played
    try:
        carry_out(session, line)
    except Complaint as complaint:
        session.console.complain(str(complaint))
    except BrasswrightError as error:
        session.console.complain(message_of(error))
    except BrokenPipeError:
        raise  # nobody reads any more; it is not the record that failed
    except OSError as error:
        session.go_on_unsaved(str(error.strerror or error))
    except (Leave, EOFError, KeyboardInterrupt):
        raise
    except Exception as error:
        session.console.complain(fault_text(error))
        _recover(session, len(moves_before))
    else:
        return True
    return False


def _recover(session: Session, number: int) -> None:
    """After a fault, go back to what the record says, which no fault can have spoiled."""
    game: Game = session.game.record.game()
    while len(game.moves_played) > number:
        game.pop()
    path, shown = session.path, session.shown
    session.take_up(game, None)
    if path is not None:
        game.attach(path)
        session.path = path
    session.shown = min(shown, len(game.log))
    session.console.write("The game stands as it did before that line.")


def _say_goodbye(session: Session) -> None:
    if not session.console.interactive:
        return
    if session.path is not None:
        session.console.write(f"Saved in {session.path}")
        if session.game.turn is not None:
            last = "brass play --resume"
            if session.path != newest_path():
                last = f"{last} {shlex.quote(str(session.path))}"
            session.console.write(f"Go on with: {last}")
    session.console.write("Goodbye.")
