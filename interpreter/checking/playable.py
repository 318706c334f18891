"""Can a rulebook be played? Parts that are never come to, zones that stay empty, places apart.

Names, types and ranges are right by now. What is found here would show in a game as nothing
to do, a pile that is always empty, a place that nobody gets to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import Evaluator, rows_of
from brasswright.interpreter.checking.domains import ConstantField, Domain, StateField
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.fitting import check_fitting
from brasswright.interpreter.checking.pieces import Part, listed, parts_of, row_span
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.usable import check_usable
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import Span


def check_playable(
    program: ir.Program, rulebook: Rulebook, evaluator: Evaluator, findings: Findings
) -> None:
    """Report what would stop a game, and warn of what no game can come to."""
    parts = parts_of(program)
    _course(program, findings)
    _zones(parts, findings)
    _places(program, rulebook, findings)
    check_fitting(program, parts, evaluator, findings)
    check_usable(program, rulebook, parts, evaluator, findings)


# -- the course of the game ----------------------------------------------------------------


def _course(program: ir.Program, findings: Findings) -> None:
    """Phases that nothing plays, actions that are never offered, moments with nothing to do."""
    if "game" not in program.phases:
        return
    played, waiting = ["game"], ["game"]
    acting: dict[str, Span] = {}
    while waiting:
        for statement in walk(program.phases[waiting.pop()].body):
            if isinstance(statement, ir.PlayStatement) and statement.phase not in played:
                played.append(statement.phase)
                waiting.append(statement.phase)
            if isinstance(statement, ir.ActStatement):
                acting.setdefault(statement.phase, statement.span)
    for phase in program.phases.values():
        if phase.name not in played:
            message = f"no phase plays `{phase.name}`"
            findings.warning("never-played", message, phase.span)
    for action in program.actions.values():
        if action.during not in acting:
            message = f"`{action.name}` is never offered: `{action.during}` waits for no action"
            findings.warning("never-offered", message, action.span)
    offered = {action.during for action in program.actions.values()}
    for name, span in acting.items():
        if name not in offered:
            message = f"a player must act here, and no action is declared `during {name}`"
            findings.error("no-action", message, span)


def _zones(parts: Sequence[Part], findings: Findings) -> None:
    """Zones that pieces are taken from, and nothing ever comes into."""
    taken: dict[StateField, Span] = {}
    filled: set[StateField] = set()
    for _, pieces in parts:
        for piece in pieces:
            match piece:
                case ir.MoveStatement(piece=None, target=target):
                    filled.add(target.field)
                case (
                    ir.MoveStatement(source=source, target=target)
                    | ir.DrawStatement(source=source, target=target)
                ):
                    taken.setdefault(source.field, piece.span)
                    filled.add(target.field)
                case ir.PutStatement(zone=zone):
                    filled.add(zone.field)
    for field, span in taken.items():
        if field not in filled:
            findings.error(
                "never-filled",
                f"pieces are taken from `{field.path}`, and none ever come into it",
                span,
                labels=((field.span, "declared here"),),
                severity="warning",
            )


# -- places and links ----------------------------------------------------------------------


def _places(program: ir.Program, rulebook: Rulebook, findings: Findings) -> None:
    """Places that no link joins to the others."""
    domains = program.domains.by_name
    for name in dict.fromkeys(d.joins for d in domains.values() if d.joins):
        links = [domain for domain in domains.values() if domain.joins == name and len(domain)]
        if not links or name not in domains:
            continue
        place = domains[name]
        groups = sorted(_groups(place, links), key=lambda group: -len(rows_of(group)))
        called = " or ".join(link.name for link in links)
        for group in groups[1:]:
            rows = [place.rows[row] for row in rows_of(group)]
            if len(rows) == 1:
                message = f"no {called} leads to `{rows[0]}`"
            else:
                message = f"no {called} leads from the other places to {listed(rows)}"
            findings.warning("place-apart", message, row_span(rulebook, place, rows[0]))


def _groups(place: Domain, links: list[Domain]) -> Iterator[int]:
    """Sets of places that are joined to each other."""
    joins: list[int] = []
    for link in links:
        ends = link.fields["ends"]
        if isinstance(ends, ConstantField):
            joins += [bits for bits in ends.values if isinstance(bits, int) and bits]
    left = place.everything
    while left:
        group = left & -left
        while True:
            wider = group
            for bits in joins:
                if bits & wider:
                    wider |= bits
            if wider == group:
                break
            group = wider
        yield group
        left &= ~group
