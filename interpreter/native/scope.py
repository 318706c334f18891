"""The names around an expression, and what writes the expressions inside others."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from brasswright.interpreter.native.shapes import Names, Shape, Shapes, Unsupported
from brasswright.interpreter.native.tables import Tables


class Scope(ABC):
    """The names of one function, and what writes its expressions."""

    def __init__(
        self, shapes: Shapes, tables: Tables, names: Names, place: Callable[[str], str]
    ) -> None:
        self.shapes = shapes
        self.tables = tables
        self.names = names
        self.place = place
        """Where a name of the function is kept, as C."""
        self.allocates = False
        """Does what was written make lists?"""
        self.inner: list[dict[str, tuple[str, Shape]]] = []
        """The names of the comprehensions around."""
        self.count = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing else in the function has."""
        self.count += 1
        return f"{prefix}_{self.count}"

    def shape(self, e: ast.expr) -> Shape:
        """The shape of a value here."""
        inner = {name: shape for scope in self.inner for name, (_, shape) in scope.items()}
        return self.shapes.shape(e, {**self.names, **inner})

    def name(self, name: str) -> str:
        """A name, of a comprehension or of the function."""
        for scope in reversed(self.inner):
            if name in scope:
                return scope[name][0]
        return self.place(name)

    @abstractmethod
    def number(self, e: ast.expr) -> str:
        """A number; truth is 0 or 1, a set is its bits."""

    @abstractmethod
    def truth(self, e: ast.expr) -> str:
        """A test; an empty list is none."""

    @abstractmethod
    def listed(self, e: ast.expr) -> str:
        """A list of its own."""

    @abstractmethod
    def view(self, e: ast.expr) -> str:
        """A list that is only looked at: constants and cells are not copied."""

    @abstractmethod
    def choice(self, e: ast.IfExp, write: Callable[[ast.expr], str]) -> str:
        """One value or the other; or a value that is held, computed when it is first needed."""

    @abstractmethod
    def called(self, name: str, args: Sequence[ast.expr], *more: str) -> str:
        """A call of a compiled function; texts are not handed over."""


def is_constant(e: ast.expr) -> bool:
    """Does a number stand in the code?"""
    operand = e.operand if isinstance(e, ast.UnaryOp) else e
    return isinstance(operand, ast.Constant)


def constant(e: ast.expr | None) -> int:
    """A number that stands in the code."""
    if e is None:
        raise Unsupported("a constant is missing")
    value = ast.literal_eval(e)
    if not isinstance(value, int):
        raise Unsupported(f"{value!r} is no number")
    return int(value)
