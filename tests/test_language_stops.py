"""What stops, draws, exceptions and alternatives mean: moves of several stages."""

from __future__ import annotations

import pytest
from tests.workshop import act, look, refusal, texts, workshop

from brasswright.interpreter.errors import Refused
from brasswright.interpreter.game import Game


def told(game: Game) -> tuple[str, list[str]]:
    """The stage, and what is offered there."""
    return game.stage, texts(game)


# -- stops ---------------------------------------------------------------------------------


def test_a_stop_can_be_left_or_gone_on_from() -> None:
    game = act("""
        choose s from sites said "at" where s.size < 6
        total = s.size
        repeat 0 to 1:
          choose i from me.hand said "with" where i.worth < s.size
          total = total * 10 + i.worth
        turns += 10
        """)
    assert texts(game) == ["at alpha", "at beta", "at gamma"]
    game.push("try beta")
    assert (game.turn, look(game, "total", "turns")) == ("Ada", [5, 0])
    assert told(game) == ("try", ["done", "with hammer", "with saw", "with nail", "with rope"])
    left = game.copy()
    left.push("done")
    assert (left.turn, look(left, "total", "turns")) == ("Ben", [5, 11])
    game.push("try hammer")
    assert (game.turn, look(game, "total", "turns")) == ("Ben", [53, 11])


def test_where_one_can_only_leave_one_is_not_asked() -> None:
    game = act("""
        choose s from sites said "at" where s.size < 6
        repeat 0 to 1:
          choose i from me.hand said "with" where i.worth < s.size
          total += i.worth
        """)
    game.push("try gamma")
    assert (game.turn, game.stage) == ("Ben", "")


@pytest.mark.parametrize(
    ("bounds", "asked"),
    [
        ("0 to 1", 1),
        ("0 to 3", 3),
        ("1 to 1", 0),
        ("1 to 2", 1),
        ("1 to 4", 3),
        ("2 to 2", 0),
        ("2 to 5", 3),
        ("at least 1", 7),
        ("at least 2", 6),
    ],
)
def test_how_often_a_repeat_goes_round(bounds: str, asked: int) -> None:
    """The body adds 1; before each further time there is a stop, at the most there is none."""
    game = act(f"""
        step first: total = 0
        repeat {bounds}:
          choose s from sites said "" where s.load < 2
          s.load += 1
          total += 1
        turns += 10
        """)
    least = int(bounds.split()[0].replace("at", bounds[-1]))
    game.push("try " + next(text for text in texts(game)) if least else "try")
    stops = 0
    while game.stage == "try":
        assert texts(game)[0] == "done"
        stops += 1
        # not the first of the candidates: a count must not depend on those passed over
        game.push("try " + texts(game)[-1])
    assert stops == asked
    assert look(game, "total", "turns") == [least + asked, 11]


def test_names_from_before_are_known_after_a_stop() -> None:
    game = act(
        """
        choose s from sites said "at"
        let size = s.size
        let many = size > 4
        let seen = {s} + {alpha}
        choose one:
          option low: turns = 1
          option high: turns = 2
        repeat 1 to 4:
          choose i from me.hand said "with"
          let worth = i.worth
          total += worth
        marked = seen
        if many: total += size * 10
        """
    )
    game.push("try at delta high with saw")
    game.push("try with nail")
    game.push("try with hammer")
    game.push("done")
    assert look(game, "total", "marked", "turns") == [1 + 2 + 3 + 90, ["alpha", "delta"], 3]


def test_two_repeats_one_after_the_other() -> None:
    game = act(
        """
        step first: total = 1
        step one:
          repeat 0 to 2:
            choose s from {alpha, beta} said "at"
            total = total * 10 + s.size
        step two:
          repeat 0 to 2:
            choose i from {saw, nail} said "with"
            total += i.worth * 100
        """
    )
    game.push("try")
    game.push("try alpha")
    assert told(game) == ("try", ["done", "at alpha", "at beta"])
    game.push("done")
    assert told(game) == ("try", ["done", "with saw", "with nail"])
    game.push("try nail")
    game.push("try saw")
    assert (game.turn, look(game, "total")) == ("Ben", [13 + 300])


def test_a_stop_in_a_branch() -> None:
    game = act("""
        choose s from sites said ""
        if s.size > 4:
          repeat 1 to 2:
            choose i from {saw, nail} said "with"
            total += i.worth
        else: total = 50
        total = total * 10
        """)
    assert texts(game) == [
        "alpha",
        "beta with saw",
        "beta with nail",
        "gamma",
        "delta with saw",
        "delta with nail",
    ]
    game.push("try delta with saw")
    game.push("try nail")
    assert look(game, "total") == [30]
    game.push("try alpha")
    assert look(game, "total") == [500]


def test_end_ends_the_action_wherever_it_stands() -> None:
    game = act("""
        step begin: total = 1
        repeat 0 to 3:
          choose s from sites said ""
          total += s.size
          step large:
            if s == delta: end
          step count: turns += 10
        total += 100
        """)
    game.push("try")
    game.push("try alpha")
    game.push("try delta")
    assert (game.turn, look(game, "total", "turns")) == ("Ben", [13, 11])


def test_phrases_over_several_stages_are_one() -> None:
    game = act("""
        choose s from sites said ""
        repeat 0 to 1:
          require me.coins > 5 else "no coins"
          choose other from sites said "" where other != s
          me.coins -= other.size
        """)
    assert refusal(game, "try alpha and alpha") is not None
    move = game.parse("try alpha and delta")
    assert [move.text, len(move.following)] == ["try alpha and delta", 1]
    game.push(move)
    assert (game.turn, look(game, "players.Ada.coins")) == ("Ben", [1])
    assert len(game.moves_played) == 2


# -- draws ---------------------------------------------------------------------------------

DRAWING = """
    choose s from sites said ""
    repeat at least 1:
      choose i from me.hand said "for"
      move i from me.hand to bin
      draw got from stock to heap
      s.load += got.worth
      if got.colour == i.colour: end
      total += 1
    turns += 10
"""


def test_a_draw_ends_the_move_and_what_follows_knows_its_names() -> None:
    game = act(DRAWING)
    game.push("try gamma for saw")
    refused = game.take_back_refusal()
    assert refused == "1 item was revealed since"
    drawn = look(game, "heap")[0][0]
    worth = {"hammer": 3, "saw": 1, "nail": 2, "rope": 2}[drawn]
    assert look(game, "sites.gamma.load", "bin") == [worth, ["saw"]]
    if drawn == "saw":
        assert look(game, "total", "turns") == [0, 1]
    else:
        assert game.stage == "try"
        assert look(game, "total", "turns") == [1, 0]
        game.push("done")
        assert look(game, "turns") == [11]


def test_a_draw_can_be_undone_by_pop_and_comes_again() -> None:
    game = act(DRAWING)
    digest = game.digest()
    game.push("try gamma for saw")
    after = game.digest()
    game.pop()
    assert game.digest() == digest
    game.push("try gamma for saw")
    assert game.digest() == after


def test_draws_in_a_counted_repeat_count_every_round() -> None:
    game = act("""
        choose s from sites said ""
        repeat 1 to 3:
          choose i from me.hand said "for"
          draw got from stock to heap
          total += 1
        turns += 10
        """)
    game.push("try alpha for nail")
    game.push("try saw")
    game.push("try rope")
    assert (game.turn, look(game, "total", "turns")) == ("Ben", [3, 11])
    assert len(look(game, "heap")[0]) == 3


def test_a_choice_after_a_draw_has_its_otherwise() -> None:
    game = act("""
        step fetch: draw got from stock to me.hand
        step give:
          choose gift from me.hand said "" where gift != got
          otherwise: total = 1
          move gift from me.hand to bin
        """)
    game.push("try")
    assert game.stage == "try"
    assert game.turn == "Ada"
    hand = set(look(game, "players.Ada.hand")[0])
    assert len(hand) == 4
    assert len(texts(game)) == 3
    game.push("try " + texts(game)[0])
    assert (game.turn, len(look(game, "bin")[0])) == ("Ben", 1)


def test_an_empty_pile_is_a_trap() -> None:
    game = act("draw got from heap to bin\ntotal = 1")
    reason = refusal(game, "try").reason
    assert "the pile is empty" in reason
    assert "house.rules:3" in reason


# -- exceptions and alternatives -----------------------------------------------------------

BUILD = """
action build "Build" during turn:
  step site: choose s from sites said ""
  step price:
    require me.coins >= s.size * 2 else "{s} costs {s.size * 2}"
    me.coins -= s.size * 2
  step own: s.owner = me
"""


def test_an_exception_takes_the_place_of_a_step_when_it_holds() -> None:
    more = "exception gift to build.price when s == delta: total = 7"
    game = workshop(BUILD, more=more)
    assert texts(game, "build") == ["alpha", "beta", "gamma", "delta"]
    game.push("build delta")
    assert look(game, "players.Ada.coins", "total", "sites.delta.owner") == [10, 7, "Ada"]
    game.pop()
    game.push("build alpha")
    assert look(game, "players.Ada.coins", "total") == [4, 0]


def test_the_later_layer_is_asked_first() -> None:
    lower = BUILD + "exception first to build.price when s.size > 2: total = 1\n"
    game = workshop(lower, more="exception second to build.price when s.size > 4: total = 2")
    for site, total in (("gamma", 0), ("alpha", 1), ("beta", 2), ("delta", 2)):
        copy = game.copy()
        copy.push(f"build {site}")
        assert look(copy, "total") == [total]


def test_an_exception_in_a_repeat_is_asked_each_time() -> None:
    text = """
action tour "Tour" during turn:
  step go:
    repeat 1 to 3:
      step visit: choose s from sites said ""
      step fee: me.coins -= 3
      step sign: s.owner = me
exception free to tour.fee when s.size > total:
  total += 4
"""
    game = workshop(text)
    game.push("tour beta")  # 5 > 0: free
    game.push("tour alpha")  # 3 > 4 does not hold
    game.push("tour delta")  # 9 > 4: free
    assert look(game, "players.Ada.coins", "total") == [7, 8]


def test_an_alternative_is_a_word_and_the_base_is_silent() -> None:
    more = """
alternative barter to build.price when s != gamma:
  choose i from me.hand said "giving" where i.worth >= 2 else "{i} is worth too little"
  move i from me.hand to bin
"""
    game = workshop(BUILD, more=more)
    assert texts(game, "build") == [
        "alpha",
        "alpha barter giving hammer",
        "alpha barter giving nail",
        "alpha barter giving rope",
        "beta",
        "beta barter giving hammer",
        "beta barter giving nail",
        "beta barter giving rope",
        "gamma",
        "delta barter giving hammer",
        "delta barter giving nail",
        "delta barter giving rope",
    ]
    game.push("build alpha")
    assert look(game, "players.Ada.coins", "bin") == [4, []]
    game.pop()
    game.push("build delta barter nail")
    assert look(game, "players.Ada.coins", "bin") == [10, ["nail"]]
    assert refusal(game, "build alpha barter giving saw").reason == "saw is worth too little"


def test_what_base_and_alternative_both_bind_is_known_after() -> None:
    text = """
action hand_over "Give" during turn:
  step what: choose i from me.hand said "" where i.worth > 1
  step move: move i from me.hand to bin
  step sum: total += i.worth
exception rope_first to hand_over.what when rope in me.hand and total == 2: let i = rope
alternative two to hand_over.what:
  choose j from me.hand said "besides"
  move j from me.hand to bin
  choose i from me.hand said "and_then" where i.worth == 1
"""
    game = workshop(text)
    assert texts(game, "hand_over") == [
        "hammer",
        "nail",
        "rope",
        "two besides hammer and_then saw",
        "two besides nail and_then saw",
        "two besides rope and_then saw",
    ]
    game.push("hand_over two hammer saw")
    assert look(game, "bin", "total") == [["hammer", "saw"], 1]
    game.push("hand_over nail")  # by Ben
    game.push("hand_over nail")
    assert look(game, "total") == [5]


def test_a_forbidding_layer_refuses_with_its_own_name() -> None:
    game = workshop(BUILD, more='forbid build when s == beta because "beta is closed"')
    assert texts(game, "build") == ["alpha", "gamma"]
    with pytest.raises(Refused) as caught:
        game.push("build beta")
    assert caught.value.refusal.reason == "beta is closed"
    assert caught.value.refusal.layer == "attic"
