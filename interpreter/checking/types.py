"""The types of the rules language and how they relate."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class NumberType:
    """Whole numbers, with a range where one is declared and the type's name where units count."""

    low: int | None = None
    high: int | None = None
    unit: str | None = None
    """Name of the declared type (`Pounds`); None = a plain number."""
    optional: bool = False

    def __str__(self) -> str:
        if self.unit:
            return self.unit
        return "Number" if self.low is None else f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class BoolType:
    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class TextType:
    def __str__(self) -> str:
        return "Text"


@dataclass(frozen=True, slots=True)
class RowType:
    """A row of a kind or a value of an enum; `optional` = it may be nothing."""

    domain: str
    optional: bool = False

    def __str__(self) -> str:
        return self.domain + ("?" if self.optional else "")


@dataclass(frozen=True, slots=True)
class SetType:
    """A set of rows of one domain; `domain` None = the empty set, which fits any."""

    domain: str | None

    def __str__(self) -> str:
        return f"set of {self.domain or 'anything'}"


@dataclass(frozen=True, slots=True)
class ListType:
    """A list; `of` None = the empty list."""

    of: Type | None

    def __str__(self) -> str:
        return f"list of {self.of or 'anything'}"


@dataclass(frozen=True, slots=True)
class MapType:
    key: Type
    value: Type

    def __str__(self) -> str:
        return f"map {self.key} to {self.value}"


@dataclass(frozen=True, slots=True)
class ZoneType:
    """Where pieces lie: a `bag` counts them, a `pile` orders them, a `slot` holds one."""

    shape: str
    domain: str

    def __str__(self) -> str:
        return f"{self.shape} of {self.domain}"


@dataclass(frozen=True, slots=True)
class NothingType:
    """The type of `none`."""

    def __str__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class UnknownType:
    """What a mistake that was already reported has; fits everything, so it is told only once."""

    def __str__(self) -> str:
        return "unknown"


Type = (
    NumberType
    | BoolType
    | TextType
    | RowType
    | SetType
    | ListType
    | MapType
    | ZoneType
    | NothingType
    | UnknownType
)

NUMBER = NumberType()
NO_NUMBER = -1
"""How a number that is nothing is written; where it is calculated with, it counts as 0."""
BOOL = BoolType()
TEXT = TextType()
UNKNOWN = UnknownType()


def plain(type_: Type) -> Type:
    """What reading gives: a slot reads as the row in it, or nothing."""
    if isinstance(type_, ZoneType) and type_.shape == "slot":
        return RowType(type_.domain, optional=True)
    return type_


def certain(type_: Type) -> Type:
    """The same type without "may be nothing"."""
    if isinstance(type_, RowType | NumberType) and type_.optional:
        return replace(type_, optional=False)
    return type_


def members(type_: Type) -> Type | None:
    """The type of what a `for` or `choose` finds in it, or None if it has no members."""
    match type_:
        case SetType(domain=str() as domain):
            return RowType(domain)
        case ListType(of=of) if of is not None:
            return of
        case ZoneType(domain=domain):
            return RowType(domain)
        case SetType() | ListType() | UnknownType():
            return UNKNOWN
    return None


def fits(given: Type, wanted: Type) -> bool:
    """May a value of type `given` stand where `wanted` is expected?

    Numbers fit by unit; their ranges are checked when they are stored.
    """
    given = plain(given)
    match given, wanted:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case NumberType(), NumberType():
            return same_unit(given, wanted)
        case RowType(), RowType():
            return given.domain == wanted.domain
        case NothingType(), RowType() | NumberType():
            return True
        case SetType(), SetType():
            return given.domain is None or wanted.domain is None or given.domain == wanted.domain
        case ZoneType(), SetType():
            return given.domain == wanted.domain
        case ListType(), ListType():
            return given.of is None or wanted.of is None or fits(given.of, wanted.of)
        case MapType(), MapType():
            return fits(given.key, wanted.key) and fits(given.value, wanted.value)
        case ZoneType(), ZoneType():
            return given.domain == wanted.domain
        case _:
            return type(given) is type(wanted)


def same_unit(left: NumberType, right: NumberType) -> bool:
    """Plain numbers mix with any unit; two different units do not mix."""
    return left.unit is None or right.unit is None or left.unit == right.unit


def joined(left: Type, right: Type) -> Type | None:
    """The type of `if … then left else right`; None if they have none in common."""
    left, right = plain(left), plain(right)
    match left, right:
        case UnknownType(), _:
            return right
        case _, UnknownType():
            return left
        case NothingType(), RowType() | NumberType():
            return replace(right, optional=True)
        case RowType() | NumberType(), NothingType():
            return replace(left, optional=True)
        case NumberType(), NumberType() if same_unit(left, right):
            return NumberType(
                unit=left.unit or right.unit, optional=left.optional or right.optional
            )
        case RowType(), RowType() if left.domain == right.domain:
            return RowType(left.domain, left.optional or right.optional)
    if fits(right, left):
        return right if isinstance(left, SetType | ListType) and _is_empty(left) else left
    return left if fits(left, right) else None


def _is_empty(type_: SetType | ListType) -> bool:
    return (type_.domain if isinstance(type_, SetType) else type_.of) is None
