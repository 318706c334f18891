"""Functions of compiled Python as functions of C.

A plain function becomes a function. A generator hands out ways: in C it is given a function,
`next`, that does what follows a way, and calls it for each of them. So the body of a loop over a
generator becomes a function of its own, and what both name lies in a frame that they share. A
result other than 0 says to stop: 1 stops everything, larger numbers leave the loop they are the
number of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from brasswright.interpreter.native.expressions import Expressions
from brasswright.interpreter.native.lists import SHAPES
from brasswright.interpreter.native.shapes import (
    Shape,
    Shapes,
    Unsupported,
    holders,
    is_generator,
)
from brasswright.interpreter.native.tables import Tables
from brasswright.interpreter.running.kernel import LOGGED

STOP_EVERYTHING = 1


class FunctionTranslator:
    """Translates one function."""

    def __init__(
        self, f: ast.FunctionDef, shapes: Shapes, tables: Tables, numbers: Iterator[int]
    ) -> None:
        self.f = f
        self._numbers = numbers
        """For loops that are left by a result: no two in a rulebook have the same."""
        self.shapes = shapes
        self.names = shapes.locals[f.name]
        self.hands_out = is_generator(f)
        self._holders = holders(f)
        self.code = Expressions(shapes, tables, self.names, self._place)
        self._bodies: list[str] = []
        self._lines: list[str] = []
        self._indent = 1
        self._exits: list[tuple[str, str]] = []
        """What `continue` and `break` are, in the loops around."""
        self._returns_list = shapes.results.get(f.name) in (Shape.LIST, Shape.LISTS)
        self._left: set[int] = set()

    # -- the function ------------------------------------------------------------------------

    @property
    def head(self) -> str:
        """The declaration."""
        given = [
            f"{self.names[name].value} {name}"
            for name in self.shapes.parameters[self.f.name]
            if self.names[name] is not Shape.TEXT
        ]
        if self.hands_out:
            given += ["way next", "void *env"]
        kind = "list" if self._returns_list else "int" if self.hands_out else "word"
        return f"static {kind} {self.f.name}({', '.join(['game *G', *given])})"

    def text(self) -> str:
        """The C of the function, and of the bodies of its loops."""
        self._block(self.f.body)
        if self.hands_out:
            return self._generator()
        if not self._returns_list and not isinstance(self.f.body[-1], ast.Return):
            self._line("return 0;")
        opening = [f"    {self._declared(name)};" for name in self._own_names()]
        if self.code.allocates and not self._returns_list:
            opening.append("    int mark_ = G->used;")
        return "\n".join([f"{self.head} {{", *opening, *self._lines, "}", ""])

    def _generator(self) -> str:
        frame = f"struct {self.f.name}_frame"
        parameters = [
            name
            for name in self.shapes.parameters[self.f.name]
            if self.names[name] is not Shape.TEXT
        ]
        fields = [f"{self._declared(name)};" for name in (*parameters, *self._own_names())]
        given = "".join(f" .{name} = {name}," for name in parameters)
        return "\n".join(
            [
                f"{frame} {{ {' '.join(fields)} way next; void *env; }};",
                *self._bodies,
                f"{self.head} {{",
                "    guard(G);",
                f"    {frame} frame = {{{given} .next = next, .env = env}}, *F = &frame;",
                *self._lines,
                "    return 0;",
                "}",
                "",
            ]
        )

    def _own_names(self) -> list[str]:
        given = self.shapes.parameters[self.f.name]
        return [n for n, shape in self.names.items() if n not in given and shape is not Shape.TEXT]

    def _declared(self, name: str) -> str:
        if name not in self._holders:
            return f"{self.names[name].value} {name}"
        if self.hands_out:
            return f"{self.names[name].value} {name}; int {name}_set"
        return f"{self.names[name].value} {name}; int {name}_set = 0"

    def _place(self, name: str) -> str:
        return f"F->{name}" if self.hands_out else name

    # -- statements --------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self._lines.append("    " * self._indent + text)

    def _block(self, block: Sequence[ast.stmt]) -> None:
        for statement in block:
            self._statement(statement)

    def _statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Pass():
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._assign(name, value)
            case ast.Assign(targets=[ast.Subscript() as cell], value=value):
                self._line(f"put(G, {self.code.number(cell.slice)}, {self.code.number(value)});")
            case ast.AugAssign(target=ast.Attribute(attr="ways")):
                self._line("G->ways++;")
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._line(f"{self._place(name)} += {self.code.number(value)};")
            case ast.If():
                self._branch(s)
            case ast.While(test=test, body=body):
                self._loop(f"while ({self.code.truth(test)}) {{", body)
            case ast.For():
                self._for(s)
            case ast.Continue():
                self._line(self._exits[-1][0])
            case ast.Break():
                self._break()
            case ast.Return(value=value):
                self._return(value)
            case ast.Expr(value=ast.Yield(value=value)):
                self._hand_out(value)
            case ast.Expr(value=ast.YieldFrom(value=ast.Call() as call)):
                self._each_way(call, "F->next", "F->env")
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case _:
                raise Unsupported(ast.unparse(s))

    def _assign(self, name: str, value: ast.expr) -> None:
        place = self._place(name)
        match value:
            case ast.Constant(value=None):
                if self.names.get(name, Shape.TEXT) is not Shape.TEXT:
                    self._line(f"{place}_set = 0;")
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id="J")]):
                self._line(f"{place} = G->noted;")
            case ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(attr="path")]):
                self._line(f"{place} = G->depth;")
            case ast.Attribute(attr="ways"):
                self._line(f"{place} = G->ways;")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=memory), attr="get")) if (
                memory.startswith("M_")
            ):
                pass  # remembering is for the Python backend
            case ast.Tuple() if name == "key":
                pass
            case _ if self.names.get(name) is not Shape.TEXT:
                self._line(f"{place} = {self.code.value(value)};")

    def _branch(self, s: ast.If) -> None:
        match s.test:
            case ast.Compare(left=ast.Name(id="found"), ops=[ast.IsNot()]):
                return
            case ast.Compare(left=ast.Call(args=[ast.Name(id="J")]), comparators=[mark]):
                self._line(f"undo(G, (int){self.code.number(mark)});")
                return
            case ast.Compare(left=ast.Name() as count, comparators=[ast.Attribute(attr="ways")]):
                test = f"{self.code.number(count)} == G->ways"
            case test_:
                test = self.code.truth(test_)
        self._line(f"if ({test}) {{")
        self._inside(s.body)
        if s.orelse:
            self._line("} else {")
            self._inside(s.orelse)
        self._line("}")

    def _inside(self, block: Sequence[ast.stmt]) -> None:
        self._indent += 1
        self._block(block)
        self._indent -= 1

    def _break(self) -> None:
        out = self._exits[-1][1]
        if out.isdigit():
            self._left.add(int(out))
            out = f"return {out};"
        self._line(out)

    def _return(self, value: ast.expr | None) -> None:
        if self.hands_out:
            if any(out.isdigit() for _, out in self._exits):
                raise Unsupported("a way ends for the whole function")
            self._line("return 0;")
            return
        found = self.code.value(value) if value is not None else "0"
        if self._returns_list or value is None:
            self._line(f"return {found};")
        elif self.code.allocates:
            self._line(f"{{ word result = {found}; G->used = mark_; return result; }}")
        else:
            self._line(f"return {found};")

    def _call(self, call: ast.Call) -> None:
        code, number_ = self.code, self.code.number
        match call.func, call.args:
            case ast.Attribute(value=ast.Name(id="J"), attr="append"), [ast.Tuple(elts=[cell, _])]:
                if not (isinstance(cell, ast.UnaryOp) or number_(cell) == str(LOGGED)):
                    return  # the cell is noted where it is written
            case ast.Attribute(attr="leave"), [depth]:
                self._line(f"G->depth = (int){number_(depth)};")
            case ast.Name(id="trap" | "outside"), _:
                self._line("trap(G);")
            case ast.Name(id="undo"), [_, _, mark]:
                self._line(f"undo(G, (int){number_(mark)});")
            case ast.Name(id="write"), [_, _, cell, value]:
                self._line(f"put(G, {number_(cell)}, {number_(value)});")
            case ast.Name(id="set_list"), [_, _, cell, values, room]:
                listed = code.listed(values)
                self._line(f"set_list(G, {number_(cell)}, {listed}, {number_(room)});")
            case ast.Name(id="move_all"), [_, _, source, target, kinds]:
                zones = f"{self._zone(source)}, {self._zone(target)}"
                self._line(f"move_all(G, {zones}, {number_(kinds)});")
            case ast.Name(id="put_pieces"), [_, _, target, piece, count]:
                given = f"{self._zone(target)}, {number_(piece)}, {number_(count)}"
                self._line(f"put_pieces(G, {given});")
            case ast.Name(id="shuffle"), [_, _, cell, name, _]:
                self._line(f"shuffle(G, {number_(cell)}, {self._named(name)});")
            case ast.Name(id=name), args if name.startswith(("take_from_", "add_to_")):
                self._line(f"{name}(G, {', '.join(map(number_, args[2:]))});")
            case ast.Name(id="reveal"), [_, _, who]:
                self._line(f"reveal(G, {number_(who)});")
            case ast.Name(id=name), args if name.startswith(("do_", "phase_")):
                self._line(f"{code.called(name, args)};")
            case _:
                raise Unsupported(ast.unparse(call))

    def _zone(self, zone: ast.expr) -> str:
        assert isinstance(zone, ast.Tuple)
        shape, cell = zone.elts
        assert isinstance(shape, ast.Constant)
        return f"{SHAPES[str(shape.value)]}, {self.code.number(cell)}"

    def _named(self, name: ast.expr) -> str:
        """The key that the name of what is shuffled makes."""
        match name:
            case ast.Constant(value=str(text)):
                return f'named(NO_NAME, "{_escaped(text)}")'
            case ast.BinOp(left=left, right=ast.Constant(value=str(text))):
                return f'named({self._named(left)}, "{_escaped(text)}")'
            case ast.BinOp(left=left, right=ast.Call(func=ast.Name(id="str"), args=[value])):
                return f"numbered({self._named(left)}, {self.code.number(value)})"
        raise Unsupported(ast.unparse(name))

    # -- loops -------------------------------------------------------------------------------

    def _loop(self, head: str, body: Sequence[ast.stmt], first: str = "") -> None:
        self._line(head)
        self._exits.append(("continue;", "break;"))
        self._indent += 1
        if first:
            self._line(first)
        self._block(body)
        self._indent -= 1
        self._exits.pop()
        self._line("}")

    def _for(self, s: ast.For) -> None:
        assert isinstance(s.target, ast.Name)
        name = s.target.id
        match s.iter:
            case ast.Call(func=ast.Attribute(attr="pick" | "pick_any" | "stop")) as asked:
                self._answers(name, asked, s.body)
            case ast.Call(func=ast.Name(id=called)) as call if (
                called in self.shapes.functions and is_generator(self.shapes.functions[called])
            ):
                self._ways(call, s.body)
            case ast.Call(func=ast.Name(id="range" | "rounds"), args=[times]):
                count = self.code.fresh("times")
                limit = self.code.number(times)
                if ast.unparse(s.iter).startswith("rounds"):
                    limit = f"rounds(G, {limit})"
                self._loop(
                    f"for (word {count} = 0, most = {limit}; {count} < most; {count}++) {{", s.body
                )
            case walked:
                self._walk(name, walked, s.body)

    def _walk(self, name: str, walked: ast.expr, body: Sequence[ast.stmt]) -> None:
        """A loop through something that is fixed at its start."""
        match walked:
            case ast.Call(func=ast.Name(id="compress" | "pieces")):
                walked = ast.List(elts=[ast.Starred(value=walked)])
        walk, member = self.code.walk(walked, name)
        self._line(f"{{ {walk.before}")
        self._loop(walk.head, body, f"{self._place(name)} = {member};")
        self._line("}")

    def _answers(self, name: str, asked: ast.Call, body: Sequence[ast.stmt]) -> None:
        """A loop through the answers to a choice."""
        pick, mark = self.code.fresh("p"), self.code.fresh("used")
        assert isinstance(asked.func, ast.Attribute)
        many = self.names[name] is Shape.LIST
        if asked.func.attr == "stop":
            made = "stopping(G)"
        else:
            site, found, *fits = asked.args
            if many and asked.func.attr == "pick_any":
                raise Unsupported("combinations in any order")
            fresh = many or isinstance(found, ast.Name)
            offered = self.code.value(found) if fresh else self.code.fresh_list(found)
            if asked.func.attr == "pick_any":
                offered = f"in_order(G, {self.code.number(site)}, {offered})"
            fitting = f"&{self._place(_name(fits[0]))}" if fits else "NULL"
            how = "picking_lists" if many else "picking"
            made = f"{how}(G, {self.code.number(site)}, {offered}, {fitting})"
        kind, ask = ("picks", "picked_list") if many else ("pick", "picked")
        self._line(f"{{ {kind} {pick} = {made}; int {mark} = G->used;")
        head = f"while ({ask}(G, &{pick}, &{self._place(name)})) {{"
        self._loop(head, body, f"G->used = {mark};")
        self._line("}")

    def _ways(self, call: ast.Call, body: Sequence[ast.stmt]) -> None:
        """A loop over a generator: its body becomes what follows each way."""
        loop = next(self._numbers)
        name = f"{self.f.name}_then_{loop}"
        lines, self._lines = self._lines, []
        indent, self._indent = self._indent, 1
        exits, self._exits = self._exits, [("return 0;", str(loop))]
        self._block(body)
        inside, self._lines = self._lines, lines
        self._indent, self._exits = indent, exits
        self._bodies += [
            f"static int {name}(game *G, void *env_) {{",
            f"    struct {self.f.name}_frame *F = env_;",
            *inside,
            "    return 0;",
            "}",
        ]
        self._each_way(call, name, "F", loop if loop in self._left else 0)

    def _each_way(self, call: ast.Call, then: str, env: str, loop: int = 0) -> None:
        assert isinstance(call.func, ast.Name)
        called = self.code.called(call.func.id, call.args, then, env)
        unless = f" && left != {loop}" if loop else ""
        self._line(f"{{ int left = {called}; if (left{unless}) return left; }}")

    def _hand_out(self, ending: ast.expr | None) -> None:
        match ending:
            case ast.Tuple(elts=[kind, point, ast.Tuple(elts=live)]):
                values = ", ".join(self.code.number(value) for value in live)
                listed = f"(word[]){{{values}}}" if live else "NULL"
                given = f"{self.code.number(kind)}, {self.code.number(point)}"
                self._line(f"at_end(G, {given}, {listed}, {len(live)});")
        self._line("{ int left = F->next(G, F->env); if (left) return left; }")


def _name(e: ast.expr) -> str:
    if not isinstance(e, ast.Name):
        raise Unsupported(ast.unparse(e))
    return e.id


def _escaped(text: str) -> str:
    """A text inside quotes of C."""
    if not text.isascii() or not text.isprintable():
        raise Unsupported(f"the name {text!r}")
    return text.replace("\\", "\\\\").replace('"', '\\"')
