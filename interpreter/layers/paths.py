"""Finding parts and steps by path, and rewriting a part there."""

from __future__ import annotations

from brasswright.interpreter.layers.draft import CALLED, Draft, Part
from brasswright.interpreter.layers.tree import Change, Named, edit, named_nodes
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

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


def word_for(node: nodes.Node | None) -> str | None:
    """The word by which an amendment names such a part or step; None if none can."""
    return next((word for word, kinds in _WORDS.items() if isinstance(node, kinds)), None)


def sort_of(node: nodes.Node) -> str:
    """The word that declares such a thing."""
    return CALLED[type(node)]


def find_part(draft: Draft, word: str, path: str, span: Span) -> Part | Named | None:
    """The part or step at a path, if it is what the word says; otherwise report."""
    if word == "row":
        help = ["write `set row.column = …` for each cell"]
        draft.report("wrong-part", "a row has neither a body nor steps", span, help=help)
        return None
    wanted = _WORDS[word]
    found = at(draft, path)
    if found is None:
        draft.report_unknown(path, span, paths_of(draft, path, wanted))
    elif not isinstance(found, wanted):
        report_wrong(draft, path, span, wanted)
        return None
    return found


def at(draft: Draft, path: str) -> Part | Named | None:
    """The part or step at a path, whatever it is."""
    name, _, step = path.partition(".")
    part = draft.parts.get(name)
    if part is None or not step:
        return part
    return next((inner for inner in named_nodes(part) if inner.name == step), None)


def paths_of(draft: Draft, path: str, wanted: tuple[type[nodes.Node], ...]) -> list[str]:
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


def report_wrong(draft: Draft, path: str, span: Span, wanted: tuple[type[nodes.Node], ...]) -> None:
    """Report a path that hits nothing, or something of another sort."""
    found = at(draft, path)
    words = " or ".join(dict.fromkeys(CALLED[kind] for kind in wanted))
    if found is None:
        draft.report_unknown(path, span, paths_of(draft, path, wanted))
    else:
        message = f"`{path}` is of the sort `{sort_of(found)}`, not `{words}`"
        draft.report("wrong-part", message, span, [(found.span, "declared here")])


def edit_at(draft: Draft, path: str, change: Change) -> bool:
    """Rewrite the siblings of what a path names; undone when two names would be equal."""
    name, _, step = path.partition(".")
    part = draft.parts[name]
    edited = edit(part, step, change)
    if edited is None or not draft.names_differ(name, edited):
        return False
    draft.parts[name] = edited
    return True


def inner_paths(path: str, node: nodes.Node, new: nodes.Node | None = None) -> list[str]:
    """The paths of all names inside a node; with `new`, only what is not attached to it still."""
    part = path.partition(".")[0]
    kept: set[str] = set()
    if isinstance(new, nodes.Step):
        attached: tuple[Named, ...] = (*new.exceptions, *new.alternatives)
        for held in attached:
            kept |= {held.name, *(inner.name for inner in named_nodes(held))}
    return [f"{part}.{inner.name}" for inner in named_nodes(node) if inner.name not in kept]
