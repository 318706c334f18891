"""The move that is being put together, one action of a learning machine at a time."""

from __future__ import annotations

from contextlib import closing

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.game import Game
from brasswright.interpreter.learning.vocabulary import VERB, Vocabulary
from brasswright.interpreter.moves import Move
from brasswright.interpreter.phrases import DONE
from brasswright.interpreter.reading import Way
from brasswright.interpreter.running.position import Verb
from brasswright.interpreter.running.query import STOP_SITE, Answer, Script

GO_ON, LEAVE = 1, 0
"""The answers at a stop."""


class Staging:
    """What has been answered of a move, and the actions that are legal next.

    The verb is always asked for; after it, what has one answer is answered without asking. Every
    legal action is on the way to a legal move.
    """

    def __init__(self, game: Game, vocabulary: Vocabulary) -> None:
        self._game = game
        self._vocabulary = vocabulary
        self._verb: Verb | None = None
        self._way: list[tuple[int, Answer]] = []
        self._members: tuple[int, ...] = ()
        """What has been taken of a choice of several things at once."""
        self.taken: list[int] = []
        """The actions so far, those of earlier stages of the same action included."""
        self.legal: frozenset[int] = frozenset()
        """The actions that may be taken now; none when the game is over."""
        self.begin()

    def begin(self) -> None:
        """Ask for the next move."""
        position = self._game.position
        if not position.at_stop:
            self.taken = []
        self._verb, self._way, self._members = None, [], ()
        self.legal = frozenset(self._vocabulary.verb(name) for name in self._verbs())

    def _verbs(self) -> list[str]:
        position = self._game.position
        stop = position.at_stop and not position.after_draw
        found = []
        for verb in position.verbs():
            with closing(position.ways(verb, Script([GO_ON] if stop else []))) as ways:
                if next(ways, None) is not None:
                    found.append(verb.name)
        return [*found, DONE] if stop else found

    def take(self, action: int) -> Move | None:
        """Take a legal action; the whole move when it was the last one of it.

        Raises ValueError for an action that is not legal.
        """
        if action not in self.legal:
            known = 0 <= action < len(self._vocabulary)
            told = f"`{self._vocabulary.names[action]}`" if known else f"action {action}"
            raise ValueError(f"{told} is not legal here: see the action mask")
        self.taken.append(action)
        choice, value = self._vocabulary.meaning(action, self._game.position.player)
        if choice == VERB:
            self._take_verb(self._vocabulary.verbs[value])
        else:
            self._take_answer(choice, value)
        return self._go_on()

    def _take_verb(self, name: str) -> None:
        position = self._game.position
        verbs = position.verbs()
        self._verb = next((verb for verb in verbs if verb.name == name), verbs[0])
        if position.at_stop and not position.after_draw:
            self._way = [(STOP_SITE, LEAVE if name == DONE else GO_ON)]

    def _take_answer(self, choice: int, value: int) -> None:
        asked = self._game.compiled.program.choices[choice]
        if not isinstance(asked, ir.ChooseStatement) or not asked.many:
            self._way.append((choice, value))
            return
        # `_go_on` finds the whole answer when only one is left.
        self._members = (*self._members, value)

    def _go_on(self) -> Move | None:
        """Answer what has one answer, and ask what is asked next."""
        assert self._verb is not None
        while True:
            found = self._next()
            if not found:
                path, sites = [a for _, a in self._way], [s for s, _ in self._way]
                return self._game.reader.to_move(self._verb, Way(tuple(path), tuple(sites)))
            if len(found) > 1:
                self.legal = frozenset(self._actions(found))
                return None
            self._way.append(found[0])
            self._members = ()

    def _next(self) -> list[tuple[int, Answer]]:
        """The answers, with their choice, that may come next; none when the move is whole."""
        assert self._verb is not None
        depth = len(self._way)
        query = Script([answer for _, answer in self._way])
        found: dict[tuple[int, Answer], None] = {}
        with closing(self._game.position.ways(self._verb, query)) as ways:
            for _ in ways:
                if len(query.path) <= depth:
                    return []
                if self._begins(query.path[depth]):
                    found[query.sites[depth], query.path[depth]] = None
                query.skip = depth  # one way for each answer is enough
        return list(found)

    def _begins(self, answer: Answer) -> bool:
        """Can that answer still be meant by what has been taken of it?"""
        if not isinstance(answer, tuple):
            return True
        return tuple(sorted(answer))[: len(self._members)] == self._members

    def _actions(self, found: list[tuple[int, Answer]]) -> set[int]:
        player, place = self._game.position.player, len(self._members)
        single = ((c, sorted(a)[place] if isinstance(a, tuple) else a) for c, a in found)
        return {self._vocabulary.action(choice, value, player) for choice, value in single}
