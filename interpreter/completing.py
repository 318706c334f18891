"""What may come next: the options of a decision, and the words that Tab offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.errors import BrasswrightError, NotUnderstood
from brasswright.interpreter.moves import Completion, Decision, Option
from brasswright.interpreter.notation import plain
from brasswright.interpreter.noting import Effect, Notes
from brasswright.interpreter.phrases import DONE, Phrase, Tokens
from brasswright.interpreter.running.query import STOP_SITE, Answer, Query, TypedQuery

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

MOST_WAYS = 5000
"""Ways that notes are gathered from; more would make people wait."""
AND = " and "


class _Walk(Query):
    """Follows the names given so far, then tries every answer."""

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


# -- decisions -----------------------------------------------------------------------------


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
    walk, notes = _Walk(game, given), Notes(game)
    depth = len(given)
    found: dict[tuple[int, Answer], list[Effect]] = {}
    for number, _ in enumerate(game.position.ways(verb, walk)):
        if len(walk.path) <= depth:
            return Decision(player, "", "", (), complete=True)
        found.setdefault((walk.sites[depth], walk.path[depth]), []).append(notes.effect(walk))
        if number >= MOST_WAYS:
            walk.skip = depth  # one way for each of the other answers
    if not found:
        raise NotUnderstood(f"`{' '.join(prefix)}` leads to no legal move")
    return _decision(game, notes, found)


def _decision(game: Game, notes: Notes, found: dict[tuple[int, Answer], list[Effect]]) -> Decision:
    options: dict[str, Option] = {}
    walk = _Walk(game, ())
    for (site, answer), effects in found.items():
        name, title, about = walk.name(site, answer), "", ""
        asked = game.compiled.program.choices[site] if site != STOP_SITE else None
        said: list[str] = []
        if isinstance(asked, ir.ChooseStatement):
            title = game.names.answer_title(site, answer)
            said = [f"{asked.words[0]} {name}"]
            if asked.domain and isinstance(answer, int):
                about = notes.about(asked.domain, answer)
        note = ", ".join(filter(None, [about, notes.text(effects, said)]))
        options.setdefault(name, Option(name, title or name, note))
    word, question = _question(game, next(iter(found))[0])
    return Decision(game.turn or "", word, question, tuple(options.values()))


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


# -- words ---------------------------------------------------------------------------------


def complete(game: Game, text: str) -> tuple[Completion, ...]:
    """The words that may follow; each leads to a legal move."""
    before, _, rest = text.rpartition(AND)
    if before.strip():
        return _complete_after(game, before, rest)
    words = text.split()
    partial = words.pop() if words and not text.endswith(" ") else ""
    if not game.position.verbs():
        return ()
    if not words:
        return tuple(
            Completion(name, title)
            for name, title in _legal_verbs(game)
            if name.startswith(plain(partial))
        )
    for finished, pending in _endings(game, words):
        try:
            phrase = game.reader.phrases.phrase(game.position, finished)
        except NotUnderstood:
            continue
        for tokens in phrase.readings:
            offers = _Offers(game, tokens, pending, partial)
            found = offers.of(phrase)
            if found:
                return found
    return ()


def _complete_after(game: Game, before: str, rest: str) -> tuple[Completion, ...]:
    """What may follow in a phrase whose earlier stages are typed already."""
    trial = game.copy()
    try:
        trial.push(before)
    except BrasswrightError:
        return ()
    return complete(trial, rest) if trial.position.at_stop else ()


def _endings(game: Game, words: list[str]) -> Iterator[tuple[list[str], str]]:
    """The words, and the last of them if it introduces what comes next ("" = it does not).

    Right after the verb a word is a value rather than introducing one.
    """
    last = plain(words[-1])
    introduces = len(words) > 1 and any(
        isinstance(a, ir.ChooseStatement) and last in a.words
        for verb in game.position.verbs()
        for a in game.reader.phrases.asked_by(verb)
    )
    found = [(words, "")]
    if introduces:
        found.insert(1 if len(words) == 2 else 0, (words[:-1], last))
    yield from found


class _Offers:
    """Gathers the words that the ways of a phrase leave to be said."""

    def __init__(self, game: Game, tokens: Tokens, pending: str, partial: str) -> None:
        self._game = game
        self._tokens = tokens
        self._pending = pending
        """The word already typed that introduces the answer; "" = none."""
        self._partial = plain(partial)
        self._effects: dict[str, list[Effect]] = {}
        """By what may be said next: what the ways in which it is said come to."""
        self._later: dict[str, list[Effect]] = {}
        """The same for what may be said after that; it counts when nothing else was begun."""

    def of(self, phrase: Phrase) -> tuple[Completion, ...]:
        """The words that may come next, with notes."""
        position, notes = self._game.position, Notes(self._game)
        query = TypedQuery(self._tokens)
        for number, _ in enumerate(position.ways(phrase.verb, query)):
            if query.meant and not (position.at_stop and query.path[0] == 0):
                self._gather(query, notes)
            if number >= MOST_WAYS:
                break
        return tuple(
            Completion(offered, notes.text(effects, [offered, f"{self._pending} {offered}"]))
            for offered, effects in (self._effects or self._later).items()
        )

    def _gather(self, query: TypedQuery, notes: Notes) -> None:
        effect: Effect | None = None
        first: int | None = None
        for site, word, value in self._open_answers(query):
            if self._pending and word != self._pending:
                continue
            if first is None:
                first = site
            next_one = site == first or bool(self._pending)
            if not next_one and not self._partial:
                break
            offered = value if self._pending or not word else f"{word} {value}".strip()
            if self._begins(offered, word, value):
                effect = effect or notes.effect(query)
                found = self._effects if next_one else self._later
                found.setdefault(offered, []).append(effect)

    def _open_answers(self, query: TypedQuery) -> list[tuple[int, str, str]]:
        """(choice, word, value) of the answers that no typed word was used for; positional first.

        People say what before they say how: `link a--b using …`, whatever is decided first.
        """
        names = self._game.names
        found: list[tuple[int, str, str]] = []
        for answer, site, used in zip(query.path, query.sites, query.used, strict=True):
            if site == STOP_SITE:
                continue
            asked = self._game.compiled.program.choices[site]
            if isinstance(asked, ir.OptionsStatement):
                if used < 0 and names.answer(site, answer):
                    found.append((site, "", names.answer(site, answer)))
            elif isinstance(answer, tuple):
                left = self._tokens[used].left(asked, answer) if used >= 0 else answer
                found += [(site, asked.words[0], names.answer(site, one)) for one in left or ()]
            elif used < 0:
                found.append((site, asked.words[0], names.answer(site, answer)))
        return sorted(found, key=lambda answer: answer[1] != "")

    def _begins(self, offered: str, word: str, value: str) -> bool:
        start = self._partial
        return (
            not start
            or any(plain(text).startswith(start) for text in (offered, word, value) if text)
            or (len(start) > 1 and start in plain(value))
        )
