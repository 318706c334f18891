"""The whole C of a rulebook: constants, what it runs on, functions, the tables of its course."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from importlib.resources import files
from threading import Lock

from brasswright.interpreter.checking.bounds import MOST_MEMBERS, PILE_SIZE
from brasswright.interpreter.checking.secrets import WORTH, judges
from brasswright.interpreter.compiling.compiled import Compiled, point_name
from brasswright.interpreter.native.shapes import (
    Shapes,
    longest_combination,
)
from brasswright.interpreter.native.statements import STOP_EVERYTHING, FunctionTranslator
from brasswright.interpreter.native.tables import Tables
from brasswright.interpreter.running import kernel
from brasswright.interpreter.running.position import MOST_STEPS

TRANSLATED = ("f_", "do_", "way_", "in_", "go", "flow_", "items_", "phase_", "invariant_")
_parsing = Lock()
"""Python 3.11 fails when two threads parse at once."""
RUNTIME = ("cells", "zones", "chance", "graph", "choices")
LAST = ("driver", "exports")
CELLS = ("ME", "FLOW", "ACTION", "POINT", "SUSPENDED", "REVEALED", "SEED", "FRAME", "FRAME_SIZE")


def c_source(compiled: Compiled) -> str:
    """The C of compiled rules. Raises Unsupported for what only the Python backend can do."""
    tables = Tables(compiled)
    made = _translated(compiled, tables)
    bodies = [each.text() for each in made]
    course = Course(compiled)
    return "\n".join(
        [
            *_constants(compiled, tables, course),
            *map(_runtime, RUNTIME),
            tables.text(),
            *(f"{each.head};" for each in made),
            *bodies,
            course.text(),
            *map(_runtime, LAST),
        ]
    )


def c_functions(compiled: Compiled) -> dict[str, str]:
    """The C of each function, by its name. Raises Unsupported."""
    return {each.f.name: each.text() for each in _translated(compiled, Tables(compiled))}


def _translated(compiled: Compiled, tables: Tables) -> list[FunctionTranslator]:
    with _parsing:
        functions = [f for f in _functions(compiled) if f.name.startswith(TRANSLATED)]
    shapes = Shapes(compiled, _called(functions, compiled))
    numbers = itertools.count(STOP_EVERYTHING + 1)
    return [FunctionTranslator(f, shapes, tables, numbers) for f in shapes.functions.values()]


def _runtime(name: str) -> str:
    return (
        files("brasswright.interpreter.native").joinpath("runtime", f"{name}.c").read_text("utf-8")
    )


def _functions(compiled: Compiled) -> Iterator[ast.FunctionDef]:
    for each in ast.parse(compiled.module.text).body:
        if isinstance(each, ast.FunctionDef):
            yield each


def _called(functions: list[ast.FunctionDef], compiled: Compiled) -> list[ast.FunctionDef]:
    """Those that playing comes to: what only tables to show and logs ask for is left out."""
    by_name = {f.name: f for f in functions}
    first = [name for name in by_name if name.startswith(("go", "flow_", "items_", "invariant_"))]
    if judges(compiled.program):
        first.append(f"f_{WORTH}")
    found: dict[str, None] = dict.fromkeys(first)
    waiting = list(found)
    while waiting:
        for node in _outside_logs(by_name[waiting.pop()]):
            if isinstance(node, ast.Name) and node.id in by_name and node.id not in found:
                found[node.id] = None
                waiting.append(node.id)
    return [f for name, f in by_name.items() if name in found]


def _outside_logs(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="J")), args=[ast.Tuple(elts=[_, value])]
        ):
            if isinstance(value, ast.Tuple):
                return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside_logs(child)


def _constants(compiled: Compiled, tables: Tables, course: Course) -> Iterator[str]:
    if tables.wide:
        yield "#define WIDE"
    held = compiled.held_choices
    sites = max(1, len(compiled.program.choices))
    numbers = {
        **{name: getattr(kernel, name) for name in CELLS},
        "CELLS": compiled.layout.size,
        "LONGEST": kernel.LONGEST,
        "MOST_MEMBERS": MOST_MEMBERS,
        "MOST_STEPS": MOST_STEPS,
        "MOST_TAKEN": longest_combination(compiled.program),
        "MOST_VERBS": max([1, *map(len, course.verbs.values())]),
        "PILE_HEAD": kernel.PILE_HEAD,
        "PILE_SIZE": PILE_SIZE,
        "SITES": sites,
    }
    for name, value in numbers.items():
        yield f"#define {name} {value}"
    if judges(compiled.program):
        yield f"#define WORTH f_{WORTH}"
    yield f"static const char HELD[] = {{{', '.join(str(int(s in held)) for s in range(sites))}}};"


class Course:
    """Where the course of the game waits, and which functions go on from there."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self.stages: list[str] = []
        """The functions of stages, by number."""
        self._first: list[int] = []
        self._points: list[int] = []
        for action in compiled.actions:
            self._first.append(len(self.stages))
            count = len(compiled.module.stops[action.name]) + 1
            self._points.append(count)
            self.stages += [point_name(action.name, number, False) for number in range(count)]
        self.choices = {}
        for label, choice in compiled.flow.choices.items():
            self.choices[label] = len(self.stages)
            self.stages.append(point_name(choice.name, 0, False))
        self.verbs: dict[str, list[int]] = {}
        for act in compiled.flow.acts.values():
            self.verbs[act.phase] = [
                self._first[number]
                for number, action in enumerate(compiled.actions)
                if action.during == act.phase
            ]

    def stage(self, name: str, point: int) -> int:
        """The number of a stage."""
        return self.stages.index(point_name(name, point, False))

    def text(self) -> str:
        """Tables and switches."""
        return "\n".join([*self._numbers(), *self._waiting(), *self._switches()])

    def _numbers(self) -> Iterator[str]:
        numbers = [0] * len(self.stages)
        for place, (first, count) in enumerate(zip(self._first, self._points, strict=True)):
            numbers[first : first + count] = [place + 1] * count
        yield f"#define STAGES {max(1, len(self.stages))}"
        yield f"#define ACTIONS {len(self._first)}"
        yield _ints("ACTION_OF", numbers)
        yield _ints("FIRST_STAGE", [0, *self._first])
        yield _ints("POINTS", [0, *self._points])

    def _waiting(self) -> Iterator[str]:
        yield (
            "struct waiting { int is_choice, following, otherwise, count;"
            " const int *stages, *shortest; };"
        )
        cases = []
        for label, act in self._compiled.flow.acts.items():
            stages = self.verbs[act.phase]
            shortest = sorted(stages, key=self._length)
            yield _ints(f"STAGES_{label}", stages)
            yield _ints(f"SHORTEST_{label}", shortest)
            values = f"0, {act.following}, 0, {len(stages)}, STAGES_{label}, SHORTEST_{label}"
            yield f"static const struct waiting WAITING_{label} = {{{values}}};"
            cases.append(label)
        for label, choice in self._compiled.flow.choices.items():
            yield _ints(f"STAGES_{label}", [self.choices[label]])
            values = f"1, {choice.following}, {choice.otherwise}, 1, STAGES_{label}, STAGES_{label}"
            yield f"static const struct waiting WAITING_{label} = {{{values}}};"
            cases.append(label)
        yield "static const struct waiting *waiting_at(int label) {"
        yield "    switch (label) {"
        yield from (f"    case {label}: return &WAITING_{label};" for label in cases)
        yield "    }"
        yield "    return NULL;"
        yield "}"

    def _length(self, stage: int) -> int:
        code: int = len(self._compiled.names[self.stages[stage]].__code__.co_code)
        return code

    def _switches(self) -> Iterator[str]:
        yield "static int stage_ways(game *G, int stage, way next, void *env) {"
        yield "    switch (stage) {"
        for number, name in enumerate(self.stages):
            yield f"    case {number}: return {name}(G, next, env);"
        yield "    }"
        yield "    trap(G);"
        yield "}"
        yield "static int flow_step(game *G, int label) {"
        yield "    switch (label) {"
        for label in self._compiled.flows:
            yield f"    case {label}: return (int)flow_{label}(G);"
        yield "    }"
        yield "    return -2;"
        yield "}"
        tests = [f"invariant_{n}(G)" for n in range(len(self._compiled.program.invariants))]
        yield "static int all_hold(game *G) {"
        yield f"    return {' && '.join(tests) or '1'};"
        yield "}"


def _ints(name: str, values: list[int]) -> str:
    return f"static const int {name}[] = {{{', '.join(map(str, values or [0]))}}};"
