"""Constant tables as C: the columns of the rows, and rows by the value of a constant field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brasswright.interpreter.checking.domains import ConstantField
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.native.shapes import Unsupported
from brasswright.interpreter.running.kernel import Index

NARROW = 62
"""Most rows of a kind for sets of 64 bits."""
WIDE = 126
"""Most rows of a kind for sets of 128 bits."""
LARGEST_VALUE = 1000
"""Largest value of a field by which rows are looked up in a table."""


class Tables:
    """The constant tables of a module, written out once each as they are asked for."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._lines: dict[str, str] = {}
        domains = compiled.program.domains.by_name.values()
        self.most_rows = max((len(domain) for domain in domains), default=0)
        if self.most_rows > WIDE:
            raise Unsupported(f"a kind has {self.most_rows} rows, {WIDE} is the most")

    @property
    def wide(self) -> bool:
        """Do sets need 128 bits?"""
        return self.most_rows > NARROW

    def text(self) -> str:
        """The C of all tables that were asked for."""
        return "\n".join(self._lines.values()) + "\n"

    def is_list(self, name: str) -> bool:
        """Is a column made of lists?"""
        return isinstance(self._values(name)[-1], tuple)

    def column(self, name: str) -> int:
        """A column of numbers; how many rows it has, nothing included."""
        values = self._values(name)
        self._lines.setdefault(name, _array(name, [number(v) for v in values]))
        return len(values)

    def lists(self, name: str) -> int:
        """A column of lists: `name_items`, `name_first`, `name_size`; how many rows it has."""
        values = self._values(name)
        if name not in self._lines:
            rows = [v if isinstance(v, tuple) else () for v in values]
            items = [number(item) for row in rows for item in row]
            firsts = [str(sum(map(len, rows[:place]))) for place in range(len(rows))]
            self._lines[name] = (
                _array(f"{name}_items", items or ["0"])
                + _array(f"{name}_first", firsts)
                + _array(f"{name}_size", [str(len(row)) for row in rows])
            )
        return len(values)

    def literal(self, items: Sequence[object]) -> str:
        """A constant list; the name of its items."""
        written = [number(item) for item in items]
        for name, line in self._lines.items():
            if name.startswith("K") and line == _array(name, written):
                return name
        name = f"K{len(self._lines)}"
        self._lines[name] = _array(name, written or ["0"])
        return name

    def graph(self, name: str) -> int:
        """What the links of a graph join, as `name_ends`; how many rows there are."""
        kind = self._compiled.module.graphs[name]
        ends = self._compiled.program.domain(kind).fields["ends"]
        assert isinstance(ends, ConstantField)
        self._lines.setdefault(name, _array(f"{name}_ends", [number(v) for v in ends.values]))
        return len(ends.values)

    def sets_by_value(self, name: str) -> int:
        """The set of the rows with a value of a constant field; how many values there are.

        For rows whose field is a set, of those that have the value in it.
        """
        index = self._compiled.names[name]
        assert isinstance(index, Index)
        values = [int(str(int(v))) for v in index.fields[1:]]  # type: ignore[call-overload]
        if index.how == "HAS":
            size = max((value.bit_length() for value in values), default=0)
            found = [self._rows(v >> each & 1 for v in values) for each in range(size)]
        else:
            size = max(values, default=0) + 1
            if min(values, default=0) < 0 or size > LARGEST_VALUE:
                raise Unsupported(f"rows are looked up by {name}, whose values are too far apart")
            found = [self._rows(v == each for v in values) for each in range(size)]
        self._lines.setdefault(name, _array(name, [number(each) for each in found] or ["0"]))
        return max(1, len(found))

    @staticmethod
    def _rows(tests: Iterable[object]) -> int:
        return sum(1 << row for row, test in enumerate(tests, start=1) if test)

    def _values(self, name: str) -> Sequence[object]:
        values: Sequence[object] = self._compiled.names[name]
        return values


def number(value: object) -> str:
    """A number as C; sets may be wide."""
    if not isinstance(value, int):
        raise Unsupported(f"{value!r} is no number")
    if -(2**31) <= value < 2**31:
        return str(int(value))
    if -(2**63) < value < 2**63:
        return f"INT64_C({value})"
    high, low = value >> 64, value & (1 << 64) - 1
    return f"(word)((bits)INT64_C({high}) << 64 | UINT64_C({low}))"


def _array(name: str, values: Sequence[str]) -> str:
    return f"static const word {name}[] = {{{', '.join(values)}}};\n"
