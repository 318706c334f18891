"""A checked program compiled: one Python module, and the tables that drive it."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.compiling.compiled import (
    Compiled,
    Module,
    load,
    memory_name,
    point_name,
)
from brasswright.interpreter.compiling.expressions import ExpressionCompiler
from brasswright.interpreter.compiling.flow import FlowWriter
from brasswright.interpreter.compiling.layout import Layout
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.remembering import Remembering
from brasswright.interpreter.compiling.rests import Finish, Stop, Then, Yield
from brasswright.interpreter.compiling.rule_lines import RuleLines
from brasswright.interpreter.compiling.summing import Summing
from brasswright.interpreter.compiling.ways import ActionWriter
from brasswright.interpreter.compiling.writer import Writer
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.source import NOWHERE, Span


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
    remembering = Remembering(program, layout)
    memories = tuple(
        define.name
        for define in program.defines.values()
        if _define(writer, code, define, remembering.key(define))
    )
    _worth(writer, code, program)
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
    return Module(
        code=compile(writer.tree(rules), name, "exec"),
        text=writer.text(),
        places=writer.places(rules),
        flow=flow,
        stops=stops,
        graphs=code.graphs,
        indexes=code.indexes,
        memories=memories,
        rules=rules,
        texts=tuple(code.texts),
    )


def _function(
    writer: Writer, code: ExpressionCompiler, head: str, body: ir.Expr, span: Span
) -> None:
    writer.add(0, f"def {head}:", span)
    writer.add(1, f"return {code.write(body)}", body.span)


def _define(writer: Writer, code: ExpressionCompiler, define: ir.Define, key: str) -> bool:
    """A define as a function; is its value remembered, by that key?"""
    parameters = ", ".join(["C", *(f"v_{n}" for n, _ in define.parameters)])
    head, value = f"f_{define.name}({parameters})", code.write(define.body)
    writer.add(0, f"def {head}:", define.span)
    if key:
        memory = memory_name(define.name)
        writer.add(1, f"key = {key}", define.span)
        writer.add(1, f"found = {memory}.get(key)", define.span)
        writer.add(1, "if found is not None: return found", define.span)
        value = f"keep({memory}, key, {value})"
    writer.add(1, f"return {value}", define.body.span)
    return bool(key)


def _worth(writer: Writer, code: ExpressionCompiler, program: ir.Program) -> None:
    """Functions for what the worth of a position adds up."""
    for number, summand in enumerate(Summing(program, code.bearing).summands):
        parameters = ", ".join(["C", *(f"v_{name}" for name in summand.parameters)])
        _function(writer, code, f"worth_{number}({parameters})", summand.value, summand.value.span)


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
        of = f", v_{show.of}" if show.of else ""
        _rows_shown(writer, code, f"show_{show.name}(C{of})", show.rows)
    for each in program.maps.values():
        for number, layer in enumerate(each.layers):
            _rows_shown(writer, code, f"map_{each.name}_{number}(C)", layer.rows, named=True)


def _rows_shown(
    writer: Writer,
    code: ExpressionCompiler,
    head: str,
    rows: ir.RowsShown,
    named: bool = False,
) -> None:
    """A function that gives the values of each row; with `named`, the row itself before them."""
    span = rows.source.span
    f = FunctionWriter(code, explaining=False)
    f.lines.append((0, f"def {head}:", span))
    walk, test = code.members(rows.source, rows.variable)
    tests = [t for t in (test, code.write(rows.where) if rows.where is not None else "") if t]
    clause = f"for v_{rows.variable} in {walk}" + "".join(f" if {t}" for t in tests)
    row = f"v_{rows.variable}, " if named else ""
    cells = row + "".join(f"{_shown(code, column)}, " for _, column in rows.columns)
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
    f.foresee(Then(action.body, Finish()))
    f.rest(Then(action.body, Finish()), action.span)
    made.finish()
    for function in made.functions:
        writer.extend(function.lines)
    return made.stops
