"""Defines whose values are remembered, by all that they read.

What a define reads is known: its arguments, and cells. Where looking those up is much less work
than the define itself, they are the key under which its value is kept. So nothing has to be
forgotten when a position changes, is taken back or is another one: the key then is another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.secrets import WORTH
from brasswright.interpreter.checking.types import TextType, ZoneType
from brasswright.interpreter.checking.work import Work
from brasswright.interpreter.compiling.bearing import parts
from brasswright.interpreter.compiling.layout import Column, Layout
from brasswright.interpreter.running.kernel import ME, PILE_HEAD

MOST_CELLS = 260
"""Longest key, in cells."""
LOOKING_UP = 8
"""Steps that it takes to find what is remembered of a graph."""
STEPS_PER_CELL = 2
"""How many steps of work must be saved for each cell of the key."""

Row = str | int | None
"""Whose cells are read: those of a parameter or `me` (Python for it), of a row, of all rows."""
EVERY: Row = None


@dataclass(frozen=True, slots=True)
class Access:
    """Cells that are read: of a field, for one row or every row."""

    field: StateField | None
    """None = the cell of `me`."""
    row: Row
    length_only: bool = False
    """Of a pile: how many pieces lie there, not which."""


class _WorkLeft(Work):
    """Steps of work where other defines, and what can be reached, are remembered already."""

    def __init__(self, program: ir.Program, cells: Callable[[str], int | None]) -> None:
        super().__init__(program)
        self._cells = cells

    def define(self, name: str) -> int:
        cells = self._cells(name)
        return super().define(name) if cells is None else 1 + cells

    def expression(self, e: ir.Expr) -> int:
        if isinstance(e, ir.FunctionCall) and e.function == "reach":
            return LOOKING_UP + sum(map(self.expression, e.arguments))
        return super().expression(e)


class Remembering:
    """Decides which defines are remembered, and writes their keys."""

    def __init__(self, program: ir.Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self._judging = _only_judging(program)
        self._left = _WorkLeft(program, self._key_cells)
        self._keys: dict[str, list[Slice] | None] = {}

    def key(self, define: ir.Define) -> str:
        """The key of a define, as Python; "" when it isn't worth while."""
        slices = self._key(define)
        if slices is None:
            return ""
        written = [*(f"v_{name}" for name, _ in define.parameters), *(s.write() for s in slices)]
        return "(" + "".join(f"{each}, " for each in written) + ")"

    def _key(self, define: ir.Define) -> list[Slice] | None:
        """The cells of the key of a define; None when it isn't worth while."""
        if define.name not in self._keys:
            self._keys[define.name] = self._found(define)
        return self._keys[define.name]

    def _key_cells(self, name: str) -> int | None:
        slices = self._key(self.program.defines[name])
        return None if slices is None else sum(each.length for each in slices)

    def _found(self, define: ir.Define) -> list[Slice] | None:
        if isinstance(define.result, TextType) or define.name in self._judging:
            return None
        names: Mapping[str, Row] = {name: f"v_{name}" for name, _ in define.parameters}
        slices = [self._cells(access) for access in set(self.accesses(define.body, names))]
        if None in slices:
            return None
        found = _joined([each for each in slices if each is not None])
        cells = sum(each.length for each in found)
        saved = self._left.expression(define.body)
        worth_while = cells <= MOST_CELLS and saved >= 12 + STEPS_PER_CELL * cells
        return found if worth_while else None

    def _cells(self, access: Access) -> Slice | None:
        if access.field is None:
            return Slice("", ME, 1)
        column = self.layout.column(access.field)
        if access.row is EVERY:
            if column.shape == "pile":
                return None
            return Slice("", column.base, column.stride * (column.rows + 1))
        length = _length(column, access.length_only)
        if length is None:
            return None
        if isinstance(access.row, int):
            return Slice("", column.cell(access.row), length)
        times = f" * {column.stride}" if column.stride != 1 else ""
        return Slice(f"{access.row}{times}", column.base, length)

    # -- what is read ----------------------------------------------------------------------

    def accesses(self, value: object, names: Mapping[str, Row]) -> Iterator[Access]:
        """The cells that an expression reads, by what is known of the rows of its names."""
        match value:
            case ir.Me():
                yield Access(None, 0)
                return
            case ir.FunctionCall(function="size" | "empty", arguments=(ir.ZoneRead() as zone,)):
                yield from self._access(zone, names, length_only=True)
                return
            case ir.StateRead() | ir.ZoneRead():
                yield from self._access(value, names)
                return
            case ir.DefineCall(name=name, arguments=arguments):
                called = self.program.defines[name]
                known = {
                    parameter: self._row(argument, names)
                    for (parameter, _), argument in zip(called.parameters, arguments, strict=True)
                }
                yield from self.accesses(called.body, known)
        for part in parts(value):
            yield from self.accesses(part, names)

    def _access(
        self, read: ir.StateRead | ir.ZoneRead, names: Mapping[str, Row], length_only: bool = False
    ) -> Iterator[Access]:
        pile = isinstance(read.field.type, ZoneType) and read.field.type.shape == "pile"
        row: Row = 0 if read.row is None else self._row(read.row, names)
        yield Access(read.field, row, length_only and pile)
        if read.row is not None:
            yield from self.accesses(read.row, names)

    @staticmethod
    def _row(e: ir.Expr, names: Mapping[str, Row]) -> Row:
        match e:
            case ir.Local(name=name):
                return names.get(name, EVERY)
            case ir.Me():
                return f"C[{ME}]"
            case ir.Constant(value=int(value)):
                return value
        return EVERY


def _only_judging(program: ir.Program) -> set[str]:
    """What is asked for nothing but the worth of a position: each time of another one."""
    if WORTH not in program.defines:
        return set()
    playing: set[str] = set()
    _add_called([action.body for action in program.actions.values()], program, playing)
    _add_called([rule.body for rule in program.rules.values()], program, playing)
    judging = {WORTH}
    _add_called(program.defines[WORTH].body, program, judging)
    return judging - playing


def _add_called(value: object, program: ir.Program, names: set[str]) -> None:
    """The defines that something calls, and those that these call."""
    if isinstance(value, ir.DefineCall) and value.name not in names:
        names.add(value.name)
        _add_called(program.defines[value.name].body, program, names)
    for part in parts(value):
        _add_called(part, program, names)


def _length(column: Column, length_only: bool) -> int | None:
    """How many cells a row has that a define can look at; None = too many."""
    if column.shape == "pile":
        return 1 if length_only else None
    if column.shape == "list":
        return PILE_HEAD + column.kinds
    return column.kinds + 1 if column.shape == "bag" else 1


@dataclass(frozen=True, slots=True)
class Slice:
    """Cells one after the other: `length` of them from `row + base` on."""

    row: str
    base: int
    length: int

    def write(self) -> str:
        """As an item of a tuple."""
        first = f"{self.base} + {self.row}" if self.row else f"{self.base}"
        if self.length == 1:
            return f"C[{first}]"
        end = f"{self.base + self.length}"
        return f"*C[{first}:{end} + {self.row}]" if self.row else f"*C[{first}:{end}]"


def _joined(slices: list[Slice]) -> list[Slice]:
    """The same cells in as few slices as possible."""
    found: list[Slice] = []
    for each in sorted(set(slices), key=lambda s: (s.row, s.base, -s.length)):
        last = found[-1] if found else None
        if last is None or last.row != each.row or each.base > last.base + last.length:
            found.append(each)
        else:
            end = max(last.base + last.length, each.base + each.length)
            found[-1] = Slice(last.row, last.base, end - last.base)
    return found
