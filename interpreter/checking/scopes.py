"""Local names, and the list of what was found wrong."""

from __future__ import annotations

from collections.abc import Iterable

from brasswright.interpreter.checking.types import Type
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Span
from brasswright.interpreter.suggest import closest

MOST = 100
"""After so many mistakes, or doubts, no further ones are kept."""


class Findings:
    """Diagnostics in the order found; the same message at one place is kept once."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._seen: set[tuple[str, str, str]] = set()
        self._counts = {"error": 0, "warning": 0}

    @property
    def is_full(self) -> bool:
        """Were so many mistakes found that no more are kept?"""
        return self._counts["error"] >= MOST

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        near: tuple[str, Iterable[str]] | None = None,
        help: Iterable[str] = (),
        labels: tuple[tuple[Span, str], ...] = (),
        severity: str = "error",
    ) -> None:
        """Note a mistake. `near` = (word, what it could have been) for "did you mean"."""
        key = (code, message, str(span))
        if key in self._seen or self._counts[severity] >= MOST:
            return
        self._seen.add(key)
        self._counts[severity] += 1
        hints = list(help)
        if near is not None:
            meant = closest(near[0], sorted(set(near[1])))
            if meant:
                hints.insert(0, f"did you mean {' or '.join(f'`{m}`' for m in meant)}?")
        self.diagnostics.append(
            Diagnostic(
                code,
                message,
                span,
                severity="warning" if severity == "warning" else "error",
                labels=labels,
                help=tuple(hints),
            )
        )

    def warning(self, code: str, message: str, span: Span) -> None:
        """Note something that can be played but was hardly meant."""
        self.error(code, message, span, severity="warning")

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.diagnostics if d.severity == "error"]


class Scope:
    """The local names known at a place; inner scopes see outer ones, nothing is shadowed."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.names: dict[str, tuple[Type, Span]] = {}

    def find(self, name: str) -> Type | None:
        """The type of a local name, or None."""
        found = self._entry(name)
        return found[0] if found else None

    def bind(self, name: str, type_: Type, span: Span, findings: Findings) -> None:
        """Make a name known from here on; a name that is already known is a mistake."""
        earlier = self._entry(name)
        if earlier is not None:
            findings.error(
                "name-bound-twice",
                f"`{name}` is already bound here",
                span,
                labels=((earlier[1], "bound here"),),
            )
        self.names[name] = (type_, span)

    def all_names(self) -> list[str]:
        """Every local name known here."""
        return [*self.names, *(self.outer.all_names() if self.outer else ())]

    def _entry(self, name: str) -> tuple[Type, Span] | None:
        if name in self.names:
            return self.names[name]
        return self.outer._entry(name) if self.outer else None
