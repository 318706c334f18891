"""Scenarios: described positions, moves made in them, and what must come of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import jsonschema
import yaml

from brasswright.interpreter.describe import describe, lookup
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import (
    Ambiguous,
    BrasswrightError,
    NotUnderstood,
    PositionError,
    Refused,
    RulesError,
)
from brasswright.interpreter.source import Source, Span
from brasswright.interpreter.suggest import closest

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Refusal

LARGEST_FILE = 2_000_000
"""Longer files are not read, in bytes."""
SCHEMA = json.loads(
    (files("brasswright.grammar") / "schemas" / "scenario.json").read_text(encoding="utf-8")
)


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
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    source = Source(path.name, content.decode("utf-8", "replace"), "")
    if len(content) > LARGEST_FILE:
        raise RulesError([Diagnostic("too-large", "the file is too large", Span(source, 0, 0))])
    return read(source)


def read(source: Source) -> tuple[Scenario, ...]:
    """The scenarios of a text; raises `RulesError` with every mistake in it."""
    root = _compose(source)
    spans = _Spans(source)
    spans.add(root, ())
    document = _construct(source, root) if not spans.mistakes else None
    mistakes = spans.mistakes or list(_schema_mistakes(document, spans))
    if not mistakes:
        mistakes = list(_repeated_ids(document["scenarios"], spans))
    if mistakes:
        raise RulesError(sorted(mistakes, key=lambda mistake: mistake.span.start))
    return tuple(
        _scenario(document, entry, ("scenarios", number), spans)
        for number, entry in enumerate(document["scenarios"])
    )


def _scenario(
    head: Mapping[str, Any], entry: Mapping[str, Any], path: tuple[str | int, ...], spans: _Spans
) -> Scenario:
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
        span=spans.of[path],
        step_spans=tuple(spans.of[*path, "steps", n] for n in range(len(entry["steps"]))),
    )


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _laid_over(cast(dict[str, Any], old), value) if both else value
    return merged


def _compose(source: Source) -> yaml.Node:
    try:
        for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                message = "aliases (`*name`) are not read; write the values out"
                raise RulesError([Diagnostic("yaml", message, _at(source, event.start_mark))])
        root = yaml.compose(source.text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        message = error.problem or "this is no YAML"
        raise RulesError([Diagnostic("yaml", message, _at(source, error.problem_mark))]) from None
    except (yaml.YAMLError, RecursionError):
        raise RulesError([Diagnostic("yaml", "this is no YAML text", Span(source, 0, 0))]) from None
    if root is None:
        raise RulesError([Diagnostic("yaml", "the file is empty", Span(source, 0, 0))])
    return root


def _construct(source: Source, root: yaml.Node) -> Any:
    try:
        return yaml.SafeLoader("").construct_document(root)
    except yaml.MarkedYAMLError as error:
        message = error.problem or "this is no YAML"
        raise RulesError([Diagnostic("yaml", message, _at(source, error.problem_mark))]) from None


def _at(source: Source, mark: yaml.Mark | None) -> Span:
    start = mark.index if mark is not None else 0
    return Span(source, start, start)


class _Spans:
    """Where each value of a YAML text stands, by the keys and numbers that lead to it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.of: dict[tuple[str | int, ...], Span] = {}
        self.keys: dict[tuple[str | int, ...], Span] = {}
        self.mistakes: list[Diagnostic] = []

    def add(self, node: yaml.Node, path: tuple[str | int, ...]) -> None:
        self.of[path] = self._span(node)
        if isinstance(node, yaml.SequenceNode):
            for number, item in enumerate(node.value):
                self.add(item, (*path, number))
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                name = str(key.value)
                if (*path, name) in self.keys:
                    message = f"`{name}` is said twice"
                    self.mistakes.append(Diagnostic("yaml", message, self._span(key)))
                self.keys[*path, name] = self._span(key)
                self.add(value, (*path, name))

    def _span(self, node: yaml.Node) -> Span:
        return Span(self.source, node.start_mark.index, node.end_mark.index)


def _schema_mistakes(document: Any, spans: _Spans) -> Iterable[Diagnostic]:
    for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(document):
        path = tuple(error.absolute_path)
        span = spans.of.get(path, spans.of[()])
        schema = cast(Mapping[str, Any], error.schema)
        if error.validator == "additionalProperties":
            known = sorted(schema["properties"])
            for key in sorted(set(map(str, error.instance)) - set(known)):
                yield Diagnostic(
                    "unknown-key",
                    f"there is no `{key}` here",
                    spans.keys.get((*path, key), span),
                    help=_did_you_mean(key, known),
                )
        elif error.validator == "enum":
            known = [str(value) for value in cast(Sequence[object], error.validator_value)]
            yield Diagnostic(
                "unknown-value",
                f"`{error.instance}` is none of {', '.join(known)}",
                span,
                help=_did_you_mean(str(error.instance), known),
            )
        else:
            yield Diagnostic("schema", _in_words(error), span)


def _in_words(error: jsonschema.ValidationError) -> str:
    where = str(error.absolute_path[-1]) if error.absolute_path else "the file"
    match error.validator:
        case "type":
            return f"`{where}` must be of type {error.validator_value}"
        case "pattern":
            return f"`{error.instance}` is not written as `{where}` must be"
        case "minItems" | "minProperties" | "minLength":
            return f"`{where}` is empty"
        case _:
            return error.message


def _did_you_mean(word: str, candidates: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"did you mean `{near}`?" for near in closest(word, candidates, 1))


def _repeated_ids(entries: Sequence[Mapping[str, Any]], spans: _Spans) -> Iterable[Diagnostic]:
    seen: dict[str, Span] = {}
    for number, entry in enumerate(entries):
        span = spans.of["scenarios", number, "id"]
        if entry["id"] in seen:
            label = ((seen[entry["id"]], "first here"),)
            message = f"two scenarios are called `{entry['id']}`"
            yield Diagnostic("repeated-id", message, span, labels=label)
        seen.setdefault(entry["id"], span)


# -- running -----------------------------------------------------------------------------------


def start(scenario: Scenario, overlays: Sequence[str] = ()) -> Game:
    """A game that stands in the position of the scenario; raises `PositionError`."""
    from brasswright.interpreter.game import new_game

    game = new_game(
        scenario.ruleset,
        players=list(scenario.players),
        seed=scenario.seed,
        overlays=[*scenario.overlays, *overlays],
    )
    describe(game, scenario.position, free=scenario.free)
    return game


def run(scenario: Scenario, overlays: Sequence[str] = ()) -> ScenarioReport:
    """Play a scenario, up to the first step that goes wrong, with further overlays if wanted."""
    reports: list[StepReport] = []

    def report(number: int, line: int, text: str, problems: Iterable[str]) -> bool:
        reports.append(StepReport(number, line, text, tuple(problems)))
        return reports[-1].ok

    try:
        game = start(scenario, overlays)
    except PositionError as error:
        report(0, scenario.span.line, "position", [str(error)])
    else:
        for number, (step, span) in enumerate(
            zip(scenario.steps, scenario.step_spans, strict=True), start=1
        ):
            text = str(step.get("move", "look"))
            if not report(number, span.line, text, _problems(game, step)):
                break
    name, line = scenario.span.source.name, scenario.span.line
    return ScenarioReport(name, line, scenario.id, scenario.title, tuple(reports))


def _problems(game: Game, step: Mapping[str, Any]) -> Iterable[str]:
    """Everything about which the step is wrong."""
    try:
        if "move" in step:
            yield from _EXPECTATIONS[step.get("expect", "legal")](game, step)
        if "moves" in step:
            yield from _listed(game, step["moves"])
        for path, value in step.get("then", {}).items():
            found = lookup(game, path)
            if not _same(value, found):
                yield f"{path} is {_shown(found)}, not {_shown(value)}"
        if "outcome" in step:
            yield from _ended(game, step["outcome"])
    except BrasswrightError as error:
        yield f"{type(error).__name__}: {error}"


def _played(game: Game, step: Mapping[str, Any]) -> Iterable[str]:
    try:
        game.push(step["move"])
    except Refused as error:
        yield f"refused by {_named(error.refusal)}: {error.refusal.reason}"


def _refused(game: Game, step: Mapping[str, Any]) -> Iterable[str]:
    before = game.digest()
    refusal = game.why_not(step["move"])
    if refusal is None:
        yield "it is legal"
        return
    if "by" in step and step["by"] not in (refusal.part, *refusal.cites):
        yield f"refused by {_named(refusal)}, not by {step['by']}: {refusal.reason}"
    if "lacking" in step:
        amount, what = refusal.lacking or (0, "nothing")
        if step["lacking"] != f"{amount} {what}":
            yield f"lacking {amount} {what}, not {step['lacking']}"
    try:
        game.push(step["move"])
        yield "it is refused when asked about, and played all the same"
    except Refused:
        pass
    if game.digest() != before:
        yield "the refusal left a trace in the position"


def _ambiguous(game: Game, step: Mapping[str, Any]) -> Iterable[str]:
    try:
        move = game.parse(step["move"])
        yield f"it is understood as `{move}`"
    except Ambiguous:
        pass


def _not_understood(game: Game, step: Mapping[str, Any]) -> Iterable[str]:
    try:
        move = game.parse(step["move"])
        yield f"it is understood as `{move}`"
    except NotUnderstood:
        pass


_EXPECTATIONS: dict[str, Callable[[Game, Mapping[str, Any]], Iterable[str]]] = {
    "legal": _played,
    "refused": _refused,
    "ambiguous": _ambiguous,
    "not-understood": _not_understood,
}


def _listed(game: Game, wanted: Mapping[str, Any]) -> Iterable[str]:
    moves = [str(move).split() for move in game.legal_moves]
    for line in wanted.get("includes", ()):
        if not any(_has_words(move, line.split()) for move in moves):
            yield f"no legal move is `{line}`"
    for line in wanted.get("excludes", ()):
        for move in (move for move in moves if _has_words(move, line.split())):
            yield f"`{' '.join(move)}` is legal"
    if "count" in wanted:
        first = str(wanted.get("of", "")).split()
        number = sum(move[: len(first)] == first for move in moves)
        if number != wanted["count"]:
            yield f"{number} moves are legal, not {wanted['count']}"


def _has_words(move: Sequence[str], words: Sequence[str]) -> bool:
    """Do the words stand in the move, in this order?"""
    rest = iter(move)
    return all(word in rest for word in words)


def _ended(game: Game, wanted: Mapping[str, Any]) -> Iterable[str]:
    outcome = game.outcome()
    if outcome is None:
        yield "the game has not ended"
        return
    if "winners" in wanted and sorted(wanted["winners"]) != sorted(outcome.winners):
        yield f"{_shown(list(outcome.winners))} won, not {_shown(wanted['winners'])}"
    places = {standing.player: standing.place for standing in outcome}
    for player, place in wanted.get("places", {}).items():
        if places.get(player) != place:
            yield f"{player} came {places.get(player)}, not {place}"


def _same(wanted: object, found: object) -> bool:
    """Equal as far as a scenario can tell: `none` is nothing; bags and sets have no order."""
    if wanted in (None, "none"):
        return found in (None, "none")
    if isinstance(wanted, list) and isinstance(found, (Counter, set, frozenset)):
        return Counter(wanted) == Counter(found)
    if isinstance(wanted, list) and isinstance(found, (list, tuple)):
        return wanted == list(found)
    return type(wanted) is type(found) and wanted == found


def _shown(value: object) -> str:
    if isinstance(value, Counter):
        value = sorted(value.elements())
    if isinstance(value, (list, tuple, set, frozenset)):
        return f"[{', '.join(map(str, value))}]"
    return {None: "none", True: "yes", False: "no"}.get(value, str(value))  # type: ignore[call-overload]


def _named(refusal: Refusal) -> str:
    return " ".join([refusal.part, *(f"@{cite}" for cite in refusal.cites)])
