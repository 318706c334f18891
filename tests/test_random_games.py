"""Random games of Birmingham to their end: nothing breaks, and what is offered is what is legal.

A few games of each number of players run with all tests; with BRASSWRIGHT_SOAK set it is a
hundred of each, and every offered move is tried. A seed that fails is the name of its test.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from tests.everything import counted, everything

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Choice, Move

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
GAMES = 100 if SOAK else 8
TRIED = 10_000 if SOAK else 12
"""Most offered moves that are tried in one position."""
MUTATED = 30 if SOAK else 8
"""Moves not offered that are tried in one position."""
ACTIONS = {2: 78, 3: 105, 4: 124}
"""One action each in the first round, then two, in both eras."""
ROUNDS = {2: 10, 3: 9, 4: 8}
ACTING = {"", "develop", "network", "sell"}
"""Stages that belong to a turn."""
NAMES = ("Ada", "Ben", "Cy", "Dot")


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
@pytest.mark.parametrize("players", ACTIONS)
def test_a_random_game(players: int, seed: int) -> None:
    print(f"random game: {players} players, seed {seed}")
    game = bw.new_game("birmingham", players=NAMES[:players], seed=seed)
    random = Random(f"{players} players, seed {seed}")
    digests: list[str] = []
    actions = 0
    rounds: dict[str, int] = {}
    first = everything(game)
    while game.turn is not None:
        digests.append(game.digest())
        if len(digests) % 10 == 1:
            examine(game, random)
        before, stage, mover = everything(game), game.stage, game.turn
        actions += stage == ""
        rounds[before["era"]] = max(rounds.get(before["era"], 0), before["round"])
        game.push(random_move(game, random))
        assert game.broken_invariants() == ()
        after = everything(game)
        conserved(first, after)
        if game.turn and {stage, game.stage} <= ACTING and same_round(before, after):
            accounted(before, after, mover, game.moves_played[-1])
    assert actions == ACTIONS[players]
    assert rounds == {"canal": ROUNDS[players], "rail": ROUNDS[players]}
    outcome = game.outcome()
    assert outcome is not None
    assert {standing.player for standing in outcome} == set(game.players)
    taken_back(game, digests)


# -- what is offered -----------------------------------------------------------------------


def examine(game: Game, random: Random) -> None:
    """Offered moves are accepted as moves and as texts; others are refused."""
    digest, log = game.digest(), game.log
    offered = list(game.legal_moves)
    texts = [move.text for move in offered]
    assert len(set(texts)) == len(texts), "two offered moves read the same"
    results: dict[str, str] = {}
    for move in random.sample(offered, min(TRIED, len(offered))):
        parsed = game.parse(move.text)
        assert parsed == move
        ends = {after(game, move), after(game, move.text), after(game, parsed)}
        assert len(ends) == 1, f"{move.text} leads to different positions"
        results[ends.pop()] = move.text
        assert game.digest() == digest
    unpushed(game, random.choice(offered))
    for _ in range(MUTATED):
        refused(game, mutated(game, random.choice(offered), random), offered)
        assert game.digest() == digest
    assert game.log == log
    assert list(game.legal_moves) == offered
    hidden(game)


def after(game: Game, move: Move | str) -> str:
    """The digest of the position that a move leads to, played on a copy."""
    copy = game.copy()
    copy.push(move)
    return copy.digest()


def unpushed(game: Game, move: Move) -> None:
    """Taking back restores everything; a copy goes its own way meanwhile."""
    digest, log, played = game.digest(), game.log, game.moves_played
    copy = game.copy()
    game.push(move)
    assert copy.digest() == digest
    assert game.digest() != digest
    assert game.pop() == move
    assert (game.digest(), game.log, game.moves_played) == (digest, log, played)


def mutated(game: Game, move: Move, random: Random) -> Move:
    """The same move with one answer changed to another name or number, or another verb."""
    place = random.randrange(len(move.choices) + 1)
    if place == len(move.choices):
        verbs = [name for name, _ in game.verbs() if name != move.verb]
        return Move(random.choice(verbs or ["nonsense"]), move.choices)
    choice = move.choices[place]
    value = random.choice([v for v in alike(game, choice.value) if v != choice.value])
    choices = list(move.choices)
    choices[place] = Choice(choice.word, value)
    return Move(move.verb, tuple(choices))


def alike(game: Game, value: str) -> list[str]:
    """Names of the kinds that have a row of that name; numbers for a number."""
    first = value.split(",")[0]
    domains = game.compiled.program.domains.having(first)
    names = [name for domain in domains for name in domain.rows[1:]]
    return names or [str(number) for number in range(40)]


def refused(game: Game, move: Move, offered: list[Move]) -> None:
    """A move that is not offered is refused, as a move and as a text.

    What is accepted means an offered move: the same picks in another order, or the first of
    several spaces that are alike. A name may also be the beginning of several others.
    """
    for wrong in (move, move.text):
        meant: list[Move] = []
        try:
            game.copy().push(wrong)
            meant = [game.parse(move.text)]
        except (Refused, NotUnderstood):
            continue
        except Ambiguous as error:
            meant = list(error.moves)
        known = {sorted_choices(each) for each in offered}
        assert meant, move.text
        assert all(sorted_choices(each) in known for each in meant), move.text


def sorted_choices(move: Move) -> tuple[str, tuple[tuple[str, str], ...]]:
    return move.verb, tuple(sorted((c.word, c.value) for c in move.choices))


def hidden(game: Game) -> None:
    """Everybody sees how many cards others hold, and only their own."""
    truth = everything(game)["players"]
    for viewer in game.players:
        for owner, seen in game.view(viewer)["players"].items():
            hand = truth[owner]["hand"]
            assert seen["hand"] == (hand if owner == viewer else {"hidden": len(hand)})
        assert game.view(viewer)["deck"] == {"hidden": len(everything(game)["deck"])}


def taken_back(game: Game, digests: list[str]) -> None:
    """All the way back to the start, every position as it was."""
    for digest in reversed(digests):
        game.pop()
        assert game.digest() == digest
    assert game.moves_played == ()
    with pytest.raises(bw.BrasswrightError):
        game.pop()


# -- what is kept ---------------------------------------------------------------------------


def conserved(first: dict[str, Any], now: dict[str, Any]) -> None:
    """No card, tile or link comes from nowhere or is lost."""
    assert cards(now) == cards(first)
    for player, had in first["players"].items():
        has = now["players"][player]
        own = [s for s in now["spaces"].values() if s["owner"] == player]
        built = [s["tile"] for s in own]
        assert counted(has["mat"], has["box"], built) == counted(had["mat"], had["box"])
        assert sum(link["owner"] == player for link in now["links"].values()) <= 14
        assert len(has["hand"]) <= 9  # two wild cards may come for three cards
        assert has["money"] >= 0
    for space in now["spaces"].values():
        assert (space["tile"] is None) == (space["owner"] is None)


def cards(position: dict[str, Any]) -> Any:
    players = position["players"].values()
    zones = [p[zone] for p in players for zone in ("hand", "discards", "buried")]
    return counted(position["deck"], position["wilds"], *zones)


def same_round(before: dict[str, Any], now: dict[str, Any]) -> bool:
    return all(before[name] == now[name] for name in ("era", "round"))


def accounted(before: dict[str, Any], now: dict[str, Any], mover: str, move: Move) -> None:
    """Within a round only the player who moves gets or pays money, and it adds up."""
    for name, had in before["players"].items():
        has = now["players"][name]
        paid = has["spent"] - had["spent"]
        gained = has["money"] - had["money"] + paid
        if name != mover:
            assert (paid, gained) == (0, 0)
        elif move.verb == "loan":
            assert (paid, gained) == (0, 30)
        elif move.verb in ("build", "sell"):  # cubes sold to a market, a bonus of money
            assert paid >= 0
            assert gained >= 0
        else:
            assert paid >= 0
            assert gained == 0
