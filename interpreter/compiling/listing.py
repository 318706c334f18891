"""The Python of a part beside the rule text that each line of it came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from brasswright.interpreter.compiling.compiled import Compiled

FUNCTION = re.compile(r"def (\w+)\(")
EXPLAINING = re.compile(r"why\d*_")


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of Python, and where it came from: `build.rules:12` and the text there."""

    python: str
    where: str
    rule: str


def listing(compiled: Compiled, name: str | None = None, explaining: bool = False) -> list[Shown]:
    """All functions made of a part, or of all parts; with `explaining`, of the twin that explains.

    Nothing when no part of that name became Python.
    """
    found: list[Shown] = []
    wanted = False
    for line, place in _lines(compiled):
        head = FUNCTION.match(line)
        if head is not None:
            wanted = belongs(head[1], name, explaining)
        if wanted:
            rules = compiled.module.rules
            text = rules.lines[place - 1].strip() if place else ""
            found.append(Shown(line, rules.where(place) if place else "", text))
    return found


def names(compiled: Compiled) -> tuple[str, ...]:
    """The parts that become Python."""
    program = compiled.program
    parts = (program.defines, program.rules, program.actions, program.phases, program.shows)
    return tuple(dict.fromkeys(name for group in parts for name in group))


def _lines(compiled: Compiled) -> Iterator[tuple[str, int]]:
    return zip(compiled.module.text.splitlines(), compiled.module.places, strict=True)


def belongs(function: str, name: str | None, explaining: bool = False) -> bool:
    """Was a function made of a part, or of any when no name is given?"""
    if bool(EXPLAINING.match(function)) != explaining:
        return False
    if name is None:
        return True
    beginning = r"(?:f|do|way|show|phase|rank|why\d*|go\d+)_"
    inner = r"(?:in|why)_\d+_\w+_"
    return re.fullmatch(f"(?:{beginning}|{inner}){re.escape(name)}", function) is not None
