"""What Tab offers after the words typed so far, and which lines of before make sense now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from brasswright.cli.language import meant as word_meant
from brasswright.cli.language import other_words, say
from brasswright.cli.paths import expanded
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.console import Word
from brasswright.cli.prompt.words import fits
from brasswright.interpreter.errors import Ambiguous, BrasswrightError
from brasswright.interpreter.matching import Fit, fit
from brasswright.interpreter.moves import Completion
from brasswright.interpreter.notation import plain

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session
    from brasswright.interpreter.game import Game


@dataclass(slots=True)
class _Kept:
    """What was worked out already, as long as the game stands where it does."""

    cells: list[int]
    language: object
    found: dict[str, tuple[Completion, ...]] = field(default_factory=dict)
    """By the words typed, what may follow."""
    sensible: dict[str, bool] = field(default_factory=dict)
    """By line, whether it could be carried out."""


_KEPT: WeakKeyDictionary[Game, _Kept] = WeakKeyDictionary()


def complete(session: Session, text: str) -> list[Word]:
    """Words that may come next, each with a note: legal moves, then commands, then refused ones."""
    text = text.lstrip()
    first, space, rest = text.partition(" ")
    if not space:
        return _first_words(session, first)
    try:
        meant = session.vocabulary(registry.names()).meant(first, alone=False)
    except BrasswrightError:
        return []
    if meant is None or meant.sort == "verb":
        return _moves(session, text)
    if meant.sort == "table":
        about_one = session.game.compiled.program.shows[meant.name].of
        names = session.game.players if about_one else ()
        return _fitting(rest, (Word(name, "", len(rest)) for name in names))
    found = registry.named(meant.name)
    if found.takes_move:
        return _moves(session, rest.lstrip())
    last = rest.lstrip()
    named = found.offers(session, last) if found.offers is not None else ()
    offered = _fitting(last, (Word(name, note, len(last)) for name, note in named))
    begun, space, after = last.partition(" ")
    for word in found.files_after:
        if not word:
            offered += _files(last)
        elif space and word_meant(begun, word) == word:
            offered += _files(after.lstrip())
    return offered


def sensible(session: Session, line: str) -> bool:
    """Whether a line could be carried out now: a command, a table, or a legal move."""
    known = _kept(session.game).sensible
    if line not in known:
        known[line] = _is_sensible(session, line)
    return known[line]


def _is_sensible(session: Session, line: str) -> bool:
    first, _, rest = line.strip().partition(" ")
    try:
        meant = session.vocabulary(registry.names()).meant(first, alone=not rest)
        if meant is not None and meant.sort != "verb":
            return True
        session.game.parse(line)
    except Ambiguous:
        return True
    except BrasswrightError:
        return False
    return True


def _moves(session: Session, text: str) -> list[Word]:
    return [
        Word(c.text, beside(c.text, c.note) if c.refused else c.note, c.replaces, c.refused)
        for c in _offered(session.game, text)
    ]


def beside(word: str, reason: str) -> str:
    """A reason as it is shown beside a word: the word itself is not said once more."""
    about, said = _letters(word.split()[-1]), reason.split(" ")
    for number in range(1, len(said)):
        is_numbered = said[number][:1].isdigit()
        if _letters("".join(said[:number])) == about and not is_numbered:
            return " ".join(said[number:])
    return reason


def _letters(text: str) -> str:
    return "".join(letter for letter in plain(text) if letter.isalnum())


def _offered(game: Game, text: str) -> tuple[Completion, ...]:
    """As the game says, but not worked out anew for every key pressed."""
    if game.turn is None:
        return ()
    kept = _kept(game)
    if text not in kept.found:
        try:
            kept.found[text] = game.complete(text, refused=True)
        except BrasswrightError:
            kept.found[text] = ()
    return kept.found[text]


def _kept(game: Game) -> _Kept:
    cells, language = game.position.cells, game.names.language
    kept = _KEPT.get(game)
    if kept is None or kept.cells != cells or kept.language != language:
        kept = _KEPT[game] = _Kept(list(cells), language)
    return kept


def _first_words(session: Session, first: str) -> list[Word]:
    moves = _moves(session, first)
    legal = [word for word in moves if not word.refused]
    refused = [word for word in moves if word.refused]
    word = session.game.names.word
    others = [Word(word(name), title, len(first)) for name, title in session.game.shows]
    others += [
        Word(_called(c.name, first), say(c.summary), len(first)) for c in registry.COMMANDS.values()
    ]
    if not first:
        return [*legal, *refused, *others]
    return [*_fitting(first, [*legal, *others]), *refused]


def _called(command: str, first: str) -> str:
    """A command as it is called in the language spoken, if that is what was begun."""
    said = [word for word, name in other_words().items() if name == command]
    return next((word for word in said if first and fits(first, word)), command)


def _fitting(begun: str, words: Iterable[Word]) -> list[Word]:
    """The words that fit what was begun, best first; a likeness counts when nothing fits better."""
    found: list[tuple[Fit, Word]] = []
    for word in words:
        how = Fit.BEGINNING if fits(begun, word.text) else fit(begun, (word.text,))
        if how is not None:
            found.append((how, word))
    better = [each for each in found if each[0] < Fit.LETTERS]
    return [word for _, word in sorted(better or found, key=lambda each: each[0])]


def _files(rest: str) -> Sequence[Word]:
    typed = expanded(rest)
    whole = not rest or rest.endswith("/")
    folder, beginning = (typed, "") if whole else (typed.parent, typed.name)
    try:
        entries = sorted(folder.iterdir())
    except (OSError, ValueError):  # no folder, or none that could be: a null character in it
        return []
    return [
        Word(entry.name + ("/" if entry.is_dir() else ""), replaces=len(beginning))
        for entry in entries
        if entry.name.startswith(beginning) and (beginning or not entry.name.startswith("."))
    ]
