"""Each mistake in rule text has its code, and is found in its line; nothing else is said.

The line meant ends in `#!`; the text is an overlay on the workshop.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.layering import overlay, ruleset
from tests.workshop import act, workshop, workshop_layers

from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge

ROOT = Path(__file__).parent.parent

NAMES = [
    ("unknown-name", "define d() -> Number: sizes #!"),
    ("unknown-name", "define d(s: Site) -> Number: if s == alhpa then 1 else 0 #!"),
    ("ambiguous-name", "enum Metal: saw\ndefine d() -> Number: size({saw}) #!"),
    ("unknown-type", "define d(s: Sight) -> Number: 1 #!"),
    ("unknown-type", "kind Lane joins Town: #!"),
    ("unknown-type", "kind Hut within Town by huts: #!"),
    ("unknown-rule", "action try during turn:\n  do nothing_known() #!"),
    ("unknown-phase", "phase other:\n  play nowhere #!"),
    ("unknown-phase", "action try during trun: total = 1 #!"),
    ("unknown-function", "define d() -> Number: seize(sites) #!"),
    ("unknown-row", "extend table Item:\n  id     twin  colour\n  wheel  axle  red #!"),
    ("no-field", "define d(s: Site) -> Number: s.weight #!"),
    ("no-field", "kind Hut within Site by huts: #!"),
    ("name-bound-twice", "rule r(s: Site):\n  let s = 1 #!"),
    ("name-bound-twice", "define d() -> Number: sum(s in sites give count(s in sites)) #!"),
    ("recursion", "define a() -> Number: b() #!\ndefine b() -> Number: a()"),
    ("recursion", "rule r(): do r() #!"),
    ("recursion", "phase a: #!\n  play b\nphase b:\n  play a"),
]
TYPES = [
    ("wrong-type", "define d() -> Number: alpha #!"),
    ("wrong-type", "define d(s: Site) -> Bool: s and true #!"),
    ("wrong-type", "define d(s: Site) -> Number: s + 1 #!"),
    ("wrong-type", "define d(s: Site, c: Colour) -> Bool: s == c #!"),
    ("wrong-type", "define d(s: Site, q: Site) -> Bool: s < q #!"),
    ("wrong-type", "define d(s: Site) -> Bool: s meets sites #!"),
    ("wrong-type", "define d(c: Colour) -> Bool: {c} within sites #!"),
    ("wrong-type", "define d(c: Colour) -> set of Site: {c} + sites #!"),
    ("wrong-type", "define d(c: Colour) -> Number: if true then c else 1 #!"),
    ("wrong-type", "define d() -> Number: size(3) #!"),
    ("wrong-type", "define d() -> Number: count(x in 5) #!"),
    ("wrong-type", "define d() -> Number: number(saw, sites) #!"),
    ("wrong-type", "define d() -> Number: size(keys(ladder)) #!"),
    ("wrong-type", "define d() -> set of Site: reach(sites, items) #!"),
    ("wrong-type", "define d(s: Site) -> Number: size(union(x in sites give s)) #!"),
    ("wrong-type", "define d() -> Bool: alpha in 5 #!"),
    ("wrong-type", "define d(s: Number?) -> Number: 1 #!"),
    ("wrong-type", "define d(z: bag of Item) -> Number: 1 #!"),
    ("wrong-type", "type Odd: set of Site\ndefine d(o: Odd) -> Number: 1"),
    ("wrong-type", "state:\n  words: Text #!"),
    ("wrong-type", "state:\n  many: set of Number #!"),
    ("wrong-type", "action try during turn:\n  for x in 7: total = 1 #!"),
    ("wrong-type", "action try during turn:\n  choose x from 7 #!"),
    ("wrong-type", "action try during turn:\n  choose x from alpha.nooks #!"),
    ("wrong-type", "action try during turn:\n  colour += red #!"),
    ("not-a-zone", "action try during turn:\n  move saw from me.hand to alpha #!"),
    ("wrong-type", 'action try during turn:\n  let t = "text" #!\n  total = 1'),
    ("wrong-type", 'define d() -> Bool: "a" == "a" #!'),
    ("wrong-type", "state:\n  favourites: list of Colour = [red] #!"),
    ("wrong-range", "type Odd: 5..2 #!\nstate:\n  odd: Odd"),
    ("too-many", "action try during turn:\n  choose 0 gone from me.hand #!\n  total = 1"),
    ("reserved-name", "action done during turn: total = 1 #!"),
    ("wrong-arguments", "define d() -> Number: size(sites, items) #!"),
    ("wrong-arguments", "define d(s: Site) -> Number: 1\ndefine e() -> Number: d() #!"),
    ("no-items", "define d(s: Site) -> Number: s[1] #!"),
    ("unit", "type Grams: 0..9\ndefine d(g: Grams) -> Coins: bonus + g #!"),
    ("wrong-type", "type Grams: 0..9\nstate:\n  weight: Grams\nrule r(): weight = bonus #!"),
    ("divisor", "define d(n: Number) -> Number: 7 / n #!"),
    ("divisor", "define d(n: Number) -> Number: n / 0 #!"),
    ("incomplete", "define d() -> Number: sum(s in sites) #!"),
    ("incomplete", "define d() -> set of Site: lowest(s in sites) #!"),
    ("incomplete", "define d() -> Number: sum(s in sites give 1 by 2) #!"),
    ("not-a-zone", "action try during turn:\n  move saw from sites to me.hand #!"),
    ("not-a-zone", "arrange:\n  if given(sites): total = 1 #!"),
    ("not-a-zone", "extend Item:\n  pocket: bag of Item #!"),
    ("not-a-pile", "action try during turn:\n  draw i from me.hand to me.kept #!"),
    ("not-a-pile", "phase other: shuffle bin #!"),
    ("zone-assigned", "action try during turn:\n  bin = me.hand #!"),
    ("not-state", "action try during turn:\n  alpha.size = 1 #!"),
    ("not-constant", "parameter p: Number = total #!"),
    ("not-constant", "action try during turn:\n  total = 1\n  repeat 0 to total: turns = 1 #!"),
    ("out-of-range", "parameter p: 1..5 = 6 #!"),
    ("too-long", "define d() -> Number: size(1..20000) #!"),
    ("too-many", "action try during turn:\n  choose 9 many from sites #!"),
    ("wrong-range", "action try during turn:\n  total = 1\n  repeat 3 to 2: turns = 1 #!"),
]
TABLES = [
    ("field-twice", "extend Player:\n  seat: 0..3 #!"),
    ("unknown-column", "extend table Item: #!\n  id     heft  colour\n  wheel  3     red"),
    ("wrong-cell", "extend table Item:\n  id     worth  colour\n  wheel  red    red #!"),
    ("no-id", "extend table Item:\n  worth  colour\n  3      red #!"),
    ("out-of-range", "extend table Item:\n  id     worth  colour\n  wheel  10     red #!"),
    ("no-value-for-seats", "parameter p: Number by seats = {3: 1} #!"),
    ("never-fits", "action try during turn: total = 5000 #!"),
    (
        "too-deep",
        "rule r():\n  if total == 0: turns = 0"
        + "".join(f"\n  elif total == {n}: turns = 1" for n in range(1, 200))
        + "\n  elif total == 200: turns = 2 #!",
    ),
    (
        "too-many",
        "action try during turn: #!\n  total = 1"
        + "".join(f"\n  step s{n}:\n    repeat 0 to 1: turns = 1" for n in range(101)),
    ),
    ("check-failed", 'check 2 > 3 else "two is less" #!'),
]
PLACES = [
    ("phase-only", "action try during turn: act #!"),
    ("phase-only", "action try during turn: shuffle stock #!"),
    ("phase-only", "rule r(): shuffle stock\naction try during turn: do r() #!"),
    ("phase-only", "rule r(): play turn #!"),
    ("phase-only", "arrange:\n  choose s from sites #!\n  total = 1"),
    ("action-only", "rule r(): end #!"),
    ("action-only", "action try during turn:\n  for s in sites: end #!"),
    ("leave-misplaced", "action try during turn: leave #!"),
    ("leave-misplaced", "rule r():\n  for s in sites: leave #!"),
    ("leave-misplaced", "action try during turn:\n  total = 1\n  repeat 0 to 1: leave #!"),
    (
        "leave-misplaced",
        "action try during turn:\n  repeat 2:\n    choose s from sites\n    leave #!",
    ),
    ("phase-refuses", 'phase other: require total > 1 else "no" #!'),
    ("phase-refuses", 'rule r(): require total > 1 else "no"\nphase other: do r() #!'),
    ("phase-chooses", "rule r():\n  choose s from sites\n  total = 1\nphase other: do r() #!"),
    (
        "phase-options",
        "phase other:\n  choose one: #!\n    option a: total = 1\n    option b: total = 2",
    ),
    ("phase-many", "phase other:\n  choose 2 s from sites #!\n  otherwise: nothing\n  total = 1"),
    ("no-otherwise", "phase other:\n  choose s from sites #!\n  total = 1"),
    ("stop-first", "action try during turn:\n  repeat 0 to 1: total = 1 #!"),
    ("stop-misplaced", "rule r():\n  repeat 1 to 2: total = 1 #!"),
    (
        "stop-misplaced",
        "action try during turn:\n  for s in sites:\n    repeat 1 to 2: total = 1 #!",
    ),
    ("choice-in-loop", "action try during turn:\n  for s in sites:\n    choose i from items #!"),
    ("choice-in-loop", "rule r():\n  repeat while true at most 3:\n    choose i from items #!"),
    ("choice-in-loop", "rule r(p: Player):\n  as p:\n    choose i from items #!"),
    ("draw-in-loop", "action try during turn:\n  repeat 2: draw i from stock to bin #!"),
    ("rule-draws", "rule r(): draw i from stock to bin\naction try during turn: do r() #!"),
    (
        "refuses-late",
        "action try during turn:\n  total = 1\n  repeat 0 to 1: total = 2\n"
        '  require turns > 0 else "no" #!',
    ),
    (
        "refuses-late",
        'action try during turn:\n  draw i from stock to bin\n  require i == saw else "no" #!',
    ),
    ("repeat-too-long", "action try during turn:\n  repeat total: #!\n    choose i from items"),
    (
        "list-kept",
        "action try during turn:\n  choose 2 gone from me.hand\n  repeat 0 to 1: total += 1\n"
        "  for i in gone: total += 1 #!",
    ),
    (
        "same-word",
        'action try during turn:\n  choose s from sites said "at"\n'
        '  choose i from items said "at" #!',
    ),
    ("secret-read", 'status "{size(me.hand)} {number(saw, stock)}" #!'),
    ("secret-read", 'action try during turn:\n  require saw in stock else "no" #!'),
    (
        "too-many-names",
        "action try during turn:\n"
        + "".join(f"  let n{k} = total + {k}\n" for k in range(9))
        + "  draw i from stock to bin #!\n  total = "
        + " + ".join(f"n{k}" for k in range(9)),
    ),
]
BAD = [*NAMES, *TYPES, *TABLES, *PLACES]


def complaints(text: str) -> tuple[Diagnostic, ...]:
    """Every mistake in an overlay on the workshop, those of the compiler too."""
    try:
        workshop(text)
    except RulesError as error:
        return error.diagnostics
    return ()


@pytest.mark.parametrize(("code", "text"), BAD, ids=lambda value: value.split("\n")[0][:40])
def test_a_mistake_is_found_in_its_line(code: str, text: str) -> None:
    found = complaints(text.replace(" #!", ""))
    assert [d.code for d in found] == [code]
    lines = [n for n, line in enumerate(text.splitlines(), start=2) if line.endswith("#!")]
    if lines:
        assert [found[0].span.line] == lines
        assert found[0].span.layer == "house"
    assert found[0].message


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("no-reason", "action try during turn:\n  choose s from sites #!\n  total = 1"),
        (
            "no-reason",
            'action try during turn:\n  choose s from sites else "no"\n'
            "    where s != alpha #!\n  total = 1",
        ),
        ("never-played", "phase other: total = 1 #!"),
        ("never-filled", "action try during turn: move saw from me.tray to bin #!"),
        ("place-apart", "extend table Site:\n  id   size\n  far  1 #!"),
        (
            "nothing-to-choose",
            'action try during turn:\n  choose n from 3..2 else "no" #!\n  total = n',
        ),
        ("empty-list", "action try during turn: total = first(s in sites).steps[0] #!"),
        ("list-too-short", "action try during turn: total = ladder[alpha.load] #!"),
        (
            "never-usable",
            "extend Colour: white\nextend table Item:\n  id    colour\n  milk  white #!\n"
            'action try during turn:\n  choose i from items else "no"\n'
            '  choose s from sites else "no"\n    where i.colour in s.colours else "no"\n'
            "  total = 1",
        ),
        ("unused-parameter", 'parameter idle: Number = 1 "Nothing uses it." #!'),
    ],
)
def test_a_doubt_is_a_warning(code: str, text: str) -> None:
    header = 'overlay house "House" amends workshop\n'
    book = merge([*workshop_layers(), overlay(header + text.replace(" #!", ""))])
    found = [d for d in diagnose(book) if d.span.source.name.startswith("house")]
    assert [(d.code, d.severity) for d in found] == [(code, "warning")]
    (line,) = [n for n, text_ in enumerate(text.splitlines(), start=2) if text_.endswith("#!")]
    assert found[0].span.line == line


def test_actions_are_offered_where_there_is_something_to_do() -> None:
    header = 'overlay house "House" amends workshop\n'
    text = "after step game.rounds add step more: play other\nphase other: act"
    book = merge([*workshop_layers(), overlay(header + text)])
    assert [d.code for d in diagnose(book) if d.severity == "error"] == ["no-action"]
    text = "action try during other: total = 1\nphase other: total = 1"
    book = merge([*workshop_layers(), overlay(header + text)])
    found = [d.code for d in diagnose(book) if d.span.source.name.startswith("house")]
    assert sorted(found) == ["never-offered", "never-played"]


def test_a_rulebook_needs_a_course() -> None:
    book = merge([ruleset("bare", "seats 2..2\nkind Player:\n  state:\n    won: Bool\n")])
    assert [d.code for d in diagnose(book)] == ["no-game"]


def test_citations_are_missed_only_where_rulebooks_are_cited() -> None:
    text = "seats 2..2\nphase game: act\naction rest during game @X-1: nothing\n"
    text += "action sleep during game: nothing\nkind Player:\n  state:\n    won: Bool\n"
    for rulebooks, codes in (({}, []), ({"X": "A rulebook"}, ["no-citation"])):
        book = merge([ruleset("bare", text, rulebooks=rulebooks)])
        assert [d.code for d in diagnose(book)] == codes


def test_many_mistakes_are_told_at_once() -> None:
    text = "\n".join(f"define d{n}() -> Number: unknown{n}" for n in range(12))
    assert [d.span.line for d in complaints(text)] == list(range(2, 14))


def test_a_mistake_is_told_once_however_many_seats() -> None:
    header = 'overlay house "House" amends workshop\n'
    book = merge([*workshop_layers(), overlay(header + "define d() -> Number: unknown")])
    assert [d.code for d in diagnose(book) if d.severity == "error"] == ["unknown-name"]


def test_every_code_has_an_example() -> None:
    written = set()
    for folder in ("checking", "compiling"):
        for path in (ROOT / "interpreter" / folder).rglob("*.py"):
            pattern = r'(?:error|warning|Diagnostic)\(\s*\[?(?:Diagnostic\()?f?"([a-z-]+)[{"]'
            written |= set(re.findall(pattern, path.read_text(encoding="utf-8")))
    tests = (ROOT / "tests").glob("test_*.py")
    shown = "\n".join(path.read_text(encoding="utf-8") for path in tests)
    assert {code for code in written if f'"{code}' not in shown} == set()
    assert len(written) > 60


# -- the deepest that may be ---------------------------------------------------------------


def test_long_actions_are_compiled_in_pieces() -> None:
    """Python nests blocks no deeper than 20; a move may have more choices than that."""
    body = "\n".join(f'choose c{n} from {{red, blue}} said "w{n}"' for n in range(24))
    body += '\nrequire c0 == red and c23 == blue else "no"\ntotal = 7'
    game = act(body)
    words = " ".join(f"w{n} {'red' if n % 2 == 0 else 'blue'}" for n in range(24))
    game.push(f"try {words}")
    assert game.view(None)["total"] == 7


def test_deep_blocks_are_compiled() -> None:
    body = "\n".join(f'choose c{n} from {{red}} said "w{n}"' for n in range(9))
    for n in range(11):
        body += "\n" + "  " * n + f"for x{n} in {{alpha}}:"
    game = act(body + " total += 7")
    game.push("try")
    assert game.view(None)["total"] == 7


def test_deep_expressions_are_compiled() -> None:
    deep = "1"
    for n in range(12):
        deep = f"sum(x{n} in {{alpha}} where every(y{n} in {{beta}} give true) give {deep})"
    assert complaints(f"define d() -> Number: {deep}") == ()
    player = "me"
    for _ in range(12):
        player = f"order[size({player}.kept)]"
    assert complaints(f"define d() -> Player: {player}") == ()
    words = "".join(f"define d{n}() -> Number: {n}\n" for n in range(2000))
    assert complaints(words) == ()


def test_a_wrong_map_is_told_once() -> None:
    """What reads a parameter whose value was refused does not complain as well."""
    house = LayerText(
        "h",
        "H",
        {"amends": ["birmingham"]},
        {"h.rules": 'overlay h "H" amends birmingham\nset loans = 5\n'},
    )
    found = diagnose(merge((*find("birmingham"), house)))
    assert [d.code for d in found] == ["wrong-type"]
