"""Tables as aligned plain text that keeps within the width of the terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from brasswright.cli.language import say

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Table

GAP = "  "
PANEL_GAP = "   |   "
LONG = 12
"""From so many rows on, a narrow table is set in several panels."""
KEPT_TOGETHER = " | ", "\N{NO-BREAK SPACE}| "
"""What stands between the parts of a cell begins no line."""
_NUMBER = re.compile(r"-?[^\w\s]?-?\d+([/%]\d*)?")

Rows = Sequence[Sequence[str]]


def nothing_text(table: Table, containing: Sequence[str]) -> str:
    """What is said of a table in which nothing, or nothing of what was asked for, is to be seen."""
    message = "{title}: nothing with {words}" if containing else "{title}: nothing"
    return say(message, title=table.title, words=" ".join(containing))


def table_text(table: Table, width: int, containing: Sequence[str] = ()) -> str:
    """The table under its title; only the rows that hold all of the words `containing`."""
    rows = [row for row in table.rows if _holds(row, containing)]
    if not rows:
        return nothing_text(table, containing)
    text = columns_text(table.headings, rows, width)
    if len(rows) >= LONG:
        text = _side_by_side(table.headings, rows, width, text)
    return f"{table.title}\n{text}"


def columns_text(headings: Sequence[str], rows: Rows, width: int) -> str:
    """Aligned columns; numbers to the right; wide cells folded; blocks when that won't do."""
    shown = [i for i in range(len(headings)) if headings[i] or any(row[i] for row in rows)]
    lines = [[headings[i] for i in shown], *([row[i] for i in shown] for row in rows)]
    sizes = [max(len(line[i]) for line in lines) for i in range(len(shown))]
    words = [max(_longest_word(line[i]) for line in lines) for i in range(len(shown))]
    fitted = _fit(sizes, words, width)
    if fitted is None:
        return "\n".join(_block(lines[0], line, width) for line in lines[1:])
    right = [_is_numeric([line[i] for line in lines[1:]]) for i in range(len(shown))]
    text = [_line(line, fitted, right) for line in lines]
    if any(lines[0]):
        text.insert(1, GAP.join("-" * size for size in fitted))
    else:
        del text[0]
    return "\n".join(text)


def list_text(pairs: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> str:
    """Names with a remark beside each, the remarks aligned and folded."""
    size = min(max((len(name) for name, _ in pairs), default=0), 34, max(width - 26, 10))
    lines: list[str] = []
    for name, remark in pairs:
        margin = indent + " " * size + GAP
        room = max(width - len(margin), 20)
        folded = textwrap.wrap(remark, room) or [""]
        if len(name) > size and remark:
            lines.append(indent + name)
            name = ""
        lines.append(f"{indent}{name:{size}}{GAP}{folded[0]}".rstrip())
        lines += [margin + more for more in folded[1:]]
    return "\n".join(lines)


def names_text(names: Sequence[str], width: int, indent: str = "  ") -> str:
    """Names one after the other in even columns."""
    size = max((len(name) for name in names), default=0) + len(GAP)
    in_a_line = max(1, (width - len(indent)) // size)
    return "\n".join(
        (indent + "".join(f"{name:{size}}" for name in names[start : start + in_a_line])).rstrip()
        for start in range(0, len(names), in_a_line)
    )


def _side_by_side(headings: Sequence[str], rows: Rows, width: int, whole: str) -> str:
    """The table in as many panels side by side as the width has room for."""
    across = max(map(len, whole.splitlines()))
    panels = (width + len(PANEL_GAP)) // (across + len(PANEL_GAP))
    if panels < 2:
        return whole
    height = -(-len(rows) // panels)
    texts = [
        columns_text(headings, rows[start : start + height], width).splitlines()
        for start in range(0, len(rows), height)
    ]
    lines = zip_longest(*(_padded(text) for text in texts), fillvalue="")
    return "\n".join(PANEL_GAP.join(line).rstrip() for line in lines)


def beside(texts: Sequence[str], width: int) -> list[str]:
    """The same tables, neighbours set side by side where the width has room for both."""
    found: list[str] = []
    for text in texts:
        pair = [found[-1].splitlines(), text.splitlines()] if found else []
        if pair and sum(max(map(len, lines)) for lines in pair) + len(PANEL_GAP) <= width:
            joined = zip_longest(_padded(pair[0]), pair[1], fillvalue="")
            across = max(map(len, pair[0]))
            found[-1] = "\n".join(f"{a:{across}}{PANEL_GAP}{b}".rstrip() for a, b in joined)
        else:
            found.append(text)
    return found


def _padded(lines: Sequence[str]) -> list[str]:
    across = max(map(len, lines))
    return [line.ljust(across) for line in lines]


def _holds(row: Sequence[str], words: Sequence[str]) -> bool:
    text = " ".join(row).casefold()
    return all(word.casefold() in text for word in words)


def _is_numeric(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if cell and cell != "-"]
    return bool(written) and all(_NUMBER.fullmatch(cell) for cell in written)


def _fit(sizes: Sequence[int], least: Sequence[int], width: int) -> list[int] | None:
    """Column sizes that fit the width, the widest giving way first; None when none do."""
    fitted = list(sizes)
    room = width - len(GAP) * (len(sizes) - 1)
    while sum(fitted) > room:
        giving = [i for i, size in enumerate(fitted) if size > least[i]]
        if not giving:
            return None
        fitted[max(giving, key=fitted.__getitem__)] -= 1
    return fitted


def _longest_word(cell: str) -> int:
    words = cell.replace(*KEPT_TOGETHER).split(" ")
    return max(map(len, words))


def _line(cells: Sequence[str], sizes: Sequence[int], right: Sequence[bool]) -> str:
    folded = [_fold(cell, size) for cell, size in zip(cells, sizes, strict=True)]
    return "\n".join(_aligned(folded, sizes, right))


def _aligned(
    folded: Sequence[list[str]], sizes: Sequence[int], right: Sequence[bool]
) -> Iterator[str]:
    for number in range(max(len(parts) for parts in folded)):
        pieces = [parts[number] if number < len(parts) else "" for parts in folded]
        yield GAP.join(
            piece.rjust(size) if to_right else piece.ljust(size)
            for piece, size, to_right in zip(pieces, sizes, right, strict=True)
        ).rstrip()


def _fold(cell: str, size: int) -> list[str]:
    if len(cell) <= size:
        return [cell]
    folded = textwrap.wrap(cell.replace(*KEPT_TOGETHER), size, break_on_hyphens=False)
    return [part.replace("\N{NO-BREAK SPACE}", " ") for part in folded] or [""]


def _block(headings: Sequence[str], cells: Sequence[str], width: int) -> str:
    """One row as a paragraph, for a narrow terminal: `name: heading value, heading value`."""
    first, *rest = cells
    told = [
        f"{heading} {cell}".strip()
        for heading, cell in zip(headings[1:], rest, strict=True)
        if cell
    ]
    return textwrap.fill(f"{first}: {', '.join(told)}", width, subsequent_indent="    ")
