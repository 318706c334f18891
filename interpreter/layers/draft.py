"""The rulebook while it is being put together: parts that change, and what happened to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.layers.rulebook import Amended, MergedRow
from brasswright.interpreter.layers.tree import named_nodes
from brasswright.interpreter.source import Span
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax import nodes

Part = (
    nodes.TypeDeclaration
    | nodes.EnumDeclaration
    | nodes.KindDeclaration
    | nodes.ParameterDeclaration
    | nodes.ListDeclaration
    | nodes.DefineDeclaration
    | nodes.InvariantDeclaration
    | nodes.RuleDeclaration
    | nodes.ActionDeclaration
    | nodes.PhaseDeclaration
    | nodes.RankingDeclaration
)
"""What has a name of its own at the top of the text: all in one namespace."""

CALLED = {
    nodes.TypeDeclaration: "type",
    nodes.EnumDeclaration: "enum",
    nodes.KindDeclaration: "kind",
    nodes.ParameterDeclaration: "parameter",
    nodes.ListDeclaration: "list",
    nodes.DefineDeclaration: "define",
    nodes.InvariantDeclaration: "invariant",
    nodes.RuleDeclaration: "rule",
    nodes.ActionDeclaration: "action",
    nodes.PhaseDeclaration: "phase",
    nodes.RankingDeclaration: "ranking",
    nodes.Step: "step",
    nodes.Option: "option",
    nodes.ExceptionTo: "exception",
    nodes.AlternativeTo: "alternative",
    nodes.Field: "field",
}
"""What each sort of node is called in messages: the word that declares it."""

MOST_STEPS = 300
"""Most steps and the like in one part."""

EXCLUSIVE = ("replaced", "dropped", "set")
"""What two layers may not both do to one path."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two layers, neither of which amends the other, did what can't both hold."""

    path: str
    first: Amended
    second: Amended


@dataclass
class Draft:
    """Everything merged so far, and the layer that is being merged."""

    beneath: Mapping[str, frozenset[str]]
    """For each layer, the layers that it amends, directly or through others."""
    layer: str = ""
    parts: dict[str, Part] = field(default_factory=dict)
    state: dict[str, nodes.Field] = field(default_factory=dict)
    tables: dict[str, list[MergedRow]] = field(default_factory=dict)
    table_spans: dict[str, Span] = field(default_factory=dict)
    seats: list[nodes.Seats] = field(default_factory=list)
    arranges: list[nodes.ArrangeDeclaration] = field(default_factory=list)
    checks: list[nodes.CheckDeclaration] = field(default_factory=list)
    notes: list[nodes.NoteDeclaration] = field(default_factory=list)
    status: nodes.StatusDeclaration | None = None
    shows: dict[str, nodes.ShowDeclaration] = field(default_factory=dict)
    maps: dict[str, nodes.MapDeclaration] = field(default_factory=dict)
    forbids: dict[str, nodes.Forbid] = field(default_factory=dict)
    """By the path of the step that each will become, once everything else is merged."""
    additions: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """Names of the steps added so far at one side ("before", "after") of a path."""
    history: dict[str, list[Amended]] = field(default_factory=dict)
    dropped: dict[str, nodes.Drop] = field(default_factory=dict)
    dropped_rows: list[tuple[str, MergedRow, nodes.Drop]] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        labels: Iterable[tuple[Span, str]] = (),
        help: Iterable[str] = (),
    ) -> None:
        """Note a mistake and go on."""
        self.diagnostics.append(
            Diagnostic(code, message, span, labels=tuple(labels), help=tuple(help))
        )

    def report_unknown(self, path: str, span: Span, candidates: Iterable[str]) -> None:
        """Note that a path hits nothing, with what was probably meant or where it has gone."""
        known = list(dict.fromkeys(candidates))
        help = [f"did you mean `{name}`?" for name in closest(path, known)]
        labels = [
            (event.span, f"`{gone}` was {event.what} here by `{event.layer}`")
            for gone in self._gone(path)
            for event in self.history.get(gone, ())
            if event.what.startswith(("replaced", "dropped"))
        ]
        self.report("unknown-path", f"nothing is called `{path}`", span, labels, help)

    def _gone(self, path: str) -> list[str]:
        """What a path may have meant before it was replaced or dropped: a part, or rows."""
        nearest = path
        while nearest not in self.history and "." in nearest:
            nearest = nearest.rpartition(".")[0]
        rows = {f"{kind}.{row.id}": row.id or "" for kind, row, _ in self.dropped_rows}
        return [nearest, *(row for row, id in rows.items() if f"{path}.".startswith(f"{id}."))]

    def record(
        self,
        path: str,
        what: str,
        span: Span,
        because: str | None = None,
        before: object = None,
    ) -> None:
        """Add an event to the history of a path."""
        event = Amended(self.layer, what, span, because, before)
        self.history.setdefault(path, []).append(event)

    def unrelated(self, other: str) -> bool:
        """Is the other layer one that the present layer doesn't amend?"""
        return other != self.layer and other not in self.beneath[self.layer]

    def claim(
        self,
        path: str,
        what: str,
        span: Span,
        because: str | None = None,
        before: object = None,
        loses: Iterable[str] = (),
    ) -> None:
        """Record a change that only one of several equal layers may make to a path.

        `loses` are the paths inside it that are gone with what was there before.
        """
        event = Amended(self.layer, what, span, because, before)
        for earlier in self.history.get(path, ()):
            if earlier.what in EXCLUSIVE and earlier.layer == self.layer:
                self.report(
                    "amended-twice",
                    f"`{path}` is {what} here and {earlier.what} before by the same layer",
                    span,
                    [(earlier.span, f"{earlier.what} here")],
                )
            elif earlier.what in EXCLUSIVE and self.unrelated(earlier.layer):
                self.conflicts.append(Conflict(path, earlier, event))
        for lost in loses:
            for earlier in self.history.get(lost, ()):
                if self.unrelated(earlier.layer):
                    self.conflicts.append(Conflict(path, earlier, event))
            self.record(lost, f"{what} with `{path}`", span, because)
        self.history.setdefault(path, []).append(event)

    def declare_names(self, path: str, node: nodes.Node) -> None:
        """Begin the history of a part, or of what is added to one, and all names inside it."""
        part = path.partition(".")[0]
        self.record(path, "declared", node.span)
        for step in named_nodes(node):
            self.record(f"{part}.{step.name}", "declared", step.span)

    def names_differ(self, part: str, node: nodes.Node) -> bool:
        """Check that no two steps in a part have one name; report those that have."""
        seen: dict[str, nodes.Node] = {}
        fine = True
        for step in named_nodes(node):
            if step.name in seen:
                fine = False
                self.report_twice(f"{part}.{step.name}", step.span, seen[step.name].span)
            seen.setdefault(step.name, step)
        if len(seen) > MOST_STEPS:
            message = f"`{part}` has more than {MOST_STEPS} steps"
            if all(told.message != message for told in self.diagnostics):
                self.report("too-many-steps", message, node.span)
            return False
        return fine

    def report_twice(self, path: str, span: Span, first: Span, help: Iterable[str] = ()) -> None:
        """Note that a path is declared twice, with both places."""
        where = f"`{first.layer}` has one too" if first.layer != span.layer else "the first one"
        self.report("declared-twice", f"`{path}` is declared twice", span, [(first, where)], help)
