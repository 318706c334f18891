"""How long the parts of a rulebook may take, at most: nothing may go on and on.

Work is counted in steps: each operation is one, a loop is its length times what it goes
through. What waits for a decision is not multiplied; between two decisions the clock is looked
at. The bound is far above what any game needs.
"""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import MOST_MEMBERS, PILE_SIZE, bounds
from brasswright.interpreter.checking.effects import substatements, walk
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import ListType, RowType, SetType, ZoneType
from brasswright.interpreter.source import Span

MOST_WORK = 500_000_000
"""Half a minute or less."""


def check_work(program: ir.Program, findings: Findings) -> None:
    """Report parts that may take too long."""
    work = Work(program)
    parts: list[tuple[int, Span]] = []
    parts += [(work.define(name), d.span) for name, d in program.defines.items()]
    parts += [(work.rule(name), r.span) for name, r in program.rules.items()]
    parts += [(work.block(a.body), a.span) for a in program.actions.values()]
    parts += [(work.phase(name), p.span) for name, p in program.phases.items()]
    parts += [(work.block(a), a[0].span) for a in program.arranges if a]
    parts += [(work.expression(i.test), i.test.span) for i in program.invariants]
    parts += [(work.expression(r.value), r.value.span) for r in program.ranking]
    for rows in program.rows_shown():
        columns = sum(work.expression(e) for _, e in (*rows.columns, ("", rows.where)) if e)
        parts.append((work.length(rows.source) * columns, rows.source.span))
    for steps, span in parts:
        if steps > MOST_WORK:
            message = "this may take too long: loops inside loops, or too long ones"
            findings.error("too-much-work", message, span)
            return


class Work:
    """Counts steps; what is counted once is remembered."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._known: dict[tuple[str, str], int] = {}

    def define(self, name: str) -> int:
        key = ("define", name)
        if key not in self._known:
            self._known[key] = self.expression(self.program.defines[name].body)
        return self._known[key]

    def rule(self, name: str) -> int:
        key = ("rule", name)
        if key not in self._known:
            self._known[key] = self.block(self.program.rules[name].body)
        return self._known[key]

    def phase(self, name: str) -> int:
        key = ("phase", name)
        if key not in self._known:
            self._known[key] = self.block(self.program.phases[name].body)
        return self._known[key]

    # -- statements ------------------------------------------------------------------------

    def block(self, block: ir.Block) -> int:
        return sum(self.statement(s) for s in block)

    def statement(self, s: ir.Stmt) -> int:
        own = 1 + sum(self.expression(e) for e in _expressions(s))
        inner = sum(self.block(block) for block in substatements(s))
        match s:
            case ir.CallStatement(rule=rule):
                return own + self.rule(rule)
            case ir.PlayStatement(phase=phase):
                return own + self.phase(phase)
            case ir.ChooseStatement(source=source, many=many):
                return (MOST_MEMBERS if many else self.length(source)) * own + inner
            case ir.MoveStatement(piece=None):
                return own + PILE_SIZE
        return own * self.rounds(s) + inner * self.rounds(s)

    def rounds(self, s: ir.Stmt) -> int:
        """How often a statement is gone through between two decisions, at most."""
        if self.waits(s):
            return 1
        match s:
            case ir.LoopStatement(source=source):
                return self.length(source)
            case ir.PutStatement():
                return PILE_SIZE
            case ir.TimesStatement(times=number):
                known = bounds(number)
                return MOST_MEMBERS if known is None else max(1, min(known[1], MOST_MEMBERS))
            case ir.WhileStatement(limit=limit):
                return limit
        return 1

    def waits(self, s: ir.Stmt) -> bool:
        for inner in walk((s,)):
            match inner:
                case ir.ActStatement() | ir.ChooseStatement():
                    return True
                case ir.PlayStatement(phase=phase):
                    if any(self.waits(i) for i in self.program.phases[phase].body):
                        return True
        return False

    # -- expressions -----------------------------------------------------------------------

    def expression(self, e: ir.Expr) -> int:
        match e:
            case ir.Comprehension():
                each = sum(self.expression(part) for part in (e.where, e.give, e.by) if part)
                return self.expression(e.source) + self.length(e.source) * (1 + each)
            case ir.DefineCall(name=name):
                return self.define(name) + sum(self.expression(a) for a in e.arguments)
            case ir.FunctionCall(function="reach" | "distance"):
                return self.length(e.arguments[-1]) ** 2 + sum(map(self.expression, e.arguments))
            case ir.NumberRange() | ir.ZoneRead():
                return self.length(e) + sum(self.expression(part) for part in _expressions(e))
        return 1 + sum(self.expression(part) for part in _expressions(e))

    def length(self, e: ir.Expr) -> int:
        """How many members it has, at most."""
        match e.type:
            case SetType(domain=str() as domain):
                return len(self.program.domain(domain)) or 1
            case ZoneType(domain=domain, shape=shape):
                return PILE_SIZE if shape == "pile" else len(self.program.domain(domain)) or 1
        match e:
            case ir.Constant(value=tuple(items)):
                return len(items) or 1
            case ir.StateRead(type=ListType(of=RowType(domain=domain))):
                return len(self.program.domain(domain)) or 1
            case ir.ConstantRead(field=field):
                return max((len(v) for v in field.values if isinstance(v, tuple)), default=1) or 1
            case ir.ListOf(items=items):
                return len(items) or 1
            case ir.NumberRange(low=low, high=high):
                first, last = bounds(low), bounds(high)
                if first is None or last is None:
                    return MOST_MEMBERS
                return max(1, min(last[1] - first[0] + 1, MOST_MEMBERS))
            case ir.Comprehension(source=source):
                return self.length(source)
            case ir.Choice(then=then, otherwise=otherwise):
                return max(self.length(then), self.length(otherwise))
            case ir.DefineCall(name=name):
                return self.length(self.program.defines[name].body)
        return MOST_MEMBERS


def _expressions(value: object) -> Iterator[ir.Expr]:
    """The expressions directly inside a statement or an expression."""
    if isinstance(value, ir.Placed | ir.Typed):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                yield from _in(getattr(value, slot))


def _in(value: object) -> Iterator[ir.Expr]:
    if isinstance(value, ir.Typed):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple):
        for item in value:
            yield from _in(item)
    elif isinstance(value, ir.Candidate):
        yield from _in((value.test, value.reason))
    elif isinstance(value, ir.Reason):
        yield from _in((value.text, value.lacking))
