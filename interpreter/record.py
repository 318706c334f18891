"""A game as a file: readable, one move a line, and it replays to the same position.

The head holds the rules themselves, so a game goes on under the rules it began with. Every
line of play ends in a digest over all lines before it and the position it leads to, so that
anything cut off or changed is found out.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright import __version__
from brasswright.interpreter.errors import BrasswrightError, RecordError, RulesError
from brasswright.interpreter.layers.layer import LayerText, layer_from_data
from brasswright.interpreter.opening import game_of_layers
from brasswright.interpreter.revealing import POLICIES, STRICT
from brasswright.interpreter.whole_files import append, claim, write_whole

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Move

FORMAT = 1
FIRST = "brasswright record, format"
TAKE_BACK = "take back"
HUMAN = "human"
LARGEST = 50_000_000
DIGITS = 16
_PLAYED = re.compile(rf" = [0-9a-f]{{{DIGITS}}}$")


@dataclass(frozen=True, slots=True)
class Head:
    """What a game begins with."""

    layers: tuple[LayerText, ...]
    players: tuple[str, ...]
    kinds: tuple[str, ...]
    """Who sits at each seat: "human" or the name of a bot."""
    seed: int
    undo: str = STRICT
    """What may be taken back at the table. A head that says nothing of it is strict."""

    def text(self) -> str:
        """The head of the file, up to the line that play begins after."""
        lines = [f"{FIRST} {FORMAT}", f"engine: {__version__}", f"seed: {self.seed}"]
        lines += [
            f"seat: {name} {kind}" for name, kind in zip(self.players, self.kinds, strict=True)
        ]
        lines += [f"undo: {self.undo}"] if self.undo != STRICT else []
        for layer in self.layers:
            about = {"name": layer.name, "title": layer.title, "manifest": dict(layer.manifest)}
            lines.append(f"layer: {json.dumps(about, ensure_ascii=False)}")
            for name, text in layer.files.items():
                end = "" if text.endswith("\n") else " (no newline at the end)"
                lines.append(f"file: {json.dumps(name)}{end}")
                lines += [
                    "| " + line if line else "|" for line in text.removesuffix("\n").split("\n")
                ]
        body = "\n".join(lines) + "\n"
        return f"{body}play: {_digest(body)}\n"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:DIGITS]


class Record:
    """The head and the lines of play of one game."""

    def __init__(self, head: Head, lines: Sequence[str], name: str = "") -> None:
        self.head = head
        self.lines = tuple(lines)
        """As written, digests included."""
        self.name = name
        self._known: dict[tuple[str, str], Move] = {}
        """By position and text: moves that were read, since redoing plays the same ones again."""

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game as it stands.

        Moves taken back are not in it, unless more could be taken back than what a strict
        table allows: then it shows what was.
        """
        layers = game.rulebook.layers
        head = Head(layers, game.players, game.seat_kinds, game.seed, game.undo_policy)
        replayed = game_of_layers(layers, game.players, game.seed)
        digest = _digest(head.text())
        lines = []
        for move in game.history:
            turn = replayed.turn or ""
            if move is None:
                replayed.pop()
            else:
                replayed.push(move)
            line, digest = play_line(replayed, turn, digest, taken_back=move is None)
            lines.append(line)
        return cls(head, lines)

    def text(self) -> str:
        """The whole file."""
        return self.head.text() + "".join(f"{line}\n" for line in self.lines)

    def save(self, path: Path | str) -> None:
        """Write the file as a whole: either the new one is there afterwards, or the old one."""
        write_whole(Path(path), self.text())

    def game(self) -> Game:
        """Play the record again, verifying every line. Raises RecordError."""
        try:
            game = game_of_layers(self.head.layers, self.head.players, self.head.seed)
        except RulesError as error:
            raise RecordError(f"{self.name}: its rules can't be used: {error}") from None
        except BrasswrightError as error:
            raise RecordError(f"{self.name}: {error}") from None
        game.seat_kinds = self.head.kinds
        game.undo_policy = self.head.undo
        digest = _digest(self.head.text())
        for number, written in enumerate(self.lines, start=1):
            digest = self._replay_line(game, number, written, digest)
        return game

    def _replay_line(self, game: Game, number: int, written: str, digest: str) -> str:
        where = f"{self.name}: line {number} of play (`{written[:60]}`)"
        body, _, _ = written.rpartition(" = ")
        turn = game.turn or ""
        try:
            if body == TAKE_BACK:
                game.pop()
            else:
                _, _, text = body.partition(": ")
                place = (game.digest(), text)
                game.push(self._known.get(place, text))
                self._known[place] = game.moves_played[-1]
        except BrasswrightError as error:
            raise RecordError(f"{where} can't be played: {error}") from None
        line, after = play_line(game, turn, digest, taken_back=body == TAKE_BACK)
        if line != written:
            raise RecordError(f"{where} has been changed, or one before it: {_differing(line)}")
        return after


def _differing(line: str) -> str:
    return f"played again it reads `{line[:80]}`"


def play_line(game: Game, turn: str, digest: str, taken_back: bool = False) -> tuple[str, str]:
    """The line for what was just done in a game, and the digest that the next one builds on."""
    number = len(game.moves_played)
    body = TAKE_BACK if taken_back else f"{number} {turn}: {game.moves_played[-1].text}"
    after = _digest(digest, body, game.digest())
    return f"{body} = {after}", after


# -- writing -------------------------------------------------------------------------------


class NotKept(OSError):
    """A move is made, but the record of the game could not be added to."""


class Journal:
    """A record that grows on disk with every move: the line is there before the prompt is.

    No other process writes to the file meanwhile.
    """

    def __init__(self, game: Game, path: Path) -> None:
        """Begin it with what was played. Raises OSError; InUse if another process has the file."""
        self.path = path
        record = Record.of(game)
        text = record.text()
        self._claim = claim(path)
        if not _is_same(path, text):
            self._claim = write_whole(path, text)
        self._size = len(text.encode())
        self._digest = (
            record.lines[-1].rpartition(" = ")[2] if record.lines else _digest(record.head.text())
        )

    def add(self, game: Game, turn: str, taken_back: bool = False) -> None:
        """Append what was just done. Raises NotKept; the file is then as it was."""
        before = self._digest
        line, self._digest = play_line(game, turn, before, taken_back)
        try:
            if self._is_there(before):
                self._size = append(self.path, f"{line}\n", self._size)
            else:
                text = Record.of(game).text()
                self._claim = write_whole(self.path, text)
                self._size = len(text.encode())
        except OSError as error:
            raise NotKept(error.errno, error.strerror or str(error), str(self.path)) from None

    def _is_there(self, digest: str) -> bool:
        """Whether the file is as it was left; not if it is gone. Raises OSError for another one."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return False
        if self._claim is not None and not self._claim.is_of(status):
            self._claim = claim(self.path)
            if not _ends_in(self.path, digest):
                raise OSError(errno.ESTALE, "another file has taken its place")
        if status.st_size != self._size:
            raise OSError(errno.ESTALE, "another program has changed it")
        return True


def _ends_in(path: Path, digest: str) -> bool:
    """Whether that is the last digest in a file, and so all of it the same."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - DIGITS - 1, 0))
        return file.read() == f"{digest}\n".encode()


def _is_same(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


# -- reading -------------------------------------------------------------------------------


def load_record(path: Path | str, mend: bool = False) -> Record:
    """Read a record and play it again. With `mend`, a last line that is cut off is left out.

    Raises OSError, or RecordError for anything that is not a whole, true record; the messages
    tell apart what is cut off, changed, from a later version, or no record at all.
    """
    path = Path(path)
    if path.is_fifo() and path.parent != Path("/dev/fd"):
        raise RecordError(f"{path} is a pipe, not a file")  # nobody may ever write to it
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RecordError(f"{path}: too large for a record")
    record = read_record(content, str(path), mend)
    record.game()
    return record


def read_record(content: bytes, name: str, mend: bool = False) -> Record:
    """The record in the bytes of a file, not yet played again. Raises RecordError."""
    if not content.startswith(FIRST.encode()):
        raise RecordError(f"{name} is no game record")
    whole, _, rest = content.rpartition(b"\n")
    if _PLAYED.search(rest.decode("utf-8", "replace")):
        whole, rest = content, b""  # it lacks the end of the line, and nothing else
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} has been changed: byte {error.start} is no text") from None
    number = text.partition("\n")[0].removeprefix(FIRST).strip()
    if not number.isdecimal() or not number.isascii() or len(number) > 9:
        raise RecordError(f"{name} has been changed: its first line is `{number[:20]}`")
    if int(number) > FORMAT:
        raise RecordError(
            f"{name} is from a later version (format {int(number)}, here {FORMAT}): update first"
        )
    lines = text.split("\n")
    play = next((i for i, line in enumerate(lines) if line.startswith("play: ")), None)
    if play is None:
        raise RecordError(f"{name} is cut off before the first move")
    body = "\n".join(lines[:play]) + "\n"
    if lines[play] != f"play: {_digest(body)}":
        raise RecordError(f"{name} has been changed: its head is not what it was")
    head = _head(lines[1:play], name)
    played = lines[play + 1 :]
    if rest and not mend:
        raise RecordError(
            f"{name} is cut off in line {len(lines) + 1}; what comes before it is whole"
        )
    return Record(head, [line for line in played if not _is_comment(line)], name)


def _is_comment(line: str) -> bool:
    """Is it for readers only? What ends in a digest is a line of play, whatever it begins with."""
    return not line.strip() or (line.startswith("#") and not _PLAYED.search(line))


def _head(lines: Sequence[str], name: str) -> Head:
    players: list[str] = []
    kinds: list[str] = []
    seed, undo = 0, STRICT
    about: list[tuple[dict[str, object], dict[str, str]]] = []
    try:
        for key, value, inside in _entries(lines):
            if key == "seed":
                seed = int(value)
            elif key == "undo":
                undo = value
            elif key == "seat":
                player, _, kind = value.partition(" ")
                players.append(player)
                kinds.append(kind or HUMAN)
            elif key == "layer":
                about.append((json.loads(value), {}))
            elif key == "file":
                quoted, _, note = value.partition('" ')
                file = json.loads(quoted if not note else f'{quoted}"')
                about[-1][1][file] = "\n".join(inside) + ("" if note else "\n")
        layers = tuple(layer_from_data({**data, "files": files}) for data, files in about)
    except (ValueError, IndexError, TypeError, KeyError, RecursionError) as error:
        raise RecordError(f"{name} has a head that can't be read: {error}") from None
    if undo not in POLICIES:
        raise RecordError(f"{name} can't be played here: there is no undo `{undo[:20]}`")
    return Head(layers, tuple(players), tuple(kinds), seed, undo)


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    place = 0
    while place < len(lines):
        key, _, value = lines[place].partition(": ")
        place += 1
        inside: list[str] = []
        while place < len(lines) and lines[place].startswith("|"):
            inside.append(lines[place][2:])
            place += 1
        yield key, value, inside
