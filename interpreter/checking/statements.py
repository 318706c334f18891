"""Statements of the AST to typed statements: steps flattened, exceptions become tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.constants import NotConstant
from brasswright.interpreter.checking.context import Context
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.expressions import ExpressionChecker
from brasswright.interpreter.checking.operators import same_units
from brasswright.interpreter.checking.scopes import Scope
from brasswright.interpreter.checking.types import (
    BOOL,
    NUMBER,
    UNKNOWN,
    ListType,
    MapType,
    NumberType,
    RowType,
    SetType,
    TextType,
    Type,
    UnknownType,
    ZoneType,
    certain,
    fits,
    members,
)
from brasswright.interpreter.source import Span
from brasswright.interpreter.syntax import nodes


class StatementChecker:
    """Checks the statements of one part: an action, a rule or a phase."""

    def __init__(self, context: Context, part: str, in_phase: bool) -> None:
        self.context = context
        self.root = part
        self.in_phase = in_phase

    def block(self, suite: nodes.Suite, part: str, scope: Scope) -> ir.Block:
        """Statements in order; names bound in it (steps included) are known later in it."""
        out: list[ir.Stmt] = []
        for statement in suite:
            out += self.statement(statement, part, scope)
        return tuple(out)

    def inner(self, suite: nodes.Suite | None, part: str, scope: Scope) -> ir.Block:
        """A block whose names end with it."""
        return self.block(suite or (), part, Scope(scope))

    def statement(self, node: nodes.Statement, part: str, scope: Scope) -> list[ir.Stmt]:
        """What one statement becomes: none (`nothing`), one, or those of a step."""
        check = ExpressionChecker(self.context, scope)
        at: Any = {"part": part, "span": node.span}
        match node:
            case nodes.DoNothing():
                return []
            case nodes.Step():
                return self._step(node, scope)
            case nodes.Let():
                value = check.check(node.value)
                if isinstance(value.type, TextType | MapType):
                    message = f"a {value.type} can't be named: only numbers, rows, sets and lists"
                    check.error("wrong-type", message, node.span)
                scope.bind(node.name, value.type, node.span, self.context.findings)
                return [ir.LetStatement(node.name, value, **at)]
            case nodes.Require():
                reason = self.reason(check, part, node.reason, node.lacking, node.cites, node.span)
                return [ir.RequireStatement(check.truth(node.test), reason, **at)]
            case nodes.Do():
                return self._do(node, check, at)
            case nodes.Play(phase=phase):
                self._known("phase", phase, self.context.rulebook.phases, node.span)
                return [ir.PlayStatement(phase, **at)]
            case nodes.Act():
                return [ir.ActStatement(self.root, **at)]
            case nodes.End():
                return [ir.EndStatement(**at)]
            case nodes.Leave():
                return [ir.LeaveStatement(**at)]
            case nodes.Log(text=text):
                return [self._log(check.text(text), at)]
            case nodes.Tally():
                return [self._tally(check, node, at)]
            case nodes.Assign():
                return self._assign(node, check, at)
            case nodes.Move() | nodes.MoveAll() | nodes.Put() | nodes.Draw() | nodes.Shuffle():
                return self._pieces(node, check, scope, at)
            case nodes.Choose():
                return [self._choose(node, part, scope)]
            case nodes.OneOf():
                return [self._one_of(node, part, scope)]
            case nodes.If():
                branches = tuple(
                    (check.truth(test), self.inner(body, part, scope))
                    for test, body in node.branches
                )
                otherwise = self.inner(node.otherwise, part, scope)
                return [ir.BranchStatement(branches, otherwise, **at)]
            case nodes.For():
                return [self._for(node, part, scope)]
            case nodes.RepeatExactly(times=times, body=body):
                counted = check.check(times, NUMBER)
                return [ir.TimesStatement(counted, self.inner(body, part, scope), **at)]
            case nodes.RepeatRange() | nodes.RepeatMore():
                return [self._stops(node, check, part, scope)]
            case nodes.RepeatWhile(test=test, limit=limit, body=body):
                inner = self.inner(body, part, scope)
                return [ir.WhileStatement(check.truth(test), limit, inner, **at)]
            case nodes.As(player=player, body=body):
                who = check.check(player, RowType("Player"))
                return [ir.AsStatement(who, self.inner(body, part, scope), **at)]

    # -- steps, exceptions, alternatives ---------------------------------------------------

    def _step(self, node: nodes.Step, scope: Scope) -> list[ir.Stmt]:
        part = f"{self.root}.{node.name}"
        if not node.exceptions and not node.alternatives:
            if any(isinstance(s, nodes.Choose) and s.otherwise is not None for s in node.body):
                # `otherwise` takes the place of the rest of this step, not of what follows it.
                alone = self.inner(node.body, part, scope)
                return [ir.BranchStatement((), alone, part=part, span=node.span)]
            return list(self.block(node.body, part, scope))
        ways = [Scope(scope)]
        base = self.block(node.body, part, ways[0])
        for exception in node.exceptions:  # the latest is asked first
            ways.append(Scope(scope))
            base = (self._exception(exception, base, ways[-1]),)
        if node.alternatives:
            base = (self._alternatives(node, part, base, ways),)
        self._bind_common(ways, scope)
        return list(base)

    def _exception(self, node: nodes.ExceptionTo, base: ir.Block, inner: Scope) -> ir.Stmt:
        part = f"{self.root}.{node.name}"
        test = ExpressionChecker(self.context, inner).truth(node.when)
        body = self.block(node.body, part, inner)
        return ir.BranchStatement(((test, body),), base, part=part, span=node.span)

    def _alternatives(
        self, step: nodes.Step, part: str, base: ir.Block, ways: list[Scope]
    ) -> ir.OptionsStatement:
        options: list[tuple[str, ir.Expr | None, ir.Block]] = [("", None, base)]
        for node in step.alternatives:
            ways.append(Scope(ways[0].outer))
            check = ExpressionChecker(self.context, ways[-1])
            when = check.truth(node.when) if node.when is not None else None
            inner = self.block(node.body, f"{self.root}.{node.name}", ways[-1])
            options.append((node.name, when, inner))
        return self._numbered(ir.OptionsStatement(0, tuple(options), part=part, span=step.span))

    def _bind_common(self, ways: list[Scope], scope: Scope) -> None:
        """What every way through a step binds is known after it."""
        first, *others = ways
        for name, (type_, span) in first.names.items():
            if all(name in way.names and fits(way.names[name][0], type_) for way in others):
                scope.bind(name, type_, span, self.context.findings)

    def _one_of(self, node: nodes.OneOf, part: str, scope: Scope) -> ir.OptionsStatement:
        options = tuple(
            (o.name, None, self.inner(o.body, f"{self.root}.{o.name}", scope)) for o in node.options
        )
        return self._numbered(ir.OptionsStatement(0, options, part=part, span=node.span))

    def _numbered(self, statement: ir.OptionsStatement) -> ir.OptionsStatement:
        statement.number = len(self.context.choices)
        self.context.choices.append(statement)
        return statement

    # -- choices ---------------------------------------------------------------------------

    def _choose(self, node: nodes.Choose, part: str, scope: Scope) -> ir.ChooseStatement:
        check = ExpressionChecker(self.context, scope)
        source = check.resolve(node.source)
        member = members(source.type)
        if member is None:
            check.error("wrong-type", f"a {source.type} has no members", node.source.span)
            member = UNKNOWN
        if isinstance(source.type, ListType) and not isinstance(
            member, NumberType | RowType | UnknownType
        ):
            check.error("wrong-type", f"one can't choose a {member}", node.source.span)
        many = node.how_many if isinstance(node.how_many, int) else 0
        if isinstance(node.how_many, str) and node.how_many != "any":
            many = self.context.number(nodes.Name(node.how_many, span=node.span))
        if node.how_many not in (None, "any") and not 1 <= many <= 8:
            check.error("too-many", "a choice takes 1 to 8 things at once", node.span)
            many = 1
        # The value is known to the tests of its candidates; it is bound for good after them.
        candidate = Scope(scope)
        candidate.bind(node.name, member, node.span, self.context.findings)
        inside = ExpressionChecker(self.context, candidate)
        cites = self._cites_of(part)
        reason = self.reason(inside, part, node.reason, node.lacking, cites, node.span)
        wheres = tuple(
            ir.Candidate(
                inside.truth(w.test),
                self.reason(inside, part, w.reason, w.lacking, w.cites or cites, w.span),
            )
            for w in node.wheres
        )
        once = tuple(inside.check(key) for key in node.once_per)
        otherwise = None
        if node.otherwise is not None:
            otherwise = self.inner(node.otherwise, part, scope)
        type_: Type = ListType(member) if many else member
        scope.bind(node.name, type_, node.span, self.context.findings)
        statement = ir.ChooseStatement(
            number=len(self.context.choices),
            name=node.name,
            source=source,
            words=node.said if node.said is not None else (node.name,),
            domain=member.domain if isinstance(member, RowType) else None,
            any=node.how_many == "any",
            many=many,
            once=once,
            reason=reason,
            wheres=wheres,
            otherwise=otherwise,
            part=part,
            span=node.span,
        )
        self.context.choices.append(statement)
        return statement

    def reason(
        self,
        check: ExpressionChecker,
        part: str,
        text: nodes.Template | None,
        lacking: nodes.Lacking | None,
        cites: tuple[str, ...],
        span: Span,
    ) -> ir.Reason:
        """A numbered reason, with the ids of its part when it has none of its own."""
        reason = ir.Reason(
            number=len(self.context.reasons),
            part=part,
            text=check.text(text) if text is not None else None,
            lacking=check.check(lacking.number, NUMBER) if lacking is not None else None,
            unit=lacking.unit if lacking is not None else "",
            cites=cites or self._cites_of(part),
            span=span,
        )
        self.context.reasons.append(reason)
        return reason

    def _cites_of(self, part: str) -> tuple[str, ...]:
        parts = self.context.rulebook.parts()
        for path in (part, part.partition(".")[0]):
            found: tuple[str, ...] = getattr(parts.get(path), "cites", ())
            if found:
                return found
        return ()

    # -- effects ---------------------------------------------------------------------------

    def _known(self, what: str, name: str, names: object, span: Span) -> bool:
        assert hasattr(names, "__contains__")
        if name in names:
            return True
        self.context.findings.error(
            f"unknown-{what}",
            f"there is no {what} `{name}`",
            span,
            near=(name, list(names)),  # type: ignore[call-overload]
        )
        return False

    def _do(self, node: nodes.Do, check: ExpressionChecker, at: Any) -> list[ir.Stmt]:
        if not self._known("rule", node.rule, self.context.rulebook.rules, node.span):
            return []
        rule = self.context.rulebook.rules[node.rule]
        arguments = check.arguments(node.rule, node.arguments, rule.parameters, node.span)
        return [ir.CallStatement(node.rule, arguments, **at)]

    def _log(self, text: ir.Text, at: Any) -> ir.Stmt:
        self.context.logs.append(text)
        number = len(self.context.logs) - 1
        return ir.LogStatement(text, number, **at)

    def _tally(self, check: ExpressionChecker, node: nodes.Tally, at: Any) -> ir.Stmt:
        """A line of the log that is counted instead of told: for whom, how much, what."""
        player = check.check(node.player, RowType(PLAYER, optional=True))
        by: ir.Expr = ir.Constant(1, type=NUMBER, span=node.span)
        if node.number is not None:
            by = check.check(node.number)
            if not isinstance(by.type, NumberType | UnknownType):
                check.error("wrong-type", f"a tally goes by numbers, not {by.type}", by.span)
        text = check.text(node.text)
        self.context.tallies[len(self.context.logs)] = node.group
        return self._log(replace(text, pieces=(player, by, *text.pieces)), at)

    def _assign(self, node: nodes.Assign, check: ExpressionChecker, at: Any) -> list[ir.Stmt]:
        target = check.resolve(node.target)
        if isinstance(target, ir.ZoneRead):
            check.error("zone-assigned", "pieces move by move, draw or put", node.span)
            return []
        if not isinstance(target, ir.StateRead):
            if not isinstance(target.type, UnknownType):
                check.error("not-state", "only a field of the state can be assigned", node.span)
            return []
        wanted = target.field.type
        if node.operator != "=" and not isinstance(wanted, NumberType | SetType):
            check.error("wrong-type", f"`{node.operator}` does not go with {wanted}", node.span)
        value = check.check(node.value, wanted)
        if isinstance(wanted, NumberType) and isinstance(value.type, NumberType):
            same_units(check, wanted, value.type, node.span)
        return [ir.SetStatement(target.field, target.row, node.operator, value, **at)]

    def _pieces(
        self,
        node: nodes.Move | nodes.MoveAll | nodes.Put | nodes.Draw | nodes.Shuffle,
        check: ExpressionChecker,
        scope: Scope,
        at: Any,
    ) -> list[ir.Stmt]:
        if isinstance(node, nodes.Shuffle):
            return self._shuffle(node, check, at)
        if isinstance(node, nodes.Put):
            zone = check.zone(node.zone)
            if zone is None:
                return []
            piece = check.check(node.piece, RowType(_domain(zone)))
            number = check.check(node.number, NUMBER)
            return [ir.PutStatement(number, piece, zone, **at)]
        source, target = check.zone(node.source), check.zone(node.target)
        if source is None or target is None:
            return []
        if _domain(source) != _domain(target):
            check.error(
                "wrong-type", f"{source.type} and {target.type} hold different things", node.span
            )
        row = RowType(_domain(source))
        if isinstance(node, nodes.Draw):
            assert isinstance(source.type, ZoneType)
            if source.type.shape != "pile":
                check.error("not-a-pile", f"one draws from a pile, not a {source.type}", node.span)
            scope.bind(node.name, row, node.span, self.context.findings)
            return [ir.DrawStatement(node.name, source, target, **at)]
        moved = check.check(node.piece, row) if isinstance(node, nodes.Move) else None
        return [ir.MoveStatement(moved, source, target, **at)]

    def _shuffle(self, node: nodes.Shuffle, check: ExpressionChecker, at: Any) -> list[ir.Stmt]:
        target = check.resolve(node.zone)
        if isinstance(target, ir.ZoneRead | ir.StateRead) and (
            isinstance(target.field.type, ListType)
            or (isinstance(target.field.type, ZoneType) and target.field.type.shape == "pile")
        ):
            return [ir.ShuffleStatement(target.field, target.row, **at)]
        check.error("not-a-pile", "only a pile or a list of the state is shuffled", node.span)
        return []

    # -- loops -----------------------------------------------------------------------------

    def _for(self, node: nodes.For, part: str, scope: Scope) -> ir.Stmt:
        check = ExpressionChecker(self.context, scope)
        source = check.resolve(node.source)
        member = members(source.type)
        if member is None:
            check.error("wrong-type", f"a {source.type} has no members", node.source.span)
            member = UNKNOWN
        field = self.context.domains.game.get(node.name) if self.in_phase else None
        inner = Scope(scope)
        if field is None:
            inner.bind(node.name, member, node.span, self.context.findings)
        elif certain(field.type) != certain(member):
            check.error("wrong-type", f"`{node.name}` is a {field.type}, not {member}", node.span)
        inside = ExpressionChecker(self.context, inner)
        where = inside.check(node.where, BOOL) if node.where is not None else None
        body = self.block(node.body, part, inner)
        return ir.LoopStatement(node.name, source, where, body, field, part=part, span=node.span)

    def _stops(
        self,
        node: nodes.RepeatRange | nodes.RepeatMore,
        check: ExpressionChecker,
        part: str,
        scope: Scope,
    ) -> ir.Stmt:
        def bound(e: nodes.Expression) -> int:
            try:
                value = self.context.evaluator.value(check.check(e, NUMBER))
                return value if isinstance(value, int) else 0
            except NotConstant as mistake:
                check.error("not-constant", str(mistake), e.span)
                return 0

        low = bound(node.low)
        high = bound(node.high) if isinstance(node, nodes.RepeatRange) else None
        if low < 0 or low > 8 or (high is not None and high < low):
            check.error("wrong-range", f"one can't repeat {low} to {high} times", node.span)
            low, high = 0, 1
        body = self.inner(node.body, part, scope)
        return ir.StopsStatement(low, high, body, part=part, span=node.span)


def _domain(zone: ir.ZoneRead) -> str:
    assert isinstance(zone.type, ZoneType)
    return zone.type.domain
