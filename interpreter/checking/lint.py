"""Doubts about a rulebook that can be played: no citation, no reason, unused parameters."""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.syntax import nodes


def lint(rulebook: Rulebook, program: ir.Program, findings: Findings) -> None:
    """Warn of what was hardly meant."""
    _reasons(program, findings)
    _citations(rulebook, findings)
    _unused(rulebook, findings)


def _reasons(program: ir.Program, findings: Findings) -> None:
    for choice in program.choices:
        if not isinstance(choice, ir.ChooseStatement):
            continue
        for where in choice.wheres:
            if where.reason.text is None:
                findings.warning(
                    "no-reason", f"`{choice.part}` refuses without a reason", where.reason.span
                )
        if choice.reason.text is None and choice.otherwise is None:
            findings.warning("no-reason", f"`{choice.name}` has no `else` reason", choice.span)


def _citations(rulebook: Rulebook, findings: Findings) -> None:
    """Editions cite their rulebooks: an action or parameter without an id is doubtful.

    What an overlay adds is a house's own.
    """
    if not rulebook.rulebooks:
        return
    houses = {layer.name for layer in rulebook.layers if layer.is_overlay}
    groups: tuple[dict[str, nodes.Node], ...] = (
        dict(rulebook.parameters),
        dict(rulebook.actions),
    )
    for group in groups:
        for name, part in group.items():
            if part.span.layer not in houses and not rulebook_cites(rulebook, name, part):
                findings.warning("no-citation", f"`{name}` cites no rule", part.span)


def rulebook_cites(rulebook: Rulebook, name: str, part: nodes.Node) -> bool:
    """Does a part, or anything in it, cite a rule id?"""
    if getattr(part, "cites", ()):
        return True
    inside = (p for path, p in rulebook.parts().items() if path.startswith(f"{name}."))
    return any(getattr(p, "cites", ()) for p in inside)


def _unused(rulebook: Rulebook, findings: Findings) -> None:
    used: set[str] = set()
    for group in (
        rulebook.defines,
        rulebook.rules,
        rulebook.actions,
        rulebook.phases,
        rulebook.parameters,
        rulebook.invariants,
        rulebook.shows,
        rulebook.maps,
        rulebook.types,
        rulebook.kinds,
    ):
        for part in group.values():
            used |= set(_names(part))
    for item in (*rulebook.checks, *rulebook.arranges, *rulebook.state):
        used |= set(_names(item))
    if rulebook.ranking is not None:
        used |= set(_names(rulebook.ranking))
    for rows in rulebook.tables.values():
        for row in rows:
            for cell in (*row.cells.values(), *row.last):
                used |= set(_names(cell))
    for parameter in rulebook.parameters.values():
        if parameter.name not in used:
            findings.warning("unused-parameter", f"nothing uses `{parameter.name}`", parameter.span)


def _names(value: object) -> Iterator[str]:
    if isinstance(value, nodes.Name):
        yield value.id
    elif isinstance(value, tuple):
        for item in value:
            yield from _names(item)
    elif isinstance(value, nodes.Node):
        for slot in value.__slots__:
            if slot != "span":
                yield from _names(getattr(value, slot))
