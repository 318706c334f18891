"""Writes statements and blocks as rule text."""

from __future__ import annotations

from collections.abc import Iterable

from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.expression_text import (
    expression_text,
    listed,
    quoted,
    template_text,
)

WIDTH = 100
"""Lines are broken beyond this where they can be."""

_SIMPLE = (
    nodes.Let
    | nodes.Require
    | nodes.Do
    | nodes.Play
    | nodes.Act
    | nodes.End
    | nodes.Leave
    | nodes.DoNothing
    | nodes.Log
    | nodes.Tally
    | nodes.Move
    | nodes.MoveAll
    | nodes.Put
    | nodes.Draw
    | nodes.Shuffle
    | nodes.Assign
)


def cites_text(cites: nodes.Cites) -> str:
    """Rule ids as they follow something: each with a space before it."""
    return "".join(f" @{cite}" for cite in cites)


def indented(lines: Iterable[str]) -> list[str]:
    """The lines, one level deeper."""
    return [f"  {line}" for line in lines]


def block(head: str, suite: nodes.Suite) -> list[str]:
    """A head that ends with a colon, and its block: on the same line if that is one short line."""
    if len(suite) == 1 and isinstance(suite[0], _SIMPLE):
        text = f"{head} {_simple_text(suite[0])}"
        if len(text) <= WIDTH:
            return [text]
    return [head, *indented(suite_lines(suite))]


def suite_lines(suite: nodes.Suite) -> list[str]:
    """The lines of a block."""
    return [line for statement in suite for line in statement_lines(statement)]


def statement_lines(statement: nodes.Statement) -> list[str]:
    """The lines of one statement."""
    match statement:
        case nodes.Require():
            return _require_lines(statement)
        case nodes.Choose():
            return _choose_lines(statement)
        case nodes.Step(name=name, cites=cites, body=body):
            return block(f"step {name}{cites_text(cites)}:", body)
        case nodes.If(branches=branches, otherwise=otherwise):
            lines: list[str] = []
            for test, body in branches:
                word = "elif" if lines else "if"
                lines += block(f"{word} {expression_text(test)}:", body)
            return lines if otherwise is None else lines + block("else:", otherwise)
        case nodes.For(name=name, source=source, where=where, body=body):
            condition = "" if where is None else f" where {expression_text(where)}"
            return block(f"for {name} in {expression_text(source)}{condition}:", body)
        case nodes.RepeatExactly(times=times, body=body):
            return block(f"repeat {expression_text(times)}:", body)
        case nodes.RepeatRange(low=low, high=high, body=body):
            return block(f"repeat {expression_text(low)} to {expression_text(high)}:", body)
        case nodes.RepeatMore(low=low, body=body):
            return block(f"repeat at least {expression_text(low)}:", body)
        case nodes.RepeatWhile(test=test, limit=limit, body=body):
            return block(f"repeat while {expression_text(test)} at most {limit}:", body)
        case nodes.As(player=player, body=body):
            return block(f"as {expression_text(player)}:", body)
        case nodes.OneOf(options=options, otherwise=otherwise):
            lines = ["choose one:"]
            for option in options:
                lines += indented(option_lines(option))
            return lines if otherwise is None else lines + block("otherwise:", otherwise)
        case _:
            return [_simple_text(statement)]


def option_lines(option: nodes.Option) -> list[str]:
    """The lines of one branch of a `choose one`."""
    title = "" if option.title is None else f" {quoted(option.title)}"
    return block(f"option {option.name}{title}{cites_text(option.cites)}:", option.body)


def _simple_text(statement: nodes.Statement) -> str:
    """A statement that takes one line."""
    match statement:
        case nodes.Let(name=name, value=value):
            return f"let {name} = {expression_text(value)}"
        case nodes.Require(test=test, cites=cites):
            reason = _whence_text(statement.reason, statement.lacking)
            return f"require {expression_text(test)}{reason}{cites_text(cites)}"
        case nodes.Do(rule=rule, arguments=arguments):
            return f"do {rule}({listed(arguments)})"
        case nodes.Play(phase=phase):
            return f"play {phase}"
        case nodes.Act():
            return "act"
        case nodes.End():
            return "end"
        case nodes.Leave():
            return "leave"
        case nodes.DoNothing():
            return "nothing"
        case nodes.Log(text=text):
            return f"log {template_text(text)}"
        case nodes.Tally(group=group, text=text, player=player, number=number):
            by = "" if number is None else f" by {expression_text(number)}"
            return f"tally {group} {template_text(text)} for {expression_text(player)}{by}"
        case nodes.Assign(target=target, operator=operator, value=value):
            return f"{expression_text(target)} {operator} {expression_text(value)}"
        case _:
            return _piece_text(statement)


def _piece_text(statement: nodes.Statement) -> str:
    """A statement that moves pieces."""
    match statement:
        case nodes.Move(piece=piece, source=source, target=target):
            places = f"from {expression_text(source)} to {expression_text(target)}"
            return f"move {expression_text(piece)} {places}"
        case nodes.MoveAll(source=source, target=target):
            return f"move all from {expression_text(source)} to {expression_text(target)}"
        case nodes.Put(number=number, piece=piece, zone=zone):
            what = f"{expression_text(number)} of {expression_text(piece)}"
            return f"put {what} into {expression_text(zone)}"
        case nodes.Draw(name=name, source=source, target=target):
            return f"draw {name} from {expression_text(source)} to {expression_text(target)}"
        case nodes.Shuffle(zone=zone):
            return f"shuffle {expression_text(zone)}"
        case _:
            raise TypeError(f"no statement of one line: {statement!r}")


def _whence_text(reason: nodes.Template | None, lacking: nodes.Lacking | None) -> str:
    """`else "…" lacking N unit`, with a space before it, or nothing."""
    if reason is None:
        return ""
    missing = "" if lacking is None else f" {lacking_text(lacking)}"
    return f" else {template_text(reason)}{missing}"


def lacking_text(lacking: nodes.Lacking) -> str:
    """What is missing, as a refusal's reason says it."""
    return f"lacking {expression_text(lacking.number)} {lacking.unit}"


def _require_lines(statement: nodes.Require) -> list[str]:
    text = _simple_text(statement)
    if len(text) <= WIDTH:
        return [text]
    reason = _whence_text(statement.reason, statement.lacking) + cites_text(statement.cites)
    return [f"require {expression_text(statement.test)}", f"  {reason.lstrip()}"]


def _choose_lines(statement: nodes.Choose) -> list[str]:
    many = "" if statement.how_many is None else f"{statement.how_many} "
    lines = [f"choose {many}{statement.name} from {expression_text(statement.source)}"]
    clauses: list[str] = []
    if statement.said is not None:
        lines[0] += f" said {quoted('|'.join(statement.said))}"
    if statement.once_per:
        clauses.append(f"once per {listed(statement.once_per)}")
    if statement.reason is not None:
        clauses.append(_whence_text(statement.reason, statement.lacking).lstrip())
    clauses += [where_text(where) for where in statement.wheres]
    lines += indented(clauses)
    if statement.otherwise is not None:
        lines += block("otherwise:", statement.otherwise)
    return lines


def where_text(where: nodes.Where) -> str:
    """A condition on candidates, with its reason."""
    reason = _whence_text(where.reason, where.lacking)
    return f"where {expression_text(where.test)}{reason}{cites_text(where.cites)}"
