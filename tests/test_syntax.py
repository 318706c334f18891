"""Reading rule text: the grammar, the nodes and their spans, limits, hostile input."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from brasswright import grammar
from brasswright.interpreter.diagnostics import render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parser import SIZE, parse, parse_expression
from brasswright.interpreter.syntax.tree import RulesIndenter, whole_words

ROOT = Path(__file__).parent.parent
RULE_TEXTS = sorted(ROOT.glob("rulesets/**/*.rules"))


def read(text: str) -> tuple[nodes.TopLevel, ...]:
    """The items of a text without mistakes."""
    parsed = parse(Source("test.rules", text, "test"))
    assert parsed.diagnostics == (), render(parsed.diagnostics)
    return parsed.items


def codes(text: str) -> list[str]:
    """The codes of what is wrong with a text."""
    return [d.code for d in parse(Source("test.rules", text, "test")).diagnostics]


def expression(text: str) -> nodes.Expression:
    return parse_expression(Source("test.rules", text, "test"))


def statement(text: str) -> nodes.Statement:
    (rule,) = read(f"rule r():\n  {text}\n")
    assert isinstance(rule, nodes.RuleDeclaration)
    (only,) = rule.body
    return only


def marked(node: nodes.Node) -> str:
    """The stretch of the source that a node was read from."""
    return node.span.source.text[node.span.start : node.span.end]


def name(word: str) -> nodes.Name:
    return nodes.Name(word)


# -- the grammar


def test_the_grammar_has_no_conflict_and_no_collision() -> None:
    Lark(
        grammar.read("rules.lark"),
        parser="lalr",
        lexer="contextual",
        postlex=RulesIndenter(),
        start=["start", "expression"],
        maybe_placeholders=True,
        edit_terminals=whole_words,
        strict=True,
    )


@pytest.mark.parametrize("path", RULE_TEXTS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_the_rule_text_of_the_rulesets_is_read(path: Path) -> None:
    assert read(path.read_text(encoding="utf-8"))


# -- declarations


def test_a_kind_with_fields_and_state() -> None:
    (kind,) = read(
        "kind Cell within Board by cells:\n"
        "  a, b: 0..3 @T-ONE-1\n"
        "  state:\n"
        "    mark: Player?\n"
        "    hand: bag of Card secret to owner\n"
        "    open: Bool secret if hidden\n"
    )
    assert kind == nodes.KindDeclaration(
        "Cell",
        ("Board", "cells"),
        None,
        None,
        (
            field("a", three(), cites=("T-ONE-1",)),
            field("b", three(), cites=("T-ONE-1",)),
            field("mark", nodes.TypeName("Player", optional=True), is_state=True),
            field("hand", nodes.TypeMany("bag", "Card"), secrecy="owner", is_state=True),
            field("open", nodes.TypeName("Bool"), secrecy=name("hidden"), is_state=True),
        ),
    )


def three() -> nodes.Type:
    return nodes.TypeRange(nodes.Number(0), nodes.Number(3))


def field(
    word: str,
    type_: nodes.Type,
    secrecy: str | nodes.Expression | None = None,
    cites: tuple[str, ...] = (),
    is_state: bool = False,
) -> nodes.Field:
    return nodes.Field(word, type_, None, secrecy, cites, is_state)


def test_a_table_keeps_its_cells_as_written() -> None:
    (table,) = read(
        "table Cell:\n"
        "  id   title   count.3  near\n"
        '  a.1  "One"   1,-2     b|c--d\n'
        "  b    -       (1 + 2)  b c\n"
    )
    assert isinstance(table, nodes.TableDeclaration)
    assert table.columns == ("id", "title", "count.3", "near")
    first, second = table.rows
    assert first.cells == (
        nodes.CellWords(("a.1",)),
        nodes.CellText("One"),
        nodes.CellNumbers((1, -2)),
        nodes.CellWords(("b", "c--d")),
    )
    assert second.cells == (
        nodes.CellWords(("b",)),
        nodes.CellNothing(),
        nodes.CellExpression(nodes.Binary("+", nodes.Number(1), nodes.Number(2))),
        nodes.CellWords(("b",)),
        nodes.CellWords(("c",)),
    )


def test_rows_may_be_lined_up_at_will() -> None:
    (values,) = read("list steps: Number =\n  -10 -9\n    0  1\n   10 11\nseats 2..4\n")[:1]
    assert isinstance(values, nodes.ListDeclaration)
    assert values.values == tuple(nodes.CellNumbers((n,)) for n in (-10, -9, 0, 1, 10, 11))


def test_amendments() -> None:
    items = read(
        "set Marks = -5..9\n"
        "set a.4.cost = 14 @T-1\n"
        "replace define f(x: T) -> Bool: x == a\n"
        "replace ranking ranking:\n  most p.won 'x'\n".replace("'", '"')
        + 'drop step a.b because "no"\n'
        "after step a.b add step c @T-2: nothing\n"
        'forbid place when x because "no"\n'
        "exception e to a.b when x: nothing\n"
        "alternative f to a.b: nothing\n"
        "extend Mark: blank\n"
        "extend Cell:\n  size: 0..3\n"
        "extend table Cell:\n  id\n  a\n"
    )
    assert items[0] == nodes.SetValue(
        "Marks", nodes.Range(nodes.Unary("-", nodes.Number(5)), nodes.Number(9)), ()
    )
    assert items[1] == nodes.SetValue("a.4.cost", nodes.Number(14), ("T-1",))
    assert items[2] == nodes.Replace(
        "define",
        "f",
        (nodes.Parameter("x", nodes.TypeName("T")),),
        nodes.TypeName("Bool"),
        (),
        nodes.Compare("==", name("x"), name("a")),
    )
    assert items[3] == nodes.Replace(
        "ranking",
        "ranking",
        None,
        None,
        (),
        (nodes.Rank(True, nodes.Attribute(name("p"), "won"), "x"),),
    )
    assert items[5] == nodes.Insert(
        "after", "step", "a.b", nodes.Step("c", ("T-2",), (nodes.DoNothing(),))
    )
    assert items[6] == nodes.Forbid("place", name("x"), "no")
    assert [type(item).__name__ for item in items[7:]] == [
        "ExceptionTo",
        "AlternativeTo",
        "ExtendEnum",
        "ExtendKind",
        "ExtendTable",
    ]


# -- statements


def test_a_choice_with_everything() -> None:
    chosen = statement(
        'choose any x from cells said "on|at"\n'
        "    once per x.a, x.b\n"
        '    else "none" lacking 1 cell\n'
        '    where x.free else "{x} is taken" @T-1\n'
        "    where x.a > 0\n"
        "  otherwise: leave"
    )
    assert chosen == nodes.Choose(
        "any",
        "x",
        name("cells"),
        ("on", "at"),
        (nodes.Attribute(name("x"), "a"), nodes.Attribute(name("x"), "b")),
        nodes.Template(("none",)),
        nodes.Lacking(nodes.Number(1), "cell"),
        (
            nodes.Where(
                nodes.Attribute(name("x"), "free"),
                nodes.Template((name("x"), " is taken")),
                None,
                ("T-1",),
            ),
            nodes.Where(
                nodes.Compare(">", nodes.Attribute(name("x"), "a"), nodes.Number(0)),
                None,
                None,
                (),
            ),
        ),
        (nodes.Leave(),),
    )


def test_a_positional_choice_has_the_empty_word() -> None:
    chosen = statement('choose 2 x from cells said ""')
    assert isinstance(chosen, nodes.Choose)
    assert (chosen.how_many, chosen.said) == (2, ("",))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("repeat 3: end", nodes.RepeatExactly),
        ("repeat 0 to 1: end", nodes.RepeatRange),
        ("repeat at least 1: end", nodes.RepeatMore),
        ("repeat while x at most 9: end", nodes.RepeatWhile),
        ("move all from a to b", nodes.MoveAll),
        ("move x from a to b", nodes.Move),
        ("for x in cells where x.free: end", nodes.For),
        ("as p: act", nodes.As),
    ],
)
def test_similar_statements_are_told_apart(text: str, kind: type[nodes.Node]) -> None:
    assert type(statement(text)) is kind


def test_statements_may_share_a_line() -> None:
    (rule,) = read("rule r(): a = 1; b += 2\n")
    assert isinstance(rule, nodes.RuleDeclaration)
    assert rule.body == (
        nodes.Assign(name("a"), "=", nodes.Number(1)),
        nodes.Assign(name("b"), "+=", nodes.Number(2)),
    )


def test_a_line_may_go_on_with_certain_words() -> None:
    test = nodes.Binary("and", name("a"), name("b"))
    expected = nodes.Require(test, nodes.Template(("no",)), None, ())
    assert statement('require a\n      and b\n      else "no"') == expected
    assert statement('require (a and\nb) else "no"') == expected


# -- expressions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a in b", "not (a in b)"),
        ("a - b - c", "(a - b) - c"),
        ("a + b * c", "a + (b * c)"),
        ("-a * b", "(-a) * b"),
        ("0..a - 1", "0..(a - 1)"),
        ("a in 0..3", "a in (0..3)"),
        ("a & b == c", "(a & b) == c"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("a.b[c].d", "((a.b)[c]).d"),
    ],
)
def test_what_binds_tighter(text: str, same: str) -> None:
    assert expression(text) == expression(same)


def test_names_of_rows() -> None:
    assert expression("a.1.b") == nodes.Attribute(name("a.1"), "b")
    assert expression("a--b") == name("a--b")
    assert expression("a - -b") == nodes.Binary("-", name("a"), nodes.Unary("-", name("b")))


def test_a_word_of_the_language_ends_where_the_word_ends() -> None:
    assert expression("organ or ordinal") == nodes.Binary("or", name("organ"), name("ordinal"))
    with pytest.raises(RulesError):
        expression("a inside b")
    with pytest.raises(RulesError):
        expression("3x")


def test_a_set_and_a_map() -> None:
    assert expression("{}") == nodes.SetLiteral(())
    assert expression("{a, b}") == nodes.SetLiteral((name("a"), name("b")))
    assert expression("{1: a}") == nodes.MapLiteral(((nodes.Number(1), name("a")),))


def test_a_quantifier_with_its_parts() -> None:
    assert expression("lowest(x in s where a give b by c)") == nodes.Quantified(
        "lowest", "x", name("s"), name("a"), name("b"), name("c")
    )
    assert expression("all(x in s)") == nodes.Quantified("all", "x", name("s"), None, None, None)


def test_reserved_words_are_fine_where_nothing_else_can_stand() -> None:
    read("kind A:\n  count, all: 0..3\naction a:\n  step shuffle: nothing\n")
    assert expression("x.count") == nodes.Attribute(name("x"), "count")
    assert codes("rule count(): nothing\n") == ["reserved-word"]
    assert codes("kind A:\n  where: 0..3\n") != []


# -- quoted texts


def test_holes_and_escapes() -> None:
    text = 'rule r():\n  log "a {b.c} \\"{{d}}\\" \\\\ {{{e}}} {x in {f}}"\n'
    (rule,) = read(text)
    assert isinstance(rule, nodes.RuleDeclaration)
    (log,) = rule.body
    assert isinstance(log, nodes.Log)
    inside = nodes.Compare("in", name("x"), nodes.SetLiteral((name("f"),)))
    assert log.text.pieces == (
        "a ",
        nodes.Attribute(name("b"), "c"),
        ' "{d}" \\ {',
        name("e"),
        "} ",
        inside,
    )
    holes = [piece for piece in log.text.pieces if not isinstance(piece, str)]
    assert [marked(hole) for hole in holes] == ["b.c", "e", "x in {f}"]


def test_titles_have_escapes_and_no_holes() -> None:
    (action,) = read('action a "say \\"{{x}}\\"": nothing\n')
    assert isinstance(action, nodes.ActionDeclaration)
    assert action.title == 'say "{x}"'
    assert codes('action a "say {x}": nothing\n') == ["hole-in-title"]


# -- spans


def test_spans_are_in_the_source_and_leave_out_what_follows() -> None:
    text = (
        "# comment\n\nseats 2..4 @T-1   # comment\n\n"
        "define f(x: A) -> Bool:\n  x.a\n    and (x.b == 3)   # comment\n"
        'rule r():\n  require x else "no {y}" lacking 1 cell  # comment\n  # comment\n\n'
    )
    seats, define, rule = read(text)
    assert marked(seats) == "seats 2..4 @T-1"
    assert isinstance(define, nodes.DefineDeclaration)
    assert marked(define.body) == "x.a\n    and (x.b == 3)"
    assert isinstance(define.body, nodes.Binary)
    assert marked(define.body.right) == "x.b == 3"
    assert marked(define.parameters[0]) == "x: A"
    assert isinstance(rule, nodes.RuleDeclaration)
    assert marked(rule) == 'rule r():\n  require x else "no {y}" lacking 1 cell'
    (require,) = rule.body
    assert isinstance(require, nodes.Require)
    assert marked(require.reason) == '"no {y}"'
    assert require.lacking is not None
    assert marked(require.lacking) == "lacking 1 cell"
    assert (require.span.line, require.span.column) == (9, 3)
    assert require.span.layer == "test"


def test_fields_that_share_a_line_have_spans_of_their_own() -> None:
    (state,) = read("state:\n  a, b: 0..3\n")
    assert isinstance(state, nodes.StateDeclaration)
    assert [marked(field) for field in state.fields] == ["a", "b"]


def test_line_ends_of_windows_and_a_byte_order_mark() -> None:
    text = "seats 2..4\n\nrule r():\n  if a:\n    end\n  leave\n"
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)


# -- mistakes


def test_reading_goes_on_at_the_next_declaration() -> None:
    parsed = parse(
        Source(
            "test.rules",
            "rule a(: nothing\nseats 2..4\nrle b(): nothing\nrule c():\n  x = (1\nseats 1..2\n",
            "test",
        )
    )
    assert [diagnostic.span.line for diagnostic in parsed.diagnostics] == [1, 3, 5]
    assert parsed.items == (nodes.Seats(2, 4, ()), nodes.Seats(1, 2, ()))


def test_reading_stops_after_many_errors() -> None:
    found = codes("rule (:\n" * 100)
    assert len(found) == 21
    assert found[-1] == "too-many-errors"


def test_an_expression_with_a_mistake_raises() -> None:
    with pytest.raises(RulesError) as caught:
        expression("a + where")
    assert [d.code for d in caught.value.diagnostics] == ["reserved-word"]
    with pytest.raises(RulesError):
        expression("")


# -- hostile input


HOSTILE: dict[str, Callable[[], str]] = {
    "50 MB": lambda: "a" * 50_000_000,
    "a million lines": lambda: "a\n" * 1_000_000,
    "a million empty lines": lambda: "\r\n" * 900_000,
    "one long line": lambda: "define f() -> N: " + "a" * 1_900_000,
    "one long quote": lambda: 'rule f(): log "' + "a" * 1_900_000,
    "NULs": lambda: "\0" * SIZE,
    "tabs": lambda: "\t" * 4_000,
    "brackets": lambda: "define f() -> N:\n" + ("  " + "(" * 2_000 + "\n") * 20,
    "closed brackets": lambda: (
        "define f() -> N: " + "[" * 2_000 + "\n" + "[" * 2_000 + "a\n" + "]" * 4_000
    ),
    "not not not": lambda: "define f() -> N: (" + ("not " * 1_000 + "\n") * 40 + "a)",
    "a long sum": lambda: "define f() -> N: (" + ("a+" * 2_000 + "\n") * 10 + "a)",
    "long chains": lambda: "define f() -> N: (" + "a" + (".a" * 2_000 + "\n") * 10 + ")",
    "deep blocks": lambda: (
        "rule f():\n" + "".join(" " * i + "step s:\n" for i in range(1, 900)) + " " * 900 + "end"
    ),
    "up and down": lambda: "rule f():\n" + "   step s:\n  end\n" * 3_000,
    "many statements and a mistake": lambda: "rule f():\n" + "  a = 3\n" * 10_000 + "  a = )\n",
    "many mistakes": lambda: ("rule f():\n" + "  a = 3\n" * 800 + "  requir a b\n") * 12,
    "many bad holes": lambda: 'rule f(): log "' + "{a b}" * 900 + '"',
    "backslashes": lambda: 'rule f(): log "' + "\\" * 4_900,
    "control characters": lambda: "".join(map(chr, range(32))) * 100,
    "surrogates": lambda: "\ud800" * 4_000,
    "right to left": lambda: "rule \u202ef\u2066(): nothing",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_text_is_refused_quickly(case: str) -> None:
    source = Source("test.rules", HOSTILE[case](), "test")
    begin = time.process_time()
    parsed = parse(source)
    shown = render(parsed.diagnostics)
    # About two seconds on a slow machine; the slowest takes a good one.
    assert time.process_time() - begin < 20
    assert parsed.diagnostics
    assert len(shown) < 10_000
    assert not any(ord(character) < 32 and character != "\n" for character in shown)
    with pytest.raises(RulesError):
        parse_expression(source)


WORDS = """rule define f x ( ) : @A-1 "a{x}" "{" step choose from where if else end = == + - 3 ..
    [ ] { } , ; table kind state otherwise: # all count not"""
JUMBLE = st.lists(st.sampled_from([*WORDS.split(), "\n", "\n  ", "\n    ", "\t"]), max_size=40)


@given(JUMBLE.map(" ".join))
@settings(max_examples=200, deadline=None)
def test_no_jumble_of_words_is_a_traceback(text: str) -> None:
    render(parse(Source("test.rules", text, "test")).diagnostics)


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_is_a_traceback(text: str) -> None:
    render(parse(Source("test.rules", text, "test")).diagnostics)
    render(parse(Source("test.rules", f'rule f():\n  log "{text}"\n', "test")).diagnostics)


@pytest.mark.parametrize("path", RULE_TEXTS[:3], ids=lambda p: p.name)
def test_rule_text_cut_off_anywhere_is_no_traceback(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for end in range(0, min(len(text), 1_500), 11):
        parse(Source("test.rules", text[:end], "test"))
