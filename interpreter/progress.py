"""How far in the text of an action each refusal stands; rules stand where they are called first."""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk


def progress(program: ir.Program, action: str) -> dict[int, int]:
    """By the number of its reason, the place of each refusal; empty for a choice of the flow."""
    if action not in program.actions:
        return {}
    found: dict[int, int] = {}
    for reason in _reasons(program, program.actions[action].body, set()):
        found.setdefault(reason.number, len(found))
    return found


def _reasons(program: ir.Program, block: ir.Block, rules: set[str]) -> Iterator[ir.Reason]:
    for statement in walk(block):
        match statement:
            case ir.RequireStatement(reason=reason):
                yield reason
            case ir.ChooseStatement(reason=reason, wheres=wheres):
                yield reason
                yield from (where.reason for where in wheres)
            case ir.CallStatement(rule=rule) if rule not in rules:
                rules.add(rule)
                yield from _reasons(program, program.rules[rule].body, rules)
