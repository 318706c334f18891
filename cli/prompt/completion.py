"""What Tab offers after the words typed so far."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.prompt import registry
from brasswright.cli.prompt.console import Word
from brasswright.cli.prompt.words import fits
from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session


def complete(session: Session, text: str) -> list[Word]:
    """Words that may come next, each with a note: legal moves first, then commands."""
    text = text.lstrip()
    first, space, rest = text.partition(" ")
    if not space:
        return [*_moves(session, text), *_first_words(session, first)]
    try:
        meant = session.vocabulary(registry.names()).meant(first, alone=False)
    except BrasswrightError:
        return []
    if meant is None or meant.sort == "verb":
        return _moves(session, text)
    if meant.sort == "table":
        return []
    found = registry.named(meant.name)
    if found.takes_move:
        return _moves(session, rest.lstrip())
    last = rest.lstrip()
    offered = [
        Word(name, note, replaces=len(last))
        for name, note in (found.offers(session, last) if found.offers is not None else ())
        if not last or last.casefold() in name.casefold()
    ]
    for word in found.files_after:
        if last.startswith(f"{word} " if word else ""):
            offered += _files(last.removeprefix(word).lstrip())
    return offered


def _moves(session: Session, text: str) -> list[Word]:
    if session.game.turn is None:
        return []
    last = "" if text.endswith(" ") else text.rpartition(" ")[2]
    try:
        offered: Sequence[tuple[str, str]] = [(c.text, c.note) for c in session.game.complete(text)]
    except BrasswrightError:
        return []
    return [Word(word, note, replaces=len(last)) for word, note in offered]


def _first_words(session: Session, first: str) -> list[Word]:
    words = [
        Word(name, title, replaces=len(first))
        for name, title in session.game.shows
        if not first or fits(first, name)
    ]
    words += [
        Word(command.name, command.summary, replaces=len(first))
        for command in registry.COMMANDS.values()
        if not first or fits(first, command.name)
    ]
    return words


def _files(rest: str) -> list[Word]:
    typed = Path(rest).expanduser()
    whole = not rest or rest.endswith("/")
    folder, beginning = (typed, "") if whole else (typed.parent, typed.name)
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return []
    return [
        Word(entry.name + ("/" if entry.is_dir() else ""), replaces=len(beginning))
        for entry in entries
        if entry.name.startswith(beginning) and (beginning or not entry.name.startswith("."))
    ]
