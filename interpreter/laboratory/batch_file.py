"""The file of a batch: a head, then one line a row, in the order of the games.

It is added to game by game, so whatever stops a batch, a whole number of games and perhaps a piece
of the next one are in it. Opened again, it loses the piece, and the batch goes on behind the rest.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.laboratory.plan import Plan
from brasswright.interpreter.laboratory.playing import Played
from brasswright.interpreter.laboratory.row_form import is_head, is_row
from brasswright.interpreter.laboratory.rows import Row
from brasswright.interpreter.whole_files import append, lock

HEAD = "batch"


class BatchFile:
    """Rows on disk. Closed at the end of a `with`."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a file, or open one of the same batch. Raises BrasswrightError, OSError."""
        self.path = path
        self.plan = plan
        self.games = 0
        """How many games are in it, those of all variants counted."""
        self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115
        try:
            _lock(self._file, path)
            self._open()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> BatchFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, played: Played) -> None:
        """Add the next game: all its lines in one go."""
        lines = [played.breach] if played.breach is not None else list(played.rows)
        self._write(lines)
        self.games += 1

    def _write(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Add lines to the end, or nothing. Raises OSError, also when the file is gone."""
        size = os.fstat(self._file.fileno()).st_size
        try:
            if not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat()):
                raise OSError(errno.ESTALE, "another file has taken its place")
            append(self.path, "".join(f"{as_line(line)}\n" for line in lines), size, False)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def _open(self) -> None:
        self._file.seek(0)
        first = self._file.readline()
        head = {HEAD: self.plan.head()}
        if not first.endswith(b"\n") and f"{as_line(head)}\n".encode().startswith(first):
            self._file.truncate(0)
            self._write([head])
            return
        self._same(first)
        whole = len(first)
        for _, length in _games(self._file, self.plan, str(self.path)):
            whole += length
            self.games += 1
        self._file.seek(0, os.SEEK_END)
        if self._file.tell() > whole:
            self._file.truncate(whole)

    def _same(self, first: bytes) -> None:
        head, wanted = read_head(first, str(self.path)), self.plan.head()
        for key, value in wanted.items():
            if head.get(key) != value:
                message = f"{self.path} is of another batch: {_difference(key, head, wanted)}"
                raise BrasswrightError(f"{message}\n  give another file to --out, or remove it")


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other batches out of the file while it is open, where the system can do that."""
    if lock(file) is False:
        raise BrasswrightError(f"another batch is at work in {path}")


def as_line(value: Mapping[str, Any]) -> str:
    """Plain data as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_head(line: bytes, name: str) -> dict[str, Any]:
    """What the first line of a file of rows says of its batch. Raises BrasswrightError."""
    try:
        head = json.loads(line)[HEAD]
    except (ValueError, KeyError, TypeError, RecursionError):
        head = None
    if not is_head(head):
        raise BrasswrightError(f"{name} is no file of `brass simulate` or `brass compare`")
    return dict(head)


def read_games(path: Path, plan: Plan) -> Iterator[list[Row]]:
    """The lines of each whole game of a file, in order. Raises BrasswrightError, OSError."""
    with path.open("rb") as file:
        file.readline()
        for lines, _ in _games(file, plan, str(path)):
            yield lines


def _games(file: IO[bytes], plan: Plan, name: str) -> Iterator[tuple[list[Row], int]]:
    """Each whole game with the length of its lines; stops before what was cut off."""
    number = 1
    place = 0
    while True:
        which = plan.game(place)
        lines: list[Row] = []
        length = 0
        while len(lines) < len(plan.players):
            line = file.readline()
            number += 1
            if not line.endswith(b"\n"):
                return
            length += len(line)
            row = read_row(line, plan.head())
            if row is None or (row["game"], row["variant"]) != (which.number, which.variant):
                raise BrasswrightError(f"{name} is damaged: line {number} is not what follows")
            lines.append(row)
            if "breach" in row:
                break
        yield lines, length
        place += 1


def read_row(line: bytes, head: Mapping[str, Any]) -> Row | None:
    """A line of a file of rows with that head; None if it can't be one."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if is_row(row, head) else None


def _difference(key: str, head: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    if key == "variants":
        was = [_named(each) for each in head.get(key, [])]
        now = [_named(each) for each in wanted[key]]
        if was == now:
            return f"the rules of {' and '.join(now)} have been changed since"
        return f"it plays {' and '.join(was)}, not {' and '.join(now)}"
    if key == "seats":
        return f"{','.join(head.get(key) or ())} played, not {','.join(wanted[key])}"
    return f"its {key} is {head.get(key)}, not {wanted[key]}"


def _named(variant: Mapping[str, Any]) -> str:
    return "+".join((variant["ruleset"], *variant["overlays"]))
