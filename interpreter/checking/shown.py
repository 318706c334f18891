"""What is seen: the tables and the maps that the rules declare, checked.

A map speaks of four sorts of rows, each told by its kind: those of the map's own kind are its
places, those of a kind `within` it are spots in their places, those of a kind that `joins` it are
lines, and the values of an enum explain its signs.
"""

from __future__ import annotations

from collections.abc import Mapping

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.context import Context
from brasswright.interpreter.checking.domains import PLAYER, ConstantField, Domain
from brasswright.interpreter.checking.expressions import ExpressionChecker
from brasswright.interpreter.checking.scopes import Scope
from brasswright.interpreter.checking.types import (
    BOOL,
    UNKNOWN,
    NumberType,
    RowType,
    Type,
    UnknownType,
    members,
)
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.words import FORMS

HEADINGS = {
    "place": ("label", "detail"),
    "spot": ("label", "owner", "amount", "turned", "filled", "detail"),
    "line": ("label", "owner", "detail"),
    "sign": ("label", "detail"),
}
"""What a map tells of each sort of row."""
TYPES: Mapping[str, Type] = {
    "owner": RowType(PLAYER, optional=True),
    "turned": BOOL,
    "filled": BOOL,
}
"""What is drawn rather than written is of one type."""


def check_show(context: Context, node: nodes.ShowDeclaration) -> ir.Show:
    """A table to show."""
    scope = Scope()
    if node.of is not None:
        scope.bind(node.of, RowType(PLAYER), node.span, context.findings)
    rows, _ = _rows(context, node.rows, scope)
    maps = context.rulebook.maps
    if node.on is not None and node.on.id not in maps:
        message = f"there is no map `{node.on.id}` to show a table with"
        context.findings.error("unknown-name", message, node.on.span, near=(node.on.id, maps))
    on = "" if node.on is None else node.on.id
    return ir.Show(node.name, node.title, node.of or "", node.form or FORMS[0], on, rows)


def check_map(context: Context, node: nodes.MapDeclaration) -> ir.Map:
    """A map, and what is seen on it."""
    domain = context.domains.by_name.get(node.kind.id)
    layers: list[ir.MapRows] = []
    if domain is None or domain.is_enum:
        kinds = [each.name for each in context.domains.by_name.values() if not each.is_enum]
        message = f"there is no kind `{node.kind.id}` to be the places of a map"
        context.findings.error("unknown-type", message, node.kind.span, near=(node.kind.id, kinds))
    else:
        for axis in (node.x, node.y):
            _check_axis(context, domain, axis)
        layers = [each for rows in node.rows for each in _map_rows(context, node, domain, rows)]
    title = node.title or node.name.replace("_", " ").capitalize()
    return ir.Map(node.name, title, node.kind.id, (node.x.id, node.y.id), tuple(layers))


def _check_axis(context: Context, domain: Domain, axis: nodes.Name) -> None:
    """Where a place lies must be a number that is fixed."""
    numbers = {
        name: field
        for name, field in domain.fields.items()
        if isinstance(field, ConstantField) and isinstance(field.type, NumberType)
    }
    if axis.id not in numbers:
        message = f"`{domain.name}` has no fixed number `{axis.id}` that says where it lies"
        context.findings.error("no-field", message, axis.span, near=(axis.id, numbers))


def _map_rows(
    context: Context, node: nodes.MapDeclaration, places: Domain, rows: nodes.RowsShown
) -> list[ir.MapRows]:
    roles = {
        each.name: role
        for each in context.domains.by_name.values()
        if (role := _role(each, places)) is not None
    }
    found, of = _rows(context, rows, Scope(), TYPES)
    if isinstance(of, UnknownType):
        return []
    domain = of.domain if isinstance(of, RowType) else ""
    if domain not in roles:
        kinds = [f"`{each}`" for each in roles]
        what = f"`{domain}`" if domain else f"{of}"
        context.findings.error(
            "not-on-map",
            f"{what} is not seen on the map `{node.name}`, which is a map of {places.name}",
            rows.source.span,
            help=[f"on it are {', '.join(kinds)}"],
        )
        return []
    role = roles[domain]
    _check_headings(context, role, domain, rows)
    return [ir.MapRows(role, domain, found)]


def _role(domain: Domain, places: Domain) -> str | None:
    """What the rows of a kind are on a map of those places."""
    if domain is places:
        return "place"
    if domain.within == places.name:
        return "spot"
    if domain.joins == places.name:
        return "line"
    return "sign" if domain.is_enum else None


def _check_headings(context: Context, role: str, domain: str, rows: nodes.RowsShown) -> None:
    known, seen = HEADINGS[role], set[str]()
    for column in rows.columns:
        if column.heading in seen:
            message = f"`{column.heading}` is told twice of a {role}"
            context.findings.error("column-twice", message, column.span)
        seen.add(column.heading)
        if column.heading in known:
            continue
        context.findings.error(
            "unknown-heading",
            f"a map tells nothing under `{column.heading}` of its {role}s (`{domain}`)",
            column.span,
            near=(column.heading, known),
            help=[f"known are {', '.join(f'`{each}`' for each in known)}"],
        )


def _rows(
    context: Context, node: nodes.RowsShown, scope: Scope, types: Mapping[str, Type] = {}
) -> tuple[ir.RowsShown, Type]:
    """What is gone through and told, and the type of each row."""
    outer = ExpressionChecker(context, scope)
    source = outer.resolve(node.source)
    member = members(source.type)
    inner = outer.inner()
    if member is None:
        outer.error("wrong-type", f"a {source.type} has no members", node.source.span)
    else:
        inner.scope.bind(node.variable, member, node.span, context.findings)
    where = inner.check(node.where, BOOL) if node.where is not None else None
    columns = tuple((each.heading, _column(inner, each, types)) for each in node.columns)
    return ir.RowsShown(node.variable, source, where, columns), member or UNKNOWN


def _column(check: ExpressionChecker, node: nodes.Column, types: Mapping[str, Type]) -> ir.Expr:
    if node.heading in types:
        return check.check(node.value, types[node.heading])
    zone = check.resolve(node.value)
    return zone if isinstance(zone, ir.ZoneRead) else check.check(node.value)
