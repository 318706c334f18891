"""Says what is wrong with a text that the grammar does not take, and what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from lark import Token

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Source
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax.characters import bad_character, foreign_sign
from brasswright.interpreter.syntax.excerpt import Excerpt
from brasswright.interpreter.syntax.expected import expectation
from brasswright.interpreter.syntax.tree import LAYOUT, BadDedent, Start, Stopped, accepted, read
from brasswright.interpreter.syntax.words import DECLARATIONS, KEYWORDS, QUANTIFIERS, STATEMENTS

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_THING = re.compile(r'\w+|"[^"\n]*"?|[-+=<>!]=|->|\.\.|@[A-Z0-9-]+|\S')
_OPERATOR = re.compile(r"[-+*/&<>.]|[=!]=|(?:and|or|in|meets|within)\b")
_CLOSING = {"(": ")", "[": "]", "{": "}"}

_RETRIES = 8_000
"""Longer declarations are not read again to try out corrections."""
_WORDS = 6
"""Corrections are tried for at most so many words of a line."""
IN_BRACKETS = "put the expression into ( ): inside brackets it may go on over several lines"


def explain(
    at: Stopped | BadDedent, source: Source, base: int, text: str, start: Start = "start"
) -> Diagnostic:
    """The diagnostic for what ended the reading of `text`, which stands at `base`."""
    excerpt = Excerpt(source, base, text)
    if isinstance(at, BadDedent):
        return _bad_dedent(excerpt, at)
    if at.found == "":
        return bad_character(excerpt, at.position)
    expected = accepted(at.taken, start)
    return (
        _bracket(excerpt, at)
        or _misspelt(excerpt, at, start)
        or _missing_block(excerpt, at, expected)
        or _misplaced(excerpt, at)
        or _leading_operator(excerpt, at)
        or _bad_indent(excerpt, at)
        or _lone_quantifier(excerpt, at, expected)
        or foreign_sign(excerpt, at.position)
        or _unexpected(excerpt, at, expected)
    )


def _bad_dedent(excerpt: Excerpt, error: BadDedent) -> Diagnostic:
    place = error.token.end_pos or 0
    columns = [str(column + 1) for column in error.columns]
    return excerpt.wrong(
        "bad-dedent",
        "this line goes back to a column at which no block above it begins",
        place,
        _end_of_thing(excerpt, place),
        f"it may begin at column {' or '.join(columns)}",
    )


def _bracket(excerpt: Excerpt, at: Stopped) -> Diagnostic | None:
    """Brackets that close nothing, or something else, or that stay open."""
    opened: list[Token] = []
    for token in at.taken:
        if token in _CLOSING:
            opened.append(token)
        elif opened and token == _CLOSING[opened[-1]]:
            opened.pop()
    here = excerpt.text[at.position : at.position + 1]
    closing = here != "" and here in _CLOSING.values()
    if not opened:
        if not closing:
            return None
        message = f"this `{here}` closes nothing"
        return excerpt.wrong("open-bracket", message, at.position, at.position + 1)
    bracket = opened[-1]
    start = bracket.start_pos or 0
    if closing and here != _CLOSING[bracket]:
        return Diagnostic(
            "open-bracket",
            f"`{here}` does not close `{bracket}`",
            excerpt.span(at.position, at.position + 1),
            labels=((excerpt.span(start, start + 1), "opened here"),),
        )
    if at.found != "$END" and "\n" not in excerpt.text[start : at.position]:
        return None
    help = f"`{_CLOSING[bracket]}` is missing"
    if at.found != "$END":
        help += f" before line {excerpt.span(at.position, at.position).line}"
    return excerpt.wrong(
        "open-bracket", f"this `{bracket}` is never closed", start, start + 1, help
    )


def _misspelt(excerpt: Excerpt, at: Stopped, start: Start) -> Diagnostic | None:
    """A word of the line that, spelt like a word of the language, lets reading go on."""
    if len(excerpt.text) > _RETRIES:
        return None
    for place, end in _words_of_line(excerpt, at):
        word = excerpt.text[place:end]
        for correction in closest(word, KEYWORDS, 2):
            mended = excerpt.text[:place] + correction + excerpt.text[end:]
            if _further(mended, start, at, place, len(correction) - len(word)):
                return excerpt.wrong(
                    "syntax",
                    f"`{word}` is not a word of the language",
                    place,
                    end,
                    f"did you mean `{correction}`?",
                )
    return None


def _further(mended: str, start: Start, before: Stopped, place: int, longer: int) -> bool:
    """Whether reading gets further when the word at `place` is replaced by another."""
    try:
        read(mended, start)
    except Stopped as after:
        return after.position > place and after.position - longer > before.position
    except BadDedent:
        return True
    return True


def _words_of_line(excerpt: Excerpt, at: Stopped) -> Iterator[tuple[int, int]]:
    """The words that may be misspelt: the one that was not taken, then names before it."""
    word = _WORD.match(excerpt.text, at.position)
    if word and (at.found in LAYOUT or at.found == "NAME"):
        yield word.span()
    for token in _names_of_line(excerpt, at)[:_WORDS]:
        yield token.start_pos or 0, token.end_pos or 0


def _names_of_line(excerpt: Excerpt, at: Stopped) -> list[Token]:
    """The tokens before the stop that were taken for names, on the same line."""
    first = excerpt.line_start(at.position)
    return [token for token in at.taken if token.type == "NAME" and (token.start_pos or 0) >= first]


def _misplaced(excerpt: Excerpt, at: Stopped) -> Diagnostic | None:
    """A word that begins a statement or declaration and was taken for a name."""
    names = [(str(t), t.start_pos or 0) for t in _names_of_line(excerpt, at)]
    if word := _WORD.match(excerpt.text, at.position):
        names.append((word.group(), at.position))
    for name, place in names:
        begins = excerpt.begins_line(place)
        indented = begins and place > excerpt.line_start(place)
        end = place + len(name)
        if begins and name in ("elif", "else", "otherwise"):
            owner = "choose" if name == "otherwise" else "if"
            message = f"this `{name}` has no `{owner}` above it with the same indentation"
            return excerpt.wrong("misplaced-word", message, place, end)
        if begins and name in STATEMENTS and not indented:
            return excerpt.wrong(
                "misplaced-word",
                f"`{name}` begins a statement, which belongs into a rule, action or phase",
                place,
                end,
                "indent the line",
            )
        if indented and name in DECLARATIONS:
            return excerpt.wrong(
                "misplaced-word",
                f"`{name}` begins a declaration, which starts at the left edge",
                place,
                end,
                "take away the spaces before it, or put the rest of the block above it in order",
            )
        if not begins and name in STATEMENTS and place < at.position:
            return excerpt.wrong(
                "misplaced-word",
                f"`{name}` can't stand here: it begins a line of its own",
                place,
                end,
                "put it on a new line, indented",
            )
    return None


def _leading_operator(excerpt: Excerpt, at: Stopped) -> Diagnostic | None:
    """An operator at the start of a line, meant to continue the line above."""
    operator = _OPERATOR.match(excerpt.text, at.position)
    if operator is None or not at.taken or not excerpt.begins_line(at.position):
        return None
    return excerpt.wrong(
        "leading-operator",
        f"a line that begins with `{operator.group()}` does not continue the line above",
        at.position,
        operator.end(),
        IN_BRACKETS,
    )


def _missing_block(excerpt: Excerpt, at: Stopped, expected: Set[str]) -> Diagnostic | None:
    """A line that opens a block, without one."""
    words = [token for token in at.taken if token.type not in LAYOUT]
    if expected != {"_INDENT"} or not words:
        return None
    last = words[-1]
    return excerpt.wrong(
        "missing-block",
        "an indented block is missing after this line",
        last.start_pos or 0,
        last.end_pos or 0,
    )


def _bad_indent(excerpt: Excerpt, at: Stopped) -> Diagnostic | None:
    """A line that is deeper than the one above for no reason."""
    if at.found != "_INDENT":
        return None
    if all(token.type in LAYOUT for token in at.taken):
        message = "a declaration starts at the left edge"
        return excerpt.wrong(
            "bad-indent", message, at.position, _end_of_thing(excerpt, at.position)
        )
    return excerpt.wrong(
        "bad-indent",
        "this line is indented deeper than the one above, which opens no block",
        at.position,
        _end_of_thing(excerpt, at.position),
        "a line that opens a block ends with `:`",
    )


def _lone_quantifier(excerpt: Excerpt, at: Stopped, expected: Set[str]) -> Diagnostic | None:
    """`count` and its like used as names."""
    if expected != {"LPAR"} or not at.taken or at.taken[-1] not in QUANTIFIERS:
        return None
    last = at.taken[-1]
    return excerpt.wrong(
        "syntax",
        f"`{last}` must be followed by `(`",
        last.start_pos or 0,
        last.end_pos or 0,
        f"as a word of the language, `{last}` can't be used as a name",
    )


def _unexpected(excerpt: Excerpt, at: Stopped, expected: Set[str]) -> Diagnostic:
    """Anything else: what is there and what could be."""
    end = _end_of_thing(excerpt, at.position)
    message = f"unexpected `{_shortened(excerpt.text[at.position : end])}`"
    if at.found == "_NL":
        message, end = "the line ends too early", at.position
    elif at.found == "$END":
        message, end = "something is missing here", at.position
    elif at.found == "_DEDENT":
        message += " with this indentation"
    help: list[str] = []
    if at.found == "EQUAL" and "__ANON_4" in expected:
        help.append("`==` compares; `=` gives a field a new value")
    if at.found == "_NL" and at.taken and _OPERATOR.fullmatch(at.taken[-1]):
        help.append(IN_BRACKETS)
    message += f"; expected {expectation(expected)}"
    return excerpt.wrong("syntax", message, at.position, end, *help)


def _end_of_thing(excerpt: Excerpt, place: int) -> int:
    """The end of the word, text or sign at an offset."""
    thing = _THING.match(excerpt.text, place)
    return thing.end() if thing else place


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
