"""Chance: one documented generator, and a shuffle with its own stream each time.

The generator is SplitMix64 (Steele, Lea and Flood, 2014). The stream of a shuffle is keyed
by the seed of the game, the name of what is shuffled, and how often that was shuffled before,
so no other event disturbs a deal. A shuffle first sorts by row order, then runs Fisher-Yates
from the end, each index drawn without bias. A seed gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brasswright.interpreter.running.kernel import PILE_HEAD, Cells, Journal, write

MASK = (1 << 64) - 1


def splitmix64(state: int) -> Iterator[int]:
    """64-bit numbers from a 64-bit state."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def stream_key(seed: int, name: str, count: int) -> int:
    """The state a shuffle starts from: FNV-1a over the name, mixed with seed and count."""
    key = 0xCBF29CE484222325
    for byte in name.encode():
        key = ((key ^ byte) * 0x100000001B3) & MASK
    first = next(splitmix64((seed ^ key) & MASK))
    return next(splitmix64((first + count) & MASK))


def below(numbers: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely."""
    ceiling = (1 << 64) - (1 << 64) % limit
    while True:
        number = next(numbers)
        if number < ceiling:
            return number % limit


def shuffled(items: Sequence[int], key: int) -> list[int]:
    """The items in a random order that depends on the key alone, not on their order."""
    mixed = sorted(items)
    numbers = splitmix64(key)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(numbers, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def shuffle(cells: Cells, journal: Journal, pile: int, name: str, seed: int) -> None:
    """Shuffle a pile or list; the cell after its length counts its shuffles."""
    first, length = pile + PILE_HEAD, cells[pile]
    key = stream_key(seed, name, cells[pile + 1])
    for place, value in enumerate(shuffled(cells[first : first + length], key)):
        write(cells, journal, first + place, value)
    write(cells, journal, pile + 1, cells[pile + 1] + 1)
