"""What is to be decided next, after some answers: a question and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.moves import Decision, Option
from brasswright.interpreter.noting import Effect, Notes
from brasswright.interpreter.phrases import DONE
from brasswright.interpreter.running.query import STOP_SITE, Answer, Query

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

MOST_WAYS = 5000
"""Ways that notes are gathered from; more would make people wait."""


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


def decision(game: Game, prefix: Sequence[str]) -> Decision:
    """The decision after some answers, verb first. At a stop, the verb stands for going on."""
    player = game.turn or ""
    if not prefix:
        options = tuple(Option(name, title) for name, title in legal_verbs(game))
        return Decision(player, "verb", game.names.term("what to do"), options)
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
            said = [f"{game.names.word(asked.words[0])} {game.names.value_words(name)}"]
            if asked.domain and isinstance(answer, int):
                about = notes.about(asked.domain, answer)
        note = ", ".join(filter(None, [about, notes.text(effects, said)]))
        options.setdefault(name, Option(name, title or name, note))
    word, question = _question(game, next(iter(found))[0])
    return Decision(game.turn or "", word, question, tuple(options.values()))


def legal_verbs(game: Game) -> list[tuple[str, str]]:
    """(name, title) of what a legal move may begin with here."""
    found = []
    for verb in game.position.verbs():
        walk = _Walk(game, ["more"] if game.position.at_stop else [])
        ways = game.position.ways(verb, walk)
        if next(ways, None) is not None:
            found.append((verb.name, game.names.language.text(verb.title)))
        ways.close()
    done = (DONE, game.names.language.text("Done"))
    return [*found, done] if game.position.at_stop else found


def _question(game: Game, site: int) -> tuple[str, str]:
    if site == STOP_SITE:
        return "", game.names.term("go on or done")
    asked = game.compiled.program.choices[site]
    if isinstance(asked, ir.OptionsStatement):
        what = game.names.term(asked.part.rpartition(".")[2])
        return "", game.names.language.say("which way to {what}", what=what)
    return asked.words[0], game.names.term(asked.name)
