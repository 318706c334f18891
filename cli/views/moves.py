"""Many legal moves in few lines."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.views.table import list_text
from brasswright.interpreter.moves import Move

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Choice
    from brasswright.interpreter.notation import Names


def counts_text(moves: Sequence[Move], titles: Mapping[str, str], width: int, names: Names) -> str:
    """How many there are of each verb."""
    counts = Counter(move.verb for move in moves)
    pairs = [
        (f"{names.word(verb):10} {number:4}", titles.get(verb, ""))
        for verb, number in counts.items()
    ]
    more = say("`moves WORD…` lists those that contain the words.")
    return f"{list_text(pairs, width)}\n{more}"


def folded_text(moves: Sequence[Move], width: int) -> str:
    """Few lines: moves that differ in one answer share theirs, and so do equal lists of answers."""
    lines: list[str] = []
    for verb in dict.fromkeys(move.verb for move in moves):
        lines += _folded(_gathered([move for move in moves if move.verb == verb]))
    return "\n".join(_wrapped(f"  {line}", width) for line in lines)


def _gathered(moves: Sequence[Move]) -> list[Move]:
    """The moves, those that take any so many of the same things as one: `any 3 of a, b, c, d`."""
    alike: dict[tuple[int, tuple[Choice, ...], int], list[Move]] = {}
    for move in moves:
        several = [i for i, choice in enumerate(move.choices) if "," in choice.value]
        place = several[-1] if several else -1
        size = move.choices[place].value.count(",") if several else -1 - len(alike)
        rest = tuple(c for i, c in enumerate(move.choices) if i != place)
        alike.setdefault((place, rest, size), []).append(move)
    found: list[Move] = []
    for (place, _, size), group in alike.items():
        taken = [Counter(move.choices[place].value.split(",")) for move in group if size > 0]
        most: Counter[str] = Counter()
        for members in taken:
            most |= members
        if len(group) < 2 or len(group) != _ways_to_take(size + 1, list(most.values())):
            found += group
            continue
        names = ", ".join(f"{n} ({many})" if many > 1 else n for n, many in most.items())
        choices = list(group[0].choices)
        choices[place] = replace(
            choices[place], value=say("any {n} of {names}", n=size + 1, names=names)
        )
        found.append(Move(group[0].verb, tuple(choices)))
    return found


def _ways_to_take(number: int, there: Sequence[int]) -> int:
    """In how many ways so many things can be taken, of each kind no more than there are."""
    ways = [1, *[0] * number]
    for many in there:
        ways = [
            sum(ways[taken - of] for of in range(min(many, taken) + 1))
            for taken in range(number + 1)
        ]
    return ways[number]


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
            lines += [say("{said}, with each of", said=said), *(f"  {text}" for text in texts)]
        else:
            lines += [f"{text} {said}".rstrip() for text in texts]
    return lines


def _wrapped(line: str, width: int) -> str:
    return textwrap.fill(
        line, width, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False
    )


def _without(move: Move, word: str) -> tuple[Choice, ...]:
    return tuple(choice for choice in move.choices if choice.word != word)
