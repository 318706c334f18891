"""How good a position is for a player, and which of the legal moves lead to good ones.

What is good is rule text: `define worth(p: Player) -> Number`. It is looked at where the stage of
a move ends, before anything is drawn or turned up, so nothing that is still hidden counts. Moves
of several stages are judged stage by stage.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from brasswright.interpreter.running.query import STOP_SITE, Answer, Query, Script

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game


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


def can_judge(game: Game) -> bool:
    """Do the rules say what a position is worth to a player?"""
    return judges(game.compiled.program)


def worth(game: Game, player: str) -> int:
    """What the position is worth to a player, as the rules put it. Raises NoJudgement."""
    with _Judge(game) as judge:
        return judge.worth(game.seat(player))


def judged(game: Game, verb: str | None = None) -> Iterator[Judged]:
    """Every way through the stage at hand, or of one verb, judged for the player who decides.

    Raises NoJudgement.
    """
    with _Judge(game) as judge:
        position = game.position
        now = judge.worth(position.player)
        for each in position.verbs():
            if verb in (None, each.name):
                yield from judge.ways(position, each, now)


@dataclass(frozen=True, slots=True)
class Idea:
    """A move that looks good, how much the position gains by it, and by what."""

    move: Move
    gain: int
    reasons: tuple[tuple[str, int], ...]
    """What changes of the sum that `worth` is, by name, the largest first."""


def best_ideas(game: Game, most: int, alike: int = 2) -> list[Idea]:
    """The best moves, the best first: one for each idea, few for each verb if others are good too.

    None that gains nothing, unless there is no other. Raises NoJudgement.
    """
    best: dict[tuple[str, Answer | None], Judged] = {}
    for each in judged(game):
        found = best.get(each.idea)
        if found is None or each.gain > found.gain:
            best[each.idea] = each
    ranked = sorted(best.values(), key=lambda each: -each.gain)
    good = [each for each in ranked if each.gain > 0] or ranked[:1]
    varied: list[Judged] = []
    for each in good:
        if sum(other.verb == each.verb for other in varied) < alike:
            varied.append(each)
    chosen = [*varied, *(each for each in good if each not in varied)][:most]
    with _Judge(game) as judge:
        told = sorted(chosen, key=good.index)
        return [Idea(each.move(game), each.gain, judge.reasons(game, each)) for each in told]


def best_move(game: Game, verb: str | None = None) -> Move:
    """The move after whose stage the position is worth most; the first of equals.

    Of those of one verb, if there are any. Raises NoJudgement, ValueError when the game is over.
    """
    found = list(judged(game, verb)) or list(judged(game))
    return max(found, key=lambda each: each.gain).move(game)


class _Judge:
    """Calls the rules' `worth`; what goes wrong there is no fault of the program."""

    def __init__(self, game: Game) -> None:
        self._compiled = game.compiled
        self._cells = game.position.cells
        if not can_judge(game):
            message = "these rules don't say what a position is worth: `define worth`"
            raise NoJudgement(game.names.language.text(message))
        self._worth = game.compiled.names[f"f_{WORTH}"]
        self._summands = list(summands(game.compiled.program))

    def __enter__(self) -> _Judge:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, Trap):
            raise NoJudgement(self._compiled.told(error)) from None

    def worth(self, player: int) -> int:
        found: int = self._worth(self._cells, player)
        return found

    def ways(self, position: Position, verb: Verb, now: int) -> Iterator[Judged]:
        query, player = Query(), position.player
        with closing(position.ways(verb, query)) as ways:
            for _ in ways:
                gain = self._worth(self._cells, player) - now
                way = Way(tuple(query.path), tuple(query.sites))
                yield Judged(verb, way, gain, (verb.name, self._about(way)))

    def reasons(self, game: Game, judged: Judged) -> tuple[tuple[str, int], ...]:
        """What a way changes of the sum that the worth is."""
        position, player = game.position, game.position.player
        before = self._sum(player)
        query = Script(judged.way.path)
        with closing(position.ways(judged.verb, query)) as ways:
            next(ways)
            after = self._sum(player)
        changes = [(game.names.term(name), after[name] - before[name]) for name in before]
        found = [(name, change) for name, change in changes if change]
        return tuple(sorted(found, key=lambda reason: -abs(reason[1])))

    def _sum(self, player: int) -> dict[str, int]:
        names = self._compiled.names
        return {name: names[f"f_{name}"](self._cells, player) for name in self._summands}

    def _about(self, way: Way) -> Answer | None:
        for answer, site in zip(way.path, way.sites, strict=True):
            asked = self._compiled.program.choices[site] if site != STOP_SITE else None
            if isinstance(asked, ir.ChooseStatement) and not asked.words[0]:
                return answer
        return None


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
