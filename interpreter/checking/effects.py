"""What each rule may do, found over the call graph; and what may not be done where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.source import Span


def substatements(statement: ir.Stmt) -> Iterator[ir.Block]:
    """The blocks directly inside a statement."""
    match statement:
        case ir.BranchStatement(branches=branches, otherwise=otherwise):
            yield from (body for _, body in branches)
            yield otherwise
        case ir.OptionsStatement(options=options):
            yield from (body for _, _, body in options)
        case ir.ChooseStatement(otherwise=otherwise) if otherwise is not None:
            yield otherwise
        case (
            ir.LoopStatement(body=body)
            | ir.TimesStatement(body=body)
            | ir.StopsStatement(body=body)
            | ir.WhileStatement(body=body)
            | ir.AsStatement(body=body)
        ):
            yield body


def walk(block: ir.Block) -> Iterator[ir.Stmt]:
    """Every statement of a block, inner ones too, in order."""
    for statement in block:
        yield statement
        for inner in substatements(statement):
            yield from walk(inner)


def block_effects(block: ir.Block, rules: dict[str, ir.Rule]) -> ir.Effects:
    """What a block may do, calls included."""
    found = ir.Effects()
    for statement in walk(block):
        match statement:
            case ir.RequireStatement():
                found.refuses = True
            case ir.ChooseStatement() | ir.OptionsStatement():
                found.chooses = True
            case ir.DrawStatement():
                found.draws = True
            case ir.ShuffleStatement() | ir.PutStatement() | ir.AsStatement():
                found.deals = True
            case ir.CallStatement(rule=name) if name in rules:
                called = rules[name].effects
                found.refuses |= called.refuses
                found.chooses |= called.chooses
                found.draws |= called.draws
                found.deals |= called.deals
    return found


def find_effects(rules: dict[str, ir.Rule]) -> None:
    """Fill in `Rule.effects` for all rules: a fixed point."""
    changed = True
    while changed:
        changed = False
        for rule in rules.values():
            found = block_effects(rule.body, rules)
            if found != rule.effects:
                rule.effects, changed = found, True


def check_effects(program: ir.Program, findings: Findings) -> None:
    """Report what stands where it may not: recursion, stops, choices, refusals, draws."""
    _check_recursion(program, findings)
    for rule in program.rules.values():
        _check_block(rule.body, program, findings, _Place("rule"))
    for action in program.actions.values():
        _check_block(action.body, program, findings, _Place("action"))
        _check_stops(action.body, findings, allowed=True)
        if action.body and isinstance(action.body[0], ir.StopsStatement) and not action.body[0].low:
            findings.error("stop-first", "an action can't begin with a stop", action.body[0].span)
    for phase in program.phases.values():
        _check_block(phase.body, program, findings, _Place("phase"))
    for arrange in program.arranges:
        _check_block(arrange, program, findings, _Place("arrange"))


def _check_recursion(program: ir.Program, findings: Findings) -> None:
    calls = {
        name: [s.rule for s in walk(rule.body) if isinstance(s, ir.CallStatement)]
        for name, rule in program.rules.items()
    }
    plays = {
        name: [s.phase for s in walk(phase.body) if isinstance(s, ir.PlayStatement)]
        for name, phase in program.phases.items()
    }
    uses = {name: list(defines_used(d.body)) for name, d in program.defines.items()}
    for graph, parts in (
        (calls, program.rules),
        (plays, program.phases),
        (uses, program.defines),
    ):
        for circle in _circles(graph):
            chain = " → ".join([*circle, circle[0]])
            span: Span = parts[circle[0]].span
            findings.error("recursion", f"parts may not use themselves: {chain}", span)


def _circles(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    done: set[str] = set()
    for start in graph:
        path: list[str] = []
        stack = [(start, iter(graph.get(start, ())))] if start not in done else []
        if stack:
            path.append(start)
        while stack:
            _, rest = stack[-1]
            for following in rest:
                if following in path:
                    yield path[path.index(following) :]
                if following not in path and following not in done:
                    stack.append((following, iter(graph.get(following, ()))))
                    path.append(following)
                    break
            else:
                stack.pop()
                done.add(path.pop())


def defines_used(value: object) -> Iterator[str]:
    """The defines that an expression calls directly."""
    if isinstance(value, ir.DefineCall):
        yield value.name
    if isinstance(value, tuple | list):
        for item in value:
            yield from defines_used(item)
    elif isinstance(value, ir.Typed):
        for slot in type(value).__slots__:
            yield from defines_used(getattr(value, slot))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands."""

    where: str
    """"action", "rule", "phase" or "arrange"."""
    loop: str = ""
    """The nearest loop: "for", "repeat" or "stops"."""
    closed: str = ""
    """The statement around it in which no choice can be offered and no move can end."""

    def inside(self, statement: ir.Stmt) -> _Place:
        """The place of what stands in a statement."""
        match statement:
            case ir.LoopStatement():
                return replace(self, loop="for", closed="for")
            case ir.WhileStatement():
                return replace(self, loop="repeat", closed="repeat while")
            case ir.TimesStatement():
                return replace(self, loop="repeat")
            case ir.StopsStatement():
                return replace(self, loop="stops")
            case ir.AsStatement():
                return replace(self, closed="as")
        return self


def _check_block(block: ir.Block, program: ir.Program, findings: Findings, place: _Place) -> None:
    in_flow = place.where in ("phase", "arrange")
    for statement in block:
        span = statement.span
        match statement:
            case ir.StopsStatement() if place.where != "action":
                findings.error("stop-misplaced", "only an action may have stops", span)
            case ir.ActStatement() | ir.PlayStatement() if place.where != "phase":
                findings.error("phase-only", "this may stand only in a phase", span)
            case (
                ir.AsStatement() | ir.WhileStatement() | ir.ShuffleStatement() | ir.PutStatement()
            ) if place.where == "action":
                findings.error("phase-only", "this may not stand in an action", span)
            case ir.EndStatement() if place.where != "action" or place.loop in ("for", "repeat"):
                message = "`end` may stand only in an action, and in no inner loop"
                findings.error("action-only", message, span)
            case ir.LeaveStatement() if place.loop != "repeat":
                message = "`leave` may stand only in a `repeat`"
                if place.loop:
                    message = "`leave` can't end a `for`, nor a repeat with stops"
                findings.error("leave-misplaced", message, span)
            case ir.RequireStatement() if in_flow:
                findings.error("phase-refuses", "a phase can't refuse", span)
            case ir.ChooseStatement(otherwise=None) if place.where == "phase":
                findings.error(
                    "no-otherwise",
                    "a choice in a phase needs `otherwise:` for when there is none",
                    span,
                )
            case ir.ChooseStatement(many=many) if place.where == "phase" and many:
                findings.error("phase-many", "a choice in a phase takes one thing", span)
            case ir.ChooseStatement() if place.where == "arrange":
                findings.error("phase-only", "nobody is asked in `arrange`", span)
            case ir.OptionsStatement() if in_flow:
                findings.error("phase-options", "a phase can't offer options", span)
            case ir.CallStatement(rule=name) if name in program.rules:
                _check_call(name, program.rules[name].effects, findings, place, span)
            case ir.ChooseStatement() | ir.OptionsStatement() if place.closed and not in_flow:
                message = f"no choice may stand inside `{place.closed}`"
                findings.error("choice-in-loop", message, span)
            case ir.DrawStatement() if place.where == "action" and place.loop in ("for", "repeat"):
                findings.error("draw-in-loop", "no draw may stand inside a loop", span)
        for inner in substatements(statement):
            _check_block(inner, program, findings, place.inside(statement))


def _check_call(
    name: str, effects: ir.Effects, findings: Findings, place: _Place, span: Span
) -> None:
    in_flow = place.where in ("phase", "arrange")
    if in_flow and effects.chooses:
        findings.error("phase-chooses", f"`{name}` asks a choice, in a phase", span)
    if in_flow and effects.refuses:
        findings.error("phase-refuses", f"`{name}` may refuse, in a phase", span)
    if place.where == "action" and effects.draws:
        findings.error("rule-draws", f"`{name}` draws: not in an action", span)
    if place.where == "action" and effects.deals:
        message = f"`{name}` does what only the course of the game may"
        findings.error("phase-only", message, span)
    if place.closed and effects.chooses:
        findings.error("choice-in-loop", f"`{name}` asks a choice, inside `{place.closed}`", span)


def _check_stops(block: ir.Block, findings: Findings, allowed: bool) -> None:
    for statement in block:
        if isinstance(statement, ir.StopsStatement) and not allowed:
            findings.error(
                "stop-misplaced", "a stop may stand in steps and `if` only", statement.span
            )
        for inner in substatements(statement):
            _check_stops(inner, findings, allowed and isinstance(statement, ir.BranchStatement))
