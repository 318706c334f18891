"""What bears on what: which statements can turn out differently after another answer.

A *thing* is a local name, a state field (all its rows) or `me`. What a statement reads and
writes is found over the calls of defines and rules. From a choice on, *tainted* things are those
that may differ from one answer to the next; a statement that reads none of them does the same
for every answer, up to what it reads of things that are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.effects import block_effects, walk
from brasswright.interpreter.checking.names import bound_in
from brasswright.interpreter.compiling.rests import AtStop, Finish, Rest, Then

Thing = str | StateField | type[ir.Me]
"""A local name, a state field, or `me`."""
Things = frozenset[Thing]
Plain = Callable[[ir.Stmt], bool]
"""Does a statement ask nothing?"""


class Bearing:
    """Answers about the parts of one program, remembered."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._defines: dict[str, Things] = {}
        self._traps: dict[str, bool] = {}
        self._rules: dict[str, tuple[Things, Things]] = {}

    # -- expressions -----------------------------------------------------------------------

    def reads(self, value: object) -> Things:
        """What an expression, statement or block looks at; reasons and log lines don't count."""
        return frozenset(self._reads(value))

    def _reads(self, value: object) -> Iterator[Thing]:
        match value:
            case ir.Reason() | ir.LogStatement() | StateField():
                return
            case ir.Local(name=name):
                yield name
            case ir.Me():
                yield ir.Me
            case ir.StateRead(field=field) | ir.ZoneRead(field=field):
                yield field
            case ir.DefineCall(name=name):
                yield from self.define(name)
            case ir.CallStatement(rule=rule):
                yield from self.rule(rule)[0]
            case ir.SetStatement(field=field, operator=operator) if operator != "=":
                yield field
        yield from (thing for part in parts(value) for thing in self._reads(part))

    def define(self, name: str) -> Things:
        """The fields that a define reads, and `me`."""
        if name not in self._defines:
            found = self.reads(self.program.defines[name].body)
            self._defines[name] = frozenset(t for t in found if not isinstance(t, str))
        return self._defines[name]

    def may_trap(self, value: object) -> bool:
        """May it go wrong to evaluate it? Where that can't be told at once, it may."""
        match value:
            case ir.ItemRead(of=ir.Constant(value=tuple(items)), index=ir.Constant(value=int(at))):
                return not 0 <= at < len(items)
            case ir.ItemRead() | ir.NumberRange():
                return True
            case ir.FunctionCall(function="given"):
                return True
            case ir.Arithmetic(operator="*", left=left, right=right):
                if not isinstance(left, ir.Constant) and not isinstance(right, ir.Constant):
                    return True
            case ir.Comprehension(quantifier="smallest" | "largest"):
                return True
            case ir.DefineCall(name=name):
                if name not in self._traps:
                    self._traps[name] = self.may_trap(self.program.defines[name].body)
                if self._traps[name]:
                    return True
        return any(self.may_trap(part) for part in parts(value))

    # -- statements ------------------------------------------------------------------------

    def rule(self, name: str) -> tuple[Things, Things]:
        """What a rule reads, and what it writes, local names left out."""
        if name not in self._rules:
            body = self.program.rules[name].body
            reads = frozenset(t for t in self.reads(body) if not isinstance(t, str))
            self._rules[name] = reads, self.writes(body)
        return self._rules[name]

    def writes(self, block: ir.Block) -> Things:
        """The fields that the statements of a block may change, and `me`."""
        found: set[Thing] = set()
        for s in walk(block):
            match s:
                case ir.SetStatement(field=field) | ir.ShuffleStatement(field=field):
                    found.add(field)
                case ir.MoveStatement(source=source, target=target):
                    found |= {source.field, target.field}
                case ir.DrawStatement(source=source, target=target):
                    found |= {source.field, target.field}
                case ir.PutStatement(zone=zone):
                    found.add(zone.field)
                case ir.AsStatement():
                    found.add(ir.Me)
                case ir.LoopStatement(field=StateField() as field):
                    found.add(field)
                case ir.CallStatement(rule=rule):
                    found |= self.rule(rule)[1]
        return frozenset(found)

    def tells(self, block: ir.Block) -> Things:
        """What may differ after a block: what it writes, and the names it binds."""
        return self.writes(block) | frozenset(bound_in(block))

    def choices(self, block: ir.Block) -> frozenset[int]:
        """The numbers of all choices that a block may ask, calls included."""
        found: set[int] = set()
        for s in walk(block):
            match s:
                case ir.ChooseStatement(number=number) | ir.OptionsStatement(number=number):
                    found.add(number)
                case ir.CallStatement(rule=rule):
                    found |= self.choices(self.program.rules[rule].body)
        return frozenset(found)

    def may_fail(self, s: ir.Stmt) -> bool:
        """May a statement refuse, or ask something that has no answer?"""
        effects = block_effects((s,), self.program.rules)
        return effects.refuses or effects.chooses

    # -- what follows a choice -------------------------------------------------------------

    def alike_from(
        self, rest: Rest, tainted: Things, numbers: Set[int], is_plain: Plain
    ) -> ir.Stmt | bool:
        """From where on all answers come to the same, so that if one finds no way, none does.

        True = from the start, a statement = when that is done, False = nowhere. Such a place
        is only looked for before the next choice: after that, each way is another matter.
        """
        found: ir.Stmt | bool = True
        asked = failing = False
        taint = set(tainted)
        for s in statements(rest):
            if s is None:
                return False
            if isinstance(s, ir.EndStatement | ir.DrawStatement):
                break
            if isinstance(s, ir.StopsStatement) and not s.low:
                break
            plain = is_plain(s)
            if not plain and numbers & self.choices((s,)):
                return False  # one of equal picks leaves less to the next
            if not taint.isdisjoint(self.reads(s)):
                taint |= self.tells((s,)) | inner_names(s)
                if self.may_fail(s):
                    if asked or not plain or s is found:
                        return False
                    found, failing = s, False
                    continue
            asked = asked or not plain
            failing = failing or self.may_fail(s)
        return found if failing else False


def statements(rest: Rest) -> Iterator[ir.Stmt | None]:
    """What is left to do, statement by statement; None where that can't be told from here."""
    while True:
        match rest:
            case Then(block=block, rest=rest):
                yield from block
            case AtStop(stop=stop):
                rest = stop.rest
            case Finish():
                return
            case _:
                yield None
                return


def parts(value: object) -> Iterator[object]:
    """What a node of the program consists of."""
    if isinstance(value, tuple | list):
        yield from value
    elif isinstance(value, ir.Typed | ir.Placed | ir.Candidate):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                yield getattr(value, slot)


def inner_names(s: ir.Stmt) -> frozenset[str]:
    """Names that a statement binds, for itself or for those after it."""
    kinds = ir.LetStatement | ir.ChooseStatement | ir.LoopStatement | ir.DrawStatement
    return frozenset(inner.name for inner in walk((s,)) if isinstance(inner, kinds))
