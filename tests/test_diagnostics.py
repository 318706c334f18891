"""Messages: exact text for each mistake, how they are rendered, and what was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brasswright.interpreter.diagnostics import WIDTH, Diagnostic, render
from brasswright.interpreter.source import NOWHERE, Source, Span
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax.parser import parse

ROOT = Path(__file__).parent.parent
GOLDEN = sorted((ROOT / "tests" / "golden" / "diagnostics").glob("*.txt"))
RULER = "-" * 20 + "\n"


def picture(character: str) -> str:
    """Golden files show a control character by its picture: ␉ for a tab."""
    return chr(0x2400 + ord(character))


def rules_of(shown: str) -> str:
    """The rule text of a golden file, with the control characters themselves."""
    return re.sub("[\u2400-\u241f]", lambda match: chr(ord(match.group()) - 0x2400), shown)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_each_mistake_has_its_message(path: Path) -> None:
    shown, expected = path.read_text(encoding="utf-8").split(RULER)
    diagnostics = parse(Source("house.rules", rules_of(shown), "house")).diagnostics
    assert render(diagnostics) + "\n" == expected


def test_each_code_has_a_golden_file() -> None:
    written: set[str] = set()
    for path in (ROOT / "interpreter" / "syntax").glob("*.py"):
        calls = re.compile(r'(?:Diagnostic|Mistake|complain|wrong)\(\s*(?:code=)?"([a-z-]+)"')
        written |= set(calls.findall(path.read_text(encoding="utf-8")))
    shown = {
        code
        for path in GOLDEN
        for code in re.findall(r"^error\[([a-z-]+)\]", path.read_text(encoding="utf-8"), re.M)
    }
    assert written == shown


# -- rendering

SOURCE = Source("house.rules", "first line\nsecond line\n", "house")


def test_a_message_with_everything() -> None:
    other = Source("a/other.rules", "\n" * 9 + "there\n", "base")
    diagnostic = Diagnostic(
        "some-code",
        "something is odd",
        Span(SOURCE, 17, 18),
        "warning",
        ((Span(SOURCE, 0, 5), "begins here"), (Span(other, 9, 14), "and this")),
        ("do this", "or that"),
    )
    assert render([diagnostic]) == (
        "warning[some-code]: something is odd\n"
        "  --> house.rules:2:7\n"
        "   |\n"
        " 2 | second line\n"
        "   |       ^\n"
        "   |\n"
        " 1 | first line\n"
        "   | ----- begins here\n"
        "  ::: a/other.rules:10:1 (layer base)\n"
        "   |\n"
        "10 | there\n"
        "   | ----- and this\n"
        "   = help: do this\n"
        "   = help: or that"
    )


def marks(text: str, start: int, end: int) -> tuple[str, str]:
    """The line of the source and the line of marks, as they are shown."""
    span = Span(Source("x.rules", text, "x"), start, end)
    lines = render([Diagnostic("c", "m", span)]).split("\n")
    return lines[3], lines[4]


def test_a_span_of_several_lines_is_marked_on_the_first() -> None:
    assert marks("one two\nthree", 4, 13) == ("1 | one two", "  |     ^^^")


def test_an_empty_span_has_one_caret() -> None:
    assert marks("one\n", 3, 3) == ("1 | one", "  |    ^")
    assert marks("one", 99, 100) == ("1 | one", "  |    ^")


def test_a_long_line_is_cut_around_the_place() -> None:
    line, caret = marks("a" * 200 + "X" + "b" * 200, 200, 201)
    assert line == "1 | …" + "a" * 60 + "X" + "b" * 39 + "…"
    assert line.index("X") == caret.index("^")
    assert len(line) == len("1 | ") + WIDTH + 2


def test_wide_characters_take_two_columns() -> None:
    assert marks("规则 x", 3, 4) == ("1 | 规则 x", "  |      ^")


def test_no_control_character_reaches_the_terminal() -> None:
    hostile = "".join(map(chr, [*range(9), *range(11, 32), *range(127, 160)]))
    hostile += "\u202e\u2066\u200b\ufeff\ud800\u2028"
    source = Source(f"a{hostile}b.rules", f"x {hostile} y", hostile)
    span = Span(source, 0, 1)
    shown = render([Diagnostic("c", hostile, span, labels=((span, hostile),), help=(hostile,))])
    assert not set(shown) & (set(hostile) - {"\n"})
    shown.encode("utf-8")


def test_a_place_in_no_file() -> None:
    assert render([Diagnostic("c", "m", NOWHERE)]) == "error[c]: m\n --> (built in)"


def test_colours_are_only_there_when_asked_for() -> None:
    diagnostic = Diagnostic("c", "m", Span(SOURCE, 0, 5))
    assert "\x1b" not in render([diagnostic])
    coloured = render([diagnostic], colour=True)
    assert "\x1b[1;31merror[c]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render([diagnostic])


def test_messages_are_parted_by_an_empty_line() -> None:
    diagnostic = Diagnostic("c", "m", NOWHERE)
    assert render([diagnostic, diagnostic]).split("\n\n") == [render([diagnostic])] * 2
    assert render([]) == ""


# -- suggestions


@pytest.mark.parametrize(
    ("word", "meant"),
    [("steep", "step"), ("requir", "require"), ("fi", "if"), ("WHERE", "where"), ("mvoe", "move")],
)
def test_what_was_meant(word: str, meant: str) -> None:
    words = ["step", "require", "if", "where", "move", "choose", "repeat"]
    assert closest(word, words)[:1] == (meant,)


def test_a_beginning_stands_for_the_whole() -> None:
    assert closest("noug", ["cross", "noughts_first", "noughts"]) == ("noughts", "noughts_first")


def test_nothing_is_suggested_when_nothing_is_like_it() -> None:
    assert closest("xyzzy", ["step", "rule"]) == ()
    assert closest("", ["step"]) == ()
    assert closest("a" * 100_000, ["a" * 100_001]) == ()


def test_a_word_is_not_suggested_for_itself() -> None:
    assert closest("step", ["step", "steps"]) == ("steps",)


def test_no_more_than_asked_for() -> None:
    assert len(closest("aaaa", [f"aaaa{n}" for n in range(9)], limit=2)) == 2
