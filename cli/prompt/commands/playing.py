"""What helps to find a move: which there are, why one is none, what one changes."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli.language import form, meant, say
from brasswright.cli.messages import refusal_full_text
from brasswright.cli.prompt.looking import look_at
from brasswright.cli.prompt.moving import resolve, told_more
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.settings import about
from brasswright.cli.views.moves import counts_text, folded_text
from brasswright.cli.views.reckoning import bill_text, changes_text
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused
from brasswright.interpreter.notation import plain
from brasswright.interpreter.reckoning import reckoning

command = commands_about("Moves")
FEW_MOVES = 10


@command("moves [WORD…]", "count the legal moves; list those with these words", looks=True)
def moves(session: Session, rest: str) -> None:
    words = rest.casefold().split()
    every = list(session.game.legal_moves)
    said = [(move, f"{move.text} {session.game.say(move)}".casefold()) for move in every]
    found = [move for move, text in said if all(word in text for word in words)]
    if not found:
        if session.game.turn is None:
            raise Complaint(say("the game is over"))
        message = "no legal move contains `{words}`" if rest else "there is no legal move"
        raise Complaint(say(message, words=rest))
    if not session.console.interactive:
        session.console.write("\n".join(map(session.game.say, found)))
    elif not words and len(found) > FEW_MOVES:
        titles = dict(session.game.verbs())
        names, width = session.game.names, session.console.width
        session.console.write(counts_text(found, titles, width, names))
    else:
        in_words = list(map(session.game.names.in_words, found))
        session.console.write(folded_text(in_words, session.console.width))


@command(
    "why [MOVE]",
    "is a move legal, and if not, which rule forbids it? Alone: the one refused last",
    looks=True,
    takes_move=True,
)
def why(session: Session, rest: str) -> None:
    little = {plain(word) for said in ("not", say("not")) for word in said.split()}
    words = rest.split()
    while words and plain(words[0]) in little:
        words.pop(0)
    rest = " ".join(words) or session.refused
    if not rest:
        raise Complaint(say("why what? Type a move after it, as you would play it"))
    try:
        refusal = session.game.why_not(rest)
    except Ambiguous:
        refusal = None
    except NotUnderstood as mistake:
        raise told_more(session, rest, mistake) from None
    except Refused as refused:
        refusal = refused.refusal
    session.console.write(say("Legal.") if refusal is None else refusal_full_text(refusal))


@command(
    "preview MOVE",
    "what a move would cost, where things come from, what it changes",
    looks=True,
    takes_move=True,
)
def preview(session: Session, rest: str) -> None:
    if not rest:
        raise Complaint(say("preview what? Type a move after it, as you would play it"))
    try:
        move = resolve(session, rest, look_at)
    except NotUnderstood as mistake:
        raise told_more(session, rest, mistake) from None
    if move is None:
        return
    found = reckoning(session.game, move)
    changed = changes_text(found.changes, session.console.width)
    told = [session.game.say(move), bill_text(found), changed or say("  changes nothing")]
    session.console.write("\n".join(filter(None, told)))


def on_or_off(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow the name of a switch."""
    return [(form("on"), ""), (form("off"), "")]


@command(
    "auto [on | off]", "where only one move is legal, play it without asking", offers=on_or_off
)
def auto(session: Session, rest: str) -> None:
    _switch(session, "auto", rest)


@command(
    "confirm [on | off]", "show what a move costs, and ask, before it is played", offers=on_or_off
)
def confirm(session: Session, rest: str) -> None:
    _switch(session, "confirm", rest)


def _switch(session: Session, name: str, rest: str) -> None:
    """Turn a setting on or off; without a word, over."""
    words = {"": not getattr(session.settings, name), "on": True, "off": False}
    word = meant(rest, "on", "off")
    if word not in words:
        message = "`{name} {word}`? It is `{name} on` or `{name} off`"
        raise Complaint(say(message, name=name, word=rest))
    on = words[word]
    session.settings.change(name, on, "set here")
    state = say("on" if on else "off")
    message = "{name} is {state} ({about})"
    session.console.write(say(message, name=name, state=state, about=say(about(name))))
