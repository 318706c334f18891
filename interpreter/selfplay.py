"""A rulebook tried out: random games from the set-up to the end, and what goes wrong in them.

What no look at the text can tell shows here: a course of the game that never ends, a moment
at which nothing can be done, an invariant that breaks, an action that nobody can ever take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from brasswright.interpreter.bots import random_way
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.diagnostics import Diagnostic, Severity
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.opening import compiled_rules
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import Query
from brasswright.interpreter.source import NOWHERE, Span

GAMES = 1
"""Games at each number of players when nobody says how many."""
SECONDS = 10.0
"""After this the rest is not played."""
ENOUGH = 20
"""Games from which on it means something that an action was never legal."""
MOST_MOVES = 10_000
"""A game that is longer is taken for endless."""


def try_out(
    rulebook: Rulebook,
    games: int = GAMES,
    seconds: float | None = None,
    players: Sequence[int] = (),
) -> tuple[Diagnostic, ...]:
    """What goes wrong in random games at each number of players; each thing once.

    `players` are the numbers of players to try, all of them when it is left out. The rulebook
    must be free of mistakes (`diagnose`), and playable by itself.
    """
    trial = _Trial(rulebook, monotonic() + (SECONDS if seconds is None else seconds))
    low, high = rulebook.seats
    # Each number of players once, then again: when time runs out all of them have had a turn.
    for seed in range(1, games + 1):
        for seats in players or range(low, high + 1):
            trial.play(seats, seed)
    return tuple(trial.result())


@dataclass
class _Trial:
    """All games of a trial, and what was found so far."""

    rulebook: Rulebook
    until: float
    _found: dict[tuple[str, Span], Diagnostic] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    """The actions that could be taken at least once."""
    _actions: dict[str, Span] = field(default_factory=dict)
    _ended: int = 0
    _begun: int = 0

    def result(self) -> Iterator[Diagnostic]:
        yield from self._found.values()
        if self._begun > self._ended and not self._found:
            games = f"{self._begun - self._ended} of {self._begun} random games"
            span = self.rulebook.phases["game"].span
            message = f"when time was up, {games} were not over"
            yield Diagnostic("not-finished", message, span, "warning")
        if self._ended >= ENOUGH:
            for name, span in self._actions.items():
                if name not in self._taken:
                    message = f"in {self._ended} random games nobody could ever `{name}`"
                    yield Diagnostic("never-legal", message, span, "warning")

    def play(self, seats: int, seed: int) -> None:
        """One game to its end, or to the first thing that goes wrong."""
        self._begun += 1
        if monotonic() > self.until:
            return
        compiled = compiled_rules(self.rulebook, seats)
        offered = {act.phase for act in compiled.flow.acts.values()}
        self._actions.update({a.name: a.span for a in compiled.actions if a.during in offered})
        players = [f"player.{seat}" for seat in range(1, seats + 1)]
        where = f"with {seats} player{'s' if seats > 1 else ''} and seed {seed}"
        try:
            game = Game(self.rulebook, compiled, players, seed)
        except Trap as trap:
            self._tell("no-start", f"{where} the game can't begin: {trap}", compiled.place(trap))
            return
        self._play(game, compiled, Random(seed), where)

    def _play(self, game: Game, compiled: Compiled, random: Random, where: str) -> None:
        position = game.position
        moves = 0
        while position.player:
            at = f"{where}, after {moves} moves,"
            if self._broken(game, at):
                return
            if moves == MOST_MOVES:
                span = self.rulebook.phases["game"].span
                self._tell("endless", f"{where} a game goes on after {moves} moves", span)
                return
            if monotonic() > self.until:
                return
            position.trap = None
            self._look(position)
            way = random_way(position, random)
            if position.trap is not None:
                place, met = compiled.place(position.trap), position.trap
                self._tell("trap-met", f"a move would run into this: {met}", place, "warning")
            if way is None:
                self._tell("no-way-on", f"{at} there is nothing to do", self._phase(position))
                return
            try:
                position.push(*way)
            except Trap as trap:
                place = compiled.place(trap)
                span = self._phase(position) if place is NOWHERE else place
                self._tell("no-way-on", f"{at} the rules go wrong: {trap}", span)
                return
            position.journal.clear()
            moves += 1
        if not self._broken(game, f"{where}, at the end,"):
            self._ended += 1

    def _look(self, position: Position) -> None:
        """Which actions, not met so far, could be taken now?"""
        for verb in position.verbs():
            if verb.name not in self._taken and _legal(position, verb):
                self._taken.add(verb.name)

    def _broken(self, game: Game, at: str) -> bool:
        found = game.broken_invariants()
        for broken in found:
            name, _, reason = broken.partition(": ")
            span = self.rulebook.invariants[name].span
            self._tell("invariant-broken", f"{at} `{name}` does not hold: {reason}", span)
        return bool(found)

    def _phase(self, position: Position) -> Span:
        act = position.compiled.flow.acts.get(position.cells[1])
        return self.rulebook.phases[act.phase].span if act else NOWHERE

    def _tell(self, code: str, message: str, span: Span, severity: Severity = "error") -> None:
        self._found.setdefault((code, span), Diagnostic(code, message, span, severity))


def _legal(position: Position, verb: Verb) -> bool:
    with closing(position.ways(verb, Query())) as ways:
        return next(ways, None) is not None
