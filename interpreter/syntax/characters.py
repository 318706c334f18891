"""Says what is wrong with a character that begins no word of the language."""

from __future__ import annotations

import re
import unicodedata

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.syntax.excerpt import Excerpt

_TABS = re.compile(r"\t+")
_MIXED = re.compile(r"[0-9][A-Za-z0-9_]*")
_CITE = re.compile(r"@[A-Za-z0-9_-]*")
_TEXT = re.compile(r'"(?:\\[^\x00-\x1f\x7f-\x9f]|[^"\\\x00-\x1f\x7f-\x9f])*')

_QUOTES = 'texts stand between straight double quotes: "like this"'
_FOREIGN = {
    "&&": "write `and`",
    "**": "there are no powers",
    "||": "write `or`",
    "!": "write `not`",
    "//": "a comment begins with `#`",
    "%": "there is no remainder; `/` rounds down",
    "^": "there are no powers",
    "~": "two ends of a link are joined with `--`",
    "'": _QUOTES,
    "`": _QUOTES,
    "\u2018": _QUOTES,
    "\u2019": _QUOTES,
    "\u201c": _QUOTES,
    "\u201d": _QUOTES,
    "\u00ab": _QUOTES,
    "\u00bb": _QUOTES,
    "\u2026": "a range is written with two full stops: `1..3`",
    "\u2212": "minus is the plain `-`",
    "\u2013": "minus is the plain `-`",
    "\u2014": "minus is the plain `-`",
    "\u00d7": "write `*`",
    "\u00f7": "write `/`",
    "\u2264": "write `<=`",
    "\u2265": "write `>=`",
    "\u2260": "write `!=`",
    "\u2192": "write `->`",
    "\u00a3": "an amount is written as a plain number",
    "$": "an amount is written as a plain number",
}


def bad_character(excerpt: Excerpt, place: int) -> Diagnostic:
    """The diagnostic for the character at an offset."""
    character = excerpt.text[place]
    if character == "\t":
        tabs = _TABS.match(excerpt.text, place)
        end = tabs.end() if tabs else place + 1
        return excerpt.wrong(
            "tab", "rule text has no tabs", place, end, "use spaces, two for each level"
        )
    if character == '"':
        return _bad_text(excerpt, place)
    if mixed := _MIXED.match(excerpt.text, place):
        return excerpt.wrong(
            "syntax",
            f"`{mixed.group()[:40]}` is neither a number nor a name",
            place,
            mixed.end(),
            "a name begins with a letter; a number and a word need a space between them",
        )
    if cite := _CITE.match(excerpt.text, place):
        return excerpt.wrong(
            "syntax",
            f"`{cite.group()[:40]}` is not a rule id",
            place,
            cite.end(),
            "a rule id has capitals and digits, with hyphens between: `@A-MOVE-01`",
        )
    if character == "\r":
        return excerpt.wrong(
            "bad-character", "a carriage return has no place inside a line", place, place + 1
        )
    if found := foreign_sign(excerpt, place):
        return found
    return excerpt.wrong(
        "bad-character",
        f"{named(character)} has no place here",
        place,
        place + 1,
        "other letters and signs may stand in quoted texts and in comments",
    )


def foreign_sign(excerpt: Excerpt, place: int) -> Diagnostic | None:
    """The diagnostic for a sign of other languages at an offset, or one that ends just there."""
    for sign, help in _FOREIGN.items():
        for start in {place, place + 1 - len(sign)}:
            if start >= 0 and excerpt.text.startswith(sign, start):
                message = f"`{sign}` is not part of the language"
                return excerpt.wrong("bad-character", message, start, start + len(sign), help)
    return None


def _bad_text(excerpt: Excerpt, start: int) -> Diagnostic:
    """A text without its closing quote, or with a control character in it."""
    match = _TEXT.match(excerpt.text, start)
    end = match.end() if match else start + 1
    ahead = excerpt.text[end : end + 2]
    if ahead in ("", "\r") or ahead[0] == "\n" or ahead in ("\r\n", "\\", "\\\n", "\\\r"):
        return excerpt.wrong(
            "open-text",
            "this text has no closing quote",
            start,
            end,
            'a text ends on the line on which it begins; inside it a quote is written `\\"`',
        )
    bad = end + 1 if ahead[0] == "\\" else end
    return excerpt.wrong(
        "bad-character", f"{named(excerpt.text[bad])} has no place in a text", bad, bad + 1
    )


def named(character: str) -> str:
    """A character by its number and name, and as it is when it can be shown."""
    number = f"U+{ord(character):04X}"
    if unicodedata.category(character)[0] == "C":
        return f"the control character {number}"
    name = unicodedata.name(character, "").lower()
    return f"`{character}` ({number}, {name})" if name else f"`{character}` ({number})"
