"""What the course of the game means: phases, turns, decisions out of turn, chance, the end."""

from __future__ import annotations

import pytest
from tests.workshop import look, texts, workshop

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game


def turns(game: Game, number: int) -> list[str | None]:
    """Whose decision it is, again and again, when everybody rests or leaves."""
    found = []
    for _ in range(number):
        found.append(game.turn)
        game.push("rest")
    return found


def test_everybody_acts_in_order_until_the_loop_ends() -> None:
    game = workshop("", players=3)
    assert turns(game, 12) == ["Ada", "Ben", "Cy"] * 4
    assert game.turn is None
    assert game.legal_moves is not None
    assert list(game.legal_moves) == []
    with pytest.raises(BrasswrightError):
        game.push("rest")


def test_an_order_assigned_meanwhile_counts_from_the_next_round() -> None:
    game = workshop(
        """
action hurry during turn:
  order = sorted(p in players by if p == me then 0 else 1)
""",
        players=3,
    )
    seen = []
    for word in ("rest", "rest", "hurry", "rest", "rest", "rest", "hurry"):
        seen.append(game.turn)
        game.push(word)
    assert seen == ["Ada", "Ben", "Cy", "Cy", "Ada", "Ben", "Cy"]
    assert game.turn == "Ada"  # Cy was the first of that round already


def test_the_members_of_a_loop_that_waits_are_fixed_at_its_start() -> None:
    game = workshop(
        """
replace step game.rounds:
  for p in sorted(p2 in players by p2.coins):
    as p: play turn
action spend during turn:
  me.coins -= 5
  for p in players where p != me: p.coins = 20
""",
        players=3,
    )
    for player in ("Ada", "Ben", "Cy"):
        assert game.turn == player
        game.push("spend")
    assert game.turn is None


def test_where_of_a_loop_that_waits_is_asked_in_turn() -> None:
    game = workshop(
        """
replace step game.rounds:
  for p in players where p.coins > 5:
    as p: play turn
action rob during turn:
  for p in players where p.seat == me.seat + 1: p.coins = 0
""",
        players=3,
    )
    assert game.turn == "Ada"
    game.push("rob")
    assert game.turn == "Cy"


def test_a_loop_through_a_bag_or_a_pile_that_waits() -> None:
    game = workshop(
        """
replace step game.rounds:
  as order[0]:
    for i in me.hand where i.worth > 1:
      total = i.worth
      play turn
action drop_all during turn:
  move all from me.hand to bin
"""
    )
    worths = []
    while game.turn:
        worths += look(game, "total")
        game.push("rest" if worths != [3] else "drop_all")
    assert worths == [3, 2, 2]


def test_nested_loops_count_by_themselves() -> None:
    game = workshop(
        """
replace step game.rounds:
  repeat 2:
    repeat 3:
      total += 1
      as order[0]: play turn
    total += 10
"""
    )
    seen = []
    while game.turn:
        seen += look(game, "total")
        game.push("rest")
    assert seen == [1, 2, 3, 14, 15, 16]
    assert look(game, "total") == [26]


def test_names_of_a_phase_are_kept_while_it_waits() -> None:
    game = workshop(
        """
replace step game.rounds:
  let opener = order[0]
  let sizes = sorted(s in sites by s.size)
  let big = total == 0
  as opener: play turn
  for s in sizes:
    total = smaller(1000, total * 10 + s.size)
    as order[1]: play turn
  if big: turns = 50
  as opener: play turn
"""
    )
    assert turns(game, 6) == ["Ada", "Ben", "Ben", "Ben", "Ben", "Ada"]
    assert look(game, "total", "turns") == [1000, 51]


def test_leave_ends_the_repeat_that_waits() -> None:
    game = workshop(
        """
replace step game.rounds:
  repeat while true at most 9:
    as order[0]:
      play turn
      if total > 0: leave
    turns += 10
  turns = 70
  repeat while true at most 3:
    repeat while true at most 3:
      if turns > 71: leave
      turns += 1
    leave
  as order[1]: play turn
action stop_it during turn: total = 1
"""
    )
    game.push("rest")
    game.push("rest")
    assert look(game, "turns") == [22]
    game.push("stop_it")
    assert (game.turn, look(game, "turns")) == ("Ben", [72])


def test_me_is_the_same_again_after_leaving_an_inner_player() -> None:
    game = workshop(
        """
replace step game.rounds:
  as order[0]:
    repeat while true at most 3:
      as order[1]:
        me.debt += 1
        if me.debt == 2: leave
    me.debt = 9
    play turn
"""
    )
    assert game.turn == "Ada"
    assert look(game, "players.Ada.debt", "players.Ben.debt") == [9, 2]


def test_a_state_field_can_be_what_a_loop_goes_by() -> None:
    game = workshop(
        """
replace step game.rounds:
  for colour in [blue, red]:
    as order[0]: play turn
  for colour in shown: total = total * 2 + 1
"""
    )
    assert look(game, "colour") == ["blue"]
    game.push("rest")
    assert look(game, "colour") == ["red"]
    game.push("rest")
    assert look(game, "colour", "total") == ["red", 3]


def test_phases_that_decide_nothing_keep_their_names_apart() -> None:
    game = workshop(
        """
replace step game.rounds:
  for p in players:
    let n = 100
    play inner
    p.debt = p.seat
    total += n
  as order[0]: play turn
phase inner:
  let n = 1
  for p in players where p.seat == 2: p.coins -= n
"""
    )
    assert look(game, "players.Ada.debt", "players.Ben.debt", "total") == [1, 2, 200]
    assert look(game, "players.Ben.coins") == [8]


ASKING = """
after step turn.count add step gift:
  if me.coins > 0:
    choose i from me.hand said "" where i.worth > 1
    otherwise:
      total += 100
      leave_it = true
    move i from me.hand to bin
    total += i.worth
after step turn.gift add step after_gift: total += 10
state:
  leave_it: Bool
"""


def test_a_choice_in_a_phase_is_asked_forced_or_passed() -> None:
    game = workshop(ASKING)
    game.push("rest")
    assert (game.turn, game.stage) == ("Ada", "gift")
    assert texts(game, "gift") == ["hammer", "nail", "rope"]
    game.push("gift nail")
    assert (game.turn, look(game, "total")) == ("Ben", [12])
    for _ in range(2):
        game.push("rest")
        game.push("gift hammer")
    # Ada has nothing but the rope to give: that is not asked, only told
    game.push("rest")
    assert (game.turn, game.stage, look(game, "bin")[0].count("rope")) == ("Ben", "gift", 0)
    game.push("gift nail")
    game.push("rest")
    assert game.turn == "Ben"
    assert look(game, "bin")[0].count("rope") == 1
    assert any("rope" in note for note in game.log[-1].notes)


def test_without_candidates_a_phase_goes_on_with_otherwise() -> None:
    game = workshop(ASKING.replace("i.worth > 1", "i.worth > 8"))
    game.push("rest")
    assert (game.turn, look(game, "total", "leave_it")) == ("Ben", [110, True])


def test_a_decision_out_of_turn() -> None:
    game = workshop(
        """
after step turn.count add step tax:
  for p in order where p != me:
    as p:
      step pay:
        choose n from 1..2 said "" where n < p.coins
        otherwise: nothing
        p.coins -= n
""",
        players=3,
    )
    game.push("rest")
    assert (game.turn, game.stage) == ("Ben", "pay")
    game.push("pay 2")
    assert (game.turn, game.stage) == ("Cy", "pay")
    game.push("pay 1")
    assert (game.turn, game.stage) == ("Ben", "")
    assert look(game, *(f"players.{p}.coins" for p in game.players)) == [10, 8, 9]


def test_a_shuffle_depends_on_seed_zone_and_how_often() -> None:
    text = """
after step set_up.mix add step mix_more:
  move all from stock to heap
  shuffle heap
  shuffle order
"""
    piles = {}
    for seed in range(6):
        game = workshop(text, players=3, seed=seed)
        again = workshop(text, players=3, seed=seed)
        assert game.digest() == again.digest()
        piles[seed] = tuple(look(game, "heap")[0])
        assert sorted(piles[seed]) == ["hammer"] * 3 + ["nail"] * 4 + ["rope", "saw"]
    assert len(set(piles.values())) > 4


def test_values_by_seats() -> None:
    assert look(workshop("", players=2), "stock.size") == [6]
    assert look(workshop("", players=3), "stock.size") == [9]
    for players, value in ((2, 6), (3, 7)):
        game = workshop(
            "after step set_up.coins add step more: total = deep * 10 + seats", players=players
        )
        assert look(game, "total") == [value * 10 + players]


def test_the_ranking_compares_line_by_line_and_shares_places() -> None:
    game = workshop(
        """
replace step game.rounds:
  for p in players: p.coins = if p.seat == 2 then 12 else 9
  players_done = true
  as order[0]: play turn
state:
  players_done: Bool
action borrow during turn: me.debt = 3
""",
        players=3,
    )
    game.push("borrow")
    outcome = game.outcome()
    assert outcome is not None
    assert [(s.place, s.player, s.values) for s in outcome] == [
        (1, "Ben", (("coins", 12), ("debt", 0))),
        (2, "Cy", (("coins", 9), ("debt", 0))),
        (3, "Ada", (("coins", 9), ("debt", 3))),
    ]
    assert outcome.winners == ("Ben",)
    game.pop()
    game.push("rest")
    shared = game.outcome()
    assert shared is not None
    assert [s.place for s in shared] == [1, 2, 2]


def test_log_lines_show_the_values_of_their_moment() -> None:
    game = workshop(
        """
action tell during turn:
  log "{me} has {me.coins}, {beta} is {beta.colours}"
  me.coins = 3
  log "{me.coins} left: {total == 0} of {ladder}"
"""
    )
    entry = game.push("tell")
    assert entry.notes[:2] == (
        "Ada has 10, Beta is blue",
        "3 left: yes of -3, 0, 0, 2, 5 and 8",
    )


def test_shows_and_hidden_zones() -> None:
    game = workshop(
        """
show pieces "Pieces" for i in items where i.worth > 1:
  "item" i
  "in hand" number(i, me.hand)
  "of colour" i.colour
show zones "Zones" for p in players:
  "kept" p.kept
  "cards" size(p.hand)
"""
    )
    table = game.show("pieces", "Ben")
    assert table.headings == ("item", "in hand", "of colour")
    assert table.rows == (("hammer", "1", "red"), ("nail", "1", "blue"), ("rope", "1", "red"))
    assert game.show("zones").rows == (("", "4"), ("", "4"))
    assert game.view("Ada")["players"]["Ben"]["hand"] == {"hidden": 4}
    assert game.view("Ben")["players"]["Ben"]["hand"] == ["hammer", "saw", "nail", "rope"]
    assert game.view(None)["stock"] == {"hidden": 6}


def test_invariants_tell_what_is_broken() -> None:
    game = workshop(
        """
invariant small: total < 5 else "{total} is too much"
action grow during turn: total += 3
"""
    )
    game.push("grow")
    assert game.broken_invariants() == ()
    game.push("grow")
    assert game.broken_invariants() == ("small: 6 is too much",)
