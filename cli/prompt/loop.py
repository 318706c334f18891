"""The loop at the table: bots move, the keyboard changes hands, a line is read and done."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.messages import fault_text, message_of
from brasswright.cli.prompt.completion import complete, sensible
from brasswright.cli.prompt.console import Asking, Word
from brasswright.cli.prompt.greeting import greet
from brasswright.cli.prompt.helping import help_with
from brasswright.cli.prompt.highlighting import pieces
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
from brasswright.interpreter.errors import BotError, BrasswrightError
from brasswright.interpreter.phrases import DONE
from brasswright.interpreter.record import NotKept

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
                if _plays_by_itself(session):
                    continue
                if not session.humans:
                    break
                line = _hand_over(session) if session.must_hand_over else _next_line(session)
            except BotError as error:
                _leave_without(session, error)
                return False
            except KeyboardInterrupt:
                if not (session.humans and session.console.interactive):
                    raise
                if not session.console.half_typed():
                    message = "To leave, type quit or press Ctrl-D; the game is saved."
                    session.console.write(say(message))
                continue
            all_well = _do(session, line) and all_well
    except (EOFError, Leave):
        _say_goodbye(session)
    return all_well and session.all_held


def _plays_by_itself(session: Session) -> bool:
    """Play what needs no person to decide; whether it must be looked again what that is."""
    try:
        session.play_bots()
        return session.settings.auto and session.play_only_move()
    except NotKept as error:
        session.go_on_unsaved(str(error.strerror))
        return True


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
    if session.teacher is not None:
        session.teacher.before_line(session)
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
        message = "Go on with {verb} (Tab lists how), or type {done}."
        if game.take_back_refusal() is None:
            message = "Go on with {verb} (Tab lists how), or type {done}; undo takes it back."
        verb, done = game.names.word(game.stage), game.names.word(DONE)
        session.console.write(say(message, verb=verb, done=done))
    else:
        title = game.verbs()[0][1]
        message = "{who} has to decide: {title}. Type {verb} to be asked."
        verb = game.names.word(game.stage)
        session.console.write(say(message, who=game.turn, title=title, verb=verb))


def _words(session: Session, text: str) -> list[Word]:
    """What Tab offers: first what the lesson suggests, if there are lessons."""
    taught = session.teacher.offers(text, session.game) if session.teacher is not None else []
    return [*taught, *complete(session, text)]


def _asking(session: Session) -> Asking:
    game = session.game
    who = game.turn or say("game over")
    stage = f", {game.names.word(game.stage)}" if game.turn is not None and game.stage else ""
    return Asking(
        prompt=f"{who}{stage} > ",
        complete=lambda text: _words(session, text),
        toolbar=lambda: toolbar(session),
        who=(game.turn or "") if session.hot_seat else "",
        remembered=True,
        settings=session.settings,
        pieces=lambda line: pieces(session, line),
        sensible=lambda line: sensible(session, line),
        help=lambda line: help_with(session, line),
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
    for line in session.tidings if session.secrets_on_screen else ():
        console.write(line)
    session.tidings.clear()
    if session.secrets_on_screen:
        session.write_log(max(session.left_at.get(turn, 0), len(game.log) - LISTED_NEWS))
    ready = say("{who} is next. {who}, press Enter when you are ready. ", who=turn)
    line = console.read(Asking(prompt=f"\n{ready}"))
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
        session.console.complain(message_of(error, session.game.say))
    except BrokenPipeError:
        raise  # nobody reads any more
    except NotKept as error:
        session.go_on_unsaved(str(error.strerror))
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        session.console.complain(f"{name}{error.strerror or error}")
    except KeyboardInterrupt:
        if not session.console.interactive:
            raise
        # A move that was being played has been played whole; anything else just ends here.
        _recover(session, len(session.game.moves_played))
        session.console.write(say("Stopped."))
        session.show_news()
    except (Leave, EOFError):
        raise
    except Exception as error:
        session.console.complain(fault_text(error))
        _recover(session, len(moves_before))
        session.console.write(say("The game stands as it did before that line."))
    else:
        return True
    return False


def _recover(session: Session, number: int) -> None:
    """Go back to what the record says, which nothing that broke off can have spoiled."""
    game: Game = session.game.record.game()
    while len(game.moves_played) > number:
        game.pop()
    path, shown = session.path, session.shown
    session.take_up(game, None)
    if path is not None:
        session.path = path
        try:
            game.attach(path)
        except OSError as error:
            session.go_on_unsaved(str(error.strerror or error))
    session.shown = min(shown, len(game.log))


def _leave_without(session: Session, error: BotError) -> None:
    """A bot can't go on: the game waits for somebody else in its place."""
    session.console.complain(str(error))
    player = session.game.turn
    if session.path is None:
        return
    command = f"brass play --resume {shlex.quote(str(session.path))} --seat {player}=greedy"
    message = "The game is saved as it was before that. With another in its place: {command}"
    session.console.write(say(message, command=command))


def _say_goodbye(session: Session) -> None:
    if not session.console.interactive:
        return
    if session.path is not None:
        session.console.write(say("Saved in {path}", path=session.path))
        if session.game.turn is not None:
            last = "brass play --resume"
            if session.path != newest_path():
                last = f"{last} {shlex.quote(str(session.path))}"
            session.console.write(say("Go on with: {command}", command=last))
    session.console.write(say("Goodbye."))
