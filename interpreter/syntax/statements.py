"""Builds statement nodes from lark's tree."""

from __future__ import annotations

from typing import Any

from lark import Token

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Span
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.explain import IN_BRACKETS
from brasswright.interpreter.syntax.expressions import ExpressionBuilder, TooDeep
from brasswright.interpreter.syntax.words import STATEMENTS

BLOCKS = 12
"""How deep blocks may be nested."""
BRANCHES = 200
"""How many an `if` may have: Python nests them; how deep it can depends on its release."""


class StatementBuilder(ExpressionBuilder):
    """Adds statements and the blocks made of them."""

    blocks = 0

    def suite(self, tree: Any) -> nodes.Suite:
        """The statements of a block."""
        self.blocks += 1
        if self.blocks > BLOCKS:
            raise TooDeep(
                Diagnostic(
                    "too-deep",
                    f"blocks are nested more than {BLOCKS} levels deep",
                    self.span(tree),
                    help=("move the inner blocks into a `rule` and call it with `do`",),
                )
            )
        built: list[nodes.Statement] = []
        for child in tree.children:
            if child.data == "value":
                self.lone_value(child)
                continue
            statement: nodes.Statement = getattr(self, f"on_{child.data}")(
                child.children, self.span(child)
            )
            built.append(statement)
        self.blocks -= 1
        return tuple(built)

    def lone_value(self, tree: Any) -> None:
        """An expression where a statement belongs."""
        value = self.expression(tree.children[0])
        help = "call a rule with `do`, or give the value a name with `let`"
        match value:
            case nodes.Name(id="pass" | "skip" | "continue"):
                help = "did you mean `nothing`?"
            case nodes.Name(id=word):
                if meant := closest(word, STATEMENTS, 1):
                    help = f"did you mean `{meant[0]}`?"
            case nodes.Call(name=rule):
                help = f"a rule is called with `do`: `do {rule}(…)`"
            case nodes.Compare(operator="=="):
                help = "`=` gives a field a new value; `==` compares"
            case nodes.Unary(operator="-"):
                help = f"if it belongs to the line above, {IN_BRACKETS}"
        self.complain("lone-value", "an expression by itself does nothing", self.span(tree), help)

    def optional_suite(self, tree: Any) -> nodes.Suite | None:
        """The statements of a block that may be left out."""
        return None if tree is None else self.suite(tree)

    def cites(self, tree: Any) -> nodes.Cites:
        """Rule ids, without the `@`."""
        return tuple(str(token)[1:] for token in tree.children)

    def lacking(self, tree: Any) -> nodes.Lacking | None:
        """`lacking N unit`."""
        if tree is None:
            return None
        number, unit = tree.children
        return nodes.Lacking(self.expression(number), str(unit), span=self.span(tree))

    def whence(self, tree: Any) -> tuple[nodes.Template | None, nodes.Lacking | None]:
        """`else "…" [lacking N unit]`."""
        if tree is None:
            return None, None
        reason, lacking = tree.children
        return self.template(reason), self.lacking(lacking)

    # -- one line

    def on_let(self, children: list[Any], span: Span) -> nodes.Statement:
        name, value = children
        return nodes.Let(self.name(name), self.expression(value), span=span)

    def on_require(self, children: list[Any], span: Span) -> nodes.Statement:
        test, reason, lacking, cites = children
        return nodes.Require(
            self.expression(test),
            self.template(reason),
            self.lacking(lacking),
            self.cites(cites),
            span=span,
        )

    def on_do(self, children: list[Any], span: Span) -> nodes.Statement:
        rule, *arguments = children
        return nodes.Do(str(rule), self.expressions(arguments), span=span)

    def on_play(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.Play(str(children[0]), span=span)

    def on_act(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.Act(span=span)

    def on_end(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.End(span=span)

    def on_leave(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.Leave(span=span)

    def on_nothing(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.DoNothing(span=span)

    def on_log(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.Log(self.template(children[0]), span=span)

    def on_tally(self, children: list[Any], span: Span) -> nodes.Statement:
        group, text, player, number = children
        by = None if number is None else self.expression(number)
        told = self.template(text)
        return nodes.Tally(str(group), told, self.expression(player), by, span=span)

    def on_move(self, children: list[Any], span: Span) -> nodes.Statement:
        piece, source, target = self.expressions(children)
        return nodes.Move(piece, source, target, span=span)

    def on_move_all(self, children: list[Any], span: Span) -> nodes.Statement:
        source, target = self.expressions(children)
        return nodes.MoveAll(source, target, span=span)

    def on_put(self, children: list[Any], span: Span) -> nodes.Statement:
        number, piece, zone = self.expressions(children)
        return nodes.Put(number, piece, zone, span=span)

    def on_draw(self, children: list[Any], span: Span) -> nodes.Statement:
        name, source, target = children
        return nodes.Draw(
            self.name(name), self.expression(source), self.expression(target), span=span
        )

    def on_shuffle(self, children: list[Any], span: Span) -> nodes.Statement:
        return nodes.Shuffle(self.expression(children[0]), span=span)

    def on_assign(self, children: list[Any], span: Span) -> nodes.Statement:
        target, operator, value = children
        return nodes.Assign(
            self.expression(target),
            str(operator.children[0]),
            self.expression(value),
            span=span,
        )

    # -- blocks

    def on_choose(self, children: list[Any], span: Span) -> nodes.Statement:
        how_many, name, source, said, once, whence, wheres, otherwise = children
        reason, lacking = self.whence(whence)
        return nodes.Choose(
            None if how_many is None else self.how_many(how_many.children[0]),
            self.name(name),
            self.expression(source),
            None if said is None else tuple(self.text(said.children[0]).split("|")),
            () if once is None else self.expressions(once.children),
            reason,
            lacking,
            tuple(self.where(where) for where in wheres.children),
            self.optional_suite(otherwise),
            span=span,
        )

    def how_many(self, token: Token) -> str | int:
        """`any`, a number, or the name of one."""
        return self.number(token) if token.type == "INT" else str(token)

    def where(self, tree: Any) -> nodes.Where:
        """A condition on candidates, with its reason."""
        test, whence, cites = tree.children
        reason, lacking = self.whence(whence)
        return nodes.Where(
            self.expression(test), reason, lacking, self.cites(cites), span=self.span(tree)
        )

    def on_step(self, children: list[Any], span: Span) -> nodes.Step:
        name, cites, body = children
        return nodes.Step(str(name), self.cites(cites), self.suite(body), span=span)

    def on_if(self, children: list[Any], span: Span) -> nodes.Statement:
        *tests, otherwise = children
        if len(tests) > 2 * BRANCHES:
            raise TooDeep(
                Diagnostic(
                    "too-deep",
                    f"this `if` has more than {BRANCHES} branches",
                    self.span(tests[2 * BRANCHES]),
                    help=("keep the numbers in a `table` and look them up",),
                )
            )
        branches = tuple(
            (self.expression(test), self.suite(body))
            for test, body in zip(tests[::2], tests[1::2], strict=True)
        )
        return nodes.If(branches, self.optional_suite(otherwise), span=span)

    def on_for(self, children: list[Any], span: Span) -> nodes.Statement:
        name, source, where, body = children
        return nodes.For(
            self.name(name),
            self.expression(source),
            self.optional(where),
            self.suite(body),
            span=span,
        )

    def on_repeat_exactly(self, children: list[Any], span: Span) -> nodes.Statement:
        times, body = children
        return nodes.RepeatExactly(self.expression(times), self.suite(body), span=span)

    def on_repeat_range(self, children: list[Any], span: Span) -> nodes.Statement:
        low, high, body = children
        return nodes.RepeatRange(
            self.expression(low), self.expression(high), self.suite(body), span=span
        )

    def on_repeat_more(self, children: list[Any], span: Span) -> nodes.Statement:
        low, body = children
        return nodes.RepeatMore(self.expression(low), self.suite(body), span=span)

    def on_repeat_while(self, children: list[Any], span: Span) -> nodes.Statement:
        test, limit, body = children
        return nodes.RepeatWhile(
            self.expression(test), self.number(limit), self.suite(body), span=span
        )

    def on_as(self, children: list[Any], span: Span) -> nodes.Statement:
        player, body = children
        return nodes.As(self.expression(player), self.suite(body), span=span)

    def on_one_of(self, children: list[Any], span: Span) -> nodes.Statement:
        *options, otherwise = children
        return nodes.OneOf(
            tuple(self.option(option) for option in options),
            self.optional_suite(otherwise),
            span=span,
        )

    def option(self, tree: Any) -> nodes.Option:
        """One branch of a `choose one`."""
        name, title, cites, body = tree.children
        return nodes.Option(
            str(name),
            self.optional_text(title),
            self.cites(cites),
            self.suite(body),
            span=self.span(tree),
        )

    def optional_text(self, token: Any) -> str | None:
        """A title that may be left out."""
        return None if token is None else self.text(token)
