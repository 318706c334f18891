"""Keeping a game, going on with another, changing its rules, leaving."""

from __future__ import annotations

from brasswright.cli.language import meant, say
from brasswright.cli.prompt.house_rules import house, house_words
from brasswright.cli.prompt.keeping import free_path, fresh_path, kept_path
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Leave, Session
from brasswright.cli.prompt.switching import edition_names, switch

command = commands_about("Games")


@command(
    "save [FILE [replace]]",
    "write the game to a file, or say where it is kept",
    files_after=("",),
)
def save(session: Session, rest: str) -> None:
    if not rest:
        if session.path is None:
            raise Complaint(say("this game is not kept anywhere yet: `save FILE`"))
        session.console.write(say("Every move is saved at once in {path}", path=session.path))
        return
    name, _, last = rest.rpartition(" ")
    replace = bool(name) and meant(last, "replace") == "replace"
    path = free_path(name if replace else rest, replace, "save")
    if session.path is not None and path.absolute() == session.path.absolute():
        session.console.write(say("Every move is saved at once in {path}", path=path))
        return
    try:
        session.game.record.save(path)
    except OSError as error:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=path, reason=error.strerror)) from None
    session.console.write(say("Saved in {path}", path=path))


@command("load FILE", "go on with a saved game; its file stays", files_after=("",))
def load(session: Session, rest: str) -> None:
    import brasswright as bw

    if not rest:
        raise Complaint(say("load what? `load FILE`"))
    path = kept_path(rest)
    try:
        game = bw.load_record(path).game()
    except OSError as error:
        message = "{path} can't be read: {reason}"
        raise Complaint(say(message, path=path, reason=error.strerror)) from None
    from brasswright.cli.prompt.setting_up import Misused, check_kinds

    try:
        check_kinds(path, game, session.seats)
    except Misused as misused:
        raise Complaint(str(misused)) from None
    copy = fresh_path(game) if session.path is not None else None
    try:
        session.take_up(game, copy)
    except OSError as error:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=copy, reason=error.strerror)) from None
    session.skip_news()
    message = "Loaded {path}: {n} moves played"
    session.console.write(say(message, path=path, n=len(game.moves_played)))


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
