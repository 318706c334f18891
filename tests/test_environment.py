"""The PettingZoo environment: PettingZoo's own tests, actions, observations and rewards."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test
from tests.test_hidden import dealt_anew

import brasswright as bw
from brasswright.interpreter.learning.environment import REWARDS, RulesEnvironment
from brasswright.interpreter.learning.staging import Staging
from brasswright.interpreter.moves import Move, Standing

EDITIONS = [("birmingham", 2), ("birmingham", 4), ("lancashire", 2), ("brass-2007", 3)]
every_edition = pytest.mark.parametrize(("ruleset", "seats"), EDITIONS)


def environment(ruleset: str, seats: int | None = None, **options: Any) -> RulesEnvironment:
    """The environment without its wrappers, at the beginning of its first game."""
    found = bw.pettingzoo_env(ruleset, seats, **options).unwrapped
    assert isinstance(found, RulesEnvironment)
    found.reset()
    return found


def act(env: RulesEnvironment, random: Random) -> None:
    """One legal action at random."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    env.step(int(random.choice(legal)))


def play_to_the_end(env: RulesEnvironment, random: Random) -> None:
    while not any(env.terminations.values()):
        act(env, random)


# -- PettingZoo's own ----------------------------------------------------------------------


# A dictionary with a mask is what PettingZoo's own card and board games give as well.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@every_edition
def test_the_api_test(ruleset: str, seats: int) -> None:
    api_test(bw.pettingzoo_env(ruleset, seats, render_mode="ansi"), num_cycles=400)


@every_edition
def test_the_seed_test(ruleset: str, seats: int) -> None:
    seed_test(lambda: bw.pettingzoo_env(ruleset, seats), num_cycles=150)


# -- actions -------------------------------------------------------------------------------


def moves_by_actions(env: RulesEnvironment) -> set[Move]:
    """Every move that legal actions lead to."""
    found: list[Move] = []
    ways: list[list[int]] = [[]]
    while ways:
        way = ways.pop()
        staging, move = Staging(env.game, env.vocabulary), None
        for action in way:
            move = staging.take(action)
        if move is not None:
            found.append(move)
        else:
            assert staging.legal, "no dead end is ever offered"
            ways += [[*way, action] for action in staging.legal]
    assert len(found) == len(set(found)), "one sequence of actions for each move"
    return set(found)


@every_edition
def test_actions_lead_to_every_legal_move_and_no_other(ruleset: str, seats: int) -> None:
    env, random = environment(ruleset, seats, seed=5), Random(5)
    looked_at = stops = 0
    while not any(env.terminations.values()):
        moves = env.game.moves_played
        act(env, random)
        fresh = len(env.game.moves_played) > len(moves) and env.game.turn
        if fresh and (len(moves) % 12 == 0 or env.game.position.at_stop):
            legal = list(env.game.legal_moves)
            if len(legal) <= 400 and stops < 8:
                assert moves_by_actions(env) == set(legal)
                looked_at += 1
                stops += env.game.position.at_stop
    assert looked_at > 5
    assert stops > 2


def test_several_things_at_once_are_taken_one_by_one() -> None:
    """Three cards of seed 8 are discarded for a scout; the order they are named in is fixed."""
    env = environment("birmingham", 2, seed=8)
    names = env.vocabulary.names

    def take(name: str) -> None:
        env.step(names.index(name))

    def legal() -> set[str]:
        mask = env.observe(env.agent_selection)["action_mask"]
        return {names[action] for action in np.flatnonzero(mask)}

    assert legal() == {"build", "network", "develop", "loan", "scout", "pass"}
    take("scout")
    assert "scout.cards stafford" not in legal(), "it is in the other hand"
    take("scout.cards walsall")
    take("scout.cards worcester")
    assert legal() == {"scout.cards worcester", "scout.cards coal_mine", "scout.cards brewery"}
    take("scout.cards worcester")
    assert [move.text for move in env.game.moves_played] == ["scout walsall,worcester,worcester"]


def test_actions_mean_the_same_in_every_game() -> None:
    first, second = environment("lancashire", 2, seed=1), environment("lancashire", 2, seed=2)
    assert first.vocabulary.names == second.vocabulary.names
    assert len(set(first.vocabulary.names)) == len(first.vocabulary.names)
    assert first.vocabulary.names[0] == "done"
    assert {"loan", "loan.amount 10", "loan.amount 20", "loan.amount 30"} < set(
        first.vocabulary.names
    )


GIFTS = """
seats 3..3
kind Player:
  state:
    coins: 0..99 = 5
action donate "Give a coin" during turn:
  step to:
    choose other from players said "" else "there is nobody"
      where other != me else "not to oneself"
  step pay:
    me.coins -= 1
    other.coins += 1
phase game:
  step turns:
    for p in players:
      as p: play turn
phase turn: act
ranking:
  most p.coins "coins"
"""


def test_players_are_counted_from_who_acts(tmp_path: Path) -> None:
    """Each of three gives the next one a coin by the same action, and all have five again."""
    (tmp_path / "ruleset.yaml").write_text("name: gifts\ntitle: Gifts\nfiles: [game.rules]\n")
    (tmp_path / "game.rules").write_text(GIFTS)
    env = environment(str(tmp_path))
    names = env.vocabulary.names
    next_one, last_one = names.index("donate.to seat+1"), names.index("donate.to seat+2")
    own_coins = env.observations.names.index("seat+0 coins")
    for number, agent in enumerate(env.possible_agents):
        assert env.agent_selection == agent
        env.step(names.index("donate"))
        seen = env.observe(agent)
        assert list(np.flatnonzero(seen["action_mask"])) == [next_one, last_one]
        assert seen["observation"][own_coins] == (5 if number == 0 else 6)
        env.step(next_one)
    coins = [env.game.view()["players"][agent]["coins"] for agent in env.possible_agents]
    assert coins == [5, 5, 5]
    assert env.rewards == dict.fromkeys(env.possible_agents, 0)


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = environment("birmingham", 2)
    before = env.game.digest()
    with pytest.raises(ValueError, match=r"`done` is not legal here: see the action mask"):
        env.step(0)
    with pytest.raises(ValueError, match="action 9999 is not legal here"):
        env.step(9999)
    assert env.game.digest() == before


def test_numbers_without_bounds_are_refused(tmp_path: Path) -> None:
    endless = tmp_path / "endless.rules"
    endless.write_text(
        'overlay endless "No bounds" amends birmingham\n'
        "replace step loan.amount:\n"
        '  choose amount from 1..me.money said "" else "no"\n',
        encoding="utf-8",
    )
    message = r"loan\.amount may be answered by numbers without bounds"
    with pytest.raises(bw.BrasswrightError, match=message):
        environment("birmingham", overlays=[str(endless)])


# -- observations --------------------------------------------------------------------------


@every_edition
def test_what_is_hidden_makes_no_difference(ruleset: str, seats: int) -> None:
    """Games that differ only in what a seat may not see look the same to it, actions and all."""
    env, random = environment(ruleset, seats, seed=45), Random(45)
    changed = 0
    while not any(env.terminations.values()):
        if len(env.game.moves_played) % 10 == 0:
            game = env.game
            for seat, agent in enumerate(env.possible_agents, start=1):
                seen = env.observe(agent)
                env.game, differs = dealt_anew(game, seat, random)
                changed += differs
                again = env.observe(agent)
                env.game = game
                assert np.array_equal(seen["observation"], again["observation"])
                assert np.array_equal(seen["action_mask"], again["action_mask"])
        act(env, random)
    assert changed > 10


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    env = environment("birmingham", 2, seed=8)
    names = env.observations.names
    own, other = names.index("seat+0 hand: walsall"), names.index("seat+1 hand: walsall")
    own_size, other_size = names.index("seat+0 hand size"), names.index("seat+1 hand size")
    ada, ben = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert (ada[own], ada[other], ben[own], ben[other]) == (1, 0, 0, 0)
    assert {ada[own_size], ada[other_size], ben[own_size], ben[other_size]} == {8}


def test_every_seat_sees_itself_first() -> None:
    """What was built is the builder's own to the builder, the next seat's to the other."""
    env = environment("birmingham", 2, seed=8)
    env.game.push("build cotton at worcester with worcester")
    names = env.observations.names
    own = names.index("worcester.1 owner: seat+0")
    other = names.index("worcester.1 owner: seat+1")
    money = names.index("seat+0 money")
    builder, next_one = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert (builder[own], builder[other], next_one[own], next_one[other]) == (1, 0, 0, 1)
    assert (builder[money], next_one[money]) == (5, 17)
    assert builder[names.index("worcester.1 tile: cotton_mill.1")] == 1


def test_answers_of_a_move_are_seen_by_who_gives_them_until_it_is_made() -> None:
    env = environment("birmingham", 2, seed=8)
    names = env.observations.names
    answered = names.index("answered scout.cards walsall")
    env.step(env.vocabulary.names.index("scout"))
    env.step(env.vocabulary.names.index("scout.cards walsall"))
    own, other = (env.observe(agent) for agent in env.possible_agents)
    assert own["observation"][answered] == 1
    assert other["observation"][answered] == 0
    assert own["action_mask"].any()
    assert not other["action_mask"].any()


# -- rewards, and the rest -----------------------------------------------------------------


def standings(*points: int) -> dict[str, Standing]:
    return {
        f"player_{n}": Standing(1 + sum(p > mine for p in points), f"player_{n}", (("VP", mine),))
        for n, mine in enumerate(points)
    }


def test_rewards_follow_the_ranking() -> None:
    assert list(REWARDS["places"](standings(90, 120, 60)).values()) == [0, 1, -1]
    assert list(REWARDS["places"](standings(90, 90, 60)).values()) == [0.5, 0.5, -1]
    assert list(REWARDS["win"](standings(90, 120, 60)).values()) == [0, 1, 0]
    assert list(REWARDS["win"](standings(90, 90, 60)).values()) == [0.5, 0.5, 0]
    assert list(REWARDS["points"](standings(90, 120, 60)).values()) == [0, 45, -45]


@pytest.mark.parametrize("reward", ["places", "win", "points"])
def test_the_end_of_the_game_is_paid_for(reward: str) -> None:
    env, random = environment("lancashire", 2, seed=3, reward=reward), Random(3)
    play_to_the_end(env, random)
    outcome = env.game.outcome()
    assert outcome is not None
    assert env.rewards == REWARDS[reward]({s.player: s for s in outcome})
    assert max(env.rewards, key=lambda agent: env.rewards[agent]) == outcome.winners[0]
    assert sum(env.rewards.values()) == (1 if reward == "win" else 0)


def test_the_next_game_has_the_next_seed() -> None:
    env = environment("birmingham", 2, seed=7)
    seeds = [env.game.seed]
    env.reset()
    seeds.append(env.game.seed)
    env.reset(seed=40)
    assert [*seeds, env.game.seed] == [7, 8, 40]


def test_a_game_that_was_learned_from_is_a_record(tmp_path: Path) -> None:
    env = environment("lancashire", 2, seed=3)
    play_to_the_end(env, Random(3))
    env.game.record.save(tmp_path / "learned.brass")
    assert bw.load_record(tmp_path / "learned.brass").game().digest() == env.game.digest()


def test_an_environment_can_be_handed_to_another_process() -> None:
    env = environment("birmingham", 3, seed=7)
    again = pickle.loads(pickle.dumps(env))
    again.reset(seed=7)
    assert np.array_equal(*(e.observe("player_0")["observation"] for e in (env, again)))


def test_what_cannot_be_is_said_plainly() -> None:
    with pytest.raises(bw.BrasswrightError, match="no reward is called money: places, win, points"):
        environment("birmingham", reward="money")
    with pytest.raises(bw.BrasswrightError, match="is for 3 to 4 players, not 2"):
        environment("brass-2007", 2)


def test_without_pettingzoo_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "brasswright.interpreter.learning.environment")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(bw.BrasswrightError, match=r"pip install 'brasswright\[rl\]'"):
        bw.pettingzoo_env("birmingham")


def test_a_game_is_rendered_as_its_log() -> None:
    env = environment("birmingham", 2, seed=8, render_mode="ansi")
    env.game.push("loan with walsall")
    shown = (env.render() or "").splitlines()
    assert shown[:2] == ["the game begins", "player_0: loan 30 using walsall"]
    assert "canal era, round 1" in shown[2]
    assert environment("birmingham", 2).render() is None
