"""Writing nodes as rule text: reading it again gives the same node."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brasswright.interpreter.diagnostics import render
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parser import parse, parse_expression
from brasswright.interpreter.syntax.printer import to_text

ROOT = Path(__file__).parent.parent
RULE_TEXTS = sorted([*ROOT.glob("rulesets/**/*.rules"), *ROOT.glob("tests/**/*.rules")])


def read(text: str) -> tuple[nodes.TopLevel, ...]:
    parsed = parse(Source("test.rules", text, "test"))
    assert parsed.diagnostics == (), render(parsed.diagnostics) + "\n" + text
    return parsed.items


def items_of(text: str) -> tuple[nodes.TopLevel, ...]:
    """What a text holds; texts that are wrong on purpose hold what can be read of them."""
    return parse(Source("test.rules", text, "test")).items


@pytest.mark.parametrize("path", RULE_TEXTS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_all_rule_text_comes_back(path: Path) -> None:
    items = items_of(path.read_text(encoding="utf-8"))
    assert read("".join(map(to_text, items))) == items


ALL = """\
overlay quick "Quick \\"game\\" {{}}" amends plain, long
seats 2..4 @T-ONE-01
type Marks: -3..9 "m"
type Levels: 0..most by seats
enum Mark: cross, nought
kind Empty:
kind Cell within Board by cells "a cell":
  row, column: 0..2 = 1 @T-ONE-02
  near: set of Cell
  state:
    mark: Mark?
    hand: bag of Card secret to owner
    box: pile of Card secret
    seen: map Mark to Cell secret if hidden or not open
  last: Text
kind Line joins Cell:
state:
  turn: 0..9
table Cell @T-ONE-03:
  id   title  count.2  near
  a.1  "A"    1,-2     b|c--d
  b    -      (1 + 2)  a.1 b
list steps: Number @T-ONE-04 =
  1 -2 x "y" 5 6 7 8 9 10 11 12
parameter size: 1..9 = 3 "How large." @T-ONE-05
parameter wide: Bool = false
define f() -> Bool: true
define g(x: Cell, n: Number) -> set of Cell @T-ONE-06:
  all(c in cells where c.row == x.row and not c == x or n in {1, 2} give c) + union(c in x.near)
rule r(x: Cell) "title" @T-ONE-07:
  let a = {1: 2, 3: 4}
  require a[1] == 2 and x.row * 2 - 1 >= 0 else "no {a[1]}" lacking 1 - 2 cell @T-ONE-08
  do s(x, 1); play p; act; end; leave; nothing
  log "{x} and {{}}"
  tally marks "{x}" for me
  tally points "row {x}" for p by x.row - 1
  move x from a to b
  move all(c in cells) from a to b
  move all from a to b
  put 3 of x into b
  draw c from a to b
  shuffle b
  a += f(b, [c]); b -= 2; c[1].d = if x then y else z
action mark "Mark" during turn @T-ONE-09:
  step cell @T-ONE-10:
    choose any cell from cells said "at|on"
      once per cell.row, cell.column
      else "nothing" lacking 1 cell
      where cell.mark == none else "{cell} is taken" lacking 2 cell @T-ONE-11
      where true
    otherwise: leave
    choose 3 x from cells
    choose n x from cells said "" else "no"
  if a: nothing
  elif b:
    nothing
    end
  else: end
  for x in cells where x.row in 0..1: nothing
  repeat 3: nothing
  repeat 1 to 2: nothing
  repeat at least 1: nothing
  repeat while a at most 9: nothing
  as p: act
  choose one:
    option a "A" @T-ONE-12: nothing
    option b:
      nothing
      end
  otherwise: leave
phase game "Game": play turn
ranking @T-ONE-13:
  most p.points "points"
  least p.row - 1 "row"
arrange: nothing
check a > 1 else "no {a}" @T-ONE-14
invariant fine: a > 1 else "no"
note @T-ONE-15 @T-ONE-16 "a note" see mark.cell
status "{turn} \\\\ {{"
show cells "Cells" for c in cells where c.mark != none:
  "row" c.row
  "two" c.row + 1
show steps "Steps" of p as track on board for n in 1..3:
  "step" n
map board of Cell at row, column
map whole "All \\"cells\\"" of Cell at row, column:
  for c in cells where c.row > 0:
    "label" c.row
    "detail" "{c}"
  for l in lines:
    "owner" none
set wide = true @T-ONE-17
set a.1.row = 2
replace step mark.cell: nothing
replace rule r(x: Cell) @T-ONE-18:
  nothing
  end
replace define f() -> Bool: false
replace ranking ranking:
  least p.points "points"
drop rule r because "gone"
before rule r add step s @T-ONE-19: nothing
after step mark.cell add step t:
  nothing
  end
forbid mark when cell.row > 1 because "too far"
forbid mark because "never"
exception e to mark.cell when a @T-ONE-20: nothing
alternative f to mark.cell when a: nothing
alternative g to mark.cell @T-ONE-21: nothing
extend Mark: star
extend Cell:
  a: 0..1
  state:
    b: Bool
extend table Cell:
  id
  c
extend map whole:
  for m in marks:
    "label" m
drop show cells because "seen enough"
drop map board because "small"
"""


def test_every_construct_comes_back() -> None:
    items = read(ALL)
    text = "".join(map(to_text, items))
    assert read(text) == items
    assert "".join(map(to_text, read(text))) == text


def test_every_kind_of_node_is_in_that_text() -> None:
    seen: set[type] = set()

    def visit(value: object) -> None:
        if isinstance(value, nodes.Node):
            seen.add(type(value))
            for slot in value.__dataclass_fields__:
                visit(getattr(value, slot))
        elif isinstance(value, tuple):
            for part in value:
                visit(part)

    visit(read(ALL))
    every = {c for c in vars(nodes).values() if isinstance(c, type) and issubclass(c, nodes.Node)}
    assert {c.__name__ for c in every - seen} == {"Node"}


def expression(text: str) -> nodes.Expression:
    return parse_expression(Source("test.rules", text, "test"))


@pytest.mark.parametrize(
    "text",
    [
        "a or b and not c",
        "(a or b) and c",
        "a - (b - c)",
        "-(a + b) * c",
        "(-a).b",
        "not (a and b)",
        "(a == b) == c",
        "(if a then b else c) + 1",
        "if a then b else if c then d else e",
        "0..smaller(a, b) - 1",
        "{30: 3, 20: 2}",
        "a--b.ends",
        "a - -b",
        '"{({a})} {{x}} \\" \\\\"',
        "lowest(x in all(y in s) where x.a by if b then c else d)",
    ],
)
def test_expressions_have_no_brackets_too_many(text: str) -> None:
    assert to_text(expression(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((a))", "a"),
        ("(a * b) + (c)", "a * b + c"),
        ("(a.b)[(1)]", "a.b[1]"),
        ('"{ a+b }"', '"{a + b}"'),
    ],
)
def test_what_is_canonical(text: str, canonical: str) -> None:
    assert to_text(expression(text)) == canonical


def test_other_nodes_have_texts_too() -> None:
    (kind,) = read("kind A:\n  b, c: set of A by seats\n")
    assert isinstance(kind, nodes.KindDeclaration)
    assert [to_text(field) for field in kind.fields] == [
        "b: set of A by seats",
        "c: set of A by seats",
    ]
    assert to_text(kind.fields[0].type) == "set of A by seats"
    (rule,) = read('rule r():\n  require a else "b" lacking 1 c\n')
    assert isinstance(rule, nodes.RuleDeclaration)
    assert to_text(rule.body[0]) == 'require a else "b" lacking 1 c\n'
    with pytest.raises(TypeError):
        to_text(nodes.Node())


# -- any expression

NAMES = st.sampled_from(["a", "me", "cells", "b_1", "a.1", "b--c", "seats", "at", "organ"])
WORDS = st.sampled_from(["a", "count", "where_", "near"])
NAME = st.just("x")
NUMBERS = st.integers(0, 2**31 - 1)
TEXTS = st.text(
    st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from('{}"\\'), min_size=1
)
LEAVES: st.SearchStrategy[nodes.Expression] = st.one_of(
    NAMES.map(nodes.Name),
    NUMBERS.map(nodes.Number),
    st.booleans().map(nodes.Truth),
    st.just(nodes.Nothing()),
)


Expressions = st.SearchStrategy[nodes.Expression]


def several(inside: Expressions) -> st.SearchStrategy[tuple[nodes.Expression, ...]]:
    return st.lists(inside, max_size=3).map(tuple)


def larger(inside: Expressions) -> Expressions:
    """Expressions made of others."""
    optional = st.none() | inside
    signs = st.sampled_from(["+", "-", "*", "/", "&", "and", "or"])
    comparisons = st.sampled_from(["==", "!=", "<=", ">=", "<", ">", "in", "meets", "within"])
    quantifiers = st.sampled_from(["all", "union", "count", "lowest", "sorted", "first"])
    pairs = st.lists(st.tuples(inside, inside), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        several(inside).map(nodes.ListLiteral),
        several(inside).map(nodes.SetLiteral),
        pairs.map(nodes.MapLiteral),
        st.builds(nodes.Attribute, inside, WORDS),
        st.builds(nodes.Item, inside, inside),
        st.builds(nodes.Call, st.sampled_from(["f", "size"]), several(inside)),
        st.builds(nodes.Unary, st.sampled_from(["-", "not"]), inside),
        st.builds(nodes.Binary, signs, inside, inside),
        st.builds(nodes.Compare, comparisons, inside, inside),
        st.builds(nodes.Range, inside, inside),
        st.builds(nodes.Conditional, inside, inside, inside),
        st.builds(
            nodes.Quantified, quantifiers, st.just("x"), inside, optional, optional, optional
        ),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)


@st.composite
def templates(draw: st.DrawFn) -> nodes.Template:
    """Texts with holes; no two plain pieces stand side by side."""
    pieces: list[str | nodes.Expression] = []
    for piece in draw(st.lists(TEXTS | EXPRESSIONS, max_size=4)):
        if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
            continue
        pieces.append(piece)
    return nodes.Template(tuple(pieces))


@given(EXPRESSIONS)
@settings(max_examples=400, deadline=None)
def test_any_expression_comes_back(made: nodes.Expression) -> None:
    assert expression(to_text(made)) == made


@given(templates())
@settings(max_examples=200, deadline=None)
def test_any_template_comes_back(made: nodes.Template) -> None:
    assert expression(to_text(made)) == made
    (log,) = read(f"rule r(): log {to_text(made)}\n")
    assert isinstance(log, nodes.RuleDeclaration)
    assert log.body == (nodes.Log(made),)


@given(EXPRESSIONS, TEXTS)
@settings(max_examples=100, deadline=None)
def test_any_expression_comes_back_inside_statements(made: nodes.Expression, text: str) -> None:
    body = (
        nodes.Require(made, nodes.Template((text,)), nodes.Lacking(made, "cells"), ("T-1",)),
        nodes.For("x", made, made, (nodes.Let("y", made),)),
        nodes.Choose(
            None, "z", made, (text.replace("|", "/"),), (made, made), None, None,
            (nodes.Where(made, None, None, ()),), (nodes.Move(made, made, made),),
        ),
        nodes.If(((made, (nodes.Put(made, made, made),)),), None),
    )  # fmt: skip
    rule = nodes.RuleDeclaration("r", (), text, (), body)
    assert read(to_text(rule)) == (rule,)
