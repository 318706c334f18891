"""YAML as plain data with the place of every value; anything clever in it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import yaml

from brasswright.interpreter.diagnostics import UNSEEN, Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.document import Document, Path
from brasswright.interpreter.source import Source, Span
from brasswright.interpreter.suggest import closest

DEEPEST = 20
"""Most levels of nesting."""
MOST = 50_000
"""Most values and keys of one document, for these are what reading takes time for."""
LARGEST = 2**63
"""Largest whole number."""
MOST_MISTAKES = 50
"""Most that are told of one document."""
LONGEST = 200
"""Letters of a message about a value that is wrong."""


class _Loader(yaml.SafeLoader):
    """Plain scalars, lists and mappings only."""

    depth = 0
    nodes = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise yaml.composer.ComposerError(
                None, None, "anchors and aliases (`&`, `*`) are not allowed", event.start_mark
            )
        if event.tag is not None:
            raise yaml.composer.ComposerError(
                None, None, "tags (`!`) are not allowed", event.start_mark
            )
        if self.depth >= DEEPEST:
            raise yaml.composer.ComposerError(None, None, "nested too deep", event.start_mark)
        if self.nodes >= MOST:
            message = f"there are more than {MOST:,} values"
            raise yaml.composer.ComposerError(None, None, message, event.start_mark)
        self.nodes += 1
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


_PLAIN = tuple(f"tag:yaml.org,2002:{name}" for name in ("bool", "int", "float", "null"))
# Dates, merge keys and the like stay text.
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _PLAIN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(source: Source) -> Document:
    """Read one document. Raises RulesError with the line and column of the mistake."""
    try:
        loader = _Loader(source.text)
        node = loader.get_single_node()
        document = Document(source, None)
        value = None if node is None else _value(document, loader, node, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _error(
            error.problem or "this is not YAML", source, mark.index if mark else 0
        ) from None
    except yaml.reader.ReaderError as error:
        raise _error(
            "there is a character that YAML does not allow", source, error.position
        ) from None
    return Document(source, value, document.values, document.keys)


def _error(message: str, source: Source, start: int, end: int | None = None) -> RulesError:
    start = min(start, len(source.text))
    span = Span(source, start, start + 1 if end is None else end)
    return RulesError([Diagnostic("yaml", message, span)])


def _value(document: Document, loader: _Loader, node: yaml.Node, path: Path) -> Any:
    source = document.source
    start, end = node.start_mark.index, node.end_mark.index
    document.values[path] = Span(source, start, end)
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            first, last = key_node.start_mark.index, key_node.end_mark.index
            if not isinstance(key_node, yaml.ScalarNode):
                raise _error("a key is a plain word", source, first, last)
            key = _seen(source, key_node)
            if key in mapping:
                raise _error(f"the key `{key}` is there twice", source, first, last)
            document.keys[(*path, key)] = Span(source, first, last)
            mapping[key] = _value(document, loader, value_node, (*path, key))
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [
            _value(document, loader, item, (*path, index)) for index, item in enumerate(node.value)
        ]
    _seen(source, node)
    try:
        value = loader.construct_object(node)
    except ValueError:
        raise _error("this value can't be read", source, start, end) from None
    if isinstance(value, int) and abs(value) > LARGEST:
        raise _error("this number is too large", source, start, end)
    return value


def _seen(source: Source, node: yaml.Node) -> str:
    """What a scalar says, if all of it can be shown."""
    text: str = node.value
    if found := UNSEEN.search(text):
        message = f"the character U+{ord(found[0]):04X} has no place in a text"
        raise _error(message, source, node.start_mark.index, node.end_mark.index)
    return text


# -- JSON Schema ---------------------------------------------------------------------------

_CALLED = {
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "`true` or `false`",
    "integer": "a whole number",
    "number": "a number",
    "null": "nothing",
}


def schema_mistakes(document: Document, schema: dict[str, Any]) -> list[Diagnostic]:
    """What in a document breaks a JSON Schema, each at its line."""
    from jsonschema import Draft202012Validator  # slow to import, and not always needed

    found: dict[tuple[str, str], Diagnostic] = {}
    errors = islice(Draft202012Validator(schema).iter_errors(document.value), MOST_MISTAKES)
    for error in sorted(errors, key=lambda error: [str(step) for step in error.absolute_path]):
        for diagnostic in _schema_mistake(document, error):
            found.setdefault((diagnostic.message, str(diagnostic.span)), diagnostic)
    return list(found.values())[:MOST_MISTAKES]


def _schema_mistake(document: Document, error: Any) -> Iterable[Diagnostic]:
    path: Path = tuple(error.absolute_path)
    span = document.span(path)
    where = ".".join(str(step) for step in path)
    if error.validator == "additionalProperties" and isinstance(error.validator_value, bool):
        known = list(error.schema.get("properties", {}))
        for key in error.instance:
            if key not in known:
                help = tuple(f"did you mean `{name}`?" for name in closest(key, known))
                message = f"there is no key `{key}` here"
                yield Diagnostic("unknown-key", message, document.keys[(*path, key)], help=help)
        return
    if error.validator == "required":
        for key in error.validator_value:
            if key not in error.instance:
                yield Diagnostic("missing-key", f"the key `{key}` is missing", span)
        return
    if error.validator == "type":
        wanted = error.validator_value
        words = [_CALLED[name] for name in ([wanted] if isinstance(wanted, str) else wanted)]
        message = f"`{where}` must be {' or '.join(words)}" if where else "must be a mapping"
    elif error.validator == "pattern":
        message = f"`{where}`: {error.instance!r} does not have the form {error.validator_value}"
    else:
        message = f"`{where}`: {error.message}" if where else error.message
    if len(message) > LONGEST:
        message = f"{message[:LONGEST]}…"
    if "propertyNames" in error.absolute_schema_path:
        span = document.keys.get((*path, str(error.instance)), span)
    yield Diagnostic("wrong-value", message, span)
