"""One line that was typed: a command, a table to show, or a move."""

from __future__ import annotations

from brasswright.cli.language import say
from brasswright.cli.messages import suggestion
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.commands import every_command
from brasswright.cli.prompt.looking import look_at, show_after_move, show_table
from brasswright.cli.prompt.moving import confirmed, resolve, told_more
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.interpreter.errors import NotUnderstood, Refused

LONGEST_LINE = 1000

every_command()


def carry_out(session: Session, line: str) -> None:
    """Carry out one line: a command, a table to show, or a move.

    Raises Complaint or a BrasswrightError when it can't be done; nothing has changed then.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return
    if len(text) > LONGEST_LINE:
        raise Complaint(say("that line is too long: {n} letters", n=len(text)))
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    meant = session.vocabulary(registry.names()).meant(word, alone=not rest)
    if meant is not None and meant.sort == "command":
        registry.named(meant.name).run(session, rest)
    elif meant is not None and meant.sort == "table":
        show_table(session, meant.name, rest)
    else:
        text = f"{meant.name} {rest}".strip() if meant is not None else text
        _play(session, text, known=meant is not None)


def _play(session: Session, text: str, known: bool) -> None:
    if session.game.turn is None:
        if known:
            raise Complaint(say("the game is over"))
        _unknown_word(session, text)
    try:
        move = resolve(session, text, look_at)
    except NotUnderstood as mistake:
        if not known:
            _unknown_word(session, text)
        raise told_more(session, text, mistake) from None
    except Refused:
        session.refused = text
        raise
    if move is not None and confirmed(session, move):
        session.push(move)
        show_after_move(session)


def _unknown_word(session: Session, text: str) -> None:
    """Complain about the first word if a word that begins a line was probably meant."""
    from brasswright.interpreter.suggest import closest

    word = text.split()[0]
    meant = closest(word, session.vocabulary(tuple(registry.COMMANDS)).all())
    if meant or session.game.turn is None:
        hint = suggestion(meant) or say("`help` lists what can be typed")
        raise Complaint(say("`{word}` is not a move or command; {hint}", word=word, hint=hint))
