"""Figures for people: tables of plain text, and times in the unit that suits them."""

from __future__ import annotations

from collections.abc import Sequence

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
NOTHING = "-"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as they must be; the first ones on the left, figures on the right."""
    lines = [head, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return "\n".join(
        "  ".join(
            word.ljust(width) if place < left else word.rjust(width)
            for place, (word, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def time(seconds: float | None) -> str:
    """Three digits and a unit."""
    if seconds is None:
        return NOTHING
    size, unit = next((each for each in UNITS if seconds >= each[0]), UNITS[-1])
    return f"{digits(seconds / size)} {unit}"


def rate(seconds: float | None) -> str:
    """How many fit into a second."""
    return NOTHING if seconds is None else digits(1 / seconds)


def megabytes(size: float | None) -> str:
    """Bytes as megabytes."""
    return NOTHING if size is None else f"{size / 1e6:.0f} MB"


def digits(value: float) -> str:
    """A number with about three digits that say something."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"
