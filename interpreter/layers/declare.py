"""Declarations: each adds a part, a field or rows to the draft."""

from __future__ import annotations

from brasswright.interpreter.layers.draft import CALLED, Draft, Part
from brasswright.interpreter.layers.tables import add_table
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

REPLACEABLE = (
    nodes.DefineDeclaration,
    nodes.RuleDeclaration,
    nodes.ActionDeclaration,
    nodes.PhaseDeclaration,
    nodes.RankingDeclaration,
)


def declare(draft: Draft, item: nodes.Declaration) -> None:
    """Add one declaration."""
    match item:
        case nodes.Header():
            pass
        case nodes.Seats():
            draft.seats.append(item)
            draft.record("seats", "set" if draft.history.get("seats") else "declared", item.span)
        case nodes.StateDeclaration():
            for field in item.fields:
                _declare_state(draft, field)
        case nodes.TableDeclaration():
            _declare_table(draft, item)
        case nodes.RankingDeclaration():
            _declare_part(draft, "ranking", item)
        case nodes.ArrangeDeclaration():
            draft.arranges.append(item)
        case nodes.CheckDeclaration():
            draft.checks.append(item)
        case nodes.NoteDeclaration():
            draft.notes.append(item)
        case nodes.StatusDeclaration():
            draft.record(
                "status",
                "replaced" if draft.status else "declared",
                item.span,
                before=draft.status,
            )
            draft.status = item
        case nodes.ShowDeclaration():
            _show(draft, f"show {item.name}", item, draft.shows.get(item.name))
            draft.shows[item.name] = item
        case nodes.MapDeclaration():
            _show(draft, f"map {item.name}", item, draft.maps.get(item.name))
            draft.maps[item.name] = item
        case _:
            _declare_part(draft, item.name, item)


def _show(draft: Draft, path: str, item: nodes.Node, before: nodes.Node | None) -> None:
    """A later layer's view stands for an earlier one of that name; one layer has it once."""
    if before is not None and before.span.layer == item.span.layer:
        draft.report_twice(path, item.span, before.span)
    draft.record(path, "replaced" if before else "declared", item.span, before=before)


def _declare_part(draft: Draft, name: str, item: Part) -> None:
    first = _place_of(draft, name)
    if first is not None:
        help = []
        if isinstance(draft.parts.get(name), REPLACEABLE) and isinstance(item, REPLACEABLE):
            help.append(f"to change it, write `replace {CALLED[type(item)]} {name}`")
        elif isinstance(item, nodes.ParameterDeclaration):
            help.append(f"to change its value, write `set {name} = …`")
        elif isinstance(item, nodes.EnumDeclaration | nodes.KindDeclaration):
            help.append(f"to add to it, write `extend {name}:`")
        draft.report_twice(name, item.span, first, help)
        return
    draft.names_differ(name, item)
    if isinstance(item, nodes.KindDeclaration):
        _fields_differ(draft, item)
    draft.parts[name] = item
    draft.dropped.pop(name, None)
    draft.declare_names(name, item)


def _declare_state(draft: Draft, field: nodes.Field) -> None:
    first = _place_of(draft, field.name)
    if first is not None:
        draft.report_twice(field.name, field.span, first)
        return
    draft.state[field.name] = field
    draft.record(field.name, "declared", field.span)


def _place_of(draft: Draft, name: str) -> Span | None:
    """Where a name of the one namespace of parts is taken."""
    taken = draft.parts.get(name) or draft.state.get(name)
    return None if taken is None else taken.span


def _fields_differ(draft: Draft, kind: nodes.KindDeclaration) -> None:
    seen: dict[str, nodes.Field] = {}
    for field in kind.fields:
        if field.name in seen:
            draft.report_twice(f"{kind.name}.{field.name}", field.span, seen[field.name].span)
        seen.setdefault(field.name, field)
        draft.record(f"{kind.name}.{field.name}", "declared", field.span)


def _declare_table(draft: Draft, table: nodes.TableDeclaration) -> None:
    first = draft.table_spans.get(table.kind)
    if first is not None:
        help = [f"to add rows, write `extend table {table.kind}:`"]
        draft.report_twice(f"table {table.kind}", table.span, first, help)
        return
    draft.table_spans[table.kind] = table.span
    add_table(draft, table)
