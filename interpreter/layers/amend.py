"""Amendments: each changes what earlier layers declared, by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from brasswright.interpreter.layers import tables
from brasswright.interpreter.layers.declare import REPLACEABLE
from brasswright.interpreter.layers.draft import CALLED, Draft, Part
from brasswright.interpreter.layers.tree import Named, edit, named_nodes
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
        case nodes.SetValue():
            _set(draft, item)
        case nodes.Replace():
            _replace(draft, item)
        case nodes.Drop():
            _drop(draft, item)
        case nodes.Insert():
            _insert(draft, item)
        case nodes.Forbid():
            _forbid(draft, item)
        case nodes.ExceptionTo():
            _attach(draft, item, "exceptions")
        case nodes.AlternativeTo():
            _attach(draft, item, "alternatives")


# -- extend --------------------------------------------------------------------------------


def _extend_enum(draft: Draft, item: nodes.ExtendEnum) -> None:
    enum = draft.parts.get(item.name)
    if not isinstance(enum, nodes.EnumDeclaration):
        _wrong(draft, item.name, item.span, (nodes.EnumDeclaration,))
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
        _wrong(draft, item.name, item.span, (nodes.KindDeclaration,))
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
    draft.report("ambiguous-path", f"several rows are called `{path}`", span, help=help)


# -- finding parts and steps ---------------------------------------------------------------

_WORDS: dict[str, tuple[type[nodes.Node], ...]] = {
    "step": (nodes.Step, nodes.ExceptionTo, nodes.AlternativeTo),
    "option": (nodes.Option,),
    "rule": (nodes.RuleDeclaration,),
    "define": (nodes.DefineDeclaration,),
    "action": (nodes.ActionDeclaration,),
    "phase": (nodes.PhaseDeclaration,),
    "ranking": (nodes.RankingDeclaration,),
}
"""What each word of an amendment may name."""


def _sort(node: nodes.Node) -> str:
    return CALLED[type(node)]


def _find(draft: Draft, word: str, path: str, span: Span) -> Part | Named | None:
    """The part or step at a path, if it is what the word says; otherwise report."""
    wanted = _WORDS[word]
    found = _at(draft, path)
    if found is None:
        draft.report_unknown(path, span, _paths(draft, path, wanted))
    elif not isinstance(found, wanted):
        _wrong(draft, path, span, wanted)
        return None
    return found


def _at(draft: Draft, path: str) -> Part | Named | None:
    name, _, step = path.partition(".")
    part = draft.parts.get(name)
    if part is None or not step:
        return part
    return next((inner for inner in named_nodes(part) if inner.name == step), None)


def _paths(draft: Draft, path: str, wanted: tuple[type[nodes.Node], ...]) -> list[str]:
    """Paths of the sort wanted: those in the same part first."""
    name = path.partition(".")[0]
    if not any(kind in (nodes.Step, nodes.Option) for kind in wanted):
        return [other for other, part in draft.parts.items() if isinstance(part, wanted)]
    parts = [name] if name in draft.parts else list(draft.parts)
    return [
        f"{part}.{inner.name}"
        for part in parts
        for inner in named_nodes(draft.parts[part])
        if isinstance(inner, wanted)
    ]


def _wrong(draft: Draft, path: str, span: Span, wanted: tuple[type[nodes.Node], ...]) -> None:
    """Report a path that hits nothing, or something of another sort."""
    found = _at(draft, path)
    words = " or ".join(dict.fromkeys(CALLED[kind] for kind in wanted))
    if found is None:
        draft.report_unknown(path, span, _paths(draft, path, wanted))
    else:
        message = f"`{path}` is of the sort `{_sort(found)}`, not `{words}`"
        draft.report("wrong-part", message, span, [(found.span, "declared here")])


def _edit(
    draft: Draft, path: str, change: Callable[[tuple[Any, ...], int], tuple[Any, ...]]
) -> bool:
    """Rewrite the siblings of what a path names; undone when two names would be equal."""
    name, _, step = path.partition(".")
    part = draft.parts[name]
    edited = edit(part, step, change)
    if edited is None or not draft.names_differ(name, edited):
        return False
    draft.parts[name] = edited
    return True


def _inner(path: str, node: nodes.Node, new: nodes.Node | None = None) -> list[str]:
    """The paths of all names inside a node; with `new`, only what is not attached to it still."""
    part = path.partition(".")[0]
    kept: set[str] = set()
    if isinstance(new, nodes.Step):
        for held in (*new.exceptions, *new.alternatives):
            kept |= {held.name, *(inner.name for inner in named_nodes(held))}
    return [f"{part}.{inner.name}" for inner in named_nodes(node) if inner.name not in kept]


# -- replace and drop ----------------------------------------------------------------------


def _replace(draft: Draft, item: nodes.Replace) -> None:
    old = _find(draft, item.part, item.path, item.span)
    if old is None:
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
    loses = _inner(item.path, old, new)
    if isinstance(new, Named):
        if not _edit(
            draft, item.path, lambda siblings, i: (*siblings[:i], new, *siblings[i + 1 :])
        ):
            return
    else:
        if not draft.names_differ(item.path, new):
            return
        draft.parts[item.path] = new
    draft.claim(item.path, "replaced", item.span, before=old, loses=loses)
    part = item.path.partition(".")[0]
    for path in _inner(item.path, new):
        if path not in draft.history or path in loses:
            step = next(s for s in named_nodes(new) if f"{part}.{s.name}" == path)
            draft.record(path, "declared", step.span)


def _drop(draft: Draft, item: nodes.Drop) -> None:
    if item.path in draft.forbids:
        before = draft.forbids.pop(item.path)
        draft.claim(item.path, "dropped", item.span, item.because, before)
        draft.dropped[item.path] = item
        return
    if item.part == "row":
        _drop_row(draft, item)
        return
    old = _find(draft, item.part, item.path, item.span)
    if old is None:
        return
    if isinstance(old, Named):
        if not _edit(draft, item.path, lambda siblings, i: (*siblings[:i], *siblings[i + 1 :])):
            return
    else:
        del draft.parts[item.path]
    loses = _inner(item.path, old)
    draft.claim(item.path, "dropped", item.span, item.because, old, loses)
    draft.dropped[item.path] = item


def _drop_row(draft: Draft, item: nodes.Drop) -> None:
    found = tables.rows_at(draft, item.path)
    if len(found) > 1:
        _ambiguous(draft, item.path, item.span, (f"{kind}.{item.path}" for kind, _ in found))
    elif found:
        tables.drop_row(draft, *found[0], item)
    else:
        draft.report_unknown(item.path, item.span, tables.row_paths(draft))


# -- before, after, exception, alternative, forbid -----------------------------------------


def _insert(draft: Draft, item: nodes.Insert) -> None:
    target = _find(draft, item.part, item.path, item.span)
    if target is None:
        return
    if not isinstance(getattr(target, "body", None), tuple):
        message = f"`{item.path}` has no steps to which one could be added"
        draft.report("wrong-part", message, item.span, [(target.span, "declared here")])
        return
    earlier = draft.additions.setdefault((item.side, item.path), [])

    if isinstance(target, nodes.Step):

        def beside(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
            place = index if item.side == "before" else _past(draft, siblings, index + 1, item.path)
            return (*siblings[:place], item.step, *siblings[place:])

        done = _edit(draft, item.path, beside)
    elif isinstance(target, Named):

        def inside(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
            grown = _grown(draft, siblings[index], item, earlier)
            return (*siblings[:index], grown, *siblings[index + 1 :])

        done = _edit(draft, item.path, inside)
    else:
        grown = _grown(draft, target, item, earlier)
        done = draft.names_differ(item.path, grown)
        if done:
            draft.parts[item.path] = grown
    if done:
        part = item.path.partition(".")[0]
        earlier.append(item.step.name)
        draft.record(item.path, f"added step {item.step.name} {item.side} it", item.span)
        draft.declare_names(f"{part}.{item.step.name}", item.step)


def _past(draft: Draft, siblings: tuple[Any, ...], place: int, path: str) -> int:
    """The place after all steps that were added after a path, and after those."""
    part = path.partition(".")[0]
    names = draft.additions.get(("after", path), ())
    while place < len(siblings):
        follower = siblings[place]
        if not isinstance(follower, nodes.Step) or follower.name not in names:
            break
        place = _past(draft, siblings, place + 1, f"{part}.{follower.name}")
    return place


def _grown(draft: Draft, target: Any, item: nodes.Insert, earlier: list[str]) -> Any:
    """A rule, option or the like with a step added at the start or end of its body."""
    body: nodes.Suite = target.body
    place = len(body)
    if item.side == "before":
        place = 0
        while place < len(body):
            statement = body[place]
            if not isinstance(statement, nodes.Step) or statement.name not in earlier:
                break
            place = _past(draft, body, place + 1, f"{item.path.partition('.')[0]}.{statement.name}")
    return replace(target, body=(*body[:place], item.step, *body[place:]))


def _attach(draft: Draft, item: nodes.ExceptionTo | nodes.AlternativeTo, holder: str) -> None:
    target = _at(draft, item.path)
    if target is None:
        draft.report_unknown(item.path, item.span, _paths(draft, item.path, (nodes.Step,)))
        return
    if not isinstance(target, nodes.Step):
        steps = _paths(draft, item.path, (nodes.Step,))
        message = f"`{item.path}` is of the sort `{_sort(target)}`; only a step can have one"
        help = [f"it has the steps {', '.join(f'`{step}`' for step in steps)}"] if steps else []
        draft.report("wrong-part", message, item.span, [(target.span, "declared here")], help)
        return

    def attached(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
        step = siblings[index]
        grown = replace(step, **{holder: (*getattr(step, holder), item)})
        return (*siblings[:index], grown, *siblings[index + 1 :])

    if _edit(draft, item.path, attached):
        part = item.path.partition(".")[0]
        draft.record(item.path, f"{holder[:-1]} {item.name}", item.span)
        draft.declare_names(f"{part}.{item.name}", item)


def _forbid(draft: Draft, item: nodes.Forbid) -> None:
    target = _at(draft, item.path)
    if target is None:
        sorts = (nodes.ActionDeclaration, nodes.RuleDeclaration)
        draft.report_unknown(item.path, item.span, _paths(draft, item.path, sorts))
        return
    if not isinstance(getattr(target, "body", None), tuple):
        message = f"`{item.path}` is of the sort `{_sort(target)}`, which can't be forbidden"
        draft.report("wrong-part", message, item.span, [(target.span, "declared here")])
        return
    part = item.path.partition(".")[0]
    taken = {inner.name for inner in named_nodes(draft.parts[part])}
    number = 1
    while f"forbid_{number}" in taken or f"{part}.forbid_{number}" in draft.history:
        number += 1
    path = f"{part}.forbid_{number}"
    draft.forbids[path] = item
    draft.record(item.path, f"forbidden by {path}", item.span, item.because)
    draft.record(path, "declared", item.span, item.because)
