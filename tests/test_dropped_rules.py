"""Every rule is needed: take any named part out of the text, and some scenario fails.

A step is dropped; where later text needs a name that it binds, only the binding is left of it.
A rule or phase does nothing, an action is not there, a define gives one value whatever it is
asked, a parameter has another value. What fails may be the expectation of a scenario, an
invariant, or the position: it can't be described any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from brasswright.interpreter import scenario
from brasswright.interpreter.cache import OFF
from brasswright.interpreter.checking.checker import check
from brasswright.interpreter.errors import BrasswrightError, RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.tree import children, citations
from brasswright.interpreter.scenario import Scenario
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parser import parse_expression
from brasswright.interpreter.syntax.printer import to_text

FOLDER = Path(__file__).parent / "scenarios"
HEADER = 'overlay dropped "A part taken out" amends {}\n'

EDITIONS: Mapping[str, frozenset[str]] = {
    "birmingham": frozenset(),
    "lancashire": frozenset(),
    "brass-2007": frozenset({"brass-2007", "virtual_link", "classic_deck"}),
}
"""The editions, and the layers of which the parts are tried; none named = those of all layers."""

SHOWN = "only tables, the log and the status line read it"
GUESSED = "only the estimate of the bots reads it"
NOT_NOTICED: Mapping[str, str] = {
    "links_score": SHOWN,
    "tiles_score": SHOWN,
    "scored_now": SHOWN,
    "yet": SHOWN,
    "covered": SHOWN,
    "set_aside": SHOWN,
    "discards_lying": SHOWN,
    "on_space": SHOWN,
    "on_stall": SHOWN,
    "short": SHOWN,
    "besides": SHOWN,
    "owing": SHOWN,
    "called": SHOWN,
    "letter": SHOWN,
    "in_words": SHOWN,
    "at_place": SHOWN,
    "in_space": SHOWN,
    "on_field": SHOWN,
    "highest_price": SHOWN,
    "at_price": SHOWN,
    "cubes_at": SHOWN,
    "barrel_brings": SHOWN,
    "last_loans": SHOWN,
    "loans_left": SHOWN,
    "demanded": SHOWN,
    "worth": GUESSED,
    "points": GUESSED,
    "tiles_to_come": GUESSED,
    "links_to_come": GUESSED,
    "cash": GUESSED,
    "income_to_come": GUESSED,
    "actions_left": GUESSED,
    "choice_of_cards": GUESSED,
    "tile_worth": GUESSED,
    "paying": GUESSED,
    "tiles_worth": GUESSED,
    "full_worth": GUESSED,
    "lasts": GUESSED,
    "chance": GUESSED,
    "likely": GUESSED,
    "likely_used_up": GUESSED,
    "likely_sold": GUESSED,
    "buyers": GUESSED,
    "link_worth": GUESSED,
    "rounds_left": GUESSED,
    "rounds_ahead": GUESSED,
    "kept_out": "only a check of the values before a game reads it; test_checks.py sees to it",
}
"""Defines that no scenario can tell the absence of, each with the reason."""


HARMLESS: Mapping[str, Mapping[str, str]] = {
    "lancashire": {
        "warning": "only the line of the prompt tells it; test_lancashire_games.py sees to it",
        "developable": "nothing there is kept from being developed, so it is true already",
        "develop.allowed": "nothing there is kept from being developed",
        "named": "only the words of a refusal read it",
    },
    "brass-2007": {
        "set_up.clockwise": "a scenario has one seed; test_lancashire_games.py sees to it",
        "one_round.income": "only a house that lets the last round pay gets there",
    },
}
"""By edition: other parts that no scenario of it can tell the absence of, each with the reason."""


@cache
def rulebook(edition: str) -> Rulebook:
    return merge(find(edition))


@cache
def scenarios(edition: str) -> tuple[Scenario, ...]:
    return tuple(
        entry
        for path in sorted(FOLDER.glob("*.yaml"))
        for entry in scenario.load(path)
        if entry.ruleset == edition and not entry.overlays
    )


# -- taking out --------------------------------------------------------------------------------


def changes(edition: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What is tried: its name, the part concerned, and texts of which the first that can be
    read is laid over the rules."""
    layers = EDITIONS[edition]
    for path, part in rulebook(edition).parts().items():
        if layers and part.span.source.layer not in layers:
            continue
        match part:
            case nodes.Step():
                drop = f'drop step {path} because "is it needed?"\n'
                rest = binding(part.body)
                whole = rest == part.body or not rest
                yield path, path, (drop,) if whole else (drop, replaced("step", path, rest))
            case nodes.ExceptionTo():
                yield path, path, (f'drop step {path} because "is it needed?"\n',)
            case nodes.ActionDeclaration():
                yield path, path, (f'drop action {path} because "is it needed?"\n',)
            case nodes.RuleDeclaration():
                nothing = (nodes.DoNothing(),)
                yield path, path, (replaced("rule", path, nothing, part.parameters),)
            case nodes.PhaseDeclaration():
                yield path, path, (replaced("phase", path, (nodes.DoNothing(),)),)
            case nodes.DefineDeclaration():
                for value in neutral(part.result):
                    name = f"{path} {value}" if value in ("false", "true") else path
                    body = expression(value)
                    text = replaced("define", path, body, part.parameters, part.result)
                    yield name, path, (text,)
            case nodes.RankingDeclaration():
                yield path, path, ('replace ranking ranking:\n  most 0 "nothing"\n',)
            case nodes.ParameterDeclaration():
                yield path, path, tuple(f"set {path} = {value}\n" for value in others(part))


def binding(suite: nodes.Suite) -> nodes.Suite:
    """What binds names, at any depth, without conditions and effects."""
    kept: list[nodes.Statement] = []
    for statement in suite:
        match statement:
            case nodes.Let():
                kept.append(statement)
            case nodes.Choose(source=nodes.Quantified(quantifier="all", give=None) as source):
                kept.append(replace(statement, source=source.source, wheres=()))
            case nodes.Choose():
                kept.append(replace(statement, wheres=()))
            case nodes.Step():
                kept += binding(statement.body)
    return tuple(kept)


def replaced(
    word: str,
    path: str,
    body: nodes.Suite | nodes.Expression,
    parameters: tuple[nodes.Parameter, ...] | None = None,
    result: nodes.Type | None = None,
) -> str:
    return to_text(nodes.Replace(word, path, parameters, result, (), body)) + "\n"


def expression(text: str) -> nodes.Expression:
    return parse_expression(Source("", text, ""))


def neutral(result: nodes.Type) -> tuple[str, ...]:
    match result:
        case nodes.TypeName(name="Bool"):
            return "false", "true"
        case nodes.TypeName(name="Text"):
            return ('""',)
        case nodes.TypeMany():
            return ("{}",)
        case _:
            return ("0",)


def others(parameter: nodes.ParameterDeclaration) -> tuple[str, ...]:
    """Other values that a parameter may have."""
    match parameter.default:
        case nodes.Truth(value=value):
            return (str(not value).lower(),)
        case nodes.Number(value=value):
            return str(value + 1), str(value - 1)
    return OTHERS[parameter.name]


OTHERS: Mapping[str, tuple[str, ...]] = {
    "eras_played": ("[rail]",),
    "loans": ("{30: 2}",),
    "first_era_aside": ("{2: 1, 3: 1, 4: 1}", "{3: 1, 4: 1}"),
    "later_era_aside": ("{2: 1, 3: 1, 4: 1}", "{3: 1, 4: 1}"),
}


# -- finding a scenario that fails -------------------------------------------------------------


def by_relevance(edition: str, path: str) -> Sequence[Scenario]:
    """All scenarios: those that cite most of what the part cites first, then those of whatever
    is around it; of two, the one with fewer players."""
    around = path.partition(".")[0]
    parts = rulebook(edition).parts()
    cited = {cite for _, cite in citations(parts[path], around, path)}
    near = {cite for _, cite in citations(parts[around], around, around)}

    def rank(entry: Scenario) -> tuple[int, int, int]:
        cites = set(entry.cites)
        return -len(cited & cites), -len(near & cites), len(entry.players)

    return sorted(scenarios(edition), key=rank)


def first_failure(edition: str, path: str, texts: Sequence[str]) -> str | None:
    """What tells that the rules were changed, or None if nothing does."""
    for text in texts:
        header = HEADER.format(edition.replace("-", "_"))
        layer = LayerText("dropped", "", {"amends": [edition]}, {"dropped": header + text})
        try:
            changed = merge((*rulebook(edition).layers, layer))
            check(changed, changed.seats[0])
        except RulesError as error:
            refused = str(error)
            continue
        tried = by_relevance(edition, path)
        return next((entry.id for entry in tried if fails(entry, changed)), None)
    return f"the rest can't be read: {refused}"


def fails(entry: Scenario, changed: Rulebook) -> bool:
    try:
        return not scenario.run_under(changed, entry).ok
    except BrasswrightError:
        return True


@pytest.fixture(autouse=True)
def keep_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OFF, "1")


@pytest.mark.parametrize(
    ("edition", "path", "texts"),
    [
        pytest.param(edition, path, texts, id=f"{edition} {name}")
        for edition in EDITIONS
        for name, path, texts in changes(edition)
        if path not in NOT_NOTICED and path not in HARMLESS.get(edition, {})
    ],
)
def test_some_scenario_fails_without(edition: str, path: str, texts: tuple[str, ...]) -> None:
    assert first_failure(edition, path, texts) is not None, f"no scenario fails without {path}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_in_play_reads_what_is_not_noticed(edition: str) -> None:
    rules = rulebook(edition)
    groups = (rules.rules, rules.actions, rules.phases, rules.invariants)
    todo = [part for group in groups for part in group.values()]
    assert rules.ranking is not None
    read = set(names_read(rules, (*todo, rules.ranking)))
    assert not set(NOT_NOTICED) & read


def test_the_tables_name_parts() -> None:
    defines = {name for edition in EDITIONS for name in rulebook(edition).defines}
    assert set(NOT_NOTICED) <= defines
    for edition, parts in HARMLESS.items():
        assert set(parts) <= set(rulebook(edition).parts())


def names_read(rules: Rulebook, parts: Iterable[nodes.Node]) -> Iterator[str]:
    """The defines that parts read, directly or through others; what is logged does not count."""
    defines = rules.defines
    todo, seen = list(parts), set[str]()
    while todo:
        node = todo.pop()
        if isinstance(node, nodes.Log | nodes.Tally):
            continue
        if isinstance(node, nodes.Call) and node.name in defines.keys() - seen:
            seen.add(node.name)
            yield node.name
            todo.append(defines[node.name])
        todo += children(node)
