"""Taking moves back, and playing them again."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli.language import form, meant, say
from brasswright.cli.prompt import taking_back
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session

command = commands_about("Taking back")
LISTED = 10
TURN, TO, ALL = "turn", "to", "all"


def undo_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow `undo`; after `to` the last moves by number."""
    log = session.game.log[:-1]
    first, space, _ = rest.partition(" ")
    if not space or meant(first, TO) != TO:
        return [
            (form(TURN), say("back to where the turn began")),
            (form(TO), say("back to a move of the log")),
        ]
    numbers = [(f"{first} {e.number}", f"{e.player}: {e.text}".removeprefix(": ")) for e in log]
    return numbers[: -LISTED - 1 : -1]


@command(
    "undo [turn | to NUMBER]",
    "take back the last move, the turn, or all after a move of the log",
    offers=undo_words,
)
def undo(session: Session, rest: str) -> None:
    match [meant(word, TURN, TO) for word in rest.split()]:
        case []:
            taking_back.take_back_one(session)
        case ["turn"]:
            taking_back.take_back_turn(session)
        case ["to", number] | [number] if number.isdecimal() and number.isascii():
            if len(number) > 6:
                raise Complaint(say("there is no move {n}", n=number[:20]))
            taking_back.take_back_to(session, int(number))
        case _:
            message = "`undo {word}`? It is `undo`, `undo turn` or `undo to NUMBER`"
            raise Complaint(say(message, word=rest))


def redo_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow `redo`."""
    return [
        (form(TURN), say("until the turn passes on")),
        (form(ALL), say("everything that was taken back")),
    ]


@command(
    "redo [turn | all]",
    "play again what was taken back, move by move",
    offers=redo_words,
)
def redo(session: Session, rest: str) -> None:
    match [meant(word, TURN, ALL) for word in rest.split()]:
        case []:
            taking_back.play_again(session)
        case ["turn"]:
            taking_back.play_turn_again(session)
        case ["all"]:
            taking_back.play_all_again(session)
        case _:
            raise Complaint(
                say("`redo {word}`? It is `redo`, `redo turn` or `redo all`", word=rest)
            )
