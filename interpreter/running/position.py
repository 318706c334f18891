"""A position being played: the stage at hand, its ways, playing one, taking it back."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

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
from brasswright.interpreter.running.query import Answer, Query, Script

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled

Ending = tuple[int, int, tuple[int, ...]]
"""How a way leaves its stage: END, STOP or DRAW; the point; the names still needed."""

MOST_STEPS = 100_000
"""Stretches of the course of the game between two decisions."""


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

    def copy(self) -> Position:
        """The same position, to play on apart; it can't be taken back beyond this point."""
        other = Position(self.compiled, list(self.cells))
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
        return tuple(
            Verb(a.name, a.title, a.name, 0) for a in self.compiled.actions if a.during == phase
        )

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
        if kind == END:
            at = flow.choices[label] if label in flow.choices else flow.acts[label]
            write(cells, journal, FLOW, at.following)
            number = 0
        else:
            number = next(
                i for i, a in enumerate(self.compiled.actions, start=1) if a.name == verb.stage
            )
        for cell, value in ((ACTION, number), (POINT, point), (SUSPENDED, kind)):
            if cells[cell] != value:
                write(cells, journal, cell, value)
        for place in range(FRAME_SIZE):
            value = int(live[place]) if place < len(live) else 0
            if cells[FRAME + place] != value:
                write(cells, journal, FRAME + place, value)

    def _run(self) -> None:
        """Go on to the next decision; answers that are the only ones are given."""
        flow = self.compiled.flow
        steps, until = 0, monotonic() + LONGEST
        while True:
            if self.at_stop:
                if not self._pass_stop():
                    return
                continue
            label = self.cells[FLOW]
            before = label
            names = self.compiled.names
            while label != OVER and label not in flow.acts and label not in flow.choices:
                label = names[f"flow_{label}"](self.cells, self.journal)
                steps += 1
                if steps > MOST_STEPS or monotonic() > until:
                    raise Trap("the course of the game goes on and on without a decision")
            if label != before:
                write(self.cells, self.journal, FLOW, label)
            if label == OVER:
                return
            if label in flow.acts:
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
        with closing(self.ways(verb, query)) as ways:
            return next(ways, None) is not None

    def _need_action(self) -> None:
        """Raise Trap if no action is legal. The last declared is most often a short one."""
        self.trap = None
        if not any(self._has_way(verb, Query()) for verb in reversed(self.verbs())):
            raise self.trap or Trap("there is nothing that may be done here")

    def _all_ways(self, verb: Verb) -> list[tuple[tuple[Answer, ...], tuple[int, ...]]]:
        """All answers that lead through a stage, and what they answer; none but traps is one."""
        self.trap = None
        query = Query()
        found = [(tuple(query.path), tuple(query.sites)) for _ in self.ways(verb, query)]
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
