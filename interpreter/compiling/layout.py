"""Where everything lies in the cells of a position."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.interpreter.checking.bounds import PILE_SIZE
from brasswright.interpreter.checking.domains import Domains, StateField
from brasswright.interpreter.checking.types import ListType, RowType, ZoneType
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.running.kernel import FIRST_FREE, PILE_HEAD


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of one state field: row r starts at `base + r * stride`."""

    field: StateField
    base: int
    stride: int
    rows: int
    """How many rows it has, the row of nothing not counted; 0 = a field of the game."""
    shape: str
    """"cell", "list", "bag", "pile" or "slot"."""
    kinds: int
    """For zones and lists: how many kinds of piece there are."""

    def cell(self, row: int = 0) -> int:
        """The first cell of a row."""
        return self.base + row * self.stride


MOST_CELLS = 100_000
"""Largest position."""
LIST_ROOM = 64
"""Longest list that the course of the game can keep while it waits."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the course of the game keeps a value of its own while it waits."""

    cell: int
    is_list: bool = False

    def read(self) -> str:
        """The Python expression for the value."""
        return f"pieces(C, 'pile', {self.cell}, 0)" if self.is_list else f"C[{self.cell}]"

    def write(self, value: str) -> str:
        """The Python statement that keeps a value."""
        if self.is_list:
            return f"set_list(C, J, {self.cell}, {value}, {LIST_ROOM})"
        return f"J.append(({self.cell}, C[{self.cell}])); C[{self.cell}] = int({value})"


class Layout:
    """Columns in the order of declaration, after the kernel's own cells and flow locals."""

    def __init__(self, domains: Domains) -> None:
        self.columns: dict[str, Column] = {}
        self._free = FIRST_FREE
        for field in domains.state_fields():
            self._add(field, domains)
        self._names: dict[tuple[str, bool], Kept] = {}

    @property
    def size(self) -> int:
        """How many cells a position has."""
        return self._free

    def column(self, field: StateField) -> Column:
        return self.columns[field.path]

    def flow_cell(self, name: str) -> int:
        """A cell for a counter of the course of the game."""
        return self.keep(name).cell

    def keep(self, name: str, is_list: bool = False) -> Kept:
        """A place for a name of the course of the game."""
        key = (name, is_list)
        if key not in self._names:
            self._names[key] = Kept(self._free, is_list)
            self._free += PILE_HEAD + LIST_ROOM if is_list else 1
        return self._names[key]

    def _add(self, field: StateField, domains: Domains) -> None:
        rows = len(domains.by_name[field.domain]) if field.domain else 0
        shape, stride, kinds = "cell", 1, 0
        match field.type:
            case ZoneType(shape=zone, domain=domain):
                shape, kinds = zone, len(domains.by_name[domain])
                stride = {"slot": 1, "bag": kinds + 1, "pile": PILE_HEAD + PILE_SIZE}[zone]
            case ListType(of=RowType(domain=domain)):
                shape, kinds = "list", len(domains.by_name[domain])
                stride = PILE_HEAD + kinds
        self.columns[field.path] = Column(field, self._free, stride, rows, shape, kinds)
        self._free += stride * (rows + 1)
        if self._free > MOST_CELLS:
            message = f"a position would need more than {MOST_CELLS} numbers"
            raise RulesError([Diagnostic("too-large", message, field.span)])

    def start(self) -> list[int]:
        """The cells before the set-up has run."""
        cells = [0] * self.size
        for column in self.columns.values():
            if column.shape == "cell":
                for row in range(1 if column.rows else 0, column.rows + 1):
                    cells[column.cell(row)] = column.field.start
        return cells
