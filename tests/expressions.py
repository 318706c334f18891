"""Random typed expressions over the workshop, as rule text."""

from __future__ import annotations

from random import Random

ROWS = {
    "Site": ("alpha", "beta", "gamma", "delta"),
    "Item": ("hammer", "saw", "nail", "rope"),
    "Colour": ("red", "green", "blue"),
    "Player": ("me",),
    "Road": ("alpha--beta", "beta--gamma", "alpha--beta--delta"),
    "Nook": ("alpha.1", "beta.1", "delta.3"),
}
FIELDS: dict[str, tuple[tuple[str, str], ...]] = {
    # what a field is read from, and its name; by the type of its value
    "Number": (
        ("Site", "size"),
        ("Site", "load"),
        ("Item", "worth"),
        ("Player", "seat"),
        ("Player", "debt"),
        ("Nook", "number"),
    ),
    "Bool": (("Site", "mark"), ("Road", "open"), ("Nook", "full")),
    "Site": (("Site", "partner"), ("Nook", "place")),
    "Item": (("Item", "twin"), ("Site", "item"), ("Player", "tray")),
    "Colour": (("Item", "colour"), ("Site", "shade")),
    "Player": (("Site", "owner"),),
    "Road": (),
    "Nook": (),
}
SETS: dict[str, tuple[tuple[str, str], ...]] = {
    "Site": (("Site", "near"), ("Road", "ends")),
    "Colour": (("Site", "colours"), ("Nook", "accepts")),
    "Item": (),
    "Player": (),
    "Road": (),
    "Nook": (),
}
PLURALS = {
    "Site": "sites",
    "Item": "items",
    "Colour": "colours",
    "Player": "players",
    "Road": "roads",
    "Nook": "nooks",
}
KINDS = tuple(PLURALS)


class Expressions:
    """Writes one random expression after another; names in scope are kept by type."""

    def __init__(self, random: Random, scope: dict[str, str], safe: bool = False) -> None:
        self.random = random
        self.scope = scope
        self.safe = safe
        """Nothing that could be a trap."""
        self._names = 0

    def one(self, type_: str, depth: int) -> str:
        """An expression of a type: `Number`, `Bool`, a kind, `set of …`, `list of …`."""
        if type_.startswith("set of "):
            return self._set(type_.removeprefix("set of "), depth)
        if type_.startswith("list of "):
            return self._list(type_.removeprefix("list of "), depth)
        if type_ == "Number":
            return self._number(depth)
        return self._truth(depth) if type_ == "Bool" else self._row(type_, depth)

    # -- helpers ---------------------------------------------------------------------------

    def _pick(self, *ways: str) -> str:
        return self.random.choice(ways)

    def _kind(self) -> str:
        return self.random.choice(KINDS)

    def _local(self, type_: str) -> str | None:
        names = [name for name, known in self.scope.items() if known == type_]
        return self.random.choice(names) if names else None

    def _field(self, type_: str, depth: int, fields: dict[str, tuple[tuple[str, str], ...]]) -> str:
        known = fields[type_]
        if not known:
            return ""
        of, name = self.random.choice(known)
        return f"{self._row(of, depth - 1)}.{name}"

    def _if(self, type_: str, depth: int) -> str:
        test, then, otherwise = (
            self.one("Bool", depth - 1),
            self.one(type_, depth - 1),
            self.one(type_, depth - 1),
        )
        return f"(if {test} then {then} else {otherwise})"

    def _members(self, depth: int, kind: str | None = None) -> tuple[str, str]:
        """What a comprehension goes through, and the type of its members."""
        if kind is None and self.random.random() < 0.25:
            return self._list("Number", depth - 1), "Number"
        kind = kind or self._kind()
        way = self.random.randrange(5)
        if way == 0 and kind == "Item":
            return self._zone(depth), kind
        if way == 1:
            return self._list(kind, depth - 1), kind
        return self._set(kind, depth - 1), kind

    def _over(self, quantifier: str, depth: int, kind: str | None = None, give: str = "") -> str:
        """A comprehension; `give` is the type of what it gives, or "" for none."""
        source, member = self._members(depth, kind)
        return self._comprehension(quantifier, source, member, depth, give)

    def _comprehension(
        self,
        quantifier: str,
        source: str,
        member: str,
        depth: int,
        give: str = "",
        by: bool = False,
    ) -> str:
        self._names += 1
        name = f"x{self._names}"
        self.scope[name] = member
        text = f"{quantifier}({name} in {source}"
        if self.random.random() < 0.6:
            text += f" where {self.one('Bool', depth - 1)}"
        if give:
            text += f" give {self.one(give, depth - 1)}"
        if by:
            text += f" by {self._pick(self._number(depth - 1), self._distance(depth - 1))}"
        del self.scope[name]
        return text + ")"

    def _zone(self, depth: int) -> str:
        player = self._row("Player", depth - 1)
        return self._pick(f"{player}.hand", f"{player}.kept", "stock", "heap", "bin")

    # -- by type ---------------------------------------------------------------------------

    def _number(self, depth: int) -> str:
        local = self._local("Number")
        if depth <= 0:
            return local or self._pick("0", "1", "7", "total", "turns", "seats", "deep")
        a = lambda: self._number(depth - 1)  # noqa: E731
        match self.random.randrange(16):
            case 0:
                return self._pick("total", "turns", "seats", "deep", "Number(bonus)")
            case 1 | 2:
                return self._field("Number", depth, FIELDS)
            case 3:
                return f"({a()} {self._pick('+', '-', '*')} {a()})"
            case 4:
                return f"({a()} / {self._pick('1', '2', '3')})"
            case 5:
                return f"(-{a()})"
            case 6:
                return self._if("Number", depth)
            case 7:
                collection = self._pick(
                    self._zone(depth), self._set(self._kind(), depth), self._list("Site", depth)
                )
                return f"size({collection})"
            case 8:
                return f"number({self._row('Item', depth)}, {self._zone(depth)})"
            case 9:
                kind = self._kind()
                return f"position({self._row(kind, depth)}, {self._list(kind, depth)})"
            case 10:
                return f"{self._pick('smaller', 'larger')}({a()}, {a()})"
            case 11:
                if self.safe:
                    return f"ladder[smaller(5, larger(0, {a()}))]"
                return f"{self._pick('ladder', self._list('Number', depth))}[{a()}]"
            case 12:
                return f"rates[{self._pick('5', '10', '5' if self.safe else a())}]"
            case 13:
                return self._distance(depth)
            case 14:
                return self._over("count", depth)
        quantifier = "sum" if self.safe else self._pick("sum", "smallest", "largest")
        return self._over(quantifier, depth, give="Number")

    def _distance(self, depth: int) -> str:
        ends = f"{self._set('Site', depth)}, {self._row('Site', depth)}"
        return f"distance({ends}, {self._set('Road', depth)})"

    def _truth(self, depth: int) -> str:
        if depth <= 0:
            return self._local("Bool") or self._pick("true", "false")
        kind = self._kind()
        match self.random.randrange(15):
            case 0 | 1:
                return self._field("Bool", depth, FIELDS)
            case 13:
                sides = [self._distance(depth), "none"]
                self.random.shuffle(sides)
                return f"({sides[0]} {self._pick('==', '!=')} {sides[1]})"
            case 2:
                operator = self._pick("==", "!=", "<", ">", "<=", ">=")
                return f"({self._number(depth - 1)} {operator} {self._number(depth - 1)})"
            case 3:
                other = self._pick("none", self._row(kind, depth - 1))
                return f"({self._known(kind, depth)} {self._pick('==', '!=')} {other})"
            case 4:
                sides = self._known("Colour", depth), self._row("Colour", depth - 1)
                return f"({sides[0]} {self._pick('<', '>', '<=', '>=')} {sides[1]})"
            case 5:
                operator = self._pick("==", "!=", "meets", "within")
                return f"({self._set(kind, depth)} {operator} {self._set(kind, depth)})"
            case 6:
                lists = self._list("Number", depth), self._list("Number", depth)
                return f"({lists[0]} {self._pick('==', '!=')} {lists[1]})"
            case 7:
                inside = self._pick(self._set(kind, depth), self._list(kind, depth))
                return f"({self._known(kind, depth)} in {inside})"
            case 8:
                return f"({self._known('Item', depth)} in {self._zone(depth)})"
            case 9:
                return f"({self._number(depth - 1)} in {self._list('Number', depth)})"
            case 10:
                both = self._truth(depth - 1), self._truth(depth - 1)
                return f"({both[0]} {self._pick('and', 'or')} {both[1]})"
            case 11:
                return f"(not {self._truth(depth - 1)})"
            case 12:
                collection = self._pick(
                    self._zone(depth), self._set(kind, depth), self._list("Site", depth)
                )
                return f"empty({collection})"
        quantifier = self._pick("exists", "every")
        give = "Bool" if quantifier == "every" or self.random.random() < 0.4 else ""
        return self._over(quantifier, depth, give=give)

    def _known(self, kind: str, depth: int) -> str:
        """A row whose kind shows by itself: bare names only where one kind has them."""
        return self._row(kind, depth - 1)

    def _row(self, kind: str, depth: int) -> str:
        local = self._local(kind)
        if depth <= 0:
            return local or self.random.choice(ROWS[kind])
        match self.random.randrange(6):
            case 0:
                return self._field(kind, depth, FIELDS) or self.random.choice(ROWS[kind])
            case 1:
                return self._if(kind, depth)
            case 2:
                return self._over("first", depth, kind)
            case 3 if not self.safe:
                return f"{self._list(kind, depth - 1)}[{self._number(depth - 1)}]"
            case 4 if local:
                return local
        return self.random.choice(ROWS[kind])

    def _set(self, kind: str, depth: int) -> str:
        if depth <= 0:
            return self._pick(PLURALS[kind], f"{{{self.random.choice(ROWS[kind])}}}")
        match self.random.randrange(9):
            case 0:
                return self._field(kind, depth, SETS) or PLURALS[kind]
            case 1:
                operator = self._pick("+", "-", "&")
                return f"({self._set(kind, depth - 1)} {operator} {self._set(kind, depth - 1)})"
            case 2:
                items = [self._row(kind, depth - 1) for _ in range(self.random.randrange(1, 3))]
                return f"{{{', '.join(items)}}}"
            case 3:
                return self._over("all", depth, kind)
            case 4:
                return self._over("all", depth, give=kind)
            case 5:
                return self._over("union", depth, give=f"set of {kind}")
            case 6:
                source, member = self._members(depth, kind)
                best = self._pick("lowest", "highest")
                return self._comprehension(best, source, member, depth, by=True)
            case 7 if kind == "Site":
                start = self._set("Site", depth - 1)
                return f"reach({start}, {self._set('Road', depth - 1)})"
            case 8 if kind == "Item":
                return self._zone(depth)
            case 8 if kind == "Site":
                return "marked"
        return self._if(f"set of {kind}", depth)

    def _list(self, kind: str, depth: int) -> str:
        if kind == "Number":
            return self._numbers(depth)
        own = {"Site": "visited", "Player": "order", "Colour": "shown"}.get(kind)
        if depth > 0:
            match self.random.randrange(4):
                case 0:
                    source, member = self._members(depth, kind)
                    return self._comprehension("sorted", source, member, depth, by=True)
                case 1:
                    return self._if(f"list of {kind}", depth)
                case 2 if own:
                    return own
        items = [self._row(kind, depth - 1) for _ in range(self.random.randrange(1, 4))]
        return own or f"[{', '.join(items)}]"

    def _numbers(self, depth: int) -> str:
        if depth <= 0:
            return self._pick("ladder", "keys(rates)", "(0..3)")
        match self.random.randrange(5):
            case 0:
                return f"({self._number(depth - 1)}..{self._number(depth - 1)})"
            case 1:
                return self._over("all", depth, give="Number")
            case 2:
                return f"{self._row('Site', depth - 1)}.steps"
            case 3:
                return self._comprehension("sorted", self._numbers(0), "Number", depth, by=True)
        items = [self._number(depth - 1) for _ in range(self.random.randrange(1, 4))]
        return f"[{', '.join(items)}]"
