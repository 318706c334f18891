"""What was probably meant by a misspelt word."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 60
"""No name that people type is longer, and comparing takes time that grows with the square."""


def closest(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The candidates most like `word`, best first; none when nothing is like it."""
    wanted = word.lower()
    if not wanted or len(wanted) > _LONGEST:
        return ()
    spellings: dict[str, str] = {}
    for candidate in candidates:
        if candidate != word and len(candidate) <= _LONGEST:
            spellings.setdefault(candidate.lower(), candidate)
    same_letters = [s for s in spellings if sorted(s) == sorted(wanted)]
    similar = get_close_matches(wanted, spellings, n=limit, cutoff=0.7)
    longer = sorted(s for s in spellings if len(wanted) >= 3 and s.startswith(wanted))
    found = dict.fromkeys([*same_letters, *similar, *longer])
    return tuple(spellings[spelling] for spelling in list(found)[:limit])
