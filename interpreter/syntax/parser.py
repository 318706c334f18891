"""Reads rule text: every mistake becomes a diagnostic, and reading goes on after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark.exceptions import LarkError

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.source import Source, Span
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.builder import Builder
from brasswright.interpreter.syntax.explain import explain
from brasswright.interpreter.syntax.expressions import TooDeep
from brasswright.interpreter.syntax.tree import read
from brasswright.interpreter.syntax.words import DECLARATIONS

SIZE = 2_000_000
"""Most characters of one text."""
ERRORS = 20
"""Most errors reported of one text."""

_DECLARATION = re.compile(rf"^(?:{'|'.join(DECLARATIONS)})\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read, and what was wrong with it."""

    items: tuple[nodes.TopLevel, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: Source) -> Parsed:
    """The declarations and amendments of a text, in order. Never raises for bad text."""
    if len(source.text) > SIZE:
        return Parsed((), (_too_large(source),))
    items: list[nodes.TopLevel] = []
    diagnostics: list[Diagnostic] = []
    for start, end in _declarations(source.text):
        found, wrong = _parse_declaration(source, start, source.text[start:end])
        items += found
        diagnostics += wrong
        if len(diagnostics) >= ERRORS:
            break
    return Parsed(tuple(items), tuple(diagnostics))


def parse_expression(source: Source) -> nodes.Expression:
    """The expression that a text consists of; raises `RulesError`."""
    if len(source.text) > SIZE:
        raise RulesError((_too_large(source),))
    builder = Builder(source)
    try:
        expression = builder.expression(read(source.text, "expression").children[0])
    except LarkError as error:
        raise RulesError((explain(error, source, 0, source.text),)) from None
    except TooDeep as error:
        raise RulesError((error.diagnostic,)) from None
    if builder.diagnostics:
        raise RulesError(builder.diagnostics)
    return expression


def _declarations(text: str) -> Iterator[tuple[int, int]]:
    """Where each declaration starts and ends: at a line that opens with such a word."""
    starts = [match.start() for match in _DECLARATION.finditer(text)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    yield from zip(starts, [*starts[1:], len(text)], strict=True)


def _parse_declaration(
    source: Source, base: int, text: str
) -> tuple[list[nodes.TopLevel], list[Diagnostic]]:
    builder = Builder(source, base)
    try:
        tree = read(text + "\n", "start")
        items = [builder.item(child) for child in tree.children]  # type: ignore[arg-type]
    except LarkError as error:
        return [], [explain(error, source, base, text)]
    except TooDeep as error:
        return [], [*builder.diagnostics, error.diagnostic]
    return ([] if builder.diagnostics else items), builder.diagnostics


def _too_large(source: Source) -> Diagnostic:
    return Diagnostic(
        "too-large",
        f"this text has {len(source.text)} characters; {SIZE} is the most that is read",
        Span(source, 0, 0),
    )
