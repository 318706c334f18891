"""Phases to a flow: small functions, each doing one stretch and returning where to go on.

The flow waits at `act` (for an action) and at a `choose` of a phase. Everything it still needs
after a wait is in cells, so a position in the middle of a round is nothing but integers.
"""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import substatements
from brasswright.interpreter.checking.names import bound_in, free_names
from brasswright.interpreter.checking.types import (
    RowType,
    SetType,
    Type,
    ZoneType,
    members,
)
from brasswright.interpreter.compiling.candidates import candidates
from brasswright.interpreter.compiling.expressions import ExpressionCompiler
from brasswright.interpreter.compiling.layout import Kept
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.points import ActPoint, ChoicePoint, Flow, Loop
from brasswright.interpreter.compiling.ways import ActionWriter
from brasswright.interpreter.compiling.writer import Line
from brasswright.interpreter.running.kernel import END, ME, OVER
from brasswright.interpreter.source import Span

Env = dict[str, Kept]
"""Names of the flow and where they are kept."""


class FlowWriter:
    """Writes the flow of one program, beginning with the phase `game`."""

    def __init__(self, code: ExpressionCompiler) -> None:
        self.code = code
        self.program = code.program
        self.flow = Flow()
        self.lines: list[Line] = []
        self.stages: list[ActionWriter] = []
        self._label = 0
        self._loops: list[Loop] = []
        self._entry = 0
        self._instances = 0

    def write(self) -> Flow:
        """The whole flow; the functions are in `lines`, the stages of choices in `stages`."""
        for phase in self.program.phases.values():
            if not any(self.waits(s) for s in phase.body):
                self.plain_phase(phase)
        self.flow.start = self.phase("game", OVER)
        return self.flow

    def plain_phase(self, phase: ir.Phase) -> None:
        """A phase in which nothing is decided, as one function."""
        f = FunctionWriter(self.code, explaining=False)
        f.lines.append((0, f"def phase_{phase.name}(C, J):", phase.span))
        f.block(phase.body)
        self.lines += f.lines

    # -- blocks ----------------------------------------------------------------------------

    def phase(self, name: str, exit_: int) -> int:
        """A phase, written out where it is played; the label where it begins."""
        self._instances += 1
        prefix = f"{name}.{self._instances}"
        outer_entry, self._entry = self._entry, self.new_label()
        phase = self.program.phases[name]
        begin = self.sequence(phase.body, exit_, {}, None, prefix)
        self.jump(self._entry, begin, phase.span)
        entry, self._entry = self._entry, outer_entry
        return entry

    def sequence(
        self, block: ir.Block, exit_: int, env: Env, leave: int | None, prefix: str
    ) -> int:
        """A block that goes on at `exit_`; the label where it begins."""
        env = dict(env)
        if any(self.waits(s) for s in block):
            for name, is_list in bound_in(block).items():
                env[name] = self.code.layout.keep(f"{prefix}.{name}", is_list)
        following = exit_
        stretch: list[ir.Stmt] = []
        for s in reversed(block):
            if not self.waits(s):
                stretch.insert(0, s)
                continue
            following = self.stretch(tuple(stretch), following, env)
            stretch = []
            if isinstance(s, ir.ChooseStatement):
                following = self.choice(s, following, exit_, env, leave, prefix)
            else:
                following = self.statement(s, following, env, leave, prefix)
        return self.stretch(tuple(stretch), following, env)

    def waits(self, s: ir.Stmt, in_loop: bool = False) -> bool:
        """Does the flow wait in it, or leave an outer loop from inside it?"""
        match s:
            case ir.ActStatement() | ir.ChooseStatement():
                return True
            case ir.LeaveStatement():
                return not in_loop
            case ir.PlayStatement(phase=phase):
                return any(self.waits(inner) for inner in self.program.phases[phase].body)
        loop = in_loop or isinstance(s, ir.LoopStatement | ir.TimesStatement | ir.WhileStatement)
        return any(self.waits(i, loop) for block in substatements(s) for i in block)

    def stretch(self, block: ir.Block, following: int, env: Env) -> int:
        """Statements without waits, as one function."""
        if not block:
            return following
        f = self.function(block[0].span, env, free_names(block))
        for s in block:
            f.plain(s)
        for name in bound_in(block):
            if name in env:
                f.line(env[name].write(f"v_{name}"), block[-1].span)
        return self.done(f, str(following), block[-1].span)

    # -- functions -------------------------------------------------------------------------

    def new_label(self) -> int:
        self._label += 1
        return self._label

    def function(
        self, span: Span, env: Env, names: set[str], label: int | None = None
    ) -> FunctionWriter:
        """A function of the flow, with the names it needs read from their cells."""
        f = FunctionWriter(self.code, explaining=False)
        number = self.new_label() if label is None else label
        self.code.count_line(span)
        f.lines.append((0, f"def flow_{number}(C, J):", span))
        self.flow.labels.append(number)
        for name in sorted(names & set(env)):
            f.line(f"v_{name} = {env[name].read()}", span)
        return f

    def done(self, f: FunctionWriter, following: str, span: Span) -> int:
        """End a function by saying where to go on; its label."""
        f.line(f"return {following}", span)
        self.lines += f.lines
        head = f.lines[0][1]
        assert isinstance(head, str)
        return int(head.removeprefix("def flow_").partition("(")[0])

    def jump(self, label: int, target: int, span: Span) -> None:
        self.done(self.function(span, {}, set(), label), str(target), span)

    # -- statements that wait --------------------------------------------------------------

    def statement(
        self, s: ir.Stmt, following: int, env: Env, leave: int | None, prefix: str
    ) -> int:
        match s:
            case ir.ActStatement(phase=phase):
                label = self.new_label()
                self.flow.acts[label] = ActPoint(
                    label, phase, following, self._entry, tuple(self._loops)
                )
                return label
            case ir.LeaveStatement():
                return following if leave is None else leave
            case ir.PlayStatement(phase=phase):
                return self.phase(phase, following)
            case ir.AsStatement():
                return self.as_player(s, following, env, leave, prefix)
            case ir.BranchStatement():
                return self.branches(s, following, env, leave, prefix)
            case ir.LoopStatement():
                return self.loop(s, following, env, prefix)
            case ir.WhileStatement():
                return self.repeated(s.test, s.limit, None, s, following, env, prefix)
            case ir.TimesStatement():
                return self.repeated(None, 0, s.times, s, following, env, prefix)
        raise AssertionError(f"{type(s).__name__} does not wait")

    def as_player(
        self, s: ir.AsStatement, following: int, env: Env, leave: int | None, prefix: str
    ) -> int:
        was = self.code.layout.flow_cell(f"{prefix}.was.{self.new_label()}")

        def back(target: int) -> int:
            f = self.function(s.span, env, set())
            f.line(f"J.append(({ME}, C[{ME}])); C[{ME}] = C[{was}]", s.span)
            return self.done(f, str(target), s.span)

        left = back(leave) if leave is not None else None
        inside = self.sequence(s.body, back(following), env, left, prefix)
        f = self.function(s.span, env, free_names(s.player))
        f.line(f"J.append(({was}, C[{was}])); C[{was}] = C[{ME}]", s.span)
        f.line(f"J.append(({ME}, C[{ME}])); C[{ME}] = {self.code.write(s.player)}", s.span)
        return self.done(f, str(inside), s.span)

    def branches(
        self, s: ir.BranchStatement, following: int, env: Env, leave: int | None, prefix: str
    ) -> int:
        targets = [self.sequence(b, following, env, leave, prefix) for _, b in s.branches]
        otherwise = self.sequence(s.otherwise, following, env, leave, prefix)
        f = self.function(s.span, env, free_names([test for test, _ in s.branches]))
        for (test, _), target in zip(s.branches, targets, strict=True):
            f.line(f"if {self.code.write(test)}: return {target}", s.span)
        return self.done(f, str(otherwise), s.span)

    def loop(self, s: ir.LoopStatement, following: int, env: Env, prefix: str) -> int:
        """What it goes through is kept as it was at the start."""
        layout, head, begin = self.code.layout, self.new_label(), self.new_label()
        index = layout.flow_cell(f"{prefix}.index.{head}")
        inner = dict(env)
        if s.field is not None:
            value = layout.column(s.field).base
        else:
            inner[s.name] = layout.keep(f"{prefix}.{s.name}.{head}")
            value = inner[s.name].cell
        is_set = isinstance(s.source.type, SetType) or _is_bag(s.source.type)
        kept = layout.keep(f"{prefix}.members.{head}", not is_set)
        items = f"items_{head}"
        f = FunctionWriter(self.code, explaining=False)
        f.lines.append((0, f"def {items}(C):", s.span))
        f.line(f"return ROWS[{kept.read()}]" if is_set else f"return {kept.read()}", s.span)
        self.lines += f.lines
        member = members(s.source.type)
        domain = member.domain if isinstance(member, RowType) else ""
        self._loops.append(Loop(begin, index, value, items, domain, s.field is not None))
        body = self.sequence(s.body, head, inner, following, prefix)
        self._loops.pop()
        f = self.function(s.span, env, free_names(s.where) - {s.name}, label=head)
        f.line(f"members = {items}(C)", s.span)
        f.line(f"for place in range(C[{index}], len(members)):", s.span)
        f.line(f"    v_{s.name} = members[place]", s.span)
        if s.where is not None:
            f.line(f"    if not {self.code.write(s.where)}: continue", s.span)
        f.line(f"    J.append(({index}, C[{index}])); C[{index}] = place + 1", s.span)
        f.line(f"    J.append(({value}, C[{value}])); C[{value}] = v_{s.name}", s.span)
        f.line(f"    return {body}", s.span)
        self.done(f, str(following), s.span)
        start = self.function(s.span, env, free_names(s.source), label=begin)
        source = self.code.write(s.source) if is_set else self.code.members(s.source, s.name)[0]
        start.line(f"J.append(({index}, C[{index}])); C[{index}] = 0", s.span)
        start.line(kept.write(source), s.span)
        return self.done(start, str(head), s.span)

    def repeated(
        self,
        test: ir.Expr | None,
        limit: int,
        times: ir.Expr | None,
        s: ir.WhileStatement | ir.TimesStatement,
        following: int,
        env: Env,
        prefix: str,
    ) -> int:
        head = self.new_label()
        count = self.code.layout.flow_cell(f"{prefix}.count.{head}")
        body = self.sequence(s.body, head, env, following, prefix)
        f = self.function(s.span, env, free_names(test), label=head)
        if test is not None:
            go = f"{self.code.write(test)} and bounded(C[{count}], {limit})"
            f.line(f"if not ({go}): return {following}", s.span)
            f.line(f"J.append(({count}, C[{count}])); C[{count}] = C[{count}] + 1", s.span)
        else:
            f.line(f"if C[{count}] <= 0: return {following}", s.span)
            f.line(f"J.append(({count}, C[{count}])); C[{count}] = C[{count}] - 1", s.span)
        self.done(f, str(body), s.span)
        start = self.function(s.span, env, free_names(times))
        first = self.code.write(times) if times is not None else "0"
        start.line(f"J.append(({count}, C[{count}])); C[{count}] = {first}", s.span)
        return self.done(start, str(head), s.span)

    def choice(
        self,
        s: ir.ChooseStatement,
        following: int,
        exit_: int,
        env: Env,
        leave: int | None,
        prefix: str,
    ) -> int:
        """A choice of a phase: its stage writes the answer into the cell of its name."""
        assert s.otherwise is not None
        label = self.new_label()
        otherwise = self.sequence(s.otherwise, exit_, env, leave, prefix)
        name = f"choice{label}"
        needed = (free_names((s.source, s.wheres, s.once, s.reason)) - {s.name}) & set(env)
        for explaining in (False, True):
            stage = ActionWriter(FunctionWriter(self.code, explaining), name)
            twin = "why" if explaining else "go"
            f = stage.function(name, f"def {twin}0_{name}(C, J, Q):", s.span)
            for used in sorted(needed):
                f.line(f"v_{used} = {env[used].read()}", s.span)
            found = candidates(f, s)
            mark = f.start_loop(f"for v_{s.name} in Q.pick({s.number}, {found}):", s.span)
            f.line(env[s.name].write(f"v_{s.name}"), s.span)
            f.line(f"yield {END}, 0, ()", s.span)
            f.end_loop(mark)
            self.stages.append(stage)
        self.flow.choices[label] = ChoicePoint(label, s, name, following, otherwise)
        return label


def _is_bag(type_: Type) -> bool:
    return isinstance(type_, ZoneType) and type_.shape == "bag"
