"""Games as state machines: push, pop, copy, save and load in any order keep to one history."""

from __future__ import annotations

import os
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.workshop import FOLDER, workshop

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import LogEntry
from brasswright.interpreter.record import read_record

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
BUDGET = settings(
    max_examples=60 if SOAK else 12,
    stateful_step_count=120 if SOAK else 40,
    deadline=None,
    database=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)
WORKSHOP = """
action try during turn:
  choose s from sites said "" where s.load < 9
  repeat 1 to 3:
    choose any i from me.hand said "with" where i.worth <= s.size
    move i from me.hand to bin
    s.load += 1
  if size(stock) > 0 and total < 900:
    draw got from stock to me.hand
    total += got.worth
after step turn.count add step give:
  if size(me.hand) > 4:
    choose i from me.hand said ""
    otherwise: nothing
    move i from me.hand to heap
"""


def new_game(name: str, seed: int) -> Game:
    match name:
        case "workshop":
            return workshop(WORKSHOP, players=3, seed=seed)
        case "birmingham":
            return bw.new_game(name, players=["Ada", "Ben", "Cy"], seed=seed)
    return bw.new_game(str(FOLDER / name), players=["Ada", "Ben"], seed=seed)


class Histories(RuleBasedStateMachine):
    """One game, its digests so far, and copies that must not be disturbed."""

    ruleset: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.game = new_game(self.ruleset, 0)
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.game = new_game(self.ruleset, seed)
        self.digests = [self.game.digest()]
        self.logs: list[tuple[LogEntry, ...]] = [self.game.log]
        self.copies: list[tuple[Game, str]] = []

    @rule(seed=st.integers(0, 50))
    @precondition(lambda self: len(self.digests) == 1)
    def start_anew(self, seed: int) -> None:
        self.begin(seed)

    @rule(seed=st.integers(0, 2**32), moves=st.integers(1, 6), as_text=st.booleans())
    def push(self, seed: int, moves: int, as_text: bool) -> None:
        random = Random(seed)
        for _ in range(moves):
            if self.game.turn is None:
                return
            move = random_move(self.game, random)
            assert move in self.game.legal_moves
            self.game.push(move.text if as_text else move)
            self.digests.append(self.game.digest())
            self.logs.append(self.game.log)

    @rule(number=st.integers(1, 9))
    def pop(self, number: int) -> None:
        for _ in range(min(number, len(self.digests) - 1)):
            self.game.pop()
            self.digests.pop()
            self.logs.pop()

    @rule(words=st.text("abcdefghijklmnopqrstuvwxyz .-,19", max_size=30))
    def push_words(self, words: str) -> None:
        copy = self.game.copy()
        try:
            copy.push(words)
        except BrasswrightError:
            assert copy.digest() == self.digests[-1]

    @rule(seed=st.integers(0, 2**32))
    @precondition(lambda self: self.game.turn is not None)
    def preview(self, seed: int) -> None:
        self.game.preview(random_move(self.game, Random(seed)))

    @rule()
    def copy(self) -> None:
        self.copies = [*self.copies[-2:], (self.game.copy(), self.digests[-1])]

    @rule(seed=st.integers(0, 2**32))
    @precondition(lambda self: self.copies and self.copies[-1][0].turn is not None)
    def play_a_copy(self, seed: int) -> None:
        copy, _ = self.copies.pop()
        copy.push(random_move(copy, Random(seed)))
        self.copies.append((copy, copy.digest()))

    @rule()
    def save_and_load(self) -> None:
        game = read_record(self.game.record.text().encode(), "a.brass").game()
        assert game.digest() == self.digests[-1]
        assert game.moves_played == self.game.moves_played
        self.game = game

    @invariant()
    def history_is_kept(self) -> None:
        assert self.game.digest() == self.digests[-1]
        assert len(self.game.moves_played) == len(self.digests) - 1
        assert self.game.log == self.logs[-1]
        assert self.game.broken_invariants() == ()
        assert all(copy.digest() == digest for copy, digest in self.copies)


def machine(name: str) -> type[Histories]:
    return type(name, (Histories,), {"ruleset": name})


@pytest.mark.parametrize("name", ["birmingham", "workshop", "noughts_and_crosses", "connect_four"])
def test_any_order_of_doing_and_undoing(name: str) -> None:
    case = machine(name).TestCase
    case.settings = BUDGET
    case().runTest()
