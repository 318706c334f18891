"""Writes declarations as rule text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.expression_text import (
    expression_text,
    quoted,
    template_text,
    type_text,
)
from brasswright.interpreter.syntax.statement_text import WIDTH, block, cites_text, indented

_IN_A_LINE = 10
"""How many values of a list are written on a line."""


def declaration_lines(declaration: nodes.Declaration) -> list[str]:
    """The lines of one declaration."""
    match declaration:
        case nodes.Header(name=name, title=title, amends=amends):
            return [f"overlay {name} {quoted(title)} amends {', '.join(amends)}"]
        case nodes.Seats(low=low, high=high, cites=cites):
            return [f"seats {low}..{high}{cites_text(cites)}"]
        case nodes.TypeDeclaration(name=name, type=type_, unit=unit):
            return [f"type {name}: {type_text(type_)}{_title(unit)}"]
        case nodes.EnumDeclaration(name=name, values=values):
            return [f"enum {name}: {', '.join(values)}"]
        case nodes.KindDeclaration():
            return _kind_lines(declaration)
        case nodes.StateDeclaration(fields=fields):
            return ["state:", *indented(field_text(field) for field in fields)]
        case nodes.TableDeclaration():
            return table_lines("table", declaration)
        case nodes.ListDeclaration(name=name, type=type_, cites=cites, values=values):
            rows = [values[i : i + _IN_A_LINE] for i in range(0, len(values), _IN_A_LINE)]
            head = f"list {name}: {type_text(type_)}{cites_text(cites)} ="
            return [head, *indented(" ".join(map(cell_text, row)) for row in rows)]
        case nodes.ParameterDeclaration(name=name, type=type_, default=default, cites=cites):
            value = f"{type_text(type_)} = {expression_text(default)}"
            return [f"parameter {name}: {value}{_title(declaration.sentence)}{cites_text(cites)}"]
        case nodes.DefineDeclaration():
            return _define_lines(declaration)
        case _:
            return _part_lines(declaration)


def _part_lines(declaration: nodes.Declaration) -> list[str]:
    """Declarations that have a body, and those that surround the game."""
    match declaration:
        case nodes.RuleDeclaration(name=name, parameters=parameters, title=title):
            head = f"rule {name}{parameters_text(parameters)}{_title(title)}"
            return block(f"{head}{cites_text(declaration.cites)}:", declaration.body)
        case nodes.ActionDeclaration(name=name, title=title, during=during, cites=cites):
            phase = "" if during is None else f" during {during}"
            head = f"action {name}{_title(title)}{phase}{cites_text(cites)}:"
            return block(head, declaration.body)
        case nodes.PhaseDeclaration(name=name, title=title, cites=cites, body=body):
            return block(f"phase {name}{_title(title)}{cites_text(cites)}:", body)
        case nodes.RankingDeclaration(cites=cites, ranks=ranks):
            return [f"ranking{cites_text(cites)}:", *indented(map(rank_text, ranks))]
        case nodes.ArrangeDeclaration(body=body):
            return block("arrange:", body)
        case nodes.CheckDeclaration(test=test, reason=reason, cites=cites):
            text = f"{expression_text(test)} else {template_text(reason)}"
            return [f"check {text}{cites_text(cites)}"]
        case nodes.InvariantDeclaration(name=name, test=test, reason=reason, cites=cites):
            text = f"{expression_text(test)} else {template_text(reason)}"
            return [f"invariant {name}: {text}{cites_text(cites)}"]
        case nodes.NoteDeclaration(cites=cites, text=text, see=see):
            return [f"note{cites_text(cites)} {quoted(text)} see {see}"]
        case nodes.StatusDeclaration(text=template):
            return [f"status {template_text(template)}"]
        case nodes.ShowDeclaration():
            return _show_lines(declaration)
        case nodes.MapDeclaration(name=name, title=title, kind=kind, x=x, y=y, rows=rows):
            head = f"map {name}{_title(title)} of {kind.id} at {x.id}, {y.id}"
            return map_lines(head, rows) if rows else [head]
        case _:
            raise TypeError(f"no declaration: {declaration!r}")


def _title(title: str | None) -> str:
    return "" if title is None else f" {quoted(title)}"


# -- fields and parameters


def field_text(field: nodes.Field) -> str:
    """One field, on a line of its own."""
    default = "" if field.default is None else f" = {expression_text(field.default)}"
    match field.secrecy:
        case None:
            secrecy = ""
        case "secret":
            secrecy = " secret"
        case "owner":
            secrecy = " secret to owner"
        case str(other):
            raise ValueError(f"no secrecy: {other}")
        case condition:
            secrecy = f" secret if {expression_text(condition)}"
    cites = cites_text(field.cites)
    return f"{field.name}: {type_text(field.type)}{default}{secrecy}{cites}"


def field_lines(fields: Iterable[nodes.Field]) -> list[str]:
    """The fields of a kind, those of its state in blocks."""
    lines: list[str] = []
    for is_state, group in groupby(fields, lambda field: field.is_state):
        texts = [field_text(field) for field in group]
        lines += ["state:", *indented(texts)] if is_state else texts
    return lines


def parameter_text(parameter: nodes.Parameter) -> str:
    """One parameter of a define or rule."""
    return f"{parameter.name}: {type_text(parameter.type)}"


def parameters_text(parameters: Iterable[nodes.Parameter]) -> str:
    """The parameters of a define or rule, in brackets."""
    return f"({', '.join(map(parameter_text, parameters))})"


def _kind_lines(kind: nodes.KindDeclaration) -> list[str]:
    relation = ""
    if kind.within is not None:
        relation = f" within {kind.within[0]} by {kind.within[1]}"
    elif kind.joins is not None:
        relation = f" joins {kind.joins}"
    head = f"kind {kind.name}{relation}{_title(kind.title)}:"
    return [head, *indented(field_lines(kind.fields))]


# -- tables


def cell_text(cell: nodes.Cell) -> str:
    """One cell of a table or list."""
    match cell:
        case nodes.CellWords(words=words):
            return "|".join(words)
        case nodes.CellNumbers(numbers=numbers):
            return ",".join(map(str, numbers))
        case nodes.CellNothing():
            return "-"
        case nodes.CellText(text=text):
            return quoted(text)
        case nodes.CellExpression(expression=expression):
            return f"({expression_text(expression)})"


def table_lines(head: str, table: nodes.TableDeclaration) -> list[str]:
    """A table with its columns lined up; `head` is `table` or `extend table`."""
    rows = [list(table.columns), *([cell_text(cell) for cell in row.cells] for row in table.rows)]
    widths = [0] * max(map(len, rows))
    for row in rows:
        for column, text in enumerate(row):
            widths[column] = max(widths[column], len(text))
    lines = (
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    )
    return [f"{head} {table.kind}{cites_text(table.cites)}:", *indented(lines)]


# -- the others


def _define_lines(define: nodes.DefineDeclaration) -> list[str]:
    head = f"define {define.name}{parameters_text(define.parameters)} -> {type_text(define.result)}"
    return expression_block(f"{head}{cites_text(define.cites)}:", define.body)


def expression_block(head: str, body: nodes.Expression) -> list[str]:
    """A head and an expression: on one line, or the expression below it."""
    text = expression_text(body)
    one_line = f"{head} {text}"
    return [one_line] if len(one_line) <= WIDTH else [head, f"  {text}"]


def rank_text(rank: nodes.Rank) -> str:
    """One line of a ranking."""
    word = "most" if rank.most else "least"
    return f"{word} {expression_text(rank.value)} {quoted(rank.what)}"


def _show_lines(show: nodes.ShowDeclaration) -> list[str]:
    head = f"show {show.name} {quoted(show.title)}"
    head += "" if show.of is None else f" of {show.of}"
    head += "" if show.form is None else f" as {show.form}"
    head += "" if show.on is None else f" on {show.on.id}"
    first, *columns = _rows_lines(show.rows)
    return [f"{head} {first}", *columns]


def map_lines(head: str, rows: Iterable[nodes.RowsShown]) -> list[str]:
    """What a map shows, under its head."""
    return [f"{head}:", *indented(line for each in rows for line in _rows_lines(each))]


def _rows_lines(rows: nodes.RowsShown) -> list[str]:
    members = f"{rows.variable} in {expression_text(rows.source)}"
    where = "" if rows.where is None else f" where {expression_text(rows.where)}"
    columns = (f"{quoted(each.heading)} {expression_text(each.value)}" for each in rows.columns)
    return [f"for {members}{where}:", *indented(columns)]
