"""Which local names a piece of a program needs from outside."""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import ListType


def free_names(value: object) -> set[str]:
    """Local names that are used in an expression, statement or block and not bound in it."""
    return set(_used(value)) - set(_bound(value))


def binds(statement: ir.Stmt) -> dict[str, bool]:
    """Local names that a statement makes known to those after it; is each a list?"""
    match statement:
        case ir.LetStatement(name=name, value=value):
            return {name: isinstance(value.type, ListType)}
        case ir.ChooseStatement(name=name, many=many):
            return {name: many > 0}
        case ir.DrawStatement(name=name):
            return {name: False}
        case ir.BranchStatement(branches=branches, otherwise=otherwise):
            return _bound_by_all([*(body for _, body in branches), otherwise])
        case ir.OptionsStatement(options=options):
            return _bound_by_all([body for _, _, body in options])
    return {}


def _bound_by_all(ways: list[ir.Block]) -> dict[str, bool]:
    first, *others = (bound_in(way) for way in ways)
    return {name: kind for name, kind in first.items() if all(name in way for way in others)}


def bound_in(block: ir.Block) -> dict[str, bool]:
    """What the statements of a block make known, up to its end."""
    return {name: kind for s in block for name, kind in binds(s).items()}


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
