"""A position being played: the stage at hand, its ways, playing one, taking it back."""

from __future__ import annotations

import gc
import hashlib
from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from brasswright.interpreter.running.backend import Backend, Listed
from brasswright.interpreter.running.kernel import (
    ACTION,
    DRAW,
    END,
    FLOW,
    FRAME,
    FRAME_SIZE,
    LONGEST,
    ME,
    OVER,
    POINT,
    REVEALED,
    STOP,
    SUSPENDED,
    Cells,
    Journal,
    Trap,
    undo,
    write,
)
from brasswright.interpreter.running.query import Answer, Query, Script, Shuffled

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled

Ending = tuple[int, int, tuple[int, ...]]
"""How a way leaves its stage: END, STOP or DRAW; the point; the names still needed."""

MOST_STEPS = 100_000
"""Stretches of the course of the game between two decisions."""
NOTHING_KEPT = (0,) * FRAME_SIZE
LOOKED_AT = 15
"""The clock is looked at once in so many of them, and one."""


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """Without the garbage collector: nothing that is made in playing refers to itself."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class NoSuchWay(Exception):
    """The answers lead to no end of the stage."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a move of the stage at hand may begin with."""

    name: str
    title: str
    stage: str
    """Name of the stage function."""
    point: int


@dataclass(frozen=True, slots=True)
class Forced:
    """An answer that was the only one, and given without asking."""

    player: int
    verb: str
    path: tuple[Answer, ...]
    sites: tuple[int, ...]


class Position:
    """Cells and journal of one game, driven by its compiled rules."""

    def __init__(self, compiled: Compiled, cells: Cells) -> None:
        self.compiled = compiled
        self.cells = cells
        self.journal: Journal = []
        self.forced: list[Forced] = []
        """Answers given without asking since the last move began."""

    backend: Backend | None = None
    """Asked first, where speed counts; without it everything is compiled Python."""

    def copy(self) -> Position:
        """The same position, to play on apart; it can't be taken back beyond this point."""
        other = Position(self.compiled, list(self.cells))
        other.backend = self.backend
        return other

    def digest(self) -> str:
        """A digest of all cells."""
        try:
            content = array("q", self.cells).tobytes()
        except OverflowError:  # sets of more than 62 rows
            content = repr(self.cells).encode()
        return hashlib.sha256(content).hexdigest()

    # -- the stage at hand -----------------------------------------------------------------

    @property
    def player(self) -> int:
        """Whose decision it is; 0 = nobody's, the game is over."""
        return 0 if self.cells[FLOW] == OVER else self.cells[ME]

    @property
    def at_stop(self) -> bool:
        """Is an action half done?"""
        return self.cells[ACTION] != 0

    @property
    def after_draw(self) -> bool:
        """Does an action pause for something hidden to be turned up?"""
        return self.at_stop and self.cells[SUSPENDED] == DRAW

    def verbs(self) -> tuple[Verb, ...]:
        """What can be begun here, legal or not."""
        label = self.cells[FLOW]
        if label == OVER:
            return ()
        flow = self.compiled.flow
        if self.at_stop:
            action = self.compiled.actions[self.cells[ACTION] - 1]
            return (Verb(action.name, action.title, action.name, self.cells[POINT]),)
        if label in flow.choices:
            point = flow.choices[label]
            verb = point.choice.part.rpartition(".")[2]
            return (Verb(verb, verb.replace("_", " "), point.name, 0),)
        phase = flow.acts[label].phase
        known = self.compiled.verbs
        if phase not in known:
            known[phase] = tuple(
                Verb(a.name, a.title, a.name, 0) for a in self.compiled.actions if a.during == phase
            )
        return known[phase]

    def ways(
        self, verb: Verb, query: Query, explaining: bool = False
    ) -> Generator[Ending, None, None]:
        """Every way that the query leaves through a stage.

        While one is being looked at, the cells show its effects and `query.path` its answers;
        at the end everything is as before. A way that runs into a trap is passed over.
        """
        stage = self.compiled.stage(verb.stage, verb.point, explaining)
        mark = len(self.journal)
        try:
            going = True
            while going:
                try:
                    yield from stage(self.cells, self.journal, query)
                    return
                except Trap as mistake:
                    self.trap = mistake
                    undo(self.cells, self.journal, mark)
                    going = query.restart()
        finally:
            undo(self.cells, self.journal, mark)

    def listed(self, verb: Verb) -> list[Listed]:
        """All ways through a stage, in order."""
        found = self.backend.listed(self.cells, verb) if self.backend is not None else None
        if found is None:
            query = Query()
            found = [(tuple(query.path), tuple(query.sites)) for _ in self.ways(verb, query)]
        return found

    trap: Trap | None = None
    """The last trap met while listing."""

    # -- playing ---------------------------------------------------------------------------

    def start(self) -> None:
        """Run from where the flow stands to the first decision."""
        self._run()

    def push(self, verb: Verb, path: Sequence[Answer]) -> None:
        """Play one move and everything that follows without a decision.

        Raises NoSuchWay or Trap; the position then is as before.
        """
        mark = len(self.journal)
        try:
            self.step(verb, path)
            self._run()
        except (NoSuchWay, Trap):
            undo(self.cells, self.journal, mark)
            raise

    def step(self, verb: Verb, path: Sequence[Answer]) -> None:
        """Play the stage of a move and stand where it ends: nothing is drawn or run after it.

        Raises NoSuchWay or Trap.
        """
        self.forced = []
        write(self.cells, self.journal, REVEALED, 0)
        self._take(verb, path)

    def play(self, random: Random) -> bool:
        """Play a random move and everything that follows from it; False when the game is over.

        The verb is drawn first, then each answer in turn, each as likely as the others; what
        leads nowhere is drawn no second time. Raises Trap; the position then is as before.
        """
        mark = len(self.journal)
        if not self._take_drawn(random):
            return False
        try:
            self._run()
        except Trap:
            undo(self.cells, self.journal, mark)
            raise
        return True

    def playout(self, random: Random) -> int:
        """Play random moves to the end of the game; how many there were. Raises Trap.

        Whether anything may be done at all is not looked at before each move: the next one
        finds out.
        """
        moves, ended = 0, False
        if self.backend is not None:
            moves, cells, ended = self.backend.playout(self.cells, random)
            for cell, value in enumerate(cells):
                if self.cells[cell] != value:
                    write(self.cells, self.journal, cell, value)
        with collecting_nothing():
            while not ended and self.cells[FLOW] != OVER:
                if not self._take_drawn(random):
                    raise Trap("there is nothing that may be done here")
                self._run(sure=False)
                moves += 1
                if moves > MOST_STEPS:
                    raise Trap("the game goes on and on")
        return moves

    def _take_drawn(self, random: Random) -> bool:
        verbs, draw = list(self.verbs()), random.random
        query = Shuffled(random)
        self.forced = []
        if self.cells[REVEALED]:
            write(self.cells, self.journal, REVEALED, 0)
        while verbs:
            place = int(draw() * len(verbs))
            verb = verbs[place]
            verbs[place] = verbs[-1]
            verbs.pop()
            if self._take_first(verb, query):
                return True
            query.renew()
        return False

    def _take_first(self, verb: Verb, query: Query) -> bool:
        """Go the first way that a query leaves, and stand where it ends; False if there is none."""
        stage = self.compiled.stage(verb.stage, verb.point)
        cells, journal = self.cells, self.journal
        mark = len(journal)
        going = True
        while going:
            try:
                for ending in stage(cells, journal, query):
                    self._stand(verb, ending)
                    return True
                going = False
            except Trap:
                going = query.restart()
            undo(cells, journal, mark)
        return False

    def pop(self, mark: int) -> None:
        """Take back everything since the journal was that long."""
        undo(self.cells, self.journal, mark)

    def _take(self, verb: Verb, path: Sequence[Answer]) -> tuple[Answer, ...]:
        """Go one way through a stage and stand where it ends; the whole path."""
        query = Script(path)
        stage: Callable[..., Any] = self.compiled.stage(verb.stage, verb.point)
        mark = len(self.journal)
        for ending in stage(self.cells, self.journal, query):
            if len(query.path) == len(path) or not path:
                self._stand(verb, ending)
                return tuple(query.path)
        undo(self.cells, self.journal, mark)
        raise NoSuchWay

    def _stand(self, verb: Verb, ending: Ending) -> None:
        kind, point, live = ending
        cells, journal = self.cells, self.journal
        label = cells[FLOW]
        flow = self.compiled.flow
        if kind == END and not cells[ACTION]:
            at = flow.choices.get(label) or flow.acts[label]
            write(cells, journal, FLOW, at.following)
            return
        if kind == END:
            at = flow.choices[label] if label in flow.choices else flow.acts[label]
            write(cells, journal, FLOW, at.following)
            number = 0
        else:
            number = self.compiled.numbers[verb.stage]
        for cell, value in ((ACTION, number), (POINT, point), (SUSPENDED, kind)):
            if cells[cell] != value:
                write(cells, journal, cell, value)
        kept = [*map(int, live), *NOTHING_KEPT[len(live) :]]
        if cells[FRAME : FRAME + FRAME_SIZE] != kept:
            for cell, value in enumerate(kept, start=FRAME):
                if cells[cell] != value:
                    write(cells, journal, cell, value)

    def _run(self, sure: bool = True) -> None:
        """Go on to the next decision; answers that are the only ones are given.

        Unless `sure`, there may be nothing that can be done there but to leave a stop.
        """
        flow, flows = self.compiled.flow, self.compiled.flows
        cells, journal = self.cells, self.journal
        steps, until = 0, 0.0
        while True:
            if cells[ACTION]:
                leave = not sure and cells[SUSPENDED] == STOP
                if leave or not self._pass_stop():
                    return
                continue
            label = cells[FLOW]
            before = label
            while label in flows:
                label = flows[label](cells, journal)
                steps += 1
                if not steps & LOOKED_AT:
                    until = until or monotonic() + LONGEST
                    if steps > MOST_STEPS or monotonic() > until:
                        raise Trap("the course of the game goes on and on without a decision")
            if label != before:
                write(cells, journal, FLOW, label)
            if label == OVER:
                return
            if label in flow.acts:
                if sure:
                    self._need_action()
                return
            if not self._pass_choice(label):
                return

    def _pass_stop(self) -> bool:
        """At a stop or after a draw: go on if there is nothing to decide."""
        verb = self.verbs()[0]
        if self.cells[SUSPENDED] == STOP:
            if self.can_go_on():
                return False
            self._take(verb, (0,))
            return True
        assert self.cells[SUSPENDED] == DRAW
        found = self._all_ways(verb)
        if len(found) != 1:
            return False
        self._take(verb, found[0][0])
        return True

    def can_go_on(self) -> bool:
        """At a stop: is there anything to do but leave it?"""
        return self._has_way(self.verbs()[0], Script((1,)))

    def _has_way(self, verb: Verb, query: Query) -> bool:
        stage = self.compiled.stage(verb.stage, verb.point)
        cells, journal = self.cells, self.journal
        mark = len(journal)
        going = True
        while going:
            try:
                found = next(stage(cells, journal, query), None) is not None
                undo(cells, journal, mark)
                return found
            except Trap as mistake:
                self.trap = mistake
                undo(cells, journal, mark)
                going = query.restart()
        return False

    def _need_action(self) -> None:
        """Raise Trap if no action is legal. Those with the shortest text are tried first."""
        self.trap = None
        if not any(self._has_way(verb, Query()) for verb in self._shortest_first()):
            raise self.trap or Trap("there is nothing that may be done here")

    def _shortest_first(self) -> tuple[Verb, ...]:
        known, verbs = self.compiled.verbs, self.verbs()
        key = f"{self.compiled.flow.acts[self.cells[FLOW]].phase} shortest first"
        if key not in known:
            stage = self.compiled.stage
            length = {verb: len(stage(verb.stage, 0).__code__.co_code) for verb in verbs}
            known[key] = tuple(sorted(verbs, key=lambda verb: length[verb]))
        return known[key]

    def _all_ways(self, verb: Verb) -> list[Listed]:
        """All ways through a stage; none but traps is one."""
        self.trap = None
        found = self.listed(verb)
        if not found and self.trap is not None:
            raise self.trap
        return found

    def _pass_choice(self, label: int) -> bool:
        point = self.compiled.flow.choices[label]
        verb = self.verbs()[0]
        found = self._all_ways(verb)
        if len(found) > 1:
            return False
        if not found:
            write(self.cells, self.journal, FLOW, point.otherwise)
            return True
        path, sites = found[0]
        self.forced.append(Forced(self.cells[ME], verb.name, path, sites))
        self._take(verb, path)
        return True
