"""Which changes of overlays a failing check is about: where a house should look first."""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking.domains import Domains
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.tree import descendants
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

MOST = 3
"""Most places that are shown."""


def changes_behind(
    test: nodes.Expression, rulebook: Rulebook, domains: Domains
) -> tuple[tuple[Span, str], ...]:
    """Places where overlays changed something that a test reads, each with what was done."""
    overlays = {layer.name for layer in rulebook.layers if layer.is_overlay}
    found: dict[Span, str] = {}
    for path in _paths(test, rulebook, domains):
        for event in rulebook.history.get(path, ()):
            if event.layer in overlays and event.span not in found:
                found[event.span] = f"`{path}` was {event.what} here"
    return tuple(found.items())[:MOST]


def _paths(test: nodes.Expression, rulebook: Rulebook, domains: Domains) -> Iterator[str]:
    """What a test reads: parts by name, and everything in the tables of its kinds."""
    seen: set[str] = set()
    waiting: list[nodes.Node] = [test]
    while waiting:
        for node in descendants(waiting.pop(0)):
            name = ""
            if isinstance(node, nodes.Name):
                name = node.id
            elif isinstance(node, nodes.Call):
                name = node.name
            if not name or name in seen:
                continue
            seen.add(name)
            yield name
            if name in rulebook.defines:
                waiting.append(rulebook.defines[name].body)
            if name in domains.by_plural:
                kind = domains.by_plural[name].name
                yield from (path for path in rulebook.history if path.startswith(f"{kind}."))
