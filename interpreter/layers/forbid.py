"""`forbid`: a step that refuses, put where the names of its condition are known on every way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from brasswright.interpreter.layers.tree import AnyNode, descendants, edit
from brasswright.interpreter.syntax import nodes


def forbid_step(item: nodes.Forbid, name: str) -> nodes.Step:
    """The step that a `forbid` stands for."""
    if item.when is None:
        test: nodes.Expression = nodes.Truth(False, span=item.span)
    else:
        test = nodes.Unary("not", item.when, span=item.when.span)
    reason = nodes.Template((item.because,), span=item.span)
    body = (nodes.Require(test, reason, None, (), span=item.span),)
    return nodes.Step(name, (), body, span=item.span)


def place_forbid(part: AnyNode, within: str, item: nodes.Forbid, name: str) -> AnyNode | None:
    """The part with the step of a `forbid` in it; None if no point knows all names it uses.

    `within` is the step to which it is confined; "" for the whole part.
    """
    needed = _names_bound(part) & _names_used(item.when)
    given = {p.name for p in getattr(part, "parameters", ())}
    placing = _Placing(forbid_step(item, name), frozenset(needed))
    if not within:
        body, placed, _ = placing.suite(_body(part), frozenset(given))
        return replace(part, body=body) if placed else None  # type: ignore[call-arg]

    def confined(siblings: tuple[Any, ...], index: int) -> tuple[Any, ...]:
        step = siblings[index]
        known = frozenset(given | (needed - _names_bound(step)))
        body, placing.placed, _ = placing.suite(step.body, known)
        return (*siblings[:index], replace(step, body=body), *siblings[index + 1 :])

    edited = edit(part, within, confined)
    return edited if placing.placed else None


def _body(part: nodes.Node) -> nodes.Suite:
    match part:
        case nodes.RuleDeclaration() | nodes.ActionDeclaration() | nodes.PhaseDeclaration():
            return part.body
    return ()


def _names_used(condition: nodes.Expression | None) -> set[str]:
    if condition is None:
        return set()
    inside = list(descendants(condition))
    own = {node.name for node in inside if isinstance(node, nodes.Quantified)}
    return {node.id for node in inside if isinstance(node, nodes.Name)} - own


_BINDERS = nodes.Let | nodes.Choose | nodes.Draw | nodes.For


def _names_bound(part: nodes.Node) -> set[str]:
    return {node.name for node in descendants(part) if isinstance(node, _BINDERS)}


@dataclass
class _Placing:
    """Looks for the first point at which all needed names are bound."""

    step: nodes.Step
    needed: frozenset[str]
    placed: bool = False
    copies: int = 0
    last: nodes.Step | None = None

    def _copy(self) -> nodes.Step:
        """The step once more, under a name of its own when it is needed on several ways."""
        self.copies += 1
        name = self.step.name if self.copies == 1 else f"{self.step.name}_{self.copies}"
        self.last = replace(self.step, name=name)
        return self.last

    def suite(
        self, suite: nodes.Suite, bound: frozenset[str]
    ) -> tuple[nodes.Suite, bool, frozenset[str]]:
        """The suite with the step in it, whether it is in it, and the names bound after it."""
        if self.needed <= bound:
            return (self._copy(), *suite), True, bound
        result: list[nodes.Statement] = []
        anywhere = False
        for index, statement in enumerate(suite):
            inside, placed, bound = self._statement(statement, bound)
            if placed and isinstance(statement, nodes.Step):
                return (*result, *inside, *suite[index + 1 :]), True, bound
            result += inside
            anywhere = anywhere or placed
            if not placed and self.needed <= bound:
                return (*result, self._copy(), *suite[index + 1 :]), True, bound
        return tuple(result), anywhere, bound

    def _statement(
        self, statement: nodes.Statement, bound: frozenset[str]
    ) -> tuple[nodes.Suite, bool, frozenset[str]]:
        match statement:
            case nodes.Let(name=name) | nodes.Choose(name=name) | nodes.Draw(name=name):
                return (statement,), False, bound | {name}
            case nodes.Step():
                return self._step(statement, bound)
            case nodes.If():
                branches = [(test, *self.suite(suite, bound)) for test, suite in statement.branches]
                otherwise = self.suite(statement.otherwise or (), bound)
                placed = otherwise[1] or any(branch[2] for branch in branches)
                edited: nodes.Statement = replace(
                    statement,
                    branches=tuple((test, suite) for test, suite, _, _ in branches),
                    otherwise=otherwise[0] or None,
                )
                return (edited,), placed, bound
            case nodes.OneOf():
                options = [
                    (option, *self.suite(option.body, bound)) for option in statement.options
                ]
                edited = replace(
                    statement,
                    options=tuple(replace(option, body=body) for option, body, _, _ in options),
                )
                return (edited,), any(placed for _, _, placed, _ in options), bound
            case (
                nodes.For()
                | nodes.RepeatExactly()
                | nodes.RepeatRange()
                | nodes.RepeatMore()
                | nodes.RepeatWhile()
                | nodes.As()
            ):
                inner = bound | {statement.name} if isinstance(statement, nodes.For) else bound
                body, placed, _ = self.suite(statement.body, inner)
                return (replace(statement, body=body),), placed, bound
        return (statement,), False, bound

    def _step(
        self, statement: nodes.Step, bound: frozenset[str]
    ) -> tuple[nodes.Suite, bool, frozenset[str]]:
        if statement.exceptions or statement.alternatives:
            bodies = [statement.body]
            bodies += [exception.body for exception in statement.exceptions]
            bodies += [alternative.body for alternative in statement.alternatives]
            after = frozenset.intersection(*(_bound_after(body, bound) for body in bodies))
            if self.needed <= after:  # the ways have joined
                return (statement, self._copy()), True, after
            edited, placed = self._each_way(statement, bound)
            return (edited,), placed, after
        body, placed, after = self.suite(statement.body, bound)
        if placed and body[-1] is self.last:
            return (statement, self.last), True, after
        return (replace(statement, body=body),), placed, after

    def _each_way(self, statement: nodes.Step, bound: frozenset[str]) -> tuple[nodes.Step, bool]:
        """The step with the refusal in every way through it that binds what is needed."""
        body, placed, _ = self.suite(statement.body, bound)
        exceptions = []
        for exception in statement.exceptions:
            inside, found, _ = self.suite(exception.body, bound)
            exceptions.append(replace(exception, body=inside))
            placed = placed or found
        alternatives = []
        for alternative in statement.alternatives:
            inside, found, _ = self.suite(alternative.body, bound)
            alternatives.append(replace(alternative, body=inside))
            placed = placed or found
        edited = replace(
            statement,
            body=body,
            exceptions=tuple(exceptions),
            alternatives=tuple(alternatives),
        )
        return edited, placed


def _bound_after(suite: nodes.Suite, bound: frozenset[str]) -> frozenset[str]:
    """The names known after a suite: what it and the steps in it bind."""
    for statement in suite:
        match statement:
            case nodes.Let(name=name) | nodes.Choose(name=name) | nodes.Draw(name=name):
                bound = bound | {name}
            case nodes.Step():
                bound = _bound_after(statement.body, bound)
    return bound
