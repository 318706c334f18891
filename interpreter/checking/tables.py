"""Kinds, enums and their tables turned into domains: rows, fields and constant values."""

from __future__ import annotations

from brasswright.interpreter.checking.bounds import LARGEST, SMALLEST
from brasswright.interpreter.checking.context import Context
from brasswright.interpreter.checking.domains import (
    PLAYER,
    ConstantField,
    Domain,
    StateField,
    plural,
)
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
from brasswright.interpreter.layers.rulebook import MergedRow
from brasswright.interpreter.source import NOWHERE
from brasswright.interpreter.syntax import nodes

MOST_ROWS = 1000


def build_domains(context: Context) -> None:
    """Fill `context.domains` from the rulebook; mistakes are reported."""
    book = context.rulebook
    for enum in book.enums.values():
        domain = Domain(enum.name, plural(enum.name), is_enum=True, span=enum.span)
        for value in enum.values:
            domain.add(value)
        context.domains.add(domain)
    for kind in book.kinds.values():
        domain = Domain(kind.name, plural(kind.name), is_enum=False, span=kind.span)
        domain.joins = kind.joins or ""
        domain.within = kind.within[0] if kind.within else ""
        context.domains.add(domain)
    _add_players(context)
    for kind in book.kinds.values():
        _add_table_rows(context, kind)
    for kind in book.kinds.values():
        _declare_fields(context, kind)
    _declare_game_fields(context)
    _add_joins(context)
    for kind in book.kinds.values():
        if kind.within is None:
            _fill(context, kind)
    for kind in book.kinds.values():
        if kind.within is not None:
            _add_within(context, kind)
            _fill(context, kind)


def _add_players(context: Context) -> None:
    if PLAYER not in context.domains.by_name:
        context.domains.add(Domain(PLAYER, plural(PLAYER), is_enum=False, span=NOWHERE))
    domain = context.domains.by_name[PLAYER]
    for seat in range(1, context.seats + 1):
        domain.add(f"player.{seat}")
    values: list[object] = list(range(context.seats + 1))
    domain.fields["seat"] = ConstantField("seat", PLAYER, NUMBER, values)


def _add_table_rows(context: Context, kind: nodes.KindDeclaration) -> None:
    domain = context.domains.by_name[kind.name]
    rows = context.rulebook.tables.get(kind.name, ())
    if len(rows) > MOST_ROWS:
        context.findings.error(
            "too-many-rows", f"there are more than {MOST_ROWS} rows of {kind.name}", kind.span
        )
    for row in rows[:MOST_ROWS]:
        if row.id is None:
            context.findings.error("no-id", f"a row of {kind.name} needs an `id`", row.span)
            continue
        title = row.cells.get("title")
        text = title.text if isinstance(title, nodes.CellText) else ""
        domain.add(row.id, text)


def _declare_fields(context: Context, kind: nodes.KindDeclaration) -> None:
    domain = context.domains.by_name[kind.name]
    for field in kind.fields:
        if field.name in domain.fields:
            context.findings.error(
                "field-twice", f"{kind.name} has a field `{field.name}` already", field.span
            )
            continue
        type_ = context.resolve_type(field.type)
        if field.is_state:
            domain.fields[field.name] = _state_field(context, field, type_, kind.name)
        else:
            if isinstance(type_, ZoneType):
                context.findings.error("not-a-zone", "only state can hold pieces", field.span)
            domain.fields[field.name] = ConstantField(field.name, kind.name, type_, span=field.span)
    if kind.within is not None:
        _declare_within(context, kind, domain)


def _declare_within(context: Context, kind: nodes.KindDeclaration, domain: Domain) -> None:
    assert kind.within is not None
    outer_name, by = kind.within
    outer = context.domains.by_name.get(outer_name)
    if outer is None:
        context.findings.error("unknown-type", f"there is no kind `{outer_name}`", kind.span)
        return
    domain.fields["place"] = ConstantField("place", kind.name, RowType(outer_name), span=kind.span)
    domain.fields["number"] = ConstantField("number", kind.name, NUMBER, span=kind.span)
    declared = next((f for f in context.rulebook.kinds[outer_name].fields if f.name == by), None)
    if declared is None:
        context.findings.error("no-field", f"a {outer_name} has no field `{by}`", kind.span)
        return
    type_ = context.resolve_type(declared.type)
    if isinstance(type_, ListType) and type_.of is not None:
        domain.fields["accepts"] = ConstantField("accepts", kind.name, type_.of, span=kind.span)


def _declare_game_fields(context: Context) -> None:
    for field in context.rulebook.state:
        type_ = context.resolve_type(field.type)
        context.domains.game[field.name] = _state_field(context, field, type_, "")


def _state_field(context: Context, field: nodes.Field, type_: Type, owner: str) -> StateField:
    low, high = 0, 0
    match type_:
        case NumberType(low=low_, high=high_):
            low = SMALLEST if low_ is None else low_
            high = LARGEST if high_ is None else high_
        case BoolType():
            high = 1
        case RowType(domain=domain):
            high = len(context.domains.by_name[domain].rows) - 1
        case SetType(domain=str() as domain):
            high = context.domains.by_name[domain].everything
        case ListType(of=RowType()) | ZoneType():
            pass
        case _:
            if type_ != UNKNOWN:
                context.findings.error("wrong-type", f"state can't be a {type_}", field.span)
    start = 0
    if field.default is not None and isinstance(type_, ListType | ZoneType):
        message = f"a {type_} begins empty: fill it in a phase"
        context.findings.error("wrong-type", message, field.span)
    elif field.default is not None:
        value = context.constant(field.default, type_)
        start = value if isinstance(value, int) else 0
    elif low > 0:
        start = low if isinstance(type_, NumberType) else 0
    secret = ""
    if field.secrecy == "secret":
        secret = "all"
    elif field.secrecy == "owner":
        secret = "owner"
    elif field.secrecy is not None and not isinstance(field.secrecy, str):
        secret = "all" if context.constant(field.secrecy, BOOL) else ""
    return StateField(field.name, owner, type_, low, high, start, secret, field.span)


def _add_joins(context: Context) -> None:
    """Links: the places each row's name joins."""
    for domain in context.domains.by_name.values():
        if not domain.joins:
            continue
        places = context.domains.by_name.get(domain.joins)
        if places is None:
            context.findings.error(
                "unknown-type", f"there is no kind `{domain.joins}`", domain.span
            )
            continue
        field = ConstantField("ends", domain.name, SetType(domain.joins), [0], domain.span)
        for row in context.rulebook.tables.get(domain.name, ()):
            bits = 0
            for end in (row.id or "").split("--"):
                bits |= 1 << context.row(end, domain.joins, row.span)
            field.values.append(bits & ~1)
        domain.fields["ends"] = field
        for row_id in range(1, len(domain.rows)):
            if domain.titles[row_id] == domain.rows[row_id]:
                names = domain.rows[row_id].split("--")
                titles = [places.titles[places.index.get(name, 0)] for name in names]
                domain.titles[row_id] = "\N{EN DASH}".join(titles)


def _fill(context: Context, kind: nodes.KindDeclaration) -> None:
    """Constant values of the fields of a kind, from its table."""
    domain = context.domains.by_name[kind.name]
    rows = [r for r in context.rulebook.tables.get(kind.name, ()) if r.id is not None]
    declared = {f.name: f for f in kind.fields if not f.is_state}
    for row in rows:
        for column in row.cells:
            _known_column(context, column, domain, declared, row)
    for name, field in declared.items():
        target = domain.fields[name]
        if isinstance(target, ConstantField):
            target.values = [_nothing(target.type)]
            for row in rows:
                target.values.append(_cell(context, field, target.type, row))


def _known_column(
    context: Context,
    column: str,
    domain: Domain,
    declared: dict[str, nodes.Field],
    row: MergedRow,
) -> None:
    name, _, seats = column.partition(".")
    if name in ("id", "title") or (name in declared and (not seats or seats.isdigit())):
        return
    context.findings.error(
        "unknown-column",
        f"a {domain.name} has no field `{column}` for a column of its table",
        row.span,
        near=(name, declared),
    )


def _cell(context: Context, field: nodes.Field, type_: Type, row: MergedRow) -> object:
    what = f"{row.id}.{field.name}"
    if isinstance(type_, ListType) and row.last_column == field.name:
        inner = type_.of
        if inner is not None and not isinstance(inner, NumberType):
            return tuple(context.cell_value(c, inner, what) for c in row.last if not _empty(c))
    column = field.name
    if field.type.by_seats and f"{column}.{context.seats}" in row.cells:
        column = f"{column}.{context.seats}"
    if column in row.cells:
        return context.cell_value(row.cells[column], type_, what)
    if field.default is not None:
        return context.constant(field.default, type_)
    return _nothing(type_)


def _empty(cell: nodes.Cell) -> bool:
    return isinstance(cell, nodes.CellNothing)


def _nothing(type_: Type) -> object:
    if isinstance(type_, ListType):
        return ()
    if isinstance(type_, MapType):
        return {}
    return "" if type_ == TEXT else 0


def _add_within(context: Context, kind: nodes.KindDeclaration) -> None:
    """Rows of a kind that stands within another: `alpha.1`, `alpha.2`, one for each element."""
    assert kind.within is not None
    outer_name, by = kind.within
    domain = context.domains.by_name[kind.name]
    outer = context.domains.by_name.get(outer_name)
    field = outer.fields.get(by) if outer else None
    if outer is None or not isinstance(field, ConstantField):
        return
    place, number = domain.fields["place"], domain.fields["number"]
    accepts = domain.fields.get("accepts")
    assert isinstance(place, ConstantField)
    assert isinstance(number, ConstantField)
    place.values, number.values = [0], [0]
    if isinstance(accepts, ConstantField):
        accepts.values = [_nothing(accepts.type)]
    for outer_id in range(1, len(outer.rows)):
        elements = field.values[outer_id]
        many = elements if isinstance(elements, int) else len(elements)  # type: ignore[arg-type]
        if many + len(domain) > MOST_ROWS:
            context.findings.error(
                "too-many-rows", f"there are more than {MOST_ROWS} rows of {kind.name}", kind.span
            )
            return
        items = list(range(elements)) if isinstance(elements, int) else list(elements)  # type: ignore[call-overload]
        for position, element in enumerate(items, start=1):
            domain.add(f"{outer.rows[outer_id]}.{position}", f"{outer.titles[outer_id]} {position}")
            place.values.append(outer_id)
            number.values.append(position)
            if isinstance(accepts, ConstantField):
                accepts.values.append(element)
