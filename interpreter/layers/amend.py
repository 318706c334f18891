"""Amendments: each changes what earlier layers declared, by path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from brasswright.interpreter.layers import tables
from brasswright.interpreter.layers.add import attach, forbid, insert
from brasswright.interpreter.layers.declare import REPLACEABLE
from brasswright.interpreter.layers.draft import CALLED, Draft
from brasswright.interpreter.layers.paths import edit_at, find_part, inner_paths, report_wrong
from brasswright.interpreter.layers.tree import Named, descendants, named_nodes
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes


def amend(draft: Draft, item: nodes.Amendment) -> None:
    """Apply one amendment; one that hits nothing is reported and changes nothing."""
    match item:
        case nodes.ExtendEnum():
            _extend_enum(draft, item)
        case nodes.ExtendKind():
            _extend_kind(draft, item)
        case nodes.ExtendTable():
            tables.add_table(draft, item.table)
        case nodes.ExtendMap():
            _extend_map(draft, item)
        case nodes.SetValue():
            _set(draft, item)
        case nodes.Replace():
            _replace(draft, item)
        case nodes.Drop():
            _drop(draft, item)
        case nodes.Insert():
            insert(draft, item)
        case nodes.Forbid():
            forbid(draft, item)
        case nodes.ExceptionTo():
            attach(draft, item, "exceptions")
        case nodes.AlternativeTo():
            attach(draft, item, "alternatives")


# -- extend --------------------------------------------------------------------------------


def _extend_enum(draft: Draft, item: nodes.ExtendEnum) -> None:
    enum = draft.parts.get(item.name)
    if not isinstance(enum, nodes.EnumDeclaration):
        report_wrong(draft, item.name, item.span, (nodes.EnumDeclaration,))
        return
    values = list(enum.values)
    for value in item.values:
        if value in values:
            draft.report_twice(f"{item.name}.{value}", item.span, enum.span)
        else:
            values.append(value)
            draft.record(f"{item.name}.{value}", "declared", item.span)
    draft.parts[item.name] = replace(enum, values=tuple(values))
    draft.record(item.name, "extended", item.span, before=enum)


def _extend_kind(draft: Draft, item: nodes.ExtendKind) -> None:
    kind = draft.parts.get(item.name)
    if not isinstance(kind, nodes.KindDeclaration):
        report_wrong(draft, item.name, item.span, (nodes.KindDeclaration,))
        return
    fields = {field.name: field for field in kind.fields}
    for field in item.fields:
        if field.name in fields:
            path, first = f"{item.name}.{field.name}", fields[field.name]
            draft.report_twice(path, field.span, first.span)
        else:
            fields[field.name] = field
            draft.record(f"{item.name}.{field.name}", "declared", field.span)
    draft.parts[item.name] = replace(kind, fields=tuple(fields.values()))
    draft.record(item.name, "extended", item.span, before=kind)


def _extend_map(draft: Draft, item: nodes.ExtendMap) -> None:
    found = draft.maps.get(item.name)
    if found is None:
        draft.report_unknown(item.name, item.span, draft.maps)
        return
    draft.maps[item.name] = replace(found, rows=(*found.rows, *item.rows))
    draft.record(f"map {item.name}", "extended", item.span, before=found)


# -- set -----------------------------------------------------------------------------------


def _set(draft: Draft, item: nodes.SetValue) -> None:
    part = draft.parts.get(item.path)
    match part:
        case nodes.ParameterDeclaration():
            draft.parts[item.path] = replace(
                part, default=item.value, cites=item.cites or part.cites
            )
        case nodes.TypeDeclaration() if isinstance(item.value, nodes.Range):
            bounds = nodes.TypeRange(
                item.value.low, item.value.high, part.type.by_seats, span=item.value.span
            )
            draft.parts[item.path] = replace(part, type=bounds)
        case nodes.ListDeclaration() if isinstance(item.value, nodes.ListLiteral):
            values = tuple(tables.as_cell(value) for value in item.value.items)
            draft.parts[item.path] = replace(part, values=values, cites=item.cites or part.cites)
        case nodes.TypeDeclaration():
            message = f"`{item.path}` is a type: `set` gives it a range like `0..99`"
            draft.report("wrong-value", message, item.value.span)
            return
        case nodes.ListDeclaration():
            message = f"`{item.path}` is a list: `set` gives it values like `[1, 2, 3]`"
            draft.report("wrong-value", message, item.value.span)
            return
        case None:
            _set_cell(draft, item)
            return
        case _:
            message = f"`{item.path}` is of the sort `{CALLED[type(part)]}`, which can't be set"
            help = []
            if isinstance(part, REPLACEABLE):
                help.append(f"write `replace {CALLED[type(part)]} {item.path}`")
            draft.report("wrong-part", message, item.span, [(part.span, "declared here")], help)
            return
    draft.claim(item.path, "set", item.span, before=part)


def _set_cell(draft: Draft, item: nodes.SetValue) -> None:
    found = tables.cells_at(draft, item.path)
    if len(found) > 1:
        _ambiguous(draft, item.path, item.span, (f"{kind}.{item.path}" for kind, _, _ in found))
    elif found:
        tables.set_cell(draft, *found[0], item)
    else:
        row = item.path.rpartition(".")[0]
        settable = [
            name
            for name, part in draft.parts.items()
            if isinstance(
                part, nodes.ParameterDeclaration | nodes.TypeDeclaration | nodes.ListDeclaration
            )
        ]
        rows = [f"{name}.{item.path.rpartition('.')[2]}" for name in tables.row_paths(draft)]
        candidates = [*settable, *tables.cell_paths(draft, row), *(rows if row else ())]
        draft.report_unknown(item.path, item.span, candidates)


def _ambiguous(draft: Draft, path: str, span: Span, meanings: Iterable[str]) -> None:
    help = [f"write {' or '.join(f'`{meaning}`' for meaning in meanings)}"]
    draft.report("ambiguous-path", f"`{path}` may mean several rows", span, help=help)


# -- replace and drop ----------------------------------------------------------------------


def _replace(draft: Draft, item: nodes.Replace) -> None:
    old = find_part(draft, item.part, item.path, item.span)
    if old is None:
        return
    if not _signature_fits(draft, item, old):
        return
    changes: dict[str, Any] = {"body": item.body, "span": item.span}
    if hasattr(old, "cites"):
        changes["cites"] = item.cites or old.cites
    match old:
        case nodes.RuleDeclaration() | nodes.DefineDeclaration():
            if item.parameters is not None:
                changes["parameters"] = item.parameters
            if item.result is not None:
                changes["result"] = item.result
        case nodes.RankingDeclaration():
            changes["ranks"] = changes.pop("body")
    new = replace(old, **changes)
    loses = inner_paths(item.path, old, new)
    if isinstance(new, Named):
        if not edit_at(
            draft, item.path, lambda siblings, i: (*siblings[:i], new, *siblings[i + 1 :])
        ):
            return
    else:
        if not draft.names_differ(item.path, new):
            return
        draft.parts[item.path] = new
    draft.claim(item.path, "replaced", item.span, before=old, loses=loses)
    part = item.path.partition(".")[0]
    for path in inner_paths(item.path, new):
        if path not in draft.history or path in loses:
            step = next(s for s in named_nodes(new) if f"{part}.{s.name}" == path)
            draft.record(path, "declared", step.span)


def _signature_fits(draft: Draft, item: nodes.Replace, old: nodes.Node) -> bool:
    """Only defines and rules have parameters, and only defines give a value."""
    parameters_fit = item.parameters is None or isinstance(
        old, nodes.DefineDeclaration | nodes.RuleDeclaration
    )
    if parameters_fit and (item.result is None or isinstance(old, nodes.DefineDeclaration)):
        return True
    sort = f"an {item.part}" if item.part[0] in "ao" else f"a {item.part}"
    message = f"`{item.path}` is {sort}, which gives no value"
    if not parameters_fit:
        message = f"`{item.path}` is {sort}, which has no parameters"
    draft.report("wrong-signature", message, item.span, [(old.span, "declared here")])
    return False


def _drop(draft: Draft, item: nodes.Drop) -> None:
    if item.path in draft.forbids:
        before = draft.forbids.pop(item.path)
        draft.claim(item.path, "dropped", item.span, item.because, before)
        draft.dropped[item.path] = item
        return
    if item.part == "row":
        _drop_row(draft, item)
        return
    if item.part in ("show", "map"):
        _drop_view(draft, item, draft.shows if item.part == "show" else draft.maps)
        return
    old = find_part(draft, item.part, item.path, item.span)
    if old is None:
        return
    if isinstance(old, Named):

        def without(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
            return (*siblings[:index], *siblings[index + 1 :])

        if isinstance(old, nodes.Option) and _is_last_option(draft, item.path):
            message = f"`{item.path}` is the last option; drop the step around it instead"
            draft.report("last-option", message, item.span, [(old.span, "declared here")])
            return
        if not edit_at(draft, item.path, without):
            return
    else:
        del draft.parts[item.path]
    loses = inner_paths(item.path, old)
    draft.claim(item.path, "dropped", item.span, item.because, old, loses)
    draft.dropped[item.path] = item


def _drop_view(draft: Draft, item: nodes.Drop, views: dict[str, Any]) -> None:
    if item.path not in views:
        draft.report_unknown(item.path, item.span, views)
        return
    path = f"{item.part} {item.path}"
    draft.claim(path, "dropped", item.span, item.because, views.pop(item.path))
    draft.dropped[path] = item


def _is_last_option(draft: Draft, path: str) -> bool:
    part, _, name = path.partition(".")
    return any(
        isinstance(node, nodes.OneOf) and [option.name for option in node.options] == [name]
        for node in descendants(draft.parts[part])
    )


def _drop_row(draft: Draft, item: nodes.Drop) -> None:
    found = tables.rows_at(draft, item.path)
    if len(found) > 1:
        _ambiguous(draft, item.path, item.span, (f"{kind}.{item.path}" for kind, _ in found))
    elif found:
        tables.drop_row(draft, *found[0], item)
    else:
        draft.report_unknown(item.path, item.span, tables.row_paths(draft))
