"""Lists, and combinations of pieces."""

from __future__ import annotations

import ast

from brasswright.interpreter.native.scope import constant, is_constant
from brasswright.interpreter.native.shapes import Shape, Unsupported
from brasswright.interpreter.native.walks import Walks
from brasswright.interpreter.running.kernel import PILE_HEAD

SHAPES = {"bag": "BAG", "pile": "PILE", "slot": "SLOT"}


class Lists(Walks):
    """Writes lists; each lives in the arena as long as the loop or function that made it."""

    # -- lists -------------------------------------------------------------------------------

    def listed(self, e: ast.expr) -> str:
        """A list of its own."""
        self.allocates = True
        match e:
            case ast.Name(id=name):
                return self.name(name)
            case ast.IfExp():
                return self.choice(e, self.listed)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return f"joined(G, {self.listed(left)}, {self.listed(right)})"
            case ast.List(elts=[ast.Starred(value=walked)]):
                return self.fresh_list(walked)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                if all(map(is_constant, elts)):
                    return self.view(e)
                items = ", ".join(map(self.number, elts))
                return f"copied(G, (word[]){{{items}}}, {len(elts)})"
            case ast.ListComp(elt=elt, generators=generators):
                return self._comprehension(elt, generators)
            case ast.Subscript():
                return self._list_item(e)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                return self._list_call(name, args, keywords)
        raise Unsupported(ast.unparse(e))

    def fresh_list(self, e: ast.expr) -> str:
        """A list that nothing else has, so that it may be put in another order."""
        match e:
            case ast.Subscript(value=ast.Name(id=name)) if name in ("C", "ROWS"):
                return self.listed(e)
            case ast.Subscript() | ast.Tuple() | ast.Name():
                self.allocates = True
                return f"copy_of(G, {self.view(e)})"
        return self.listed(e)

    def view(self, e: ast.expr) -> str:
        """A list that is only looked at: constants and cells are not copied."""
        match e:
            case ast.Tuple(elts=elts) if all(map(is_constant, elts)):
                items = self.tables.literal([constant(item) for item in elts])
                return f"((list){{{len(elts)}, (word *){items}}})"
            case ast.Call(func=ast.Name(id="tuple"), args=[value]):
                return self.view(value)
            case ast.Call(func=ast.Name(id="pieces"), args=[_, ast.Constant(value="pile"), at, _]):
                cell = self.number(at)
                start, size = self.fresh("at"), self.fresh("size")
                return (
                    f"({{ word {start} = cell_at(G, {cell}), {size} = G->C[{start}];"
                    f" (list){{(int){size}, cells_at(G, {start} + {PILE_HEAD}, {size})}}; }})"
                )
        return self.listed(e)

    def _comprehension(self, elt: ast.expr, generators: list[ast.comprehension]) -> str:
        if len(generators) != 1:
            raise Unsupported("a list of two loops")
        each = generators[0]
        assert isinstance(each.target, ast.Name)
        found = self.fresh("r")
        walk, member = self.walk(each.iter, each.target.id)
        self.inner.append({each.target.id: (member, walk.shape)})
        tests = " && ".join(self.truth(test) for test in each.ifs) or "1"
        add = f"{found}.items[{found}.size++] = {self.number(elt)};"
        self.inner.pop()
        return (
            f"({{ {walk.before} list {found} = new_list(G, {walk.size});"
            f" {walk.head} if ({tests}) {add} }} {found}; }})"
        )

    def _list_item(self, e: ast.Subscript) -> str:
        assert isinstance(e.value, ast.Name)
        name = e.value.id
        if name == "C":
            assert isinstance(e.slice, ast.Slice)
            return f"cells_list(G, {self._cut(e.slice)})"
        if name == "ROWS":
            return f"set_list_of(G, {self.number(e.slice)})"
        if name.startswith(("IS", "IN", "HAS")):
            return f"set_list_of(G, {self.looked_up(name, e.slice)})"
        rows = self.tables.lists(name)
        row = self.fresh("row")
        return (
            f"({{ word {row} = row_at(G, {self.number(e.slice)}, {rows});"
            f" (list){{(int){name}_size[{row}], (word *){name}_items + {name}_first[{row}]}}; }})"
        )

    def _list_call(self, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> str:
        match name, args:
            case "tuple", [value]:
                return self.listed(value)
            case "sorted", [value]:
                return self._sorted(value, keywords)
            case "keep", [_, _, value]:
                return self.listed(value)
            case "range", [low, end]:
                return f"range_list(G, {self.number(low)}, {self.number(end)})"
            case "span", [low, high]:
                return f"range_list(G, {self.number(low)}, {self.number(high)} + 1)"
            case "pieces", [_, ast.Constant(value=shape), cell, kinds]:
                kind = SHAPES[str(shape)]
                return f"pieces(G, {kind}, {self.number(cell)}, {self.number(kinds)})"
            case "once", [ast.ListComp() as keyed]:
                return self._once(keyed)
            case "compress", _:
                name = self.fresh("x")
                member = ast.Name(id=name)
                target = ast.Name(id=name)
                walked = ast.Call(func=ast.Name(id="compress"), args=args, keywords=[])
                each = ast.comprehension(target=target, iter=walked, ifs=[], is_async=0)
                return self._comprehension(member, [each])
        if name.startswith(("f_", "items_")):
            return self.called(name, args)
        raise Unsupported(f"{name}(…)")

    def _sorted(self, value: ast.expr, keywords: list[ast.keyword]) -> str:
        if not keywords:
            key: ast.expr = ast.Name(id="each")
            name = "each"
        else:
            made = keywords[0].value
            assert isinstance(made, ast.Lambda)
            key, name = made.body, made.args.args[0].arg
        found, keys, each = map(self.fresh, ("r", "keys", "i"))
        values = self.listed(value)
        self.inner.append({name: (f"{found}.items[{each}]", Shape.NUMBER)})
        by = self.number(key)
        self.inner.pop()
        return (
            f"({{ list {found} = {values}; word *{keys} = take(G, {found}.size);"
            f" for (int {each} = 0; {each} < {found}.size; {each}++) {keys}[{each}] = {by};"
            f" sorted_by({found}, {keys}); }})"
        )

    def _once(self, keyed: ast.ListComp) -> str:
        """The first candidate of each key."""
        assert isinstance(keyed.elt, ast.Tuple)
        key, row = keyed.elt.elts
        [each] = keyed.generators
        assert isinstance(each.target, ast.Name)
        assert isinstance(row, ast.Name)
        parts = key.elts if isinstance(key, ast.Tuple) else [key]
        if any(self.shape(part) is not Shape.NUMBER for part in parts):
            raise Unsupported("candidates that are alike by a list")
        values, keys, place = map(self.fresh, ("all", "keys", "i"))
        source = self.listed(each.iter)
        self.inner.append({each.target.id: (f"{values}.items[{place}]", Shape.NUMBER)})
        width = len(parts)
        writes = " ".join(
            f"{keys}[{place} * {width} + {k}] = {self.number(part)};"
            for k, part in enumerate(parts)
        )
        self.inner.pop()
        return (
            f"({{ list {values} = {source}; word *{keys} = take(G, (word){values}.size * {width});"
            f" for (int {place} = 0; {place} < {values}.size; {place}++) {{ {writes} }}"
            f" once(G, {values}, {keys}, {width}); }})"
        )

    # -- combinations ------------------------------------------------------------------------

    def combinations(self, e: ast.expr) -> str:
        """Combinations of pieces."""
        self.allocates = True
        match e:
            case ast.Name(id=name):
                return self.name(name)
            case ast.Call(func=ast.Name(id="multisets"), args=[counted, size]):
                return self._multisets(counted, size)
            case ast.ListComp(elt=ast.Name(id=name), generators=[each]):
                assert isinstance(each.target, ast.Name)
                source = self.combinations(each.iter)
                found, values, member, place = map(self.fresh, ("r", "all", "v", "i"))
                self.inner.append({each.target.id: (member, Shape.LIST)})
                tests = " && ".join(self.truth(test) for test in each.ifs) or "1"
                self.inner.pop()
                width = f"sizeof(word) * (size_t){found}.each"
                return (
                    f"({{ lists {values} = {source};"
                    f" lists {found} = {{0, {values}.each,"
                    f" take(G, (word){values}.size * {values}.each)}};"
                    f" for (int {place} = 0; {place} < {values}.size; {place}++) {{"
                    f" list {member} = {{{values}.each,"
                    f" {values}.items + (word){place} * {values}.each}};"
                    f" if ({tests}) memcpy({found}.items + (word){found}.size++ * {found}.each,"
                    f" {member}.items, {width}); }} {found}; }})"
                )
        raise Unsupported(ast.unparse(e))

    def _multisets(self, counted: ast.expr, size: ast.expr) -> str:
        rows, limits, place = map(self.fresh, ("rows", "limits", "i"))
        match counted:
            case ast.Call(func=ast.Name(id="occurring"), args=[values]):
                made = (
                    f"word *{limits}; list {rows} = occurring(G, {self.listed(values)}, &{limits});"
                )
            case ast.ListComp(elt=ast.Tuple(elts=[_, limit]), generators=[each]):
                assert isinstance(each.target, ast.Name)
                source = self.listed(each.iter)
                self.inner.append({each.target.id: (f"{rows}.items[{place}]", Shape.NUMBER)})
                most = self.number(limit)
                self.inner.pop()
                made = (
                    f"list {rows} = {source}; word *{limits} = take(G, {rows}.size);"
                    f" for (int {place} = 0; {place} < {rows}.size; {place}++)"
                    f" {limits}[{place}] = {most};"
                )
            case _:
                raise Unsupported(ast.unparse(counted))
        return f"({{ {made} multisets(G, {rows}, {limits}, {self.number(size)}); }})"
