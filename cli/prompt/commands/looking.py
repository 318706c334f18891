"""Looking at what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli.prompt.looking import show_table
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import PART, Complaint, Session, with_overlays
from brasswright.cli.prompt.words import pick, unknown
from brasswright.cli.views.table import beside, list_text, table_text
from brasswright.interpreter.views import is_personal

command = commands_about("Looking")


def table_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return session.game.shows


@command("board [WORD…]", "all that lies open, or the rows with these words", looks=True)
def board(session: Session, rest: str) -> None:
    words = rest.split()
    tables = [
        session.game.show(name, session.viewer)
        for name, _ in session.game.shows
        if not is_personal(session.game.compiled, name)
    ]
    texts = [table_text(table, session.console.width, words) for table in tables if table.rows]
    shown = beside([text for text in texts if "\n" in text], session.console.width)
    if not shown:
        raise Complaint(f"nothing contains `{rest}`" if rest else "there is nothing to show")
    session.console.write("\n\n".join(shown))


@command(
    "show TABLE [WORD…]",
    "one table; its name alone does the same",
    looks=True,
    offers=table_names,
)
def show(session: Session, rest: str) -> None:
    name, _, words = rest.partition(" ")
    if not name:
        tables = [(name, title) for name, title in session.game.shows]
        session.console.write(list_text(tables, session.console.width))
        return
    names = [table for table, _ in session.game.shows]
    found = pick(name, names)
    if found is None:
        raise unknown("table", name, names)
    show_table(session, found, words)


@command("status", "where the game stands and whose decision it is", looks=True)
def status(session: Session, rest: str) -> None:
    text, turn = session.status(), session.game.turn
    told = [text] if turn is None or turn in text else [text, f"{turn} decides"]
    overlays = with_overlays(session.game.rulebook)
    session.console.write(PART.join([*told, overlays] if overlays else told))
