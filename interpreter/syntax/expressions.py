"""Builds expression nodes, names and quoted texts from lark's tree."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Source, Span
from brasswright.interpreter.syntax import nodes, texts
from brasswright.interpreter.syntax.explain import explain
from brasswright.interpreter.syntax.tree import BadDedent, Stopped, read
from brasswright.interpreter.syntax.words import RESERVED

NESTING = 50
"""How deep an expression may be: operands of one chain count as levels too."""


ERRORS = 20
"""Most errors that are looked for in one text."""


class TooDeep(Exception):
    """Something is nested beyond the limit; the rest of the declaration is not looked at."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class ExpressionBuilder:
    """Methods are named after the rules of the grammar; each makes one node of one tree."""

    def __init__(self, source: Source, base: int = 0) -> None:
        self.source = source
        self.base = base
        """Where the text that was parsed begins in the source."""
        self.diagnostics: list[Diagnostic] = []
        self.depth = 0

    # -- places, names, complaints

    def span(self, at: Tree[Token] | Token) -> Span:
        """Where a tree or token stands in the source."""
        place: Any = at if isinstance(at, Token) else at.meta
        return Span(self.source, self.base + place.start_pos, self.base + place.end_pos)

    def complain(self, code: str, message: str, span: Span, *help: str) -> None:
        """Notes a mistake and goes on."""
        self.diagnostics.append(Diagnostic(code, message, span, help=help))

    def name(self, token: Token) -> str:
        """A name that is bound or used as a value; words of the language are refused."""
        if token in RESERVED:
            self.complain(
                "reserved-word",
                f"`{token}` is a word of the language and can't be used as a name",
                self.span(token),
                f"another name, such as `{token}_` or `the_{token}`, will do",
            )
        return str(token)

    # -- quoted texts

    def text(self, token: Token) -> str:
        """A quoted text without holes: a title, a sentence, a unit."""
        pieces = self._pieces(token)
        for piece in pieces:
            if isinstance(piece, texts.Hole):
                self.complain(
                    "hole-in-title",
                    "this text is fixed when the rules are loaded, so it can't have `{…}` in it",
                    self._span(piece.start - 1, piece.end + 1),
                    "write `{{` and `}}` for braces",
                )
        return "".join(piece for piece in pieces if isinstance(piece, str))

    def template(self, token: Token) -> nodes.Template:
        """A quoted text with `{expression}` holes."""
        pieces = tuple(
            piece if isinstance(piece, str) else self._hole(piece) for piece in self._pieces(token)
        )
        return nodes.Template(pieces, span=self.span(token))

    def _pieces(self, token: Token) -> list[str | texts.Hole]:
        pieces, mistakes = texts.split(str(token))
        start = self.span(token).start
        for mistake in mistakes:
            span = Span(self.source, start + mistake.start, start + mistake.end)
            self.complain(mistake.code, mistake.message, span, mistake.help)
        return [
            piece
            if isinstance(piece, str)
            else texts.Hole(piece.text, start + piece.start, start + piece.end)
            for piece in pieces
        ]

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _hole(self, hole: texts.Hole) -> nodes.Expression:
        if len(self.diagnostics) >= ERRORS:
            return nodes.Nothing()
        inner = ExpressionBuilder(self.source, hole.start)
        inner.depth = self.depth
        try:
            return inner.expression(read(hole.text, "expression").children[0])
        except (Stopped, BadDedent) as error:
            inner.diagnostics.append(
                explain(error, self.source, hole.start, hole.text, "expression")
            )
            return nodes.Nothing(span=self._span(hole.start, hole.end))
        finally:
            self.diagnostics += inner.diagnostics

    # -- expressions

    def expression(self, tree: Any) -> nodes.Expression:
        """The node of any expression."""
        self.depth += 1
        if self.depth > NESTING:
            raise TooDeep(
                Diagnostic(
                    "too-deep",
                    f"this expression is nested more than {NESTING} levels deep",
                    self.span(tree),
                    help=("give a part of it a name of its own with `define` or `let`",),
                )
            )
        build = getattr(self, f"on_{tree.data}")
        built: nodes.Expression = build(tree.children, self.span(tree))
        self.depth -= 1
        return built

    def expressions(self, trees: list[Any]) -> tuple[nodes.Expression, ...]:
        """The nodes of several expressions."""
        return tuple(self.expression(tree) for tree in trees)

    def optional(self, tree: Any) -> nodes.Expression | None:
        """The node of an expression that may be left out."""
        return None if tree is None else self.expression(tree)

    def on_name(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Name(self.name(children[0]), span=span)

    def on_whole(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Number(self.number(children[0]), span=span)

    def number(self, *tokens: Token) -> int:
        """A whole number, its sign apart or not, within 32 bits."""
        digits = "".join(tokens)
        if len(digits) > 11 or not -(2**31) <= int(digits) < 2**31:
            self.complain(
                "number-too-large",
                "numbers go from -2147483648 to 2147483647",
                Span(self.source, self.span(tokens[0]).start, self.span(tokens[-1]).end),
            )
            return 0
        return int(digits)

    def on_text(self, children: list[Any], span: Span) -> nodes.Expression:
        return self.template(children[0])

    def on_true(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Truth(True, span=span)

    def on_false(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Truth(False, span=span)

    def on_none(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Nothing(span=span)

    def on_list(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.ListLiteral(self.expressions(children), span=span)

    def on_set(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.SetLiteral(self.expressions(children), span=span)

    def on_map(self, children: list[Any], span: Span) -> nodes.Expression:
        pairs = tuple(
            (self.expression(key), self.expression(value))
            for key, value in (pair.children for pair in children)
        )
        return nodes.MapLiteral(pairs, span=span)

    def on_attribute(self, children: list[Any], span: Span) -> nodes.Expression:
        of, name = children
        return nodes.Attribute(self.expression(of), str(name), span=span)

    def on_item(self, children: list[Any], span: Span) -> nodes.Expression:
        of, index = children
        return nodes.Item(self.expression(of), self.expression(index), span=span)

    def on_call(self, children: list[Any], span: Span) -> nodes.Expression:
        name, *arguments = children
        return nodes.Call(self.name(name), self.expressions(arguments), span=span)

    def on_negative(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Unary("-", self.expression(children[0]), span=span)

    def on_negation(self, children: list[Any], span: Span) -> nodes.Expression:
        return nodes.Unary("not", self.expression(children[0]), span=span)

    def on_range_of(self, children: list[Any], span: Span) -> nodes.Expression:
        low, high = children
        return nodes.Range(self.expression(low), self.expression(high), span=span)

    def on_comparison(self, children: list[Any], span: Span) -> nodes.Expression:
        left, compare, right = children
        return nodes.Compare(
            str(compare.children[0]), self.expression(left), self.expression(right), span=span
        )

    def on_or_test(self, children: list[Any], span: Span) -> nodes.Expression:
        return self._chain(children[0], [("or", right) for right in children[1:]], span)

    def on_and_test(self, children: list[Any], span: Span) -> nodes.Expression:
        return self._chain(children[0], [("and", right) for right in children[1:]], span)

    def on_sum(self, children: list[Any], span: Span) -> nodes.Expression:
        operators = (str(sign.children[0]) for sign in children[1::2])
        return self._chain(children[0], list(zip(operators, children[2::2], strict=True)), span)

    on_term = on_sum

    def _chain(self, first: Any, rest: list[tuple[str, Any]], whole: Span) -> nodes.Expression:
        """`a + b - c` as `(a + b) - c`: the first operand is the deepest."""
        levels = len(rest) - 1
        self.depth += levels
        built = self.expression(first)
        for operator, tree in rest:
            right = self.expression(tree)
            # Brackets around an operand are no part of it, but of the chain.
            end = self.base + tree.meta.container_end_pos
            span = Span(self.source, whole.start, end)
            built = nodes.Binary(operator, built, right, span=span)
            self.depth -= 1
        self.depth += 1
        return built

    def on_conditional(self, children: list[Any], span: Span) -> nodes.Expression:
        test, then, otherwise = self.expressions(children)
        return nodes.Conditional(test, then, otherwise, span=span)

    def on_quantified(self, children: list[Any], span: Span) -> nodes.Expression:
        quantifier, name, source, where, give, by = children
        return nodes.Quantified(
            str(quantifier.children[0]),
            self.name(name),
            self.expression(source),
            self.optional(where),
            self.optional(give),
            self.optional(by),
            span=span,
        )
