"""What people call the things that the grammar expects."""

from __future__ import annotations

from collections.abc import Set

from brasswright.interpreter.syntax.tree import spellings
from brasswright.interpreter.syntax.words import DECLARATIONS, QUANTIFIERS, STATEMENTS

_NAMED = {
    "NAME": "a name",
    "JOINED": "a name",
    "DOTTED": "a name",
    "INT": "a number",
    "NEGATIVE": "a number",
    "STRING": "a text in quotes",
    "CITE": "a rule id",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "$END": "the end of the expression",
}

_VALUES = frozenset(
    {"a name", "a number", "a text in quotes", "(", "[", "{", "-", "not", "if", "true", "false"}
    | {"none", *QUANTIFIERS}
)
_OPERATORS = frozenset(
    {"+", "-", "*", "/", "&", ".", "..", "[", "(", "==", "!=", "<=", ">=", "<", ">"}
    | {"and", "or", "in", "meets", "within"}
)
_TYPES = frozenset({"a name", "a number", "-", "map", "set", "sets", "list", "bag", "pile", "slot"})
_GROUPS = (
    # what the group is called, what shows that all of it is expected, what it is
    ("a declaration", {"rule", "table"}, frozenset(DECLARATIONS) | {_NAMED["_NL"], _NAMED["$END"]}),
    ("a type", {"bag", "a name"}, _TYPES),
    ("a statement", {"require", "let"}, frozenset(STATEMENTS) | _VALUES),
    ("a value", {"{"}, _VALUES),
    ("an operator", {"+", "*"}, _OPERATORS),
)


def expectation(terminals: Set[str]) -> str:
    """The terminals as people would list them: "`:`, a rule id or an operator"."""
    spelt = spellings()
    left = {_NAMED.get(t) or spelt[t] for t in terminals if t != "_DEDENT"}
    groups: list[str] = []
    for group, sign, members in _GROUPS:
        if left >= sign:
            groups.append(group)
            left -= members
    named = sorted(left & set(_NAMED.values()))
    signs = [f"`{sign}`" for sign in sorted(left - set(_NAMED.values()))]
    words = [*signs, *named, *groups]
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
