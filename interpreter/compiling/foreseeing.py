"""What will be required later, told as soon as it can be: before all the ways to get there.

Something that nothing changes until it is required can be tested at once. And where a number only
grows until it is compared (costs are added up, then paid), a comparison that fails with what has
been added so far fails then as well. Such a test finds out early that no way leads on; the rules
still require the whole where they say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.names import free_names
from brasswright.interpreter.checking.work import Work
from brasswright.interpreter.compiling.bearing import Bearing, Thing, inner_names, statements
from brasswright.interpreter.compiling.rests import Rest, Then

Names = Mapping[str, ir.Expr]
"""What the parameters of a rule stand for, where it is called."""
LONGEST = 12
"""Steps that a test may take which is made again where the rules require it."""
LARGER_LEFT = {">=": True, ">": True, "<=": False, "<": False}


@dataclass(frozen=True, slots=True, eq=False)
class Foreseen:
    """A test that must hold here for any way to lead on."""

    test: ir.Expr
    whole: ir.RequireStatement | None
    """The statement that requires just this, which then needs no test of its own."""


class Foreseeing:
    """Looks ahead in the rules of one program."""

    def __init__(self, bearing: Bearing) -> None:
        self.bearing = bearing
        self.program = bearing.program
        self.work = Work(bearing.program)

    def ahead(self, rest: Rest, bound: frozenset[str]) -> list[Foreseen]:
        """What the rest is sure to require, as far as the names known here can tell."""
        look = _Look(self, bound)
        seen: list[ir.Stmt] = []
        while isinstance(rest, Then):
            for s in rest.block:
                seen.append(s)
                if not look.past(s, None):
                    return look.only_once(seen)
            rest = rest.rest
        return look.only_once([s for s in statements(rest) if s is not None] + seen)


class _Look:
    """One look ahead: what has changed on the way so far."""

    def __init__(self, foreseeing: Foreseeing, bound: frozenset[str]) -> None:
        self.bearing = foreseeing.bearing
        self.program = foreseeing.program
        self.work = foreseeing.work
        self.bound = bound
        self.changed: set[Thing] = set()
        self.grown: dict[StateField, list[ir.Expr]] = {}
        """Numbers that only grew: by these, and maybe by more."""
        self.found: list[Foreseen] = []

    def past(self, s: ir.Stmt, names: Names | None) -> bool:
        """Go past a statement; False when it is not sure that anything after it is done."""
        if names is None:
            self.bound -= inner_names(s)
        match s:
            case ir.EndStatement() | ir.DrawStatement():
                return False
            case ir.StopsStatement(low=0):
                return False
            case ir.ChooseStatement(otherwise=otherwise) if otherwise is not None:
                return False
            case ir.RequireStatement():
                self._required(s, names)
            case ir.CallStatement(rule=name, arguments=arguments):
                rule = self.program.rules[name]
                values = [substituted(a, names) for a in arguments]
                parameters = [parameter for parameter, _ in rule.parameters]
                inner = {p: v for p, v in zip(parameters, values, strict=True) if v is not None}
                return all(self.past(each, inner) for each in rule.body)
            case ir.SetStatement(field=field, row=None, operator="+=", value=value):
                self._added(field, substituted(value, names))
            case _:
                self._changes(s, names)
        return True

    def only_once(self, done: list[ir.Stmt]) -> list[Foreseen]:
        """What was found; what is done again later has to be tested again there."""
        ids = [id(s) for s in done]
        return [
            replace(each, whole=None) if each.whole and ids.count(id(each.whole)) > 1 else each
            for each in self.found
        ]

    # -- what changes ----------------------------------------------------------------------

    def _added(self, field: StateField, value: ir.Expr | None) -> None:
        if value is not None and self._is_known(value):
            self.grown.setdefault(field, []).append(value)
        elif value is not None and self._never_negative(value, {}):
            self.grown.setdefault(field, [])
        else:
            self.changed.add(field)

    def _changes(self, s: ir.Stmt, names: Names | None) -> None:
        """A statement of which only is asked what it writes."""
        for thing in self.bearing.writes((s,)):
            if isinstance(thing, StateField) and all(self._additions((s,), thing, names)):
                self.grown.setdefault(thing, [])
            else:
                self.changed.add(thing)

    def _additions(self, block: ir.Block, field: StateField, names: Names | None) -> Iterator[bool]:
        """For each change of a field in a block: does the field only grow by it?"""
        for s in walk(block):
            match s:
                case ir.SetStatement(field=changed) if changed is field:
                    value = substituted(s.value, names)
                    grows = s.operator == "+=" and s.row is None and value is not None
                    yield grows and self._never_negative(value, {})
                case ir.CallStatement(rule=name, arguments=arguments):
                    rule = self.program.rules[name]
                    if field in self.bearing.rule(name)[1]:
                        values = [substituted(a, names) for a in arguments]
                        pairs = zip(rule.parameters, values, strict=True)
                        inner = {p: v for (p, _), v in pairs if v is not None}
                        yield from self._additions(rule.body, field, inner)
                case (
                    ir.ShuffleStatement()
                    | ir.MoveStatement()
                    | ir.PutStatement()
                    | ir.LoopStatement(field=StateField())
                ) if field in self.bearing.writes((s,)):
                    yield False

    # -- what is required ------------------------------------------------------------------

    def _required(self, s: ir.RequireStatement, names: Names | None) -> None:
        test = substituted(s.test, names)
        if test is None or self.bearing.may_trap(test):
            return
        if self._is_known(test):
            if names is None:
                self.found.append(Foreseen(test, s))
            elif self.work.expression(test) <= LONGEST:
                self.found.append(Foreseen(test, None))
            return
        grown = self._with_growth(test)
        if grown is not None:
            self.found.append(Foreseen(grown, None))

    def _with_growth(self, test: ir.Expr) -> ir.Expr | None:
        """A comparison with a number that grows until then, with what is known to be added."""
        if not isinstance(test, ir.Comparison) or test.operator not in LARGER_LEFT:
            return None
        larger_left = LARGER_LEFT[test.operator]
        small = test.right if larger_left else test.left
        if not self._is_known(test.left if larger_left else test.right):
            return None
        if not isinstance(small, ir.StateRead) or small.field in self.changed:
            return None
        total: ir.Expr = small
        for value in self.grown.get(small.field, []):
            total = ir.Arithmetic(
                operator="+", left=total, right=value, type=small.type, span=value.span
            )
        return replace(test, right=total) if larger_left else replace(test, left=total)

    def _is_known(self, e: ir.Expr) -> bool:
        """Is its value the same here as it will be there?"""
        reads = self.bearing.reads(e)
        return (
            free_names(e) <= self.bound
            and reads.isdisjoint(self.changed)
            and reads.isdisjoint(self.grown)
        )

    def _never_negative(self, e: ir.Expr | None, names: Names) -> bool:
        """Is a number surely 0 or more, whatever a house makes of the rules?"""
        match e:
            case ir.Constant(value=int(value)):
                return value >= 0
            case ir.Constant(value=tuple(values)):
                return all(isinstance(v, int) and v >= 0 for v in values)
            case ir.ConstantRead(field=field):
                return all(_not_negative(value) for value in field.values)
            case ir.StateRead(field=field):
                return field.low >= 0
            case ir.Local(name=name):
                return name in names and self._never_negative(names[name], {})
            case ir.Arithmetic(operator="+" | "*" | "/", left=left, right=right):
                return self._never_negative(left, names) and self._never_negative(right, names)
            case ir.Choice(then=then, otherwise=otherwise):
                return self._never_negative(then, names) and self._never_negative(otherwise, names)
            case ir.ItemRead(of=of):
                return self._never_negative(of, names)
            case ir.FunctionCall(function="size" | "number" | "position"):
                return True
            case ir.DefineCall(name=name):
                return self._never_negative(self.program.defines[name].body, {})
        return False


def _not_negative(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_not_negative, value))
    return isinstance(value, int) and value >= 0


def substituted(e: ir.Expr, names: Names | None) -> ir.Expr | None:
    """An expression of a rule where the rule is called; None if it needs an inner name of it.

    `names` None = it stands in no rule.
    """
    if names is None:
        return e
    found = _substituted(e, names, frozenset())
    return found if isinstance(found, ir.Typed) else None  # type: ignore[return-value]


def _substituted(value: object, names: Names, inner: frozenset[str]) -> object:
    if isinstance(value, ir.Local):
        if value.name in inner:
            return value
        return names.get(value.name)
    if isinstance(value, tuple):
        parts = tuple(_substituted(part, names, inner) for part in value)
        return None if None in parts else parts
    if not isinstance(value, ir.Typed):
        return value
    if isinstance(value, ir.Comprehension):
        inner |= {value.name}
    changes: dict[str, Any] = {}
    for slot in type(value).__slots__:
        old = getattr(value, slot)
        new = _substituted(old, names, inner)
        if new is None and old is not None:
            return None
        changes[slot] = new
    return replace(value, **changes)
