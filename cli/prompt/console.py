"""Where lines come from and text goes: a pipe, a bare terminal, or (terminal.py) a full one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO

from brasswright.cli import output
from brasswright.cli.settings import Settings

LONGEST = 10_000
"""Letters of a line from a pipe that are kept; one that is so long can't be carried out anyway."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word offered by Tab, with a note; it takes the place of the last `replaces` letters."""

    text: str
    note: str = ""
    replaces: int = 0
    refused: bool = False
    """The rules refuse it; the note is the reason. Tab shows it, and never writes it."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a console needs to know to read one line."""

    prompt: str
    complete: Callable[[str], Sequence[Word]] = lambda text: ()
    toolbar: Callable[[], str] | None = None
    who: str = ""
    """Whose lines are brought back by the keys for that; "" = those of whoever sits there."""
    remembered: bool = False
    """Whether the line is worth bringing back; an answer to a question is not."""
    settings: Settings | None = None
    """How people want it; None = as before."""
    pieces: Callable[[str], Sequence[tuple[str, str]]] = lambda text: [("", text)]
    """The line in pieces, each with its sort."""
    sensible: Callable[[str], bool] = lambda text: True
    """Whether a line of before could be carried out now."""
    help: Callable[[str], None] | None = None
    """Says what helps with the line typed so far."""


class Console(Protocol):
    """Reads lines and writes text."""

    @property
    def interactive(self) -> bool:
        """Whether a person sits there, who can be asked."""

    @property
    def width(self) -> int: ...

    def read(self, asking: Asking) -> str:
        """The next line. EOFError at the end of input, KeyboardInterrupt when dropped."""

    def half_typed(self) -> bool:
        """Whether the line that KeyboardInterrupt dropped held anything."""

    def write(self, text: str) -> None: ...

    def complain(self, text: str) -> None:
        """Say why the last line was not carried out."""

    def change_hands(self, wipe: bool) -> None:
        """Put what was typed so far out of reach of the next person; with `wipe` the screen too."""


class PipedConsole:
    """Lines from a file or pipe: nothing is asked, and complaints name the line."""

    interactive = False

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stdin
        self.line_number = 0

    @property
    def width(self) -> int:
        return output.width()

    def read(self, asking: Asking) -> str:
        with _interruptible():
            line = more = self._stream.readline(LONGEST)
            while more and not more.endswith("\n"):
                more = self._stream.readline(LONGEST)
        if not line:
            raise EOFError
        self.line_number += 1
        return line.rstrip("\n")

    def half_typed(self) -> bool:
        return False

    def write(self, text: str) -> None:
        print(output.printable(text))

    def complain(self, text: str) -> None:
        sys.stdout.flush()
        where = f"input line {self.line_number}: " if self.line_number else ""
        print(f"{where}{output.printable(text)}", file=sys.stderr, flush=True)

    def change_hands(self, wipe: bool) -> None:
        pass


class BareConsole:
    """A terminal that understands no escape codes."""

    interactive = True

    @property
    def width(self) -> int:
        return output.width()

    def read(self, asking: Asking) -> str:
        with _interruptible():
            try:
                return input(asking.prompt)
            except (EOFError, KeyboardInterrupt):
                print()
                raise

    def half_typed(self) -> bool:
        return False

    def write(self, text: str) -> None:
        print(output.folded(output.printable(text), self.width), flush=True)

    def complain(self, text: str) -> None:
        self.write(text)

    def change_hands(self, wipe: bool) -> None:
        if wipe:
            print("\n" * 100, flush=True)


def open_console() -> Console:
    """The console that suits standard input and output."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PipedConsole()
    if not output.terminal_is_capable():
        return BareConsole()
    from brasswright.cli.prompt.terminal import TerminalConsole

    return TerminalConsole()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C break in at once, whoever holds it back otherwise."""
    try:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
    except ValueError:  # not in the main thread: signals don't come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait until the block is done; a second one breaks in."""
    arrived = 0

    def note(number: int, frame: object) -> None:
        nonlocal arrived
        arrived += 1
        if arrived > 1:
            raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if arrived:
        raise KeyboardInterrupt
