"""The native backend: the same moves, games and numbers, and what happens where it can't be had."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from tests.native_engines import fast_built, needs_compiler

import brasswright as bw
from brasswright.interpreter import bots, cache
from brasswright.interpreter.backends import NATIVE, PYTHON, use, why_not
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.native import backend, building, comparing
from brasswright.interpreter.native.building import COMPILER, NoNative, compiler
from brasswright.interpreter.native.comparing import differences
from brasswright.interpreter.native.engine import Engine, Trapped
from brasswright.interpreter.native.source import c_source
from brasswright.interpreter.opening import compiled_rules, game_of, open_rulebook
from brasswright.interpreter.perft import perft
from brasswright.interpreter.running.position import NoSuchWay, Position

RULESETS = Path(__file__).parent / "rulesets"


def rules_of(ruleset: str, seats: int, overlays: tuple[str, ...] = ()) -> Compiled:
    return compiled_rules(open_rulebook(ruleset, overlays), seats)


def new(ruleset: str, seats: int, overlays: tuple[str, ...] = ()) -> Game:
    return game_of(open_rulebook(ruleset, overlays), list("ABCD"[:seats]), 1)


# -- what comes out the same -------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize(
    ("ruleset", "depth", "count"),
    [("noughts_and_crosses", 5, 15120), ("connect_four", 5, 16807)],
)
def test_perft_is_what_it_is_known_to_be(ruleset: str, depth: int, count: int) -> None:
    """9·8·7·6·5 = 15 120; 7 to the 5th = 16 807, no column being full before the seventh stone."""
    compiled = rules_of(str(RULESETS / ruleset), 2)
    game = fast_built(compiled).game(compiled.start(1))
    game.start()
    assert game.perft(depth) == count


@needs_compiler
def test_perft_of_an_edition_is_that_of_the_python_backend() -> None:
    game = new("lancashire", 3)
    native = fast_built(game.compiled).game(game.position.cells)
    assert native.perft(1) == perft(game, 1)
    assert native.perft(2) == perft(game, 2)


@needs_compiler
@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**40 + 7])
def test_games_of_seeds_are_those_of_python_s_random(seed: int) -> None:
    """`games` seeds the generator as `Random(seed)` does, for short seeds and long ones."""
    compiled = rules_of("birmingham", 2)
    native = fast_built(compiled).game(compiled.start(0))
    position = Position(compiled, compiled.start(seed))
    position.start()
    assert native.games(seed, 1) == position.playout(Random(seed))
    assert native.cells == position.cells


@needs_compiler
def test_a_position_played_out_with_the_native_backend_can_be_taken_back() -> None:
    game = new("birmingham", 3)
    before, other = list(game.position.cells), game.position.copy()
    mark = len(game.position.journal)
    game = bw.new_game("birmingham", players=["A", "B", "C"], seed=1, backend="native")
    assert game.position.cells == other.cells
    assert game.position.playout(Random(5)) == other.playout(Random(5))
    assert game.position.cells == other.cells
    game.position.pop(mark)
    assert game.position.cells == before


@needs_compiler
def test_bots_make_the_same_moves() -> None:
    """Hidden cards are dealt anew from the same numbers, and each try leads to the same."""
    for kind, moves in (("planner", 4), ("greedy", 25)):
        games = [new("birmingham", 3), new("birmingham", 3)]
        use(games[1].position, NATIVE)
        for _ in range(moves):
            chosen = [bots.choose(kind, game) for game in games]
            assert chosen[0] == chosen[1]
            for game, move in zip(games, chosen, strict=True):
                game.push(move)
        assert games[0].digest() == games[1].digest()


@needs_compiler
def test_several_threads_may_ask_at_once() -> None:
    """A bot that thinks too long goes on in a thread of its own, with a copy of the game."""
    game = new("lancashire", 2)
    use(game.position, NATIVE)
    verbs = game.position.verbs()
    expected = [game.position.listed(verb) for verb in verbs]
    with ThreadPoolExecutor(8) as pool:
        asked = [
            pool.submit(game.position.copy().listed, verbs[n % len(verbs)]) for n in range(400)
        ]
        outcomes = [pool.submit(game.position.copy().playout, Random(1)) for _ in range(40)]
    assert [each.result() for each in asked] == [expected[n % len(verbs)] for n in range(400)]
    assert len({each.result() for each in outcomes}) == 1


def test_the_c_is_the_same_however_many_threads_translate() -> None:
    """Loops that are left have numbers of their own; with one of another the wrong is left."""
    compiled = rules_of("birmingham", 2)
    expected = c_source(compiled)
    with ThreadPoolExecutor(4) as pool:
        made = [pool.submit(c_source, compiled) for _ in range(12)]
    assert {each.result() for each in made} == {expected}


@needs_compiler
def test_sets_of_more_than_62_rows_take_128_bits() -> None:
    """There are 69 lines of four in the game, and a set of them is longer than 64 bits."""
    compiled = rules_of(str(RULESETS / "connect_four"), 2)
    engine = fast_built(compiled)
    assert engine.wide
    native, position = engine.game(compiled.start(3)), Position(compiled, compiled.start(3))
    native.start()
    position.start()
    mine, theirs = Random(3), Random(3)
    while position.play(mine):
        assert native.play(theirs)
        assert native.cells == position.cells
    assert not native.play(theirs)


@needs_compiler
@pytest.mark.parametrize(
    "ruleset", ["islets", "noughts_and_crosses", "relay", "stones", "workshop"]
)
def test_other_rulesets_are_no_exception(ruleset: str) -> None:
    """Nothing in the translator knows a game: whatever the language can say is played."""
    compiled = rules_of(str(RULESETS / ruleset), 2)
    engine = fast_built(compiled)
    for seed in range(5):
        native, position = (
            engine.game(compiled.start(seed)),
            Position(compiled, compiled.start(seed)),
        )
        native.start()
        position.start()
        mine, theirs = Random(seed), Random(seed)
        while position.play(mine):
            assert differences(position, engine, may_trap=True) == []
            assert native.play(theirs)
            assert native.cells == position.cells
        assert not native.play(theirs)


@needs_compiler
def test_taking_back_leads_to_where_it_began() -> None:
    game = new("brass-2007", 4)
    native = fast_built(game.compiled).game(game.position.cells)
    random, marks, seen = Random(8), [], []
    for _ in range(60):
        marks.append(native.mark())
        seen.append(native.cells)
        assert native.play(random)
    for mark, cells in zip(reversed(marks), reversed(seen), strict=True):
        native.pop(mark)
        assert native.cells == cells


@needs_compiler
def test_a_move_that_is_none_is_refused_and_changes_nothing() -> None:
    game = new("birmingham", 2)
    native = fast_built(game.compiled).game(game.position.cells)
    first = native.ways()[0]
    for stage, path in ((first.stage, (999,)), (10_000, first.path), (first.stage, (1,) * 1000)):
        with pytest.raises(NoSuchWay):
            native.push(stage, path)
        assert native.cells == game.position.cells


# -- what goes wrong ---------------------------------------------------------------------------

TRAP = """overlay trapped "A mistake in the rules" amends birmingham

after step loan.take add step ruin:
  me.points = 0 - 5 * me.money
"""


@needs_compiler
def test_a_trap_is_left_to_the_python_backend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The field of points has no numbers below 0, so a loan goes wrong, and is no legal move."""
    monkeypatch.setattr(backend, "engine_of", fast_built)
    monkeypatch.setattr(comparing, "engine_of", fast_built)
    file = tmp_path / "trapped.rules"
    file.write_text(TRAP)
    game = new("birmingham", 2, (str(file),))
    native = fast_built(game.compiled).game(game.position.cells)
    with pytest.raises(Trapped):
        native.ways()
    assert native.cells == game.position.cells
    expected = [move.text for move in game.legal_moves]
    assert not any(text.startswith("loan") for text in expected)
    other = game.position.copy()
    use(game.position, NATIVE)
    assert [move.text for move in game.legal_moves] == expected
    assert differences(game.position, may_trap=True) == []
    assert game.position.playout(Random(2)) == other.playout(Random(2))
    assert game.position.cells == other.cells


def test_without_a_compiler_it_is_said_and_python_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = rules_of(str(RULESETS / "noughts_and_crosses"), 2)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    compiler.cache_clear()
    try:
        assert "there is no C compiler here" in why_not(compiled, NATIVE)
        assert why_not(compiled, PYTHON) == ""
    finally:
        compiler.cache_clear()


def test_a_backend_that_there_is_not() -> None:
    with pytest.raises(BrasswrightError, match="no backend `fortran`: python or native"):
        bw.new_game("birmingham", backend="fortran")


def test_a_compiler_that_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'rules.c:1: error: no such luck' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv(COMPILER, str(broken))
    compiler.cache_clear()
    try:
        with pytest.raises(NoNative, match="the compiler says: rules"):
            Engine(rules_of(str(RULESETS / "noughts_and_crosses"), 2))
        monkeypatch.setenv(COMPILER, str(tmp_path / "missing"))
        compiler.cache_clear()
        with pytest.raises(NoNative, match="BRASSWRIGHT_CC names no compiler"):
            compiler()
    finally:
        compiler.cache_clear()


@needs_compiler
def test_what_was_built_is_kept_and_believed_only_under_its_seal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "_folder", lambda: tmp_path)
    monkeypatch.delenv(cache.OFF, raising=False)
    built = 0
    build = building._build

    def counting(*given: object) -> None:
        nonlocal built
        built += 1
        build(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "_build", counting)
    source = "int answer(void) { return 42; }"
    assert building.library(source, ("-fvisibility=default",)).answer() == 42
    assert building.library(source, ("-fvisibility=default",)).answer() == 42
    assert built == 1
    for file in tmp_path.rglob("native-*"):
        file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert building.library(source, ("-fvisibility=default",)).answer() == 42
    assert built == 2
