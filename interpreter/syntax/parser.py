"""Reads rule text: every mistake becomes a diagnostic, and reading goes on after it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.source import Source, Span
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.builder import Builder
from brasswright.interpreter.syntax.characters import named
from brasswright.interpreter.syntax.explain import explain
from brasswright.interpreter.syntax.expressions import ERRORS, TooDeep
from brasswright.interpreter.syntax.parsed import Parsed as Parsed
from brasswright.interpreter.syntax.tree import BadDedent, Stopped, read
from brasswright.interpreter.syntax.words import CLAUSES, DECLARATIONS, OPERATORS, STATEMENTS

SIZE = 2_000_000
"""Most characters of one text."""
WORDS = 50_000
"""Most words, signs and lines of one text, for these are what reading takes time for."""
LINE = 5_000
"""Most characters of one line."""

_WORD = re.compile(r"\w+|[^\w\s]|\n")
# What matters for finding where declarations begin: texts and comments are passed over,
# brackets are counted, and the first words of lines at the left edge are looked at.
_LANDMARK = re.compile(
    r"""(?P<skip>"(?:\\.|[^"\\\n])*"?|\#[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])"""
    r"|^(?P<word>[A-Za-z_]\w*)",
    re.MULTILINE,
)
_TURNING = re.compile("[\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]")
"""Signs that turn the direction of writing or end lines unseen, and halves of letters."""
_SHIFTED = re.compile(r"[ ]+([^\s#]+)")
_OPENING = frozenset(DECLARATIONS)
_CONTINUING = frozenset({*STATEMENTS, *OPERATORS, *CLAUSES}) - _OPENING


def parse(source: Source) -> Parsed:
    """The declarations and amendments of a text, in order. Never raises for bad text."""
    if unreadable := _too_large(source) or _unseen(source):
        return Parsed((), unreadable)
    items: list[nodes.TopLevel] = []
    diagnostics: list[Diagnostic] = []
    for start, end in _declarations(source.text):
        found, wrong = _parse_declaration(source, start, source.text[start:end])
        items += found
        diagnostics += wrong
        if len(diagnostics) > ERRORS:
            message = f"reading stops after {ERRORS} errors"
            diagnostics[ERRORS:] = [Diagnostic("too-many-errors", message, Span(source, end, end))]
            break
    return Parsed(tuple(items), tuple(diagnostics))


def parse_expression(source: Source) -> nodes.Expression:
    """The expression that a text consists of; raises `RulesError`."""
    if wrong := _too_large(source) or _unseen(source):
        raise RulesError(wrong)
    builder = Builder(source)
    text = source.text.rstrip()
    try:
        expression = builder.expression(read(text, "expression").children[0])
    except (Stopped, BadDedent) as error:
        raise RulesError((explain(error, source, 0, text, "expression"),)) from None
    except TooDeep as error:
        raise RulesError((error.diagnostic,)) from None
    if builder.diagnostics:
        raise RulesError(builder.diagnostics)
    return expression


def _declarations(text: str) -> Iterator[tuple[int, int]]:
    """Where each declaration starts and ends.

    One begins at each line whose first word, at the left edge, is none that continues the
    line above or can only stand in a block; a misspelt word begins one too. Inside brackets
    only the words of declarations count, so that a bracket left open does not hide the rest.
    """
    starts = [0]
    depth = 0
    for landmark in _LANDMARK.finditer(text):
        match landmark.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth = max(0, depth - 1)
            case "word":
                word = landmark["word"]
                if word in _OPENING or (depth == 0 and word not in _CONTINUING):
                    depth = 0
                    starts.append(landmark.start())
    starts[0] = len(text) - len(text.removeprefix("\ufeff"))
    yield from zip(starts, [*starts[1:], len(text)], strict=True)


def _parse_declaration(
    source: Source, base: int, text: str
) -> tuple[list[nodes.TopLevel], list[Diagnostic]]:
    if shifted := _SHIFTED.match(text):
        # Without a line end before it, the indenter would not see this indentation.
        message = "a declaration starts at the left edge"
        span = Span(source, base + shifted.start(1), base + shifted.end())
        return [], [Diagnostic("bad-indent", message, span)]
    builder = Builder(source, base)
    text += "\n"
    try:
        tree = read(text, "start")
        items = [builder.item(child) for child in tree.children]  # type: ignore[arg-type]
    except (Stopped, BadDedent) as error:
        return [], [explain(error, source, base, text)]
    except TooDeep as error:
        return [], [*builder.diagnostics, error.diagnostic]
    return ([] if builder.diagnostics else items), builder.diagnostics


def _unseen(source: Source) -> tuple[Diagnostic, ...]:
    """What would make a text look other than it is, in quotes and comments too."""
    found = _TURNING.search(source.text)
    if found is None:
        return ()
    span = Span(source, found.start(), found.end())
    return (Diagnostic("bad-character", f"{named(found[0])} has no place in rule text", span),)


def _too_large(source: Source) -> tuple[Diagnostic, ...]:
    """What keeps a text from being read at all, whatever is in it."""
    text = source.text
    start = 0
    if len(text) > SIZE:
        message = f"this text has {len(text):,} characters; {SIZE:,} is the most that is read"
    elif len(text) > WORDS and (words := len(_WORD.findall(text))) > WORDS:
        message = f"this text has {words:,} words, signs and lines; {WORDS:,} is the most"
    elif len(longest := max(text.split("\n"), key=len)) > LINE:
        message = f"this line has {len(longest):,} characters; {LINE:,} is the most"
        start = text.index(longest)
    else:
        return ()
    return (Diagnostic("too-large", message, Span(source, start, start)),)
