"""Rows that no action can use: what is chosen in an action must fit what it is matched with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.domains import ConstantField, Domain
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.checking.pieces import Part, conditions, listed, row_span
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import RowType, SetType
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import Span


def check_usable(
    program: ir.Program,
    rulebook: Rulebook,
    parts: Sequence[Part],
    evaluator: Evaluator,
    findings: Findings,
) -> None:
    """Warn of rows that fit nothing, and of choices from what is always empty."""
    _choices(program, evaluator, findings)
    tested = _tested_for_emptiness(parts)
    for action in program.actions.values():
        for match in _matches(action.body):
            if not match.right.field.values[1:] or match.right.field in tested:
                continue
            for domain, rows, message in (*_left(match, program), *_right(match, program)):
                findings.error(
                    "never-usable",
                    message,
                    row_span(rulebook, domain, rows[0]),
                    labels=((match.span, "because of this"),),
                    severity="warning",
                )


def _choices(program: ir.Program, evaluator: Evaluator, findings: Findings) -> None:
    """Choices whose candidates are known before a game, and none."""
    for choice in program.choices:
        if not isinstance(choice, ir.ChooseStatement) or choice.otherwise is not None:
            continue
        try:
            members = evaluator.members(choice.source, {})
        except NotConstant:
            continue
        if not members:
            message = f"there is never anything to choose here, so `{choice.part}` can't be done"
            findings.warning("nothing-to-choose", message, choice.span)


# -- what must be in what ------------------------------------------------------------------


@dataclass(frozen=True)
class _Match:
    """In an action, the left value must be a member of the right set."""

    left: ir.Expr
    right: ir.ConstantRead
    span: Span
    chosen: frozenset[str]
    """The names that the action chooses, and those of the members it chooses from."""


def _matches(body: ir.Block) -> Iterator[_Match]:
    chosen: set[str] = set()
    for statement in walk(body):
        tests: list[ir.Expr] = []
        match statement:
            case ir.ChooseStatement(name=name, source=source, wheres=wheres):
                chosen.add(name)
                tests += [where.test for where in wheres]
                if isinstance(source, ir.Comprehension) and source.where is not None:
                    chosen.add(source.name)
                    tests.append(source.where)
            case ir.RequireStatement(test=test):
                tests.append(test)
        for test in tests:
            for condition in conditions(test):
                match condition:
                    case ir.Membership(left=left, right=ir.ConstantRead() as right) if isinstance(
                        right.type, SetType
                    ):
                        yield _Match(left, right, condition.span, frozenset(chosen))


_Lost = tuple[Domain, list[str], str]
"""Rows that nobody can use, and why."""


def _left(match: _Match, program: ir.Program) -> Iterator[_Lost]:
    """Rows chosen first whose value is in no set of the other kind."""
    match match.left:
        case ir.ConstantRead(field=field, row=ir.Local(name=name)) if name in match.chosen:
            within = 0
            for bits in match.right.field.values[1:]:
                within |= bits if isinstance(bits, int) else 0
            domain = program.domain(field.domain)
            lost = [
                domain.rows[row]
                for row, value in enumerate(field.values)
                if row and isinstance(value, int) and not within >> value & 1
            ]
            if lost:
                right = f"{match.right.field.domain}.{match.right.field.name}"
                found = f"no `{right}` has the {field.name} of {listed(lost)}"
                yield domain, lost, f"{found}: nobody can use {_it(lost)}"


def _right(match: _Match, program: ir.Program) -> Iterator[_Lost]:
    """Rows to choose from whose set holds nothing that there is."""
    row = match.right.row
    if isinstance(row, ir.Local) and row.name in match.chosen:
        there, field = _values(match.left, program), match.right.field
        domain = program.domain(field.domain)
        lost = [
            domain.rows[row_id]
            for row_id, bits in enumerate(field.values)
            if row_id and isinstance(bits, int) and not bits & there
        ]
        if lost:
            found = f"the {field.name} of {listed(lost)} can never have what is needed"
            yield domain, lost, f"{found}: nobody can use {_it(lost)}"


def _it(rows: list[str]) -> str:
    return "it" if len(rows) == 1 else "them"


def _values(left: ir.Expr, program: ir.Program) -> int:
    """The set of all values that the left side may have."""
    if isinstance(left, ir.ConstantRead) and isinstance(left.field, ConstantField):
        bits = 0
        for value in left.field.values[1:]:
            bits |= 1 << value if isinstance(value, int) else 0
        return bits & ~1
    if isinstance(left.type, RowType):
        return program.domain(left.type.domain).everything
    return -1


def _tested_for_emptiness(parts: Sequence[Part]) -> set[ConstantField]:
    """Fields that the text itself expects to be empty at times."""
    return {
        argument.field
        for _, pieces in parts
        for piece in pieces
        if isinstance(piece, ir.FunctionCall) and piece.function == "empty"
        for argument in piece.arguments
        if isinstance(argument, ir.ConstantRead)
    }
