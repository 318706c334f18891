"""Parsed texts kept on disk, so that reading the same rules again takes no parser.

A kept result is used only if it is whole and was made from the very same text by the very
same parser; anything else is parsed again. Reading it can make nodes and spans, nothing else.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from brasswright import grammar
from brasswright.interpreter import source as sources
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parsed import Parsed

OFF = "BRASSWRIGHT_NO_CACHE"
"""Environment variable: when set, nothing is kept and nothing kept is used."""


def parse_kept(source: Source) -> Parsed:
    """As `parse`; the result comes from the disk if it was kept there before."""
    if os.environ.get(OFF):
        return _parse(source)
    path = _path(source)
    found = _load(path)
    if found is not None:
        return found
    parsed = _parse(source)
    if not parsed.diagnostics:
        _keep(path, parsed)
    return parsed


def _parse(source: Source) -> Parsed:
    from brasswright.interpreter.syntax.parser import parse

    return parse(source)


@cache
def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("brasswright", appauthor=False)) / "parsed"


@cache
def _maker() -> bytes:
    """A digest of everything that a result depends on besides the text."""
    digest = hashlib.sha256(grammar.read("rules.lark").encode())
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    digest.update(Path(sources.__file__).read_bytes())
    return digest.digest()


def _path(source: Source) -> Path:
    digest = hashlib.sha256(_maker())
    for part in (source.name, source.layer, source.text):
        digest.update(len(part).to_bytes(8, "big") + part.encode("utf-8", "surrogatepass"))
    return _folder() / digest.hexdigest()


class _NodesOnly(pickle.Unpickler):
    """Makes nodes, spans and sources; refuses to know anything else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(f"{nodes.__name__}.") and name in nodes.__dict__:
            return getattr(nodes, name)
        if module == sources.__name__ and name in ("Source", "Span"):
            return getattr(sources, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of parsed text")


def _load(path: Path) -> Parsed | None:
    try:
        content = path.read_bytes()
        digest, body = content[:32], content[32:]
        if hashlib.sha256(body).digest() != digest:
            return None
        items = _NodesOnly(io.BytesIO(body)).load()
    except Exception:  # whatever is wrong with a kept result, the text can be parsed
        return None
    return Parsed(items, ()) if isinstance(items, tuple) else None


def _keep(path: Path, parsed: Parsed) -> None:
    body = pickle.dumps(parsed.items, protocol=5)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        os.replace(name, path)
    except OSError:
        return  # nothing is lost but time
