"""The table as a state machine: whatever is typed in whatever order, the game is what was played.

Lines are carried out as the prompt does, beside a model that knows no rules: the moves that
stand, who made them, the digest of every position on the way, what can be redone, and what each
file holds.
Moves of a game and of its copies in any order are the subject of `test_hypothesis.py`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from tests.prompting import STONES, Script
from tests.test_random_games import mutated, sorted_choices

import brasswright as bw
from brasswright.cli.play import open_session
from brasswright.cli.prompt.keeping import fresh_path, keep_games_in
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.opening import game_of
from brasswright.interpreter.record import TAKE_BACK
from brasswright.interpreter.revealing import POLICIES, SANDBOX, STRICT

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
HUMAN, BOT, THIRD = "Ada", "Ben", "Cy"
SEATS = {HUMAN: "human", BOT: "random", THIRD: "human"}
LOOKING = (
    "moves",
    "why",
    "hint 2",
    "log all",
    "since",
    "status",
    "board",
    "check",
    "score",
    "help",
)
NONSENSE = (
    "undo 99999",
    "undo to x",
    "redo x",
    "load nowhere",
    "house set x 1",
    "switch x",
    "asdf",
)
seeds = st.integers(0, 2**32)


@dataclass(frozen=True)
class Kept:
    """What the model knows of a game: all of it stands, in order."""

    rules: str
    seed: int
    policy: str
    digests: tuple[str, ...]
    moves: tuple[tuple[str, str], ...] = ()
    """Who played, and what."""

    def to(self, number: int) -> Kept:
        """The game when so many moves were played."""
        return replace(self, digests=self.digests[: number + 1], moves=self.moves[:number])


class Table(RuleBasedStateMachine):
    """A table at which two people and a bot sit, and the files that come of it."""

    editions: ClassVar[tuple[str, ...]]
    houses: ClassVar[tuple[str, ...]]
    most_new: ClassVar[int] = 2
    """New rules in one run: making them takes seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        keep_games_in(self.folder.name)
        game = bw.new_game(self.editions[0], players=list(SEATS), seed=7)
        game.undo_policy = SANDBOX
        path = fresh_path(game)
        self.session = Session(game, self.console(), SEATS, path, Settings(undo=SANDBOX))
        self.files: dict[str, Kept] = {}
        """What is saved under a name, and the games that were left."""
        self.new_rules = 0
        self.session.play_bots()
        self.begin(SANDBOX)

    def teardown(self) -> None:
        self.session.game.detach()
        keep_games_in("")
        self.folder.cleanup()

    def console(self) -> Script:
        console = Script([])
        console.interactive = False
        return console

    def begin(self, policy: str) -> None:
        """A game has just begun, and bots may have played in it."""
        game = self.game
        begun = game_of(game.rulebook, game.players, game.seed)
        self.model = Kept(game.rulebook.digest, game.seed, policy, (begun.digest(),))
        self.undone: tuple[tuple[str, str], ...] = ()
        """What can be redone, the next one last."""
        self.follow()

    @property
    def game(self) -> Game:
        return self.session.game

    def type(self, line: str) -> bool:
        """Carry out a line, and let bots move; whether it was carried out."""
        try:
            carry_out(self.session, line)
        except (Complaint, BrasswrightError):
            return False
        self.session.play_bots()
        return True

    def follow(self) -> None:
        """Note what was played after what the model knows, by playing it once more."""
        game, known = self.game, len(self.model.moves)
        played = list(zip(game.players_played, game.moves_played, strict=True))
        if not played[known:]:
            return
        beside = game_of(game.rulebook, game.players, game.seed)
        for _, move in played[:known]:
            beside.push(move)
        for who, move in played[known:]:
            assert beside.turn == who
            beside.push(move.text)
            self.model = replace(
                self.model,
                digests=(*self.model.digests, beside.digest()),
                moves=(*self.model.moves, (who, move.text)),
            )
            undone = self.undone[-1:] == ((who, move.text),)
            self.undone = self.undone[:-1] if undone else ()

    def people_decided(self) -> list[int]:
        """The moves that people made, by number."""
        return [n for n, (who, _) in enumerate(self.model.moves, start=1) if SEATS[who] == "human"]

    @property
    def much_was_played(self) -> bool:
        """Enough to turn to another game; else none would get far."""
        return len(self.model.moves) > 7

    # -- playing -----------------------------------------------------------------------

    @initialize(seed=seeds, moves=st.integers(0, 60))
    def play_a_while(self, seed: int, moves: int) -> None:
        """So that what is typed afterwards may be typed anywhere in a game."""
        random = Random(seed)
        for _ in range(moves):
            if self.game.turn is not None:
                assert self.type(random_move(self.game, random).text)
        self.follow()

    @rule(seed=seeds, moves=st.integers(1, 5))
    def play(self, seed: int, moves: int) -> None:
        random = Random(seed)
        for _ in range(moves):
            if self.game.turn is None:
                return
            move = random_move(self.game, random)
            before = len(self.model.moves)
            assert self.type(move.text), f"{move.text} is listed, and refused"
            self.follow()
            assert self.model.moves[before][1] == move.text

    @rule(seed=seeds)
    @precondition(lambda self: self.game.turn is not None)
    def play_what_is_not_listed(self, seed: int) -> None:
        """It is refused, or means a listed move: the same answers in another order."""
        random = Random(seed)
        offered = list(self.game.legal_moves)
        wrong = mutated(self.game, random.choice(offered), random)
        known = {sorted_choices(move) for move in offered}
        before = len(self.game.moves_played)
        if self.type(wrong.text):
            assert sorted_choices(self.game.moves_played[before]) in known, wrong.text
            self.follow()

    @rule(line=st.sampled_from(LOOKING))
    def look(self, line: str) -> None:
        self.type(line)

    @rule(line=st.sampled_from(NONSENSE))
    def type_nonsense(self, line: str) -> None:
        assert not self.type(line)

    # -- back and forth ----------------------------------------------------------------

    def back_to(self, line: str, wanted: int | None) -> None:
        """Type it; the game is where it was after so many moves, or a reason is given."""
        before, refusal = len(self.model.moves), None
        if wanted is not None:
            refusal = self.game.take_back_refusal(wanted)
        if wanted is None or refusal is not None:
            went = self.type(line)
            assert not went or self.model.policy != SANDBOX
            wanted = len(self.game.moves_played)  # as far as it goes
        else:
            assert self.type(line)
        assert wanted <= before
        self.undone = (*self.undone, *reversed(self.model.moves[wanted:]))
        self.model = self.model.to(wanted)

    @rule()
    def undo(self) -> None:
        decided = self.people_decided()
        self.back_to("undo", decided[-1] - 1 if decided else None)

    @rule(seed=seeds)
    def undo_to(self, seed: int) -> None:
        """To before a move of somebody at the table, the first from there on."""
        number = Random(seed).randint(0, len(self.model.moves))
        later = [n - 1 for n in self.people_decided() if n > number]
        self.back_to(f"undo to {number}", later[0] if later else None)

    @rule()
    @precondition(lambda self: self.undone or len(self.model.moves) < 3)
    def redo(self) -> None:
        """A move, and those of bots after it."""
        redone = self.undone[::-1]
        people = [n for n, (who, _) in enumerate(redone) if n and SEATS[who] == "human"]
        self.forth("redo", people[0] if people else len(redone))

    @rule()
    @precondition(lambda self: self.undone)
    def redo_all(self) -> None:
        self.forth("redo all", len(self.undone))

    def forth(self, line: str, number: int) -> None:
        before, redone = len(self.model.moves), self.undone[::-1]
        assert self.type(line) == bool(redone)
        self.follow()
        assert self.model.moves[before:][:number] == redone[:number]
        assert self.undone == redone[number:][::-1]

    # -- files -------------------------------------------------------------------------

    @rule(name=st.sampled_from("abc"))
    def save(self, name: str) -> None:
        path = f"{self.folder.name}/{name}"
        assert self.type(f"save {path} replace")
        self.files[path] = self.model

    @rule(seed=seeds)
    @precondition(lambda self: self.files and self.much_was_played)
    def load(self, seed: int) -> None:
        path = Random(seed).choice(sorted(self.files))
        self.leave()
        assert self.type(f"load {path}")
        self.model, self.undone = self.files[path], ()
        self.follow()

    @rule()
    def resume(self) -> None:
        """Leave, and go on with the game that was played last: it is this one."""
        self.session.game.detach()
        unsaid = dict.fromkeys(("ruleset", "players", "seed", "undo", "save"))
        options = argparse.Namespace(resume="", seat=[], overlays=[], **unsaid)
        self.session = open_session(options, self.console(), Settings(undo=SANDBOX))
        self.undone = ()

    def leave(self) -> None:
        """The game at the table stays in its file, if a person has played in it."""
        assert self.session.path is not None
        if self.people_decided():
            self.files[str(self.session.path)] = self.model

    # -- other games, other rules ------------------------------------------------------

    @precondition(lambda self: self.much_was_played)
    @rule(seed=seeds, policy=st.sampled_from(sorted(POLICIES)))
    def switch(self, seed: int, policy: str) -> None:
        self.leave()
        self.session.settings.undo = policy
        edition = Random(seed).choice(self.editions)
        assert self.type(f"switch {edition} seed {seed % 100}")
        assert self.game.seed == seed % 100
        self.begin(policy)

    @rule(seed=seeds, again=st.booleans())
    @precondition(lambda self: self.new_rules < self.most_new)
    @precondition(lambda self: self.much_was_played or len(self.model.moves) < 2)
    def change_rules(self, seed: int, again: bool) -> None:
        """Not in the middle of a game, but from its beginning."""
        line = Random(seed).choice(self.houses)
        begun, left = bool(self.people_decided()), (self.session.path, self.model)
        went = self.type(f"{line} again" if again else line)
        self.new_rules += 1
        if not went:
            return  # nothing has changed, as the invariant sees
        assert again or not begun
        assert self.game.seed == left[1].seed
        if begun:
            self.files[str(left[0])] = left[1]
        self.begin(self.session.settings.undo)

    # -- what always holds -------------------------------------------------------------

    @invariant()
    def the_game_is_what_was_played(self) -> None:
        game, model = self.game, self.model
        assert game.digest() == model.digests[-1]
        assert [move.text for move in game.moves_played] == [text for _, text in model.moves]
        assert list(game.players_played) == [who for who, _ in model.moves]
        assert (game.rulebook.digest, game.seed) == (model.rules, model.seed)
        assert game.undo_policy == model.policy
        assert len(game.log) == len(model.moves) + 1
        assert game.broken_invariants() == ()
        assert [move.text for move in self.session.undone] == [text for _, text in self.undone]

    @invariant()
    def the_file_is_the_game(self) -> None:
        """Line by line; in a strict game only the file shows what was taken back."""
        assert self.session.path is not None
        text = self.session.path.read_text(encoding="utf-8")
        if self.model.policy != STRICT:
            assert text == self.game.record.text()
        stand: list[str] = []
        for line in text.partition("\nplay: ")[2].splitlines()[1:]:
            body = line.rpartition(" = ")[0]
            if body == TAKE_BACK:
                stand.pop()
            else:
                stand.append(body.partition(" ")[2])
        assert stand == [f"{who}: {text}" for who, text in self.model.moves]

    @rule()
    def everything_is_on_disk(self) -> None:
        """The games that were left or saved, and this one: each as it was."""
        found = {**self.files, str(self.session.path): self.model}
        for path, model in found.items():
            game = bw.load_record(path).game()
            assert game.digest() == model.digests[-1]
            assert [move.text for move in game.moves_played] == [text for _, text in model.moves]
            assert (game.rulebook.digest, game.undo_policy) == (model.rules, model.policy)

    @rule()
    def going_back_one_by_one_leads_through_every_position(self) -> None:
        game = bw.load_record(Path(str(self.session.path))).game()
        for digest in reversed(self.model.digests[:-1]):
            game.pop()
            assert game.digest() == digest


class Toy(Table):
    """A game of a few lines, in which rules change in no time."""

    editions = (STONES,)
    houses = ("house drop take.more", "house drop dig", "house set one.cost = 2")
    most_new = 20


class Editions(Table):
    """The editions, with values and overlays."""

    editions = ("birmingham", "lancashire", "brass-2007")
    houses = ("house set start_money = 20", "house use introductory", "house use short_game")
    most_new = 3 if SOAK else 1


@pytest.mark.parametrize(
    ("machine", "examples", "steps"), [(Toy, (10, 200), (30, 80)), (Editions, (3, 25), (30, 60))]
)
def test_whatever_is_typed_in_whatever_order(
    machine: type[Table], examples: tuple[int, int], steps: tuple[int, int]
) -> None:
    case = machine.TestCase
    case.settings = settings(
        max_examples=examples[SOAK],
        stateful_step_count=steps[SOAK],
        deadline=None,
        database=None,
        derandomize=not SOAK,
        suppress_health_check=list(HealthCheck),
    )
    case().runTest()
