"""Turns the parser's errors into diagnostics for people."""

from __future__ import annotations

from lark.exceptions import LarkError

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Source, Span


def explain(error: LarkError, source: Source, base: int, text: str) -> Diagnostic:
    """The diagnostic for an error met while parsing `text`, which stands at `base`."""
    position = getattr(error, "pos_in_stream", None) or 0
    return Diagnostic(
        "syntax", str(error).split("\n")[0], Span(source, base + position, base + position + 1)
    )
