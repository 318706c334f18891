"""Which local names a piece of a program needs from outside."""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir


def free_names(value: object) -> set[str]:
    """Local names that are used in an expression, statement or block and not bound in it."""
    return set(_used(value)) - set(_bound(value))


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, tuple | list):
        yield from value
    elif isinstance(value, ir.Typed | ir.Placed | ir.Reason | ir.Candidate):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                yield getattr(value, slot)


def _used(value: object) -> Iterator[str]:
    if isinstance(value, ir.Local):
        yield value.name
    for part in _parts(value):
        yield from _used(part)


def _bound(value: object) -> Iterator[str]:
    match value:
        case ir.LoopStatement(field=None) | ir.LetStatement() | ir.DrawStatement():
            yield value.name
        case ir.ChooseStatement() | ir.Comprehension():
            yield value.name
    for part in _parts(value):
        yield from _bound(part)
