"""House files: a YAML file of parameter values that is read as an overlay of `set` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import NotUnderstood, RulesError
from brasswright.interpreter.layers.document import Document, Path
from brasswright.interpreter.layers.layer import overlay_name
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.yaml_text import schema_mistakes
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[0-9]+|(--[a-z_][a-z0-9_]*)+)?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]{1,10}")

_HEAD: dict[str, Any] = {
    "title": {
        "description": "What the house calls it.",
        "type": "string",
        "maxLength": 200,
        "pattern": "^[^\\u0000-\\u001f]*$",
    },
    "amends": {
        "description": "Names of the rulesets that it is meant for.",
        "type": "array",
        "items": {"type": "string", "pattern": "^[a-z0-9_-]{1,64}$"},
        "minItems": 1,
    },
}


def house_text(document: Document, name: str, amends: str) -> str:
    """The overlay that a house file stands for, each value on the line where the file has it.

    `amends` is the ruleset it is laid on, in case it doesn't say. Raises RulesError.
    """
    schema = {"type": "object", "properties": _HEAD}
    mistakes = schema_mistakes(document, schema)
    if not mistakes:
        for key in document.value:
            if key not in _HEAD and not _NAME.fullmatch(key):
                message = f"`{key}` can't be the name of a parameter"
                mistakes.append(Diagnostic("unknown-key", message, document.keys[(key,)]))
    if not amends and not mistakes and "amends" not in document.value:
        message = "the key `amends` is missing: for which ruleset is it?"
        mistakes.append(Diagnostic("missing-key", message, Span(document.source, 0, 0)))
    if mistakes:
        raise RulesError(mistakes)
    lines: dict[int, str] = {}
    for key, value in document.value.items():
        if key not in _HEAD:
            line = document.keys[(key,)].line
            while line in lines:
                line += 1
            lines[line] = f"set {key} = {_expression(document, value, (key,))}"
    title = document.value.get("title", name).replace('"', "'")
    below = document.value.get("amends", [amends])
    head = f"overlay {overlay_name(name)} {_quoted(title)} amends "
    head += ", ".join(overlay_name(other) for other in below)
    last = max(lines, default=0)
    return "".join(f"{lines.get(line, '')}\n" for line in range(1, last + 1)) + head + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")
    return f'"{escaped}"'


def _expression(document: Document, value: Any, path: Path) -> str:
    """A value of YAML as it is written in rule text."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str() if _WORD.fullmatch(value):
            return value
        case str() if value.isprintable():
            return _quoted(value)
        case list():
            items = (_expression(document, item, (*path, i)) for i, item in enumerate(value))
            return f"[{', '.join(items)}]"
        case dict():
            pairs = (
                f"{_key(document, key, path)}: {_expression(document, item, (*path, key))}"
                for key, item in value.items()
            )
            return f"{{{', '.join(pairs)}}}"
    message = "a value is a whole number, a word, yes or no, a list or a mapping of these"
    raise RulesError([Diagnostic("wrong-value", message, document.span(path))])


def _key(document: Document, key: str, path: Path) -> str:
    if _WORD.fullmatch(key) or _NUMBER.fullmatch(key):
        return key
    message = f"`{key}` is neither a number nor a name"
    raise RulesError([Diagnostic("wrong-value", message, document.keys[(*path, key)])])


def house_file(rulebook: Rulebook, title: str, amends: Sequence[str], names: Sequence[str]) -> str:
    """The house file that gives these parameters the values they have in a rulebook.

    Raises NotUnderstood for a value that only rule text can say.
    """
    content: dict[str, Any] = {"title": title, "amends": list(amends)}
    for name in names:
        value = _plain(rulebook.parameters[name].default)
        if value is None:
            raise NotUnderstood(f"the value of `{name}` can only be written in a .rules file")
        content[name] = value
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True)


# -- the schema of house files -------------------------------------------------------------


def house_schema(rulebook: Rulebook) -> dict[str, Any]:
    """The JSON Schema of house files for a rulebook, from the parameters that it declares."""
    properties = dict(_HEAD)
    names = [layer.name for layer in rulebook.layers if not layer.is_overlay]
    properties["amends"] = {**_HEAD["amends"], "default": names[-1:]}
    for name, parameter in rulebook.parameters.items():
        default = _plain(parameter.default)
        properties[name] = {
            "description": _description(rulebook, parameter),
            **_type_schema(rulebook, parameter.type),
            **({} if default is None else {"default": default}),
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"House rules for {rulebook.title}",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def _description(rulebook: Rulebook, parameter: nodes.ParameterDeclaration) -> str:
    """The sentence of a parameter, with the unit of its numbers."""
    sentence = parameter.sentence or parameter.name
    named = parameter.type.name if isinstance(parameter.type, nodes.TypeName) else ""
    unit = rulebook.types[named].unit if named in rulebook.types else None
    return f"{sentence} ({unit})" if unit else sentence


def _plain(value: nodes.Expression) -> Any:
    """A value as YAML has it; None when it is computed."""
    match value:
        case nodes.Number(value=number):
            return number
        case nodes.Unary(operator="-", operand=nodes.Number(value=number)):
            return -number
        case nodes.Truth(value=truth):
            return truth
        case nodes.Name(id=name):
            return name
        case nodes.ListLiteral(items=items):
            found = [_plain(item) for item in items]
            return None if None in found else found
        case nodes.MapLiteral(pairs=pairs):
            mapping = {str(_plain(key)): _plain(item) for key, item in pairs}
            return None if None in mapping.values() else mapping
    return None


def _type_schema(rulebook: Rulebook, type: nodes.Type) -> dict[str, Any]:
    if not type.by_seats:
        return _one_schema(rulebook, type)
    each = _one_schema(rulebook, type)
    low, high = rulebook.seats
    seats = [str(number) for number in range(low, high + 1)]
    mapping = {
        "type": "object",
        "properties": dict.fromkeys(seats, each),
        "required": seats,
        "additionalProperties": False,
    }
    return {"anyOf": [each, mapping]}


def _one_schema(rulebook: Rulebook, type: nodes.Type) -> dict[str, Any]:
    match type:
        case nodes.TypeRange(low=low, high=high):
            return {"type": "integer", **dict(_bounds(low, high))}
        case nodes.TypeMany(of=of):
            return {"type": "array", "items": _named_schema(rulebook, of)}
        case nodes.TypeMap(key=key, value=value):
            schema = {"type": "object", "additionalProperties": _named_schema(rulebook, value)}
            keys = _named_schema(rulebook, key)
            wanted = keys if "enum" in keys else {"pattern": "^-?[0-9]+$"}
            return {**schema, "propertyNames": wanted}
        case nodes.TypeName(name=name, optional=optional):
            schema = _named_schema(rulebook, name)
            return {"anyOf": [schema, {"type": "null"}]} if optional else schema


def _named_schema(rulebook: Rulebook, name: str) -> dict[str, Any]:
    if name in rulebook.types:
        return _one_schema(rulebook, rulebook.types[name].type)
    if name in rulebook.enums:
        return {"enum": list(rulebook.enums[name].values)}
    if name in rulebook.tables:
        return {"enum": [row.id for row in rulebook.tables[name] if row.id is not None]}
    words = {"Bool": "boolean", "Number": "integer"}
    return {"type": words.get(name, "string")}


def _bounds(low: nodes.Expression, high: nodes.Expression) -> Iterator[tuple[str, int]]:
    for word, bound in (("minimum", low), ("maximum", high)):
        match bound:
            case nodes.Number(value=value):
                yield word, value
            case nodes.Unary(operator="-", operand=nodes.Number(value=value)):
                yield word, -value
