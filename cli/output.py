"""How results leave the program: text, JSON, and colour where it is welcome."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import Any, TextIO


def terminal_is_capable() -> bool:
    """Whether the terminal understands escape codes, by its name."""
    return os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def colour_wanted(stream: TextIO) -> bool:
    """Whether escape codes may be written to the stream."""
    return stream.isatty() and terminal_is_capable() and not os.environ.get("NO_COLOR")


def width() -> int:
    """How many columns a line may have: the terminal's, or 80 when there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def folded(text: str, width: int) -> str:
    """The text with lines that are too long folded between words."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= width:
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
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def print_json(value: Any) -> None:
    """Print plain data as JSON, with names as they are written."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def complain(message: str) -> None:
    """Say what went wrong, on the error stream, after all that was printed before it."""
    sys.stdout.flush()
    print(f"brass: {printable(message)}", file=sys.stderr, flush=True)
