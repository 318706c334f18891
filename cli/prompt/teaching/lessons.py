"""The lessons of a ruleset: `tutorial.yaml` in its folder, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from brasswright.cli.language import say, series
from brasswright.interpreter.errors import BrasswrightError, RulesError
from brasswright.interpreter.layers.document import Document
from brasswright.interpreter.layers.finder import SHIPPED, RulesetInfo, available, find, read_source
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.yaml_text import read_yaml, schema_mistakes
from brasswright.interpreter.source import Span

FILE = "tutorial.yaml"


@dataclass(frozen=True, slots=True)
class When:
    """When a lesson is told; what is empty does not matter."""

    legal: str = ""
    stage: str = ""
    after: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    """Paths into what the learner sees, with the values that are there then."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something that is told once, perhaps with a move to try."""

    title: str
    when: When
    say: str
    """What is true in any game."""
    here: str
    """What is true only where the move to try is legal, and what is given holds."""
    given: Mapping[str, Any]
    """What else must be seen for `here` to be true, as in `When.state`."""
    show: str
    tries: str
    """The suggested move, in words."""
    look: tuple[str, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game of a ruleset, with lessons."""

    ruleset: str
    title: str
    seed: int
    learner: str
    opponents: Mapping[str, tuple[str, ...]]
    """The moves of the others, in words."""
    lessons: tuple[Lesson, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """All players, in the order of their seats."""
        return (self.learner, *self.opponents)


def taught() -> tuple[RulesetInfo, ...]:
    """The shipped editions that have lessons."""
    editions = [info for info in available() if info.kind == "edition"]
    return tuple(e for e in editions if (SHIPPED / e.name / FILE).is_file())


def tutorial_of(ruleset: str) -> Tutorial:
    """The lessons of a ruleset, by name or path.

    Raises RulesError for a file with mistakes, BrasswrightError where there are no lessons.
    """
    return read_tutorial(_file_of(ruleset), ruleset)


def _file_of(ruleset: str) -> Path:
    top = find(ruleset)[-1]
    path = top.folder / FILE if top.folder is not None else None
    if path is None or top.is_overlay or not path.is_file():
        names = series([edition.name for edition in taught()])
        raise BrasswrightError(
            say("{name} has no lessons; {names} have", name=top.name, names=names)
        )
    return path


def read_tutorial(path: Path, ruleset: str) -> Tutorial:
    """The lessons in a file. Raises RulesError with all mistakes."""
    content = _document(path, ruleset).value
    lessons = content["lessons"]
    if isinstance(lessons, str):
        lessons = _own_lessons(lessons).value["lessons"]
    return Tutorial(
        ruleset,
        content["title"],
        content["seed"],
        content["learner"],
        {name: tuple(moves) for name, moves in content["opponents"].items()},
        tuple(_lesson(each) for each in lessons),
    )


def lesson_texts(layers: Sequence[LayerText]) -> dict[str, Span]:
    """What the lessons of a ruleset tell: their titles and paragraphs, and where each stands.

    Raises RulesError for a file with mistakes.
    """
    top = [layer for layer in layers if not layer.is_overlay][-1]
    path = top.folder / FILE if top.folder is not None else None
    if path is None or not path.is_file():
        return {}
    document = _document(path, top.name)
    if isinstance(document.value["lessons"], str):
        document = _own_lessons(document.value["lessons"])
    return {
        line: document.span(("lessons", place, part))
        for place, lesson in enumerate(document.value["lessons"])
        for part in ("title", "say", "here")
        for line in _paragraphs(lesson.get(part, "")).splitlines()
    }


def _own_lessons(ruleset: str) -> Document:
    """The file of another ruleset, which has lessons itself."""
    document = _document(_file_of(ruleset), ruleset)
    if isinstance(document.value["lessons"], str):
        raise BrasswrightError(say("{name} has no lessons of its own", name=ruleset))
    return document


def _document(path: Path, ruleset: str) -> Document:
    document = read_yaml(read_source(path, path.parent, path.name, ruleset))
    mistakes = schema_mistakes(document, _schema())
    if mistakes:
        raise RulesError(mistakes)
    return document


def _lesson(content: Mapping[str, Any]) -> Lesson:
    return Lesson(
        title=content.get("title", ""),
        when=When(**content.get("when", {})),
        say=_paragraphs(content.get("say", "")),
        here=_paragraphs(content.get("here", "")),
        given=content.get("given", {}),
        show=content.get("show", ""),
        tries=content.get("try", ""),
        look=tuple(content.get("look", ())),
        last=content.get("last", False),
    )


def _paragraphs(text: str) -> str:
    """The text with a line for each paragraph; it is folded where it is shown."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


@cache
def _schema() -> dict[str, Any]:
    text = (files("brasswright.grammar") / "schemas" / "tutorial.json").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content
