"""The laboratory: what is tallied, rows, seeds and seats, intervals, what many games say."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.batches import plan
from tests.workshop import act

from brasswright.interpreter.errors import BrasswrightError, RulesError
from brasswright.interpreter.laboratory.intervals import Mean, student, wilson
from brasswright.interpreter.laboratory.plan import Plan, Variant
from brasswright.interpreter.laboratory.playing import play
from brasswright.interpreter.laboratory.rows import Row
from brasswright.interpreter.laboratory.summary import Comparison, Means, Summary

# -- the statement `tally` -----------------------------------------------------------------


def test_what_is_tallied_is_told_to_nobody() -> None:
    game = act('tally gifts "to {me}" for me by 3\nlog "a gift"')
    assert game.push("try").notes == ("a gift",)


def test_a_tally_may_look_at_what_is_hidden() -> None:
    game = act('tally hands "cards" for me by sum(p in players give size(p.hand))')
    game.push("try")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('tally gifts "a" for me by alpha', "a tally goes by numbers, not Site"),
        ('tally gifts "a" for alpha', "expected Player?, found Site"),
    ],
)
def test_a_tally_is_for_a_player_and_goes_by_numbers(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        act(text)
    assert message in str(caught.value)


# -- rows ----------------------------------------------------------------------------------


def test_a_row_says_what_was_tallied_and_how_it_went(tmp_path: Path) -> None:
    of = plan(tmp_path, "random", "random", more='drop action rest because "all work"')
    ada, ben = play(of, 0).rows
    # Six times each, from 10 coins on: 11 + 12 + 13 in the first six turns, then 14 + 15 + 16.
    wages = {"coins in turn 0": 36, "coins in turn 6": 45, "worked": 6}
    assert ada["tallies"] == ben["tallies"] == {"wages": wages}
    assert ada["actions"] == {"work": 6}
    assert (ada["points"], ada["place"], ada["winner"]) == (16, 1, True)
    assert ada["ranking"] == {"coins": 16, "debt": 0}
    assert ada["course"][0][1] == {"coins": 10, "Delta, turns": 0}
    assert ada["course"][-1] == ["end", {"coins": 16, "Delta, turns": 12}]


def test_nothing_is_counted_for_nobody(tmp_path: Path) -> None:
    more = """
        after step game.prepare add step lost:
          tally sites "free" for first(s in sites).owner
          for p in players: tally sites "begun" for p
    """
    row = play(plan(tmp_path, "random", "random", more=more), 0).rows[0]
    assert row["tallies"]["sites"] == {"begun": 1}


EDITIONS = [
    ("birmingham", (), 4),
    ("birmingham", ("introductory",), 3),
    ("birmingham", ("short_game",), 2),
    ("lancashire", (), 4),
    ("lancashire", ("introductory",), 2),
    ("brass-2007", (), 3),
]


@pytest.mark.parametrize(("edition", "overlays", "players"), EDITIONS)
def test_points_are_those_of_their_sources(
    edition: str, overlays: tuple[str, ...], players: int
) -> None:
    of = Plan((Variant.of(edition, overlays),), ("sensible",) * players, 3)
    for row in (row for place in range(2) for row in play(of, place).rows):
        assert sum(row["tallies"].get("points", {}).values()) == row["points"]
        assert row["points"] == row["ranking"]["victory points"] == row["course"][-1][1]["points"]


@pytest.mark.parametrize(
    ("edition", "players", "rounds", "money"),
    [
        ("birmingham", 2, 10, 17),
        ("birmingham", 3, 9, 17),
        ("birmingham", 4, 8, 17),
        ("lancashire", 2, 10, 30),
        ("lancashire", 3, 9, 30),
        ("lancashire", 4, 8, 30),
        ("brass-2007", 3, 10, 30),
        ("brass-2007", 4, 8, 30),
    ],
)
def test_a_row_covers_every_round(edition: str, players: int, rounds: int, money: int) -> None:
    of = Plan((Variant.of(edition),), ("random",) * players, 5)
    rows = play(of, 0).rows
    assert [row["player"] for row in rows] == list("ABCD"[:players])
    for row in rows:
        moments = [moment for moment, _ in row["course"]]
        eras = [f"{era} era, round {n}" for era in ("canal", "rail") for n in range(1, rounds + 1)]
        assert moments == [*eras, "end"]
        assert row["course"][0][1]["money"] == money
        # One action in the first round, two in every other; a build with two cards takes two.
        taken = sum(n for verb, n in row["actions"].items() if verb != "give_up")
        twice = 0 if edition == "birmingham" else row["actions"]["build"]
        assert 4 * rounds - 1 - twice <= taken <= 4 * rounds - 1
    orders = zip(*(row["order"] for row in rows), strict=True)
    assert all(sorted(order) == list(range(1, players + 1)) for order in orders)


def test_what_is_built_is_flipped_or_lost_or_lies_there(tmp_path: Path) -> None:
    of = Plan((Variant.of("lancashire"),), ("sensible",) * 3, 2)
    for row in play(of, 0).rows:
        built, flipped, lost = (
            sum(row["tallies"].get(group, {}).values()) for group in ("built", "flipped", "lost")
        )
        assert built == flipped + lost
        assert built <= row["actions"]["build"]


# -- who plays what ------------------------------------------------------------------------


def seats(*kinds: str, seed: int = 1) -> Plan:
    return Plan((), kinds, seed)


@pytest.mark.parametrize(
    ("kinds", "rotations"),
    [("gr", 2), ("ggr", 3), ("ggg", 1), ("grgr", 2), ("ggrr", 4)],
)
def test_only_rotations_that_differ_are_played(kinds: str, rotations: int) -> None:
    assert seats(*kinds).rotations == rotations


def test_a_deal_is_played_once_for_each_rotation(tmp_path: Path) -> None:
    of = plan(tmp_path, "random", "random", "greedy")
    games = [of.game(place) for place in range(6)]
    assert [game.deal for game in games] == [0, 0, 0, 1, 1, 1]
    assert [game.seating for game in games[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({game.seed for game in games[:3]}) == 1
    assert games[0].seed != games[3].seed


def test_all_rulesets_play_the_same_deals() -> None:
    of = Plan((Variant.of("birmingham"), Variant.of("birmingham", ["rich_start"])), ("a", "b"), 1)
    first, second, third = (of.game(place) for place in range(3))
    assert (first.number, first.variant, second.number, second.variant) == (0, 0, 0, 1)
    assert (first.seed, first.seating) == (second.seed, second.seating)
    assert (third.number, third.variant) == (1, 0)


def test_other_seeds_bring_other_deals(tmp_path: Path) -> None:
    seeds = [
        {plan(tmp_path, "a", "b", seed=s).game(g).seed for g in range(0, 40, 2)} for s in (1, 2)
    ]
    assert not seeds[0] & seeds[1]


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        (("random",), "is for 2 to 3 players, not 1: --seats names a bot for each"),
        (("random", "randon"), "no bot is called randon; did you mean random?"),
    ],
)
def test_a_plan_that_can_not_be_played_is_refused(
    kinds: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(BrasswrightError, match=message.replace("?", r"\?")):
        plan(tmp_path, *kinds).check()


# -- intervals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (999, 1.962)],
)
def test_quantiles_of_student_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_shares_have_the_interval_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)


def test_a_mean_knows_how_sure_it_is() -> None:
    mean = Mean()
    assert mean.half == inf
    for value in (1, 2, 3, 4):
        mean.add(value)
    # A deviation of 1.291, and 3.182 for three that are free: 3.182 · 1.291 / 2.
    assert (mean.mean, mean.half) == pytest.approx((2.5, 2.054), abs=0.005)
    assert mean.clear
    assert mean.effect == pytest.approx(2.5 / 1.291, abs=0.001)


def test_what_a_deal_does_not_mention_is_zero_there() -> None:
    means = Means()
    means.add({"a": 4.0})
    means.add({"b": 6.0})
    assert (means["a"].mean, means["b"].mean, means["c"].mean) == (2.0, 3.0, 0.0)
    assert [means[name].count for name in "abc"] == [2, 2, 2]


# -- what many games say -------------------------------------------------------------------


def row(player: str, bot: str, points: int, winner: bool, **more: Any) -> Row:
    found = {
        "game": 0,
        "variant": 0,
        "player": player,
        "bot": bot,
        "seat": 1,
        "place": 1 if winner else 2,
        "winner": winner,
        "points": points,
        "ranking": {"points": points, "money": 5},
        "moves": 10,
        "actions": {"build": 3},
        "order": [1],
        "tallies": {},
    }
    return {**found, **more}


def test_games_of_a_deal_are_one_witness() -> None:
    summary = Summary(("greedy", "random"))
    for deal, games in enumerate([[(50, 20), (70, 40)], [(60, 30), (40, 30)]]):
        for greedy, other in games:
            first = row("A", "greedy", greedy, True)
            summary.add(deal, [first, row("B", "random", other, False)])
    summary.close()
    greedy = summary.groups["bot"]["greedy"]
    assert (greedy.means["points"].mean, greedy.means["points"].count) == (55.0, 2)
    assert (greedy.won.wins, greedy.won.games) == (4, 4)
    assert (summary.lead.mean, summary.lead.count) == (25.0, 2)
    assert (summary.games, summary.length.mean) == (4, 20.0)


def test_a_shared_victory_is_a_part_for_each() -> None:
    summary = Summary(("greedy", "random"))
    summary.add(0, [row("A", "greedy", 9, True), row("B", "random", 9, True)])
    summary.close()
    assert summary.groups["bot"]["random"].won.share == 0.5


def test_a_batch_is_long_enough_when_its_points_are_sure() -> None:
    summary = Summary(("greedy", "random"), until=1.0)
    found = []
    for deal in range(40):
        lead = 10 + deal % 2 * 2  # ± 0.47 after 20 deals
        summary.add(deal, [row("A", "greedy", lead, True), row("B", "random", 0, False)])
        found.append(summary.enough())
    assert found.index(True) + 1 == 20
    narrow = Summary(("greedy", "random"), until=0.1)
    narrow.add(0, [row("A", "greedy", 9, True), row("B", "random", 9, True)])
    assert not narrow.enough()


def test_what_a_rule_changes_is_compared_deal_by_deal() -> None:
    comparison = Comparison(2)
    for deal, (before, after) in enumerate([(50, 53), (90, 92), (10, 14), (30, 33)]):
        for variant, points in enumerate((before, after)):
            both = [
                row("A", "greedy", points, True, variant=variant, game=deal),
                row("B", "greedy", points, True, variant=variant, game=deal),
            ]
            comparison.add(deal, both)
    comparison.close()
    change = comparison.changes[0]["points"]
    # 3, 2, 4, 3: far apart as the deals are, the difference is nearly the same in each.
    assert (change.mean, change.clear) == (3.0, True)
    assert change.half == pytest.approx(3.182 * 0.8165 / 2, abs=0.01)
    assert not comparison.changes[0]["moves"].clear


def test_a_game_that_one_ruleset_could_not_finish_counts_under_none() -> None:
    comparison = Comparison(2)
    pair = [row("A", "greedy", 9, True), row("B", "greedy", 1, False)]
    comparison.add(0, pair)
    comparison.add(1, [{**each, "game": 1} for each in pair])
    comparison.add(1, [{**each, "game": 1, "variant": 1} for each in pair])
    comparison.close()
    assert (comparison.deals, comparison.games) == (1, 1)
