"""`all(x in S where C give E)` and its kin: what each gives, and what it may be given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    UNKNOWN,
    ListType,
    NumberType,
    RowType,
    SetType,
    TextType,
    Type,
    UnknownType,
    members,
    plain,
)
from brasswright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from brasswright.interpreter.checking.expressions import ExpressionChecker

NEEDS_GIVE = {"union", "sum", "every", "smallest", "largest"}
NEEDS_BY = {"lowest", "highest", "sorted"}


def check_quantified(
    checker: ExpressionChecker, node: nodes.Quantified, wanted: Type | None
) -> ir.Expr:
    """The typed comprehension; what is missing or too much is reported."""
    source = checker.resolve(node.source)
    if isinstance(source, ir.ZoneRead) and source.field.type.shape == "slot":  # type: ignore[union-attr]
        checker.error("wrong-type", "a slot holds one piece: nothing to go through", node.span)
    member = members(source.type)
    if member is None:
        checker.error("wrong-type", f"a {source.type} has no members", node.source.span)
        member = UNKNOWN
    inner = checker.inner()
    inner.scope.bind(node.name, member, node.span, checker.context.findings)
    where = inner.truth(node.where) if node.where is not None else None
    give = _give(inner, node, wanted)
    by = inner.check(node.by, NumberType(optional=True)) if node.by is not None else None
    _complain(checker, node)
    return ir.Comprehension(
        node.quantifier,
        node.name,
        source,
        where,
        give,
        by,
        type=_result(checker, node, member, give),
        span=node.span,
    )


def _give(inner: ExpressionChecker, node: nodes.Quantified, wanted: Type | None) -> ir.Expr | None:
    if node.give is None:
        return None
    wish: Type | None = None
    match node.quantifier:
        case "every" | "exists":
            wish = BOOL
        case "sum" | "smallest" | "largest" | "count":
            wish = NUMBER
        case "union":
            wish = wanted if isinstance(wanted, SetType) else None
        case "all":
            if isinstance(wanted, SetType) and wanted.domain:
                wish = RowType(wanted.domain)
    return inner.check(node.give, wish)


def _complain(checker: ExpressionChecker, node: nodes.Quantified) -> None:
    missing = None
    if node.quantifier in NEEDS_BY and node.by is None:
        missing = "by"
    elif node.quantifier in NEEDS_GIVE and node.give is None:
        missing = "give"
    if missing and not (node.quantifier in ("smallest", "largest") and node.give is None):
        checker.error("incomplete", f"`{node.quantifier}` needs `{missing} …`", node.span)
    if node.by is not None and node.quantifier not in NEEDS_BY:
        checker.error("incomplete", f"`{node.quantifier}` takes no `by`", node.span)


def _result(
    checker: ExpressionChecker, node: nodes.Quantified, member: Type, give: ir.Expr | None
) -> Type:
    given = plain(give.type) if give is not None else member
    match node.quantifier:
        case "exists" | "every":
            return BOOL
        case "count":
            return NUMBER
        case "sum" | "smallest" | "largest":
            return NumberType(unit=given.unit if isinstance(given, NumberType) else None)
        case "sorted":
            return ListType(member)
        case "first":
            if isinstance(given, RowType):
                return RowType(given.domain, optional=True)
            return given
        case "union":
            if isinstance(given, SetType | UnknownType):
                return given
            checker.error("wrong-type", f"`union` joins sets, not {given}", node.span)
            return UNKNOWN
    if isinstance(given, RowType):
        return SetType(given.domain)
    if isinstance(given, NumberType | TextType) and node.quantifier == "all":
        return ListType(given)
    if not isinstance(given, UnknownType):
        checker.error(
            "wrong-type", f"`{node.quantifier}` makes a set of rows, not {given}", node.span
        )
    return UNKNOWN
