"""A checked program compiled: one Python module, and the tables that drive it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import ConstantField
from brasswright.interpreter.compiling.expressions import ExpressionCompiler, table_name
from brasswright.interpreter.compiling.flow import Flow, FlowWriter
from brasswright.interpreter.compiling.layout import Layout
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.rests import Finish, Stop, Then, Yield
from brasswright.interpreter.compiling.ways import ActionWriter, point_name
from brasswright.interpreter.compiling.writer import RuleLines, Writer
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.running import chance, kernel
from brasswright.interpreter.running.graph import Graph
from brasswright.interpreter.source import NOWHERE, Span

ALLOWED = {
    "all": all,
    "any": any,
    "dict": dict,
    "int": int,
    "len": len,
    "max": max,
    "min": min,
    "next": next,
    "range": range,
    "sorted": sorted,
    "str": str,
    "sum": sum,
    "tuple": tuple,
}
"""All of Python that compiled rules can see, besides the kernel."""

KERNEL = (
    "ROWS",
    "SEED",
    "Trap",
    "add_to_bag",
    "add_to_pile",
    "add_to_slot",
    "bounded",
    "draw",
    "entry",
    "highest",
    "item",
    "largest",
    "lowest",
    "move_all",
    "multisets",
    "occurring",
    "once",
    "outside",
    "pieces",
    "position",
    "product",
    "put_pieces",
    "reveal",
    "rounds",
    "set_list",
    "smallest",
    "span",
    "take_from_bag",
    "take_from_pile",
    "take_from_slot",
    "trap",
    "undo",
    "union",
    "write",
)


@dataclass
class Module:
    """Compiled rules, before they are loaded: plain data that can be kept on disk."""

    code: CodeType
    text: str
    flow: Flow
    stops: dict[str, tuple[tuple[int, tuple[str, ...]], ...]]
    """For each action: kind and live names of its points, from 1."""
    graphs: dict[str, str]
    rules: RuleLines
    texts: tuple[ir.Text, ...]


@dataclass
class Compiled:
    """Rules ready to run."""

    program: ir.Program
    layout: Layout
    module: Module
    names: dict[str, Any] = field(repr=False)
    """Everything that the module defines."""
    actions: tuple[ir.Action, ...]

    @property
    def flow(self) -> Flow:
        return self.module.flow

    def stage(self, name: str, point: int, explaining: bool = False) -> Callable[..., Any]:
        """The generator of an action (or of a choice of a phase) from one of its points on."""
        found: Callable[..., Any] = self.names[point_name(name, point, explaining)]
        return found

    def told(self, trap: kernel.Trap) -> str:
        """What went wrong in the rules, and in which line of which file."""
        line = self._line(trap)
        where = f" ({self.module.rules.where(line)})" if line else ""
        return f"the rules go wrong here: {trap}{where}"

    def place(self, trap: kernel.Trap) -> Span:
        """The line of rule text in which something went wrong."""
        line = self._line(trap)
        return self.module.rules.span(line) if line else NOWHERE

    def _line(self, trap: kernel.Trap) -> int:
        found, frame = 0, trap.__traceback__
        while frame is not None:
            if frame.tb_frame.f_code.co_filename == self.module.rules.name:
                found = frame.tb_lineno
            frame = frame.tb_next
        return found

    def start(self, seed: int) -> list[int]:
        """The cells before the set-up."""
        cells = self.layout.start()
        cells[kernel.SEED] = seed
        cells[kernel.FLOW] = self.flow.start
        return cells


def compile_program(program: ir.Program, name: str) -> Compiled:
    """Compile a checked program; `name` is what tracebacks call it. Raises RulesError."""
    layout = Layout(program.domains)
    try:
        module = _module(program, layout, name)
    except (SyntaxError, RecursionError, MemoryError) as error:
        message = f"the rules are too deeply nested to be compiled ({error})"
        raise RulesError([Diagnostic("too-deep", message, NOWHERE)]) from None
    return load(program, layout, module)


def _module(program: ir.Program, layout: Layout, name: str) -> Module:
    code = ExpressionCompiler(program, layout)
    writer = Writer()
    for define in program.defines.values():
        parameters = ", ".join(["C", *(f"v_{n}" for n, _ in define.parameters)])
        _function(writer, code, f"f_{define.name}({parameters})", define.body, define.span)
    _views(writer, code, program)
    stops: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = {}
    for explaining in (False, True):
        for rule in program.rules.values():
            _rule(writer, code, rule, explaining)
        for action in program.actions.values():
            stops[action.name] = tuple(
                (stop.kind, stop.live) for stop in _action(writer, code, action, explaining)
            )
    for number, arrange in enumerate(program.arranges):
        f = FunctionWriter(code, explaining=False)
        f.lines.append((0, f"def arrange_{number}(C, J, given):", NOWHERE))
        f.block(arrange)
        writer.extend(f.lines)
    flow_writer = FlowWriter(code)
    flow = flow_writer.write()
    writer.extend(flow_writer.lines)
    for stage in flow_writer.stages:
        for made in stage.functions:
            writer.extend(made.lines)
    rules = RuleLines(name)
    compiled = compile(writer.tree(rules), name, "exec")
    texts = tuple(code.texts)
    return Module(compiled, writer.text(), flow, stops, code.graphs, rules, texts)


def load(program: ir.Program, layout: Layout, module: Module) -> Compiled:
    """Run the compiled module in a world that holds the kernel and the tables, nothing else."""
    names: dict[str, Any] = {"__builtins__": ALLOWED}
    names.update({name: getattr(kernel, name) for name in KERNEL})
    names["shuffle"] = chance.shuffle
    for domain in program.domains.by_name.values():
        for item in domain.fields.values():
            if isinstance(item, ConstantField):
                names[table_name(item)] = tuple(item.values)
    for graph, kind in module.graphs.items():
        ends = program.domain(kind).fields["ends"]
        assert isinstance(ends, ConstantField)
        names[graph] = Graph(ends.values)  # type: ignore[arg-type]
    module.rules.register()
    exec(module.code, names)
    return Compiled(program, layout, module, names, tuple(program.actions.values()))


def _function(
    writer: Writer, code: ExpressionCompiler, head: str, body: ir.Expr, span: Span
) -> None:
    writer.add(0, f"def {head}:", span)
    writer.add(1, f"return {code.write(body)}", body.span)


def _views(writer: Writer, code: ExpressionCompiler, program: ir.Program) -> None:
    """Functions for rankings, invariants, the status line and the tables to show."""
    for number, rank in enumerate(program.ranking):
        _function(writer, code, f"rank_{number}(C, v_p)", rank.value, rank.value.span)
    for number, invariant in enumerate(program.invariants):
        _function(writer, code, f"invariant_{number}(C)", invariant.test, invariant.test.span)
        span = invariant.test.span
        writer.add(0, f"def broken_{number}(C):", span)
        writer.add(1, f"return {code.values(invariant.reason)}", span)
    if program.status is not None:
        writer.add(0, "def status(C):", program.status.span)
        writer.add(1, f"return {code.values(program.status)}", program.status.span)
    for show in program.shows.values():
        span = show.source.span
        f = FunctionWriter(code, explaining=False)
        f.lines.append((0, f"def show_{show.name}(C):", span))
        walk, test = code.members(show.source, show.variable)
        tests = [t for t in (test, code.write(show.where) if show.where is not None else "") if t]
        clause = f"for v_{show.variable} in {walk}" + "".join(f" if {t}" for t in tests)
        cells = "".join(f"{_shown(code, column)}, " for _, column in show.columns)
        f.line(f"return [(({cells})) {clause}]", span)
        writer.extend(f.lines)


def _shown(code: ExpressionCompiler, column: ir.Expr) -> str:
    """A column's value; of a zone, the pieces in it."""
    if isinstance(column, ir.ZoneRead):
        place = code.layout.column(column.field)
        return f"pieces(C, {place.shape!r}, {code.cell(column.field, column.row)}, {place.kinds})"
    return code.write(column)


def _rule(writer: Writer, code: ExpressionCompiler, rule: ir.Rule, explaining: bool) -> None:
    template = FunctionWriter(code, explaining)
    names = [f"v_{n}" for n, _ in rule.parameters]
    if rule.effects.chooses:
        action = ActionWriter(template, rule.name)
        twin = "why" if explaining else "way"
        head = f"def {twin}_{rule.name}({', '.join(['C', 'J', 'Q', *names])}):"
        f = action.function(rule.name, head, rule.span)
        f.rest(Then(rule.body, Yield()), rule.span)
        for made in action.functions:
            writer.extend(made.lines)
        return
    given = ["C", "J", *(["Q"] if explaining else []), *names]
    template.lines.append((0, f"def {template.called(rule.name)}({', '.join(given)}):", rule.span))
    template.block(rule.body)
    template.line("return True", rule.span)
    writer.extend(template.lines)


def _action(
    writer: Writer, code: ExpressionCompiler, action: ir.Action, explaining: bool
) -> list[Stop]:
    made = ActionWriter(FunctionWriter(code, explaining), action.name)
    name = point_name(action.name, 0, explaining)
    f = made.function(name, f"def {name}(C, J, Q):", action.span)
    f.rest(Then(action.body, Finish()), action.span)
    made.finish()
    for function in made.functions:
        writer.extend(function.lines)
    return made.stops
