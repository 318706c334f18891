"""Compiled expressions give what the slow evaluator gives: random expressions and positions."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from tests.expressions import KINDS, Expressions
from tests.workshop import workshop

from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.types import ListType, NumberType, SetType, ZoneType
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.compiling.layout import Column
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.game import Game
from brasswright.interpreter.running.kernel import ADD, ME, Trap, pieces, set_list

BATCHES = 400 if os.environ.get("BRASSWRIGHT_SOAK") else 6
EXPRESSIONS = 60
POSITIONS = 12
SCOPE = {"s": "Site", "i": "Item", "c": "Colour", "n": "Number", "b": "Bool", "q": "Player"}
TYPES = ("Number", "Bool", *KINDS, *(f"set of {kind}" for kind in KINDS))
TRAPPED = "trapped"
SEEN = {"list-too-short", "too-much-work"}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_compiled_and_computed_agree(batch: int) -> None:
    random = Random(batch)
    game, sources = written(random)
    for _ in range(POSITIONS):
        cells = scrambled(game.compiled, random)
        for name, source in sources.items():
            values = {local: argument(game.compiled, kind, random) for local, kind in SCOPE.items()}
            fast = compiled_value(game.compiled, name, cells, values)
            slow = computed_value(game.compiled, name, cells, values)
            assert fast == slow, f"{source}\nwith {values}: {fast} compiled, {slow} computed"


def written(random: Random) -> tuple[Game, dict[str, str]]:
    """A game with many defines of random bodies, and the bodies by name."""
    parameters = ", ".join(f"{local}: {kind}" for local, kind in SCOPE.items())
    sources: dict[str, str] = {}
    lines = []
    for number in range(EXPRESSIONS):
        type_ = random.choice(TYPES)
        body = Expressions(random, dict(SCOPE)).one(type_, random.randrange(1, 5))
        sources[f"e{number}"] = f"{type_}: {body}"
        lines.append(f"define e{number}({parameters}) -> {type_}: {body}")
    while True:
        try:
            return workshop("\n".join(lines)), sources
        except RulesError as error:
            # What can be seen to go wrong, or to take long, is refused before a game.
            if any(d.code not in SEEN for d in error.diagnostics):
                raise
            for line in sorted({d.span.line - 2 for d in error.diagnostics}, reverse=True):
                del sources[lines.pop(line).split("(")[0].removeprefix("define ")]


def compiled_value(compiled: Compiled, name: str, cells: list[int], values: dict[str, Any]) -> Any:
    try:
        return plain(compiled.names[f"f_{name}"](cells, *values.values()))
    except Trap:
        return TRAPPED


def computed_value(compiled: Compiled, name: str, cells: list[int], values: dict[str, Any]) -> Any:
    def state(field: StateField, row: int) -> Any:
        column = compiled.layout.column(field)
        start = column.cell(row)
        if isinstance(field.type, ZoneType | ListType):
            shape = "pile" if column.shape == "list" else column.shape
            return pieces(cells, shape, start, column.kinds)
        return cells[start]

    program = compiled.program
    evaluator = Evaluator(program.domains, lambda n: program.defines[n], state, cells[ME])
    try:
        return plain(evaluator.value(program.defines[name].body, values))
    except NotConstant:
        return TRAPPED


def plain(value: Any) -> Any:
    """Booleans as numbers, and every kind of sequence as a tuple."""
    if isinstance(value, tuple | list | range):
        return tuple(map(plain, value))
    return int(value)


# -- random positions -----------------------------------------------------------------------


def scrambled(compiled: Compiled, random: Random) -> list[int]:
    """Cells with every state field filled at random, the rows of nothing apart."""
    cells = compiled.layout.start()
    cells[ME] = random.randrange(1, compiled.program.domains.seats + 1)
    for column in compiled.layout.columns.values():
        for row in range(1, column.rows + 1) if column.rows else (0,):
            fill(column, cells, column.cell(row), random)
    return cells


def fill(column: Column, cells: list[int], start: int, random: Random) -> None:
    match column.field.type:
        case ZoneType(shape="slot"):
            cells[start] = random.randrange(column.kinds + 1)
        case ZoneType(shape=shape):
            for _ in range(random.choice((0, 1, 2, 4))):
                ADD[shape](cells, [], start, random.randrange(1, column.kinds + 1))
        case ListType():
            rows = [random.randrange(1, column.kinds + 1) for _ in range(random.randrange(3))]
            set_list(cells, [], start, rows[: column.kinds], column.kinds)
        case SetType():
            cells[start] = random.randrange(column.field.high + 1) & ~1
        case NumberType():
            cells[start] = random.choice((column.field.low, 0, 1, 2, 5, column.field.high))
        case _:
            cells[start] = random.randrange(column.field.high + 1)


def argument(compiled: Compiled, kind: str, random: Random) -> int:
    if kind == "Number":
        return random.choice((-2, 0, 1, 3, 12))
    if kind == "Bool":
        return random.randrange(2)
    return random.randrange(len(compiled.program.domain(kind).rows))
