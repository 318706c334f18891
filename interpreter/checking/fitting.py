"""Values against the places that hold them: fields that can't hold what they are given, lists
that do not cover what they are read with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import Bounds, bounds
from brasswright.interpreter.checking.constants import Evaluator, NotConstant
from brasswright.interpreter.checking.domains import ConstantField
from brasswright.interpreter.checking.pieces import Part, listed
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import ListType, NumberType


def check_fitting(
    program: ir.Program, parts: Sequence[Part], evaluator: Evaluator, findings: Findings
) -> None:
    """Report values that never fit, and warn of lists that are too short."""
    reading = _Reading(program, parts, evaluator)
    for name, pieces in parts:
        for piece in pieces:
            match piece:
                case ir.SetStatement(operator="=") if isinstance(piece.field.type, NumberType):
                    _given(piece, reading.range_of(piece.value, name), findings)
                case ir.ItemRead() if isinstance(piece.of.type, ListType):
                    _read(piece, name, reading, findings)


def _given(piece: ir.SetStatement, given: Bounds, findings: Findings) -> None:
    low, high = piece.field.low, piece.field.high
    if given is None or (given[0] <= high and given[1] >= low):
        return
    value = str(given[0]) if given[0] == given[1] else f"{given[0]} to {given[1]}"
    findings.error(
        "never-fits",
        f"`{piece.field.path}` holds {low} to {high}, and here it is given {value}",
        piece.span,
        labels=((piece.field.span, "declared here"),),
    )


def _read(piece: ir.ItemRead, part: str, reading: _Reading, findings: Findings) -> None:
    match piece.of:
        case ir.Constant(value=tuple(items)):
            _covers(piece, part, len(items), reading, findings)
        case ir.ConstantRead(field=ConstantField() as list_field):
            empty = [row for row, items in enumerate(list_field.values) if row and not items]
            domain = reading.program.domain(list_field.domain)
            if empty:
                names = listed([domain.rows[row] for row in empty])
                has = "has" if len(empty) == 1 else "have"
                message = f"an item of `{list_field.name}` is taken here, and {names} {has} none"
                findings.warning("empty-list", message, piece.span)


def _covers(
    piece: ir.ItemRead, part: str, size: int, reading: _Reading, findings: Findings
) -> None:
    name = reading.list_name(piece.of)
    known = reading.constant(piece.index)
    if known is not None:
        if not 0 <= known < size:
            message = f"item {known} of {name} is read here; it has items 0 to {size - 1}"
            if not size:
                message = f"item {known} of {name} is read here, and it has none"
            findings.error("list-too-short", message, piece.span)
        return
    for source in reading.sources(piece.index, part):
        if source.low < 0 or source.high >= size:
            findings.error(
                "list-too-short",
                f"{name} has {size} items, and `{source.called}` runs from {source.low} "
                f"to {source.high}",
                piece.span,
                labels=((source.read.span, "read with this"),) if source.read else (),
                severity="warning",
            )


@dataclass(frozen=True)
class _Source:
    """A field whose value comes to be an index as it is."""

    called: str
    low: int
    high: int
    read: ir.Expr | None


@dataclass
class _Reading:
    """Where the numbers of a program come from, as far as it is plain to see."""

    program: ir.Program
    parts: Sequence[Part]
    evaluator: Evaluator
    _calls: dict[tuple[str, int], list[tuple[ir.Expr, str]]] = field(default_factory=dict)
    """The values given for each parameter of defines and rules, with the part that gives them."""
    _compared: dict[str, set[object]] = field(default_factory=dict)
    """For each part, the fields and names that it compares with something."""

    def __post_init__(self) -> None:
        for part, pieces in self.parts:
            compared = self._compared.setdefault(part, set())
            for piece in pieces:
                match piece:
                    case ir.DefineCall(name=called, arguments=arguments):
                        self._note(called, arguments, part)
                    case ir.CallStatement(rule=called, arguments=arguments):
                        self._note(called, arguments, part)
                    case ir.Comparison(left=left, right=right):
                        compared.update(_read_plainly((left, right)))

    def _note(self, called: str, arguments: Iterable[ir.Expr], part: str) -> None:
        for place, argument in enumerate(arguments):
            self._calls.setdefault((called, place), []).append((argument, part))

    def constant(self, e: ir.Expr) -> int | None:
        """The value of a number that is known before a game."""
        try:
            value = self.evaluator.value(e)
        except NotConstant:
            return None
        return value if isinstance(value, int) else None

    def range_of(self, e: ir.Expr, part: str) -> Bounds:
        """The range of a number."""
        known = self.constant(e)
        return bounds(e) if known is None else (known, known)

    def list_name(self, e: ir.Expr) -> str:
        """What a list is called: by the place where it is declared."""
        text = e.span.source.text[e.span.start : e.span.end]
        words = text.replace(":", " ").split()
        if len(words) > 1 and words[0] in ("list", "parameter"):
            return f"`{words[1]}`"
        return f"`{text}`" if text.isidentifier() else "the list"

    def sources(self, index: ir.Expr, part: str, depth: int = 0) -> Iterator[_Source]:
        """The fields that an index is read from without a calculation or a test."""
        match index:
            case ir.StateRead(field=state) if isinstance(state.type, NumberType):
                if state not in self._compared[part]:
                    yield _Source(state.path, state.low, state.high, index)
            case ir.ConstantRead(field=constant):
                numbers = [v for v in constant.values[1:] if isinstance(v, int)]
                if numbers and constant not in self._compared[part]:
                    called = f"{constant.domain}.{constant.name}"
                    yield _Source(called, min(numbers), max(numbers), index)
            case ir.Local(name=name) if depth < 5 and name not in self._compared[part]:
                for place, parameter in enumerate(self._parameters(part)):
                    if parameter == name:
                        for given, giver in self._calls.get((part, place), ()):
                            yield from self.sources(given, giver, depth + 1)

    def _parameters(self, part: str) -> tuple[str, ...]:
        found = self.program.defines.get(part) or self.program.rules.get(part)
        return tuple(name for name, _ in found.parameters) if found else ()


def _read_plainly(sides: Iterable[ir.Expr]) -> Iterator[object]:
    for side in sides:
        match side:
            case ir.StateRead(field=read) | ir.ConstantRead(field=read):
                yield read
            case ir.Local(name=name):
                yield name
