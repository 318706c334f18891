"""Every parameter of every edition at each end of its range: it can be played, or is refused.

One game of the fewest players for each end runs with all tests; with BRASSWRIGHT_SOAK set it is
five games of each number of players.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

import pytest

from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.selfplay import try_out
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.printer import to_text

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
EDITIONS = ("birmingham", "lancashire", "brass-2007")


@cache
def edition(name: str) -> Rulebook:
    return merge(find(name))


def house(name: str, text: str) -> Rulebook:
    """An edition with a line of a house on it."""
    amended = name.replace("-", "_")
    text = f'overlay house "A house" amends {amended}\n{text}\n'
    return merge((*find(name), LayerText("house", "", {"amends": [name]}, {"house.rules": text})))


# -- the ends of a range -----------------------------------------------------------------------


def ends(book: Rulebook, parameter: nodes.ParameterDeclaration) -> Iterator[str]:
    """The values at both ends of the range of a parameter, as rule text."""
    match parameter.type:
        case nodes.TypeMany(of=of) if of in book.enums:
            values = book.enums[of].values
            yield from ("[]", *(f"[{value}]" for value in values), f"[{', '.join(values[::-1])}]")
        case nodes.TypeMap(key=key, value=value):
            for one, other in zip(of_name(book, key), of_name(book, value), strict=True):
                yield f"{{{one}: {other}}}"
            yield "{}"
        case nodes.TypeRange(low=low, high=high):
            yield from (to_text(low), to_text(high))
        case nodes.TypeName(name=name):
            yield from of_name(book, name)


def of_name(book: Rulebook, name: str) -> tuple[str, str]:
    if name == "Bool":
        return "false", "true"
    bounds = book.types[name].type
    assert isinstance(bounds, nodes.TypeRange)
    return to_text(bounds.low), to_text(bounds.high)


def cases() -> list[object]:
    return [
        pytest.param(name, parameter.name, value, id=f"{name} {parameter.name}={value}")
        for name in EDITIONS
        for parameter in edition(name).parameters.values()
        for value in ends(edition(name), parameter)
    ]


@pytest.mark.parametrize(("name", "parameter", "value"), cases())
def test_an_end_of_a_range_can_be_played_or_is_refused(
    name: str, parameter: str, value: str
) -> None:
    book = house(name, f"set {parameter} = {value}")
    try:
        found = played(book)
    except RulesError as error:
        for mistake in error.diagnostics:
            assert mistake.code == "check-failed", render([mistake])
            assert any("house.rules:2" in str(span) for span, _ in mistake.labels)
        return
    assert not [d for d in found if d.code != "never-legal"], render(found)


def played(book: Rulebook) -> tuple[Diagnostic, ...]:
    """What goes wrong in games; raises RulesError when there can be none."""
    if not SOAK:
        return try_out(book, games=1, seconds=60, players=book.seats[:1])
    mistakes = diagnose(book)
    if any(mistake.severity == "error" for mistake in mistakes):
        raise RulesError(mistakes)
    return try_out(book, games=5, seconds=300)


def test_every_sort_of_parameter_has_ends() -> None:
    for name in EDITIONS:
        for parameter in edition(name).parameters.values():
            assert len(list(ends(edition(name), parameter))) >= 2, parameter.name
