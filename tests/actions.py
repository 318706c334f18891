"""Random actions over the workshop, as rule text: choices, refusals, loops, stops, draws."""

from __future__ import annotations

from random import Random

from tests.expressions import Expressions


class OpenExpressions(Expressions):
    """Expressions that read nothing hidden from the player who acts."""

    def _zone(self, depth: int) -> str:
        return self._pick("me.hand", "me.kept", "heap", "bin")


class Actions:
    """Writes random statements; every name is used once."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.safe = random.random() < 0.8
        self._names = 0
        self._aid = False
        """May the rule be called?"""

    def action(self) -> str:
        """A whole action called `try`, and a rule that it may call."""
        rule = ["rule aid(s: Site, n: Number):"]
        rule += self.block({"s": "Site", "n": "Number"}, 1, 2, chooses=True)
        self._aid = True
        scope: dict[str, str] = {}
        given, amendments = self.given(scope)
        body = self.block(scope, 1, 3, chooses=True, stops=True)
        return "\n".join([*rule, "action try during turn:", *given, *body, *amendments])

    def given(self, scope: dict[str, str]) -> tuple[list[str], list[str]]:
        """A step that binds a name, perhaps, and other ways to bind it."""
        if self.random.random() < 0.5:
            return [], []
        name, other = self.name(), self.name()
        amendments = []
        if self.random.random() < 0.7:
            amendments += [f"exception rare to try.given when {self.expression('Bool', {})}:"]
            amendments += [f"  let {name} = {self.random.choice(('alpha', 'delta'))}"]
        if self.random.random() < 0.7:
            when = self.random.choice(("", f" when {self.test({})}"))
            amendments += [f"alternative strange to try.given{when}:"]
            amendments += [f"  choose {other} from colours where {other} != red"]
            amendments += [f"  let {name} = if {other} == blue then beta else gamma"]
        scope[name] = "Site"
        return [f"  step given: choose {name} from sites where {name}.size < 6"], amendments

    def name(self) -> str:
        self._names += 1
        return f"v{self._names}"

    def expression(self, type_: str, scope: dict[str, str], depth: int = 2) -> str:
        writer = OpenExpressions(self.random, dict(scope), self.safe)
        writer._names = self._names * 100
        self._names += 1
        return writer.one(type_, self.random.randrange(depth + 1))

    def test(self, scope: dict[str, str], name: str = "") -> str:
        """A test that is not too often false, of a name if one is given."""
        test = self.expression("Bool", scope, 3)
        easy = {"Site": ".size > 2", "Item": ".worth != 2", "Colour": " != green", "Number": " > 0"}
        if self.random.random() < 0.3:
            return test
        if not name:
            return f"{test} or total >= 0"
        return f"{test} or {name}{easy[scope[name]]}"

    def small(self, scope: dict[str, str]) -> str:
        return f"smaller(3, larger(0, {self.expression('Number', scope)}))"

    # -- blocks ----------------------------------------------------------------------------

    def block(
        self,
        scope: dict[str, str],
        indent: int,
        length: int,
        *,
        chooses: bool = False,
        refuses: bool = True,
        stops: bool = False,
    ) -> list[str]:
        scope = dict(scope)
        lines: list[str] = []
        for _ in range(self.random.randrange(1, length + 1)):
            lines += self.statement(scope, indent, chooses=chooses, refuses=refuses)
        if stops and self.random.random() < 0.7:
            lines += self.stop(scope, indent)
        elif stops and self.random.random() < 0.5:
            lines += self.draw(scope, indent)
        return lines

    def statement(
        self, scope: dict[str, str], indent: int, *, chooses: bool, refuses: bool
    ) -> list[str]:
        pad = "  " * indent
        deep = indent < 5
        ways = ["let", "set", "set", "set", "number", "move"]
        ways += ["if", "for", "repeat"] if deep else []
        ways += ["require"] if refuses else []
        ways += ["choose"] * 3 if chooses else []
        ways += ["options", "many", "otherwise", "repeat_choice", "aid"] if chooses and deep else []
        match self.random.choice(ways):
            case "let":
                name, type_ = self.name(), self.random.choice(("Number", "Bool", "set of Site"))
                line = f"{pad}let {name} = {self.expression(type_, scope)}"
                scope[name] = type_
                return [line]
            case "set":
                return [pad + self.assignment(scope)]
            case "number":
                return [f"{pad}total {self.random.choice(('+=', '-='))} {self.small(scope)}"]
            case "move":
                piece = self.expression("Item", scope)
                zones = self.random.sample(("me.hand", "me.kept", "heap", "bin", "me.tray"), 2)
                if self.random.random() < 0.2:
                    return [f"{pad}move all from {zones[0]} to {zones[1]}"]
                line = f"move {piece} from {zones[0]} to {zones[1]}"
                if self.random.random() < 0.6 and zones[0] != "me.tray":
                    line = f"if {piece} in {zones[0]}: {line}"
                return [pad + line]
            case "require":
                return [f'{pad}require {self.test(scope)} else "no"']
            case "if":
                lines = [f"{pad}if {self.expression('Bool', scope)}:"]
                lines += self.block(scope, indent + 1, 2, chooses=chooses, refuses=refuses)
                if self.random.random() < 0.5:
                    lines += [f"{pad}else:"]
                    lines += self.block(scope, indent + 1, 2, chooses=chooses, refuses=refuses)
                return lines
            case "for":
                name = self.name()
                where = f" where {self.expression('Bool', {**scope, name: 'Site'})}"
                lines = [
                    f"{pad}for {name} in {self.expression('set of Site', scope)}"
                    f"{self.random.choice(('', where))}:"
                ]
                return lines + self.block({**scope, name: "Site"}, indent + 1, 2, refuses=refuses)
            case "repeat":
                lines = [f"{pad}repeat {self.small(scope)}:"]
                lines += self.block(scope, indent + 1, 2, refuses=refuses)
                if self.random.random() < 0.4:
                    lines += [f"{pad}  if {self.expression('Bool', scope)}: leave"]
                return lines
            case "options":
                lines = [f"{pad}choose one:"]
                for _ in range(self.random.randrange(2, 4)):
                    lines += [f"{pad}  option {self.name()}:"]
                    lines += self.block(scope, indent + 2, 2, chooses=True, refuses=refuses)
                return lines
            case "many":
                name, source = (
                    self.name(),
                    self.random.choice(("me.hand", "bin", "heap", "visited", "sites")),
                )
                lines = [f"{pad}choose 2 {name} from {source}"]
                kind = "Site" if source in ("sites", "visited") else "Item"
                if self.random.random() < 0.5:
                    lines += [f"{pad}  where {self.test({**scope, name: kind}, name)}"]
                scope[name] = f"list of {kind}"
                return lines
            case "otherwise":
                inner = dict(scope)
                lines = [f"{pad}step {self.name()}:", *self.choice(inner, indent + 1)]
                lines += [f"{pad}  otherwise:"]
                lines += self.block(scope, indent + 2, 2, chooses=True, refuses=refuses)
                return lines + self.block(inner, indent + 1, 2, chooses=True, refuses=refuses)
            case "repeat_choice":
                lines = [f"{pad}repeat {self.small(scope)}:", *self.choice(dict(scope), indent + 1)]
                return lines + self.block(scope, indent + 1, 2, chooses=True, refuses=refuses)
            case "aid":
                site, number = self.expression("Site", scope), self.small(scope)
                return [f"{pad}do aid({site}, {number})" if self._aid else f"{pad}nothing"]
        return self.choice(scope, indent)

    def choice(self, scope: dict[str, str], indent: int) -> list[str]:
        """A choice of one thing; its name is known after it."""
        pad = "  " * indent
        name = self.name()
        kind = self.random.choice(("Site", "Item", "Colour", "Number"))
        source = {
            "Site": self.expression("set of Site", scope),
            "Item": self.random.choice(("me.hand", "bin", "items", "heap", "[saw, nail, saw]")),
            "Colour": "colours",
            "Number": f"0..{self.small(scope)}",
        }[kind]
        many = self.random.choice(("", "", "any "))
        lines = [f"{pad}choose {many}{name} from {source}"]
        inner = {**scope, name: kind}
        if self.random.random() < 0.3:
            lines += [f"{pad}  once per {self.expression('Number', inner)}"]
        for _ in range(self.random.choice((0, 0, 1, 2))):
            lines += [f"{pad}  where {self.test(inner, name)}"]
        scope[name] = kind
        return lines

    def assignment(self, scope: dict[str, str]) -> str:
        site = self.expression("Site", scope, 1)
        match self.random.randrange(8):
            case 0:
                return f"total = {self.expression('Number', scope)}"
            case 1:
                return f"{site}.load += {self.small(scope)}"
            case 2:
                return f"marked {self.random.choice(('=', '+=', '-='))} " + self.expression(
                    "set of Site", scope
                )
            case 3:
                return f"{site}.mark = {self.expression('Bool', scope)}"
            case 4:
                return f"{site}.owner = {self.expression('Player', scope, 1)}"
            case 5:
                return f"visited = {self.expression('list of Site', scope, 1)}"
            case 6:
                return f"{site}.near {self.random.choice(('=', '+=', '-='))} " + self.expression(
                    "set of Site", scope, 1
                )
        return f"me.coins {self.random.choice(('+=', '-='))} {self.small(scope)}"

    # -- stops and draws -------------------------------------------------------------------

    def stop(self, scope: dict[str, str], indent: int) -> list[str]:
        """A repeat with stops, and effects after it that can't refuse."""
        pad = "  " * indent
        bounds = self.random.choice(
            ("0 to 1", "0 to 3", "1 to 2", "1 to 4", "2 to 3", "at least 1", "2 to 2")
        )
        inner = dict(scope)
        lines = [f"{pad}repeat {bounds}:", *self.choice(inner, indent + 1)]
        lines += self.block(inner, indent + 1, 2, chooses=True)
        if self.random.random() < 0.3:
            lines += [f"{pad}  if {self.expression('Bool', inner)}: end"]
        if self.random.random() < 0.3:
            lines += self.draw(inner, indent + 1)
        return lines + self.block(scope, indent, 2, refuses=False)

    def draw(self, scope: dict[str, str], indent: int) -> list[str]:
        name = self.name()
        lines = ["  " * indent + f"draw {name} from stock to {self.random.choice(('bin', 'heap'))}"]
        scope[name] = "Item"
        return lines + self.block(scope, indent, 2, refuses=False)
