"""What is said when people sit down at a game."""

from __future__ import annotations

from brasswright.cli.prompt.session import Session, with_overlays
from brasswright.cli.views.table import list_text

RECENT = 3


def greet(session: Session, brief: bool = False) -> None:
    """Say what is played by whom, what can be typed unless brief, and what has happened so far."""
    game = session.game
    others = [f"{player} ({kind})" for player, kind in session.seats.items() if kind != "human"]
    people = session.humans
    seated = ", ".join([*people, *others])
    write = session.console.write
    named = " ".join(filter(None, [game.rulebook.title, with_overlays(game.rulebook)]))
    write(f"{named} · {seated} · seed {game.seed}")
    if session.console.interactive and people and not brief:
        tables = ", ".join(name for name, _ in game.shows if name != "board")
        write(
            list_text(
                [
                    ("to play", "type a move in words; `moves` counts what is legal, Tab lists it"),
                    ("to look", f"board, {tables}"),
                    ("to learn", "help, help WORD, why MOVE, preview MOVE, rules NAME"),
                ],
                session.console.width,
            )
        )
    if session.shown:
        session.write_log(max(len(game.log) - RECENT, 0))
    session.show_news()
