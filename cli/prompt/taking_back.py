"""Taking moves back as far as the table's policy goes, and playing them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.prompt.console import interrupts_held
from brasswright.cli.prompt.session import Complaint, moment_of
from brasswright.interpreter.record import NotKept

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session

MOST_LISTED = 8


def take_back_one(session: Session) -> None:
    """Take back the last move that a person decided, and what was played by itself after it."""
    _take_back_to(session, _last_decided(session) - 1)


def take_back_turn(session: Session) -> None:
    """Go back to where the turn began, or the one before if nothing of it is played.

    Where that is too far, go as far as the policy allows.
    """
    wanted = turn_began(session, _last_decided(session))
    to = _nearest(session, wanted)
    further = session.game.take_back_refusal(wanted)
    _take_back_to(session, wanted if to is None else to)
    if to != wanted:
        message = "The turn began earlier, but no further undo: {reason}"
        session.console.write(say(message, reason=further))


def take_back_to(session: Session, number: int) -> None:
    """Go back to where that move of the log was the last one, or to the first decision after it."""
    last = len(session.game.moves_played)
    _last_decided(session)
    if number >= last:
        message = "`undo to {n}` takes nothing back: the last move is number {last}"
        raise Complaint(say(message, n=number, last=last))
    decided = [n for n in range(number, last) if _decided(session, n + 1)]
    if not decided:
        message = "nobody at the table decided anything after move {n}"
        raise Complaint(say(message, n=number))
    refusal = session.game.take_back_refusal(decided[0])
    nearest = _nearest(session, decided[0])
    if refusal is not None and nearest is not None:
        message = "no undo: {reason}; `undo to {n}` is as far as it goes"
        raise Complaint(say(message, reason=refusal, n=nearest))
    _take_back_to(session, decided[0])


def play_again(session: Session) -> None:
    """Play again one move that was taken back, and what followed it by itself."""
    if not session.undone:
        raise Complaint(say("nothing was taken back"))
    while session.undone:
        session.push(session.undone[-1])
        if session.game.turn in session.humans:
            return


def play_turn_again(session: Session) -> None:
    """Play again what was taken back until the turn passes on."""
    who = session.game.turn
    play_again(session)
    while session.undone and session.game.turn == who:
        play_again(session)


def play_all_again(session: Session) -> None:
    """Play again everything that was taken back."""
    play_again(session)
    while session.undone:
        play_again(session)


def _take_back_to(session: Session, to: int) -> None:
    """Take back all moves after the first `to`, if the people at the table may."""
    game = session.game
    refusal = game.take_back_refusal(to)
    if refusal is not None:
        raise Complaint(say("no undo: {reason}", reason=refusal))
    gone = []
    failure: NotKept | None = None
    with interrupts_held():
        while len(game.moves_played) > to:
            player, move = game.players_played[-1], game.moves_played[-1]
            try:
                game.pop()
            except NotKept as error:  # it is taken back, and the rest must be too
                failure = error
                game.detach()
            session.undone.append(move)
            gone.append((player, game.say(move)))
    session.taken_back()
    told = [
        say("Taken back: {move}", move=text if player == game.turn else f"{player}: {text}")
        for player, text in gone[:MOST_LISTED]
    ]
    if len(gone) > MOST_LISTED:
        message = "and {n} moves before, to where {to} were played"
        told.append(say(message, n=len(gone) - MOST_LISTED, to=to))
    session.console.write("\n".join(told))
    if session.must_hand_over:
        session.tidings += told
    if failure is not None:
        raise failure


def _decided(session: Session, number: int) -> bool:
    """Whether a person decided on that move, rather than a bot or nobody."""
    player = session.game.players_played[number - 1]
    return player in session.humans and number not in session.automatic


def _last_decided(session: Session) -> int:
    last = len(session.game.moves_played)
    if not last:
        raise Complaint(say("nothing has been played yet"))
    for number in range(last, 0, -1):
        if _decided(session, number):
            return number
    raise Complaint(say("nobody at the table has played yet"))


def turn_began(session: Session, number: int) -> int:
    """How many moves had been played when the turn began that the move belongs to."""
    log = session.game.log
    if not number:
        raise Complaint(say("nothing has been played yet"))
    who, moment = log[number].player, moment_of(log[number - 1])
    began = number - 1
    while began and log[began].player == who and moment_of(log[began - 1]) == moment:
        began -= 1
    return began


def _nearest(session: Session, to: int) -> int | None:
    """The farthest that may be gone back towards there, to a decision; None if not at all."""
    for number in range(to, len(session.game.moves_played)):
        if _decided(session, number + 1) and session.game.take_back_refusal(number) is None:
            return number
    return None
