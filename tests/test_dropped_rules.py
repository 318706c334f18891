"""Every rule is needed: take any named part out of the text, and some scenario fails.

A part is dropped; where later text needs a name that it binds, its conditions are dropped
instead; a define gives nothing; a rule or phase does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from brasswright.interpreter import scenario
from brasswright.interpreter.errors import BrasswrightError, RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.tree import citations
from brasswright.interpreter.scenario import Scenario
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parser import parse_expression
from brasswright.interpreter.syntax.printer import to_text

FOLDER = Path(__file__).parent / "scenarios"
HEADER = 'overlay dropped "A part taken out" amends birmingham\n'

NOT_TESTED = {
    # for bots, tables and people
    "worth": "an estimate for bots: no rule reads it",
}
"""Parts that no scenario can tell the absence of, each with the reason."""


@cache
def rulebook() -> Rulebook:
    return merge(find("birmingham"))


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(
        entry
        for path in sorted(FOLDER.glob("*.yaml"))
        for entry in scenario.load(path)
        if entry.ruleset == "birmingham" and not entry.overlays
    )


def parts() -> dict[str, nodes.Node]:
    kinds = (
        nodes.Step,
        nodes.ExceptionTo,
        nodes.DefineDeclaration,
        nodes.RuleDeclaration,
        nodes.ActionDeclaration,
        nodes.PhaseDeclaration,
        nodes.RankingDeclaration,
    )
    return {path: part for path, part in rulebook().parts().items() if isinstance(part, kinds)}


# -- taking out --------------------------------------------------------------------------------


def without(path: str, part: nodes.Node) -> Iterator[str]:
    """Overlays that take the part out, the most thorough first."""
    match part:
        case nodes.Step() | nodes.ExceptionTo():
            yield f'drop step {path} because "is it needed?"\n'
            yield to_text(replaced("step", path, unconditional(part.body)))
        case nodes.ActionDeclaration():
            yield f'drop action {path} because "is it needed?"\n'
        case nodes.RuleDeclaration() | nodes.PhaseDeclaration():
            word = "rule" if isinstance(part, nodes.RuleDeclaration) else "phase"
            parameters = part.parameters if isinstance(part, nodes.RuleDeclaration) else None
            body = (nodes.DoNothing(),)
            yield to_text(replace(replaced(word, path, body), parameters=parameters))
        case nodes.DefineDeclaration():
            for value in ("false", "0", "{}", "true"):
                body = parse_expression(Source("", value, ""))
                change = replaced("define", path, body)
                yield to_text(replace(change, parameters=part.parameters, result=part.result))
        case nodes.RankingDeclaration():
            yield 'replace ranking ranking:\n  most 0 "nothing"\n'


def replaced(word: str, path: str, body: nodes.Suite | nodes.Expression) -> nodes.Replace:
    return nodes.Replace(word, path, None, None, (), body)


def unconditional(suite: nodes.Suite) -> nodes.Suite:
    """The statements without any `require` and `where`, at any depth."""
    kept: list[nodes.Statement] = []
    for statement in suite:
        match statement:
            case nodes.Require():
                kept.append(nodes.DoNothing())
            case nodes.Choose():
                kept.append(replace(statement, wheres=()))
            case nodes.Step():
                kept.append(replace(statement, body=unconditional(statement.body)))
            case _:
                kept.append(statement)
    return tuple(kept)


# -- finding a scenario that fails -------------------------------------------------------------


def by_relevance(path: str, part: nodes.Node) -> Sequence[Scenario]:
    """All scenarios, those that cite what the part cites first."""
    cited = {cite for _, cite in citations(part, path.partition(".")[0], path)}
    if not cited and "." in path:
        around = path.partition(".")[0]
        cited = {cite for _, cite in citations(rulebook().parts()[around], around, around)}
    return sorted(scenarios(), key=lambda entry: -len(cited & set(entry.cites)))


def first_failure(path: str, part: nodes.Node, overlay: Path) -> str | None:
    """The id of the first scenario that tells the absence of a part."""
    for text in without(path, part):
        overlay.write_text(HEADER + text)
        try:
            merge(find("birmingham", [str(overlay)]))
            for entry in by_relevance(path, part):
                if fails(entry, overlay):
                    return f"{entry.span.source.name}::{entry.id}"
        except RulesError:
            continue
        return None
    return None


def fails(entry: Scenario, overlay: Path) -> bool:
    try:
        return not scenario.run(entry, [str(overlay)]).ok
    except RulesError:
        raise
    except BrasswrightError:
        return True


@pytest.mark.parametrize("path", sorted(parts()))
def test_some_scenario_fails_without(path: str, tmp_path: Path) -> None:
    found = first_failure(path, parts()[path], tmp_path / "dropped.rules")
    if path in NOT_TESTED:
        assert found is None, f"{found} tells its absence: take it off the table"
    else:
        assert found is not None, f"no scenario fails when {path} is dropped"


def test_the_table_names_parts() -> None:
    assert set(NOT_TESTED) <= set(parts())
