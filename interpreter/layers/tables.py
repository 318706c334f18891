"""Tables: rows of a kind by column, changed cell by cell and dropped row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brasswright.interpreter.layers.draft import Draft
from brasswright.interpreter.layers.rulebook import MergedRow
from brasswright.interpreter.layers.tree import descendants
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax import nodes

ALWAYS = ("id", "title")
"""Columns that every table may have."""


def add_table(draft: Draft, table: nodes.TableDeclaration) -> None:
    """Add the rows of a `table` or `extend table`."""
    kind = draft.parts.get(table.kind)
    if not isinstance(kind, nodes.KindDeclaration):
        kinds = [n for n, part in draft.parts.items() if isinstance(part, nodes.KindDeclaration)]
        draft.report_unknown(table.kind, table.span, kinds)
        return
    if not _columns_known(draft, table, kind):
        return
    rows = draft.tables.setdefault(table.kind, [])
    taken = {_key(row.id): row for row in rows if row.id is not None}
    for row in table.rows:
        merged = _merged_row(draft, table, kind, row)
        if merged is None:
            continue
        if merged.id is not None:
            first = taken.setdefault(_key(merged.id), merged)
            if first is not merged:
                draft.report_twice(f"{table.kind}.{merged.id}", row.span, first.span)
                continue
            draft.record(f"{table.kind}.{merged.id}", "declared", row.span)
        rows.append(merged)


def _key(row: str) -> str:
    """The same for every order in which the ends of a joined name are written."""
    return "--".join(sorted(row.split("--")))


def _columns_known(
    draft: Draft, table: nodes.TableDeclaration, kind: nodes.KindDeclaration
) -> bool:
    names = [*ALWAYS, *(field.name for field in kind.fields)]
    if kind.joins is not None:
        names.append("ends")
    fine = True
    for index, column in enumerate(table.columns):
        if column.partition(".")[0] not in names:
            help = [f"did you mean `{name}`?" for name in closest(column, names)]
            message = f"`{table.kind}` has no field `{column}` for this column"
            draft.report("unknown-column", message, table.span, help=help)
            fine = False
        if column in table.columns[:index]:
            draft.report("column-twice", f"the column `{column}` is there twice", table.span)
            fine = False
    return fine


def _merged_row(
    draft: Draft, table: nodes.TableDeclaration, kind: nodes.KindDeclaration, row: nodes.Row
) -> MergedRow | None:
    columns, cells = table.columns, row.cells
    last_column = columns[-1]
    runs_on = any(
        field.name == last_column
        and isinstance(field.type, nodes.TypeMany)
        and field.type.many in ("list", "sets")
        for field in kind.fields
    )
    enough = len(columns) - 1 if runs_on else len(columns)
    if len(cells) < enough or (len(cells) > len(columns) and not runs_on):
        message = f"this row has {len(cells)} cells for {len(columns)} columns"
        draft.report("row-length", message, row.span, [(table.span, "the table")])
        return None
    by_column = dict(zip(columns[:-1], cells, strict=False))
    last = cells[len(columns) - 1 :]
    if len(last) == 1:
        by_column[last_column] = last[0]
    name: str | None = None
    if "id" in by_column:
        match by_column.pop("id"):
            case nodes.CellWords(words=(word,)):
                name = word
            case _:
                message = "the name of a row is one word: `alpha`, `alpha.1` or `alpha--beta`"
                draft.report("row-name", message, row.span)
                return None
    return MergedRow(name, by_column, row.span, table.cites, last_column, last)


# -- changing rows -------------------------------------------------------------------------


def cells_at(draft: Draft, path: str) -> list[tuple[str, int, str]]:
    """Every (kind, index of the row, column) that a path like `alpha.1.cost` may mean."""
    found = []
    for name, rows in draft.tables.items():
        kind = draft.parts[name]
        assert isinstance(kind, nodes.KindDeclaration)
        fields = {"title", *(field.name for field in kind.fields)}
        if kind.joins is not None:
            fields.add("ends")
        rest = path.removeprefix(f"{name}.")
        splits = _splits(rest)
        for index, row in enumerate(rows):
            column = splits.get(_key(row.id), "") if row.id is not None else ""
            if column.partition(".")[0] in fields:
                found.append((name, index, column))
    return found


def _splits(path: str) -> dict[str, str]:
    """Each way to read a path as a row and a column: by row."""
    words = path.split(".")
    return {_key(".".join(words[:size])): ".".join(words[size:]) for size in range(1, len(words))}


def rows_at(draft: Draft, path: str) -> list[tuple[str, int]]:
    """Every (kind, index of the row) that a path like `alpha.1` or `Kind.alpha.1` may mean."""
    return [
        (name, index)
        for name, rows in draft.tables.items()
        for index, row in enumerate(rows)
        if row.id is not None and _key(row.id) == _key(path.removeprefix(f"{name}."))
    ]


def row_paths(draft: Draft) -> Iterator[str]:
    """The names of all rows, for suggestions."""
    for rows in draft.tables.values():
        for row in rows:
            if row.id is not None:
                yield row.id


def cell_paths(draft: Draft, row: str) -> Iterator[str]:
    """The paths of all cells of a row, for suggestions."""
    for rows in draft.tables.values():
        for other in rows:
            if other.id == row:
                yield from (f"{row}.{column}" for column in other.cells)


def set_cell(draft: Draft, kind: str, index: int, column: str, item: nodes.SetValue) -> None:
    """Give a cell of a row a new value; for a field `by seats`, one cell or all of them."""
    row = draft.tables[kind][index]
    value = item.value
    by_seats = [c for c in row.cells if c.startswith(f"{column}.")]
    changes: dict[str, tuple[nodes.Cell, ...]] = {}
    if by_seats and isinstance(value, nodes.MapLiteral):
        for key, entry in value.pairs:
            seats = f"{column}.{key.value}" if isinstance(key, nodes.Number) else ""
            if seats not in by_seats:
                message = f"`{row.id}` has no `{column}` for this number of players"
                draft.report("unknown-path", message, key.span)
                return
            changes[seats] = (as_cell(entry),)
    elif by_seats:
        changes = dict.fromkeys(by_seats, (as_cell(value),))
    elif _is_list_of_sets(draft, kind, column) and isinstance(value, nodes.ListLiteral):
        changes[column] = tuple(as_cell(entry) for entry in value.items)
        row = replace(row, last_column=column)
    else:
        changes[column] = (as_cell(value),)
    cells = dict(row.cells)
    for name, new in changes.items():
        old: object = row.last if name == row.last_column else cells.get(name)
        draft.claim(f"{kind}.{row.id}.{name}", "set", item.span, before=old)
        cells.pop(name, None)
        if len(new) == 1:
            cells[name] = new[0]
        if name == row.last_column:
            row = replace(row, last=new)
    cites = (*row.cites, *(cite for cite in item.cites if cite not in row.cites))
    draft.tables[kind][index] = replace(row, cells=cells, cites=cites)


def _is_list_of_sets(draft: Draft, kind: str, column: str) -> bool:
    part = draft.parts[kind]
    return isinstance(part, nodes.KindDeclaration) and any(
        field.name == column
        and isinstance(field.type, nodes.TypeMany)
        and field.type.many == "sets"
        for field in part.fields
    )


def as_cell(value: nodes.Expression) -> nodes.Cell:
    """An expression as the cell that a table would have, as far as there is one."""
    match value:
        case nodes.Number():
            return nodes.CellNumbers((value.value,), span=value.span)
        case nodes.Unary(operator="-", operand=nodes.Number(value=number)):
            return nodes.CellNumbers((-number,), span=value.span)
        case nodes.Name():
            return nodes.CellWords((value.id,), span=value.span)
        case nodes.Truth():
            return nodes.CellWords(("yes" if value.value else "no",), span=value.span)
        case nodes.Nothing():
            return nodes.CellNothing(span=value.span)
        case nodes.Template(pieces=(str() as text,)):
            return nodes.CellText(text, span=value.span)
        case nodes.SetLiteral():
            words = [item.id for item in value.items if isinstance(item, nodes.Name)]
            if words and len(words) == len(value.items):
                return nodes.CellWords(tuple(words), span=value.span)
        case nodes.ListLiteral():
            cells = [as_cell(item) for item in value.items]
            numbers = [cell.numbers[0] for cell in cells if isinstance(cell, nodes.CellNumbers)]
            if numbers and len(numbers) == len(cells):
                return nodes.CellNumbers(tuple(numbers), span=value.span)
    return nodes.CellExpression(value, span=value.span)


def drop_row(draft: Draft, kind: str, index: int, item: nodes.Drop) -> None:
    """Take a row out; what mentions it is checked at the end, for it may go as well."""
    row = draft.tables[kind].pop(index)
    path = f"{kind}.{row.id}"
    cells = [p for p in draft.history if p.startswith(f"{path}.")]
    draft.claim(path, "dropped", item.span, item.because, before=row, loses=cells)
    draft.dropped[path] = item
    draft.dropped_rows.append((kind, row, item))


def check_dropped_rows(draft: Draft) -> None:
    """Report the rows that still mention a row that was dropped, all in one message."""
    for kind, gone, item in draft.dropped_rows:
        assert gone.id is not None
        if any(row.id == gone.id for row in draft.tables[kind]):
            continue
        left = [
            (row.span, f"`{other}.{row.id}` still mentions it")
            for other, rows in draft.tables.items()
            for row in rows
            if _mentions(draft, other, row, kind, gone.id)
        ]
        if left:
            names = ", ".join(f"`{label.split('`')[1]}`" for _, label in left)
            message = f"`{kind}.{gone.id}` is dropped and still mentioned by {names}"
            draft.report("still-mentioned", message, item.span, left, ["drop or change these too"])


def _mentions(draft: Draft, name: str, row: MergedRow, kind: str, gone: str) -> bool:
    part = draft.parts[name]
    assert isinstance(part, nodes.KindDeclaration)
    if part.joins == kind and row.id is not None and gone in row.id.split("--"):
        return True
    about = {field.name for field in part.fields if _is_about(field.type, kind)}
    if part.joins == kind:
        about.add("ends")
    cells = [cell for column, cell in row.cells.items() if column.partition(".")[0] in about]
    if row.last_column in about:
        cells += row.last
    return any(
        gone in cell.words
        if isinstance(cell, nodes.CellWords)
        else isinstance(cell, nodes.CellExpression)
        and any(isinstance(n, nodes.Name) and n.id == gone for n in descendants(cell.expression))
        for cell in cells
    )


def _is_about(type: nodes.Type, kind: str) -> bool:
    match type:
        case nodes.TypeName(name=name):
            return name == kind
        case nodes.TypeMany(of=of):
            return of == kind
        case nodes.TypeMap(key=key, value=value):
            return kind in (key, value)
    return False
