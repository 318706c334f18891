"""Names resolved and types found: expressions of the AST to typed expressions."""

from __future__ import annotations

from brasswright.interpreter.checking import operators
from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import MOST_MEMBERS, bounds
from brasswright.interpreter.checking.context import NAMED_TYPES, Context
from brasswright.interpreter.checking.domains import ConstantField, StateField
from brasswright.interpreter.checking.functions import FUNCTIONS, check_call
from brasswright.interpreter.checking.quantifiers import check_quantified
from brasswright.interpreter.checking.scopes import Scope
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    TEXT,
    UNKNOWN,
    ListType,
    MapType,
    NothingType,
    NumberType,
    RowType,
    SetType,
    Type,
    UnknownType,
    ZoneType,
    fits,
    plain,
)
from brasswright.interpreter.checking.values import as_value, counted, zero
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.expression_text import unquoted


class ExpressionChecker:
    """Checks the expressions of one scope. Mistakes are reported; the result then is unknown."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self.context = context
        self.scope = scope

    def inner(self) -> ExpressionChecker:
        """A checker for a scope inside this one."""
        return ExpressionChecker(self.context, Scope(self.scope))

    def error(self, code: str, message: str, span: Span, **more: object) -> None:
        self.context.findings.error(code, message, span, **more)  # type: ignore[arg-type]

    def check(self, node: nodes.Expression, wanted: Type | None = None) -> ir.Expr:
        """The typed expression; reported if it is not of the type wanted."""
        found = self.resolve(node, wanted)
        if isinstance(found, ir.ZoneRead) and not isinstance(wanted, ZoneType):
            found = as_value(found)
        if wanted is not None and not fits(found.type, wanted):
            self.error("wrong-type", f"expected {wanted}, found {found.type}", node.span)
            found.type = UNKNOWN
        if isinstance(wanted, NumberType) and not wanted.optional:
            found = counted(found)
        return found

    def truth(self, node: nodes.Expression) -> ir.Expr:
        """A test; anything but a Boolean is reported."""
        return self.check(node, BOOL)

    def zone(self, node: nodes.Expression) -> ir.ZoneRead | None:
        """A zone that pieces go from or to, or None after a report."""
        found = self.resolve(node)
        if isinstance(found, ir.ZoneRead):
            return found
        if not isinstance(found.type, UnknownType):
            self.error("not-a-zone", "pieces lie in a bag, pile or slot", node.span)
        return None

    def resolve(self, node: nodes.Expression, wanted: Type | None = None) -> ir.Expr:
        """The typed expression as it is: a zone stays a zone, and no type is insisted on."""
        span = node.span
        match node:
            case nodes.Number(value=value):
                return ir.Constant(value, type=NUMBER, span=span)
            case nodes.Truth(value=truth):
                return ir.Constant(int(truth), type=BOOL, span=span)
            case nodes.Nothing():
                return ir.Constant(0, type=NothingType(), span=span)
            case nodes.Name(id=name):
                return self._name(name, wanted, span)
            case nodes.Template():
                return self.text(node)
            case nodes.Attribute():
                return self._attribute(node)
            case nodes.Item():
                return self._item(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Unary(operator="not", operand=operand):
                return ir.Not(self.truth(operand), type=BOOL, span=span)
            case nodes.Unary(operand=operand):
                return operators.negative(self, operand, wanted, span)
            case nodes.Binary(operator="and" | "or" as operator, left=left, right=right):
                return ir.Logical(
                    operator, self.truth(left), self.truth(right), type=BOOL, span=span
                )
            case nodes.Binary():
                return operators.binary(self, node, wanted)
            case nodes.Compare():
                return operators.compare(self, node)
            case nodes.Range(low=low, high=high):
                lowest, highest = self.check(low, NUMBER), self.check(high, NUMBER)
                if _is_too_long(lowest, highest):
                    message = f"a range of numbers holds at most {MOST_MEMBERS}"
                    self.error("too-long", message, span)
                return ir.NumberRange(lowest, highest, type=_range_of(lowest, highest), span=span)
            case nodes.Conditional():
                return operators.conditional(self, node, wanted)
            case nodes.SetLiteral(items=()) if isinstance(wanted, MapType):
                return ir.ConstantMap((), type=wanted, span=span)
            case nodes.SetLiteral(items=items):
                return self._set(items, wanted, span)
            case nodes.ListLiteral(items=items):
                return self._list(items, wanted, span)
            case nodes.MapLiteral():
                return self._map(node, wanted)
            case nodes.Quantified():
                return check_quantified(self, node, wanted)

    # -- names -----------------------------------------------------------------------------

    def _name(self, name: str, wanted: Type | None, span: Span) -> ir.Expr:
        local = self.scope.find(name)
        if local is not None:
            return ir.Local(name, type=local, span=span)
        if name == "me":
            return ir.Me(type=RowType("Player"), span=span)
        if name == "seats":
            return ir.Constant(self.context.seats, type=NUMBER, span=span)
        domains = self.context.domains
        field = domains.game.get(name)
        if field is not None:
            kind = ir.ZoneRead if field.is_zone else ir.StateRead
            return kind(field, None, type=field.type, span=span)
        value = self.context.named_value(name, span)
        if value is not None:
            return value
        if name in domains.by_plural:
            domain = domains.by_plural[name]
            return ir.Constant(domain.everything, type=SetType(domain.name), span=span)
        return self._row(name, wanted, span)

    def _row(self, name: str, wanted: Type | None, span: Span) -> ir.Expr:
        having = self.context.domains.having(name)
        target = _domain_of(wanted)
        chosen = [d for d in having if d.name == target] or having
        if len(chosen) == 1:
            row = chosen[0].find(name)
            assert row is not None
            return ir.Constant(row, type=RowType(chosen[0].name), span=span)
        if having:
            kinds = " or a ".join(d.name for d in having)
            self.error("ambiguous-name", f"`{name}` may be a {kinds} here", span)
        elif not self.context.findings.is_full:
            self.error(
                "unknown-name",
                f"there is nothing called `{name}`",
                span,
                near=(name, self._known()),
            )
        return ir.Constant(0, type=UNKNOWN, span=span)

    def _known(self) -> list[str]:
        book, domains = self.context.rulebook, self.context.domains
        names = [*self.scope.all_names(), *domains.game, *book.parameters, *book.lists]
        names += [*domains.by_plural, "me", "seats", *book.defines]
        for domain in domains.by_name.values():
            names += domain.index
        return names

    def is_bare_row(self, node: nodes.Expression) -> bool:
        """Is it a name that only the type of the other side can tell?"""
        if isinstance(node, nodes.SetLiteral):
            return any(self.is_bare_row(item) for item in node.items)
        if not isinstance(node, nodes.Name) or self.scope.find(node.id) is not None:
            return False
        domains = self.context.domains
        taken = node.id in domains.game or node.id in domains.by_plural or node.id == "me"
        values = {*self.context.rulebook.parameters, *self.context.rulebook.lists}
        return not taken and node.id not in values and bool(domains.having(node.id))

    # -- access ----------------------------------------------------------------------------

    def _attribute(self, node: nodes.Attribute) -> ir.Expr:
        unknown = ir.Constant(0, type=UNKNOWN, span=node.span)
        if self.is_bare_row(node.of) and isinstance(node.of, nodes.Name):
            having = self.context.domains.having(node.of.id)
            having = [d for d in having if node.name in d.fields] or having
            of: ir.Expr = self._row(node.of.id, RowType(having[0].name), node.of.span)
        else:
            of = self.check(node.of)
        if not isinstance(of.type, RowType):
            if not isinstance(of.type, UnknownType):
                self.error("no-field", f"a {of.type} has no field `{node.name}`", node.span)
            return unknown
        domain = self.context.domains.by_name[of.type.domain]
        field = domain.fields.get(node.name)
        if field is None:
            self.error(
                "no-field",
                f"a {domain.name} has no field `{node.name}`",
                node.span,
                near=(node.name, domain.fields),
            )
            return unknown
        return self.read(field, of, node.span)

    def read(self, field: ConstantField | StateField, of: ir.Expr, span: Span) -> ir.Expr:
        """A field of a row."""
        if isinstance(field, ConstantField):
            return ir.ConstantRead(field, of, type=field.type, span=span)
        kind = ir.ZoneRead if field.is_zone else ir.StateRead
        return kind(field, of, type=field.type, span=span)

    def _item(self, node: nodes.Item) -> ir.Expr:
        of = self.check(node.of)
        match of.type:
            case MapType(key=key, value=value):
                index = self.check(node.index, key)
                return ir.ItemRead(of, index, type=value, span=node.span)
            case ListType(of=inner) if inner is not None:
                index = self.check(node.index, NUMBER)
                return ir.ItemRead(of, index, type=inner, span=node.span)
            case UnknownType():
                return of
        self.error("no-items", f"a {of.type} has no items to pick by [ ]", node.span)
        return ir.Constant(0, type=UNKNOWN, span=node.span)

    def _call(self, node: nodes.Call) -> ir.Expr:
        name, arguments = node.name, node.arguments
        if name in self.context.rulebook.defines:
            return self._define_call(node)
        if name in FUNCTIONS:
            return check_call(self, node)
        if name in NAMED_TYPES or name in self.context.rulebook.types:
            type_ = self.context.resolve_type(nodes.TypeName(name, span=node.span))
            if isinstance(type_, NumberType) and len(arguments) == 1:
                value = self.check(arguments[0])
                if isinstance(plain(value.type), NumberType | UnknownType):
                    unit = NumberType(unit=type_.unit)
                    return ir.Arithmetic("+", value, zero(node.span), type=unit, span=node.span)
        known = [*self.context.rulebook.defines, *FUNCTIONS]
        self.error(
            "unknown-function", f"there is no define `{name}`", node.span, near=(name, known)
        )
        return ir.Constant(0, type=UNKNOWN, span=node.span)

    def _define_call(self, node: nodes.Call) -> ir.Expr:
        declaration = self.context.rulebook.defines[node.name]
        result = self.context.resolve_type(declaration.result)
        arguments = self.arguments(node.name, node.arguments, declaration.parameters, node.span)
        return ir.DefineCall(node.name, arguments, type=result, span=node.span)

    def arguments(
        self,
        name: str,
        given: tuple[nodes.Expression, ...],
        parameters: tuple[nodes.Parameter, ...],
        span: Span,
    ) -> tuple[ir.Expr, ...]:
        """The arguments of a call, checked one by one against the parameters."""
        if len(given) != len(parameters):
            self.error(
                "wrong-arguments",
                f"`{name}` takes {len(parameters)} values, here are {len(given)}",
                span,
            )
            return tuple(zero(span) for _ in parameters)
        types = [self.context.resolve_type(p.type) for p in parameters]
        return tuple(self.check(g, t) for g, t in zip(given, types, strict=True))

    # -- collections -----------------------------------------------------------------------

    def _set(self, items: tuple[nodes.Expression, ...], wanted: Type | None, span: Span) -> ir.Expr:
        wish = RowType(wanted.domain) if isinstance(wanted, SetType) and wanted.domain else None
        checked = []
        for item in items:
            found = self.check(item, wish)
            if isinstance(found.type, RowType):
                wish = wish or RowType(found.type.domain)
            elif not isinstance(found.type, UnknownType):
                self.error("wrong-type", f"a set holds rows, not {found.type}", item.span)
            checked.append(found)
        type_ = SetType(wish.domain if wish else None)
        if all(isinstance(c, ir.Constant) for c in checked):
            bits = 0
            for c in checked:
                bits |= 1 << c.value if isinstance(c.value, int) else 0  # type: ignore[union-attr]
            return ir.Constant(bits & ~1, type=type_, span=span)
        return ir.SetOf(tuple(checked), type=type_, span=span)

    def _list(
        self, items: tuple[nodes.Expression, ...], wanted: Type | None, span: Span
    ) -> ir.Expr:
        wish = wanted.of if isinstance(wanted, ListType) else None
        checked = []
        for item in items:
            found = self.check(item, wish)
            wish = wish or plain(found.type)
            checked.append(found)
        type_ = ListType(wish)
        if all(isinstance(c, ir.Constant) for c in checked):
            values = tuple(c.value for c in checked)  # type: ignore[union-attr]
            return ir.Constant(values, type=type_, span=span)
        return ir.ListOf(tuple(checked), type=type_, span=span)

    def _map(self, node: nodes.MapLiteral, wanted: Type | None) -> ir.Expr:
        wish = wanted if isinstance(wanted, MapType) else MapType(UNKNOWN, UNKNOWN)
        pairs: list[tuple[int, int]] = []
        for key, value in node.pairs:
            first = self.context.constant(key, wish.key)
            second = self.context.constant(value, wish.value)
            assert isinstance(first, int)
            assert isinstance(second, int)
            pairs.append((first, second))
        return ir.ConstantMap(tuple(pairs), type=wish, span=node.span)

    def text(self, node: nodes.Template) -> ir.Text:
        """A filled-in text."""
        pieces = tuple(p if isinstance(p, str) else self.check(p) for p in node.pieces)
        return ir.Text(pieces, unquoted(node), type=TEXT, span=node.span)


def _is_too_long(lowest: ir.Expr, highest: ir.Expr) -> bool:
    """Is a range longer than it may be, whatever happens?"""
    low, high = bounds(lowest), bounds(highest)
    return low is not None and high is not None and high[0] - low[1] >= MOST_MEMBERS


def _range_of(lowest: ir.Expr, highest: ir.Expr) -> Type:
    low, high = bounds(lowest), bounds(highest)
    if low is None or high is None:
        return ListType(NUMBER)
    return ListType(NumberType(low[0], max(low[0], high[1])))


def _domain_of(wanted: Type | None) -> str | None:
    match wanted:
        case RowType(domain=domain) | SetType(domain=str() as domain) | ZoneType(domain=domain):
            return domain
        case ListType(of=RowType(domain=domain)):
            return domain
    return None
