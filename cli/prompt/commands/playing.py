"""What helps to find a move: which there are, why one is none, what one changes."""

from __future__ import annotations

from brasswright.cli.messages import refusal_full_text
from brasswright.cli.prompt.looking import look_at
from brasswright.cli.prompt.moving import resolve, told_more
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.views.moves import counts_text, folded_text
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused

command = commands_about("Moves")
FEW_MOVES = 10


@command("moves [WORD…]", "count the legal moves; list those with these words", looks=True)
def moves(session: Session, rest: str) -> None:
    words = rest.casefold().split()
    every = list(session.game.legal_moves)
    found = [move for move in every if all(word in move.text.casefold() for word in words)]
    if not found:
        if session.game.turn is None:
            raise Complaint("the game is over")
        raise Complaint(f"no legal move contains `{rest}`" if rest else "there is no legal move")
    if not session.console.interactive:
        session.console.write("\n".join(move.text for move in found))
    elif not words and len(found) > FEW_MOVES:
        titles = dict(session.game.verbs())
        session.console.write(counts_text(found, titles, session.console.width))
    else:
        session.console.write(folded_text(found, session.console.width))


@command(
    "why MOVE",
    "is a move legal, and if not, which rule forbids it?",
    looks=True,
    takes_move=True,
)
def why(session: Session, rest: str) -> None:
    if not rest:
        raise Complaint("why what? Type a move after it, as you would play it")
    try:
        refusal = session.game.why_not(rest)
    except Ambiguous:
        refusal = None
    except NotUnderstood as mistake:
        raise told_more(session, rest, mistake) from None
    except Refused as refused:
        refusal = refused.refusal
    session.console.write("Legal." if refusal is None else refusal_full_text(refusal))


@command("preview MOVE", "show what a move would change", looks=True, takes_move=True)
def preview(session: Session, rest: str) -> None:
    if not rest:
        raise Complaint("preview what? Type a move after it, as you would play it")
    try:
        move = resolve(session, rest, look_at)
    except NotUnderstood as mistake:
        raise told_more(session, rest, mistake) from None
    if move is None:
        return
    changes = session.game.preview(move)
    session.console.write(move.text)
    for change in changes:
        session.console.write(f"  {change}")
    if not changes:
        session.console.write("  changes nothing")
