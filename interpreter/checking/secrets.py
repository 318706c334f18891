"""What is hidden stays hidden: legality, tables and texts read only what their reader may see.

How many pieces lie in a hidden zone is open; what they are is known to the zone's owner at
most. An action is its player's own, so it may look into `me`'s zones and into no others; what a
position is worth to a player, `define worth(p: Player) -> Number`, is told to that player alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import NumberType, RowType

COUNTING = {"size", "empty"}
WORTH = "worth"
ME = ""
NOBODY = "-"
"""No name of a player: what reads on for nobody may see nothing."""


def judges(program: ir.Program) -> bool:
    """Do the rules say what a position is worth to a player?"""
    define = program.defines.get(WORTH)
    if define is None or len(define.parameters) != 1:
        return False
    kind = define.parameters[0][1]
    player = isinstance(kind, RowType) and kind.domain == PLAYER
    return player and isinstance(define.result, NumberType)


def check_secrets(program: ir.Program, findings: Findings) -> None:
    """Report reads of hidden things by those who may not see them."""
    looking: list[object] = []
    for action in program.actions.values():
        looking += list(_reached(action.body, program, set()))
    for rule in program.rules.values():
        looking += [s for s in walk(rule.body) if _asks(s)]
    looking += [(rows.source, rows.where, rows.columns) for rows in program.rows_shown()]
    looking += list(program.told())
    if program.status is not None:
        looking.append(program.status)
    seen: set[tuple[str, str]] = set()
    read = [r for value in looking for r in _hidden_reads(value, program, seen, ME)]
    if judges(program):
        worth = program.defines[WORTH]
        read += _hidden_reads(worth.body, program, seen, worth.parameters[0][0])
    for each in read:
        findings.error(
            "secret-read",
            f"`{each.field.name}` is hidden from those who would learn it here",
            each.span,
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
    value: object, program: ir.Program, defines: set[tuple[str, str]], viewer: str
) -> Iterator[ir.ZoneRead | ir.StateRead]:
    """What a value reads that the viewer may not see: ME, or a local name for a player."""
    match value:
        case ir.MoveStatement() | ir.DrawStatement() | ir.PutStatement() | ir.ShuffleStatement():
            return  # moving hidden pieces shows nobody what they are
        case ir.Choice(test=ir.Constant(value=holds), then=then, otherwise=otherwise):
            yield from _hidden_reads(then if holds else otherwise, program, defines, viewer)
            return  # the other branch is never looked at in this game
        case ir.FunctionCall(function=function, arguments=(ir.ZoneRead() as zone,)) if (
            function in COUNTING
        ):
            yield from _hidden_reads(zone.row, program, defines, viewer)
            return
        case ir.ZoneRead(field=field, row=row) | ir.StateRead(field=field, row=row):
            if field.secret and not (field.secret == "owner" and _is(viewer, row)):
                yield value
        case ir.DefineCall(name=name):
            inside = viewer if viewer == ME else _parameter(program.defines[name], value, viewer)
            if (name, inside) not in defines:
                defines.add((name, inside))
                yield from _hidden_reads(program.defines[name].body, program, defines, inside)
    if isinstance(value, tuple | list):
        for item in value:
            yield from _hidden_reads(item, program, defines, viewer)
    elif isinstance(value, ir.Typed | ir.Placed | ir.Reason | ir.Candidate):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                inner = getattr(value, slot)
                if not isinstance(inner, tuple) or not _is_block(inner):
                    yield from _hidden_reads(inner, program, defines, viewer)


def _is(viewer: str, row: ir.Expr | None) -> bool:
    """Is it the viewer's own row?"""
    if viewer == ME:
        return isinstance(row, ir.Me)
    return isinstance(row, ir.Local) and row.name == viewer


def _parameter(define: ir.Define, call: ir.DefineCall, viewer: str) -> str:
    """What the viewer is called inside a define; no local name is ever bound twice."""
    for (name, _), argument in zip(define.parameters, call.arguments, strict=True):
        if _is(viewer, argument):
            return name
    return NOBODY


def _is_block(value: tuple[object, ...]) -> bool:
    return bool(value) and isinstance(value[0], ir.Placed)
