"""What differs between two rulebooks: values as rows, parts by name, tables as sets of rows."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from brasswright.interpreter.layers.rulebook import MergedRow, Rulebook
from brasswright.interpreter.layers.tree import Named
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.printer import to_text

What = Literal["added", "removed", "changed"]
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


@dataclass(frozen=True, slots=True)
class Side:
    """How it is in one of the two rulebooks."""

    text: str
    """A value, cell or type as it is written; "" for a part with a body, and for nothing."""
    layer: str
    """The layer that made it so; "" when there is nothing."""
    cites: nodes.Cites = ()


NOT_THERE = Side("", "")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs."""

    sort: str
    """"parameter", "rule", "step", "row", "cell", …"""
    path: str
    before: Side
    after: Side

    @property
    def what(self) -> What:
        """Is it only in the second, only in the first, or different in both?"""
        if not self.before.layer:
            return "added"
        return "changed" if self.after.layer else "removed"


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two rulebooks; false when nothing does."""

    first: str
    second: str
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.changes)

    def of(self, *sorts: str) -> tuple[Change, ...]:
        """The changes of some sorts."""
        return tuple(change for change in self.changes if change.sort in sorts)

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "changes": [
                {
                    "sort": change.sort,
                    "path": change.path,
                    "what": change.what,
                    "before": _side_data(change.before),
                    "after": _side_data(change.after),
                }
                for change in self.changes
            ],
        }

    def text(self, width: int = 100) -> str:
        """The same for people: one line for each change, under headings."""
        blocks = []
        for heading, sorts in _HEADINGS:
            lines = [_line(change, width) for change in self.of(*sorts)]
            if lines:
                blocks.append("\n".join([f"{heading} ({self.first} → {self.second})", *lines]))
        return "\n\n".join(blocks)


_HEADINGS = (
    ("Values", ("seats", "parameter", "list", "type")),
    ("Words", ("enum", "value", "kind", "field", "state")),
    (
        "Rules",
        (
            "define",
            "rule",
            "action",
            "phase",
            "step",
            "option",
            "exception",
            "alternative",
            "ranking",
            "invariant",
            "check",
        ),
    ),
    ("Tables", ("row", "cell")),
)


def _side_data(side: Side) -> dict[str, Any] | None:
    if not side.layer:
        return None
    return {"text": side.text, "layer": side.layer, "cites": list(side.cites)}


def _line(change: Change, width: int) -> str:
    name = change.path if change.path == change.sort else f"{change.sort} {change.path}"
    start = f"  {_SIGNS[change.what]} {name}"
    sides = [side for side in (change.before, change.after) if side.layer]
    values = " → ".join(side.text for side in sides if side.text)
    where = " → ".join(
        dict.fromkeys(" ".join([side.layer, *(f"@{c}" for c in side.cites)]) for side in sides)
    )
    line = f"{start}: {values}  ({where})" if values else f"{start}  ({where})"
    if len(line) <= width:
        return line
    indent = " " * 6
    rest = [
        textwrap.fill(text, max(width, 20), initial_indent=indent, subsequent_indent=indent)
        for text in (values, f"({where})")
        if text
    ]
    return "\n".join([start, *rest])


# -- comparing -----------------------------------------------------------------------------


def diff(first: Rulebook, second: Rulebook) -> Difference:
    """Compare two rulebooks. Citations, titles and views make no difference to the rules."""
    names = (first.name, second.name)
    if first.name == second.name:
        labels = [" + ".join(layer.name for layer in book.layers) for book in (first, second)]
        names = (labels[0], labels[1])
    changes = (
        *_seats(first, second),
        *_values(first, second),
        *_words(first, second),
        *_rules(first, second),
        *_tables(first, second),
    )
    return Difference(*names, changes)


def _keys(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterable[str]:
    """The keys of both, those of the first in front."""
    return dict.fromkeys((*first, *second))


def _layer(book: Rulebook, path: str) -> str:
    """The layer that last changed a path."""
    events = book.provenance(path)
    return events[-1].layer if events else book.name


def _side(book: Rulebook, path: str, text: str | None, node: object) -> Side:
    if node is None or text is None:
        return NOT_THERE
    cites: nodes.Cites = getattr(node, "cites", ())
    return Side(text, _layer(book, path), book.printed(cites))


def _seats(first: Rulebook, second: Rulebook) -> Iterator[Change]:
    if first.seats != second.seats:
        sides = [
            Side(f"{book.seats[0]}..{book.seats[1]}", _layer(book, "seats"))
            if book.seats[1]
            else NOT_THERE
            for book in (first, second)
        ]
        yield Change("seats", "seats", sides[0], sides[1])


def _texts(
    sort: str,
    first: Rulebook,
    second: Rulebook,
    before: Mapping[str, tuple[nodes.Node, str]],
    after: Mapping[str, tuple[nodes.Node, str]],
) -> Iterator[Change]:
    """The changes between two sets of things that are told by their text."""
    for path in _keys(before, after):
        old, old_text = before.get(path, (None, None))
        new, new_text = after.get(path, (None, None))
        if old_text != new_text:
            yield Change(
                sort,
                path,
                _side(first, path, old_text, old),
                _side(second, path, new_text, new),
            )


def _values(first: Rulebook, second: Rulebook) -> Iterator[Change]:
    def parameters(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {name: (p, to_text(p.default)) for name, p in book.parameters.items()}

    def lists(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {
            name: (values, " ".join(to_text(value) for value in values.values))
            for name, values in book.lists.items()
        }

    def types(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {name: (type, to_text(type.type)) for name, type in book.types.items()}

    yield from _texts("parameter", first, second, parameters(first), parameters(second))
    yield from _texts("list", first, second, lists(first), lists(second))
    yield from _texts("type", first, second, types(first), types(second))


def _words(first: Rulebook, second: Rulebook) -> Iterator[Change]:
    def members(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {
            f"{enum.name}.{value}": (enum, "")
            for enum in book.enums.values()
            for value in enum.values
        }

    def kinds(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {name: (kind, _standing(kind)) for name, kind in book.kinds.items()}

    def kind_fields(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {
            f"{kind.name}.{field.name}": (field, _after_name(field))
            for kind in book.kinds.values()
            for field in kind.fields
        }

    def state(book: Rulebook) -> dict[str, tuple[nodes.Node, str]]:
        return {field.name: (field, _after_name(field)) for field in book.state}

    yield from _texts("value", first, second, members(first), members(second))
    yield from _texts("kind", first, second, kinds(first), kinds(second))
    yield from _texts("field", first, second, kind_fields(first), kind_fields(second))
    yield from _texts("state", first, second, state(first), state(second))


def _standing(kind: nodes.KindDeclaration) -> str:
    """How the rows of a kind stand to those of another."""
    if kind.within is not None:
        return "within {} by {}".format(*kind.within)
    return f"joins {kind.joins}" if kind.joins is not None else ""


def _after_name(field: nodes.Field) -> str:
    """The type of a field and what follows it."""
    return to_text(replace(field, cites=())).partition(": ")[2]


# -- rules ---------------------------------------------------------------------------------

_SORTS: dict[type[nodes.Node], str] = {
    nodes.DefineDeclaration: "define",
    nodes.RuleDeclaration: "rule",
    nodes.ActionDeclaration: "action",
    nodes.PhaseDeclaration: "phase",
    nodes.Step: "step",
    nodes.Option: "option",
    nodes.ExceptionTo: "exception",
    nodes.AlternativeTo: "alternative",
    nodes.RankingDeclaration: "ranking",
    nodes.InvariantDeclaration: "invariant",
}


def _rules(first: Rulebook, second: Rulebook) -> Iterator[Change]:
    before = {path: part for path, part in first.parts().items() if type(part) in _SORTS}
    after = {path: part for path, part in second.parts().items() if type(part) in _SORTS}
    different = {
        path
        for path in _keys(before, after)
        if path not in before or path not in after or _own(before[path]) != _own(after[path])
    }
    for path in _keys(before, after):
        top = path.partition(".")[0]
        if "." in path and (top not in before or top not in after):
            continue  # the whole part is added or removed
        common = before.keys() & after.keys()
        moved = path == top and _order(first, top, common) != _order(second, top, common)
        if path in different or moved:
            old, new = before.get(path), after.get(path)
            sort = _SORTS[type(after[path] if path in after else before[path])]
            texts = [
                to_text(part.body) if isinstance(part, nodes.DefineDeclaration) else ""
                for part in (old, new)
            ]
            yield Change(
                sort, path, _side(first, path, texts[0], old), _side(second, path, texts[1], new)
            )
    checks = [{to_text(check.test): check for check in book.checks} for book in (first, second)]
    for test in _keys(*checks):
        if (test in checks[0]) != (test in checks[1]):
            sides = [
                Side(test, found[test].span.layer, book.printed(found[test].cites))
                if test in found
                else NOT_THERE
                for book, found in zip((first, second), checks, strict=True)
            ]
            yield Change("check", "check", sides[0], sides[1])


def _order(book: Rulebook, top: str, common: Iterable[str]) -> list[str]:
    """The named things inside a part that the other rulebook has too, in the order of the text."""
    return [path for path in book.parts() if path.startswith(f"{top}.") and path in common]


_IGNORED = ("span", "cites", "title")


def _own(value: object, inside: bool = False) -> object:
    """A part without what has a name of its own in it, as something that can be compared."""
    if isinstance(value, Named) and inside:
        return None
    if isinstance(value, nodes.Node):
        return (
            type(value).__name__,
            *(
                _own(getattr(value, field.name), True)
                for field in fields(value)
                if field.name not in _IGNORED
            ),
        )
    if isinstance(value, tuple):
        return tuple(_own(item, True) for item in value if not isinstance(item, Named))
    return value


# -- tables --------------------------------------------------------------------------------


def _tables(first: Rulebook, second: Rulebook) -> Iterator[Change]:
    for kind in _keys(first.tables, second.tables):
        before, after = _rows(first, kind), _rows(second, kind)
        for name in _keys(before, after):
            path = f"{kind}.{name}"
            old, new = before.get(name), after.get(name)
            if old is None or new is None:
                yield Change("row", path, _side(first, path, "", old), _side(second, path, "", new))
                continue
            for column in _keys(_cells(old), _cells(new)):
                texts = _cells(old).get(column, "-"), _cells(new).get(column, "-")
                if texts[0] != texts[1] and column != "title":
                    cell = f"{path}.{column}"
                    yield Change(
                        "cell",
                        cell,
                        _side(first, cell, texts[0], old),
                        _side(second, cell, texts[1], new),
                    )


def _rows(book: Rulebook, kind: str) -> dict[str, MergedRow]:
    """The rows of a kind by name; a row without a name is known by what is in it."""
    return {
        row.id if row.id is not None else " ".join(_cells(row).values()): row
        for row in book.tables.get(kind, ())
    }


def _cells(row: MergedRow) -> dict[str, str]:
    cells = {column: to_text(cell) for column, cell in row.cells.items()}
    if len(row.last) != 1:
        cells[row.last_column] = " ".join(to_text(cell) for cell in row.last) or "-"
    return cells
