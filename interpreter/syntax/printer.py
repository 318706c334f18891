"""Writes nodes as canonical rule text: reading it again gives an equal node."""

from __future__ import annotations

from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.declaration_text import (
    cell_text,
    declaration_lines,
    expression_block,
    field_lines,
    field_text,
    map_lines,
    parameter_text,
    parameters_text,
    rank_text,
    table_lines,
)
from brasswright.interpreter.syntax.expression_text import expression_text, quoted, type_text
from brasswright.interpreter.syntax.statement_text import (
    block,
    cites_text,
    indented,
    lacking_text,
    option_lines,
    statement_lines,
    where_text,
)


def to_text(node: nodes.Node) -> str:
    """The text of any node.

    That of a declaration, amendment, statement or option is whole lines. What later layers
    attached to a step is not part of its text.
    """
    lines = _lines(node)
    return _phrase(node) if lines is None else "".join(f"{line}\n" for line in lines)


def _lines(node: nodes.Node) -> list[str] | None:
    """The lines of a node that takes whole lines."""
    if isinstance(node, nodes.Declaration):
        return declaration_lines(node)
    if isinstance(node, nodes.Amendment):
        return _amendment_lines(node)
    if isinstance(node, nodes.Statement):
        return statement_lines(node)
    if isinstance(node, nodes.Option):
        return option_lines(node)
    return None


def _phrase(node: nodes.Node) -> str:
    """The text of a node that is part of a line."""
    if isinstance(node, nodes.Expression):
        return expression_text(node)
    if isinstance(node, nodes.Type):
        return type_text(node)
    if isinstance(node, nodes.Cell):
        return cell_text(node)
    match node:
        case nodes.Row(cells=cells):
            return " ".join(map(cell_text, cells))
        case nodes.Where():
            return where_text(node)
        case nodes.Lacking():
            return lacking_text(node)
        case nodes.Parameter():
            return parameter_text(node)
        case nodes.Field():
            return field_text(node)
        case nodes.Rank():
            return rank_text(node)
        case _:
            raise TypeError(f"no text for {node!r}")


def _amendment_lines(amendment: nodes.Amendment) -> list[str]:
    match amendment:
        case nodes.SetValue(path=path, value=value, cites=cites):
            return [f"set {path} = {expression_text(value)}{cites_text(cites)}"]
        case nodes.Replace():
            return _replace_lines(amendment)
        case nodes.Drop(part=part, path=path, because=because):
            return [f"drop {part} {path} because {quoted(because)}"]
        case nodes.Insert(side=side, part=part, path=path, step=step):
            head = f"{side} {part} {path} add step {step.name}{cites_text(step.cites)}:"
            return block(head, step.body)
        case nodes.Forbid(path=path, when=when, because=because):
            return [f"forbid {path}{_when(when)} because {quoted(because)}"]
        case nodes.ExceptionTo(name=name, path=path, when=when, cites=cites, body=body):
            return block(f"exception {name} to {path}{_when(when)}{cites_text(cites)}:", body)
        case nodes.AlternativeTo(name=name, path=path, when=when, cites=cites, body=body):
            return block(f"alternative {name} to {path}{_when(when)}{cites_text(cites)}:", body)
        case nodes.ExtendEnum(name=name, values=values):
            return [f"extend {name}: {', '.join(values)}"]
        case nodes.ExtendKind(name=name, fields=fields):
            return [f"extend {name}:", *indented(field_lines(fields))]
        case nodes.ExtendTable(table=table):
            return table_lines("extend table", table)
        case nodes.ExtendMap(name=name, rows=rows):
            return map_lines(f"extend map {name}", rows)


def _when(condition: nodes.Expression | None) -> str:
    return "" if condition is None else f" when {expression_text(condition)}"


def _replace_lines(replace: nodes.Replace) -> list[str]:
    signature = "" if replace.parameters is None else parameters_text(replace.parameters)
    if replace.result is not None:
        signature += f" -> {type_text(replace.result)}"
    head = f"replace {replace.part} {replace.path}{signature}{cites_text(replace.cites)}:"
    body = replace.body
    if not isinstance(body, tuple):
        return expression_block(head, body)
    ranks = [part for part in body if isinstance(part, nodes.Rank)]
    if ranks:
        return [head, *indented(map(rank_text, ranks))]
    return block(head, tuple(part for part in body if not isinstance(part, nodes.Rank)))
