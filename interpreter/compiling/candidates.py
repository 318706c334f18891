"""The candidates of a choice: what may be chosen, and in the explaining twin why not the rest."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import SetType, ZoneType
from brasswright.interpreter.compiling.plain import FunctionWriter


def candidates(writer: FunctionWriter, s: ir.ChooseStatement) -> str:
    """An expression, after lines as needed, for the list of what may be chosen."""
    walk_, test = writer.code.members(s.source, s.name)
    name = f"v_{s.name}"
    found = writer.fresh("found")
    tests = [t for t in (test, *(writer.code.write(w.test) for w in s.wheres)) if t]
    if writer.explaining:
        _explained(writer, s, found, walk_, test)
    else:
        clause = f"for {name} in {walk_}" + "".join(f" if {t}" for t in tests)
        listed = f"[{name} {clause}]" if tests else f"[*{walk_}]"
        writer.line(f"{found} = {listed}", s.span)
    if s.many:
        counted = _counted(writer, s, name, found)
        writer.line(f"{found} = multisets({counted}, {s.many})", s.span)
        if writer.explaining:
            refusal = writer.refusal(s.reason)
            writer.line(f"Q.outside_many({s.number}, {found}, lambda {name}: ({refusal}))", s.span)
    elif s.once:
        keys = "".join(f"{writer.code.write(key)}, " for key in s.once)
        writer.line(f"{found} = once([(({keys}), {name}) for {name} in {found}])", s.span)
    elif not _are_unlike(s.source):
        writer.line(f"{found} = once([({name}, {name}) for {name} in {found}])", s.span)
    return found


def _counted(writer: FunctionWriter, s: ir.ChooseStatement, name: str, found: str) -> str:
    """Pairs of a candidate and how many of it there are."""
    if isinstance(s.source, ir.ZoneRead):
        column = writer.code.layout.column(s.source.field)
        cell = writer.code.cell(s.source.field, s.source.row)
        if column.shape == "bag":
            return f"[({name}, C[{cell} + {name}]) for {name} in {found}]"
    if _are_unlike(s.source):
        return f"[({name}, 1) for {name} in {found}]"
    return f"occurring({found})"


def _are_unlike(source: ir.Expr) -> bool:
    """Is each of them there once? In lists and piles there may be equal ones."""
    type_ = source.type
    return (
        isinstance(type_, SetType)
        or isinstance(source, ir.NumberRange)
        or (isinstance(type_, ZoneType) and type_.shape != "pile")
    )


def _explained(
    writer: FunctionWriter, s: ir.ChooseStatement, found: str, walk_: str, test: str
) -> None:
    """As above, noting why a candidate that was named is none."""
    name = f"v_{s.name}"
    inside = f"{found}_in"
    clause = f"for {name} in {walk_}" + (f" if {test}" if test else "")
    writer.line(f"{inside} = [{name} {clause}]", s.span)
    writer.line(f"{found} = []", s.span)
    writer.line(f"for {name} in {inside}:", s.span)
    writer.indent += 1
    writer.line("fits = True", s.span)
    for place, where in enumerate(s.wheres):
        span = where.reason.span
        refusal = f"Q.refuse_candidate({s.number}, {name}, {writer.refusal(where.reason)})"
        test_ = writer.code.write(where.test)
        if not place:
            writer.line(f"if not {test_}: fits = False; {refusal}", span)
            continue
        # All that speaks against a candidate is told; but where an earlier test has failed,
        # a later one may not even be possible.
        writer.line("try:", span)
        writer.line(f"    if not {test_}: fits = False; {refusal}", span)
        writer.line("except Trap:", span)
        writer.line("    if fits: raise", span)
    writer.line(f"if fits: {found}.append({name})", s.span)
    writer.indent -= 1
    values = writer.refusal(s.reason)
    writer.line(f"Q.outside({s.number}, {inside}, lambda {name}: ({values}))", s.span)
