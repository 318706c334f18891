"""Amendments that leave what is there and add to it: steps, exceptions, alternatives, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from brasswright.interpreter.layers.draft import Draft
from brasswright.interpreter.layers.paths import at, edit_at, find_part, paths_of, sort_of
from brasswright.interpreter.layers.tree import Named, named_nodes
from brasswright.interpreter.syntax import nodes

MOST_AT_A_STEP = 20
"""Most exceptions, and most alternatives, to one step."""
MOST_FORBIDS = 100
"""Most conditions that forbid one part."""


def insert(draft: Draft, item: nodes.Insert) -> None:
    target = find_part(draft, item.part, item.path, item.span)
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

        done = edit_at(draft, item.path, beside)
    elif isinstance(target, Named):

        def inside(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
            grown = _grown(draft, siblings[index], item, earlier)
            return (*siblings[:index], grown, *siblings[index + 1 :])

        done = edit_at(draft, item.path, inside)
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


def attach(draft: Draft, item: nodes.ExceptionTo | nodes.AlternativeTo, holder: str) -> None:
    target = at(draft, item.path)
    if target is None:
        draft.report_unknown(item.path, item.span, paths_of(draft, item.path, (nodes.Step,)))
        return
    if not isinstance(target, nodes.Step):
        steps = paths_of(draft, item.path, (nodes.Step,))
        message = f"`{item.path}` is of the sort `{sort_of(target)}`; only a step can have one"
        help = [f"it has the steps {', '.join(f'`{step}`' for step in steps)}"] if steps else []
        draft.report("wrong-part", message, item.span, [(target.span, "declared here")], help)
        return

    if len(getattr(target, holder)) >= MOST_AT_A_STEP:
        message = f"`{item.path}` has {MOST_AT_A_STEP} {holder} already, and may have no more"
        draft.report("too-many-steps", message, item.span, [(target.span, "declared here")])
        return

    def attached(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
        step = siblings[index]
        grown = replace(step, **{holder: (*getattr(step, holder), item)})
        return (*siblings[:index], grown, *siblings[index + 1 :])

    if edit_at(draft, item.path, attached):
        part = item.path.partition(".")[0]
        draft.record(item.path, f"{holder[:-1]} {item.name}", item.span)
        draft.declare_names(f"{part}.{item.name}", item)


def forbid(draft: Draft, item: nodes.Forbid) -> None:
    target = at(draft, item.path)
    if target is None:
        sorts = (nodes.ActionDeclaration, nodes.RuleDeclaration)
        draft.report_unknown(item.path, item.span, paths_of(draft, item.path, sorts))
        return
    if not isinstance(getattr(target, "body", None), tuple):
        message = f"`{item.path}` is of the sort `{sort_of(target)}`, which can't be forbidden"
        draft.report("wrong-part", message, item.span, [(target.span, "declared here")])
        return
    part = item.path.partition(".")[0]
    if sum(path.startswith(f"{part}.") for path in draft.forbids) >= MOST_FORBIDS:
        message = f"`{part}` is forbidden {MOST_FORBIDS} times already, and may be no more"
        draft.report("too-many-steps", message, item.span, [(target.span, "declared here")])
        return
    taken = {inner.name for inner in named_nodes(draft.parts[part])}
    number = 1
    while f"forbid_{number}" in taken or f"{part}.forbid_{number}" in draft.history:
        number += 1
    path = f"{part}.forbid_{number}"
    draft.forbids[path] = item
    draft.record(item.path, f"forbidden by {path}", item.span, item.because)
    draft.record(path, "declared", item.span, item.because)
