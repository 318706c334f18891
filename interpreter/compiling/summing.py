"""Worth taken apart: what it adds up, each as one expression.

Judging asks for the worth of one position after another that differ in little. So what `worth`
adds up is written out in functions of their own, in which the defines that are called are written
in place; and defines without arguments are asked for once, and their values given to them. After a
move only those are asked anew that read what it has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.secrets import WORTH, judges
from brasswright.interpreter.checking.work import Work
from brasswright.interpreter.compiling.bearing import Bearing, parts

PLAYER = "p"
"""What the player is called whose worth it is."""
SHORT = 8
"""Steps of an argument that may be computed wherever it is used."""
LONG = 4
"""Steps of a define without arguments that is worth being asked for once."""
MOST_NODES = 4000
DEEPEST = 50
"""Size of what is written in place at most."""

Names = Mapping[str, ir.Expr | str]
"""What the names of a define stand for: an expression, or another name."""


@dataclass(frozen=True, slots=True)
class Summand:
    """One of the values that are added up, so many times."""

    value: ir.Expr
    factor: int
    given: tuple[int, ...]
    """The numbers of the given values that it uses, which are called `g0`, `g1` …"""

    @property
    def parameters(self) -> tuple[str, ...]:
        """What its function is called with, besides the cells."""
        return (PLAYER, *(f"g{number}" for number in self.given))


class TooLarge(Exception):
    """Written in place, it would be too large an expression."""


class Summing:
    """The worth of a program, taken apart."""

    def __init__(self, program: ir.Program, bearing: Bearing | None = None) -> None:
        self.program = program
        self.given: list[str] = []
        """Defines without arguments whose values the summands are given."""
        self.summands: list[Summand] = []
        self._bearing = bearing or Bearing(program)
        self._work = Work(program)
        self._names = self._nodes = 0
        if judges(program):
            define = program.defines[WORTH]
            (name, kind), *_ = define.parameters
            player = ir.Local(type=kind, span=define.span, name=PLAYER)
            try:
                whole = self._in_place(define.body, {name: player}, 0)
            except TooLarge:
                self.given = []
                whole = ir.DefineCall(
                    type=define.body.type, span=define.span, name=WORTH, arguments=(player,)
                )
            self.summands = [
                Summand(value, factor, tuple(sorted(set(_given(value)))))
                for value, factor in _added(whole, 1)
            ]

    # -- writing in place ------------------------------------------------------------------

    def _in_place(self, e: Any, names: Names, depth: int) -> Any:
        """An expression in which defines are replaced by what they say."""
        self._nodes += 1
        if self._nodes > MOST_NODES or depth > DEEPEST:
            raise TooLarge
        match e:
            case tuple():
                return tuple(self._in_place(part, names, depth) for part in e)
            case ir.Local(name=name):
                known = names[name]
                return replace(e, name=known) if isinstance(known, str) else known
            case ir.Comprehension():
                self._names += 1
                name = f"x{self._names}"
                inner = {**names, e.name: name}
                source = self._in_place(e.source, names, depth + 1)
                where, give, by = self._in_place((e.where, e.give, e.by), inner, depth + 1)
                return replace(e, name=name, source=source, where=where, give=give, by=by)
            case ir.DefineCall():
                return self._call(e, names, depth)
            case ir.Typed():
                changes = {
                    slot: self._in_place(getattr(e, slot), names, depth + 1)
                    for slot in type(e).__slots__
                }
                return replace(e, **changes)
        return e

    def _call(self, e: ir.DefineCall, names: Names, depth: int) -> ir.Expr:
        arguments = self._in_place(e.arguments, names, depth + 1)
        define = self.program.defines[e.name]
        if not arguments:
            number = self._given(e.name)
            if number is not None:
                return ir.Local(type=e.type, span=e.span, name=f"g{number}")
        if all(map(self._is_short, arguments)):
            pairs = zip(define.parameters, arguments, strict=True)
            inner = {name: argument for (name, _), argument in pairs}
            found: ir.Expr = self._in_place(define.body, inner, depth + 1)
            return found
        return replace(e, arguments=arguments)

    def _is_short(self, e: ir.Expr) -> bool:
        return self._work.expression(e) <= SHORT and not self._bearing.may_trap(e)

    def _given(self, name: str) -> int | None:
        """The number of a given value; None if it is no use to give it."""
        body = self.program.defines[name].body
        short = self._work.define(name) < LONG or not self._bearing.define(name)
        if short or self._bearing.may_trap(body):
            return None
        if name not in self.given:
            self.given.append(name)
        return self.given.index(name)


def _given(value: object) -> Iterator[int]:
    """The numbers of the given values that an expression uses."""
    if isinstance(value, ir.Local) and value.name.startswith("g"):
        yield int(value.name[1:])
    for part in parts(value):
        yield from _given(part)


def _added(e: ir.Expr, factor: int) -> Iterator[tuple[ir.Expr, int]]:
    """What an expression is the sum of, each with how often it is added."""
    match e:
        case ir.Arithmetic(operator="+", left=left, right=right):
            yield from _added(left, factor)
            yield from _added(right, factor)
        case ir.Arithmetic(operator="-", left=left, right=right):
            yield from _added(left, factor)
            yield from _added(right, -factor)
        case ir.Arithmetic(operator="*", left=ir.Constant(value=int(times)), right=of):
            yield from _added(of, factor * times)
        case _:
            yield e, factor
