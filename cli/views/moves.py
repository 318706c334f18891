"""Many legal moves in few lines."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from brasswright.cli.views.table import list_text
from brasswright.interpreter.moves import Move

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Choice


def counts_text(moves: Sequence[Move], titles: Mapping[str, str], width: int) -> str:
    """How many there are of each verb."""
    counts = Counter(move.verb for move in moves)
    pairs = [(f"{verb:10} {number:4}", titles.get(verb, "")) for verb, number in counts.items()]
    return f"{list_text(pairs, width)}\n`moves WORD…` lists those that contain the words."


def folded_text(moves: Sequence[Move], width: int) -> str:
    """One line each; those that differ in one answer only share theirs: `place one at a | b`."""
    lines: list[str] = []
    for verb in dict.fromkeys(move.verb for move in moves):
        lines += _folded([move for move in moves if move.verb == verb])
    return "\n".join(
        textwrap.fill(
            line,
            width,
            initial_indent="  ",
            subsequent_indent="      ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in lines
    )


def _folded(moves: Sequence[Move]) -> list[str]:
    words = dict.fromkeys(choice.word for move in moves for choice in move.choices if choice.word)
    sizes = {word: len({_without(move, word) for move in moves}) for word in words}
    word = min(sizes, key=sizes.__getitem__, default="")
    if not word or sizes[word] == len(moves):
        return [move.text for move in moves]
    groups: dict[tuple[Choice, ...], list[str]] = {}
    for move in moves:
        values = [choice.value for choice in move.choices if choice.word == word]
        groups.setdefault(_without(move, word), []).append(f" {word} ".join(values))
    return [
        f"{Move(moves[0].verb, shared).text} {word} {' | '.join(values)}"
        if any(values)
        else Move(moves[0].verb, shared).text
        for shared, values in groups.items()
    ]


def _without(move: Move, word: str) -> tuple[Choice, ...]:
    return tuple(choice for choice in move.choices if choice.word != word)
