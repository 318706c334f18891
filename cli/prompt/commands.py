"""What can be typed at the prompt besides moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.messages import refusal_full_text, suggestion
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.helping import help_for
from brasswright.cli.prompt.house_rules import house, house_words
from brasswright.cli.prompt.keeping import free_path, fresh_path, kept_path
from brasswright.cli.prompt.moving import resolve, told_more
from brasswright.cli.prompt.registry import command
from brasswright.cli.prompt.session import PART, Complaint, Leave, Session, with_overlays
from brasswright.cli.prompt.switching import edition_names, switch
from brasswright.cli.prompt.words import pick, unknown
from brasswright.cli.views.moves import counts_text, folded_text
from brasswright.cli.views.table import beside, list_text, names_text, table_text
from brasswright.interpreter.errors import Ambiguous, BrasswrightError, NotUnderstood, Refused
from brasswright.interpreter.views import is_personal

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

FEW_MOVES = 10
LONGEST_LINE = 1000
LISTED_ENTRIES = 20


# -- moves -----------------------------------------------------------------------------


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


@command("undo", "take the last move back, if nothing new was seen")
def undo(session: Session, rest: str) -> None:
    move = session.take_back()
    session.console.write(f"Taken back: {move.text}")


@command("redo", "play again what was taken back")
def redo(session: Session, rest: str) -> None:
    session.play_again()


# -- looking ---------------------------------------------------------------------------


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


def show_table(session: Session, name: str, words: str) -> None:
    """Show the table, or its rows that contain the words."""
    table = session.game.show(name, session.viewer)
    session.console.write(table_text(table, session.console.width, words.split()))


@command("status", "where the game stands and whose decision it is", looks=True)
def status(session: Session, rest: str) -> None:
    text, turn = session.status(), session.game.turn
    told = [text] if turn is None or turn in text else [text, f"{turn} decides"]
    overlays = with_overlays(session.game.rulebook)
    session.console.write(PART.join([*told, overlays] if overlays else told))


@command("log [NUMBER | all]", "the last moves", looks=True)
def log(session: Session, rest: str) -> None:
    most = LISTED_ENTRIES
    if rest.casefold() == "all":
        most = len(session.game.log)
    elif rest:
        if not rest.isdecimal() or len(rest) > 6:
            raise Complaint(f"`log {rest}`: a number of moves or `all` goes there")
        most = int(rest)
    session.write_log(max(len(session.game.log) - most, 0), numbered=True)


def rule_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return [
        ("parameters", "all values a house may set"),
        *((name, "") for name in session.game.rulebook.parts()),
    ]


@command(
    "rules [NAME | ID]",
    "the rules in force: their names, or one part",
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
        session.console.write(help_for(session, rest))
        return
    write = session.console.write
    if verbs:
        write("Moves now: type one in words; what they leave open is asked for.")
        write(list_text(list(verbs.items()), width))
    write("Tables:")
    write(names_text([name for name, _ in session.game.shows], width))
    write("Commands:")
    write(list_text([(c.usage, c.summary) for c in registry.COMMANDS.values()], width))
    write(
        "`help WORD` tells more about each. Any letter case and short forms will do.\n"
        "Tab lists what is legal, Ctrl-C drops a line, Ctrl-D leaves."
    )


# -- keeping ---------------------------------------------------------------------------


@command(
    "save [FILE [replace]]",
    "write the game to a file, or say where it is kept",
    files_after=("",),
)
def save(session: Session, rest: str) -> None:
    if not rest:
        if session.path is None:
            raise Complaint("this game is not kept anywhere yet: `save FILE`")
        session.console.write(f"Every move is saved at once in {session.path}")
        return
    name, _, last = rest.rpartition(" ")
    replace = bool(name) and last.casefold() == "replace"
    path = free_path(name if replace else rest, replace, "save")
    try:
        session.game.record.save(path)
    except OSError as error:
        raise Complaint(f"{path} can't be written: {error.strerror}") from None
    session.console.write(f"Saved in {path}")


@command("load FILE", "go on with a saved game; its file stays", files_after=("",))
def load(session: Session, rest: str) -> None:
    import brasswright as bw

    if not rest:
        raise Complaint("load what? `load FILE`")
    path = kept_path(rest)
    try:
        game = bw.load_record(path).game()
    except OSError as error:
        raise Complaint(f"{path} can't be read: {error.strerror}") from None
    from brasswright.cli.prompt.setting_up import Misused, check_kinds

    try:
        check_kinds(path, game, session.seats)
    except Misused as misused:
        raise Complaint(str(misused)) from None
    session.take_up(game, fresh_path(game) if session.path is not None else None)
    session.skip_news()
    session.console.write(f"Loaded {path}: {len(game.moves_played)} moves played")


command(
    "switch [EDITION [with OVERLAY…] [seed N]]",
    "begin another game at this table; the one at hand is saved",
    offers=edition_names,
)(switch)

command(
    "house [WORD | set | drop | use | save …]",
    "the values in force; change rules before the first move",
    offers=house_words,
    files_after=("use", "save"),
)(house)


@command("quit", "leave; the game is saved", aliases=["exit", "q"])
def quit_(session: Session, rest: str) -> None:
    raise Leave


# -- one line --------------------------------------------------------------------------


def carry_out(session: Session, line: str) -> None:
    """Carry out one line: a command, a table to show, or a move.

    Raises Complaint or a BrasswrightError when it can't be done; nothing has changed then.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return
    if len(text) > LONGEST_LINE:
        raise Complaint(f"that line is too long: {len(text)} letters")
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
    except NotUnderstood as mistake:
        if not known:
            _unknown_word(session, text)
        raise told_more(session, text, mistake) from None
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
