"""What the values of compiled rules are: numbers (rows, truths and sets too), lists, texts.

Compiled Python has no types, and C needs them. They follow from the signatures of the checked
program and from how names are given values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from enum import Enum

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.types import ListType, TextType, Type
from brasswright.interpreter.compiling.compiled import Compiled


class Unsupported(Exception):
    """The native backend can't do this; the Python backend can."""


class Shape(Enum):
    """What a value is."""

    NUMBER = "word"
    LIST = "list"
    LISTS = "lists"
    """Combinations of pieces, all of the same size."""
    TEXT = ""
    """Only logs hold texts, and C writes none: such values are left out."""


Names = Mapping[str, Shape]
LIST_MAKERS = {"tuple", "sorted", "range", "span", "pieces", "compress", "once", "occurring"}


def shape_of_type(type_: Type) -> Shape:
    """The shape of the values of a type."""
    if isinstance(type_, TextType):
        return Shape.TEXT
    if isinstance(type_, ListType):
        return Shape.TEXT if isinstance(type_.of, TextType) else Shape.LIST
    return Shape.NUMBER


class Shapes:
    """The shapes of everything that the functions of a module name."""

    def __init__(self, compiled: Compiled, functions: Iterable[ast.FunctionDef]) -> None:
        program = compiled.program
        self._values = compiled.names
        self.functions = {f.name: combinations_named_apart(f) for f in functions}
        self.results: dict[str, Shape] = {}
        self.parameters: dict[str, dict[str, Shape]] = {}
        self.locals: dict[str, dict[str, Shape]] = {}
        for define in program.defines.values():
            self.results[f"f_{define.name}"] = shape_of_type(define.result)
            self._given(f"f_{define.name}", define.parameters)
        for rule in program.rules.values():
            self._given(f"do_{rule.name}", rule.parameters)
            self._given(f"way_{rule.name}", rule.parameters)
        for name in self.functions:
            if name.startswith("items_"):
                self.results[name] = Shape.LIST
        waiting = list(self.functions.values())
        while waiting:
            rest = [f for f in waiting if not self._infer(f)]
            if len(rest) == len(waiting):
                raise Unsupported(f"nothing calls {rest[0].name}")
            waiting = rest

    def _given(self, name: str, parameters: Iterable[tuple[str, Type]]) -> None:
        self.parameters[name] = {f"v_{p}": shape_of_type(type_) for p, type_ in parameters}

    def _infer(self, f: ast.FunctionDef) -> bool:
        """Find the shapes in one function; False if its parameters are not known yet."""
        own = [arg.arg for arg in f.args.args if arg.arg not in ("C", "J", "Q")]
        known = self.parameters.setdefault(f.name, {}) if not own else self.parameters.get(f.name)
        if known is None:
            return False
        names = self.locals[f.name] = dict(known)
        for _ in range(2):  # a name may be used before the line that gives it a value
            for node in ast.walk(f):
                self._bind(node, names)
        for node in ast.walk(f):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self._called(node, names)
        return True

    def _bind(self, node: ast.AST, names: dict[str, Shape]) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not _is_none(value):
                names.setdefault(name, self.shape(value, names))
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                names[name] = self.shape(value, names)
            case ast.For(target=ast.Name(id=name), iter=walked) if name != "_":
                names[name] = self.member(walked, names)

    def _called(self, call: ast.Call, names: Names) -> None:
        """What inner functions are given is known from where they are called."""
        assert isinstance(call.func, ast.Name)
        f = self.functions.get(call.func.id)
        if f is None or f.name in self.parameters:
            return
        own = [arg.arg for arg in f.args.args if arg.arg not in ("C", "J", "Q")]
        given = call.args[len(f.args.args) - len(own) :]
        self.parameters[f.name] = {
            name: self.shape(value, names) for name, value in zip(own, given, strict=True)
        }

    def member(self, walked: ast.expr, names: Names) -> Shape:
        """What a loop goes through is made of."""
        match walked:
            case ast.Call(func=ast.Attribute(attr="pick" | "pick_any"), args=[_, offered, *_]):
                walked = offered
            case ast.Call(func=ast.Attribute(attr="stop")):
                return Shape.NUMBER
        return Shape.LIST if self.shape(walked, names) is Shape.LISTS else Shape.NUMBER

    def shape(self, e: ast.expr, names: Names) -> Shape:
        """The shape of an expression's value."""
        match e:
            case ast.Name(id=name):
                return names.get(name, Shape.NUMBER)
            case ast.NamedExpr(value=value):
                return self.shape(value, names)
            case ast.IfExp(body=ast.Tuple(elts=[]), orelse=other):
                return self.shape(other, names)
            case ast.IfExp(body=body, orelse=other):
                return (
                    self.shape(body, names)
                    if names_known(body, names)
                    else self.shape(other, names)
                )
            case ast.Tuple(elts=[ast.Constant(), ast.Tuple()]):
                return Shape.TEXT
            case ast.Tuple() | ast.List():
                return Shape.LIST
            case ast.ListComp(elt=elt, generators=generators):
                inner = dict(names)
                for each in generators:
                    assert isinstance(each.target, ast.Name)
                    inner[each.target.id] = self.member(each.iter, inner)
                found = self.shape(elt, inner)
                return {Shape.NUMBER: Shape.LIST, Shape.LIST: Shape.LISTS}.get(found, Shape.TEXT)
            case ast.BinOp(op=ast.Add(), left=left):
                return self.shape(left, names)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                if name == "C":
                    return Shape.LIST if isinstance(index, ast.Slice) else Shape.NUMBER
                if name in names:
                    return Shape.NUMBER
                if name == "ROWS" or name.startswith(("IS", "IN", "HAS")):
                    return Shape.LIST
                return Shape.LIST if isinstance(self._values[name][-1], tuple) else Shape.NUMBER
            case ast.Call(func=ast.Name(id="keep"), args=[_, _, value]):
                return self.shape(value, names)
            case ast.Call(func=ast.Name(id="tuple"), args=[value]):
                return self.shape(value, names)
            case ast.Call(func=ast.Name(id=name)) if name in LIST_MAKERS:
                return Shape.LIST
            case ast.Call(func=ast.Name(id="multisets")):
                return Shape.LISTS
            case ast.Call(func=ast.Name(id=name)):
                return self.results.get(name, Shape.NUMBER)
        return Shape.NUMBER


def combinations_named_apart(f: ast.FunctionDef) -> ast.FunctionDef:
    """The same function, where no name first is a list and then combinations of what was in it."""
    for node in ast.walk(f):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name) as target],
                value=ast.Call(func=ast.Name(id="multisets")),
            ):
                same = [n for n in ast.walk(f) if isinstance(n, ast.Name) and n.id == name]
                for other in same:
                    if other is target or other.lineno > node.lineno:
                        other.id = f"{name}_taken"
    return f


def names_known(e: ast.expr, names: Names) -> bool:
    """Has a name that stands alone a known shape?"""
    return not isinstance(e, ast.Name) or e.id in names


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def holders(f: ast.FunctionDef) -> set[str]:
    """The names of a function that hold a value computed when it is first needed."""
    return {
        node.target.id
        for node in ast.walk(f)
        if isinstance(node, ast.NamedExpr) and isinstance(node.target, ast.Name)
    }


def is_generator(f: ast.FunctionDef) -> bool:
    """Does a function hand out ways?"""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(f))


def longest_combination(program: ir.Program) -> int:
    """The most pieces that one answer holds."""
    many = [c.many for c in program.choices if isinstance(c, ir.ChooseStatement)]
    return max([1, *(each or 0 for each in many)])
