"""A document of plain data in which every value knows its place; read or, before that, kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from brasswright.interpreter import cache
from brasswright.interpreter.source import Source, Span

Path = tuple[str | int, ...]
"""Keys and indexes from the top of a document to a value."""


@dataclass(frozen=True)
class Document:
    """A document that was read: plain data, and where each value and key stands."""

    source: Source
    value: Any
    values: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)

    def span(self, path: Iterable[str | int]) -> Span:
        """Where a value stands, or the nearest thing around it."""
        path = tuple(path)
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Span(self.source, 0, 0))


def read_kept(kind: str, source: Source, read: Callable[[Source], Document]) -> Document:
    """What `read` makes of the source, which is done only once for the same text.

    `kind` says what is read, and with it how the document was checked.
    """
    kept = cache.load(kind, source.name, source.text)
    if kept is not None:
        value, values, keys = json.loads(kept)
        return Document(source, value, _places(source, values), _places(source, keys))
    document = read(source)
    whole = (document.value, _plain(document.values), _plain(document.keys))
    cache.keep(kind, json.dumps(whole).encode(), source.name, source.text)
    return document


def _plain(places: Mapping[Path, Span]) -> list[tuple[Path, int, int]]:
    return [(path, span.start, span.end) for path, span in places.items()]


def _places(source: Source, places: Iterable[tuple[list[str | int], int, int]]) -> dict[Path, Span]:
    return {tuple(path): Span(source, start, end) for path, start, end in places}
