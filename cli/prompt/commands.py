"""What can be typed at the prompt besides moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.messages import refusal_full_text, suggestion
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.moving import resolve
from brasswright.cli.prompt.registry import command
from brasswright.cli.prompt.session import Complaint, Leave, Session, entry_text
from brasswright.cli.prompt.words import pick, unknown
from brasswright.cli.views.table import list_text, table_text
from brasswright.interpreter.errors import Ambiguous, BrasswrightError, NotUnderstood, Refused

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

LISTED_MOVES = 40
LISTED_ENTRIES = 20


# -- moves -----------------------------------------------------------------------------


@command("moves [WORD…]", "list the legal moves that contain these words", looks=True)
def moves(session: Session, rest: str) -> None:
    words = rest.casefold().split()
    found = [move.text for move in session.game.legal_moves]
    found = [text for text in found if all(word in text.casefold() for word in words)]
    if not found:
        if session.game.turn is None:
            raise Complaint("the game is over")
        raise Complaint(f"no legal move contains `{rest}`" if rest else "there is no legal move")
    most = LISTED_MOVES if session.console.interactive else len(found)
    for text in found[:most]:
        session.console.write(f"  {text}")
    if len(found) > most:
        session.console.write(f"  … {len(found) - most} more; `moves WORD` shows fewer")


@command(
    "why MOVE",
    "say whether a move is legal, and if not, which rule forbids it",
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
    except Refused as refused:
        refusal = refused.refusal
    session.console.write("Legal." if refusal is None else refusal_full_text(refusal))


@command(
    "preview MOVE", "show what a move would change, without playing it", looks=True, takes_move=True
)
def preview(session: Session, rest: str) -> None:
    if not rest:
        raise Complaint("preview what? Type a move after it, as you would play it")
    move = resolve(session, rest, look_at)
    if move is None:
        return
    changes = session.game.preview(move)
    session.console.write(move.text)
    for change in changes:
        session.console.write(f"  {change}")
    if not changes:
        session.console.write("  changes nothing")


@command("undo", "take the last move back, where that is fair")
def undo(session: Session, rest: str) -> None:
    move = session.take_back()
    session.console.write(f"Taken back: {move.text}")


@command("redo", "play again what was taken back")
def redo(session: Session, rest: str) -> None:
    session.play_again()


# -- looking ---------------------------------------------------------------------------


def table_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return session.game.shows


@command("board [WORD…]", "show all tables, or their rows that contain these words", looks=True)
def board(session: Session, rest: str) -> None:
    words = rest.split()
    shown = 0
    for name, _ in session.game.shows:
        table = session.game.show(name, session.viewer)
        text = table_text(table, session.console.width, words)
        if table.rows and "\n" in text:
            session.console.write(("\n" if shown else "") + text)
            shown += 1
    if not shown:
        raise Complaint(f"nothing contains `{rest}`" if rest else "there is nothing to show")


@command(
    "show TABLE [WORD…]",
    "show one table; its name alone does the same",
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


def show_table(session: Session, name: str, words: str) -> None:
    """Show the table, or its rows that contain the words."""
    table = session.game.show(name, session.viewer)
    session.console.write(table_text(table, session.console.width, words.split()))


@command("status", "say where the game stands and whose decision it is", looks=True)
def status(session: Session, rest: str) -> None:
    text = session.game.status(session.viewer)
    turn = session.game.turn
    session.console.write(text if turn is None or turn in text else f"{text} · {turn} decides")


@command("log [NUMBER | all]", "show the last moves", looks=True)
def log(session: Session, rest: str) -> None:
    most = LISTED_ENTRIES
    if rest.casefold() == "all":
        most = len(session.game.log)
    elif rest:
        if not rest.isdecimal():
            raise Complaint(f"`log {rest}`: a number of moves or `all` goes there")
        most = int(rest)
    heading = ""
    entries = session.game.log
    for entry in entries[max(len(entries) - most, 0) :]:
        if entry.heading and entry.heading != heading:
            heading = entry.heading
            session.console.write(f"— {heading} —")
        session.console.write(f"{entry.number:4} {entry_text(entry)}")


def rule_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return [
        ("parameters", "all values a house may set"),
        *((name, "") for name in session.game.rulebook.parts()),
    ]


@command(
    "rules [NAME | ID]",
    "print the rules in force, one part of them, or all that cite an id",
    looks=True,
    offers=rule_names,
)
def rules(session: Session, rest: str) -> None:
    from brasswright.cli.views.reference import contents_text, reference_text

    rulebook: Rulebook = session.game.rulebook
    if rest:
        session.console.write(reference_text(rulebook, rest, session.console.width))
    else:
        session.console.write(contents_text(rulebook, session.console.width))


@command(
    "help [COMMAND]",
    "explain the commands",
    looks=True,
    offers=lambda session, rest: [(c.name, c.summary) for c in registry.COMMANDS.values()],
    aliases=["?"],
)
def help_(session: Session, rest: str) -> None:
    width = session.console.width
    verbs = dict(session.game.verbs())
    if rest:
        session.console.write(_help_for(rest, verbs, session))
        return
    write = session.console.write
    if verbs:
        write("Moves now (words that leave a choice open are asked for):")
        write(list_text(list(verbs.items()), width))
    write("Tables:")
    write(list_text(list(session.game.shows), width))
    write("Commands:")
    write(list_text([(c.usage, c.summary) for c in registry.COMMANDS.values()], width))
    write(
        "Any letter case and short forms will do. Tab completes what is legal; "
        "Ctrl-C drops a line; Ctrl-D leaves."
    )


def _help_for(word: str, verbs: dict[str, str], session: Session) -> str:
    tables = dict(session.game.shows)
    meant = session.vocabulary(registry.names()).meant(word.split()[0], alone=True)
    if meant is None:
        raise unknown("command", word, [*registry.COMMANDS, *verbs, *tables])
    if meant.sort == "verb":
        return f"{meant.name}: {verbs[meant.name]}\n  `rules {meant.name}` prints its rules."
    if meant.sort == "table":
        return f"{meant.name} [WORD…]: {tables[meant.name]}"
    found = registry.named(meant.name)
    others = [other for other, name in registry.ALIASES.items() if name == found.name]
    also = f"\n  Also: {', '.join(others)}" if others else ""
    return f"{found.usage}: {found.summary}{also}"


# -- keeping ---------------------------------------------------------------------------


@command("save [FILE [replace]]", "write the game to a file; without a name, say where it is kept")
def save(session: Session, rest: str) -> None:
    if not rest:
        if session.path is None:
            raise Complaint("this game is not kept anywhere yet: `save FILE`")
        session.console.write(f"Every move is saved at once in {session.path}")
        return
    name, _, last = rest.rpartition(" ")
    replace = bool(name) and last.casefold() == "replace"
    path = a_path(name if replace else rest)
    try:
        if path.exists() and not replace:
            raise Complaint(f"{path} exists already; `save {path} replace` writes over it")
        session.game.record.save(path)
    except OSError as error:
        raise Complaint(f"{path} can't be written: {error.strerror}") from None
    session.console.write(f"Saved in {path}")


@command("load FILE", "go on with a saved game; the file stays as it is")
def load(session: Session, rest: str) -> None:
    import brasswright as bw

    if not rest:
        raise Complaint("load what? `load FILE`")
    path = a_path(rest)
    try:
        game = bw.load_record(path).game()
    except OSError as error:
        raise Complaint(f"{path} can't be read: {error.strerror}") from None
    from brasswright.cli.prompt.keeping import fresh_path

    session.take_up(game, fresh_path(game) if session.path is not None else None)
    session.shown = len(game.log)
    session.console.write(f"Loaded {path}: {len(game.moves_played)} moves played")


@command("quit", "leave; the game is saved", aliases=["exit", "q"])
def quit_(session: Session, rest: str) -> None:
    raise Leave


def a_path(text: str) -> Path:
    """The path that was typed, quotes and `~` understood."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if "\0" in text:
        raise Complaint("a file name can't hold a null character")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


# -- one line --------------------------------------------------------------------------


def carry_out(session: Session, line: str) -> None:
    """Carry out one line: a command, a table to show, or a move.

    Raises Complaint or a BrasswrightError when it can't be done; nothing has changed then.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return
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
    except (Complaint, BrasswrightError) as error:
        session.console.complain(str(error))
        return True
    return False


def _play(session: Session, text: str, known: bool) -> None:
    if session.game.turn is None:
        if known:
            raise Complaint("the game is over")
        _unknown_word(session, text)
    try:
        move = resolve(session, text, look_at)
    except NotUnderstood:
        if not known:
            _unknown_word(session, text)
        raise
    if move is not None:
        session.push(move)


def _unknown_word(session: Session, text: str) -> None:
    """Complain about the first word if a word that begins a line was probably meant."""
    from brasswright.interpreter.suggest import closest

    word = text.split()[0]
    meant = closest(word, session.vocabulary(tuple(registry.COMMANDS)).all())
    if meant or session.game.turn is None:
        hint = suggestion(meant) or "`help` lists what can be typed"
        raise Complaint(f"`{word}` is not a move or command; {hint}")
