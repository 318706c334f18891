"""All that can ever be answered under some rules, numbered: the actions of a learning machine.

An action is a verb, one answer to one choice, or leaving a stop. A choice of several things at
once is answered one thing at a time. Numbers depend on the rules and the number of players alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.bounds import bounds
from brasswright.interpreter.checking.domains import PLAYER
from brasswright.interpreter.checking.types import ListType, NumberType
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.phrases import DONE

VERB = -2
"""Number of the choice of a verb."""
MOST_NUMBERS = 1000
"""Longest range of numbers that each get an action of their own."""


def seats_on(row: int, viewer: int, seats: int) -> int:
    """A player's row as the viewer counts: 1 is the viewer, 2 who sits next; 0 stays nobody."""
    return (row - viewer) % seats + 1 if row else 0


def player_row(count: int, viewer: int, seats: int) -> int:
    """The row of the player whom the viewer counts so; the inverse of `seats_on`."""
    return (count + viewer - 2) % seats + 1 if count else 0


class Vocabulary:
    """The actions of some rules for a number of players.

    Raises BrasswrightError for rules that ask for numbers without bounds.
    """

    def __init__(self, compiled: Compiled) -> None:
        program = compiled.program
        self._seats = program.domains.seats
        waits = [p.choice.part.rpartition(".")[2] for p in compiled.flow.choices.values()]
        self.verbs = tuple(dict.fromkeys([DONE, *(a.name for a in compiled.actions), *waits]))
        """Everything that a move may begin with."""
        self._players = {
            number
            for number, choice in enumerate(program.choices)
            if isinstance(choice, ir.ChooseStatement) and choice.domain == PLAYER
        }
        known = [((VERB, number), verb) for number, verb in enumerate(self.verbs)]
        for number, choice in enumerate(program.choices):
            known += [((number, value), name) for value, name in _answers(program, choice)]
        self._meanings = tuple(meaning for meaning, _ in known)
        self._numbers = {meaning: action for action, meaning in enumerate(self._meanings)}
        self.names = tuple(name for _, name in known)
        """What each action means, in the rules' own words: a verb, or a step and an answer."""

    def __len__(self) -> int:
        return len(self.names)

    def verb(self, name: str) -> int:
        """The action of a verb."""
        return self._numbers[VERB, self.verbs.index(name)]

    def action(self, choice: int, value: int, viewer: int) -> int:
        """The action of an answer by that player."""
        if choice in self._players:
            value = seats_on(value, viewer, self._seats)
        return self._numbers[choice, value]

    def meaning(self, action: int, viewer: int) -> tuple[int, int]:
        """The choice that an action by that player answers, and the answer; VERB with its place."""
        choice, value = self._meanings[action]
        if choice in self._players:
            value = player_row(value, viewer, self._seats)
        return choice, value


def _answers(
    program: ir.Program, choice: ir.ChooseStatement | ir.OptionsStatement
) -> Iterator[tuple[int, str]]:
    if isinstance(choice, ir.OptionsStatement):
        for value, (word, _, _) in enumerate(choice.options):
            yield value, f"{choice.part} {word or 'as usual'}"
    elif choice.domain == PLAYER:
        for count in range(1, program.domains.seats + 1):
            yield count, f"{choice.part} seat+{count - 1}"
    elif choice.domain is not None:
        rows = program.domain(choice.domain).rows
        yield from ((row, f"{choice.part} {rows[row]}") for row in range(1, len(rows)))
    else:
        yield from ((number, f"{choice.part} {number}") for number in _numbers(choice))


def _numbers(choice: ir.ChooseStatement) -> list[int]:
    """Every number that may be a candidate of a choice, as far as it can be told."""
    found = sorted(_within(choice.source))
    if not found or len(found) > MOST_NUMBERS:
        known = f"more than {MOST_NUMBERS} numbers" if found else "numbers without bounds"
        message = f"{choice.part} may be answered by {known}, and each would need an action"
        raise BrasswrightError(message)
    return found


def _within(source: ir.Expr) -> set[int]:
    match source:
        case ir.Constant(value=tuple(values)):
            return {value for value in values if isinstance(value, int)}
        case ir.NumberRange(low=low, high=high):
            return _range(bounds(low), bounds(high))
        case ir.ListOf(items=items):
            return set().union(*(_range(bounds(item), bounds(item)) for item in items))
        case ir.Choice(then=then, otherwise=otherwise):
            return _within(then) | _within(otherwise)
    match source.type:
        case ListType(of=NumberType(low=int(least), high=int(most))):
            return _range((least, least), (most, most))
    return set()


def _range(low: tuple[int, int] | None, high: tuple[int, int] | None) -> set[int]:
    if low is None or high is None or high[1] - low[0] > MOST_NUMBERS:
        return set()
    return set(range(low[0], high[1] + 1))
