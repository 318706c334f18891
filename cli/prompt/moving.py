"""From words to one legal move, asking where they leave a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.prompt.dialogue import Dropped, narrow
from brasswright.interpreter.errors import Ambiguous, NotUnderstood

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session
    from brasswright.interpreter.moves import Move

LISTED = 5
LONG = 20


def resolve(session: Session, text: str, look: Callable[[Session, str], bool]) -> Move | None:
    """The move that the words mean; None when the player dropped the question.

    Without a person to ask, words that leave a choice open stay an Ambiguous error.
    """
    try:
        return session.game.parse(text)
    except Ambiguous as open_choice:
        if not session.console.interactive or not open_choice.moves:
            raise
        moves = open_choice.moves
    try:
        return narrow(session, moves, lambda line: look(session, line))
    except KeyboardInterrupt:
        session.console.write(say("Dropped; nothing was played."))
    except Dropped as dropped:
        session.console.write(say("Dropped; nothing was played."))
        session.next_line = dropped.line
    return None


def confirmed(session: Session, move: Move) -> bool:
    """Whether the person still wants to play the move on seeing what it costs, if it is asked."""
    if not (session.settings.confirm and session.console.interactive):
        return True
    from brasswright.cli.prompt.another import agrees
    from brasswright.cli.views.reckoning import bill_text
    from brasswright.interpreter.reckoning import reckoning

    bill = bill_text(reckoning(session.game, move))
    session.console.write("\n".join(filter(None, [session.game.say(move), bill])))
    if agrees(session, say("Play it?")):
        return True
    session.console.write(say("Not played."))
    return False


def told_more(session: Session, text: str, mistake: NotUnderstood) -> NotUnderstood:
    """The mistake, with what may follow the words that make sense if nothing similar exists."""
    words = text.split()
    if mistake.suggestions or len(words) > LONG:
        return mistake
    for number in range(len(words) - 1, 0, -1):
        start = " ".join(words[:number])
        offered = session.game.complete(f"{start} ")
        if offered:
            names = ", ".join(f"`{word.text}`" for word in offered[:LISTED])
            more = ", …" if len(offered) > LISTED else ""
            message = "{mistake}; after `{start}` may come {names}"
            told = say(message, mistake=mistake, start=start, names=f"{names}{more}")
            return NotUnderstood(told)
    return mistake
