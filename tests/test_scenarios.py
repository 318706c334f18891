"""Every scenario under tests/scenarios, a test for each file, and how scenario files are read."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.native_engines import fast_built, has_compiler

from brasswright.interpreter import scenario
from brasswright.interpreter.backends import NATIVE, PYTHON
from brasswright.interpreter.describe import lookup
from brasswright.interpreter.errors import PositionError, RulesError
from brasswright.interpreter.native import backend as native_backend
from brasswright.interpreter.native import comparing
from brasswright.interpreter.source import Source

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("**/*.yaml"))
SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> str:
    """The native backend where there is a compiler, built quickly; it is compared with Python."""
    if not has_compiler():
        return PYTHON
    if not SOAK:
        monkeypatch.setattr(native_backend, "engine_of", fast_built)
        monkeypatch.setattr(comparing, "engine_of", fast_built)
        monkeypatch.setattr(comparing, "MOVES", 2)
    return NATIVE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios(path: Path, engine: str) -> None:
    """Every scenario of a file, with both backends: they must say the same all along the way."""
    wrong = []
    for entry in scenario.load(path):
        report = scenario.run(entry, backend=engine)
        wrong += [
            f"{report.file}:{step.line}: {entry.title}: {step.text}: {problem}"
            for step in report.steps
            for problem in step.problems
        ]
    assert not wrong, "\n".join(wrong)


def test_every_rule_of_the_digest_has_a_scenario() -> None:
    """The random turn order has none: a scenario has one seed. There is a test for it below."""
    ids = set((FOLDER.parent / "data" / "birmingham_ids.txt").read_text("utf-8").split())
    entries = [entry for path in FOLDER.glob("*.yaml") for entry in scenario.load(path)]
    cited = {c for entry in entries if entry.ruleset == "birmingham" for c in entry.cites}
    assert ids - cited == {"B-SETUP-08"}


# -- reading -----------------------------------------------------------------------------------

HEAD = "ruleset: birmingham\nscenarios:\n"
ENTRY = """  - id: one
    title: Something holds
    cites: [B-TURN-01]
    steps:
      - then: {round: 1}
"""


def mistakes(text: str) -> list[tuple[int, str, tuple[str, ...]]]:
    with pytest.raises(RulesError) as caught:
        scenario.read(Source("some.yaml", text, ""))
    return [(d.span.line, d.message, d.help) for d in caught.value.diagnostics]


def test_the_head_is_the_default_of_every_scenario() -> None:
    text = "ruleset: birmingham\nplayers: 3\nseed: 5\n"
    text += "position: {era: rail, players: {A: {money: 3}}}\n"
    text += "scenarios:\n" + ENTRY + "    players: 4\n    position: {players: {A: {income: 4}}}\n"
    (entry,) = scenario.read(Source("some.yaml", text, ""))
    assert entry.players == ("A", "B", "C", "D")
    assert entry.seed == 5
    assert entry.position == {"era": "rail", "players": {"A": {"money": 3, "income": 4}}}
    assert entry.span.line == 6


def test_a_misspelt_key_is_pointed_at() -> None:
    assert mistakes(HEAD + ENTRY + "    postion: {turn: A}\n") == [
        (8, "there is no key `postion` here", ("did you mean `position`?",))
    ]
    assert mistakes(HEAD + ENTRY + "      - {mvoe: pass}\n") == [
        (8, "there is no key `mvoe` here", ("did you mean `move`?",))
    ]


def test_a_repeated_id_is_a_mistake() -> None:
    ((line, message, _),) = mistakes(HEAD + ENTRY + ENTRY)
    assert (line, message) == (8, "two scenarios are called `one`")


def test_a_refusal_that_no_move_can_have_is_a_mistake() -> None:
    found = mistakes(HEAD + ENTRY + "      - {by: B-TURN-01, then: {round: 1}}\n")
    assert {line for line, _, _ in found} == {8}


def test_what_is_no_yaml_has_a_line() -> None:
    ((line, _, _),) = mistakes("ruleset: birmingham\nscenarios: [\n")
    assert line >= 2


# -- positions that can't exist ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "free"),
    [
        pytest.param("markets: {coal_market: {cubes: 15}}", False, id="more cubes than spaces"),
        pytest.param("markets: {coal_market: {cubes: 29}}", True, id="beyond the range, freely"),
        pytest.param("players: {A: {hand: [nuneaton, nuneaton]}}", False, id="dealt twice"),
        pytest.param("players: {A: {hand: [derby]}}", False, id="a card of more players"),
        pytest.param("players: {A: {hand: [atlantis]}}", False, id="no such card"),
        pytest.param("players: {A: {purse: 3}}", False, id="no such field"),
        pytest.param("players: {E: {money: 3}}", False, id="no such player"),
        pytest.param("players: {A: {money: -1}}", False, id="less than nothing"),
        pytest.param("players: {A: {money: lots}}", False, id="no number"),
        pytest.param("playrs: {A: {money: 3}}", False, id="no such kind"),
        pytest.param("turn: E", False, id="nobody's turn"),
        pytest.param("era: steam", False, id="no such era"),
        pytest.param(
            "spaces: {dudley.1: {tile: iron_works.1, owner: A, cubes: 4}}",
            False,
            id="a tile where it is not taken",
        ),
        pytest.param("spaces: {dudley.1: {tile: coal_mine.1, cubes: 2}}", False, id="no owner"),
        pytest.param(
            "spaces: {dudley.1: {tile: coal_mine.1, owner: A, cubes: 2},"
            " cannock.2: {tile: coal_mine.1, owner: A, cubes: 2}}",
            False,
            id="a tile built twice",
        ),
        pytest.param("links: {birmingham--nuneaton: {owner: A}}", False, id="a rail in 1770"),
    ],
)
def test_a_position_that_cannot_exist_is_an_error(position: str, free: bool) -> None:
    text = HEAD + ENTRY + f"    free: {str(free).lower()}\n    position: {{{position}}}\n"
    (entry,) = scenario.read(Source("some.yaml", text, ""))
    with pytest.raises(PositionError):
        scenario.start(entry)
    report = scenario.run(entry)
    assert not report.ok
    assert report.as_data()["steps"][0]["text"] == "position"


def test_invariants_can_be_waived() -> None:
    text = HEAD + ENTRY + "    free: true\n    position: {markets: {coal_market: {cubes: 15}}}\n"
    (entry,) = scenario.read(Source("some.yaml", text, ""))
    assert scenario.run(entry).ok


def test_a_report_tells_what_was_found() -> None:
    text = HEAD + ENTRY.replace("{round: 1}", "{round: 4, turn: none, era: canal}")
    (entry,) = scenario.read(Source("some.yaml", text, ""))
    (step,) = scenario.run(entry).as_data()["steps"]
    assert step["ok"] is False
    assert step["line"] == 7
    assert step["problems"][0] == "round is 1, not 4"
    assert len(step["problems"]) == 2


def test_the_first_turn_order_depends_on_the_seed() -> None:
    """@B-SETUP-08"""
    (entry,) = scenario.read(Source("some.yaml", HEAD + ENTRY + "    players: 3\n", ""))
    first = {scenario.start(replace(entry, seed=seed)).turn for seed in range(1, 31)}
    assert first == {"A", "B", "C"}


@pytest.mark.parametrize("path", ["merchants.gloucester.1.offer", "players.A.hand", "deck"])
def test_what_is_dealt_depends_on_the_seed(path: str) -> None:
    """@B-SETUP-02 @B-SETUP-03"""
    (entry,) = scenario.read(Source("some.yaml", HEAD + ENTRY, ""))
    dealt = {str(lookup(scenario.start(replace(entry, seed=seed)), path)) for seed in range(1, 31)}
    assert len(dealt) > 1
