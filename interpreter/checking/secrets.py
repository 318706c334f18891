"""What is hidden stays hidden: legality, tables and texts read only what their reader may see.

How many pieces lie in a hidden zone is open; what they are is known to the zone's owner at
most. An action is its player's own, so it may look into `me`'s zones and into no others.
"""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.scopes import Findings

COUNTING = {"size", "empty"}


def check_secrets(program: ir.Program, findings: Findings) -> None:
    """Report reads of hidden things by those who may not see them."""
    looking: list[object] = []
    for action in program.actions.values():
        looking += list(_reached(action.body, program, set()))
    for rule in program.rules.values():
        looking += [s for s in walk(rule.body) if _asks(s)]
    looking += [(show.source, show.where, show.columns) for show in program.shows.values()]
    looking += list(program.logs)
    if program.status is not None:
        looking.append(program.status)
    seen: set[str] = set()
    for value in looking:
        for read in _hidden_reads(value, program, seen):
            findings.error(
                "secret-read",
                f"`{read.field.name}` is hidden from those who would learn it here",
                read.span,
            )


def _asks(statement: ir.Stmt) -> bool:
    return isinstance(statement, ir.RequireStatement | ir.ChooseStatement)


def _reached(block: ir.Block, program: ir.Program, rules: set[str]) -> Iterator[object]:
    """The statements of an action, and of the rules that it calls."""
    for statement in walk(block):
        yield statement
        if isinstance(statement, ir.CallStatement) and statement.rule not in rules:
            rules.add(statement.rule)
            yield from _reached(program.rules[statement.rule].body, program, rules)


def _hidden_reads(
    value: object, program: ir.Program, defines: set[str]
) -> Iterator[ir.ZoneRead | ir.StateRead]:
    match value:
        case ir.MoveStatement() | ir.DrawStatement() | ir.PutStatement() | ir.ShuffleStatement():
            return  # moving hidden pieces shows nobody what they are
        case ir.Choice(test=ir.Constant(value=holds), then=then, otherwise=otherwise):
            yield from _hidden_reads(then if holds else otherwise, program, defines)
            return  # the other branch is never looked at in this game
        case ir.FunctionCall(function=function, arguments=(ir.ZoneRead() as zone,)) if (
            function in COUNTING
        ):
            yield from _hidden_reads(zone.row, program, defines)
            return
        case ir.ZoneRead(field=field, row=row) | ir.StateRead(field=field, row=row):
            if field.secret and not (field.secret == "owner" and isinstance(row, ir.Me)):
                yield value
        case ir.DefineCall(name=name) if name not in defines:
            defines.add(name)
            yield from _hidden_reads(program.defines[name].body, program, defines)
    if isinstance(value, tuple | list):
        for item in value:
            yield from _hidden_reads(item, program, defines)
    elif isinstance(value, ir.Typed | ir.Placed | ir.Reason | ir.Candidate):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                inner = getattr(value, slot)
                if not isinstance(inner, tuple) or not _is_block(inner):
                    yield from _hidden_reads(inner, program, defines)


def _is_block(value: tuple[object, ...]) -> bool:
    return bool(value) and isinstance(value[0], ir.Placed)
