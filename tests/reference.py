"""A slow interpreter of checked actions: every way through a stage, with positions as copies.

It shares the expressions' evaluator and the kernel's zones with the engine, and nothing of how
choices, refusals, stops and draws are compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.types import ListType, NumberType, SetType, ZoneType
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.running import kernel
from brasswright.interpreter.running.kernel import DRAW, END, ME, STOP, Trap, pieces


@dataclass(frozen=True)
class Mark:
    """The end of a block, or of a repeat."""

    what: str


@dataclass(frozen=True)
class Names:
    """The names that are known again from here on."""

    env: dict[str, Any]


@dataclass(frozen=True)
class Round:
    """One turn of a `for`."""

    loop: ir.LoopStatement
    member: int


@dataclass(frozen=True)
class While:
    loop: ir.WhileStatement
    times: int


@dataclass(frozen=True)
class Arrived:
    """At a stop, having gone round so often."""

    loop: ir.StopsStatement
    times: int


@dataclass(frozen=True)
class Asked:
    """At a stop, the player being asked whether to go on."""

    loop: ir.StopsStatement
    times: int


@dataclass(frozen=True)
class Drawn:
    draw: ir.DrawStatement


Todo = tuple[Any, ...]


@dataclass(frozen=True)
class State:
    """Where a way has got to."""

    cells: tuple[int, ...]
    env: dict[str, Any]
    todo: Todo
    path: tuple[Any, ...] = ()
    last: tuple[int, Sequence[Any]] = (-1, ())
    """The choice asked just before, and what could have been answered."""


@dataclass(frozen=True)
class Way:
    """A whole way: its answers, the position after it, how it ends, and what goes on there."""

    path: tuple[Any, ...]
    cells: tuple[int, ...]
    kind: int
    state: State | None


class Reference:
    """Runs the actions of one compiled game."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.layout = compiled.layout

    def begin(self, action: ir.Action, cells: Sequence[int]) -> State:
        return State(tuple(cells), {}, block(action.body))

    def ways(self, state: State) -> Iterator[Way]:
        """Every way on from a state, in order; ways that run into a trap are none."""
        try:
            following = self.step(state)
        except (Trap, NotConstant):
            return
        for after in following:
            if isinstance(after, Way):
                yield after
            else:
                yield from self.ways(after)

    def step(self, state: State) -> list[State | Way]:
        """What comes of carrying out the next thing to do."""
        if not state.todo:
            return [Way(state.path, state.cells, END, None)]
        first, rest = state.todo[0], state.todo[1:]
        after = replace(state, todo=rest)
        match first:
            case Mark():
                return [after]
            case Names(env=env):
                return [replace(after, env=env)]
            case Round(loop=loop, member=member):
                inner = replace(after, env={**state.env, loop.name: member})
                if loop.where is not None and not self.value(loop.where, inner):
                    return [after]
                return [replace(inner, todo=(*block(loop.body), *rest))]
            case While(loop=loop, times=times):
                if not self.value(loop.test, state):
                    return [replace(after, todo=upto("repeat", rest))]
                kernel.bounded(times, loop.limit)
                todo = (*block(loop.body), While(loop, times + 1), *rest)
                return [replace(after, todo=todo)]
            case Arrived(loop=loop, times=times):
                if loop.high is not None and times >= loop.high:
                    return [after]
                waiting = State(state.cells, state.env, (Asked(loop, times), *rest))
                return [Way(state.path, state.cells, STOP, waiting)]
            case Asked(loop=loop, times=times):
                done = replace(after, path=(0,), last=(-1, ()))
                todo = (*block(loop.body), Arrived(loop, times + 1), *rest)
                return [done, replace(after, path=(1,), todo=todo)]
            case Drawn(draw=draw):
                return [self.draw(draw, after)]
            case ir.ChooseStatement():
                return self.choose(first, after)
            case ir.OptionsStatement():
                return self.options(first, after)
        return self.plain(first, after)

    # -- choices ---------------------------------------------------------------------------

    def choose(self, s: ir.ChooseStatement, state: State) -> list[State | Way]:
        fit = []
        for member in self.members(s.source, state):
            inner = replace(state, env={**state.env, s.name: member})
            if all(self.value(where.test, inner) for where in s.wheres):
                fit.append(member)
        answers: list[Any] = list(dict.fromkeys(fit))
        if s.many:
            answers = self.taken_together(s, fit, state)
        elif s.once:
            answers = []
            keys = []
            for member in fit:
                inner = replace(state, env={**state.env, s.name: member})
                key = [self.value(k, inner) for k in s.once]
                if key not in keys:
                    keys.append(key)
                    answers.append(member)
        if not answers and s.otherwise is not None:
            todo = (*block(s.otherwise), *upto("block", state.todo))
            return [replace(state, todo=todo)]
        asked, open_before = state.last
        if s.any and asked == s.number:
            answers = [a for a in answers if a >= state.path[-1] or a not in open_before]
        return [
            replace(
                state,
                env={**state.env, s.name: answer},
                path=(*state.path, answer),
                last=(s.number, answers),
            )
            for answer in answers
        ]

    def taken_together(self, s: ir.ChooseStatement, fit: list[int], state: State) -> list[Any]:
        there = {piece: fit.count(piece) for piece in fit}
        if isinstance(s.source, ir.ZoneRead):
            inside = self.read(s.source, state)
            there = {piece: inside.count(piece) for piece in fit}
        return [
            taken
            for taken in combinations_with_replacement(there, s.many)
            if all(taken.count(piece) <= there[piece] for piece in taken)
        ]

    def options(self, s: ir.OptionsStatement, state: State) -> list[State | Way]:
        offered = [i for i, (_, when, _) in enumerate(s.options) if when is None]
        offered += [
            i
            for i, (_, when, _) in enumerate(s.options)
            if when is not None and self.value(when, state)
        ]
        return [
            replace(
                state,
                path=(*state.path, number),
                last=(s.number, offered),
                todo=(*block(s.options[number][2]), *state.todo),
            )
            for number in offered
        ]

    # -- effects ---------------------------------------------------------------------------

    def plain(self, s: ir.Stmt, state: State) -> list[State | Way]:
        match s:
            case ir.LetStatement(name=name, value=value):
                return [replace(state, env={**state.env, name: self.value(value, state)})]
            case ir.RequireStatement(test=test):
                return [state] if self.value(test, state) else []
            case ir.EndStatement():
                return [Way(state.path, state.cells, END, None)]
            case ir.LeaveStatement():
                return [replace(state, todo=upto("repeat", state.todo))]
            case ir.BranchStatement(branches=branches, otherwise=otherwise):
                body = next((b for test, b in branches if self.value(test, state)), otherwise)
                return [replace(state, todo=(*block(body), *state.todo))]
            case ir.LoopStatement(source=source):
                turns = tuple(Round(s, member) for member in self.members(source, state))
                return [replace(state, todo=(*turns, *state.todo))]
            case ir.TimesStatement(times=times, body=body):
                turns = block(body) * self.value(times, state)
                return [replace(state, todo=(*turns, Mark("repeat"), *state.todo))]
            case ir.WhileStatement():
                return [replace(state, todo=(While(s, 0), Mark("repeat"), *state.todo))]
            case ir.StopsStatement(low=low, body=body):
                return [replace(state, todo=(*block(body) * low, Arrived(s, low), *state.todo))]
            case ir.DrawStatement():
                if not self.read(s.source, state):
                    return []
                waiting = State(state.cells, state.env, (Drawn(s), *state.todo))
                return [Way(state.path, state.cells, DRAW, waiting)]
            case ir.CallStatement(rule=name, arguments=arguments):
                rule = self.program.rules[name]
                values = [self.value(a, state) for a in arguments]
                env = {n: v for (n, _), v in zip(rule.parameters, values, strict=True)}
                todo = (*block(rule.body), Names(state.env), *state.todo)
                return [replace(state, env=env, todo=todo)]
            case ir.SetStatement():
                return [self.set(s, state)]
            case ir.MoveStatement():
                return [self.move(s, state)]
            case ir.LogStatement():
                return [state]
        raise AssertionError(type(s).__name__)

    def set(self, s: ir.SetStatement, state: State) -> State:
        row = 0 if s.row is None else self.row(s.row, state)
        column, value = self.layout.column(s.field), self.value(s.value, state)
        cells, cell = list(state.cells), column.cell(row)
        if column.shape == "list":
            kernel.set_list(cells, [], cell, value, column.kinds)
            return replace(state, cells=tuple(cells))
        if s.operator != "=" and isinstance(s.field.type, SetType):
            value = cells[cell] | value if s.operator == "+=" else cells[cell] & ~value
        elif s.operator != "=":
            value = cells[cell] + value if s.operator == "+=" else cells[cell] - value
        if isinstance(s.field.type, NumberType) and not s.field.low <= value <= s.field.high:
            raise Trap("range")
        cells[cell] = int(value)
        return replace(state, cells=tuple(cells))

    def move(self, s: ir.MoveStatement, state: State) -> State:
        cells = list(state.cells)
        source, target = self.zone(s.source, state), self.zone(s.target, state)
        moved: Sequence[int] = reversed(self.read(s.source, state))
        if s.piece is not None:
            moved = [self.value(s.piece, state)]
        for piece in moved:
            kernel.TAKE[source[0]](cells, [], source[1], piece)
            kernel.ADD[target[0]](cells, [], target[1], piece)
        return replace(state, cells=tuple(cells))

    def draw(self, s: ir.DrawStatement, state: State) -> State:
        cells = list(state.cells)
        piece = kernel.draw(cells, [], self.zone(s.source, state)[1])
        shape, cell = self.zone(s.target, state)
        kernel.ADD[shape](cells, [], cell, piece)
        return replace(state, cells=tuple(cells), env={**state.env, s.name: piece})

    # -- values ----------------------------------------------------------------------------

    def evaluator(self, state: State) -> Evaluator:
        cells = list(state.cells)

        def read(field: StateField, row: int) -> Any:
            column = self.layout.column(field)
            if isinstance(field.type, ZoneType | ListType):
                shape = "pile" if column.shape == "list" else column.shape
                return pieces(cells, shape, column.cell(row), column.kinds)
            return cells[column.cell(row)]

        return Evaluator(self.program.domains, self.program.defines.__getitem__, read, cells[ME])

    def value(self, e: ir.Expr, state: State) -> Any:
        return self.evaluator(state).value(e, state.env)

    def members(self, e: ir.Expr, state: State) -> Sequence[int]:
        return self.evaluator(state).members(e, state.env)

    def row(self, e: ir.Expr, state: State) -> int:
        row: int = self.value(e, state)
        if not row:
            raise Trap("nothing to change")
        return row

    def zone(self, e: ir.ZoneRead, state: State) -> tuple[str, int]:
        column = self.layout.column(e.field)
        return column.shape, column.cell(0 if e.row is None else self.row(e.row, state))

    def read(self, e: ir.ZoneRead, state: State) -> tuple[int, ...]:
        column = self.layout.column(e.field)
        row = 0 if e.row is None else self.value(e.row, state)
        return pieces(list(state.cells), column.shape, column.cell(row), column.kinds)


def block(statements: ir.Block) -> Todo:
    return (*statements, Mark("block"))


def upto(what: str, todo: Todo) -> Todo:
    """What is left after the next mark of that sort."""
    place = next(i for i, item in enumerate(todo) if item == Mark(what))
    return todo[place + 1 :]
