"""Statements with choices to generators: one `yield` for each way through.

A choice is a loop over its candidates, what follows it is the body of the loop, a refusal goes
on with the next candidate. The effects of one way are taken back at the head of the next.
What still has to be written after a statement is a `Rest`; it ends in one of: handing a way
to the caller, going round a `repeat` again, arriving at a stop, or the end of the action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.names import binds, bound_in, free_names
from brasswright.interpreter.compiling.candidates import candidates
from brasswright.interpreter.compiling.compiled import point_name
from brasswright.interpreter.compiling.foreseeing import Foreseeing
from brasswright.interpreter.compiling.loops import LoopsWriter, Shared
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.rests import (
    Again,
    AtStop,
    Finish,
    Rest,
    Stop,
    Then,
    Yield,
    same_rest,
)
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.running.kernel import DRAW, END, FRAME, FRAME_SIZE, STOP
from brasswright.interpreter.source import Span

DEEPEST = 8
"""Loops for choices in one function; with those of plain statements Python allows 20."""


class ActionWriter:
    """All functions of one action, or of one choosing rule, in one twin."""

    def __init__(self, template: FunctionWriter, name: str) -> None:
        self.code = template.code
        self.explaining = template.explaining
        self.program = template.program
        self.name = name
        self.functions: list[WaysWriter] = []
        self.stops: list[Stop] = []
        self.shared = Shared(Foreseeing(template.code.bearing))
        self._stop_of: dict[tuple[object, ...], Stop] = {}

    def function(self, name: str, head: str, span: Span) -> WaysWriter:
        """A new function; they are written out in order when all are done."""
        writer = WaysWriter(self, name, head, span)
        self.functions.append(writer)
        return writer

    def sub(self, part: str, parameters: Sequence[str], span: Span) -> WaysWriter:
        """A generator for an inner block; its parameters are the names it needs."""
        twin = "why" if self.explaining else "in"
        name = f"{twin}_{len(self.functions)}_{part.replace('.', '_')}_{self.name}"
        values = ["C", "J", "Q", *(f"v_{p}" for p in parameters)]
        return self.function(name, f"def {name}({', '.join(values)}):", span)

    def stop(self, statement: ir.Stmt, kind: int, body: ir.Block, rest: Rest) -> Stop:
        """The stop of a statement; made once for each rest that it may be left for."""
        key = (id(statement), *same_rest(rest))
        if key not in self._stop_of:
            low, high = 0, None
            if isinstance(statement, ir.StopsStatement):
                low, high = statement.low, statement.high
            stop = Stop(len(self.stops) + 1, kind, body, rest, high, low, statement.span)
            self.stops.append(stop)
            self._stop_of[key] = stop
            stop.live = tuple(sorted(self.needed_after(Then(body, rest))))
            if stop.count:
                stop.live = (*stop.live, stop.count)
            if len(stop.live) > FRAME_SIZE:
                message = f"more than {FRAME_SIZE} names are needed after this stop"
                raise RulesError([Diagnostic("too-many-names", message, stop.span)])
        return self._stop_of[key]

    def needed_after(self, rest: Rest) -> set[str]:
        """Names that the rest needs from before."""
        if isinstance(rest, Then):
            return free_names(rest.block) | (
                self.needed_after(rest.rest) - set(bound_in(rest.block))
            )
        if isinstance(rest, AtStop):
            return set(rest.stop.live) - ({rest.stop.count} if not rest.counted else set())
        return {rest.left, *rest.names} if isinstance(rest, Again) else set()

    def point(self, stop: Stop) -> None:
        """The function that goes on from a stop."""
        name = point_name(self.name, stop.number, self.explaining)
        f = self.function(name, f"def {name}(C, J, Q):", stop.span)
        for place, live in enumerate(stop.live):
            f.line(f"v_{live} = C[{FRAME + place}]", stop.span)
            f.bound |= {live}
        if stop.kind == DRAW:
            assert isinstance(stop.body[0], ir.DrawStatement)
            f.plain(stop.body[0])
            f.rest(Then(stop.body[1:], stop.rest), stop.span)
        else:
            mark = f.start_loop(f"for go in Q.stop({stop.number}):", stop.span)
            f.line("if go:", stop.span)
            f.indent += 1
            known, settled = dict(f.known), f.settled
            f.foresee(Then(stop.body, AtStop(stop, counted=True)))
            f.rest(Then(stop.body, AtStop(stop, counted=True)), stop.span)
            f.known, f.settled = known, settled
            f.indent -= 1
            f.line("else:", stop.span)
            f.indent += 1
            f.rest(stop.rest, stop.span)
            f.indent -= 1
            f.end_loop(mark)

    def finish(self) -> None:
        """Write the functions of all stops; writing one may bring up others."""
        done = 0
        while done < len(self.stops):
            self.point(self.stops[done])
            done += 1


class WaysWriter(LoopsWriter):
    """One generator."""

    def __init__(self, action: ActionWriter, name: str, head: str, span: Span) -> None:
        super().__init__(action.code, action.explaining, action.shared, head)
        self.action = action
        self.name = name
        self.lines.append((0, head, span))

    # -- the way on ------------------------------------------------------------------------

    def rest(self, rest: Rest, span: Span) -> None:
        """Write what is left to do."""
        match rest:
            case Yield():
                self.line("yield", span)
            case Finish():
                self._end(f"{END}, 0, ()", span)
            case Again(left=left):
                self.line(f"yield from {rest.call(f'v_{left} - 1')}", span)
            case AtStop():
                self._arrive(rest, span)
            case Then(block=block, rest=after):
                self.ways(block, 0, after, span)

    def _arrive(self, rest: AtStop, span: Span) -> None:
        stop = rest.stop
        if not rest.counted and stop.most == stop.least:
            self.rest(stop.rest, span)
        elif not rest.counted:
            self._suspend(stop, span, str(stop.least))
        elif stop.most is None:
            self._suspend(stop, span)
        elif not stop.count:
            self.rest(stop.rest, span)
        else:
            times = f"v_{stop.count} + 1"
            self.line(f"if {times} < {stop.most}:", span)
            self.indent += 1
            self._suspend(stop, span, times)
            self.indent -= 1
            self.line("else:", span)
            self.indent += 1
            self.rest(stop.rest, span)
            self.indent -= 1

    def _suspend(self, stop: Stop, span: Span, times: str = "") -> None:
        names = (times if name == stop.count else f"v_{name}" for name in stop.live)
        live = "".join(f"{name}, " for name in names)
        self._end(f"{stop.kind}, {stop.number}, ({live})", span)

    def _end(self, ending: str, span: Span) -> None:
        """A way has come to where the stage ends."""
        self.code.count_line(span)
        text = f"yield {ending}"
        self.lines.append(
            (self.indent, lambda: f"Q.ways += 1; {text}" if self.shared.counts else text, span)
        )

    def ways(self, block: ir.Block, start: int, rest: Rest, span: Span) -> None:
        """Write the statements of a block from `start` on, and then the rest."""
        for place in range(start, len(block)):
            s = block[place]
            after = Then(block[place + 1 :], rest) if place + 1 < len(block) else rest
            if id(s) in self.settled:
                continue
            if self.is_plain(s):
                self.plain(s)
                self.changed(self.code.bearing.writes((s,)))
                if isinstance(s, ir.LetStatement):
                    self.bind(s.name)
                for _, count in (each for each in self._alike if each[0] is s):
                    self.line(f"{count} = Q.ways", s.span)
                continue
            if self.depth >= DEEPEST:
                self._apart(Then(block[place:], rest), s)
                return
            if isinstance(s, ir.ChooseStatement) and s.otherwise is not None:
                self._choose_or_otherwise(s, block[place + 1 :], rest)
            else:
                self._choosing(s, after)
            return
        self.rest(rest, block[-1].span if block else span)

    def is_plain(self, s: ir.Stmt) -> bool:
        for inner in walk((s,)):
            match inner:
                case (
                    ir.ChooseStatement()
                    | ir.OptionsStatement()
                    | ir.StopsStatement()
                    | ir.DrawStatement()
                    | ir.EndStatement()
                ):
                    return False
                case ir.CallStatement(rule=rule) if self.program.rules[rule].effects.chooses:
                    return False
        return True

    @staticmethod
    def _pauses(s: ir.Stmt) -> bool:
        kinds = ir.StopsStatement | ir.DrawStatement | ir.EndStatement
        return any(isinstance(inner, kinds) for inner in walk((s,)))

    def _tells(self, s: ir.Stmt, after: Rest) -> bool:
        """Does what follows need a name that is bound inside?"""
        return not self.action.needed_after(after).isdisjoint(binds(s))

    def _choosing(self, s: ir.Stmt, after: Rest) -> None:
        match s:
            case ir.EndStatement():
                self._end(f"{END}, 0, ()", s.span)
            case ir.DrawStatement():
                self._draw_pause(s, after)
            case ir.StopsStatement():
                self._stops(s, after)
            case ir.CallStatement():
                self._call_ways(s, after)
            case ir.ChooseStatement():
                self._choose(s, after)
            case ir.BranchStatement() if self._pauses(s) or self._tells(s, after):
                self._branches(s, after)
            case ir.OptionsStatement() if self._pauses(s) or self._tells(s, after):
                self._options(s, after)
            case ir.TimesStatement():
                self._times(s, after)
            case ir.BranchStatement():
                self._inside(s, after, lambda sub: sub._branches(s, Yield()))
            case ir.OptionsStatement():
                self._inside(s, after, lambda sub: sub._options(s, Yield()))
            case _:
                raise AssertionError(f"a choice may not stand in {type(s).__name__}")

    def _inside(self, s: ir.Stmt, after: Rest, write: Callable[[WaysWriter], None]) -> None:
        """Branches as a generator of their own; each of its ways goes on with the rest."""
        names = sorted(free_names(s))
        sub = self.action.sub(s.part, names, s.span)
        write(sub)
        values = ", ".join(["C", "J", "Q", *(f"v_{n}" for n in names)])
        self._each(f"{sub.name}({values})", s, after)

    def _apart(self, rest: Then, s: ir.Stmt) -> None:
        """All the rest as a generator of its own: Python nests loops no deeper."""
        names = sorted(self.action.needed_after(rest))
        sub = self.action.sub(s.part, names, s.span)
        sub.rest(rest, s.span)
        values = ", ".join(["C", "J", "Q", *(f"v_{n}" for n in names)])
        self.line(f"yield from {sub.name}({values})", s.span)

    def _each(self, call: str, s: ir.Stmt, after: Rest) -> None:
        """For each way of a generator that does what a statement says, the rest."""
        span = s.span
        if isinstance(after, Yield):
            self.line(f"yield from {call}", span)
            return
        bearing = self.code.bearing
        alike = self.alike_from(after, bearing.tells((s,)), bearing.choices((s,)))
        bound = self.enter(span)
        count = self.before(alike, span)
        self.line(f"for _ in {call}:", span)
        self.changed(bearing.writes((s,)))
        self.indent += 1
        self.depth += 1
        self.fails.append("continue")
        self.watch(alike, count, span)
        self.rest(after, span)
        self.unwatch(alike)
        self.exit(bound)
        self.fails.pop()
        self.depth -= 1
        self.indent -= 1

    def start_loop(self, head: str, span: Span) -> str:
        """A loop whose every turn begins by taking back the effects of the one before."""
        mark = self.fresh("m")
        self.line(f"{mark} = len(J)", span)
        self.line(head, span)
        self.indent += 1
        self.depth += 1
        self.fails.append("continue")
        self.line(f"if len(J) > {mark}: undo(C, J, {mark})", span)
        return mark

    # -- constructs ------------------------------------------------------------------------

    def _call_ways(self, s: ir.CallStatement, after: Rest) -> None:
        name = self.called(s.rule) if self.explaining else f"way_{s.rule}"
        values = ", ".join(["C", "J", "Q", *map(self.code.write, s.arguments)])
        self._each(f"{name}({values})", s, after)

    def _branches(self, s: ir.BranchStatement, after: Rest) -> None:
        word = "if"
        for test, body in s.branches:
            self.line(f"{word} {self.code.write(test)}:", s.span)
            self.indent += 1
            self.rest(Then(body, after), s.span)
            self.indent -= 1
            word = "elif"
        if not s.branches:
            self.rest(Then(s.otherwise, after), s.span)
            return
        self.line("else:", s.span)
        self.indent += 1
        self.rest(Then(s.otherwise, after), s.span)
        self.indent -= 1

    def _options(self, s: ir.OptionsStatement, after: Rest) -> None:
        always = tuple(i for i, (_, when, _) in enumerate(s.options) if when is None)
        offered = repr(always)
        for i, (_, when, _) in enumerate(s.options):
            if when is not None:
                offered += f" + (({i},) if {self.code.write(when)} else ())"
        mark = self.start_loop(f"for o in Q.pick({s.number}, {offered}):", s.span)
        word = "if"
        for i, (_, _, body) in enumerate(s.options):
            self.line(f"{word} o == {i}:", s.span)
            self.indent += 1
            self.rest(Then(body, after), s.span)
            self.indent -= 1
            word = "elif"
        self.end_loop(mark)

    def _times(self, s: ir.TimesStatement, after: Rest) -> None:
        names = tuple(sorted(free_names(s.body)))
        left = f"{len(self.action.functions)}_left"
        sub = self.action.sub(s.part, (left, *names), s.span)
        again = Again(sub.name, left, names)
        sub.line(f"if v_{left} <= 0:", s.span)
        sub.line("    yield", s.span)
        sub.line("    return", s.span)
        sub.rest(Then(s.body, again), s.span)
        self._each(again.call(self.code.write(s.times)), s, after)

    def _stops(self, s: ir.StopsStatement, after: Rest) -> None:
        stop = self.action.stop(s, STOP, s.body, after)
        rest: Rest = AtStop(stop, counted=False)
        for _ in range(s.low):
            rest = Then(s.body, rest)
        self.rest(rest, s.span)

    def _draw_pause(self, s: ir.DrawStatement, after: Rest) -> None:
        pile = self.cell(s.source.field, s.source.row, s.span)
        self.line(f"if not C[{pile}]: trap('the pile is empty')", s.span)
        self._suspend(self.action.stop(s, DRAW, (s,), after), s.span)

    def _choose_or_otherwise(self, s: ir.ChooseStatement, following: ir.Block, rest: Rest) -> None:
        """A choice that says what happens, instead of what follows in its block, without one."""
        assert s.otherwise is not None
        found = candidates(self, s)
        self.line(f"if {found}:", s.span)
        self.indent += 1
        self._picked(s, found, Then(following, rest))
        self.indent -= 1
        self.line("else:", s.span)
        self.indent += 1
        self.rest(Then(s.otherwise, rest), s.span)
        self.indent -= 1

    def _choose(self, s: ir.ChooseStatement, after: Rest) -> None:
        self._picked(s, candidates(self, s), after)

    def _picked(self, s: ir.ChooseStatement, found: str, after: Rest) -> None:
        """For each answer that is tried, the rest."""
        bound = self.enter(s.span, s.name)
        known, settled = dict(self.known), self.settled
        pick, fits = ("pick_any" if s.any else "pick"), ""
        if not s.any and not self.explaining:
            tests, after = self.tests_first(after)
            tests += [test for test, _ in self.foreseen(after)]
            if tests:
                fits = self.fresh("fit")
                clause = "".join(f" if {test}" for test in tests)
                self.line(f"{fits} = [v_{s.name} for v_{s.name} in {found}{clause}]", s.span)
        alike = self.alike_from(after, frozenset((s.name,)), {s.number})
        count = self.before(alike, s.span)
        offered = f"{found}, {fits}" if fits else found
        mark = self.start_loop(f"for v_{s.name} in Q.{pick}({s.number}, {offered}):", s.span)
        self.watch(alike, count, s.span)
        self.rest(after, s.span)
        self.unwatch(alike)
        self.exit(bound)
        self.end_loop(mark)
        self.known, self.settled = known, settled
