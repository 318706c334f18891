"""What is said when people sit down at a game."""

from __future__ import annotations

from brasswright.cli.language import form, say
from brasswright.cli.prompt.session import Session, with_overlays
from brasswright.cli.views.table import list_text
from brasswright.interpreter.revealing import STRICT

RECENT = 3


def greet(session: Session, brief: bool = False) -> None:
    """Say what is played by whom, what can be typed unless brief, and what has happened so far."""
    game = session.game
    others = [f"{player} ({kind})" for player, kind in session.seats.items() if kind != "human"]
    people = session.humans
    seated = ", ".join([*people, *others])
    write = session.console.write
    title = game.names.language.text(game.rulebook.title)
    named = " ".join(filter(None, [title, with_overlays(game.rulebook)]))
    told = [named, seated, say("seed {n}", n=game.seed)]
    if game.undo_policy != STRICT:
        told.append(say("undo {policy}", policy=game.undo_policy))
    write(" · ".join(told))
    if session.console.interactive and people and not brief:
        looks = [form(name) for name in ("map", "board")[not game.drawings :]]
        looks += [game.names.word(name) for name, _ in game.shows if name != "board"]
        write(
            list_text(
                [
                    (
                        say("to play"),
                        say("type a move in words; `moves` counts what is legal, Tab lists it"),
                    ),
                    (say("to look"), ", ".join(looks)),
                    (
                        say("to learn"),
                        say("tutorial, hint, help WORD, why MOVE, preview MOVE, rules WORD"),
                    ),
                ],
                session.console.width,
            )
        )
    if session.shown:
        session.write_log(max(len(game.log) - RECENT, 0))
    session.show_news()
