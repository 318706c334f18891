"""What carries out a rule of the printed rulebooks: a line for each part, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.prompt.words import unknown
from brasswright.cli.views.table import list_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook
    from brasswright.interpreter.source import Span


def printed_ids(rulebook: Rulebook) -> list[tuple[str, str]]:
    """The rule ids that this ruleset prints, each with the parts that cite it."""
    ids = sorted(rulebook.printed(rulebook.cited()))
    return [(cite, ", ".join(dict.fromkeys(rulebook.cited_by(cite)))) for cite in ids]


def cited_text(rulebook: Rulebook, typed: str, width: int) -> str:
    """The parts that cite an id, typed in any letter case. Raises NotUnderstood."""
    cite = typed.removeprefix("@").upper()
    if not rulebook.cited_by(cite):
        raise unknown("rule", typed, [name for name, _ in printed_ids(rulebook)])
    book = rulebook.rulebooks.get(cite.partition("-")[0], "")
    lines = [f"{cite}: {book}".rstrip(": ")]
    places = [(path, _place(span)) for path, span in dict.fromkeys(_citing(rulebook, cite))]
    if places:
        lines.append(list_text(places, width))
    for note in rulebook.notes:
        if cite in note.cites:
            about = say("{text} (see {path})", text=note.text, path=note.see)
            lines.append(list_text([(say("note"), f"{_place(note.span)}: {about}")], width))
    return "\n".join(lines)


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def _citing(rulebook: Rulebook, cite: str) -> Iterator[tuple[str, Span]]:
    """What cites the id and where it stands; of a table, the first row that does."""
    noted = {note.see for note in rulebook.notes if cite in note.cites}
    fields = {item.name: item.span for item in rulebook.state}
    for kind in rulebook.kinds.values():
        fields |= {f"{kind.name}.{item.name}": item.span for item in kind.fields}
    for path in rulebook.cited_by(cite):
        rows = [row.span for row in rulebook.tables.get(path, ()) if cite in row.cites]
        part = rulebook.parts().get(path)
        if rows:
            yield path, rows[0]
        elif part is not None and (path not in noted or cite in getattr(part, "cites", ())):
            yield path, part.span
        elif path in fields:
            yield path, fields[path]
    for check in rulebook.checks:
        if cite in check.cites:
            yield "check", check.span
    for seats in rulebook.seat_declarations:
        if cite in seats.cites:
            yield "seats", seats.span
