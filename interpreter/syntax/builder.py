"""Builds declarations and amendments from lark's tree: one node for each part of a file."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from brasswright.interpreter.source import Span
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax import nodes
from brasswright.interpreter.syntax.statements import StatementBuilder
from brasswright.interpreter.syntax.words import CONTINUING, FORMS


class Builder(StatementBuilder):
    """Adds types, declarations and amendments."""

    def item(self, tree: Tree[Token]) -> nodes.TopLevel:
        """The node of one declaration or amendment."""
        built: nodes.TopLevel = getattr(self, f"on_{tree.data}")(tree.children, self.span(tree))
        return built

    # -- types and fields

    def type(self, tree: Any) -> nodes.Type:
        """A type, with or without `by seats`."""
        base, by_seats = tree.children
        seats = by_seats is not None
        span = self.span(tree)
        match base.data:
            case "type_name":
                name, optional = base.children
                return nodes.TypeName(self.name(name), optional is not None, seats, span=span)
            case "type_range":
                low, high = base.children
                return nodes.TypeRange(self.bound(low), self.bound(high), seats, span=span)
            case "type_many":
                many, of = base.children
                return nodes.TypeMany(str(many.children[0]), self.name(of), seats, span=span)
            case _:
                key, value = base.children
                return nodes.TypeMap(self.name(key), self.name(value), seats, span=span)

    def bound(self, tree: Any) -> nodes.Expression:
        """The end of a range: a number or the name of one."""
        token = tree.children[-1]
        if token.type == "NAME":
            return nodes.Name(self.name(token), span=self.span(tree))
        return nodes.Number(self.number(*tree.children), span=self.span(tree))

    def fields(self, lines: list[Any], of_state: bool = False) -> tuple[nodes.Field, ...]:
        """Fields line by line; a line may give several the same type."""
        built: list[nodes.Field] = []
        for line in lines:
            if line.data == "state_block":
                built += self.fields(line.children, of_state=True)
                continue
            names, type_, default, secrecy, cites = line.children
            common = (self.type(type_), self.optional(default), self.secrecy(secrecy))
            for name in names.children:
                built.append(
                    nodes.Field(
                        self.name(name) if name in CONTINUING else str(name),
                        *common,
                        self.cites(cites),
                        of_state,
                        span=self.span(name),
                    )
                )
        return tuple(built)

    def secrecy(self, tree: Any) -> str | nodes.Expression | None:
        """Who may see a field: everybody, nobody, its owner, or it depends."""
        if tree is None:
            return None
        if tree.data == "secret_if":
            return self.expression(tree.children[0])
        return "owner" if tree.data == "secret_to_owner" else "secret"

    def parameters(self, tree: Any) -> tuple[nodes.Parameter, ...]:
        """The parameters of a define or a rule."""
        return tuple(
            nodes.Parameter(
                self.name(parameter.children[0]),
                self.type(parameter.children[1]),
                span=self.span(parameter),
            )
            for parameter in tree.children
            if parameter is not None
        )

    # -- declarations

    def on_header(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, title, *amends = children
        return nodes.Header(str(name), self.text(title), tuple(map(str, amends)), span=span)

    def on_seats(self, children: list[Any], span: Span) -> nodes.TopLevel:
        low, high, cites = children
        return nodes.Seats(self.number(low), self.number(high), self.cites(cites), span=span)

    def on_type_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, type_, unit = children
        return nodes.TypeDeclaration(
            self.name(name), self.type(type_), self.optional_text(unit), span=span
        )

    def on_enum_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, *values = children
        return nodes.EnumDeclaration(
            self.name(name), tuple(self.name(value) for value in values), span=span
        )

    def on_kind_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, relation, title, *lines = children
        within: tuple[str, str] | None = None
        joins: str | None = None
        if relation is not None and relation.data == "within":
            within = (str(relation.children[0]), str(relation.children[1]))
        elif relation is not None:
            joins = str(relation.children[0])
        return nodes.KindDeclaration(
            self.name(name),
            within,
            joins,
            self.optional_text(title),
            self.fields(lines),
            span=span,
        )

    def on_state_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        for line in children:
            for name in line.children[0].children:
                self.name(name)
        return nodes.StateDeclaration(self.fields(children, of_state=True), span=span)

    def on_table_declaration(self, children: list[Any], span: Span) -> nodes.TableDeclaration:
        kind, cites, head, *rows = children
        return nodes.TableDeclaration(
            self.name(kind),
            self.cites(cites),
            tuple(self.column(cell) for cell in head.children),
            tuple(
                nodes.Row(tuple(self.cell(cell) for cell in row.children), span=self.span(row))
                for row in rows
            ),
            span=span,
        )

    def column(self, cell: Any) -> str:
        """A column's name, in the first line of a table."""
        if cell.data != "cell_words" or len(cell.children) != 1:
            self.complain(
                "bad-column",
                "the first line of a table names its columns",
                self.span(cell),
                "a column is one name, such as `level` or `count.3`",
            )
            return ""
        return str(cell.children[0].children[0])

    def cell(self, cell: Any) -> nodes.Cell:
        """One cell of a table or list."""
        span = self.span(cell)
        match cell.data:
            case "cell_words":
                return nodes.CellWords(
                    tuple(str(word.children[0]) for word in cell.children), span=span
                )
            case "cell_numbers":
                return nodes.CellNumbers(
                    tuple(self.number(number.children[0]) for number in cell.children), span=span
                )
            case "cell_text":
                return nodes.CellText(self.text(cell.children[0]), span=span)
            case "cell_expression":
                return nodes.CellExpression(self.expression(cell.children[0]), span=span)
            case _:
                return nodes.CellNothing(span=span)

    def on_list_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, type_, cites, *rows = children
        return nodes.ListDeclaration(
            self.name(name),
            self.type(type_),
            self.cites(cites),
            tuple(self.cell(cell) for row in rows for cell in row.children),
            span=span,
        )

    def on_parameter_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, type_, default, sentence, cites = children
        return nodes.ParameterDeclaration(
            self.name(name),
            self.type(type_),
            self.expression(default),
            self.optional_text(sentence),
            self.cites(cites),
            span=span,
        )

    def on_define_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, parameters, result, cites, body = children
        return nodes.DefineDeclaration(
            self.name(name),
            self.parameters(parameters),
            self.type(result),
            self.cites(cites),
            self.expression(body),
            span=span,
        )

    def on_rule_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, parameters, title, cites, body = children
        return nodes.RuleDeclaration(
            self.name(name),
            self.parameters(parameters),
            self.optional_text(title),
            self.cites(cites),
            self.suite(body),
            span=span,
        )

    def on_action_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, title, during, cites, body = children
        return nodes.ActionDeclaration(
            self.name(name),
            self.optional_text(title),
            None if during is None else str(during),
            self.cites(cites),
            self.suite(body),
            span=span,
        )

    def on_phase_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, title, cites, body = children
        return nodes.PhaseDeclaration(
            self.name(name),
            self.optional_text(title),
            self.cites(cites),
            self.suite(body),
            span=span,
        )

    def on_ranking_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        cites, ranks = children
        return nodes.RankingDeclaration(self.cites(cites), self.ranks(ranks), span=span)

    def ranks(self, tree: Any) -> tuple[nodes.Rank, ...]:
        """The lines of a ranking."""
        return tuple(
            nodes.Rank(
                rank.data == "most",
                self.expression(rank.children[0]),
                self.text(rank.children[1]),
                span=self.span(rank),
            )
            for rank in tree.children
        )

    def on_arrange_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        return nodes.ArrangeDeclaration(self.suite(children[0]), span=span)

    def on_check_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        test, reason, cites = children
        return nodes.CheckDeclaration(
            self.expression(test), self.template(reason), self.cites(cites), span=span
        )

    def on_invariant_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, test, reason, cites = children
        return nodes.InvariantDeclaration(
            self.name(name),
            self.expression(test),
            self.template(reason),
            self.cites(cites),
            span=span,
        )

    def on_note_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        cites, text, see = children
        return nodes.NoteDeclaration(self.cites(cites), self.text(text), self.path(see), span=span)

    def on_status_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        return nodes.StatusDeclaration(self.template(children[0]), span=span)

    def on_show_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, title, of, form, on, rows = children
        return nodes.ShowDeclaration(
            str(name),
            self.text(title),
            None if of is None else self.name(of),
            None if form is None else self.form(form),
            None if on is None else self.word(on),
            self.rows_shown(rows),
            span=span,
        )

    def word(self, token: Any) -> nodes.Name:
        """The name of a kind, field or map, which a later check looks for."""
        return nodes.Name(str(token), span=self.span(token))

    def form(self, token: Any) -> str:
        """How a table is best looked at."""
        if token not in FORMS:
            help = [f"did you mean `{form}`?" for form in closest(token, FORMS)]
            message = f"a table can't be shown as `{token}`"
            help = help or [f"write {' or '.join(f'`as {form}`' for form in FORMS)}"]
            self.complain("unknown-form", message, self.span(token), *help)
        return str(token)

    def rows_shown(self, tree: Any) -> nodes.RowsShown:
        """What a table or map goes through, and what it tells of each."""
        variable, source, where, *columns = tree.children
        return nodes.RowsShown(
            self.name(variable),
            self.expression(source),
            self.optional(where),
            tuple(
                nodes.Column(self.text(heading), self.expression(value), span=self.span(heading))
                for heading, value in (column.children for column in columns)
            ),
            span=self.span(variable),
        )

    def on_map_declaration(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, title, kind, x, y, *rows = children
        return nodes.MapDeclaration(
            str(name),
            None if title is None else self.text(title),
            self.word(kind),
            self.word(x),
            self.word(y),
            tuple(map(self.rows_shown, rows)),
            span=span,
        )

    # -- amendments

    def path(self, tree: Any) -> str:
        """A dotted path, as written."""
        return ".".join(token for token in tree.children if token != ".")

    def on_set_value(self, children: list[Any], span: Span) -> nodes.TopLevel:
        path, value, cites = children
        return nodes.SetValue(self.path(path), self.expression(value), self.cites(cites), span=span)

    def on_replace(self, children: list[Any], span: Span) -> nodes.TopLevel:
        part, path, signature, cites, body = children
        parameters, result = (None, None) if signature is None else signature.children
        name = str(part.children[0])
        return nodes.Replace(
            name,
            self.path(path),
            None if parameters is None else self.parameters(parameters),
            None if result is None else self.type(result),
            self.cites(cites),
            self.new_body(name, body),
            span=span,
        )

    def new_body(
        self, part: str, tree: Any
    ) -> nodes.Suite | nodes.Expression | tuple[nodes.Rank, ...]:
        """What replaces a part: ranks, the expression of a define, or statements."""
        if tree.data == "ranks":
            if part != "ranking":
                self.complain(
                    "wrong-body", f"a {part} is not made of `most` and `least`", self.span(tree)
                )
            return self.ranks(tree)
        if part == "ranking":
            self.complain(
                "wrong-body", "a ranking is made of `most` and `least` lines", self.span(tree)
            )
            return ()
        if part == "define":
            if len(tree.children) == 1 and tree.children[0].data == "value":
                return self.expression(tree.children[0].children[0])
            self.complain("wrong-body", "a define is one expression", self.span(tree))
            return ()
        return self.suite(tree)

    def on_drop(self, children: list[Any], span: Span) -> nodes.TopLevel:
        part, path, because = children
        return nodes.Drop(
            str(part.children[0]), self.path(path), self.text(because.children[0]), span=span
        )

    def on_drop_view(self, children: list[Any], span: Span) -> nodes.TopLevel:
        view, name, because = children
        return nodes.Drop(
            str(view.children[0]), str(name), self.text(because.children[0]), span=span
        )

    def on_insert(self, children: list[Any], span: Span) -> nodes.TopLevel:
        side, part, path, name, cites, body = children
        at = Span(self.source, self.span(name).start, span.end)
        step = nodes.Step(str(name), self.cites(cites), self.suite(body), span=at)
        return nodes.Insert(
            str(side.children[0]), str(part.children[0]), self.path(path), step, span=span
        )

    def on_forbid(self, children: list[Any], span: Span) -> nodes.TopLevel:
        path, when, because = children
        return nodes.Forbid(
            self.path(path), self.optional(when), self.text(because.children[0]), span=span
        )

    def on_exception(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, path, when, cites, body = children
        return nodes.ExceptionTo(
            str(name),
            self.path(path),
            self.expression(when),
            self.cites(cites),
            self.suite(body),
            span=span,
        )

    def on_alternative(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, path, when, cites, body = children
        return nodes.AlternativeTo(
            str(name),
            self.path(path),
            self.optional(when),
            self.cites(cites),
            self.suite(body),
            span=span,
        )

    def on_extend_enum(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, *values = children
        return nodes.ExtendEnum(str(name), tuple(self.name(value) for value in values), span=span)

    def on_extend_kind(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, *lines = children
        return nodes.ExtendKind(str(name), self.fields(lines), span=span)

    def on_extend_table(self, children: list[Any], span: Span) -> nodes.TopLevel:
        return nodes.ExtendTable(self.on_table_declaration(children, span), span=span)

    def on_extend_map(self, children: list[Any], span: Span) -> nodes.TopLevel:
        name, *rows = children
        return nodes.ExtendMap(str(name), tuple(map(self.rows_shown, rows)), span=span)
