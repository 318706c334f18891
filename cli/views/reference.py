"""The rules reference, printed from the text in force, with the layers that made it so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from brasswright.cli.language import meant, say, title_of
from brasswright.cli.output import folded
from brasswright.cli.prompt.words import unknown
from brasswright.cli.views.table import columns_text, names_text
from brasswright.cli.views.topics import topic_text
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.layers.overlaying import split
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.printer import to_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Amended, MergedRow, Rulebook

PARAMETERS = "parameters"
_ID = re.compile(r"@?([A-Za-z]+(?:-[A-Za-z0-9]+)+)")
_EVENTS = {
    "declared": "declared by {layer}, {place}",
    "set": "set from {value} by {layer}, {place}",
    "replaced": "replaced by {layer}, {place}",
    "dropped": "dropped by {layer}, {place}",
    "extended": "extended by {layer}, {place}",
}
"""What became of a part, by what the history calls it; `_EVENT` for all else."""
_EVENT = "{what} by {layer}, {place}"
_REASON = "{what}, because {reason}"
_CITE = re.compile(r" @([A-Z]+)(?:-[A-Z0-9]+)+")


def whole_text(rulebook: Rulebook, width: int) -> str:
    """Everything: parameters, tables, then every part in the order of the text."""
    blocks = [heading_text(rulebook), parameters_text(rulebook, width)]
    for path in _top(rulebook):
        if path not in rulebook.parameters:
            blocks.append(part_text(rulebook, path, width))
    blocks += [view_text(view) for views in _views(rulebook) for view in views.values()]
    for path in rulebook.dropped:
        how = _dropped_by(rulebook, path)
        blocks.append(say("dropped: {path} ({how})", path=path, how=how))
    return "\n\n".join(blocks)


def contents_text(rulebook: Rulebook, width: int) -> str:
    """The names of all parts, by what they are; a name after `rules` prints it."""
    groups: dict[str, list[str]] = {}
    for path in _top(rulebook):
        groups.setdefault(_kind_of(rulebook.parts()[path]), []).append(path)
    blocks = [heading_text(rulebook)]
    for kind, names in groups.items():
        blocks.append(f"{say(kind)}\n{names_text(names, width)}")
    last = "`rules NAME` prints a part, `rules WORD` finds some, `rules parameters` the values."
    return "\n".join([*blocks, say(last)])


def reference_text(rulebook: Rulebook, name: str, width: int = 80) -> str:
    """One part by name, all values (`parameters`), every part that cites an id, or a topic.

    Raises NotUnderstood when the name means nothing here.
    """
    if meant(name, PARAMETERS) == PARAMETERS:
        return parameters_text(rulebook, width)
    cite = _cited(rulebook, name)
    if cite is not None:
        paths = rulebook.cited_by(cite)
        notes = [note for note in rulebook.notes if cite in note.cites]
        blocks = [_note_text(note) for note in notes]
        blocks += [part_text(rulebook, path, width) for path in paths]
        return "\n\n".join(dict.fromkeys(blocks))
    try:
        found = _paths(rulebook, name)
    except NotUnderstood:
        topic = topic_text(rulebook, name, width)
        if topic:
            return topic
        raise
    blocks = [part_text(rulebook, path, width) for path in found]
    if name.casefold() not in {path.casefold() for path in found}:
        blocks.append(topic_text(rulebook, name, width))  # it was only the end of their names
    return "\n\n".join(filter(None, blocks))


def reference_data(rulebook: Rulebook, name: str | None) -> list[dict[str, Any]]:
    """The same as plain data: path, what it is, its text, citations and history."""
    if name is None:
        paths: Sequence[str] = list(_top(rulebook))
    elif meant(name, PARAMETERS) == PARAMETERS:
        paths = list(rulebook.parameters)
    else:
        cite = _cited(rulebook, name)
        paths = rulebook.cited_by(cite) if cite else _paths(rulebook, name)
    return [_part_data(rulebook, path) for path in dict.fromkeys(paths)]


def heading_text(rulebook: Rulebook) -> str:
    """Which rules these are, for how many, and of which layers they are made."""
    low, high = rulebook.seats
    many = say("{low} to {high} players", low=low, high=high) if high else ""
    edition = split(rulebook.layers)[0][-1]
    lines = [" · ".join(filter(None, [title_of(edition), many]))]
    lines += [f"  {layer.name}: {title_of(layer)}" for layer in rulebook.layers]
    lines += [
        f"  {say('{prefix}- cites {book}', prefix=prefix, book=book)}"
        for prefix, book in rulebook.rulebooks.items()
        if rulebook.cites is None or prefix in rulebook.cites
    ]
    return "\n".join(lines)


def parameters_text(rulebook: Rulebook, width: int, words: Sequence[str] = ()) -> str:
    """The values a house may set, each with its range, its last layer and its sentence.

    Only those that contain all of the words.
    """
    lines: list[str] = []
    for name, parameter in rulebook.parameters.items():
        value, kind = to_text(parameter.default), _range(rulebook, parameter.type)
        unit, layer = _unit(rulebook, parameter.type), _last_layer(rulebook, name)
        whence = say("{kind}, set by {layer}", kind=kind, layer=layer)
        said = f"{name} = {value} {unit}".rstrip() + f"  ({whence})"
        sentence = f"    {parameter.sentence or ''}".rstrip()
        if all(word.casefold() in f"{said}{sentence}".casefold() for word in words):
            lines += [said, sentence]
    return "\n".join(folded(line, width) for line in lines if line)


def part_text(rulebook: Rulebook, path: str, width: int) -> str:
    """One part: its text as it is in force, then where each piece of it comes from."""
    part = rulebook.parts().get(path)
    lines: list[str] = []
    if part is not None:
        lines.append(_own_cites(rulebook, to_text(part).rstrip()))
    if path in rulebook.dropped:
        lines.append(f"{path}: {_dropped_by(rulebook, path)}")
    if path in rulebook.tables:
        lines.append(table_of_rows(rulebook.tables[path], width))
    lines += [view_text(views[path]) for views in _views(rulebook) if path in views]
    for item in rulebook.state:
        if item.name == path:
            lines.append(f"state {to_text(item)}")
    rows = dict(_rows(rulebook))
    if path in rows:
        lines.append(table_of_rows([rows[path]], width))
    lines += list(_history_lines(rulebook, path))
    return "\n".join(lines)


def view_text(view: nodes.Node) -> str:
    """A declared table or map, as it is written."""
    return to_text(view).rstrip()


def _views(rulebook: Rulebook) -> tuple[Mapping[str, nodes.Node], ...]:
    return rulebook.shows, rulebook.maps


def table_of_rows(rows: Sequence[MergedRow], width: int) -> str:
    """The rows of a kind, as they are in force."""
    names = list(dict.fromkeys(column for row in rows for column in row.cells))
    run_on = next((row.last_column for row in rows if row.last_column), "")
    if run_on and run_on not in names:
        names.append(run_on)
    lines = [[row.id or "", *(_cell(row, name) for name in names)] for row in rows]
    return columns_text(["id", *names], lines, width)


# -- finding -----------------------------------------------------------------------------


def _top(rulebook: Rulebook) -> Iterator[str]:
    return (path for path in rulebook.parts() if "." not in path)


def _cited(rulebook: Rulebook, name: str) -> str | None:
    """The rule id that was meant, if it is one that the text cites."""
    found = _ID.fullmatch(name)
    if found is None:
        return None
    cite = found[1].upper()
    return cite if rulebook.cited_by(cite) else None


def _rows(rulebook: Rulebook) -> Iterator[tuple[str, MergedRow]]:
    """The rows of all tables by their paths: `Site.alpha`."""
    for kind, rows in rulebook.tables.items():
        yield from ((f"{kind}.{row.id}", row) for row in rows if row.id is not None)


def _paths(rulebook: Rulebook, name: str) -> list[str]:
    names = [
        *rulebook.parts(),
        *rulebook.tables,
        *rulebook.shows,
        *rulebook.maps,
        *rulebook.dropped,
        *(item.name for item in rulebook.state),
        *(path for path, _ in _rows(rulebook)),
    ]
    exact = [path for path in names if path.casefold() == name.casefold()]
    if exact:
        return list(dict.fromkeys(exact))
    ends = [path for path in names if path.casefold().endswith(f".{name.casefold()}")]
    if ends:
        return list(dict.fromkeys(ends))
    begun = [path for path in names if path.casefold().startswith(name.casefold())]
    top = list(dict.fromkeys(path for path in begun if "." not in path))
    if len(top) == 1:
        return top
    cites = rulebook.cited() if "-" in name else ()
    raise unknown("rule", name, list(dict.fromkeys([*names, *cites, PARAMETERS])))


# -- pieces ------------------------------------------------------------------------------


def _kind_of(part: nodes.Node) -> str:
    return type(part).__name__.removesuffix("Declaration").removesuffix("To").lower()


def _own_cites(rulebook: Rulebook, text: str) -> str:
    """The text without ids of rulebooks that this ruleset doesn't print."""
    if rulebook.cites is None:
        return text
    prefixes = rulebook.cites
    return _CITE.sub(lambda found: found[0] if found[1] in prefixes else "", text)


def _history_lines(rulebook: Rulebook, path: str) -> Iterator[str]:
    """Where the part stands, then each amendment of it or of what is inside it."""
    history: Mapping[str, Sequence[Amended]] = rulebook.history
    for event in rulebook.provenance(path):
        yield f"  # {_event_text(event)}"
    for inner, events in history.items():
        if inner.startswith(f"{path}."):
            for event in events:
                if event.what != "declared":
                    yield f"  # {inner}: {_event_text(event)}"


def _event_text(event: Amended) -> str:
    before = _value(event.before) if event.what == "set" else ""
    told = say(
        _EVENTS.get(event.what, _EVENT),
        **{"what": event.what, "value": before, "layer": event.layer, "place": event.span},
    )
    return say(_REASON, what=told, reason=event.because) if event.because else told


def _value(before: object) -> str:
    """What a value was before it was set."""
    match before:
        case nodes.ParameterDeclaration(default=default):
            return to_text(default)
        case nodes.TypeDeclaration(type=type):
            return to_text(type)
        case nodes.ListDeclaration(values=values):
            return " ".join(to_text(value) for value in values)
        case tuple():
            return " ".join(to_text(cell) for cell in before) or "-"
        case nodes.Node():
            return to_text(before)
    return say("nothing")


def _dropped_by(rulebook: Rulebook, path: str) -> str:
    drop = rulebook.dropped[path]
    told = say("dropped by {layer}", layer=drop.span.layer)
    return say(_REASON, what=told, reason=drop.because)


def _last_layer(rulebook: Rulebook, path: str) -> str:
    events = rulebook.provenance(path)
    return events[-1].layer if events else ""


def _note_text(note: nodes.NoteDeclaration) -> str:
    ids = " ".join(f"@{cite}" for cite in note.cites)
    return say("note {ids}: {text} (see {path})", ids=ids, text=note.text, path=note.see)


def _range(rulebook: Rulebook, kind: nodes.Type) -> str:
    text = to_text(kind)
    if isinstance(kind, nodes.TypeName) and kind.name in rulebook.types:
        return f"{text} ({to_text(rulebook.types[kind.name].type)})"
    return text


def _unit(rulebook: Rulebook, kind: nodes.Type) -> str:
    named = rulebook.types.get(kind.name) if isinstance(kind, nodes.TypeName) else None
    return (named.unit or "") if named is not None else ""


def _cell(row: MergedRow, name: str) -> str:
    if name == row.last_column and row.last:
        return " ".join(to_text(cell) for cell in row.last)
    cell = row.cells.get(name)
    return to_text(cell) if cell is not None else ""


def _part_data(rulebook: Rulebook, path: str) -> dict[str, Any]:
    part = rulebook.parts().get(path)
    return {
        "path": path,
        "kind": _kind_of(part) if part is not None else "table",
        "text": to_text(part) if part is not None else part_text(rulebook, path, 100),
        "cites": list(getattr(part, "cites", ())),
        "history": [
            {"layer": e.layer, "what": e.what, "at": str(e.span), "because": e.because}
            for e in rulebook.provenance(path)
        ],
    }
