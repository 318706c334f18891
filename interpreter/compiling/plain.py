"""Statements without choices to Python statements.

What fails (a `require` that doesn't hold, a rule that refuses) goes on wherever `fail` of the
innermost place says: the next candidate, the end of the function, or out of a loop.
"""

from __future__ import annotations

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import MOST_MEMBERS, bounds
from brasswright.interpreter.checking.domains import StateField
from brasswright.interpreter.checking.effects import block_effects
from brasswright.interpreter.checking.types import NumberType
from brasswright.interpreter.compiling.expressions import ExpressionCompiler
from brasswright.interpreter.compiling.writer import Line
from brasswright.interpreter.running.kernel import LOGGED, ME
from brasswright.interpreter.source import NOWHERE, Span


class FunctionWriter:
    """One function being written: its lines, the current indent, and what failing means."""

    def __init__(self, code: ExpressionCompiler, explaining: bool) -> None:
        self.code = code
        self.program = code.program
        self.explaining = explaining
        self.lines: list[Line] = []
        self.indent = 1
        self.fails = ["return False"]
        self.others: list[str] = []
        """Who `me` was before each `as` around, back to the nearest loop."""
        self._counter = 0

    def line(self, text: str, span: Span) -> None:
        self.code.count_line(span)
        self.lines.append((self.indent, text, span))

    def fresh(self, prefix: str) -> str:
        """A name that nothing else in the function has."""
        self._counter += 1
        return f"{prefix}{self._counter}"

    def fail(self, span: Span) -> None:
        """Give up this way."""
        for part in self.fails[-1].split("; "):
            self.line(part, span)

    def called(self, rule: str) -> str:
        """The name of a compiled rule in this twin."""
        return f"why_{rule}" if self.explaining else f"do_{rule}"

    def refuse(self, reason: ir.Reason) -> None:
        """In the explaining twin: note the refusal."""
        if self.explaining:
            self.line(f"Q.refuse({self.refusal(reason)})", reason.span)

    def refusal(self, reason: ir.Reason) -> str:
        """Number, values and what is missing, as arguments."""
        values = self.code.values(reason.text) if reason.text is not None else "()"
        lacking = self.code.write(reason.lacking) if reason.lacking is not None else "0"
        return f"{reason.number}, {values}, {lacking}"

    # -- statements ------------------------------------------------------------------------

    def block(self, block: ir.Block) -> None:
        """A block on its own; an empty one does nothing."""
        before = len(self.lines)
        for statement in block:
            self.plain(statement)
        if len(self.lines) == before:
            self.line("pass", block[0].span if block else NOWHERE)

    def plain(self, s: ir.Stmt) -> None:
        """One statement that asks nothing."""
        write, span = self.code.write, s.span
        match s:
            case ir.LetStatement(name=name, value=value):
                self.line(f"v_{name} = {write(value)}", span)
            case ir.RequireStatement(test=test, reason=reason):
                self.line(f"if not {write(test)}:", span)
                self.indent += 1
                self.refuse(reason)
                self.fail(span)
                self.indent -= 1
            case ir.CallStatement():
                self._call(s)
            case ir.SetStatement():
                self._set(s)
            case ir.MoveStatement() | ir.PutStatement():
                self._pieces(s)
            case ir.DrawStatement():
                self._draw(s)
            case ir.ShuffleStatement(field=field, row=row):
                self._shuffle(field, row, span)
            case ir.LogStatement(text=text, number=number):
                values = self.code.values(text)
                self.line(f"J.append(({LOGGED}, ({number}, {values})))", span)
            case ir.BranchStatement():
                self._branch(s)
            case ir.LoopStatement():
                self._loop(s)
            case ir.TimesStatement(times=times, body=body):
                known = bounds(times)
                walk = "range" if known is not None and known[1] <= MOST_MEMBERS else "rounds"
                self._repeated(f"for _ in {walk}({write(times)}):", body, span)
            case ir.WhileStatement():
                self._while(s)
            case ir.LeaveStatement():
                for was in reversed(self.others):
                    self.line(f"J.append(({ME}, C[{ME}])); C[{ME}] = {was}", span)
                self.line("break", span)
            case ir.AsStatement(player=player, body=body):
                was = self.fresh("was")
                self.line(f"{was} = C[{ME}]", span)
                self.line(f"J.append(({ME}, C[{ME}])); C[{ME}] = {write(player)}", span)
                self.others.append(was)
                self.block(body)
                self.others.pop()
                self.line(f"J.append(({ME}, C[{ME}])); C[{ME}] = {was}", span)
            case ir.PlayStatement(phase=phase):
                self.line(f"phase_{phase}(C, J)", span)
            case _:
                raise AssertionError(f"{type(s).__name__} is not plain")

    def _call(self, s: ir.CallStatement) -> None:
        rule = self.program.rules[s.rule]
        values = ["C", "J", *(["Q"] if self.explaining else []), *map(self.code.write, s.arguments)]
        call = f"{self.called(s.rule)}({', '.join(values)})"
        if not rule.effects.refuses:
            self.line(call, s.span)
            return
        self.line(f"if not {call}:", s.span)
        self.indent += 1
        self.fail(s.span)
        self.indent -= 1

    def cell(self, field: StateField, row: ir.Expr | None, span: Span) -> str:
        """The cell to write to; writing to nothing is a trap."""
        if row is None or (isinstance(row, ir.Constant) and row.value):
            return self.code.cell(field, row)
        column = self.code.layout.column(field)
        index = self.code.write(row)
        if not index.isidentifier():
            name = self.fresh("r")
            self.line(f"{name} = {index}", span)
            index = name
        self.line(f"if not {index}: trap({f'there is no {field.domain} to change'!r})", span)
        return f"{column.base} + {index}" + (f" * {column.stride}" if column.stride != 1 else "")

    def _set(self, s: ir.SetStatement) -> None:
        column = self.code.layout.column(s.field)
        value = self.code.write(s.value)
        cell = self.cell(s.field, s.row, s.span)
        if column.shape == "list":
            self.line(f"set_list(C, J, {cell}, {value}, {column.kinds})", s.span)
            return
        if not cell.isdigit():
            name = self.fresh("c")
            self.line(f"{name} = {cell}", s.span)
            cell = name
        if s.operator != "=":
            joint = {"+=": "+", "-=": "-"}
            if not isinstance(s.field.type, NumberType):
                joint = {"+=": "|", "-=": "& ~"}
            value = f"C[{cell}] {joint[s.operator]} {value}"
        if isinstance(s.field.type, NumberType):
            name = self.fresh("n")
            self.line(f"{name} = {value}", s.span)
            low, high = s.field.low, s.field.high
            self.line(
                f"if not {low} <= {name} <= {high}: outside({s.field.path!r}, {name})", s.span
            )
            value = name
        elif self._is_truth(s.field):
            value = f"int({value})"
        self.line(f"J.append(({cell}, C[{cell}])); C[{cell}] = {value}", s.span)

    @staticmethod
    def _is_truth(field: StateField) -> bool:
        return str(field.type) == "Bool"

    def _pieces(self, s: ir.MoveStatement | ir.PutStatement) -> None:
        if isinstance(s, ir.PutStatement):
            zone = self._zone(s.zone)
            piece, number = self.code.write(s.piece), self.code.write(s.number)
            self.line(f"put_pieces(C, J, {zone}, {piece}, {number})", s.span)
            return
        if s.piece is None:
            kinds = self.code.layout.column(s.source.field).kinds
            source, target = self._zone(s.source), self._zone(s.target)
            self.line(f"move_all(C, J, {source}, {target}, {kinds})", s.span)
            return
        piece = self.code.write(s.piece)
        if not piece.isidentifier() and not piece.isdigit():
            name = self.fresh("x")
            self.line(f"{name} = {piece}", s.span)
            piece = name
        for verb, zone_read in (("take_from", s.source), ("add_to", s.target)):
            shape = self.code.layout.column(zone_read.field).shape
            cell = self.cell(zone_read.field, zone_read.row, s.span)
            self.line(f"{verb}_{shape}(C, J, {cell}, {piece})", s.span)

    def _zone(self, zone: ir.ZoneRead) -> str:
        shape = self.code.layout.column(zone.field).shape
        return f"({shape!r}, {self.cell(zone.field, zone.row, zone.span)})"

    def _draw(self, s: ir.DrawStatement) -> None:
        pile = self.cell(s.source.field, s.source.row, s.span)
        self.line(f"v_{s.name} = draw(C, J, {pile})", s.span)
        shape = self.code.layout.column(s.target.field).shape
        cell = self.cell(s.target.field, s.target.row, s.span)
        self.line(f"add_to_{shape}(C, J, {cell}, v_{s.name})", s.span)
        if not s.source.field.secret or s.target.field.secret == "all":
            return
        who = "0"
        if s.target.field.secret == "owner" and s.target.row is not None:
            who = self.code.write(s.target.row)
        self.line(f"reveal(C, J, {who})", s.span)

    def _shuffle(self, field: StateField, row: ir.Expr | None, span: Span) -> None:
        name = repr(field.path)
        if row is not None:
            name = f"{name} + '.' + str({self.code.write(row)})"
        self.line(f"shuffle(C, J, {self.cell(field, row, span)}, {name}, C[SEED])", span)

    # -- branches and loops ----------------------------------------------------------------

    def _branch(self, s: ir.BranchStatement) -> None:
        word = "if"
        for test, body in s.branches:
            self.line(f"{word} {self.code.write(test)}:", s.span)
            self.indent += 1
            self.block(body)
            self.indent -= 1
            word = "elif"
        if not s.branches:
            self.block(s.otherwise)
        elif s.otherwise:
            self.line("else:", s.span)
            self.indent += 1
            self.block(s.otherwise)
            self.indent -= 1

    def _loop(self, s: ir.LoopStatement) -> None:
        walk, test = self.code.members(s.source, s.name)
        name = f"v_{s.name}"
        head = f"for {name} in {walk}:"
        if test:
            # What is walked through is fixed at the start.
            head = f"for {name} in [{name} for {name} in {walk} if {test}]:"
        first = []
        if s.where is not None:
            first.append(f"if not {self.code.write(s.where)}: continue")
        if s.field is not None:
            first.append(f"write(C, J, {self.code.cell(s.field, None)}, {name})")
        self._repeated(head, s.body, s.span, *first)

    def _repeated(self, head: str, body: ir.Block, span: Span, *first: str) -> None:
        """A loop; if its body refuses, that leaves the loop and then fails outside of it."""
        refuses = block_effects(body, self.program.rules).refuses
        flag = self.fresh("ok") if refuses else ""
        if refuses:
            self.line(f"{flag} = True", span)
            self.fails.append(f"{flag} = False; break")
        others, self.others = self.others, []
        self.line(head, span)
        self.indent += 1
        for line in first:
            self.line(line, span)
        self.block(body)
        self.indent -= 1
        self.others = others
        if refuses:
            self.fails.pop()
            self.line(f"if not {flag}:", span)
            self.indent += 1
            self.fail(span)
            self.indent -= 1

    def _while(self, s: ir.WhileStatement) -> None:
        times = self.fresh("times")
        self.line(f"{times} = 0", s.span)
        head = f"while {self.code.write(s.test)} and bounded({times}, {s.limit}):"
        self._repeated(head, s.body, s.span, f"{times} += 1")
