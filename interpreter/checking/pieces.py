"""The pieces of a program: everything inside a part, and where a row comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import Domain
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import Span

LISTED = 5
"""Most names in one message."""

Part = tuple[str, tuple[object, ...]]
"""What a part is called, and all the pieces of its body."""


def pieces_of(value: object) -> Iterator[object]:
    """A statement or expression, or each of a tuple of them, and all that is inside."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from pieces_of(item)
    elif isinstance(value, ir.Typed | ir.Placed | ir.Reason | ir.Candidate):
        yield value
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                yield from pieces_of(getattr(value, slot))


def parts_of(program: ir.Program) -> tuple[Part, ...]:
    """Everything that is computed or carried out in a game: defines, rules, actions, phases."""
    bodies: list[tuple[str, object]] = [(d.name, d.body) for d in program.defines.values()]
    for group in (program.rules, program.actions, program.phases):
        bodies += [(part.name, part.body) for part in group.values()]
    return tuple((name, tuple(pieces_of(body))) for name, body in bodies)


def conditions(test: ir.Expr) -> Iterator[ir.Expr]:
    """What must all hold for a test to hold: the sides of `and`."""
    if isinstance(test, ir.Logical) and test.operator == "and":
        yield from conditions(test.left)
        yield from conditions(test.right)
    else:
        yield test


def row_span(rulebook: Rulebook, domain: Domain, row: str) -> Span:
    """Where a row is written; a row within another has the place of that one."""
    for kind, name in ((domain.name, row), (domain.within, row.rpartition(".")[0])):
        for written in rulebook.tables.get(kind, ()):
            if written.id == name:
                return written.span
    return domain.span


def listed(names: Sequence[str]) -> str:
    """`a`, `b` and `c`; of many only the first few."""
    shown = [f"`{name}`" for name in names[:LISTED]]
    more = len(names) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
