"""How results leave the program: text, JSON, and colour where it is welcome."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from typing import Any, TextIO

INCAPABLE = ("dumb", "unknown")
"""Names of terminals that understand no escape codes."""


def terminal_is_capable() -> bool:
    """Whether the terminal understands escape codes, by its name; one of Windows has none."""
    name = os.environ.get("TERM", "")
    return name not in INCAPABLE and bool(name or os.name == "nt")


_colour_allowed = True


def allow_colour(allowed: bool) -> None:
    """Let the settings say whether there is to be any colour."""
    global _colour_allowed
    _colour_allowed = allowed


def colour_wanted(stream: TextIO) -> bool:
    """Whether colours may be written to the stream."""
    plain = not _colour_allowed or os.environ.get("NO_COLOR")
    return not plain and stream.isatty() and terminal_is_capable()


def width() -> int:
    """How many columns a line may have: the terminal's, or 80 when there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


_PAINT = re.compile(r"\x1b\[[\d;]*m")


def columns(text: str) -> int:
    """How many columns a text takes; its colours take none."""
    return len(_PAINT.sub("", text))


def can_write(text: str) -> bool:
    """Whether standard output has all these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def folded(text: str, width: int) -> str:
    """The text with lines that are too long folded between words."""
    lines: list[str] = []
    for line in text.split("\n"):
        if columns(line) <= width:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(
            line,
            width,
            subsequent_indent=f"{indent}    "[: width // 2],
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def printable(text: str) -> str:
    """The text with everything that would move the cursor or ring a bell shown as `?`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def printable_in_colour(text: str) -> str:
    """The same, but that colours of the program's own stay."""
    colours = [*_PAINT.findall(text), ""]
    parts = zip(_PAINT.split(text), colours, strict=True)
    return "".join(f"{printable(part)}{colour}" for part, colour in parts)


def print_json(value: Any) -> None:
    """Print plain data as JSON, with names as they are written, if they can be shown."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if not text.replace("\n", "").isprintable():
        text = "".join(map(_in_json, text))
    print(text)


def _in_json(character: str) -> str:
    """A character of JSON; inside a text anything may be written by its number."""
    if character.isprintable() or character == "\n":
        return character
    return json.dumps(character)[1:-1]


def complain(message: str) -> None:
    """Say what went wrong, on the error stream, after all that was printed before it."""
    sys.stdout.flush()
    print(f"brass: {printable(message)}", file=sys.stderr, flush=True)
