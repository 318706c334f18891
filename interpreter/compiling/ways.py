"""Statements with choices to generators: one `yield` for each way through.

A choice is a loop over its candidates, what follows it is the body of the loop, a refusal goes
on with the next candidate. The effects of one way are taken back at the head of the next.
What still has to be written after a statement is a `Rest`; it ends in one of: handing a way
to the caller, going round a `repeat` again, arriving at a stop, or the end of the action.
"""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.names import free_names
from brasswright.interpreter.compiling.candidates import candidates
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.rests import (
    Again,
    AtStop,
    Finish,
    Rest,
    Stop,
    Then,
    Yield,
)
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.running.kernel import DRAW, END, FRAME, FRAME_SIZE, STOP
from brasswright.interpreter.source import Span

DEEPEST = 14
"""Loops in one function; Python allows 20 nested blocks."""


class ActionWriter:
    """All functions of one action, or of one choosing rule, in one twin."""

    def __init__(self, template: FunctionWriter, name: str) -> None:
        self.code = template.code
        self.explaining = template.explaining
        self.program = template.program
        self.name = name
        self.functions: list[WaysWriter] = []
        self.stops: list[Stop] = []
        self._stop_of: dict[int, Stop] = {}

    def function(self, name: str, head: str, span: Span) -> WaysWriter:
        """A new function; they are written out in order when all are done."""
        writer = WaysWriter(self, name, head, span)
        self.functions.append(writer)
        return writer

    def sub(self, part: str, parameters: list[str], span: Span, extra: str = "") -> WaysWriter:
        """A generator for an inner block; its parameters are the names it needs."""
        twin = "why" if self.explaining else "in"
        name = f"{twin}{len(self.functions)}_{part.replace('.', '_')}_{self.name}"
        values = ["C", "J", "Q", *([extra] if extra else []), *(f"v_{p}" for p in parameters)]
        return self.function(name, f"def {name}({', '.join(values)}):", span)

    def stop(self, statement: ir.Stmt, kind: int, body: ir.Block, rest: Rest) -> Stop:
        """The stop of a statement; made once, however often it is arrived at."""
        if id(statement) not in self._stop_of:
            low, high = 0, None
            if isinstance(statement, ir.StopsStatement):
                low, high = statement.low, statement.high
            stop = Stop(len(self.stops) + 1, kind, body, rest, high, low, statement.span)
            self.stops.append(stop)
            self._stop_of[id(statement)] = stop
            stop.live = tuple(sorted(self.needed(body) | self.needed_after(rest)))
            if stop.count:
                stop.live = (*stop.live, stop.count)
            if len(stop.live) > FRAME_SIZE:
                message = f"more than {FRAME_SIZE} names are needed after this stop"
                raise RulesError([Diagnostic("too-many-names", message, stop.span)])
        return self._stop_of[id(statement)]

    @staticmethod
    def needed(block: ir.Block) -> set[str]:
        return free_names(block)

    def needed_after(self, rest: Rest) -> set[str]:
        """Names that the rest needs from before."""
        if isinstance(rest, Then):
            bound = {n for s in rest.block for n in _binds(s)}
            return free_names(rest.block) | (self.needed_after(rest.rest) - bound)
        if isinstance(rest, AtStop):
            return set(rest.stop.live)
        return set()

    def point(self, stop: Stop) -> None:
        """The function that goes on from a stop."""
        name = point_name(self.name, stop.number, self.explaining)
        f = self.function(name, f"def {name}(C, J, Q):", stop.span)
        for place, live in enumerate(stop.live):
            f.line(f"v_{live} = C[{FRAME + place}]", stop.span)
        if stop.kind == DRAW:
            assert isinstance(stop.body[0], ir.DrawStatement)
            f.plain(stop.body[0])
            f.rest(Then(stop.body[1:], stop.rest), stop.span)
        else:
            mark = f.start_loop(f"for go in Q.stop({stop.number}):", stop.span)
            f.line("if go:", stop.span)
            f.indent += 1
            f.rest(Then(stop.body, AtStop(stop, counted=True)), stop.span)
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


def point_name(action: str, number: int, explaining: bool) -> str:
    """The function that goes on from a point of an action; 0 is its beginning."""
    return f"{'why' if explaining else 'go'}{number}_{action}"


def _binds(s: ir.Stmt) -> list[str]:
    if isinstance(s, ir.LetStatement | ir.ChooseStatement | ir.DrawStatement):
        return [s.name]
    return []


class WaysWriter(FunctionWriter):
    """One generator."""

    def __init__(self, action: ActionWriter, name: str, head: str, span: Span) -> None:
        super().__init__(action.code, action.explaining)
        self.action = action
        self.name = name
        self.fails = ["return"]
        self.depth = 0
        self.lines.append((0, head, span))

    # -- the way on ------------------------------------------------------------------------

    def rest(self, rest: Rest, span: Span) -> None:
        """Write what is left to do."""
        match rest:
            case Yield():
                self.line("yield", span)
            case Finish():
                self.line(f"yield {END}, 0, ()", span)
            case Again(call=call):
                self.line(f"yield from {call}", span)
            case AtStop():
                self._arrive(rest, span)
            case Then(block=block, rest=after):
                self.ways(block, 0, after, span)

    def _arrive(self, rest: AtStop, span: Span) -> None:
        stop = rest.stop
        if not rest.counted:
            if stop.count:
                self.line(f"v_{stop.count} = {stop.least}", span)
            if stop.most is not None and stop.most == stop.least:
                self.rest(stop.rest, span)
            else:
                self._suspend(stop, span)
        elif stop.most is None:
            self._suspend(stop, span)
        elif not stop.count:
            self.rest(stop.rest, span)
        else:
            self.line(f"v_{stop.count} = v_{stop.count} + 1", span)
            self.line(f"if v_{stop.count} < {stop.most}:", span)
            self.indent += 1
            self._suspend(stop, span)
            self.indent -= 1
            self.line("else:", span)
            self.indent += 1
            self.rest(stop.rest, span)
            self.indent -= 1

    def _suspend(self, stop: Stop, span: Span) -> None:
        live = "".join(f"v_{name}, " for name in stop.live)
        self.line(f"yield {stop.kind}, {stop.number}, ({live})", span)

    def ways(self, block: ir.Block, start: int, rest: Rest, span: Span) -> None:
        """Write the statements of a block from `start` on, and then the rest."""
        for place in range(start, len(block)):
            s = block[place]
            after = Then(block[place + 1 :], rest) if place + 1 < len(block) else rest
            if self._is_plain(s):
                self.plain(s)
                continue
            if isinstance(s, ir.ChooseStatement) and s.otherwise is not None:
                self._choose_or_otherwise(s, block[place + 1 :], rest)
            else:
                self._choosing(s, after)
            return
        self.rest(rest, block[-1].span if block else span)

    def _is_plain(self, s: ir.Stmt) -> bool:
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

    def _choosing(self, s: ir.Stmt, after: Rest) -> None:
        if self.depth >= DEEPEST and not self._pauses(s):
            self._apart(s, after)
            return
        match s:
            case ir.EndStatement():
                self.line(f"yield {END}, 0, ()", s.span)
            case ir.DrawStatement():
                self._draw_pause(s, after)
            case ir.StopsStatement():
                self._stops(s, after)
            case ir.CallStatement():
                self._call_ways(s, after)
            case ir.ChooseStatement():
                self._choose(s, after)
            case ir.BranchStatement() if self._pauses(s):
                self._branches(s, after)
            case ir.OptionsStatement() if self._pauses(s):
                self._options(s, after)
            case ir.TimesStatement():
                self._times(s, after)
            case _:
                self._apart(s, after)

    def _apart(self, s: ir.Stmt, after: Rest) -> None:
        """An inner block as a generator of its own; each of its ways goes on with the rest."""
        names = sorted(free_names(s))
        sub = self.action.sub(s.part, names, s.span)
        match s:
            case ir.BranchStatement():
                sub._branches(s, Yield())
            case ir.OptionsStatement():
                sub._options(s, Yield())
            case _:
                sub.ways((s,), 0, Yield(), s.span)
        self._each(sub.name, names, s.span, after)

    def _each(self, name: str, names: list[str], span: Span, after: Rest) -> None:
        values = ", ".join(["C", "J", "Q", *(f"v_{n}" for n in names)])
        if isinstance(after, Yield):
            self.line(f"yield from {name}({values})", span)
            return
        self._loop_over(f"for _ in {name}({values}):", after, span)

    def _loop_over(self, head: str, after: Rest, span: Span) -> None:
        self.line(head, span)
        self.indent += 1
        self.depth += 1
        self.fails.append("continue")
        self.rest(after, span)
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

    def end_loop(self, mark: str) -> None:
        self.fails.pop()
        self.depth -= 1
        self.indent -= 1

    # -- constructs ------------------------------------------------------------------------

    def _call_ways(self, s: ir.CallStatement, after: Rest) -> None:
        name = self.called(s.rule) if self.explaining else f"way_{s.rule}"
        values = ", ".join(["C", "J", "Q", *map(self.code.write, s.arguments)])
        if isinstance(after, Yield):
            self.line(f"yield from {name}({values})", s.span)
            return
        self._loop_over(f"for _ in {name}({values}):", after, s.span)

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
        names = sorted(free_names(s.body))
        sub = self.action.sub(s.part, names, s.span, extra="n")
        sub.line("if n <= 0:", s.span)
        sub.line("    yield", s.span)
        sub.line("    return", s.span)
        values = ", ".join(["C", "J", "Q", "n - 1", *(f"v_{n}" for n in names)])
        sub.rest(Then(s.body, Again(f"{sub.name}({values})")), s.span)
        given = ", ".join(["C", "J", "Q", self.code.write(s.times), *(f"v_{n}" for n in names)])
        if isinstance(after, Yield):
            self.line(f"yield from {sub.name}({given})", s.span)
            return
        self._loop_over(f"for _ in {sub.name}({given}):", after, s.span)

    def _stops(self, s: ir.StopsStatement, after: Rest) -> None:
        stop = self.action.stop(s, STOP, s.body, after)
        rest: Rest = AtStop(stop, counted=False)
        for _ in range(s.low):
            rest = Then(s.body, rest)
        self.rest(rest, s.span)

    def _draw_pause(self, s: ir.DrawStatement, after: Rest) -> None:
        self._suspend(self.action.stop(s, DRAW, (s,), after), s.span)

    def _choose_or_otherwise(self, s: ir.ChooseStatement, following: ir.Block, rest: Rest) -> None:
        """A choice that says what happens, instead of what follows in its block, without one."""
        assert s.otherwise is not None
        found = candidates(self, s)
        self.line(f"if {found}:", s.span)
        self.indent += 1
        pick = "pick_any" if s.any else "pick"
        mark = self.start_loop(f"for v_{s.name} in Q.{pick}({s.number}, {found}):", s.span)
        self.rest(Then(following, rest), s.span)
        self.end_loop(mark)
        self.indent -= 1
        self.line("else:", s.span)
        self.indent += 1
        self.rest(Then(s.otherwise, rest), s.span)
        self.indent -= 1

    def _choose(self, s: ir.ChooseStatement, after: Rest) -> None:
        found = candidates(self, s)
        pick = "pick_any" if s.any else "pick"
        mark = self.start_loop(f"for v_{s.name} in Q.{pick}({s.number}, {found}):", s.span)
        self.rest(after, s.span)
        self.end_loop(mark)
