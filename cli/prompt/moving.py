"""From words to one legal move, asking where they leave a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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
        session.console.write("Dropped; nothing was played.")
    except Dropped as dropped:
        session.console.write("Dropped; nothing was played.")
        session.next_line = dropped.line
    return None


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
            return NotUnderstood(f"{mistake}; after `{start}` may come {names}{more}")
    return mistake
