"""Around the loops for choices: what is tested first, held, and left early.

None of this changes which ways there are, only how soon it is found out that there is none. The
explaining twin does without: every answer has its own refusals there.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.compiling.bearing import Things
from brasswright.interpreter.compiling.expressions import ExpressionCompiler
from brasswright.interpreter.compiling.foreseeing import Foreseeing
from brasswright.interpreter.compiling.holding import HoldingCompiler, Loop
from brasswright.interpreter.compiling.plain import FunctionWriter
from brasswright.interpreter.compiling.rests import Rest, Then
from brasswright.interpreter.source import Span


@dataclass(eq=False)
class Shared:
    """What all functions of an action have in common."""

    foreseeing: Foreseeing
    counts: bool = False
    """Are the ways found counted, because some choice is left when one answer finds none?"""


class LoopsWriter(FunctionWriter):
    """A function that goes through answers."""

    def __init__(
        self, code: ExpressionCompiler, explaining: bool, shared: Shared, head: str
    ) -> None:
        super().__init__(code, explaining)
        self.shared = shared
        self.loops: list[Loop] = []
        """The loops for choices around what is being written."""
        if not explaining:
            self.code = HoldingCompiler(code, self.loops, self._hold)
        self.bound = frozenset(re.findall(r"\bv_(\w+)", head))
        """Names known where the next line stands."""
        self.known: dict[str, Things] = {}
        """Tests that are known to hold, as Python, and what they read."""
        self.settled: frozenset[int] = frozenset()
        """Ids of statements whose requirement was tested before."""
        self.fails = ["return"]
        self.depth = 0
        """Loops around the next line."""
        self._alike: list[tuple[ir.Stmt, str]] = []
        """Statements after which all answers to a choice around come to the same."""

    def is_plain(self, s: ir.Stmt) -> bool:
        """Does a statement ask nothing?"""
        raise NotImplementedError

    # -- holding values --------------------------------------------------------------------

    def enter(self, span: Span, name: str = "") -> frozenset[str]:
        """A loop begins with the next line; the names known before it."""
        bound = self.bound
        self.loops.append(Loop(len(self.lines), self.indent, span, bound))
        if name:
            self.bind(name)
        return bound

    def bind(self, name: str) -> None:
        """A name gets a value; for loops outside it now is another name than it was there."""
        for loop in self.loops:
            loop.bound -= {name}
        self.bound |= {name}
        self._forget(frozenset((name,)))

    def exit(self, bound: frozenset[str]) -> None:
        """The loop is done; the names known again."""
        self.loops.pop()
        self.bound = bound

    def changed(self, things: Things) -> None:
        """These may be other than before."""
        for loop in self.loops:
            loop.written |= things
        self._forget(things)

    def _forget(self, things: Things) -> None:
        self.known = {test: reads for test, reads in self.known.items() if not reads & things}

    def _hold(self, loop: Loop) -> str:
        """A name for a value that is held while a loop is gone through."""
        name = self.fresh("h")
        self.lines.insert(loop.line, (loop.indent, f"{name} = None", loop.span))
        for other in self.loops:
            if other.line >= loop.line:
                other.line += 1
        return name

    # -- testing before going through answers ----------------------------------------------

    def tests_first(self, rest: Rest) -> tuple[list[str], Rest]:
        """What the rest requires before anything else; and the rest without it.

        All answers are tested at once, so a test must be one that can't go wrong.
        """
        tests: list[str] = []
        while isinstance(rest, Then):
            for place, s in enumerate(rest.block):
                if id(s) in self.settled:
                    continue
                test = self._as_test(s)
                if test is None:
                    return tests, Then(rest.block[place:], rest.rest)
                tests.append(test)
            rest = rest.rest
        return tests, rest

    def foreseen(self, rest: Rest) -> list[tuple[str, Span]]:
        """Tests of what the rest will require, each once, and where it does."""
        tests: list[tuple[str, Span]] = []
        for each in self.shared.foreseeing.ahead(rest, self.bound):
            test = self.code.write(each.test)
            if test not in self.known:
                tests.append((test, each.test.span))
            self.known[test] = self.code.bearing.reads(each.test)
            if each.whole is not None:
                self.settled |= {id(each.whole)}
        return tests

    def foresee(self, rest: Rest) -> None:
        """Give up at once what will be refused on every way."""
        if self.explaining:
            return
        for test, span in self.foreseen(rest):
            self.line(f"if not {test}:", span)
            self.indent += 1
            self.fail(span)
            self.indent -= 1

    def _as_test(self, s: ir.Stmt) -> str | None:
        """A statement that does nothing but refuse, as a test; None for any other."""
        match s:
            case ir.RequireStatement(test=test) if not self.code.bearing.may_trap(test):
                return self.code.write(test)
            case ir.BranchStatement(branches=branches, otherwise=otherwise):
                if any(self.code.bearing.may_trap(test) for test, _ in branches):
                    return None
                found = self._all_tests(otherwise)
                for test, body in reversed(branches):
                    inner = self._all_tests(body)
                    if inner is None or found is None:
                        return None
                    found = f"({inner} if {self.code.write(test)} else {found})"
                return found
        return None

    def _all_tests(self, block: ir.Block) -> str | None:
        tests = [self._as_test(s) for s in block]
        if None in tests:
            return None
        return f"({' and '.join(t for t in tests if t)})" if tests else "True"

    # -- leaving a choice early ------------------------------------------------------------
    # Where the answers to a choice make no difference any more, one that finds no way tells
    # that none does. Explaining goes on: each answer has its own refusals.

    def alike_from(self, rest: Rest, tainted: Things, numbers: Set[int]) -> ir.Stmt | bool:
        if self.explaining:
            return False
        return self.code.bearing.alike_from(rest, tainted, numbers, self.is_plain)

    def before(self, alike: ir.Stmt | bool, span: Span) -> str:
        """Before the loop: what is needed to leave it early; the name of the count of ways."""
        if alike is False:
            return ""
        self.shared.counts = True
        count = self.fresh("w")
        self.line(f"{count} = -1; {count}d = len(Q.path)", span)
        return count

    def watch(self, alike: ir.Stmt | bool, count: str, span: Span) -> None:
        """At the head of the loop: leave it if the answer before could find no way."""
        if alike is False:
            return
        self.line(f"if {count} == Q.ways: Q.leave({count}d); break", span)
        if alike is True:
            self.line(f"{count} = Q.ways", span)
        else:
            self._alike.append((alike, count))

    def unwatch(self, alike: ir.Stmt | bool) -> None:
        if not isinstance(alike, bool):
            self._alike.pop()

    def end_loop(self, mark: str) -> None:
        self.fails.pop()
        self.depth -= 1
        self.indent -= 1
