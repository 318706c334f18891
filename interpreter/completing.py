"""What may come next: the options of a decision, and the words that Tab offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.tables import PLAYER
from brasswright.interpreter.checking.types import NumberType
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.moves import Completion, Decision, Option
from brasswright.interpreter.notation import plain
from brasswright.interpreter.reading import DONE
from brasswright.interpreter.running.kernel import LOGGED, ME
from brasswright.interpreter.running.position import Verb
from brasswright.interpreter.running.query import STOP_SITE, Answer, Query, TypedQuery

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

MOST_OPTIONS = 500


class _Walk(Query):
    """Follows the names given so far, then tries each next answer only until one way is found."""

    def __init__(self, game: Game, prefix: Sequence[str]) -> None:
        super().__init__()
        self._game = game
        self._prefix = prefix

    def answers(self, number: int, candidates: Sequence[Answer]) -> Sequence[Answer]:
        depth = len(self.path)
        if depth >= len(self._prefix):
            return candidates
        return [a for a in candidates if self.name(number, a) == self._prefix[depth]]

    def name(self, number: int, answer: Answer) -> str:
        """The answer as it is typed."""
        if number == STOP_SITE:
            return DONE if answer == 0 else "more"
        return self._game.names.answer(number, answer)


def decision(game: Game, prefix: Sequence[str]) -> Decision:
    """The decision after some answers, verb first. At a stop, the verb stands for going on."""
    player = game.turn or ""
    if not prefix:
        options = tuple(Option(name, title) for name, title in _legal_verbs(game))
        return Decision(player, "verb", "what to do", options)
    verb = next((v for v in game.position.verbs() if v.name == prefix[0]), None)
    if verb is None and prefix[0] != DONE:
        raise NotUnderstood(f"`{prefix[0]}` is no action here")
    verb = verb or game.position.verbs()[0]
    given = list(prefix[1:])
    if game.position.at_stop:
        given.insert(0, DONE if prefix[0] == DONE else "more")
    walk = _Walk(game, given)
    depth = len(given)
    found: dict[str, Option] = {}
    site = None
    mark = len(game.position.journal)
    for _ in game.position.ways(verb, walk):
        if len(walk.path) <= depth:
            return Decision(player, "", "", (), complete=True)
        site = walk.sites[depth]
        name = walk.name(site, walk.path[depth])
        title = name if site == STOP_SITE else game.names.answer_title(site, walk.path[depth])
        found.setdefault(name, Option(name, title, note(game, walk, mark)))
        walk.skip = depth
        if len(found) >= MOST_OPTIONS:
            break
    if site is None:
        raise NotUnderstood(f"`{' '.join(prefix)}` leads to no legal move")
    word, question = _question(game, site)
    return Decision(player, word, question, tuple(found.values()))


def _legal_verbs(game: Game) -> list[tuple[str, str]]:
    found = []
    for verb in game.position.verbs():
        walk = _Walk(game, ["more"] if game.position.at_stop else [])
        ways = game.position.ways(verb, walk)
        if next(ways, None) is not None:
            found.append((verb.name, verb.title))
        ways.close()
    return [*found, (DONE, "Done")] if game.position.at_stop else found


def _question(game: Game, site: int) -> tuple[str, str]:
    if site == STOP_SITE:
        return "", "go on or done"
    asked = game.compiled.program.choices[site]
    if isinstance(asked, ir.OptionsStatement):
        return "", f"which way to {asked.part.rpartition('.')[2].replace('_', ' ')}"
    return asked.words[0], asked.name.replace("_", " ")


def note(game: Game, query: Query, mark: int) -> str:
    """What the way being looked at costs, and where it takes things from: `money -£5, x alpha.1`.

    That is what changes in its player's numbers that have a unit, and the answers that are
    sources. `mark` is the length of the journal before the stage began.
    """
    cells, journal = game.position.cells, game.position.journal
    first: dict[int, object] = {}
    for cell, old in journal[mark:]:
        if cell != LOGGED:
            first.setdefault(cell, old)
    told: list[str] = []
    shown: set[int] = set()
    for column in game.compiled.layout.columns.values():
        field = column.field
        if field.domain != PLAYER or column.shape != "cell" or field.secret:
            continue
        if not isinstance(field.type, NumberType) or field.type.unit is None:
            continue
        cell = column.cell(cells[ME])
        change = cells[cell] - first.get(cell, cells[cell])  # type: ignore[operator]
        if change and -change not in shown:  # an opposite change says the same once more
            shown.add(change)
            unit = game.rulebook.types[field.type.unit].unit or ""
            amount = f"{unit}{abs(change)}" if len(unit) == 1 else f"{abs(change)} {unit}"
            told.append(f"{field.name} {'+' if change > 0 else '-'}{amount}")
    return ", ".join(told + _sources(game, query))


def _sources(game: Game, query: Query) -> list[str]:
    """The answers of a way to choices among equal sources: `word alpha.1`."""
    found = []
    for answer, site in zip(query.path, query.sites, strict=True):
        asked = game.compiled.program.choices[site] if site != STOP_SITE else None
        if isinstance(asked, ir.ChooseStatement) and asked.any:
            found.append(f"{asked.words[0]} {game.names.answer(site, answer)}")
    return found


def complete(game: Game, text: str) -> tuple[Completion, ...]:
    """The words that may follow; each leads to a legal move."""
    position = game.position
    words = text.split()
    partial = words.pop() if words and not text.endswith(" ") else ""
    if not position.verbs():
        return ()
    if not words:
        return tuple(
            Completion(name, title)
            for name, title in _legal_verbs(game)
            if name.startswith(plain(partial))
        )
    try:
        phrase = game.reader.phrase(position, _finished(words))
    except NotUnderstood:
        return ()
    pending = (
        plain(words[-1]) if len(words) > 1 and _introduces(game, phrase.verb, words[-1]) else ""
    )
    mark = len(position.journal)
    for tokens in phrase.readings:
        if pending:
            tokens = tuple(t for t in tokens if plain(t.text) != pending or t.word is not None)
        query = TypedQuery(tokens)
        offers: dict[str, str] = {}
        for _ in position.ways(phrase.verb, query):
            if not query.meant or (position.at_stop and query.path[0] == 0):
                continue
            for word, value in _open_answers(game, query):
                if pending and word != pending:
                    continue
                offered = value if pending or not word else f"{word} {value}".strip()
                if _begins(offered, word, value, partial):
                    offers.setdefault(offered, note(game, query, mark))
                if not pending:
                    break
        if offers:
            return tuple(Completion(offered, what) for offered, what in offers.items())
    return ()


def _finished(words: Sequence[str]) -> list[str]:
    last = [i for i, word in enumerate(words) if word.lower() == "and"]
    return list(words[last[-1] + 1 :] if last else words) or list(words)


def _introduces(game: Game, verb: Verb, word: str) -> bool:
    return any(
        isinstance(a, ir.ChooseStatement) and plain(word) in a.words
        for a in game.reader.asked_by(verb)
    )


def _open_answers(game: Game, query: TypedQuery) -> list[tuple[str, str]]:
    """(word, value) of the answers of a way that no typed word was used for; positional first."""
    found = []
    for answer, site, used in zip(query.path, query.sites, query.used, strict=True):
        if used >= 0 or site == STOP_SITE:
            continue
        asked = game.compiled.program.choices[site]
        value = game.names.answer(site, answer)
        if isinstance(asked, ir.OptionsStatement):
            if value:
                found.append(("", value))
            continue
        found.append((asked.words[0], value))
    # People say what before they say how: `link a--b using …`, whatever is decided first.
    return sorted(found, key=lambda answer: answer[0] != "")


def _begins(offered: str, word: str, value: str, partial: str) -> bool:
    start = plain(partial)
    return (
        not start
        or any(plain(text).startswith(start) for text in (offered, word, value) if text)
        or (len(start) > 1 and start in plain(value))
    )
