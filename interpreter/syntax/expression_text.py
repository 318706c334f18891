"""Writes expressions and types as rule text, with no bracket that is not needed."""

from __future__ import annotations

from collections.abc import Iterable

from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.texts import escape

# How tightly things bind, as in the grammar, from loosest to tightest.
_CONDITIONAL, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _TERM, _UNARY, _POSTFIX, _ATOM = range(11)
_BINDING = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _TERM, "/": _TERM, "&": _TERM}


def expression_text(expression: nodes.Expression, least: int = _CONDITIONAL) -> str:
    """The text of an expression, in brackets if it binds less tightly than `least`."""
    binding, text = _write(expression)
    return text if binding >= least else f"({text})"


def quoted(words: str) -> str:
    """A plain text between quotes."""
    return f'"{escape(words)}"'


def template_text(template: nodes.Template) -> str:
    """A text with holes between quotes."""
    pieces = (
        escape(piece) if isinstance(piece, str) else _hole_text(piece) for piece in template.pieces
    )
    return f'"{"".join(pieces)}"'


def unquoted(template: nodes.Template) -> str:
    """The same without the quotes, and without what only these need."""
    return template_text(template)[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def type_text(type_: nodes.Type) -> str:
    """The text of a type."""
    match type_:
        case nodes.TypeName(name=name, optional=optional):
            text = f"{name}?" if optional else name
        case nodes.TypeRange(low=low, high=high):
            text = f"{expression_text(low)}..{expression_text(high)}"
        case nodes.TypeMany(many=many, of=of):
            text = f"{many} of {of}"
        case nodes.TypeMap(key=key, value=value):
            text = f"map {key} to {value}"
    return f"{text} by seats" if type_.by_seats else text


def _hole_text(expression: nodes.Expression) -> str:
    text = expression_text(expression)
    # `{{` would be a brace in the text.
    return f"{{({text})}}" if text.startswith("{") else f"{{{text}}}"


def listed(expressions: Iterable[nodes.Expression]) -> str:
    """Expressions with commas between them."""
    return ", ".join(map(expression_text, expressions))


def _write(expression: nodes.Expression) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match expression:
        case nodes.Name(id=name):
            return _ATOM, name
        case nodes.Number(value=value):
            return _ATOM if value >= 0 else _UNARY, str(value)
        case nodes.Truth(value=truth):
            return _ATOM, "true" if truth else "false"
        case nodes.Nothing():
            return _ATOM, "none"
        case nodes.Template():
            return _ATOM, template_text(expression)
        case nodes.ListLiteral(items=items):
            return _ATOM, f"[{listed(items)}]"
        case nodes.SetLiteral(items=items):
            return _ATOM, f"{{{listed(items)}}}"
        case nodes.MapLiteral(pairs=pairs):
            inside = ", ".join(f"{expression_text(k)}: {expression_text(v)}" for k, v in pairs)
            return _ATOM, f"{{{inside}}}"
        case nodes.Call(name=name, arguments=arguments):
            return _POSTFIX, f"{name}({listed(arguments)})"
        case nodes.Attribute(of=of, name=name):
            return _POSTFIX, f"{expression_text(of, _POSTFIX)}.{name}"
        case nodes.Item(of=of, index=index):
            return _POSTFIX, f"{expression_text(of, _POSTFIX)}[{expression_text(index)}]"
        case nodes.Quantified():
            return _ATOM, _quantified_text(expression)
        case _:
            return _write_operation(expression)


def _write_operation(
    expression: nodes.Unary | nodes.Binary | nodes.Compare | nodes.Range | nodes.Conditional,
) -> tuple[int, str]:
    match expression:
        case nodes.Unary(operator="not", operand=operand):
            return _NOT, f"not {expression_text(operand, _NOT)}"
        case nodes.Unary(operator=sign, operand=operand):
            return _UNARY, f"{sign}{expression_text(operand, _UNARY)}"
        case nodes.Binary(operator=operator, left=left, right=right):
            binding = _BINDING[operator]
            # Chains group to the left, so only the right operand has to bind more tightly.
            first, second = expression_text(left, binding), expression_text(right, binding + 1)
            return binding, f"{first} {operator} {second}"
        case nodes.Compare(operator=operator, left=left, right=right):
            first, second = expression_text(left, _RANGE), expression_text(right, _RANGE)
            return _COMPARE, f"{first} {operator} {second}"
        case nodes.Range(low=low, high=high):
            return _RANGE, f"{expression_text(low, _SUM)}..{expression_text(high, _SUM)}"
        case nodes.Conditional(test=test, then=then, otherwise=otherwise):
            text = f"if {expression_text(test, _OR)} then {expression_text(then, _OR)}"
            return _CONDITIONAL, f"{text} else {expression_text(otherwise)}"


def _quantified_text(expression: nodes.Quantified) -> str:
    text = f"{expression.name} in {expression_text(expression.source)}"
    for word, part in (
        ("where", expression.where),
        ("give", expression.give),
        ("by", expression.by),
    ):
        if part is not None:
            text += f" {word} {expression_text(part)}"
    return f"{expression.quantifier}({text})"
