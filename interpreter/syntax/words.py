"""The words of the language: which may not be names, and what people call the rest."""

from __future__ import annotations

DECLARATIONS = (
    "overlay",
    "seats",
    "type",
    "enum",
    "kind",
    "state",
    "table",
    "list",
    "parameter",
    "define",
    "rule",
    "action",
    "phase",
    "ranking",
    "arrange",
    "check",
    "invariant",
    "note",
    "status",
    "show",
    "map",
    "set",
    "replace",
    "drop",
    "before",
    "after",
    "forbid",
    "exception",
    "alternative",
    "extend",
)
"""What a line without indentation may begin with."""

STATEMENTS = (
    "let",
    "require",
    "do",
    "play",
    "act",
    "end",
    "leave",
    "nothing",
    "log",
    "tally",
    "move",
    "put",
    "draw",
    "shuffle",
    "choose",
    "step",
    "if",
    "elif",
    "else",
    "for",
    "repeat",
    "as",
    "otherwise",
)

QUANTIFIERS = (
    "all",
    "union",
    "exists",
    "every",
    "count",
    "sum",
    "smallest",
    "largest",
    "lowest",
    "highest",
    "first",
    "sorted",
)

OPERATORS = (
    "and",
    "or",
    "not",
    "in",
    "meets",
    "within",
    "where",
    "give",
    "by",
    "then",
    "true",
    "false",
    "none",
)

CLAUSES = ("from", "to", "of", "into", "said", "once", "lacking", "because", "secret", "while")

RESERVED = frozenset(DECLARATIONS + STATEMENTS + QUANTIFIERS + OPERATORS + CLAUSES) - {"seats"}
"""What no value, part or type may be called. Fields, steps, options and rows stand only where
nothing else can, so they are free (but see `CONTINUING`); `seats` is itself a value."""

CONTINUING = frozenset({"where", "once", "said", "and", "or", "because", "lacking", "else"})
"""A line that begins with one of these goes on with the line above."""

FORMS = ("table", "track", "chart")
"""How a table may be looked at: row by row, each row as a field in a line, as lines over a game."""

KEYWORDS = frozenset(
    {"during", "amends", "when", "option", "add", "per", "any", "joins", "most", "least", "see"}
    | {"on"}
    | {*DECLARATIONS, *STATEMENTS, *QUANTIFIERS, *OPERATORS, *CLAUSES}
)
"""What a misspelt word may have been meant to be."""
