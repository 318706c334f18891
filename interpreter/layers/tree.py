"""Walking a part, and rewriting it at a name: nodes are frozen, so an edit copies the way down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from brasswright.interpreter.syntax import nodes

Named = nodes.Step | nodes.Option | nodes.ExceptionTo | nodes.AlternativeTo
"""What has a path of its own inside a part."""

AnyNode = TypeVar("AnyNode", bound=nodes.Node)

Change = Callable[[tuple[Any, ...], int], tuple[Any, ...]]
"""Given the siblings of a named node and its place among them: the new siblings."""

_HOLDERS = ("body", "options", "otherwise", "exceptions", "alternatives")
"""The fields in which statements or named nodes stand, other than the branches of an `if`."""


_FIELDS: dict[type[nodes.Node], tuple[str, ...]] = {}


def _fields(kind: type[nodes.Node]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(item.name for item in fields(kind) if item.name != "span")
    return _FIELDS[kind]


_HOLDERS_OF: dict[type[nodes.Node], tuple[str, ...]] = {}


def _holders(kind: type[nodes.Node]) -> tuple[str, ...]:
    """The fields of a class in which statements or named nodes stand; most classes have none."""
    if kind not in _HOLDERS_OF:
        _HOLDERS_OF[kind] = tuple(name for name in _HOLDERS if name in _fields(kind))
    return _HOLDERS_OF[kind]


def children(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes directly inside a node, in the order of the text."""
    for name in _fields(type(node)):
        yield from _inside(getattr(node, name))


def _inside(value: object) -> Iterator[nodes.Node]:
    if isinstance(value, nodes.Node):
        yield value
    elif isinstance(value, tuple):
        for member in value:
            yield from _inside(member)


def descendants(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and everything inside it."""
    yield node
    for child in children(node):
        yield from descendants(child)


def holdings(node: nodes.Node) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The tuples of statements or named nodes directly inside a node, by field."""
    if isinstance(node, nodes.If):
        for _, suite in node.branches:
            yield "branches", suite
    for name in _holders(type(node)):
        held = getattr(node, name)
        if isinstance(held, tuple):
            yield name, held


def named_nodes(node: nodes.Node) -> Iterator[Named]:
    """All steps, options, exceptions and alternatives inside a node, however deep."""
    for _, held in holdings(node):
        for member in held:
            if isinstance(member, Named):
                yield member
            yield from named_nodes(member)


def citations(node: nodes.Node, part: str, path: str) -> Iterator[tuple[str, str]]:
    """Each (path, rule id) of a node and what is inside it, at the innermost named path."""
    if isinstance(node, Named):
        path = f"{part}.{node.name}"
    for cite in getattr(node, "cites", ()):
        yield path, cite
    for child in children(node):
        yield from citations(child, part, path)


def edit(node: AnyNode, name: str, change: Change) -> AnyNode | None:
    """The node with the siblings of the named node inside it changed; None if it isn't there."""
    if isinstance(node, nodes.If):
        for index, (test, suite) in enumerate(node.branches):
            edited = _edit_siblings(suite, name, change)
            if edited is not None:
                branch = (test, _not_empty(edited))
                branches = (*node.branches[:index], branch, *node.branches[index + 1 :])
                return replace(node, branches=branches)
    for holder in _holders(type(node)):
        held = getattr(node, holder)
        if isinstance(held, tuple):
            edited = _edit_siblings(held, name, change)
            if edited is not None:
                if holder in ("body", "otherwise"):
                    edited = _not_empty(edited)
                return replace(node, **{holder: edited})  # type: ignore[arg-type]
    return None


def _edit_siblings(siblings: tuple[Any, ...], name: str, change: Change) -> tuple[Any, ...] | None:
    for index, sibling in enumerate(siblings):
        if isinstance(sibling, Named) and sibling.name == name:
            return change(siblings, index)
        edited = edit(sibling, name, change)
        if edited is not None:
            return (*siblings[:index], edited, *siblings[index + 1 :])
    return None


def _not_empty(suite: nodes.Suite) -> nodes.Suite:
    return suite or (nodes.DoNothing(),)
