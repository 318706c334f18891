"""What compiled rules call: the journal, zones, chance, sets.

A position is one list of integers, the cells. Everything that changes a cell first notes
(cell, old value) in the journal, so that undoing is walking the journal backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import TypeVar

from brasswright.interpreter.checking.bounds import MOST_MEMBERS, PILE_SIZE

Value = TypeVar("Value")
Cells = list[int]
Journal = list[tuple[int, object]]

# -- the first cells of every position -----------------------------------------------------

ME = 0
"""Whose decision it is: a row of Player, or 0."""
FLOW = 1
"""Where the course of the game stands; -1 = over."""
ACTION = 2
"""Number of the action that is half done, from 1; 0 = none."""
POINT = 3
"""Where in that action it stands."""
SUSPENDED = 4
"""Why it stands there: STOP or DRAW."""
REVEALED = 5
"""Who learned something hidden since the last move began: bit 0 = everybody, bit n = player n."""
SEED = 6
FRAME = 8
"""Names of an action that are still needed after a stop or a draw."""
FRAME_SIZE = 8
FIRST_FREE = FRAME + FRAME_SIZE

END, STOP, DRAW = 0, 1, 2
OVER = -1

LONGEST = 60
"""Seconds after which a listing, or the course of the game to the next decision, is given up."""

LOGGED = -1
"""In the journal in place of a cell: a line that the rules log; (number, values)."""

PILE_HEAD = 2
"""A pile is its length, how often it was shuffled, then its pieces, the top one last."""


class Trap(Exception):
    """The rules did something that can't be done: a mistake in the rules, not a refusal."""


def trap(message: str) -> None:
    """Stop the rules here."""
    raise Trap(message)


def undo(cells: Cells, journal: Journal, mark: int) -> None:
    """Take back everything noted after `mark`."""
    while len(journal) > mark:
        cell, old = journal.pop()
        if cell != LOGGED:
            cells[cell] = old  # type: ignore[call-overload]


def write(cells: Cells, journal: Journal, cell: int, value: int) -> None:
    """Change one cell."""
    journal.append((cell, cells[cell]))
    cells[cell] = value


# -- sets and lists ------------------------------------------------------------------------


MOST_ROWS = 10_000
"""Sets whose members are remembered."""


class _Rows(dict[int, tuple[int, ...]]):
    """Members of sets in order, remembered: `ROWS[bits]`."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = []
        rest = bits
        while rest:
            low = rest & -rest
            found.append(low.bit_length() - 1)
            rest ^= low
        if len(self) >= MOST_ROWS:
            self.clear()
        self[bits] = result = tuple(found)
        return result


ROWS = _Rows()


class Index(dict[int, tuple[int, ...]]):
    """Rows by the value of a constant field: `rows[value]`, all of them in order.

    How they are found: "IS", those whose field is the value; "IN", those whose field is a member
    of the value, a set; "HAS", those whose field is a set with the value in it.
    """

    def __init__(self, fields: Sequence[object], how: str) -> None:
        super().__init__()
        self.fields = fields
        self.how = how

    def __missing__(self, value: int) -> tuple[int, ...]:
        rows = list(enumerate(self.fields))[1:]
        if self.how == "IN":
            found = [row for row, field in rows if value >> field & 1]  # type: ignore[operator]
        elif self.how == "HAS":
            found = [row for row, field in rows if field >> value & 1]  # type: ignore[operator]
        else:
            found = [row for row, field in rows if field == value]
        if len(self) > 10_000:
            self.clear()
        self[value] = result = tuple(found)
        return result


MOST_KEPT = 400
"""Values of one define that are remembered."""


def keep(memory: dict[object, Value], key: object, value: Value) -> Value:
    """Remember a value; of too many, all are forgotten."""
    if len(memory) >= MOST_KEPT:
        memory.clear()
    memory[key] = value
    return value


def union(sets: Iterable[int]) -> int:
    """The members of any of the sets."""
    return reduce(or_, sets, 0)


def smallest(numbers: Sequence[int]) -> int:
    """The least number; of nothing it is a trap."""
    return min(numbers) if numbers else _of_nothing("smallest")


def largest(numbers: Sequence[int]) -> int:
    """The greatest number; of nothing it is a trap."""
    return max(numbers) if numbers else _of_nothing("largest")


def _of_nothing(what: str) -> int:
    raise Trap(f"there is no {what} of nothing")


def lowest(ranked: Sequence[tuple[int, int]]) -> int:
    """The set of the rows with the least number; (number, row) pairs. Nothing is no member."""
    return _with_number(ranked, min(ranked)[0]) if ranked else 0


def highest(ranked: Sequence[tuple[int, int]]) -> int:
    """The set of the rows with the greatest number."""
    return _with_number(ranked, max(ranked)[0]) if ranked else 0


def _with_number(ranked: Sequence[tuple[int, int]], wanted: int) -> int:
    found = 0
    for number, row in ranked:
        if number == wanted:
            found |= 1 << row
    return found & -2


def position(row: int, items: Sequence[int]) -> int:
    """The place of a row in a list, from 1; 0 if it is not there."""
    return items.index(row) + 1 if row in items else 0


def item(items: Sequence[int], index: int) -> int:
    """An item of a list; beyond its ends it is a trap."""
    if not 0 <= index < len(items):
        raise Trap(f"a list of {len(items)} has no item {index}")
    return items[index]


def entry(pairs: dict[int, int], key: int) -> int:
    """The value of a map; a key that is not in it is a trap."""
    if key not in pairs:
        raise Trap(f"the map has nothing for {key}")
    return pairs[key]


class Firsts(list[int]):
    """The first candidate of each key; it stands for the others, whichever is named."""

    __slots__ = ("keyed",)
    keyed: Sequence[tuple[object, int]]

    def equal(self, row: int) -> list[int]:
        """All candidates with the key of this one."""
        wanted = next((key for key, other in self.keyed if other == row), None)
        return [other for key, other in self.keyed if key == wanted]


def once(keyed: Sequence[tuple[object, int]]) -> Firsts:
    """The first candidate of each key."""
    seen: dict[object, int] = {}
    for key, row in keyed:
        seen.setdefault(key, row)
    found = Firsts(seen.values())
    found.keyed = keyed
    return found


def occurring(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Each row, and how often it occurs."""
    return [(row, rows.count(row)) for row in dict.fromkeys(rows)]


def multisets(counted: Sequence[tuple[int, int]], size: int) -> list[tuple[int, ...]]:
    """Every way to take `size` pieces, the order being immaterial; (row, how many there are)."""
    if all(limit == 1 for _, limit in counted):
        if comb(len(counted), size) > MOST_MEMBERS:
            _too_many()
        return list(combinations((row for row, _ in counted), size))
    every = [row for row, limit in counted for _ in range(limit)]
    if comb(len(every), size) <= MOST_MEMBERS:
        return list(dict.fromkeys(combinations(every, size)))
    ways: list[tuple[int, ...]] = [()]
    left = sum(limit for _, limit in counted)
    for row, limit in counted:
        left -= limit
        ways = [
            (*way, *[row] * number)
            for way in ways
            for number in range(min(limit, size - len(way)), -1, -1)
            if len(way) + number + left >= size
        ]
        if len(ways) > MOST_MEMBERS:
            _too_many()
    return [way for way in ways if len(way) == size]


def _too_many() -> None:
    raise Trap(f"there are more than {MOST_MEMBERS} ways to take them")


def span(low: int, high: int) -> range:
    """The numbers of a range."""
    if high - low >= MOST_MEMBERS:
        raise Trap(f"{low}..{high} is too long: {MOST_MEMBERS} numbers at most")
    return range(low, high + 1)


def rounds(number: int) -> range:
    """For going round a loop so many times."""
    if number > MOST_MEMBERS:
        raise Trap(f"a loop can't go round {number} times: {MOST_MEMBERS} at most")
    return range(number)


def product(left: int, right: int) -> int:
    """Two numbers multiplied, within 32 bits."""
    number = left * right
    if not -(2**31) <= number < 2**31:
        raise Trap(f"{number} is too large a number")
    return number


# -- zones ---------------------------------------------------------------------------------


def take_from_bag(cells: Cells, journal: Journal, bag: int, piece: int) -> None:
    cell = bag + piece
    if not piece or cells[cell] < 1:
        raise Trap("the piece is not there")
    journal.append((cell, cells[cell]))
    cells[cell] -= 1


def add_to_bag(cells: Cells, journal: Journal, bag: int, piece: int) -> None:
    if not piece:
        raise Trap("there is no piece to move")
    cell = bag + piece
    if cells[cell] >= PILE_SIZE:
        raise Trap(f"a bag holds at most {PILE_SIZE} of a kind")
    journal.append((cell, cells[cell]))
    cells[cell] += 1


def take_from_slot(cells: Cells, journal: Journal, slot: int, piece: int) -> None:
    if not piece or cells[slot] != piece:
        raise Trap("the piece is not there")
    journal.append((slot, cells[slot]))
    cells[slot] = 0


def add_to_slot(cells: Cells, journal: Journal, slot: int, piece: int) -> None:
    if not piece:
        raise Trap("there is no piece to move")
    if cells[slot]:
        raise Trap("the place is taken")
    journal.append((slot, cells[slot]))
    cells[slot] = piece


def take_from_pile(cells: Cells, journal: Journal, pile: int, piece: int) -> None:
    """Take out the uppermost such piece."""
    first, length = pile + PILE_HEAD, cells[pile]
    for place in range(first + length - 1, first - 1, -1):
        if cells[place] == piece and piece:
            for above in range(place, first + length - 1):
                write(cells, journal, above, cells[above + 1])
            write(cells, journal, first + length - 1, 0)
            write(cells, journal, pile, length - 1)
            return
    raise Trap("the piece is not there")


def add_to_pile(cells: Cells, journal: Journal, pile: int, piece: int) -> None:
    """Put a piece on top."""
    length = cells[pile]
    if not piece:
        raise Trap("there is no piece to move")
    if length >= PILE_SIZE:
        raise Trap(f"a pile holds at most {PILE_SIZE} pieces")
    write(cells, journal, pile + PILE_HEAD + length, piece)
    write(cells, journal, pile, length + 1)


TAKE: dict[str, Callable[[Cells, Journal, int, int], None]] = {
    "bag": take_from_bag,
    "slot": take_from_slot,
    "pile": take_from_pile,
}
ADD: dict[str, Callable[[Cells, Journal, int, int], None]] = {
    "bag": add_to_bag,
    "slot": add_to_slot,
    "pile": add_to_pile,
}


def pieces(cells: Cells, shape: str, zone: int, kinds: int) -> tuple[int, ...]:
    """What lies in a zone, in order; a pile from the bottom."""
    if shape == "slot":
        return (cells[zone],) if cells[zone] else ()
    if shape == "pile":
        return tuple(cells[zone + PILE_HEAD : zone + PILE_HEAD + cells[zone]])
    found: list[int] = []
    for piece in range(1, kinds + 1):
        if cells[zone + piece]:
            found += [piece] * cells[zone + piece]
    return tuple(found)


def move_all(
    cells: Cells,
    journal: Journal,
    source: tuple[str, int],
    target: tuple[str, int],
    kinds: int,
) -> None:
    """Everything from one zone to another, in order; zones as (shape, cell)."""
    take, add = TAKE[source[0]], ADD[target[0]]
    for piece in reversed(pieces(cells, *source, kinds)):
        take(cells, journal, source[1], piece)
        add(cells, journal, target[1], piece)


def put_pieces(
    cells: Cells, journal: Journal, target: tuple[str, int], piece: int, number: int
) -> None:
    """New pieces, from outside the game."""
    add = ADD[target[0]]
    for _ in rounds(number):
        add(cells, journal, target[1], piece)


def draw(cells: Cells, journal: Journal, pile: int) -> int:
    """Take the top piece of a pile."""
    length = cells[pile]
    if not length:
        raise Trap("the pile is empty")
    top = pile + PILE_HEAD + length - 1
    piece = cells[top]
    journal.append((top, cells[top]))
    cells[top] = 0
    journal.append((pile, cells[pile]))
    cells[pile] = length - 1
    return piece


def reveal(cells: Cells, journal: Journal, who: int) -> None:
    """Note that somebody learned something hidden; 0 = everybody, else that player."""
    journal.append((REVEALED, cells[REVEALED]))
    cells[REVEALED] = cells[REVEALED] | 1 << who


def outside(field: str, value: int) -> None:
    """A number left the range of its field."""
    raise Trap(f"{field} can't be {value}")


def bounded(times: int, limit: int) -> bool:
    """May a loop go round once more? Reaching its bound is a trap."""
    if times >= limit:
        raise Trap(f"a loop went round more than {limit} times")
    return True


def set_list(cells: Cells, journal: Journal, start: int, values: Sequence[int], room: int) -> None:
    """Give a list field new items."""
    if len(values) > room:
        raise Trap(f"a list of at most {room} can't take {len(values)} items")
    for place, value in enumerate(values):
        write(cells, journal, start + PILE_HEAD + place, value)
    for place in range(len(values), cells[start]):
        write(cells, journal, start + PILE_HEAD + place, 0)
    write(cells, journal, start, len(values))
