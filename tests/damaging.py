"""Damage done to records, and what may come of it: a plain message, or a position that there was.

A record whose head is true and whose first lines are the old ones is taken up at the position after
them, which is what playing it from the start would lead to; so a hundred thousand can be tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from random import Random

from brasswright.interpreter.errors import RecordError
from brasswright.interpreter.record import Record, read_record

NAME = "damaged.brass"
PLAIN = re.compile(
    re.escape(NAME) + r"( is no game record"
    r"| has been changed: (byte \d+ is no text|its first line is `.*`|its head is not what it was)"
    r"| is from a later version \(format \d+, here \d+\): update first"
    r"| is cut off (before the first move|in line \d+; what comes before it is whole)"
    r"|: line \d+ of play \(`.*`\) (has been changed, or one before it: played again it reads `.*`"
    r"|can't be played: [^\n]+(\n  [^\n]+)*))",
    re.DOTALL,
)
"""Everything that may be said about a record that was damaged."""


class Watched:
    """A record of a strict table, with every position that it goes through."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.record = read_record(content, NAME)
        self.start = content.index(b"\nplay: ") + 1
        self.game = Record(self.record.head, (), NAME).game()
        self.moves = [line.rpartition(" = ")[0].partition(": ")[2] for line in self.record.lines]
        self.digests = [self.game.digest()]
        for move in self.moves:
            self.game.push(move)
            self.digests.append(self.game.digest())
        self.refused = self.loaded = 0

    def check(self, content: bytes, mend: bool = False) -> None:
        """Load what was damaged. Raises AssertionError, or whatever loading raises by mistake."""
        try:
            record = read_record(content, NAME, mend)
            digest = self._played(record)
        except RecordError as error:
            said = str(error)
        else:
            said = ""
        if said:
            assert PLAIN.fullmatch(said), said
            self.refused += 1
            return
        assert record.head == self.record.head
        assert digest == self.digests[len(record.lines)]
        self.loaded += 1

    def _played(self, record: Record) -> str:
        """The digest at the end, or RecordError, as from `record.game()`."""
        old, new = self.record.lines, record.lines
        same = next(
            (n for n, pair in enumerate(zip(old, new, strict=False)) if len(set(pair)) > 1),
            min(len(old), len(new)),
        )
        self._go_to(same)
        before = old[same - 1] if same else f" = {self.content[self.start + 6 :][:16].decode()}"
        digest = before.rpartition(" = ")[2]
        for number in range(same, len(new)):
            digest = record._replay_line(self.game, number + 1, new[number], digest)
        return self.game.digest()

    def _go_to(self, number: int) -> None:
        """Let the game stand after so many moves of the record."""
        texts = [move.text for move in self.game.moves_played]
        while texts != self.moves[: min(len(texts), number)]:
            self.game.pop()
            texts.pop()
        for move in self.moves[len(texts) : number]:
            self.game.push(move)
        assert self.game.digest() == self.digests[number]


# -- damage --------------------------------------------------------------------------------


def damages(content: bytes, start: int, number: int, seed: int) -> list[bytes]:
    """So much random damage, half of it in the moves, those in order of the first difference."""
    chance = Random(seed)
    found = []
    for turn in range(number):
        low, high = (start, len(content)) if turn % 2 else (0, len(content))
        damage = chance.choice(DAMAGES)
        found.append((low + chance.randrange(high - low), damage, chance.getrandbits(32)))
    found.sort(key=lambda each: each[0])
    return [damage(content, place, Random(seed)) for place, damage, seed in found]


def _bit(content: bytes, place: int, chance: Random) -> bytes:
    byte = content[place] ^ (1 << chance.randrange(8))
    return content[:place] + bytes([byte]) + content[place + 1 :]


def _byte(content: bytes, place: int, chance: Random) -> bytes:
    byte = chance.choice((chance.randrange(256), *b"#\n\r |=0\0"))
    return content[:place] + bytes([byte]) + content[place + 1 :]


def _cut(content: bytes, place: int, chance: Random) -> bytes:
    return content[:place]


def _taken_out(content: bytes, place: int, chance: Random) -> bytes:
    return content[:place] + content[place + chance.randrange(1, 200) :]


def _twice(content: bytes, place: int, chance: Random) -> bytes:
    return content[:place] + content[max(place - chance.randrange(1, 200), 0) :]


def _zeros(content: bytes, place: int, chance: Random) -> bytes:
    """A block that was never written, as file systems leave it."""
    length = min(chance.choice((1, 16, 512, 4096)), len(content) - place)
    return content[:place] + bytes(length) + content[place + length :]


def _line_moved(content: bytes, place: int, chance: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    which = content[:place].count(b"\n")
    line = lines.pop(min(which, len(lines) - 1))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return b"".join(lines)


def _digits(content: bytes, place: int, chance: Random) -> bytes:
    """A digest or a number that is another."""
    end = content.find(b"\n", place) % (len(content) + 1)
    return content[: max(end - 16, place)] + b"%016x" % chance.getrandbits(64) + content[end:]


def _windows(content: bytes, place: int, chance: Random) -> bytes:
    """Lines ended as an editor elsewhere ends them, from there on."""
    return content[:place] + content[place:].replace(b"\n", b"\r\n")


def _several(content: bytes, place: int, chance: Random) -> bytes:
    for _ in range(chance.randrange(2, 5)):
        content = _byte(content, chance.randrange(place, len(content)), chance)
    return content


DAMAGES: tuple[Callable[[bytes, int, Random], bytes], ...] = (
    _bit, _byte, _cut, _taken_out, _twice, _zeros, _line_moved, _digits, _windows, _several,
)  # fmt: skip


def signed(content: bytes) -> bytes:
    """The record with the digest of its head made true, as by somebody who knows how."""
    head, _, rest = content.rpartition(b"\nplay: ")
    digest = sha256(head + b"\n").hexdigest()[:16].encode()
    return head + b"\nplay: " + digest + rest[16:]
