"""Going through something: comprehensions as loops inside an expression."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from brasswright.interpreter.native.scope import Scope, constant
from brasswright.interpreter.native.shapes import Shape, Unsupported


@dataclass(frozen=True)
class Walk:
    """A loop through something: what comes before it, how often it turns at most, its head."""

    before: str
    size: str
    head: str
    """Opens the block of the loop and names the member."""
    shape: Shape = Shape.NUMBER


class Walks(Scope):
    """Writes loops."""

    # -- comprehensions ----------------------------------------------------------------------

    def loop(self, generators: list[ast.comprehension], body: Callable[[], str]) -> str:
        """Loops with their tests, one in the other, around a body."""
        if not generators:
            return body()
        each = generators[0]
        assert isinstance(each.target, ast.Name)
        walk, member = self.walk(each.iter, each.target.id)
        self.inner.append({each.target.id: (member, walk.shape)})
        tests = " && ".join(self.truth(test) for test in each.ifs)
        inside = self.loop(generators[1:], body)
        self.inner.pop()
        inside = f"if ({tests}) {{ {inside} }}" if tests else inside
        return f"{walk.before} {walk.head} {inside} }}"

    def gathered(
        self,
        kind: str,
        start: str,
        generators: list[ast.comprehension],
        add: Callable[[str], str],
    ) -> str:
        """A value that a loop adds to."""
        found = self.fresh("r")
        loop = self.loop(generators, lambda: add(found))
        return f"({{ {kind} {found} = {start}; {loop} {found}; }})"

    def any(self, generators: list[ast.comprehension], test: ast.expr | None) -> str:
        found, out = self.fresh("r"), self.fresh("out")

        def body() -> str:
            hit = f"{found} = 1; goto {out};"
            return hit if test is None else f"if ({self.truth(test)}) {{ {hit} }}"

        loop = self.loop(generators, body)
        return f"({{ __label__ {out}; word {found} = 0; {loop} {out}:; {found}; }})"

    def first(self, elt: ast.expr, generators: list[ast.comprehension], other: ast.expr) -> str:
        found, out = self.fresh("r"), self.fresh("out")
        loop = self.loop(generators, lambda: f"{found} = {self.number(elt)}; goto {out};")
        start = self.number(other)
        return f"({{ __label__ {out}; word {found} = {start}; {loop} {out}:; {found}; }})"

    def best(self, ranked: ast.ListComp, sign: str) -> str:
        """The set of the rows with the least or the greatest number."""
        assert isinstance(ranked.elt, ast.Tuple)
        by, row = ranked.elt.elts
        found, best, some, value = map(self.fresh, ("r", "best", "some", "by"))

        def body() -> str:
            return (
                f"word {value} = {self.number(by)}; word row = {self.number(row)};"
                f" if (!{some} || {value} {sign} {best})"
                f" {{ {best} = {value}; {found} = bit(G, row); {some} = 1; }}"
                f" else if ({value} == {best}) {found} |= bit(G, row);"
            )

        loop = self.loop(ranked.generators, body)
        start = f"word {found} = 0, {best} = 0, {some} = 0;"
        return f"({{ {start} {loop} {found} & -2; }})"

    # -- going through something -------------------------------------------------------------

    def walk(self, walked: ast.expr, name: str) -> tuple[Walk, str]:
        """A loop through something, and the C name of its member."""
        member = self.fresh(name)
        match walked:
            case ast.Subscript(value=ast.Name(id="ROWS"), slice=value):
                return self._through_set(self.number(value), member), member
            case ast.Subscript(value=ast.Name(id=index), slice=value) if index.startswith(
                ("IS", "IN", "HAS")
            ):
                return self._through_set(self.looked_up(index, value), member), member
            case ast.Call(func=ast.Name(id="range" | "span" as how), args=[low, end]):
                low_, end_ = self.fresh("low"), self.fresh("end")
                last = self.number(end) + (" + 1" if how == "span" else "")
                before = f"word {low_} = {self.number(low)}, {end_} = {last};"
                if how == "span":
                    before += f" rounds(G, {end_} - {low_});"
                head = f"for (word {member} = {low_}; {member} < {end_}; {member}++) {{"
                return Walk(before, f"larger(0, {end_} - {low_})", head), member
            case ast.Call(func=ast.Name(id="compress"), args=[ast.Call(args=[low, end]), cut]):
                assert isinstance(cut, ast.Subscript)
                assert isinstance(cut.slice, ast.Slice)
                cells, size = self.fresh("cells"), f"{constant(end)} - {constant(low)}"
                assert cut.slice.lower is not None
                first = self.number(cut.slice.lower)
                before = f"const word *{cells} = cells_at(G, {first}, {size});"
                head = (
                    f"for (word {member} = {constant(low)}; {member} < {constant(end)};"
                    f" {member}++) {{ if (!{cells}[{member} - {constant(low)}]) continue;"
                )
                return Walk(before, size, head), member
            case ast.Tuple(elts=[single]):
                return Walk("", "1", f"{{ word {member} = {self.number(single)};"), member
        return self._through_list(walked, member), member

    def _through_set(self, value: str, member: str) -> Walk:
        rest = self.fresh("set")
        head = f"for (; {rest}; {rest} &= {rest} - 1) {{ word {member} = lowest_bit({rest});"
        return Walk(f"word {rest} = {value};", f"size_of_set({rest})", head)

    def _through_list(self, walked: ast.expr, member: str) -> Walk:
        values, place = self.fresh("list"), self.fresh("i")
        if self.shape(walked) is Shape.LISTS:
            raise Unsupported("combinations of combinations")
        head = (
            f"for (int {place} = 0; {place} < {values}.size; {place}++) {{"
            f" word {member} = {values}.items[{place}];"
        )
        return Walk(f"list {values} = {self.view(walked)};", f"{values}.size", head)

    def looked_up(self, name: str, value: ast.expr) -> str:
        """The set of the rows with that value of a constant field."""
        count, given = self.tables.sets_by_value(name), self.number(value)
        if name.startswith("IN"):
            return f"rows_in({name}, {count}, {given})"
        return f"rows_of({name}, {count}, {given})"

    def _cut(self, cut: ast.Slice) -> str:
        """First cell and number of cells of a slice."""
        assert cut.lower is not None
        assert cut.upper is not None
        low = self.number(cut.lower)
        if isinstance(cut.lower, ast.Constant) and isinstance(cut.upper, ast.Constant):
            return f"{low}, {int(cut.upper.value) - int(cut.lower.value)}"  # type: ignore[arg-type]
        return f"{low}, {self.number(cut.upper)} - {low}"
