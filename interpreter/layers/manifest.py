"""The manifest of a ruleset, `ruleset.yaml`, and the header line of an overlay."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from brasswright import grammar
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.document import Document, read_kept
from brasswright.interpreter.source import Source, Span

FILE = "ruleset.yaml"
LARGEST = 100_000
"""Longest manifest, in bytes."""

HEADER = re.compile(
    r'^overlay[ ]+([A-Za-z_][A-Za-z0-9_]*)[ ]+"([^"\n]*)"\s+amends[ ]+([A-Za-z0-9_, ]+)',
    re.MULTILINE,
)
"""An overlay's first line: name, title, what it amends."""


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of manifests."""
    content: dict[str, Any] = json.loads(grammar.read("schemas/ruleset.json"))
    return content


def read_manifest(source: Source) -> Document:
    """Read and check a manifest. Raises RulesError with all mistakes."""
    return read_kept("manifest", source, _read_anew)


def _read_anew(source: Source) -> Document:
    from brasswright.interpreter.layers.yaml_text import read_yaml, schema_mistakes

    document = read_yaml(source)
    mistakes = schema_mistakes(document, schema())
    if mistakes:
        raise RulesError(mistakes)
    return document


def read_header(source: Source) -> tuple[str, str, list[str]]:
    """Name, title and what it amends, from an overlay's first line, without parsing the rest."""
    match = HEADER.search(source.text)
    if match is None:
        message = 'an overlay begins with a line `overlay name "title" amends ruleset`'
        raise RulesError([Diagnostic("overlay-header", message, Span(source, 0, 0))])
    name, title, amends = match.groups()
    return name, title, [word.strip() for word in amends.split(",") if word.strip()]
