"""Quoted texts: their escapes, their `{…}` holes, and how to write them again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hole:
    """The text between two braces, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong inside a quoted text, by offsets."""

    code: str
    message: str
    start: int
    end: int
    help: str


def split(quoted: str) -> tuple[list[str | Hole], list[Mistake]]:
    """The pieces of a text, quotes included: words without escapes, and holes.

    Offsets count from the opening quote.
    """
    pieces: list[str | Hole] = []
    mistakes: list[Mistake] = []
    words: list[str] = []
    at, last = 1, len(quoted) - 1
    while at < last:
        character = quoted[at]
        following = quoted[at + 1]
        if character == "\\":
            if following not in '"\\':
                mistakes.append(_bad_escape(at))
            words.append(following)
            at += 2
        elif character in "{}" and following == character:
            words.append(character)
            at += 2
        elif character == "{":
            end = _closing(quoted, at, last)
            if end is None:
                mistakes.append(_open_hole(at))
                break
            if words:
                pieces.append("".join(words))
                words = []
            pieces.append(Hole(quoted[at + 1 : end], at + 1, end))
            at = end + 1
        else:
            if character == "}":
                mistakes.append(_stray_brace(at))
            words.append(character)
            at += 1
    if words:
        pieces.append("".join(words))
    return pieces, mistakes


def _closing(quoted: str, start: int, last: int) -> int | None:
    """The brace that closes the hole opened at `start`; braces nest inside a hole."""
    depth = 0
    for at in range(start, last):
        if quoted[at] == "{":
            depth += 1
        elif quoted[at] == "}":
            depth -= 1
            if depth == 0:
                return at
    return None


def escape(words: str) -> str:
    """Words as they are written between quotes."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return escaped.replace("{", "{{").replace("}", "}}")


def _bad_escape(at: int) -> Mistake:
    return Mistake(
        "bad-escape",
        "a backslash may only stand before a quote or another backslash",
        at,
        at + 2,
        "write `\\\\` for a backslash",
    )


def _open_hole(at: int) -> Mistake:
    return Mistake(
        "open-hole", "this `{` has no `}`", at, at + 1, "write `{{` for a brace in the text"
    )


def _stray_brace(at: int) -> Mistake:
    return Mistake(
        "open-hole", "this `}` has no `{`", at, at + 1, "write `}}` for a brace in the text"
    )
