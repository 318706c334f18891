"""Bots: what each of them looks at, that none of them peeks, and who is the stronger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from tests.prompting import stones
from tests.test_hidden import dealt_anew
from tests.workshop import workshop

import brasswright as bw
from brasswright.interpreter import bots
from brasswright.interpreter.bots import BotError, choose
from brasswright.interpreter.bots.planner import PlannerBot
from brasswright.interpreter.game import Game
from brasswright.interpreter.judging import best_move, judged

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
WORTH = "define worth(p: Player) -> Number: Number(p.coins)\n"
COINS = """
action earn "Earn coins" during turn:
  choose n from 1..3 said ""
  me.coins += n
action lose "Lose coins" during turn:
  choose n from 1..3 said ""
  me.coins -= n
"""
ROBBERS = """
action earn "Earn coins" during turn: me.coins += 3
action guard "Keep robbers off" during turn:
  me.coins += 1
  total = 1
action rob "Rob all others" during turn:
  require total == 0 else "somebody is on guard"
  for p in players where p != me: p.coins -= 5
  me.coins += 5
"""
GAMES = [("birmingham", 2), ("birmingham", 4), ("lancashire", 3), ("brass-2007", 3)]


def chosen(game: Game, kind: str, times: int = 30) -> set[str]:
    """The moves that a bot makes in a position, with different chances."""
    bot = bots.named(kind)
    return {bot.choose(game, Random(number)).text for number in range(times)}


# -- what they look at ---------------------------------------------------------------------


def test_random_makes_any_legal_move() -> None:
    game = workshop(COINS)
    assert chosen(game, "random", 100) == {move.text for move in game.legal_moves}


def test_sensible_makes_any_move_that_gains_something() -> None:
    game = workshop(WORTH + COINS)
    assert chosen(game, "sensible", 60) == {"earn 1", "earn 2", "earn 3"}


def test_sensible_makes_the_best_of_bad_moves() -> None:
    game = workshop(f'{WORTH}{COINS}\ndrop action earn because "times are hard"')
    assert chosen(game, "sensible") == {"rest"}


def test_greedy_makes_the_move_that_gains_most() -> None:
    assert chosen(workshop(WORTH + COINS), "greedy") == {"earn 3"}


def test_greedy_does_not_look_ahead_and_planner_does() -> None:
    """Whoever earns 3 is robbed of 5 by the next player; on guard one earns 1 and keeps it."""
    game = workshop(WORTH + ROBBERS)
    game.push("earn")
    game.push("rest")
    assert choose("greedy", workshop(WORTH + ROBBERS.partition("action rob")[0])).text == "earn"
    assert {each.move(game).text for each in judged(game)} == {"earn", "guard", "rob", "rest"}
    game = workshop(WORTH + ROBBERS.replace("require total", "require turns > 0 and total"))
    assert chosen(game, "greedy") == {"earn"}
    assert chosen(game, "planner") == {"guard"}


def test_without_an_estimate_all_of_them_play_at_random() -> None:
    for kind in bots.KINDS:
        assert len(chosen(stones(), kind)) > 1


def test_the_best_move_is_found_without_looking_at_every_way_to_pay() -> None:
    """Sparing what is held changes nothing but the time it takes."""
    for ruleset, seats in GAMES:
        game, random = bw.new_game(ruleset, list("ABCD"[:seats]), 6), Random(6)
        worse = 0
        for number in range(48):
            if number % 6 == 0:
                most = max(each.gain for each in judged(game))
                best = best_move(game)
                found = max(e.gain for e in judged(game) if e.move(game) == best)
                worse += found < most
            game.push(choose("greedy" if number % 2 else "sensible", game))
        assert worse <= 1, "what is given may decide what can be done, very rarely"
        assert random


# -- nobody peeks --------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_no_choice_depends_on_what_is_hidden(ruleset: str, seats: int) -> None:
    random = Random(8)
    players = ["Ada", "Ben", "Cy", "Dee"][:seats]
    game = bw.new_game(ruleset, players=players, seed=8)
    planner = PlannerBot(playouts=6, width=4)
    changed = 0
    for number in range(40):
        if number % 8 == 4:
            other = game.sample(game.turn, random)
            changed += other.digest() != game.digest()
            for kind in ("random", "sensible", "greedy"):
                bot = bots.named(kind)
                assert bot.choose(game, Random(1)) == bot.choose(other, Random(1)), kind
            assert planner.choose(game, Random(1)) == planner.choose(other, Random(1))
        game.push(choose("sensible", game))
    assert changed == 5


class Peeking:
    """Looks at all that it is given."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def choose(self, game: Game, chance: Random) -> bw.Move:
        self.seen.append((game.digest(), game.seed))
        move: bw.Move = next(iter(game.legal_moves))
        game.push(move)
        return move


def test_a_bot_of_ones_own_gets_nothing_to_peek_at() -> None:
    bot = Peeking()
    game = bw.new_game("birmingham", ["Ada", "Ben"], 9)
    before = game.digest()
    other, differs = dealt_anew(game, game.position.player, Random(2))
    assert differs
    for each in (game, other):
        choose("own", each, bot)
    assert game.digest() == before, "it may do with its copy what it likes"
    assert bot.seen[0] == bot.seen[1]
    assert bot.seen[0][1] != game.seed


# -- the same again ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", bots.KINDS)
def test_a_seed_gives_the_same_game(kind: str) -> None:
    def texts() -> Iterator[str]:
        game = bw.new_game("lancashire", ["Ada", "Ben"], 5)
        for _ in range(8):
            move = choose(kind, game, PlannerBot(6, 4) if kind == "planner" else None)
            game.push(move)
            yield move.text

    assert list(texts()) == list(texts())


# -- who is the stronger -------------------------------------------------------------------


def points(ruleset: str, kinds: tuple[str, ...], seed: int) -> dict[str, list[int]]:
    """What each kind of bot ends with in one game."""
    players = list("ABCD"[: len(kinds)])
    game = bw.new_game(ruleset, players, seed)
    while game.turn:
        game.push(choose(kinds[players.index(game.turn)], game))
    assert game.broken_invariants() == ()
    outcome = game.outcome()
    assert outcome is not None
    found: dict[str, list[int]] = {}
    for standing in outcome.standings:
        kind = kinds[players.index(standing.player)]
        found.setdefault(kind, []).append(int(standing.values[0][1]))
    return found


@pytest.mark.parametrize(
    ("ruleset", "deals"),
    [
        ("birmingham", 2),
        *(
            pytest.param(ruleset, 12, marks=pytest.mark.skipif(not SOAK, reason="takes minutes"))
            for ruleset in ("lancashire", "brass-2007")
        ),
    ],
)
def test_each_is_stronger_than_the_one_before(ruleset: str, deals: int) -> None:
    """A few games at one table. How much stronger they are is measured in docs/bots.md."""
    kinds: tuple[str, ...] = ("greedy", "sensible", "random")
    seeds = range(1, deals + 1)
    games = [points(ruleset, kinds[n:] + kinds[:n], seed) for seed in seeds for n in range(3)]
    average = {kind: mean(p for game in games for p in game[kind]) for kind in kinds}
    assert average["greedy"] > average["sensible"] > average["random"]
    assert average["greedy"] > 30


@pytest.mark.skipif(not SOAK, reason="takes many minutes")
@pytest.mark.parametrize(
    ("ruleset", "seats"), [("birmingham", 4), ("lancashire", 4), ("brass-2007", 4)]
)
def test_greedy_games_by_the_hundred_break_no_invariant(ruleset: str, seats: int) -> None:
    for seed in range(100):
        points(ruleset, ("greedy",) * seats, seed)


# -- bots of one's own ---------------------------------------------------------------------

MINE = """
class Last:
    def choose(self, game, chance):
        return list(game.legal_moves)[-1]
class Words:
    def choose(self, game, chance):
        return "build castle"
class Broken:
    def choose(self, game, chance):
        return [][0]
class Silent:
    def choose(self, game, chance):
        return None
class Foreign:
    def choose(self, game, chance):
        return Foreign.move
class Needy:
    def __init__(self, much):
        pass
number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_class_in_the_current_folder(folder: Path) -> None:
    (folder / "last_of_mine.py").write_text(MINE)
    game = workshop(COINS)
    assert choose("last_of_mine:Last", game).text == list(game.legal_moves)[-1].text == "lose 3"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Words", "the bot my_own:Words of Ada wants `build castle`, which is no move here: "),
        ("Broken", "the bot my_own:Broken of Ada failed: IndexError: list index out of range"),
        ("Silent", "the bot my_own:Silent of Ada chose no move but 'None'"),
    ],
)  # fmt: skip
def test_a_bot_that_fails_is_named(folder: Path, name: str, message: str) -> None:
    (folder / "my_own.py").write_text(MINE)
    game = workshop(COINS)
    before = game.digest()
    with pytest.raises(BotError) as caught:
        choose(f"my_own:{name}", game)
    assert str(caught.value).startswith(message)
    assert game.digest() == before


def test_a_move_of_another_game_is_none(folder: Path) -> None:
    class Stray:
        def choose(self, game: Game, chance: Random) -> bw.Move:
            return next(iter(stones().legal_moves))

    with pytest.raises(BotError, match=r"the bot stray of Ada wants `.*`, which is no move here"):
        choose("stray", workshop(COINS), Stray())


def test_a_bot_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event

    over = Event()

    class Slow:
        def choose(self, game: Game, chance: Random) -> str:
            over.wait(20)
            return "rest"

    monkeypatch.setattr("brasswright.interpreter.bots.seating.PATIENCE", 0.2)
    game = workshop(COINS)
    with pytest.raises(BotError, match=r"the bot slow of Ada took more than 0\.2 seconds"):
        choose("slow", game, Slow())  # type: ignore[arg-type]
    over.set()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("greedi", "no bot is called greedi; did you mean greedy?"),
        ("oracle", "no bot is called oracle; there are random, sensible, greedy, planner"),
        ("nowhere_at_all:Bot", "there is no nowhere_at_all.py in this folder and no module called"),
        ("their_own:Missing", "their_own has no Missing, so there is no bot their_own:Missing"),
        ("their_own:number", "their_own:number is no bot: it has no `choose(game, chance)`"),
        ("their_own:Needy", "the bot their_own:Needy can't be made: TypeError: "),
        ("half_written:Bot", "the bot half_written:Bot can't be read: SyntaxError: "),
    ],
)  # fmt: skip
def test_a_bot_that_is_not_there(folder: Path, kind: str, message: str) -> None:
    (folder / "their_own.py").write_text(MINE)
    (folder / "half_written.py").write_text("class Bot\n")
    with pytest.raises(BotError) as caught:
        bots.named(kind)
    assert str(caught.value).startswith(message)


def test_bots_of_other_packages_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint, EntryPoints

    cautious = EntryPoint("cautious", "brasswright.interpreter.bots.greedy:GreedyBot", bots.GROUP)

    def entry_points(**wanted: str) -> EntryPoints:
        return EntryPoints([cautious]).select(**wanted)

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert bots.others() == ("cautious",)
    assert choose("cautious", workshop(WORTH + COINS)).text == "earn 3"
