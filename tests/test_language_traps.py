"""What can't be known before a game: traps, nothing, and rules that would go on and on."""

from __future__ import annotations

import time

import pytest
from tests.workshop import act, look, refusal, texts, workshop

from brasswright.interpreter.errors import BrasswrightError, RulesError

# -- traps ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("me.coins += 11", "Player.coins can't be 21"),
        ("me.coins -= 11", "Player.coins can't be -1"),
        ("total -= 101", "total can't be -101"),
        ("repeat 3: total += 400", "total can't be 1200"),
        ("total = ladder[total + 6]", "a list of 6 has no item 6"),
        ("total = ladder[total - 1]", "a list of 6 has no item -1"),
        ("total = visited[0].size", "a list of 0 has no item 0"),
        ("total = rates[7]", "the map has nothing for 7"),
        ("total = smallest(s in sites where s.load > 0 give s.size)", "no smallest of nothing"),
        ("total = largest(n in alpha.steps where n > 3)", "no largest of nothing"),
        ("draw i from heap to bin", "the pile is empty"),
        ("move saw from bin to me.hand", "the piece is not there"),
        ("move saw from me.tray to me.hand", "the piece is not there"),
        ("move saw from heap to me.hand", "the piece is not there"),
        (
            "for i in [saw, nail]: move i from me.hand to me.tray",
            "the place is taken",
        ),
        ("move gamma.item from me.hand to bin", "the piece is not there"),
        ("move all from heap to gamma.partner.item", "there is no Site to change"),
        ("gamma.partner.load = 1", "there is no Site to change"),
        ("alpha.owner.coins += 1", "there is no Player to change"),
        ("visited = [alpha, beta, gamma, delta, alpha]", "a list of at most 4 can't take 5 items"),
        ("total = size(0..total + 10000)", "0..10000 is too long"),
        ("repeat total + 10001: turns = 1", "a loop can't go round 10001 times"),
        ("alpha.load = (total + 70000) * (total + 70000) / 1000000000", "4900000000 is too large"),
    ],
)
def test_a_trap_is_a_refusal_that_names_the_line(body: str, told: str) -> None:
    game = act(f'step one: turns = 0\nstep two:\n  {body}\n  log "done"')
    reason = refusal(game, "try").reason
    assert told in reason
    assert "house.rules:5" in reason
    assert [text for text in texts(game, "try") if text == "try"] == []
    assert "try" not in [move.text for move in game.legal_moves]


def test_numbers_may_go_to_the_ends_of_their_range() -> None:
    game = act("me.coins = 20\nme.coins -= 20\ntotal = 1000\ntotal -= 1100\nturns = 98")
    game.push("try")
    assert look(game, "players.Ada.coins", "total", "turns") == [0, -100, 99]


def test_only_the_way_that_runs_into_a_trap_is_left_out() -> None:
    game = act("""
        choose s from sites said ""
        choose n from 1..3
        total = ladder[s.size - n]
        """)
    assert texts(game) == [
        *(f"alpha n {n}" for n in (1, 2, 3)),
        *(f"beta n {n}" for n in (1, 2, 3)),
        "gamma n 1",
    ]
    assert "a list of 6 has no item" in refusal(game, "try delta n 1").reason
    game.push("try beta n 2")
    assert look(game, "total") == [2]


def test_a_loop_that_reaches_its_bound_is_a_trap() -> None:
    text = """
rule climb(top: Number):
  repeat while total < top at most 5: total += 1
action try during turn:
  choose top from [4, 5, 6] said ""
  do climb(top)
"""
    game = workshop(text)
    assert texts(game) == ["4", "5"]
    assert "a loop went round more than 5 times" in refusal(game, "try 6").reason


def test_a_trap_in_the_course_of_the_game_refuses_the_move_before_it() -> None:
    game = workshop("after step turn.count add step trap: total = ladder[turns + 4]")
    game.push("rest")
    reason = refusal(game, "rest").reason
    assert "a list of 6 has no item 6" in reason
    assert "house.rules:2" in reason


def test_a_trap_before_the_first_decision_is_an_error() -> None:
    with pytest.raises(BrasswrightError) as caught:
        workshop("after step set_up.coins add step trap: total = ladder[total + 9]")
    assert "house.rules:2" in str(caught.value)


def test_nobody_may_be_left_without_a_legal_action() -> None:
    game = workshop('replace action rest: require turns < 1 else "no rest"')
    assert "nothing that may be done" in refusal(game, "rest").reason


def test_traps_in_what_is_shown_do_not_stop_a_game() -> None:
    game = workshop(
        """
status "{ladder[turns + 4]}"
show bad "Bad" for s in sites:
  "item" ladder[turns + 4]
invariant known: ladder[turns + 4] > 0 else "no"
"""
    )
    assert game.status() == "5"
    game.push("rest")
    game.push("rest")
    assert "a list of 6 has no item 6" in game.status()
    assert "a list of 6 has no item 6" in game.broken_invariants()[0]
    with pytest.raises(BrasswrightError):
        game.show("bad")
    game.pop()
    assert game.status() == "8"
    assert len(game.show("bad").rows) == 4


# -- nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("gamma.partner.size", 0),
        ("gamma.partner.partner.load", 0),
        ("size(gamma.partner.colours) + size(gamma.partner.steps)", 0),
        ("size(alpha.owner.kept)", 0),
        ("number(saw, alpha.owner.kept)", 0),
        ("if gamma.partner.mark then 1 else 0", 0),
        ("if gamma.partner == none then 1 else 0", 1),
        ("if alpha.item == none and alpha.item.twin == none then 1 else 0", 1),
        ("if saw in alpha.owner.kept then 1 else 0", 0),
        ("if alpha.owner in players then 1 else 0", 0),
        ("size({alpha.owner, me})", 1),
        ("count(p in [alpha.owner, me])", 2),
        ("size(all(s in sites give s.partner))", 3),
        ("first(s in sites where s.size > 20).size", 0),
        ("sum(s in sites where s.size > 20 give s.size)", 0),
        ("size(lowest(s in sites where s.size > 20 by s.size))", 0),
        ("if every(s in sites where s.size > 20 give false) then 1 else 0", 1),
        ("size(lowest(s in sites by distance({gamma}, s, all(r in roads where r.open))))", 1),
        ("distance({gamma}, alpha, SHUT) + 5", 5),
        ("if distance({gamma}, alpha, SHUT) == none then 1 else 0", 1),
        ("if distance({gamma}, alpha, SHUT) < 1 then 1 else 0", 1),
        ("if distance({gamma}, alpha, SHUT) == 0 then 1 else 0", 0),
        ("distance({gamma}, alpha, roads)", 2),
        ("size(reach({gamma}, SHUT))", 1),
        ("size(reach({}, roads))", 0),
        ("if {} within {alpha} and not {} meets {alpha} then 1 else 0", 1),
        ("position(gamma, [alpha, beta])", 0),
    ],
)
def test_reading_through_nothing_is_harmless(expression: str, value: int) -> None:
    shut = "all(r in roads where r.open)"
    game = act(f"total = {expression.replace('SHUT', shut)}")
    game.push("try")
    assert look(game, "total") == [value]


def test_pieces_may_not_be_nothing() -> None:
    game = act("""
        choose s from sites said ""
        move s.item from s.item to bin
        """)
    assert texts(game) == []
    assert "the piece is not there" in refusal(game, "try alpha").reason


# -- rules that would go on and on ---------------------------------------------------------

LIMITS = {
    "not-constant",
    "too-large",
    "too-long",
    "too-many-rows",
    "too-many-ways",
    "too-much-work",
}


@pytest.mark.parametrize(
    "text",
    [
        "parameter far: Number = sum(x in 0..1000000000 give x)",
        "action try during turn:\n  for x in 0..1000000000: total = 1",
        "action try during turn:\n  total = sum(x in 0..1000000000 give 1)",
        "define one() -> Number: sum(a in 0..999 give sum(b in 0..999 give count(c in 0..999)))",
        "define a() -> Number: sum(s in 0..99 give s)\n"
        + "\n".join(
            f"define {name}() -> Number: sum(s in 0..99 give {below}())"
            for below, name in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"))
        ),
        "rule go(n: Number):\n  repeat n:\n    repeat n:\n      repeat n: total = 1",
        "rule go():\n  repeat while true at most 1000000000: turns = 1",
        "extend Site:\n  crowd: 0..1000000000\nkind Person within Site by crowd:\n"
        "set alpha.crowd = 1000000000",
        "extend table Item:\n  id  colour\n" + "\n".join(f"  i{n}  red" for n in range(1001)),
        "extend Player:\n  state:\n" + "\n".join(f"    p{n}: pile of Item" for n in range(200)),
        "\n".join(f"define d{n}(x: Number) -> Number: d{n + 1}(x) + d{n + 1}(x)" for n in range(60))
        + "\ndefine d60(x: Number) -> Number: x",
        "\n".join(f"phase p{n}:\n  play p{n + 1}\n  play p{n + 1}" for n in range(40))
        + "\nphase p40: act\nafter step game.rounds add step more: play p0",
        "action try during turn:\n"
        + "\n".join(
            f"  step s{n}:\n    choose one:\n      option a{n}:\n"
            f"        if total > {n}: end\n      option b{n}: total += 1"
            for n in range(30)
        ),
    ],
    ids=range(13),
)
def test_what_could_go_on_and_on_is_refused(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(RulesError) as caught:
        workshop(text)
    assert {d.code for d in caught.value.diagnostics} <= LIMITS
    assert time.perf_counter() - began < 20


def test_a_course_without_decisions_is_stopped() -> None:
    game = workshop(
        """
after step turn.count add step spin:
  repeat while turns > 1 at most 90000:
    repeat while turns > 1 at most 90000:
      if turns > 50: act
"""
    )
    game.push("rest")
    began = time.perf_counter()
    assert "goes on and on" in refusal(game, "rest").reason
    assert time.perf_counter() - began < 20


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brasswright.interpreter.running.query.LONGEST", 0.3)
    choices = "\n".join(f"  choose c{n} from 0..99" for n in range(8))
    began = time.perf_counter()
    game = workshop(f'action try during turn:\n{choices}\n  require total > 5 else "no"')
    assert [move.text for move in game.legal_moves] == ["rest"]
    with pytest.raises(BrasswrightError):
        game.push("try c0 1")
    assert time.perf_counter() - began < 40


def test_too_many_ways_to_take_several_are_a_trap() -> None:
    game = workshop(
        """
after step set_up.items add step more:
  for i in items: put 30 of i into bin
action try during turn:
  choose 8 taken from 0..99 said ""
  total = size(taken)
action try_few during turn:
  choose 8 taken from bin said ""
  total = size(taken)
"""
    )
    assert "more than 10000 ways" in refusal(game, "try 1,2,3,4,5,6,7,8").reason
    assert len(texts(game, "try_few")) == 165  # multisets of 8 of 4 kinds


def test_a_hostile_name_or_text_runs_no_code() -> None:
    with pytest.raises(RulesError):
        workshop('define __import__(x: Number) -> Number: x\ndefine evil() -> Number: open("x")')
    game = workshop('action try during turn: log "{{__import__(1)}} \' \\\\ {total}"')
    names = game.compiled.names
    assert set(names["__builtins__"]) == {
        "all",
        "any",
        "dict",
        "int",
        "len",
        "max",
        "min",
        "next",
        "range",
        "sorted",
        "str",
        "sum",
        "tuple",
    }
    assert not any("." in line for line in attributes(game.compiled.module.text))


def attributes(code: str) -> list[str]:
    """Attribute accesses in compiled code that are not those of its own few helpers."""
    import ast

    known = {"append", "pick", "pick_any", "stop", "refuse", "refuse_candidate", "outside"}
    known |= {"outside_many", "reach", "distance", "bit_count", "count", "keyed"}
    tree = ast.parse(code)
    found = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return [f".{name}" for name in found if name not in known]


def test_names_of_the_rules_do_not_hide_those_of_the_engine() -> None:
    game = workshop(
        """
kind take_from:
  bag: 0..9
kind f joins Site:
  x, y_z: 0..9
kind f_y:
  z: 0..9
table take_from:
  id   bag
  one  7
table f:
  id            x  y_z
  alpha--gamma  3  4
table f_y:
  id    z
  what  5
define x() -> Number: 20
define y_z() -> Number: 30
define graph() -> Number: 40
action try during turn:
  move saw from me.hand to me.kept
  move saw from me.kept to bin
  total = one.bag + x() + y_z() + graph() + distance({alpha}, gamma, fs)
  total += alpha--gamma.x * 100 + alpha--gamma.y_z * 10 + what.z
"""
    )
    game.push("try")
    assert look(game, "total", "bin") == [7 + 90 + 1 + 300 + 40 + 5, ["saw"]]
