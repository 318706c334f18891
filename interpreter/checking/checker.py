"""A merged rulebook checked for one number of seats: the typed program, or diagnostics."""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.blame import changes_behind
from brasswright.interpreter.checking.constants import NotConstant, rows_of
from brasswright.interpreter.checking.context import Context
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.effects import check_effects, find_effects
from brasswright.interpreter.checking.expressions import ExpressionChecker
from brasswright.interpreter.checking.lint import lint
from brasswright.interpreter.checking.playable import check_playable
from brasswright.interpreter.checking.scopes import Findings, Scope
from brasswright.interpreter.checking.secrets import check_secrets
from brasswright.interpreter.checking.shown import check_map, check_show
from brasswright.interpreter.checking.stages import check_stages
from brasswright.interpreter.checking.statements import StatementChecker
from brasswright.interpreter.checking.tables import build_domains
from brasswright.interpreter.checking.types import (
    NUMBER,
    RowType,
    SetType,
    Type,
)
from brasswright.interpreter.checking.work import check_work
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.source import NOWHERE
from brasswright.interpreter.syntax import nodes


def check(rulebook: Rulebook, seats: int) -> ir.Program:
    """The typed program of a rulebook for that many players.

    Raises RulesError with every mistake found.
    """
    findings = Findings()
    program = _Checker(Context(rulebook, seats, findings)).program()
    if findings.errors:
        raise RulesError(findings.errors)
    return program


def diagnose(rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """Everything that is wrong or doubtful, at every number of seats, each thing once."""
    found: dict[str, Diagnostic] = {}
    low, high = rulebook.seats
    for seats in range(low, high + 1):
        findings = Findings()
        program = _Checker(Context(rulebook, seats, findings)).program()
        if not findings.errors:
            lint(rulebook, program, findings)
        for diagnostic in findings.diagnostics:
            found.setdefault(
                f"{diagnostic.code} {diagnostic.span} {diagnostic.message}", diagnostic
            )
    return tuple(found.values())


class _Checker:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.book = context.rulebook

    def program(self) -> ir.Program:
        context, book = self.context, self.book
        build_domains(context)
        for name in [*book.parameters, *book.lists]:
            context.named_value(name, NOWHERE)
        for declaration in book.defines.values():
            self._define(declaration)
        program = ir.Program(
            domains=context.domains,
            defines=context.defines,
            rules={name: self._rule(rule) for name, rule in book.rules.items()},
            actions={name: self._action(action) for name, action in book.actions.items()},
            phases={name: self._phase(phase) for name, phase in book.phases.items()},
            ranking=self._ranking(),
            arranges=tuple(self._arrange(a) for a in book.arranges),
            invariants=tuple(self._invariant(i) for i in book.invariants.values()),
            status=self._expressions().text(book.status.text) if book.status else None,
            shows={name: check_show(context, show) for name, show in book.shows.items()},
            maps={name: check_map(context, each) for name, each in book.maps.items()},
            units={name: each.unit for name, each in book.types.items() if each.unit},
            choices=(),
            reasons=(),
            logs=(),
            tallies={},
        )
        program.choices = tuple(context.choices)
        program.reasons = tuple(context.reasons)
        program.logs = tuple(context.logs)
        program.tallies = context.tallies
        find_effects(program.rules)
        check_effects(program, context.findings)
        if not context.findings.errors:
            check_stages(program, context.findings)
            check_secrets(program, context.findings)
            check_work(program, context.findings)
        self._checks()
        if not context.findings.errors and book.playable:
            check_playable(program, book, context.evaluator, context.findings)
        if "game" not in book.phases:
            context.findings.error("no-game", "there is no `phase game`", NOWHERE)
        return program

    def _expressions(self, **names: Type) -> ExpressionChecker:
        scope = Scope()
        for name, type_ in names.items():
            scope.bind(name, type_, NOWHERE, self.context.findings)
        return ExpressionChecker(self.context, scope)

    def _parameters(
        self, parameters: tuple[nodes.Parameter, ...], scope: Scope
    ) -> tuple[tuple[str, Type], ...]:
        found = []
        for parameter in parameters:
            type_ = self.context.value_type(parameter.type)
            scope.bind(parameter.name, type_, parameter.span, self.context.findings)
            found.append((parameter.name, type_))
        return tuple(found)

    def _define(self, node: nodes.DefineDeclaration) -> None:
        scope = Scope()
        parameters = self._parameters(node.parameters, scope)
        result = self.context.value_type(node.result)
        body = ExpressionChecker(self.context, scope).check(node.body, result)
        self.context.defines[node.name] = ir.Define(
            node.name, parameters, result, body, node.span, node.cites
        )

    def _rule(self, node: nodes.RuleDeclaration) -> ir.Rule:
        scope = Scope()
        parameters = self._parameters(node.parameters, scope)
        body = StatementChecker(self.context, node.name, False).block(node.body, node.name, scope)
        return ir.Rule(node.name, parameters, body, node.span, node.cites)

    def _action(self, node: nodes.ActionDeclaration) -> ir.Action:
        body = StatementChecker(self.context, node.name, False).block(node.body, node.name, Scope())
        if node.name == "done":
            message = "`done` is what a player says at a stop: an action needs another name"
            self.context.findings.error("reserved-name", message, node.span)
        during = node.during or ""
        if during not in self.book.phases:
            self.context.findings.error(
                "unknown-phase",
                f"`{node.name}` is offered during no known phase",
                node.span,
                near=(during, self.book.phases),
            )
        return ir.Action(node.name, node.title or node.name, during, body, node.span, node.cites)

    def _phase(self, node: nodes.PhaseDeclaration) -> ir.Phase:
        body = StatementChecker(self.context, node.name, True).block(node.body, node.name, Scope())
        return ir.Phase(node.name, node.title or node.name, body, node.span, node.cites)

    def _ranking(self) -> tuple[ir.Ranking, ...]:
        if self.book.ranking is None:
            return ()
        check = self._expressions(p=RowType(PLAYER))
        return tuple(
            ir.Ranking(r.most, check.check(r.value, NUMBER), r.what)
            for r in self.book.ranking.ranks
        )

    def _arrange(self, node: nodes.ArrangeDeclaration) -> ir.Block:
        return StatementChecker(self.context, "arrange", True).block(node.body, "arrange", Scope())

    def _invariant(self, node: nodes.InvariantDeclaration) -> ir.Invariant:
        check = self._expressions()
        return ir.Invariant(node.name, check.truth(node.test), check.text(node.reason))

    def _checks(self) -> None:
        findings, evaluator = self.context.findings, self.context.evaluator
        sound = not findings.errors
        for node in self.book.checks:
            check, mistakes = self._expressions(), len(findings.errors)
            test, reason = check.truth(node.test), check.text(node.reason)
            if not sound or len(findings.errors) > mistakes:
                continue
            try:
                if evaluator.value(test):
                    continue
                text = "".join(p if isinstance(p, str) else self._told(p) for p in reason.pieces)
            except NotConstant as mistake:
                findings.error("not-constant", str(mistake), node.span)
                continue
            labels = changes_behind(node.test, self.book, self.context.domains)
            findings.error("check-failed", text, node.span, labels=labels)

    def _told(self, piece: ir.Expr) -> str:
        """A value in the reason of a check: rows by their titles."""
        value, domains = self.context.evaluator.value(piece), self.context.domains.by_name
        match piece.type:
            case RowType(domain=domain):
                return str(domains[domain].titles[value])
            case SetType(domain=str() as domain):
                return ", ".join(domains[domain].titles[row] for row in rows_of(value))
        return str(value)
