"""What has happened so far."""

from __future__ import annotations

import re
from collections.abc import Sequence

from brasswright.cli.language import form, meant, say
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session, moment_of
from brasswright.cli.prompt.taking_back import turn_began

command = commands_about("Looking back")
LISTED_ENTRIES = 20
ROUND, TURN, ALL = "round", "turn", "all"


def log_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow `log`; after `round` the rounds so far, the last first."""
    first, space, _ = rest.partition(" ")
    if not space or meant(first, ROUND) != ROUND:
        return [
            (form(ALL), say("from the beginning")),
            (form(ROUND), say("one round")),
            (form(TURN), say("the turn at hand")),
        ]
    moments = dict.fromkeys(moment_of(entry) for entry in reversed(session.game.log))
    return [(f"{first} {' '.join(_words(moment))}", "") for moment in moments]


@command(
    "log [NUMBER | all | round N | turn]",
    "the last moves, or those of a round or turn",
    looks=True,
    offers=log_words,
)
def log(session: Session, rest: str) -> None:
    typed, *more = rest.casefold().split() or [""]
    word = meant(typed, ALL, ROUND, TURN)
    entries = len(session.game.log)
    if word == ROUND:
        places: Sequence[int] = _of_round(session, more)
    elif more or not (word in ("", ALL, TURN) or (word.isdecimal() and len(word) <= 6)):
        message = "`log {words}`: a number of moves, `all`, `round N` or `turn` goes there"
        raise Complaint(say(message, words=rest))
    elif word == TURN:
        places = _of_turn(session)
    else:
        most = entries if word == ALL else int(word or LISTED_ENTRIES)
        places = range(max(entries - most, 0), entries)
    session.note_costs()
    session.write_entries(places, numbered=True)


def _of_turn(session: Session) -> Sequence[int]:
    """The entries of the turn at hand; of the last one when the game is over."""
    log, turn = session.game.log, session.game.turn
    began = turn_began(session, len(log) - 1)
    if turn is not None and (turn, moment_of(log[-1])) != (log[-1].player, moment_of(log[-2])):
        message = "nothing has been played in this turn; `since` tells what happened before"
        raise Complaint(say(message))
    return range(began + 1, len(log))


def _of_round(session: Session, words: Sequence[str]) -> Sequence[int]:
    """The entries of the moments that have all these words; of the one at hand without any."""
    game = session.game
    now = moment_of(game.log[-1])
    wanted = set(words) or set(_words(now))
    found = [
        place
        for place in range(1, len(game.log))
        if wanted <= set(_words(moment_of(game.log[place - 1])))
    ]
    if not found:
        if not words:
            raise Complaint(say("nothing has been played in this round"))
        message = "nothing was played in round {words}; it is {now}"
        raise Complaint(say(message, words=" ".join(words), now=now))
    return found


def _words(moment: str) -> list[str]:
    """The words of a moment but the one that `log` is given anyway."""
    return [word for word in re.findall(r"\w+", moment.casefold()) if meant(word, ROUND) != ROUND]


@command("since", "what has happened since your last move", looks=True)
def since(session: Session, rest: str) -> None:
    game = session.game
    who = session.viewer
    own = [entry.number for entry in game.log if entry.player and entry.player == who]
    last = own[-1] if own else 0
    places = range(last + 1, len(game.log))
    if not places:
        message = "nothing has happened since your last move"
        raise Complaint(say(message if own else "nothing has been played yet"))
    session.note_costs()
    session.write_entries(places, numbered=True)
