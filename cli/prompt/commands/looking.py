"""Looking at what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli.language import form, meant, say
from brasswright.cli.prompt.looking import map_of, show_table, view_of
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import PART, Complaint, Session, with_overlays
from brasswright.cli.prompt.words import pick, unknown
from brasswright.cli.views.map import NARROW
from brasswright.cli.views.table import beside, list_text
from brasswright.interpreter.views import is_personal

command = commands_about("Looking")


def table_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return session.game.shows


@command("board [WORD…]", "all that lies open, or the rows with these words", looks=True)
def board(session: Session, rest: str) -> None:
    drawings, width = session.game.drawings, session.console.width
    with_map = bool(drawings) and not rest
    shown = [map_of(session, layout=_layout_of_board(session)) or ""] if with_map else []
    shown += beside(_tables_that_lie_open(session, rest.split(), with_map), width)
    if not shown:
        message = "nothing contains `{words}`" if rest else "there is nothing to show"
        raise Complaint(say(message, words=rest))
    session.console.write("\n\n".join(shown))


def _layout_of_board(session: Session) -> str:
    """On a narrow screen the list of all that may be built would push everything else away."""
    layout = session.settings.layout
    return "compact" if layout == "auto" and session.console.width < NARROW else layout


def _tables_that_lie_open(session: Session, words: Sequence[str], with_map: bool) -> list[str]:
    """Those that the rules show with the map; without it, or if all may be wide, all others too."""
    shows = [s for s in session.game.compiled.program.shows.values() if s.form != "chart"]
    named = [show.name for show in shows if show.on and with_map]
    if not with_map or session.settings.layout == "wide":
        open_to_all = (s.name for s in shows if not is_personal(session.game.compiled, s.name))
        named += [name for name in open_to_all if name not in named]
    tables = [session.game.show(name, session.viewer) for name in named]
    texts = [view_of(session, table, words) for table in tables if table.rows]
    return [text for text in texts if "\n" in text]


def place_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    drawing = session.game.drawing(session.viewer)
    return [(place.name, place.label) for place in drawing.places] if drawing is not None else ()


@command(
    "map [WORD…]",
    "the map, or places with these words and what is next to them",
    looks=True,
    offers=place_names,
)
def map_(session: Session, rest: str) -> None:
    text = map_of(session, rest.split())
    if text is None:
        raise Complaint(say("no place on the map contains `{words}`", words=rest))
    session.console.write(text)


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
    told = [text] if turn is None or turn in text else [text, say("{who} decides", who=turn)]
    overlays = with_overlays(session.game.rulebook)
    session.console.write(PART.join([*told, overlays] if overlays else told))


ALWAYS, NEVER = "always", "never"


def check_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow `check`."""
    return [
        (form(ALWAYS), say("after every move from now on")),
        (form(NEVER), say("only when asked")),
    ]


@command(
    "check [always | never]",
    "whether all holds that the rules say must always hold",
    looks=True,
    offers=check_words,
)
def check(session: Session, rest: str) -> None:
    word = meant(rest, ALWAYS, NEVER)
    if word not in ("", ALWAYS, NEVER):
        message = "`check {words}`? It is `check`, `check always` or `check never`"
        raise Complaint(say(message, words=rest))
    session.checking = word == ALWAYS or (session.checking and word != NEVER)
    if word == NEVER:
        session.console.write(say("What must always hold is asked when you type `check`."))
    elif not session.complain_of_broken():
        number = len(session.game.compiled.program.invariants)
        message = "All holds that the rules say must always hold: {n} {n|invariant|invariants}."
        session.console.write(say(message, n=number))
