"""Expressions of compiled Python as expressions of C.

Comprehensions become loops inside an expression (`({ … })`, which GCC and Clang know). Every index
that is no constant goes through a function that bounds it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from brasswright.interpreter.native.lists import Lists
from brasswright.interpreter.native.scope import constant
from brasswright.interpreter.native.shapes import Shape, Unsupported
from brasswright.interpreter.native.tables import number

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitOr: "|",
    ast.BitAnd: "&",
}


class Expressions(Lists):
    """Writes the expressions of one function."""

    def value(self, e: ast.expr) -> str:
        """A value of any shape."""
        match self.shape(e):
            case Shape.LIST:
                return self.listed(e)
            case Shape.LISTS:
                return self.combinations(e)
        return self.number(e)

    # -- numbers, truths, sets ---------------------------------------------------------------

    def number(self, e: ast.expr) -> str:
        """A number; truth is 0 or 1, a set is its bits."""
        match e:
            case ast.Constant(value=value):
                return number(int(value))  # type: ignore[arg-type]
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self.truth(operand)})"
            case ast.UnaryOp(op=op, operand=operand):
                sign = {ast.USub: "-", ast.Invert: "~"}[type(op)]
                return f"({sign}{self.number(operand)})"
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(map(self.truth, values))})"
            case ast.IfExp():
                return self.choice(e, self.number)
            case ast.Compare():
                return self._comparison(e)
            case ast.BinOp():
                return self._arithmetic(e)
            case ast.Subscript():
                return self._item(e)
            case ast.Call():
                return self._call(e)
        raise Unsupported(ast.unparse(e))

    def truth(self, e: ast.expr) -> str:
        """A test; an empty list is none."""
        return f"({self.view(e)}.size != 0)" if self.shape(e) is Shape.LIST else self.number(e)

    def choice(self, e: ast.IfExp, write: Callable[[ast.expr], str]) -> str:
        match e:
            case ast.IfExp(orelse=ast.NamedExpr(target=ast.Name(id=name), value=value)):
                kept, listed = self.place(name), self.shape(value) is Shape.LIST
                found = write(value)
                if listed:
                    self.allocates = True
                    found = f"hold(G, {found})"
                return f"({kept}_set ? {kept} : ({kept} = {found}, {kept}_set = 1, {kept}))"
        return f"({self.truth(e.test)} ? {write(e.body)} : {write(e.orelse)})"

    def _comparison(self, e: ast.Compare) -> str:
        sides = [e.left, *e.comparators]
        found = [
            self._compared(left, op, right)
            for left, op, right in zip(sides, e.ops, e.comparators, strict=False)
        ]
        return f"({' && '.join(found)})"

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.In):
            return f"list_has({self.view(right)}, {self.number(left)})"
        if isinstance(right, ast.List) and not right.elts and isinstance(left, ast.ListComp):
            found = self.any(left.generators, None)
            return found if isinstance(op, ast.NotEq) else f"!{found}"
        if self.shape(left) is Shape.LIST:
            same = f"same_list({self.view(left)}, {self.view(right)})"
            return same if isinstance(op, ast.Eq) else f"!{same}"
        return f"{self.number(left)} {COMPARISONS[type(op)]} {self.number(right)}"

    def _arithmetic(self, e: ast.BinOp) -> str:
        match e:
            case ast.BinOp(left=ast.Constant(value=1), op=ast.LShift(), right=row):
                return f"bit(G, {self.number(row)})"
            case ast.BinOp(left=left, op=ast.RShift(), right=by):
                return f"shifted(G, {self.number(left)}, {self.number(by)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"quotient(G, {self.number(left)}, {self.number(right)})"
        return f"({self.number(e.left)} {OPERATORS[type(e.op)]} {self.number(e.right)})"

    def _item(self, e: ast.Subscript) -> str:
        assert isinstance(e.value, ast.Name)
        index, name = self.number(e.slice), e.value.id
        constant = isinstance(e.slice, ast.Constant)
        if name == "C":
            return f"G->C[{index}]" if constant else f"G->C[cell_at(G, {index})]"
        if name in self.names:
            return f"item(G, {self.name(name)}, {index})"
        rows = self.tables.column(name)
        return f"{name}[{index}]" if constant else f"{name}[row_at(G, {index}, {rows})]"

    # -- calls -------------------------------------------------------------------------------

    def _call(self, e: ast.Call) -> str:
        match e.func:
            case ast.Attribute(value=ast.Name(id=graph), attr="reach" | "distance" as what):
                rows = self.tables.graph(graph)
                given = ", ".join(map(self.number, e.args))
                return f"{what}(G, {graph}_ends, {rows}, {given})"
            case ast.Attribute(value=of, attr="bit_count"):
                return f"size_of_set({self.number(of)})"
            case ast.Attribute(value=of, attr="count"):
                return f"list_count({self.view(of)}, {self.number(e.args[0])})"
            case ast.Name(id=name):
                return self._named(name, e.args)
        raise Unsupported(ast.unparse(e))

    def _named(self, name: str, args: list[ast.expr]) -> str:
        match name, args:
            case "int" | "bool", [value]:
                return self.number(value)
            case "min" | "max", [left, right]:
                found = "smaller" if name == "min" else "larger"
                return f"{found}({self.number(left)}, {self.number(right)})"
            case "keep", [_, _, value]:
                return self.number(value)
            case "product", [left, right]:
                return f"product(G, {self.number(left)}, {self.number(right)})"
            case "draw", [_, _, pile]:
                return f"draw(G, {self.number(pile)})"
            case "bounded", [times, limit]:
                return f"bounded(G, {self.number(times)}, {self.number(limit)})"
            case "any", [ast.GeneratorExp(elt=elt, generators=generators)]:
                always = isinstance(elt, ast.Constant) and elt.value is True
                return self.any(generators, None if always else elt)
            case "all", [ast.GeneratorExp(elt=elt, generators=generators)]:
                test = ast.UnaryOp(op=ast.Not(), operand=elt)
                return f"(!{self.any(generators, test)})"
            case "next", [ast.GeneratorExp(elt=elt, generators=generators), other]:
                return self.first(elt, generators, other)
            case "len", [ast.ListComp(generators=generators)]:
                return self.gathered("word", "0", generators, lambda r: f"{r}++;")
            case "len", [value]:
                return f"(word){self.view(value)}.size"
            case "sum", [ast.ListComp(elt=elt, generators=generators)]:
                return self.gathered(
                    "word", "0", generators, lambda r: f"{r} += {self.number(elt)};"
                )
            case "sum", [ast.Subscript(value=ast.Name(id="C"), slice=ast.Slice() as cut)]:
                return f"cells_sum(G, {self._cut(cut)})"
            case "sum", [value]:
                return f"list_sum({self.view(value)})"
            case "union", [ast.ListComp(elt=elt, generators=generators)]:
                return self.gathered(
                    "word", "0", generators, lambda r: f"{r} |= {self.number(elt)};"
                )
            case "smallest" | "largest", [ast.ListComp() as values]:
                return f"{name}(G, {self.listed(values)})"
            case "smallest" | "largest", [values]:
                return f"{name}(G, {self.view(values)})"
            case "lowest" | "highest", [ast.ListComp() as ranked]:
                return self.best(ranked, "<" if name == "lowest" else ">")
            case "position", [row, values]:
                return f"position({self.number(row)}, {self.view(values)})"
            case "item", [values, index]:
                return f"item(G, {self.view(values)}, {self.number(index)})"
            case "entry", [ast.Dict(keys=keys, values=values), key]:
                pairs = [p for pair in zip(keys, values, strict=True) for p in pair]
                items = self.tables.literal([constant(p) for p in pairs])
                return f"entry(G, {items}, {len(keys)}, {self.number(key)})"
        if name.startswith(("f_", "do_", "phase_")):
            return self.called(name, args)
        raise Unsupported(f"{name}(…)")

    def called(self, name: str, args: Sequence[ast.expr], *more: str) -> str:
        """A call of a compiled function; texts are not handed over."""
        given = [a for a in args if not (isinstance(a, ast.Name) and a.id in ("C", "J", "Q"))]
        shapes = self.shapes.parameters.get(name, {}).values()
        if len(given) != len(shapes):
            raise Unsupported(f"{name} is called with {len(given)} values")
        values = [
            self.value(arg)
            for arg, shape in zip(given, shapes, strict=True)
            if shape is not Shape.TEXT
        ]
        if self.shapes.results.get(name) in (Shape.LIST, Shape.LISTS):
            self.allocates = True
        return f"{name}({', '.join(['G', *values, *more])})"
