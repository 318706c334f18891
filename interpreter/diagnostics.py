"""Messages about rule text: what is wrong, where, and what was probably meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from brasswright.interpreter.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake or doubt about a text."""

    code: str
    """A stable id in kebab case: `syntax`, `unknown-name`."""
    message: str
    span: Span
    severity: Severity = "error"
    labels: tuple[tuple[Span, str], ...] = ()
    """Other places concerned, each with what it has to do with the message."""
    help: tuple[str, ...] = ()
    """What to do about it: "did you mean `step`?"."""


WIDTH = 100
"""Most characters of a source line that are shown."""
_BEFORE = 60
"""How many of them stand before the place meant, in a line that is too long."""

_COLOURS = {"error": "1;31", "warning": "1;33", "label": "1;34", "frame": "34", "message": "1"}
_Paint = Callable[[str, str], str]


def render(diagnostics: Sequence[Diagnostic], colour: bool = False) -> str:
    """The messages as text for people: place, line, caret, other places, help.

    Control characters of the rule text are shown as a placeholder, so that a text can't
    drive the terminal it is shown on.
    """
    paint = _in_colour if colour else _plain
    return "\n\n".join(_render_one(diagnostic, paint) for diagnostic in diagnostics)


UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
"""What no text may hold: signs that drive a terminal, turn the direction of writing, end lines
or say something unseen, and halves of letters. A tab and the end of a line are none of these."""


def visible(text: str) -> str:
    """The text with everything that would not show, or would move the cursor, replaced."""
    return "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    if " " <= character <= "~":
        return character
    if character in "\t\u00a0":
        return " "
    category = unicodedata.category(character)
    return "\ufffd" if category[0] == "C" or category in ("Zl", "Zp") else character


def _plain(text: str, role: str) -> str:
    return text


def _in_colour(text: str, role: str) -> str:
    return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if text else text


def _render_one(diagnostic: Diagnostic, paint: _Paint) -> str:
    severity = diagnostic.severity
    heading = paint(f"{severity}[{diagnostic.code}]", severity)
    lines = [f"{heading}: {paint(visible(diagnostic.message), 'message')}"]
    places = [span for span, _ in diagnostic.labels] + [diagnostic.span]
    margin = max(len(str(span.line)) for span in places)
    lines += _place(diagnostic.span, "-->", margin, paint)
    lines += _excerpt(diagnostic.span, "^", "", severity, margin, paint)
    for span, text in diagnostic.labels:
        if span.source != diagnostic.span.source:
            lines += _place(span, ":::", margin, paint)
        lines += _excerpt(span, "-", visible(text), "label", margin, paint)
    for text in diagnostic.help:
        lines.append(f"{' ' * margin} {paint('=', 'frame')} help: {visible(text)}")
    return "\n".join(lines)


def _place(span: Span, arrow: str, margin: int, paint: _Paint) -> list[str]:
    place = visible(str(span) if span.source.text else span.source.name)
    layer = visible(span.layer)
    owner = f" (layer {layer})" if layer and layer not in place else ""
    return [f"{' ' * margin}{paint(arrow, 'frame')} {place}{owner}"]


def _excerpt(span: Span, mark: str, text: str, role: str, margin: int, paint: _Paint) -> list[str]:
    """The line on which a span starts, with a mark under the span."""
    source = span.source.text
    if not source:
        return []
    start = min(span.start, len(source))
    line_start = source.rfind("\n", 0, start) + 1
    line_end = source.find("\n", start)
    line_end = len(source) if line_end < 0 else line_end
    if source.endswith("\r", line_start, line_end):
        line_end -= 1
    end = max(start, min(span.end, line_end))
    first = line_start
    if line_end - line_start > WIDTH:
        first = max(line_start, min(start - _BEFORE, line_end - WIDTH))
    last = min(line_end, first + WIDTH)
    end = min(end, last)
    before = ("…" if first > line_start else "") + visible(source[first:start])
    marked = visible(source[start:end])
    after = visible(source[end:last]) + ("…" if last < line_end else "")
    number = str(span.line).rjust(margin)
    bar = paint("|", "frame")
    under = paint(mark * max(1, _columns(marked)) + (f" {text}" if text else ""), role)
    return [
        f"{' ' * margin} {bar}",
        f"{paint(number, 'frame')} {bar} {before}{marked}{after}".rstrip(),
        f"{' ' * margin} {bar} {' ' * _columns(before)}{under}",
    ]


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
