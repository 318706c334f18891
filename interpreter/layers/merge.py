"""Merging: the layers in order, each first declaring, then amending, make one rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.amend import amend
from brasswright.interpreter.layers.declare import declare
from brasswright.interpreter.layers.draft import EXCLUSIVE, Draft
from brasswright.interpreter.layers.forbid import place_forbid
from brasswright.interpreter.layers.layer import LayerText, digest, same_name
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.tables import check_dropped_rows
from brasswright.interpreter.source import NOWHERE, Source, Span
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.parsed import Parsed
from brasswright.interpreter.syntax.store import parse_kept

MOST_MISTAKES = 100
"""After so many the rest of the text is not looked at."""
MOST_AMENDMENTS = 1000
"""Most amendments of one layer: each is a walk through a part, and texts come from anywhere."""

PartType = TypeVar("PartType", bound=nodes.Node)


@dataclass(frozen=True)
class _Layer:
    """A layer, parsed."""

    text: LayerText
    items: tuple[nodes.TopLevel, ...]

    @property
    def header(self) -> nodes.Header | None:
        return next((item for item in self.items if isinstance(item, nodes.Header)), None)


@lru_cache(maxsize=256)
def _parse(name: str, text: str, layer: str) -> Parsed:
    return parse_kept(Source(name, text, layer))


def merge(layers: Sequence[LayerText]) -> Rulebook:
    """Put layers together, the first at the bottom.

    Raises RulesError with every mistake found: all mistakes of reading, or else all of merging.
    """
    diagnostics: list[Diagnostic] = []
    parsed = []
    for layer in layers:
        items: list[nodes.TopLevel] = []
        for name, text in layer.files.items():
            result = _parse(layer.shown(name), text, layer.name)
            diagnostics += result.diagnostics
            items += result.items
        parsed.append(_Layer(layer, tuple(items)))
    _stop_at_errors(diagnostics)
    draft = Draft(_beneath(layers))
    _check_stack(draft, parsed)
    for layer_items in parsed:
        draft.layer = layer_items.text.name
        amendments = 0
        for item in sorted(layer_items.items, key=_turn):
            if len(draft.diagnostics) >= MOST_MISTAKES:
                break
            if not isinstance(item, nodes.Amendment):
                declare(draft, item)
                continue
            amendments += 1
            if amendments > MOST_AMENDMENTS:
                message = f"a layer may have no more than {MOST_AMENDMENTS} amendments"
                draft.report("too-many-amendments", message, item.span)
                break
            amend(draft, item)
    _place_forbids(draft)
    check_dropped_rows(draft)
    _report_conflicts(draft)
    _check_notes(draft)
    seats = _seats(draft)
    _stop_at_errors(draft.diagnostics)
    warnings = (*diagnostics, *draft.diagnostics)
    return _rulebook(draft, tuple(layers), seats, warnings)


def _stop_at_errors(diagnostics: Sequence[Diagnostic]) -> None:
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        raise RulesError(diagnostics)


def _turn(item: nodes.TopLevel) -> int:
    """Within a layer words come first, then tables, then what changes earlier text."""
    match item:
        case nodes.ExtendEnum() | nodes.ExtendKind():
            return 1
        case nodes.TableDeclaration():
            return 2
        case nodes.ExtendTable():
            return 3
        case _:
            return 4 if isinstance(item, nodes.Amendment) else 0


# -- how the layers stand to each other ----------------------------------------------------


def _beneath(layers: Sequence[LayerText]) -> dict[str, frozenset[str]]:
    """For each layer, those that it amends: what it extends, and for an overlay played on an
    edition, all of the edition."""
    top = max((i for i, layer in enumerate(layers) if not layer.is_overlay), default=-1)
    edition = frozenset(layer.name for layer in layers[: top + 1])
    beneath: dict[str, frozenset[str]] = {}
    for index, layer in enumerate(layers):
        found = set(edition) if index > top else set()
        for earlier in layers[:index]:
            if any(same_name(earlier.name, name) for name in layer.below):
                found |= {earlier.name, *beneath[earlier.name]}
        beneath[layer.name] = frozenset(found)
    return beneath


def _check_stack(draft: Draft, layers: Sequence[_Layer]) -> None:
    """Check that each layer stands on what it says it stands on."""
    if not layers or all(layer.text.is_overlay for layer in layers):
        draft.report("no-ruleset", "there is no ruleset to amend", _start(layers))
    for index, layer in enumerate(layers):
        name, earlier = layer.text.name, [other.text.name for other in layers[:index]]
        headers = [item for item in layer.items if isinstance(item, nodes.Header)]
        here = headers[0].span if headers else _start([layer])
        if name in earlier:
            draft.report("layer-twice", f"the layer `{name}` is there twice", here)
        if layer.text.is_overlay:
            if len(headers) != 1:
                message = f'`{name}` begins with one line `overlay name "title" amends ruleset`'
                draft.report("overlay-header", message, headers[1].span if headers else here)
            if not any(same_name(x, y) for x in layer.text.below for y in earlier):
                wanted = ", ".join(f"`{below}`" for below in layer.text.below)
                found = f"`{earlier[-1]}`" if earlier else "nothing"
                message = f"`{name}` is meant for {wanted}, and this is {found}"
                draft.report("not-meant-for", message, here)
        else:
            for header in headers:
                message = "only a single file has an `overlay` line; this one is in a ruleset"
                draft.report("overlay-header", message, header.span)
            for below in layer.text.below:
                if not any(same_name(below, other) for other in earlier):
                    draft.report("unknown-ruleset", f"`{name}` extends `{below}`, missing", here)


def _start(layers: Sequence[_Layer]) -> Span:
    for layer in layers:
        for item in layer.items:
            return item.span
        for name, text in layer.text.files.items():
            return Span(Source(layer.text.shown(name), text, layer.text.name), 0, 0)
    return NOWHERE


# -- at the end ----------------------------------------------------------------------------


def _place_forbids(draft: Draft) -> None:
    for path, item in draft.forbids.items():
        name, _, step = path.partition(".")
        within = item.path.partition(".")[2]
        part = draft.parts.get(name)
        if part is None:
            continue
        placed = place_forbid(part, within, item, step)
        if placed is None:
            message = f"no point of `{item.path}` knows all that this condition speaks of"
            draft.report("forbid-nowhere", message, item.span, [(part.span, "declared here")])
        else:
            draft.parts[name] = placed


def _report_conflicts(draft: Draft) -> None:
    """Report what equal layers did to one path, unless a layer above both settled it."""
    seen = set()
    for conflict in draft.conflicts:
        first, second = conflict.first, conflict.second
        pair = (conflict.path, first.layer, second.layer)
        settled = any(
            event.what in EXCLUSIVE and {first.layer, second.layer} <= draft.beneath[event.layer]
            for event in draft.history[conflict.path]
        )
        if settled or pair in seen:
            continue
        seen.add(pair)
        draft.report(
            "conflict",
            f"`{first.layer}` and `{second.layer}` both change `{conflict.path}`, "
            "and neither amends the other",
            second.span,
            [(first.span, f"`{first.layer}` here")],
            [f"write `amends {first.layer.replace('-', '_')}` in `{second.layer}` to settle it"],
        )


def _check_notes(draft: Draft) -> None:
    for note in draft.notes:
        part = note.see.partition(".")[0]
        if note.see not in draft.history and part not in draft.dropped:
            draft.report_unknown(note.see, note.span, draft.history)


def _seats(draft: Draft) -> tuple[int, int]:
    """The numbers of players that every layer allows."""
    if not draft.seats:
        return 0, 0
    low = max(seats.low for seats in draft.seats)
    high = min(seats.high for seats in draft.seats)
    if low > high:
        message = "no number of players is left that every layer allows"
        labels = [(s.span, f"`{s.span.layer}` allows {s.low} to {s.high}") for s in draft.seats]
        draft.report("no-seats", message, draft.seats[-1].span, labels[:-1])
    return low, high


def _rulebook(
    draft: Draft,
    layers: tuple[LayerText, ...],
    seats: tuple[int, int],
    warnings: tuple[Diagnostic, ...],
) -> Rulebook:
    edition = next(layer for layer in reversed(layers) if not layer.is_overlay)
    cites = edition.manifest.get("cites")
    rulebooks: dict[str, str] = {}
    for layer in layers:
        rulebooks.update(layer.manifest.get("rulebooks", {}))

    def of(kind: type[PartType]) -> dict[str, PartType]:
        return {name: part for name, part in draft.parts.items() if isinstance(part, kind)}

    return Rulebook(
        name=edition.name,
        title=edition.title,
        playable=bool(edition.manifest.get("playable", True)),
        layers=layers,
        cites=None if cites is None else tuple(cites),
        rulebooks=rulebooks,
        seats=seats,
        seat_declarations=tuple(draft.seats),
        types=of(nodes.TypeDeclaration),
        enums=of(nodes.EnumDeclaration),
        kinds=of(nodes.KindDeclaration),
        state=tuple(draft.state.values()),
        tables={kind: tuple(rows) for kind, rows in draft.tables.items()},
        lists=of(nodes.ListDeclaration),
        parameters=of(nodes.ParameterDeclaration),
        defines=of(nodes.DefineDeclaration),
        rules=of(nodes.RuleDeclaration),
        actions=of(nodes.ActionDeclaration),
        phases=of(nodes.PhaseDeclaration),
        ranking=next(iter(of(nodes.RankingDeclaration).values()), None),
        arranges=tuple(draft.arranges),
        checks=tuple(draft.checks),
        invariants=of(nodes.InvariantDeclaration),
        notes=tuple(draft.notes),
        status=draft.status,
        shows=draft.shows,
        maps=draft.maps,
        history={path: tuple(events) for path, events in draft.history.items()},
        dropped=draft.dropped,
        digest=digest(layers),
        warnings=warnings,
    )
