"""Taking moves back, and playing them again."""

from __future__ import annotations

from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Session

command = commands_about("Taking back")


@command("undo", "take the last move back, if nothing new was seen")
def undo(session: Session, rest: str) -> None:
    move = session.take_back()
    session.console.write(f"Taken back: {move.text}")


@command("redo", "play again what was taken back")
def redo(session: Session, rest: str) -> None:
    session.play_again()
