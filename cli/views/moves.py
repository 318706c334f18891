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
    """Few lines: moves that differ in one answer share theirs, and so do equal lists of answers."""
    lines: list[str] = []
    for verb in dict.fromkeys(move.verb for move in moves):
        lines += _folded([move for move in moves if move.verb == verb])
    return "\n".join(_wrapped(f"  {line}", width) for line in lines)


def _folded(moves: Sequence[Move]) -> list[str]:
    words = dict.fromkeys(choice.word for move in moves for choice in move.choices if choice.word)
    sizes = {word: len({_without(move, word) for move in moves}) for word in words}
    word = min(sizes, key=sizes.__getitem__, default="")
    if not word or sizes[word] == len(moves):
        return [move.text for move in moves]
    answers: dict[tuple[Choice, ...], list[str]] = {}
    for move in moves:
        values = [choice.value for choice in move.choices if choice.word == word]
        answers.setdefault(_without(move, word), []).append(f" {word} ".join(values))
    alike: dict[tuple[str, ...], list[str]] = {}
    for shared, values in answers.items():
        alike.setdefault(tuple(values), []).append(Move(moves[0].verb, shared).text)
    lines: list[str] = []
    for together, texts in alike.items():
        said = f"{word} {' | '.join(together)}" if any(together) else ""
        if len(texts) > 1 and len(together) > 1:
            lines += [f"{said}, with each of", *(f"  {text}" for text in texts)]
        else:
            lines += [f"{text} {said}".rstrip() for text in texts]
    return lines


def _wrapped(line: str, width: int) -> str:
    return textwrap.fill(
        line, width, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False
    )


def _without(move: Move, word: str) -> tuple[Choice, ...]:
    return tuple(choice for choice in move.choices if choice.word != word)
