"""Typed expressions to Python expressions.

Compiled code reads the cells `C`. A set is an int used as bits, a list a tuple.
"""

from __future__ import annotations

import re

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import MOST_MEMBERS, bounds
from brasswright.interpreter.checking.domains import ConstantField, StateField
from brasswright.interpreter.checking.types import (
    BoolType,
    ListType,
    NumberType,
    SetType,
    ZoneType,
)
from brasswright.interpreter.compiling.bearing import Bearing
from brasswright.interpreter.compiling.compiled import table_name
from brasswright.interpreter.compiling.indexing import Found, conjuncts, filled_field, found_by
from brasswright.interpreter.compiling.layout import Layout
from brasswright.interpreter.compiling.precomputing import Precomputing
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.running.kernel import ME, PILE_HEAD
from brasswright.interpreter.source import Span

MOST_LINES = 100_000
"""Longest compiled module."""
OPERATORS = {"/": "//", "+": "+", "-": "-", "*": "*"}


class ExpressionCompiler:
    """Writes expressions; constant tables and graphs that they need are gathered in `tables`."""

    def __init__(self, program: ir.Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self.bearing = Bearing(program)
        self.precomputing = Precomputing(self.bearing)
        self.tables: dict[str, object] = {}
        self.graphs: dict[str, str] = {}
        """Name in the compiled module → kind of link."""
        self.indexes: dict[str, tuple[str, str, str]] = {}
        """Name in the compiled module → kind, constant field, how rows are found."""
        self.texts: list[ir.Text] = []
        """Texts that are values: written as (number, values of the holes)."""
        self.in_iterable = 0
        """Above 0 while what a comprehension goes through is written: no `:=` may stand there."""
        self._written = 0

    def count_line(self, span: Span) -> None:
        """Raise RulesError when the rules branch out into too much code."""
        self._written += 1
        if self._written > MOST_LINES:
            message = "the ways through this branch out too far"
            raise RulesError([Diagnostic("too-many-ways", message, span)])

    # -- reading ---------------------------------------------------------------------------

    def cell(self, field: StateField, row: ir.Expr | None) -> str:
        """The number of the first cell of a field of a row."""
        column = self.layout.column(field)
        if row is None:
            return str(column.base)
        if isinstance(row, ir.Constant) and isinstance(row.value, int):
            return str(column.cell(row.value))
        index = self.write(row)
        return (
            f"{column.base} + {index}"
            if column.stride == 1
            else (f"{column.base} + {index} * {column.stride}")
        )

    def table(self, field: ConstantField) -> str:
        """The name of the tuple with the values of a constant field."""
        name = table_name(field)
        self.tables[name] = tuple(field.values)
        return name

    def write(self, e: ir.Expr) -> str:
        """The Python expression for `e`, safe to put into a larger one."""
        if isinstance(e, ir.ItemRead | ir.FunctionCall | ir.DefineCall | ir.Comprehension):
            e = self.precomputing.folded(e)
        match e:
            case ir.Constant(value=value):
                if isinstance(e.type, BoolType):
                    return str(bool(value))
                return f"({value})" if isinstance(value, int) and value < 0 else repr(value)
            case ir.ConstantMap(pairs=pairs):
                return repr(dict(pairs))
            case ir.Local(name=name):
                return f"v_{name}"
            case ir.Me():
                return f"C[{ME}]"
            case ir.StateRead():
                return self._state(e)
            case ir.ZoneRead():
                return self._zone_as_set(e)
            case ir.ConstantRead(field=field, row=row):
                if isinstance(row, ir.Constant) and isinstance(row.value, int):
                    return repr(field.values[row.value])
                return f"{self.table(field)}[{self.write(row)}]"
            case ir.Arithmetic(operator="+", left=left, right=ir.Constant(value=0)):
                return self.write(left)
            case ir.Arithmetic(operator="*", left=left, right=right) if _varies(left, right):
                return f"product({self.write(left)}, {self.write(right)})"
            case ir.Arithmetic(operator=operator, left=left, right=right):
                return f"({self.write(left)} {OPERATORS[operator]} {self.write(right)})"
            case ir.Negative(operand=operand):
                return f"(-{self.write(operand)})"
            case ir.Not(operand=operand):
                return f"(not {self.write(operand)})"
            case ir.Logical(operator=operator, left=left, right=right):
                return f"({self.write(left)} {operator} {self.write(right)})"
            case ir.Comparison(operator=operator, left=left, right=right):
                return self._comparison(operator, left, right)
            case ir.Membership(left=left, right=right):
                return self._membership(left, right)
            case ir.SetTest(operator="meets", left=left, right=right):
                return f"({self.write(left)} & {self.write(right)} != 0)"
            case ir.SetTest(left=left, right=right):
                return f"({self.write(left)} & ~{self.write(right)} == 0)"
            case ir.SetOperation(operator=operator, left=left, right=right):
                return f"({self.write(left)} {SETS[operator]}{self.write(right)})"
            case ir.SetOf(items=items):
                bits = " | ".join(f"1 << {self.write(i)}" for i in items)
                # Nothing is no member.
                return f"(({bits}) & -2)"
            case ir.ListOf(items=items):
                return "(" + "".join(f"{self.write(i)}, " for i in items) + ")"
            case ir.NumberRange(low=low, high=high):
                first, last = self.write(low), self.write(high)
                return f"range({first}, {last} + 1)" if is_known(e) else f"span({first}, {last})"
            case ir.Choice(test=test, then=then, otherwise=otherwise):
                return f"({self.write(then)} if {self.write(test)} else {self.write(otherwise)})"
            case ir.Comprehension():
                return self._comprehension(e)
            case ir.DefineCall(name=name, arguments=arguments):
                return f"f_{name}({', '.join(['C', *map(self.write, arguments)])})"
            case ir.FunctionCall():
                return self._function(e)
            case ir.ItemRead(of=of, index=index):
                helper = "entry" if not isinstance(of.type, ListType) else "item"
                return f"{helper}({self.write(of)}, {self.write(index)})"
            case ir.Text():
                self.texts.append(e)
                return f"({len(self.texts) - 1}, {self.values(e)})"

    def values(self, text: ir.Text) -> str:
        """The values in the holes of a text, as a tuple; filling in is done only when shown."""
        holes = [self.write(p) for p in text.pieces if not isinstance(p, str)]
        return "(" + "".join(f"{hole}, " for hole in holes) + ")"

    def _state(self, e: ir.StateRead) -> str:
        cell = self.cell(e.field, e.row)
        if self.layout.column(e.field).shape != "list":
            return f"C[{cell}]"
        if cell.isdigit():
            first = int(cell) + PILE_HEAD
            return f"tuple(C[{first}:{first} + C[{cell}]])"
        return f"pieces(C, 'pile', {cell}, 0)"

    def _zone_as_set(self, e: ir.ZoneRead) -> str:
        column = self.layout.column(e.field)
        cell = self.cell(e.field, e.row)
        if column.shape == "slot":
            return f"C[{cell}]"
        return f"union([1 << k for k in pieces(C, '{column.shape}', {cell}, {column.kinds})])"

    # -- comparing -------------------------------------------------------------------------

    def _comparison(self, operator: str, left: ir.Expr, right: ir.Expr) -> str:
        first, second = self.write(left), self.write(right)
        if isinstance(left.type, ListType):
            first, second = f"tuple({first})", f"tuple({second})"
        return f"({first} {operator} {second})"

    def _membership(self, left: ir.Expr, right: ir.Expr) -> str:
        row = self.write(left)
        if isinstance(right, ir.ZoneRead):
            column = self.layout.column(right.field)
            cell = self.cell(right.field, right.row)
            if column.shape == "bag":
                # Cell 0 of a bag is never filled: nothing is in no bag.
                return f"(C[{cell} + {row}] != 0)"
            return f"({row} in pieces(C, '{column.shape}', {cell}, {column.kinds}))"
        if isinstance(right.type, SetType):
            return f"({self.write(right)} >> {row} & 1 != 0)"
        return f"({row} in {self.write(right)})"

    # -- comprehensions --------------------------------------------------------------------

    def members(self, source: ir.Expr, name: str) -> tuple[str, str]:
        """What a loop walks through, and a test that goes with it ("" = none)."""
        self.in_iterable += 1
        found = self._members(source, name)
        self.in_iterable -= 1
        return found

    def _members(self, source: ir.Expr, name: str) -> tuple[str, str]:
        if isinstance(source, ir.ZoneRead):
            column = self.layout.column(source.field)
            cell = self.cell(source.field, source.row)
            if column.shape == "bag" and is_short(source.row):
                end = column.kinds + 1
                return f"compress(range(1, {end}), C[{cell} + 1:{cell} + {end}])", ""
            if column.shape == "bag":
                return f"ROWS[{self._zone_as_set(source)}]", ""
            return f"pieces(C, '{column.shape}', {cell}, {column.kinds})", ""
        if isinstance(source.type, SetType):
            if isinstance(source, ir.Constant) and isinstance(source.value, int):
                return self._constant_set(source.value), ""
            if self._picks(source):
                assert isinstance(source, ir.Comprehension)
                return self._fused(source, name)
            return f"ROWS[{self.write(source)}]", ""
        return self.write(source), ""

    @staticmethod
    def _picks(e: ir.Expr) -> bool:
        """Does it pick some of the members of a set or bag, each once and in order?"""
        if not isinstance(e, ir.Comprehension) or e.quantifier != "all" or e.give is not None:
            return False
        type_ = e.source.type
        return isinstance(type_, SetType) or (isinstance(type_, ZoneType) and type_.shape == "bag")

    @staticmethod
    def _constant_set(bits: int) -> str:
        rows = [i for i in range(bits.bit_length()) if bits >> i & 1]
        if rows and rows == list(range(rows[0], rows[-1] + 1)):
            return f"range({rows[0]}, {rows[-1] + 1})"
        return repr(tuple(rows))

    def _fused(self, e: ir.Comprehension, name: str) -> tuple[str, str]:
        """A set by comprehension is walked through as what it picks from, with its test."""
        walk, *tests = self._walk(e)
        test = " if ".join(tests)
        inner, outer = rf"\bv_{e.name}\b", f"v_{name}"
        if self.bearing.may_trap(e) or re.search(rf"\b{outer}\b", f"{walk} {test}"):
            return self._filtered(e), ""
        return walk, re.sub(inner, outer, test)

    def _filtered(self, e: ir.Comprehension) -> str:
        """A set by comprehension as a list of its rows: no bits are needed to walk through it."""
        return f"[v_{e.name} {self._clause(e)}]"

    def _clause(self, e: ir.Comprehension) -> str:
        walk, *tests = self._walk(e)
        return f"for v_{e.name} in {walk}" + "".join(f" if {test}" for test in tests)

    def _walk(self, e: ir.Comprehension) -> list[str]:
        """What a comprehension goes through, and its tests."""
        found = found_by(e, self._everything(e.source), self.bearing.may_trap)
        test = self._lies_in(e.source, e.name) if found is not None else ""
        if found is not None:
            self.in_iterable += 1
            walk = f"{self._index(found)}[{self.write(found.value)}]"
            self.in_iterable -= 1
            tests = [*([test] if test else []), *(self.write(each) for each in found.rest)]
        elif (filled := self._filled(e)) is not None:
            walk, others = filled
            tests = [self.write(each) for each in others]
        else:
            walk, test = self.members(e.source, e.name)
            tests = [t for t in (test, self.write(e.where) if e.where is not None else "") if t]
        return [walk, *tests]

    def _filled(self, e: ir.Comprehension) -> tuple[str, list[ir.Expr]] | None:
        """All rows of which a field is not 0: a walk through them, and what is still to test."""
        if e.where is None or not isinstance(e.source, ir.Constant):
            return None
        everything = self._everything(e.source)
        if not everything or e.source.value != everything:
            return None
        tests = list(conjuncts(e.where))
        for place, test in enumerate(tests):
            field = filled_field(test, e.name)
            if field is not None and self.layout.column(field).stride == 1:
                first = self.layout.column(field).cell(1)
                rows = everything.bit_length()
                walk = f"compress(range(1, {rows}), C[{first}:{first + rows - 1}])"
                return walk, tests[:place] + tests[place + 1 :]
            if self.bearing.may_trap(test):
                return None
        return None

    def _is_found(self, e: ir.Comprehension) -> bool:
        """Are rows looked up, and can nothing go wrong in going through them?"""
        trapping = self.bearing.may_trap
        found = found_by(e, self._everything(e.source), trapping)
        return found is not None and not trapping(e)

    def _everything(self, source: ir.Expr) -> int:
        domain = source.type.domain if isinstance(source.type, SetType) else None
        return self.program.domain(domain).everything if domain else 0

    def _lies_in(self, source: ir.Expr, name: str) -> str:
        """Of a bag: does it hold such a piece?"""
        if not isinstance(source, ir.ZoneRead):
            return ""
        return f"C[{self.cell(source.field, source.row)} + v_{name}]"

    def _index(self, found: Found) -> str:
        self.indexes[found.name] = (found.field.domain, found.field.name, found.how)
        return found.name

    def _comprehension(self, e: ir.Comprehension) -> str:
        if e.give is None and e.quantifier in ("exists", "all", "count"):
            fitting = self.precomputing.fitting(e)
            if fitting is not None:
                tail = {"exists": " != 0", "all": "", "count": ".bit_count()"}[e.quantifier]
                return f"(({self.write(e.source)} & {fitting}){tail})"
        clause = self._clause(e)
        give = self.write(e.give) if e.give is not None else f"v_{e.name}"
        self.in_iterable += 1
        by = self.write(e.by) if e.by is not None else ""
        self.in_iterable -= 1
        match e.quantifier:
            case "all" if isinstance(e.type, ListType):
                return f"tuple([{give} {clause}])"
            case "all" if self._picks(e):
                return f"sum([1 << {give} {clause}])"
            case "all":
                return f"(union([1 << {give} {clause}]) & -2)"
            case "union":
                return f"union([{give} {clause}])"
            case "exists" if e.give is None and self._is_found(e):
                return f"([0 {clause}] != [])"  # among few, sooner than `any`
            case "exists" if e.give is None:
                return f"any(True {clause})"
            case "exists":
                return f"any({give} {clause})"
            case "every":
                return f"all({give} {clause})"
            case "count":
                return f"len([0 {clause}])"
            case "sum":
                return f"sum([{give} {clause}])"
            case "smallest" | "largest":
                return f"{e.quantifier}([{give} {clause}])"
            case "first":
                return f"next(({give} {clause}), 0)"
            case "sorted":
                return f"tuple(sorted([v_{e.name} {clause}], key=lambda v_{e.name}: {by}))"
        optional = e.by is not None and isinstance(e.by.type, NumberType) and e.by.type.optional
        if optional:
            return f"{e.quantifier}([(d, v_{e.name}) {clause} for d in ({by},) if d >= 0])"
        return f"{e.quantifier}([({by}, v_{e.name}) {clause}])"

    # -- functions -------------------------------------------------------------------------

    def _function(self, e: ir.FunctionCall) -> str:
        first = e.arguments[0]
        match e.function:
            case "size" | "empty":
                size = self._size(first)
                if e.function == "size":
                    return size
                if isinstance(first.type, SetType):
                    return f"({self.write(first)} == 0)"
                return f"({size} == 0)"
            case "number":
                return self._number(first, e.arguments[1])
            case "position":
                return f"position({self.write(first)}, {self.write(e.arguments[1])})"
            case "smaller" | "larger":
                left, right = map(self.write, e.arguments)
                return f"{'min' if e.function == 'smaller' else 'max'}({left}, {right})"
            case "reach" | "distance":
                graph = self.graph(e.arguments[-1])
                values = ", ".join(self.write(a) for a in e.arguments)
                return f"{graph}.{e.function}({values})"
        assert isinstance(first, ir.ZoneRead), e.function
        return f"given({self.cell(first.field, first.row)})"

    def graph(self, links: ir.Expr) -> str:
        """The name of the graph made of that kind of link."""
        assert isinstance(links.type, SetType)
        assert links.type.domain is not None
        name = f"G_{links.type.domain}"
        self.graphs[name] = links.type.domain
        return name

    def _size(self, e: ir.Expr) -> str:
        if isinstance(e, ir.ZoneRead):
            column = self.layout.column(e.field)
            cell = self.cell(e.field, e.row)
            if column.shape == "bag" and is_short(e.row):
                return f"sum(C[{cell} + 1:{cell} + {column.kinds + 1}])"
            if column.shape == "bag":
                return f"len(pieces(C, 'bag', {cell}, {column.kinds}))"
            return f"C[{cell}]" if column.shape == "pile" else f"int(C[{cell}] != 0)"
        if isinstance(e, ir.StateRead) and self.layout.column(e.field).shape == "list":
            return f"C[{self.cell(e.field, e.row)}]"
        if isinstance(e.type, SetType):
            return f"({self.write(e)}).bit_count()"
        return f"len({self.write(e)})"

    def _number(self, what: ir.Expr, where: ir.Expr) -> str:
        assert isinstance(where, ir.ZoneRead)
        column = self.layout.column(where.field)
        cell, row = self.cell(where.field, where.row), self.write(what)
        if column.shape == "bag":
            return f"C[{cell} + {row}]"
        return f"pieces(C, '{column.shape}', {cell}, {column.kinds}).count({row})"


def is_short(row: ir.Expr | None) -> bool:
    """Is it so short that it may be written, and computed, several times over?"""
    return row is None or isinstance(row, ir.Constant | ir.Local | ir.Me)


def is_known(e: ir.NumberRange) -> bool:
    """Is a range short enough, whatever happens?"""
    low, high = bounds(e.low), bounds(e.high)
    return low is not None and high is not None and high[1] - low[0] < MOST_MEMBERS


def _varies(left: ir.Expr, right: ir.Expr) -> bool:
    return not isinstance(left, ir.Constant) and not isinstance(right, ir.Constant)


SETS = {"+": "| ", "-": "& ~", "&": "& "}
