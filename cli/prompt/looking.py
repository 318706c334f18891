"""Commands that only look: they may be typed in the middle of a question."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import astuple, replace
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.language import say
from brasswright.cli.messages import message_of
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.words import pick
from brasswright.cli.views.map import Look, map_text
from brasswright.cli.views.marks import marks_of
from brasswright.cli.views.schematic import FINE, PLAIN
from brasswright.cli.views.table import table_text
from brasswright.cli.views.track import track_text
from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Table


def show_table(session: Session, name: str, words: str) -> None:
    """Show the table, or its rows that contain the words; of a player who is named first."""
    containing, about = words.split(), None
    if containing and session.game.compiled.program.shows[name].of:
        about = pick(containing[0], session.game.players)
        containing = containing[1:] if about is not None else containing
    table = session.game.show(name, session.viewer, about)
    if about is not None:
        table = replace(table, title=f"{table.title} ({about})")
    session.console.write(view_of(session, table, containing))


def view_of(session: Session, table: Table, containing: Sequence[str] = ()) -> str:
    """A table as text, in the form that suits it."""
    width = session.console.width
    if table.form == "track":
        return track_text(table, width, containing, session.settings.layout)
    return table_text(table, width, containing)


def map_of(session: Session, containing: Sequence[str] = (), layout: str = "") -> str | None:
    """The map as text; None when no place on it contains the words. Raises Complaint."""
    drawing = session.game.drawing(session.viewer)
    if drawing is None:
        raise Complaint(say("these rules have no map"))
    coloured = session.console.interactive and output.colour_wanted(sys.stdout)
    marks = marks_of(session.game.players, coloured and session.settings.colour != "never")
    strokes = FINE if output.can_write("".join(astuple(FINE))) else PLAIN
    look = Look(session.console.width, layout or session.settings.layout, strokes)
    return map_text(drawing, marks, look, containing)


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
        session.console.complain(message_of(error, session.game.say))
        return True
    return False


def show_after_move(session: Session) -> None:
    """The view that the settings ask for after each own move, when computer players have moved."""
    wanted = session.settings.after_move
    if wanted in registry.COMMANDS:
        session.play_bots()
        look_at(session, wanted)
