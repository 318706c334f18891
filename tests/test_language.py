"""What statements mean, step by step: effects, choices, branches, loops, rules, pieces."""

from __future__ import annotations

import pytest
from tests.workshop import act, look, refusal, texts, workshop

from brasswright.interpreter.errors import Ambiguous, NotUnderstood

# -- names and fields ----------------------------------------------------------------------


def test_a_name_keeps_the_value_it_had() -> None:
    game = act("""
        let was = total
        total = 7
        turns = was
        total += 3
        total -= 4
        """)
    game.push("try")
    assert look(game, "total", "turns") == [6, 1]  # the phase counts the turn


def test_sets_grow_and_shrink() -> None:
    game = act("""
        marked = {alpha, beta}
        marked += {gamma}
        marked -= {alpha, delta}
        alpha.near = marked - {beta}
        """)
    game.push("try")
    assert look(game, "marked", "sites.alpha.near") == [["beta", "gamma"], ["gamma"]]


def test_lists_and_rows_are_assigned() -> None:
    game = act("""
        order = sorted(p in players by -p.seat)
        visited = [gamma, alpha]
        colour = blue
        alpha.owner = me
        alpha.shade = first(c in beta.colours)
        """)
    game.push("try")
    assert look(game, "order", "visited", "colour") == [["Ben", "Ada"], ["gamma", "alpha"], "blue"]
    assert look(game, "sites.alpha.owner", "sites.alpha.shade") == ["Ada", "blue"]


def test_effects_are_seen_by_what_follows() -> None:
    game = act("""
        total = 2
        if total == 2: total = total * 10
        if total == 2: total = 99
        """)
    game.push("try")
    assert look(game, "total") == [20]


# -- refusing ------------------------------------------------------------------------------


def test_a_requirement_refuses_and_says_what_is_missing() -> None:
    game = act("""
        step price: require me.coins >= 12 else "it costs 12 and {me} has {me.coins}"
          lacking 12 - me.coins coins
        me.coins -= 12
        """)
    told = refusal(game, "try")
    assert (told.part, told.reason) == ("try.price", "it costs 12 and Ada has 10")
    assert told.lacking == (2, "coins")
    assert texts(game) == []
    assert game.why_not("rest") is None


def test_a_rule_that_refuses_refuses_for_its_caller() -> None:
    game = workshop("""
rule pay(amount: Coins):
  step enough: require me.coins >= amount else "too dear"
  me.coins -= amount
rule pay_twice(amount: Coins):
  do pay(amount)
  do pay(amount)
action try during turn:
  choose amount from [3, 5, 6] said ""
  total = 50
  do pay_twice(amount)
""")
    assert texts(game) == ["3", "5"]
    assert refusal(game, "try 6").part == "pay.enough"
    game.push("try 5")
    assert look(game, "players.Ada.coins", "total") == [0, 50]


def test_a_refusing_rule_in_a_loop_refuses_everything() -> None:
    rules = """
rule visit(s: Site):
  require s.size < 6 else "{s} is too large"
  total += s.size
action try during turn:
  choose most from 1..9 said ""
  for s in sites where s.size <= most:
    for c in s.colours: do visit(s)
  visited = [alpha]
"""
    game = workshop(rules)
    assert texts(game) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert refusal(game, "try 9").reason == "Delta is too large"
    game.push("try 5")  # alpha twice, beta once, gamma has no colours
    assert look(game, "total", "visited") == [3 + 3 + 5, ["alpha"]]


# -- choosing ------------------------------------------------------------------------------


def test_candidates_are_members_that_fit() -> None:
    game = act("""
        choose s from sites said "at" else "{s} is no site"
          where s.size > 1 else "{s} is too small"
          where s != beta else "not {s}"
        total = s.size
        """)
    assert texts(game) == ["at alpha", "at delta"]
    assert refusal(game, "try at gamma").reason == "Gamma is too small"
    assert refusal(game, "try beta").reason == "not Beta"
    game.push("try delta")
    assert look(game, "total") == [9]


@pytest.mark.parametrize(
    ("source", "offered"),
    [
        ("shown", ["green", "red"]),
        ("{blue, red}", ["red", "blue"]),
        ("3..5", ["3", "4", "5"]),
        ("alpha.steps", ["1", "2", "3"]),
        ("me.hand", ["hammer", "saw", "nail", "rope"]),
        ("keys(rates)", ["5", "10"]),
        ("[3, 1, 3, 3]", ["3", "1"]),
        ("delta.steps", ["5"]),
        ("all(i in items where i.worth == 2)", ["nail", "rope"]),
        ("sorted(i in items by i.worth)", ["saw", "nail", "rope", "hammer"]),
    ],
)
def test_what_can_be_chosen_from(source: str, offered: list[str]) -> None:
    assert texts(act(f'choose x from {source} said ""\ntotal = 1')) == offered


def test_a_refusal_after_a_choice_takes_it_off_the_list() -> None:
    game = act("""
        choose s from sites said ""
        choose i from me.hand said "with"
        require i.worth < s.size else "{i} does not fit {s}"
        require i.colour in s.colours else "{i} has the wrong colour"
        total = s.size * 10 + i.worth
        """)
    assert texts(game) == [
        "alpha with saw",
        "alpha with rope",
        "beta with nail",
        "delta with hammer",
        "delta with rope",
    ]
    game.push("try rope delta")
    assert look(game, "total") == [92]


def test_equal_candidates_are_offered_once() -> None:
    game = act("""
        choose i from items said ""
          once per i.colour
        total = i.worth
        """)
    assert texts(game) == ["hammer", "saw", "nail"]


def test_the_order_of_any_choices_is_immaterial() -> None:
    game = act("""
        repeat 2:
          choose any i from items where i != nail else "not {i}"
          marked += if i == rope then {delta} else {}
          total = total * 10 + i.worth
        """)
    assert texts(game) == [
        "i hammer i hammer",
        "i hammer i saw",
        "i hammer i rope",
        "i saw i saw",
        "i saw i rope",
        "i rope i rope",
    ]
    one, other = game.copy(), game.copy()
    one.push("try i hammer i saw")
    other.push("try i saw i hammer")
    assert look(one, "total") == [31]
    assert look(other, "total") in ([13], [31])


def test_any_compares_only_with_what_was_open_before() -> None:
    game = act("""
        repeat 2:
          choose any s from sites where s.load == 0 and (s != alpha or total > 0)
          s.load = 1
          total += 1
        """)
    # alpha opens only after the first choice, so it may come after a greater one
    assert texts(game) == [
        "s beta s alpha",
        "s beta s gamma",
        "s beta s delta",
        "s gamma s alpha",
        "s gamma s delta",
        "s delta s alpha",
    ]


def test_several_at_once_are_a_multiset() -> None:
    game = act("""
        for i in items: move i from me.hand to bin
        move saw from bin to me.hand
        choose 2 gone from bin said "" where gone != rope
        for i in gone: move i from bin to me.kept
        """)
    assert texts(game) == ["hammer,nail"]
    game.push("try nail hammer")
    assert look(game, "players.Ada.kept", "bin") == [["hammer", "nail"], ["rope"]]


def test_copies_in_a_bag_can_be_taken_together() -> None:
    game = workshop("""
after step set_up.items add step more:
  for p in players: put 2 of nail into p.hand
action try during turn:
  choose 3 gone from me.hand said ""
  for i in gone: move i from me.hand to bin
""")
    offered = texts(game)
    assert "nail,nail,nail" in offered
    assert "hammer,hammer,saw" not in offered
    # three of hammer, saw, rope and three nails: sum over the number of nails
    assert len(offered) == 1 + 3 + 3 + 1
    game.push("try nail,hammer,nail")
    assert sorted(look(game, "bin")[0]) == ["hammer", "nail", "nail"]


def test_without_a_candidate_otherwise_takes_the_place_of_the_rest() -> None:
    text = """
        step first:
          choose s from sites said "" where s.load > LIMIT
          otherwise: total += 100
          s.load = 9
          total += 1
        step second: total += 10
        """
    game = act(text.replace("LIMIT", "0"))
    assert texts(game) == [""]
    game.push("try")
    assert look(game, "total") == [110]
    game = act("        alpha.load = 1\n        delta.load = 2\n" + text.replace("LIMIT", "0"))
    assert texts(game) == ["alpha", "delta"]
    game.push("try delta")
    assert look(game, "total", "sites.delta.load") == [11, 9]


def test_otherwise_looks_at_candidates_not_at_what_follows() -> None:
    game = act("""
        step first:
          choose s from {beta} said ""
          otherwise: total = 100
          require s.load > 0 else "{s} is empty"
        """)
    assert texts(game) == []
    assert refusal(game, "try").reason == "Beta is empty"


def test_options_are_words_of_the_move() -> None:
    game = act("""
        choose one:
          option small:
            choose s from sites said "" where s.size < 4
            total = s.size
          option large "A large one":
            require me.coins > 100 else "large ones are dear"
          option neither: total = -1
        me.coins -= 1
        """)
    assert texts(game) == ["small alpha", "small gamma", "neither"]
    assert refusal(game, "try large").reason == "large ones are dear"
    game.push("try small gamma")
    assert look(game, "total", "players.Ada.coins") == [1, 9]


def test_options_inside_options() -> None:
    game = act("""
        choose one:
          option up:
            choose one:
              option one: total = 1
              option two: total = 2
            total += 10
          option down:
            choose one:
              option three: total = -1
              option four: total = -2
        total = total * 2
        """)
    assert texts(game) == ["up one", "up two", "down three", "down four"]
    game.push("try up two")
    assert look(game, "total") == [24]
    game.push("try four")  # a word is enough where it tells the way
    assert look(game, "total") == [-4]


def test_choices_of_rules_and_in_branches() -> None:
    game = workshop("""
rule fetch(s: Site):
  choose any from_ from sites said "from" where from_.size < s.size
  total += from_.size
action try during turn:
  choose s from sites said ""
  if s.size > 4:
    do fetch(s)
  elif s == alpha:
    choose number from 1..2
    total += number
  else: total = 50
  total += 100
""")
    assert texts(game) == [
        "alpha number 1",
        "alpha number 2",
        "beta from alpha",
        "beta from gamma",
        "gamma",
        "delta from alpha",
        "delta from beta",
        "delta from gamma",
    ]
    game.push("try delta beta")
    assert look(game, "total") == [105]


# -- loops ---------------------------------------------------------------------------------


def test_for_goes_by_id_through_sets_and_in_order_through_lists() -> None:
    game = act("""
        for s in {delta, alpha}: total = total * 10 + s.size
        for n in [3, 1, 2]: turns = turns * 3 + n
        """)
    game.push("try")
    assert look(game, "total", "turns") == [39, 3 * 9 + 3 + 2 + 1]


def test_for_goes_through_the_kinds_in_a_bag_as_they_were() -> None:
    game = act("for i in me.hand where i.worth > 1: move i from me.hand to me.kept")
    game.push("try")
    assert look(game, "players.Ada.hand") == [["saw"]]
    assert look(game, "players.Ada.kept") == [["hammer", "nail", "rope"]]


def test_for_is_fixed_at_the_start_and_where_is_asked_in_turn() -> None:
    game = act("""
        marked = {alpha, beta, gamma}
        for s in marked where s.load == 0:
          marked = {delta}
          total += s.size
          for t in {s} + {s.partner}: t.load = 1
        """)
    game.push("try")
    # alpha's partner beta is loaded by then; gamma has no partner
    assert look(game, "total", "marked") == [3 + 1, ["delta"]]


def test_repeat_a_number_of_times() -> None:
    game = act("""
        choose n from -1..3 said ""
        repeat n: total += 5
        """)
    for n, total in ((-1, 0), (0, 0), (3, 15)):
        copy = game.copy()
        copy.push(f"try {n}")
        assert look(copy, "total") == [total]


def test_repeats_that_ask_inside_repeats_that_ask() -> None:
    game = act(
        """
        repeat 2:
          choose s from {alpha, beta} said "at"
          s.load += 1
          repeat s.load:
            choose i from {saw, nail} said "with"
            total = total * 10 + i.worth
        turns = 0
        """.replace("repeat s.load:", "repeat smaller(s.load, 2):")
    )
    # at alpha, beta: one item each; twice at one place: one, then two
    same, different = 2 * 2 * 4, 2 * 2 * 2
    assert len(texts(game)) == same + different
    game.push("try at alpha with saw at alpha with nail with saw")
    assert look(game, "total", "sites.alpha.load") == [121, 2]


def test_leave_ends_the_nearest_repeat() -> None:
    game = workshop("""
rule go_round():
  repeat while true at most 5:
    repeat while true at most 5:
      if total > 3: leave
      total += 1
    if turns > 1: leave
    turns += 1
action try during turn: do go_round()
""")
    game.push("try")
    assert look(game, "total", "turns") == [4, 3]


# -- pieces --------------------------------------------------------------------------------


def test_pieces_move_between_bags_piles_and_slots() -> None:
    game = act("""
        move saw from me.hand to me.tray
        move nail from me.hand to heap
        move rope from me.hand to heap
        move hammer from me.hand to heap
        move nail from heap to me.kept
        move all from heap to bin
        move me.tray from me.tray to alpha.item
        """)
    game.push("try")
    assert look(game, "players.Ada.kept", "bin", "sites.alpha.item", "players.Ada.tray") == [
        ["nail"],
        ["hammer", "rope"],
        "saw",
        None,
    ]


def test_moving_a_pile_onto_a_pile_keeps_the_order() -> None:
    game = act("""
        for i in [rope, saw, nail]: move i from me.hand to heap
        move all from heap to stock
        draw top from stock to bin
        draw second from stock to bin
        total = top.worth * 10 + second.worth
        """)
    game.push("try")
    assert look(game, "total") in ([22], [21], [12])


def test_an_action_needs_its_words() -> None:
    game = act('choose s from sites said ""\ntotal = s.size')
    with pytest.raises(NotUnderstood):
        game.push("try nowhere")
    with pytest.raises(Ambiguous) as caught:
        game.push("try")
    assert len(caught.value.moves) == 4
