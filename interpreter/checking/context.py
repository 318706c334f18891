"""What expressions may refer to: rows, fields, parameters, lists, defines, and their values."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.domains import Domains
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    TEXT,
    UNKNOWN,
    BoolType,
    ListType,
    MapType,
    NumberType,
    RowType,
    SetType,
    Type,
    ZoneType,
)
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

NAMED_TYPES: dict[str, Type] = {"Number": NUMBER, "Bool": BOOL, "Text": TEXT}


class Context:
    """A rulebook at one number of seats, while it is being checked."""

    def __init__(self, rulebook: Rulebook, seats: int, findings: Findings) -> None:
        self.rulebook = rulebook
        self.seats = seats
        self.findings = findings
        self.domains = Domains(seats=seats)
        self.defines: dict[str, ir.Define] = {}
        self.values: dict[str, ir.Constant | ir.ConstantMap] = {}
        """Parameters and lists, once computed."""
        self.evaluator = Evaluator(self.domains, self.define)
        self.choices: list[ir.ChooseStatement | ir.OptionsStatement] = []
        self.reasons: list[ir.Reason] = []
        self.logs: list[ir.Text] = []
        self.tallies: dict[int, str] = {}

    def define(self, name: str) -> ir.Define:
        """A define that has been checked already; raises NotConstant before that."""
        if name not in self.defines:
            raise NotConstant(f"{name} can't be used here", self.rulebook.defines[name].span)
        return self.defines[name]

    def resolve_type(self, type_: nodes.Type) -> Type:
        """A written type as a type; unknown names are reported."""
        match type_:
            case nodes.TypeName(name=name, optional=optional):
                return self._named(name, optional, type_.span)
            case nodes.TypeRange():
                return self._range(type_)
            case nodes.TypeMany(many=many, of=of):
                inner = self._named(of, False, type_.span)
                if many == "list":
                    return ListType(inner)
                if not isinstance(inner, RowType):
                    if inner != UNKNOWN:
                        self.findings.error(
                            "wrong-type", f"a {many} holds rows of a kind, not {inner}", type_.span
                        )
                    return UNKNOWN
                if many == "set":
                    return SetType(inner.domain)
                if many == "sets":
                    return ListType(SetType(inner.domain))
                return ZoneType(many, inner.domain)
            case nodes.TypeMap(key=key, value=value):
                return MapType(
                    self._named(key, False, type_.span), self._named(value, False, type_.span)
                )

    def value_type(self, type_: nodes.Type) -> Type:
        """The type of a value: of a parameter, of what a define gives. A zone is none."""
        found = self.resolve_type(type_)
        if isinstance(found, ZoneType):
            self.findings.error(
                "wrong-type",
                f"a {found} is a place for pieces, not a value",
                type_.span,
                help=[f"a set of {found.domain} can be a value"],
            )
            return UNKNOWN
        return found

    def _named(self, name: str, optional: bool, span: Span) -> Type:
        if name in self.domains.by_name:
            return RowType(name, optional)
        if optional:
            self.findings.error(
                "wrong-type", f"only rows may be nothing: `{name}` takes no `?`", span
            )
        if name in NAMED_TYPES:
            return NAMED_TYPES[name]
        if name in self.rulebook.types:
            declaration = self.rulebook.types[name]
            if isinstance(declaration.type, nodes.TypeRange):
                return self._range(declaration.type, name)
            self.findings.error(
                "wrong-type", f"`{name}` is not a range of numbers", declaration.span
            )
            return UNKNOWN
        known = [*self.domains.by_name, *NAMED_TYPES, *self.rulebook.types]
        self.findings.error("unknown-type", f"there is no type `{name}`", span, near=(name, known))
        return UNKNOWN

    def _range(self, type_: nodes.TypeRange, unit: str | None = None) -> NumberType:
        low, high = self.number(type_.low), self.number(type_.high)
        if low > high:
            message = f"{low}..{high} holds no number"
            self.findings.error("wrong-range", message, type_.span)
        return NumberType(low, max(low, high), unit)

    def number(self, expression: nodes.Expression) -> int:
        """The value of a bound of a range, known before a game."""
        value = self.constant(expression, NUMBER)
        return value if isinstance(value, int) else 0

    def constant(self, expression: nodes.Expression, type_: Type) -> object:
        """The value of an expression that must be known before a game; 0 after a mistake."""
        from brasswright.interpreter.checking.expressions import ExpressionChecker
        from brasswright.interpreter.checking.scopes import Scope

        checked = ExpressionChecker(self, Scope()).check(expression, type_)
        try:
            return self.evaluator.value(checked)
        except NotConstant as mistake:
            self.findings.error("not-constant", str(mistake), expression.span)
            return 0

    def named_value(self, name: str, span: Span) -> ir.Constant | ir.ConstantMap | None:
        """The value of a parameter or list, computed when it is first asked for."""
        if name in self.values:
            return self.values[name]
        if name in self.rulebook.parameters:
            self.values[name] = ir.Constant(0, type=UNKNOWN, span=span)  # ends a circle
            self.values[name] = self._parameter(self.rulebook.parameters[name])
        elif name in self.rulebook.lists:
            self.values[name] = self._list(self.rulebook.lists[name])
        return self.values.get(name)

    def _parameter(self, p: nodes.ParameterDeclaration) -> ir.Constant | ir.ConstantMap:
        type_ = self.value_type(p.type)
        default = p.default
        if p.type.by_seats and isinstance(default, nodes.MapLiteral):
            for key, given in default.pairs:
                if isinstance(key, nodes.Number) and key.value == self.seats:
                    default = given
                    break
            else:
                self.findings.error(
                    "no-value-for-seats",
                    f"`{p.name}` has no value for {self.seats} players",
                    p.span,
                )
                return ir.Constant(0, type=UNKNOWN, span=p.span)
        value = self.constant(default, type_)
        if isinstance(type_, MapType) and isinstance(value, dict):
            for pair_key, item in value.items():
                self.check_range(pair_key, type_.key, default.span, p.name)
                self.check_range(item, type_.value, default.span, p.name)
            return ir.ConstantMap(tuple(value.items()), type=type_, span=p.span)
        if isinstance(type_, MapType):
            # Told already; what reads it need not complain as well.
            return ir.Constant(0, type=UNKNOWN, span=p.span)
        self.check_range(value, type_, default.span, p.name)
        assert isinstance(value, int | tuple)
        return ir.Constant(value, type=type_, span=p.span)

    def _list(self, declaration: nodes.ListDeclaration) -> ir.Constant:
        type_ = self.value_type(declaration.type)
        values: list[object] = []
        for cell in declaration.values:
            if isinstance(cell, nodes.CellNumbers):
                for number in cell.numbers:
                    if self.check_range(number, type_, cell.span, declaration.name):
                        values.append(number)
            else:
                values.append(self.cell_value(cell, type_, declaration.name))
        return ir.Constant(tuple(values), type=ListType(type_), span=declaration.span)

    def check_range(self, value: object, type_: Type, span: Span, what: str) -> bool:
        """Is a constant within the range of its type? If not, it is reported."""
        if not isinstance(type_, NumberType) or not isinstance(value, int) or type_.low is None:
            return True
        assert type_.high is not None
        if type_.low <= value <= type_.high:
            return True
        self.findings.error(
            "out-of-range",
            f"`{what}` is {value}, which is not within {type_.low}..{type_.high}",
            span,
        )
        return False

    def cell_value(self, cell: nodes.Cell, type_: Type, what: str) -> object:
        """The value of one cell of a table, for a field of that type."""
        match cell, type_:
            case nodes.CellExpression(expression=expression), _:
                return self.constant(expression, type_)
            case nodes.CellText(text=text), _:
                if type_ == TEXT:
                    return text
            case nodes.CellNothing(), ListType():
                return ()
            case nodes.CellNothing(), _:
                return "" if type_ == TEXT else 0
            case nodes.CellNumbers(numbers=numbers), ListType(of=NumberType() as inner):
                for number in numbers:
                    self.check_range(number, inner, cell.span, what)
                return numbers
            case nodes.CellNumbers(numbers=(number,)), NumberType():
                self.check_range(number, type_, cell.span, what)
                return number
            case nodes.CellWords(words=("yes" | "no" as word,)), BoolType():
                return int(word == "yes")
            case nodes.CellWords(words=(word,)), RowType(domain=domain):
                return self.row(word, domain, cell.span)
            case nodes.CellWords(words=words), SetType(domain=str() as domain):
                bits = 0
                for word in words:
                    bits |= 1 << self.row(word, domain, cell.span)
                return bits & ~1
            case nodes.CellWords(words=(word,)), NumberType() if word in {
                *self.rulebook.parameters
            }:
                return self.constant(nodes.Name(word, span=cell.span), type_)
        if type_ != UNKNOWN:
            self.findings.error(
                "wrong-cell", f"`{what}` takes {_kind_of_cell(type_)} here", cell.span
            )
        return 0

    def row(self, name: str, domain: str, span: Span) -> int:
        """The id of a row by name; 0 after reporting that there is none."""
        found = self.domains.by_name[domain].find(name)
        if found is None:
            self.findings.error(
                "unknown-row",
                f"there is no {domain} `{name}`",
                span,
                near=(name, self.domains.by_name[domain].index),
            )
        return found or 0


def _kind_of_cell(type_: Type) -> str:
    match type_:
        case NumberType():
            return "a number"
        case BoolType():
            return "yes or no"
        case RowType(domain=domain):
            return f"the name of a {domain}"
        case SetType(domain=domain):
            return f"names of {domain} rows joined by |, or -"
        case ListType():
            return "values joined by commas, or -"
    return "a quoted text"
