"""Scenarios: described positions, moves made in them, and what must come of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from brasswright.interpreter.backends import PYTHON, said_otherwise, use
from brasswright.interpreter.describe import describe
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import PositionError, RulesError
from brasswright.interpreter.expectations import problems
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.document import Document
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.yaml_text import read_yaml, schema_mistakes
from brasswright.interpreter.opening import game_of, open_rulebook
from brasswright.interpreter.source import Source, Span

LARGEST_FILE = 2_000_000
"""Longer files are not read, in bytes."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, with what the head of the file says filled in."""

    id: str
    title: str
    cites: tuple[str, ...]
    ruleset: str
    overlays: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    free: bool
    position: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    span: Span
    step_spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class StepReport:
    """What came of one step; number 0 is the setting up of the position."""

    number: int
    line: int
    text: str
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Everything was as the step says."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """What came of a scenario. It ends with the first step that has a problem."""

    file: str
    line: int
    id: str
    title: str
    steps: tuple[StepReport, ...]

    @property
    def ok(self) -> bool:
        """Every step was as it says."""
        return all(step.ok for step in self.steps)

    def as_data(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "file": self.file,
            "line": self.line,
            "id": self.id,
            "title": self.title,
            "ok": self.ok,
            "steps": [
                {
                    "number": step.number,
                    "line": step.line,
                    "text": step.text,
                    "ok": step.ok,
                    "problems": list(step.problems),
                }
                for step in self.steps
            ],
        }


# -- reading -----------------------------------------------------------------------------------


def load(path: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file; raises `RulesError` with every mistake in it."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        span = Span(Source(str(path), "", ""), 0, 0)
        message = f"the file can't be read: {error.strerror}"
        raise RulesError([Diagnostic("no-file", message, span)]) from None
    source = Source(path.name, content.decode("utf-8", "replace"), "")
    if len(content) > LARGEST_FILE:
        raise RulesError([Diagnostic("too-large", "the file is too large", Span(source, 0, 0))])
    return tuple(_at(path.parent, scenario) for scenario in read(source))


def _at(folder: Path, scenario: Scenario) -> Scenario:
    """The scenario with paths of rulesets and overlays, which are relative to its folder."""

    def placed(name: str) -> str:
        is_path = "/" in name or name.endswith((".rules", ".yaml"))
        return str(folder / name) if is_path else name

    overlays = tuple(placed(overlay) for overlay in scenario.overlays)
    return replace(scenario, ruleset=placed(scenario.ruleset), overlays=overlays)


def read(source: Source) -> tuple[Scenario, ...]:
    """The scenarios of a text; raises `RulesError` with every mistake in it."""
    document = read_yaml(source)
    mistakes = schema_mistakes(document, _schema()) or list(_repeated_ids(document))
    if mistakes:
        raise RulesError(mistakes)
    return tuple(_scenario(document, number) for number in range(len(document.value["scenarios"])))


@cache
def _schema() -> dict[str, Any]:
    text = (files("brasswright.grammar") / "schemas" / "scenario.json").read_text("utf-8")
    return cast(dict[str, Any], json.loads(text))


def _repeated_ids(document: Document) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for number, entry in enumerate(document.value["scenarios"]):
        span = document.span(("scenarios", number, "id"))
        if entry["id"] in seen:
            message = f"two scenarios are called `{entry['id']}`"
            first = (seen[entry["id"]], "the first")
            yield Diagnostic("repeated-id", message, span, labels=(first,))
        seen.setdefault(entry["id"], span)


def _scenario(document: Document, number: int) -> Scenario:
    head = document.value
    entry = head["scenarios"][number]
    path = ("scenarios", number)
    seats = entry.get("players", head.get("players", 2))
    return Scenario(
        id=entry["id"],
        title=entry["title"],
        cites=tuple(entry["cites"]),
        ruleset=head["ruleset"],
        overlays=tuple(entry.get("overlays", head.get("overlays", ()))),
        players=tuple(chr(ord("A") + seat) for seat in range(seats)),
        seed=entry.get("seed", head.get("seed", 1)),
        free=entry.get("free", False),
        position=_laid_over(head.get("position", {}), entry.get("position", {})),
        steps=tuple(entry["steps"]),
        span=document.span(path),
        step_spans=tuple(
            document.span((*path, "steps", step)) for step in range(len(entry["steps"]))
        ),
    )


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `above`, and of `below` where `above` is silent, mapping by mapping."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = (
            _laid_over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


# -- running -----------------------------------------------------------------------------------


def start(scenario: Scenario, overlays: Sequence[str] = ()) -> Game:
    """A game that stands in the position of the scenario; raises `PositionError`."""
    return start_under(open_rulebook(scenario.ruleset, [*scenario.overlays, *overlays]), scenario)


def start_under(rulebook: Rulebook, scenario: Scenario) -> Game:
    """The same under rules that were opened before."""
    game = game_of(rulebook, scenario.players, scenario.seed)
    describe(game, scenario.position, free=scenario.free)
    return game


def run(scenario: Scenario, overlays: Sequence[str] = (), backend: str = PYTHON) -> ScenarioReport:
    """Play a scenario, up to the first step that goes wrong, with further overlays if wanted."""
    rulebook = open_rulebook(scenario.ruleset, [*scenario.overlays, *overlays])
    return run_under(rulebook, scenario, backend)


def run_under(rulebook: Rulebook, scenario: Scenario, backend: str = PYTHON) -> ScenarioReport:
    """The same under rules that were opened before. The invariants must hold at every step.

    With the native backend, it has to say the same as the Python backend of every position.
    """
    reports: list[StepReport] = []

    def report(number: int, line: int, text: str, found: Iterable[str]) -> bool:
        reports.append(StepReport(number, line, text, tuple(found)))
        return reports[-1].ok

    try:
        game = start_under(rulebook, scenario)
        use(game.position, backend)
        wrong = said_otherwise(game.position)
    except PositionError as error:
        wrong = [str(error)]
    if wrong:
        report(0, scenario.span.line, "position", wrong)
    else:
        for number, (step, span) in enumerate(
            zip(scenario.steps, scenario.step_spans, strict=True), start=1
        ):
            text = str(step.get("move", "look"))
            found = [*problems(game, step)]
            if not scenario.free:
                found += game.broken_invariants()
            found += said_otherwise(game.position)
            if not report(number, span.line, text, found):
                break
    name, line = scenario.span.source.name, scenario.span.line
    return ScenarioReport(name, line, scenario.id, scenario.title, tuple(reports))
