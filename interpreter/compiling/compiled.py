"""Compiled rules, ready to run: the module's functions, and the tables that drive them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from types import CodeType
from typing import TYPE_CHECKING, Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import ConstantField
from brasswright.interpreter.compiling.layout import Layout
from brasswright.interpreter.compiling.points import Flow
from brasswright.interpreter.compiling.rule_lines import RuleLines
from brasswright.interpreter.running import chance, kernel
from brasswright.interpreter.running.graph import Graph
from brasswright.interpreter.source import NOWHERE, Span

if TYPE_CHECKING:
    from brasswright.interpreter.running.position import Verb
    from brasswright.interpreter.weighing import Scales

ALLOWED = {
    "all": all,
    "any": any,
    "dict": dict,
    "int": int,
    "len": len,
    "max": max,
    "min": min,
    "next": next,
    "range": range,
    "sorted": sorted,
    "str": str,
    "sum": sum,
    "tuple": tuple,
}
"""All of Python that compiled rules can see, besides the kernel."""

KERNEL = (
    "ROWS",
    "SEED",
    "Trap",
    "add_to_bag",
    "add_to_pile",
    "add_to_slot",
    "bounded",
    "draw",
    "entry",
    "highest",
    "item",
    "keep",
    "largest",
    "lowest",
    "move_all",
    "multisets",
    "occurring",
    "once",
    "outside",
    "pieces",
    "position",
    "product",
    "put_pieces",
    "reveal",
    "rounds",
    "set_list",
    "smallest",
    "span",
    "take_from_bag",
    "take_from_pile",
    "take_from_slot",
    "trap",
    "undo",
    "union",
    "write",
)


@dataclass
class Module:
    """Compiled rules, before they are loaded: plain data that can be kept on disk."""

    code: CodeType
    text: str
    places: tuple[int, ...]
    """For each line of the text, the line of the rules that it came from."""
    flow: Flow
    stops: dict[str, tuple[tuple[int, tuple[str, ...]], ...]]
    """For each action: kind and live names of its points, from 1."""
    graphs: dict[str, str]
    indexes: dict[str, tuple[str, str, str]]
    """Name in the module → kind, constant field, how rows are found."""
    memories: tuple[str, ...]
    """The defines whose values are remembered."""
    rules: RuleLines
    texts: tuple[ir.Text, ...]


@dataclass
class Compiled:
    """Rules ready to run."""

    program: ir.Program
    layout: Layout
    module: Module
    names: dict[str, Any] = field(repr=False)
    """Everything that the module defines."""
    actions: tuple[ir.Action, ...]
    verbs: dict[str, tuple[Verb, ...]] = field(default_factory=dict, repr=False)
    """What can be begun in a phase, found when it is first asked for."""
    _stages: dict[tuple[str, int, bool], Callable[..., Any]] = field(
        default_factory=dict, repr=False
    )
    scales: dict[int, Scales] = field(default_factory=dict, repr=False)
    """How the worth of positions to a player is found, made when it is first asked for."""

    @property
    def flow(self) -> Flow:
        return self.module.flow

    @cached_property
    def held_choices(self) -> frozenset[int]:
        """The choices among what lies in one of the player's own zones: what to pay with."""
        return frozenset(held_choices(self.program))

    @cached_property
    def flows(self) -> dict[int, Callable[..., int]]:
        """By label: what goes on from there. Where the flow waits, or is over, there is nothing."""
        waits = {*self.flow.acts, *self.flow.choices}
        return {
            int(name.removeprefix("flow_")): made
            for name, made in self.names.items()
            if name.startswith("flow_") and int(name.removeprefix("flow_")) not in waits
        }

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each action, from 1."""
        return {action.name: number for number, action in enumerate(self.actions, start=1)}

    def stage(self, name: str, point: int, explaining: bool = False) -> Callable[..., Any]:
        """The generator of an action (or of a choice of a phase) from one of its points on."""
        key = (name, point, explaining)
        found = self._stages.get(key)
        if found is None:
            found = self._stages[key] = self.names[point_name(name, point, explaining)]
        return found

    def told(self, trap: kernel.Trap) -> str:
        """What went wrong in the rules, and in which line of which file."""
        line = self._line(trap)
        where = f" ({self.module.rules.where(line)})" if line else ""
        return f"the rules go wrong here: {trap}{where}"

    def place(self, trap: kernel.Trap) -> Span:
        """The line of rule text in which something went wrong."""
        line = self._line(trap)
        return self.module.rules.span(line) if line else NOWHERE

    def _line(self, trap: kernel.Trap) -> int:
        found, frame = 0, trap.__traceback__
        while frame is not None:
            if frame.tb_frame.f_code.co_filename == self.module.rules.name:
                found = frame.tb_lineno
            frame = frame.tb_next
        return found

    @cached_property
    def _start(self) -> tuple[int, ...]:
        return tuple(self.layout.start())

    def start(self, seed: int) -> list[int]:
        """The cells before the set-up."""
        cells = list(self._start)
        cells[kernel.SEED] = seed
        cells[kernel.FLOW] = self.flow.start
        return cells


def held_choices(program: ir.Program) -> Iterator[int]:
    """The numbers of the choices among what lies in one of the zones of `me`."""
    for choice in program.choices:
        source = choice.source if isinstance(choice, ir.ChooseStatement) else None
        if isinstance(source, ir.ZoneRead) and isinstance(source.row, ir.Me):
            yield choice.number


def load(program: ir.Program, layout: Layout, module: Module) -> Compiled:
    """Run the compiled module in a world that holds the kernel and the tables, nothing else."""
    names: dict[str, Any] = {"__builtins__": ALLOWED}
    names.update({name: getattr(kernel, name) for name in KERNEL})
    names.update(compress=compress, shuffle=chance.shuffle)
    for domain in program.domains.by_name.values():
        for item in domain.fields.values():
            if isinstance(item, ConstantField):
                names[table_name(item)] = tuple(item.values)
    for graph, kind in module.graphs.items():
        ends = program.domain(kind).fields["ends"]
        assert isinstance(ends, ConstantField)
        names[graph] = Graph(ends.values)  # type: ignore[arg-type]
    for index, (kind, name, how) in module.indexes.items():
        column = program.domain(kind).fields[name]
        assert isinstance(column, ConstantField)
        names[index] = kernel.Index(column.values, how)
    names.update({memory_name(define): {} for define in module.memories})
    module.rules.register()
    exec(module.code, names)
    return Compiled(program, layout, module, names, tuple(program.actions.values()))


def point_name(action: str, number: int, explaining: bool) -> str:
    """The function that goes on from a point of an action; 0 is its beginning."""
    return f"{'why' if explaining else 'go'}{number}_{action}"


def memory_name(define: str) -> str:
    """Where the values of a define are remembered."""
    return f"M_{define}"


def table_name(field: ConstantField) -> str:
    """What the values of a constant field are called; nothing else can be called so."""
    return f"T{len(field.domain)}_{field.domain}_{field.name}"
