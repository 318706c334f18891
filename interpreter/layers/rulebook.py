"""The rulebook: all layers put together, each part as it is in force, and where it came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.source import Span

if TYPE_CHECKING:
    from brasswright.interpreter.diagnostics import Diagnostic
    from brasswright.interpreter.syntax import nodes


@dataclass(frozen=True, slots=True)
class MergedRow:
    """A row of a kind's table, its cells by column.

    The last column of a table may run on: `last` holds all cells found there, from none to
    many. When it is exactly one, it is in `cells` too.
    """

    id: str | None
    cells: Mapping[str, nodes.Cell]
    span: Span = field(compare=False, repr=False)
    cites: nodes.Cites = ()
    last_column: str = ""
    last: tuple[nodes.Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Amended:
    """One event in the history of a part: who did what to it, where and why."""

    layer: str
    what: str
    """"declared", "replaced", "dropped", "set", "added step x after it", …"""
    span: Span = field(compare=False, repr=False)
    because: str | None = None
    before: object = field(default=None, repr=False)
    """The node, row or cell that was in force before; None when there was none."""


@dataclass(frozen=True)
class Rulebook:
    """What the checker and the compiler read. Bodies are amended; spans are the original ones."""

    name: str
    title: str = ""
    playable: bool = True
    layers: tuple[LayerText, ...] = ()
    cites: tuple[str, ...] | None = None
    """Prefixes of the rule ids that are printed; None = all."""
    rulebooks: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[int, int] = (0, 0)
    """Least and most players; (0, 0) when no layer says."""
    seat_declarations: tuple[nodes.Seats, ...] = ()
    types: Mapping[str, nodes.TypeDeclaration] = field(default_factory=dict)
    enums: Mapping[str, nodes.EnumDeclaration] = field(default_factory=dict)
    kinds: Mapping[str, nodes.KindDeclaration] = field(default_factory=dict)
    state: tuple[nodes.Field, ...] = ()
    tables: Mapping[str, tuple[MergedRow, ...]] = field(default_factory=dict)
    lists: Mapping[str, nodes.ListDeclaration] = field(default_factory=dict)
    parameters: Mapping[str, nodes.ParameterDeclaration] = field(default_factory=dict)
    defines: Mapping[str, nodes.DefineDeclaration] = field(default_factory=dict)
    rules: Mapping[str, nodes.RuleDeclaration] = field(default_factory=dict)
    actions: Mapping[str, nodes.ActionDeclaration] = field(default_factory=dict)
    phases: Mapping[str, nodes.PhaseDeclaration] = field(default_factory=dict)
    ranking: nodes.RankingDeclaration | None = None
    arranges: tuple[nodes.ArrangeDeclaration, ...] = ()
    checks: tuple[nodes.CheckDeclaration, ...] = ()
    invariants: Mapping[str, nodes.InvariantDeclaration] = field(default_factory=dict)
    notes: tuple[nodes.NoteDeclaration, ...] = ()
    status: nodes.StatusDeclaration | None = None
    shows: Mapping[str, nodes.ShowDeclaration] = field(default_factory=dict)
    maps: Mapping[str, nodes.MapDeclaration] = field(default_factory=dict)
    history: Mapping[str, tuple[Amended, ...]] = field(default_factory=dict)
    """By path: `part`, `part.step`, `Kind.field`, `Kind.row`, `Kind.row.column`."""
    dropped: Mapping[str, nodes.Drop] = field(default_factory=dict)
    digest: str = ""
    """Over the names and texts of all layers."""
    warnings: tuple[Diagnostic, ...] = ()

    @cached_property
    def _parts(self) -> dict[str, nodes.Node]:
        from brasswright.interpreter.layers.tree import named_nodes

        found: dict[str, nodes.Node] = {}
        for group in (
            self.types,
            self.enums,
            self.kinds,
            self.parameters,
            self.lists,
            self.defines,
            self.invariants,
            self.rules,
            self.actions,
            self.phases,
        ):
            for name, part in group.items():
                found[name] = part
                for step in named_nodes(part):
                    found[f"{name}.{step.name}"] = step
        if self.ranking is not None:
            found["ranking"] = self.ranking
        return found

    def parts(self) -> Mapping[str, nodes.Node]:
        """Every named part, and every step, option, exception and alternative in it, by path."""
        return self._parts

    def provenance(self, path: str) -> tuple[Amended, ...]:
        """The history of a path; of the nearest thing around it when it has none of its own."""
        while path not in self.history and "." in path:
            path = path.rpartition(".")[0]
        return self.history.get(path, ())

    @cached_property
    def _citations(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for path, cite in self._cited():
            found.setdefault(cite, {})[path] = None
        return {cite: tuple(paths) for cite, paths in found.items()}

    def _cited(self) -> Iterator[tuple[str, str]]:
        from brasswright.interpreter.layers.tree import citations

        for seats in self.seat_declarations:
            yield from (("seats", cite) for cite in seats.cites)
        for item in self.state:
            yield from ((item.name, cite) for cite in item.cites)
        for kind in self.kinds.values():
            for item in kind.fields:
                yield from ((f"{kind.name}.{item.name}", cite) for cite in item.cites)
        for name, rows in self.tables.items():
            yield from ((name, cite) for row in rows for cite in row.cites)
        for name, part in self._parts.items():
            if "." not in name and name not in self.kinds:
                yield from citations(part, name, name)
        for check in self.checks:
            yield from (("check", cite) for cite in check.cites)
        for note in self.notes:
            yield from ((note.see, cite) for cite in note.cites)

    def cited_by(self, cite: str) -> tuple[str, ...]:
        """Paths of what cites a rule id (written without `@`), in the order of the text."""
        return self._citations.get(cite, ())

    def printed(self, cites: nodes.Cites) -> nodes.Cites:
        """Those of some rule ids that this ruleset prints: the ones with its own prefixes."""
        if self.cites is None:
            return cites
        return tuple(cite for cite in cites if cite.partition("-")[0] in self.cites)

    def cited(self) -> tuple[str, ...]:
        """Every rule id that is cited."""
        return tuple(self._citations)
