"""Commands that only look: they may be typed in the middle of a question."""

from __future__ import annotations

from brasswright.cli.messages import message_of
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.views.table import table_text
from brasswright.interpreter.errors import BrasswrightError


def show_table(session: Session, name: str, words: str) -> None:
    """Show the table, or its rows that contain the words."""
    table = session.game.show(name, session.viewer)
    session.console.write(table_text(table, session.console.width, words.split()))


def look_at(session: Session, line: str) -> bool:
    """Carry out the line if it only looks; otherwise False."""
    word, _, rest = line.strip().partition(" ")
    try:
        meant = session.vocabulary(registry.names()).meant(word, alone=not rest)
        if meant is not None and meant.sort == "table":
            show_table(session, meant.name, rest.strip())
            return True
        if meant is not None and meant.sort == "command" and registry.named(meant.name).looks:
            registry.named(meant.name).run(session, rest.strip())
            return True
    except Complaint as complaint:
        session.console.complain(str(complaint))
        return True
    except BrasswrightError as error:
        session.console.complain(message_of(error))
        return True
    return False
