"""How good a position is for a player, and which of the legal moves lead to good ones.

What is good is rule text: `define worth(p: Player) -> Number`. It is looked at where the stage of
a move ends, before anything is drawn or turned up, so nothing that is still hidden counts. Moves
of several stages are judged stage by stage.

Ways that differ only in what is given of what the player holds are variants of one another. The
best move is looked for among one of each, and then among the variants of the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.secrets import WORTH, judges
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.moves import Move
from brasswright.interpreter.reading import Way
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import (
    STOP_SITE,
    Answer,
    Query,
    Script,
    Sparing,
    Variants,
)

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.weighing import Scales, Standing


class NoJudgement(BrasswrightError):
    """The rules don't say what a position is worth, or go wrong where they say it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A way through the stage at hand, and how much more the position is worth at its end."""

    verb: Verb
    way: Way
    gain: int
    idea: tuple[str, Answer | None]
    """What the way is about: its verb and the answer that is typed without a word before it.

    Ways of one idea are variants of each other: paid with this card or that one.
    """

    def move(self, game: Game) -> Move:
        """The way as a move of the game in which it was judged."""
        return game.reader.to_move(self.verb, self.way)


@dataclass(frozen=True, slots=True)
class Idea:
    """A move that looks good, how much the position gains by it, and by what."""

    move: Move
    gain: int
    reasons: tuple[tuple[str, int], ...]
    """What changes of the sum that `worth` is, by name, the largest first."""


def can_judge(game: Game) -> bool:
    """Do the rules say what a position is worth to a player?"""
    return judges(game.compiled.program)


def worth(game: Game, player: str) -> int:
    """What the position is worth to a player, as the rules put it. Raises NoJudgement."""
    with judging(game) as judge:
        return judge.worth(game.seat(player))


def judged(game: Game, verb: str | None = None) -> Iterator[Judged]:
    """Every way through the stage at hand, or of one verb, judged for the player who decides.

    Raises NoJudgement.
    """
    with judging(game) as judge:
        yield from judge.all(verb)


def best_ideas(
    game: Game, most: int, alike: int = 2, ranked: Sequence[Judged] | None = None
) -> list[Idea]:
    """The best moves, the best first: one for each idea, few for each verb if others are good too.

    None that gains nothing, unless there is no other. `ranked` are the moves to choose from, the
    best first, if somebody knows better than by what they gain at once. Raises NoJudgement.
    """
    with judging(game) as judge:
        first: dict[tuple[str, Answer | None], Judged] = {}
        for each in judge.ranked() if ranked is None else ranked:
            first.setdefault(each.idea, each)
        good = [each for each in first.values() if each.gain > 0] or list(first.values())[:1]
        varied: list[Judged] = []
        for each in good:
            if sum(other.verb == each.verb for other in varied) < alike:
                varied.append(each)
        chosen = [*varied, *(each for each in good if each not in varied)][:most]
        told = [judge.best_variant(each) for each in sorted(chosen, key=good.index)]
        return [Idea(each.move(game), each.gain, _reasons(game, judge, each)) for each in told]


def best_move(game: Game, verb: str | None = None) -> Move:
    """The move after whose stage the position is worth most; the first of equals.

    Of those of one verb, if there are any. Raises NoJudgement, ValueError when the game is over.
    """
    with judging(game) as judge:
        found = judge.best(verb) or judge.best()
    if found is None:
        raise ValueError("there is no move to choose from")
    return found.move(game)


def judging(game: Game) -> Judge:
    """A judge of the position of a game. Raises NoJudgement."""
    if not can_judge(game):
        message = "these rules don't say what a position is worth: `define worth`"
        raise NoJudgement(game.names.language.text(message))
    return Judge(game.position)


class Judge:
    """Judges ways through the stage at hand, for the player who decides.

    As a context, it says whose fault it is when the rules go wrong: no fault of the program.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._compiled = position.compiled
        self._choices = position.compiled.program.choices
        self._held = position.compiled.held_choices

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, Trap):
            raise NoJudgement(self.position.compiled.told(error)) from None

    def worth(self, player: int) -> int:
        """What the position is worth to a player."""
        found: int = self._compiled.names[f"f_{WORTH}"](self.position.cells, player)
        return found

    def gain(self, verb: Verb, way: Way) -> int:
        """How much more the position is worth after a way, to the player who decides."""
        return next(self._gains(verb, Script(way.path), self._standing()), 0)

    def all(self, verb: str | None = None) -> Iterator[Judged]:
        """Every way, or those of one verb."""
        return self._judged(verb, Query)

    def some(self, verb: str | None = None) -> Iterator[Judged]:
        """One of the variants of each way."""
        return self._judged(verb, self._sparing)

    def ranked(self) -> list[Judged]:
        """One of the variants of each way, the best first."""
        return sorted(self.some(), key=lambda each: -each.gain)

    def best(self, verb: str | None = None) -> Judged | None:
        """The way that gains most, the first of equals; None if there is none."""
        known = self._best_by_backend() if verb is None else None
        if known is not None:
            return known
        standing = self._standing()
        best = self._best_of_some(verb, standing)
        return None if best is None else self._best_variant(best, standing)

    def best_of_some(self, verb: str | None = None) -> Judged | None:
        """The best of `some`, the first of equals; None if there is none."""
        return self._best_of_some(verb, self._standing())

    def best_variant(self, found: Judged) -> Judged:
        """The variant of a way that gains most."""
        return self._best_variant(found, self._standing())

    def _best_by_backend(self) -> Judged | None:
        position = self.position
        if position.backend is None:
            return None
        found = position.backend.best(position.cells, position.verbs())
        if found is None:
            return None
        verb, path, sites, gain = found
        way = Way(path, sites)
        return Judged(verb, way, gain, (verb.name, self._about(way)))

    def _best_of_some(self, verb: str | None, standing: Standing) -> Judged | None:
        return self._best(((each, self._sparing()) for each in self._verbs(verb)), standing)

    def _best_variant(self, found: Judged, standing: Standing) -> Judged:
        if self._held.isdisjoint(found.way.sites):
            return found
        variants = Variants(found.way.path, self._held)
        return self._best([(found.verb, variants)], standing) or found

    def _verbs(self, name: str | None) -> Iterator[Verb]:
        return (verb for verb in self.position.verbs() if name in (None, verb.name))

    def _sparing(self) -> Query:
        return Sparing(self._held)

    def _standing(self) -> Standing:
        """The worth of the position at hand, taken apart."""
        return _scales(self._compiled, self.position.player).at(self.position.cells)

    def _judged(self, verb: str | None, ask: Callable[[], Query]) -> Iterator[Judged]:
        standing = self._standing()
        for each in self._verbs(verb):
            query = ask()
            for gain in self._gains(each, query, standing):
                yield self._found(each, query, gain)

    def _best(self, asked: Iterable[tuple[Verb, Query]], standing: Standing) -> Judged | None:
        """The best of all ways that the queries leave. Only what may be it is written down."""
        best: Judged | None = None
        for verb, query in asked:
            for gain in self._gains(verb, query, standing):
                if best is None or gain > best.gain:
                    best = self._found(verb, query, gain)
        return best

    def _gains(self, verb: Verb, query: Query, standing: Standing) -> Iterator[int]:
        """The gain of each way that a query leaves, while its effects are in the cells."""
        cells, journal = self.position.cells, self.position.journal
        mark, gain = len(journal), standing.gain
        counting = query if isinstance(query, Sparing) else None
        with closing(self.position.ways(verb, query)) as ways:
            for _ in ways:
                if counting is not None:
                    counting.found += 1
                yield gain(cells, journal, mark)

    def _found(self, verb: Verb, query: Query, gain: int) -> Judged:
        way = Way(tuple(query.path), tuple(query.sites))
        return Judged(verb, way, gain, (verb.name, self._about(way)))

    def _about(self, way: Way) -> Answer | None:
        for answer, site in zip(way.path, way.sites, strict=True):
            asked = self._choices[site] if site != STOP_SITE else None
            if isinstance(asked, ir.ChooseStatement) and not asked.words[0]:
                return answer
        return None


def _scales(compiled: Compiled, player: int) -> Scales:
    from brasswright.interpreter.weighing import Scales  # of the compiler, when it is asked for

    if player not in compiled.scales:
        compiled.scales[player] = Scales(compiled, player)
    return compiled.scales[player]


def summands(program: ir.Program) -> Iterator[str]:
    """The defines that `worth` adds up, as far as it is a sum of defines of the same player."""
    define = program.defines[WORTH]
    parts: list[ir.Expr] = [define.body]
    while parts:
        match parts.pop():
            case ir.Arithmetic(operator="+", left=left, right=right):
                parts += (right, left)
            case ir.DefineCall(name=name, arguments=(ir.Local(name=of),)):
                if of == define.parameters[0][0]:
                    yield name


def _reasons(game: Game, judge: Judge, found: Judged) -> tuple[tuple[str, int], ...]:
    """What a way changes of the sum that the worth is."""
    position, player = game.position, game.position.player
    before = _sum(position, player)
    with closing(position.ways(found.verb, Script(found.way.path))) as ways:
        next(ways)
        after = _sum(position, player)
    changes = [(game.names.term(name), after[name] - before[name]) for name in before]
    return tuple(sorted(filter(lambda c: c[1], changes), key=lambda change: -abs(change[1])))


def _sum(position: Position, player: int) -> dict[str, int]:
    compiled = position.compiled
    return {
        name: compiled.names[f"f_{name}"](position.cells, player)
        for name in summands(compiled.program)
    }
