"""Whether the stages of an action can be left as they promise.

After a stop nothing may refuse "done"; after a draw nothing may refuse at all; a repeat that
asks choices is short; the words of an action's choices can be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import bounds
from brasswright.interpreter.checking.effects import block_effects, substatements, walk
from brasswright.interpreter.checking.names import free_names
from brasswright.interpreter.checking.scopes import Findings
from brasswright.interpreter.checking.types import ListType

LONGEST = 8
"""Most times round a `repeat N` that asks a choice."""
MOST_ASKED = 100
_ASKING = ir.ChooseStatement | ir.OptionsStatement | ir.StopsStatement | ir.DrawStatement


def check_stages(program: ir.Program, findings: Findings) -> None:
    """Report actions that can't be listed, left or read as they should."""
    parts: list[ir.Rule | ir.Action] = [*program.rules.values(), *program.actions.values()]
    for part in parts:
        asked = sum(isinstance(statement, _ASKING) for statement in walk(part.body))
        if asked > MOST_ASKED:
            message = f"{asked} choices, stops and draws; {MOST_ASKED} is the most in one part"
            findings.error("too-many", message, part.span)
            return
    for action in program.actions.values():
        _Stage(program, findings).block(action.body, ())
        _words(action, program, findings)
    bodies = [rule.body for rule in program.rules.values()]
    for body in bodies + [action.body for action in program.actions.values()]:
        _repeats(body, program, findings)


class _Stage:
    """Looks at what may still happen after each stop and draw."""

    def __init__(self, program: ir.Program, findings: Findings) -> None:
        self.program = program
        self.findings = findings

    def block(self, block: ir.Block, after: ir.Block) -> None:
        for place, statement in enumerate(block):
            rest = (*block[place + 1 :], *after)
            if isinstance(statement, ir.StopsStatement):
                self._nothing_refuses(rest, "after a stop", "and so bar the way out")
                self._kept(statement.body + rest)
            if isinstance(statement, ir.DrawStatement):
                self._nothing_refuses(
                    self._until_stop(rest), "after a draw", "chance can't be refused"
                )
                self._kept(rest)
            for inner in substatements(statement):
                self.block(inner, rest)

    @staticmethod
    def _until_stop(rest: ir.Block) -> ir.Block:
        found = []
        for statement in rest:
            if isinstance(statement, ir.StopsStatement):
                break
            found.append(statement)
        return tuple(found)

    def _nothing_refuses(self, block: ir.Block, where: str, why: str) -> None:
        for statement in _surely(block):
            wrong = isinstance(statement, ir.RequireStatement | ir.OptionsStatement) or (
                isinstance(statement, ir.ChooseStatement) and statement.otherwise is None
            )
            if isinstance(statement, ir.CallStatement):
                effects = self.program.rules[statement.rule].effects
                wrong = effects.refuses or effects.chooses
            if wrong:
                self.findings.error(
                    "refuses-late", f"{where} this may refuse, {why}", statement.span
                )
                return

    def _kept(self, block: ir.Block) -> None:
        """Names that are needed after a pause are kept as numbers."""
        names = free_names(block)
        for statement in walk(block):
            for value in _locals(statement):
                if value.name in names and isinstance(value.type, ListType):
                    self.findings.error(
                        "list-kept",
                        f"`{value.name}` is a list: it can't be kept over a stop or a draw",
                        value.span,
                    )


def _surely(block: ir.Block) -> Iterator[ir.Stmt]:
    """The statements that one meets without going on from a stop."""
    for statement in block:
        yield statement
        if not isinstance(statement, ir.StopsStatement) or statement.low:
            for inner in substatements(statement):
                yield from _surely(inner)


def _locals(value: object) -> Iterator[ir.Local]:
    if isinstance(value, ir.Local):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _locals(item)
    elif isinstance(value, ir.Typed | ir.Placed):
        for cls in type(value).__mro__:
            for slot in getattr(cls, "__slots__", ()):
                yield from _locals(getattr(value, slot))


def _repeats(block: ir.Block, program: ir.Program, findings: Findings) -> None:
    for statement in walk(block):
        if not isinstance(statement, ir.TimesStatement):
            continue
        if not block_effects(statement.body, program.rules).chooses:
            continue
        found = bounds(statement.times)
        if found is None or found[1] > LONGEST:
            most = "more than that" if found is None else f"up to {found[1]}"
            findings.error(
                "repeat-too-long",
                f"a repeat that asks a choice goes round at most {LONGEST} times, this {most}",
                statement.span,
            )
        for inner in walk(statement.body):
            if isinstance(inner, ir.LeaveStatement):
                findings.error(
                    "leave-misplaced", "`leave` can't end a repeat that asks a choice", inner.span
                )


def _words(action: ir.Action, program: ir.Program, findings: Findings) -> None:
    """Different choices that could be answered in the same stage have different words."""
    seen: dict[str, ir.ChooseStatement] = {}
    for stage in _stages(action.body):
        seen.clear()
        for statement in _asked(stage, program, set()):
            if isinstance(statement, ir.OptionsStatement):
                continue
            for word in statement.words:
                earlier = seen.get(word)
                if word and earlier is not None and earlier.domain != statement.domain:
                    findings.error(
                        "same-word",
                        f"two choices of `{action.name}` are introduced by `{word}`",
                        statement.span,
                        labels=((earlier.span, "the first"),),
                    )
                seen[word] = statement


def _stages(block: ir.Block) -> Iterator[ir.Block]:
    """The action up to its first stop, then the body of each stop."""
    first: list[ir.Stmt] = []
    for statement in block:
        first.append(statement)
        if isinstance(statement, ir.StopsStatement):
            yield statement.body
    yield tuple(first)


def _asked(
    block: ir.Block, program: ir.Program, rules: set[str]
) -> Iterator[ir.ChooseStatement | ir.OptionsStatement]:
    for statement in walk(block):
        if isinstance(statement, ir.ChooseStatement | ir.OptionsStatement):
            yield statement
        elif isinstance(statement, ir.CallStatement) and statement.rule not in rules:
            rules.add(statement.rule)
            yield from _asked(program.rules[statement.rule].body, program, rules)
