"""Parsed texts kept on disk, so that reading the same rules again takes no parser.

Reading what is kept can make nodes and spans, nothing else.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

from brasswright.interpreter import cache
from brasswright.interpreter import source as sources
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parsed import Parsed

KIND = "parsed"


def parse_kept(source: Source) -> Parsed:
    """As `parse`; the result comes from the disk if it was kept there before."""
    made_from = (source.name, source.layer, source.text)
    kept = cache.load(KIND, *made_from)
    found = None if kept is None else _read(kept)
    if found is not None:
        return found
    from brasswright.interpreter.syntax.parser import parse

    parsed = parse(source)
    if not parsed.diagnostics:
        cache.keep(KIND, pickle.dumps(parsed.items, protocol=5), *made_from)
    return parsed


class _NodesOnly(pickle.Unpickler):
    """Makes nodes, spans and sources; refuses to know anything else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(f"{nodes.__name__}.") and name in nodes.__dict__:
            return getattr(nodes, name)
        if module == sources.__name__ and name in ("Source", "Span"):
            return getattr(sources, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of parsed text")


def _read(kept: bytes) -> Parsed | None:
    try:
        items = _NodesOnly(io.BytesIO(kept)).load()
    except Exception:  # whatever is wrong with a kept result, the text can be parsed
        return None
    return Parsed(items, ()) if isinstance(items, tuple) else None
