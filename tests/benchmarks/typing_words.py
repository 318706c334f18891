"""How long people wait for the list of words after a key, in positions of all editions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from random import Random
from statistics import quantiles
from time import perf_counter

from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import brasswright as bw
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.terminal import TerminalConsole
from brasswright.interpreter.bots import random_move

EVERY = 15
"""Of so many decisions one is looked at."""

Position = tuple[Session, Sequence[str]]
"""A table, and what has been typed at it when Tab is pressed."""


class Nobody:
    """A console at which nobody sits: completing needs to know that it is a terminal."""

    interactive = True
    width = 80

    def read(self, asking: Asking) -> str:
        raise EOFError

    def half_typed(self) -> bool:
        return False

    def write(self, text: str) -> None: ...

    def complain(self, text: str) -> None: ...

    def change_hands(self, wipe: bool) -> None: ...


def report() -> str:
    """The figures in two lines: of the words alone, and until the list stands on the screen."""
    editions = [info for info in bw.available() if info.kind == "edition" and info.playable]
    games = [(info.name, players) for info in editions for players in info.seats]

    def positions() -> Iterator[Position]:
        """Anew each time: what was found out at a position is remembered with its game."""
        return (position for name, players in games for position in _positions(name, players))

    alone = [seconds for position in positions() for seconds in _words(*position)]
    whole = asyncio.run(_keys(list(positions())))
    return "\n".join(
        [_line("words for completion", alone), _line("keystroke to completion menu", whole)]
    )


def _line(what: str, taken: Sequence[float]) -> str:
    cuts = [1000 * cut for cut in quantiles(taken, n=100)]
    return (
        f"{what}: median {cuts[49]:.1f} ms, 95th percentile {cuts[94]:.1f} ms, "
        f"longest {1000 * max(taken):.1f} ms ({len(taken)} keystrokes)"
    )


def _positions(name: str, players: int) -> Iterator[Position]:
    """Positions along one random game, each with what has been typed there when Tab is pressed.

    That is the beginning of a line, and every place where a word of a move begins or is half typed.
    """
    game, random = bw.new_game(name, players=list("ABCD"[:players]), seed=3), Random(3)
    while game.turn is not None:
        if len(game.moves_played) % EVERY == 0:
            words = random_move(game, random).text.split()
            typed = [" ".join([*words[:number], ""]) for number in range(len(words))]
            typed += [f"{line}{word[:2]}" for line, word in zip(typed, words, strict=True)]
            yield Session(game.record.game(), Nobody()), typed
        game.push(random_move(game, random))


def _words(session: Session, typed: Sequence[str]) -> Iterator[float]:
    for text in typed:
        began = perf_counter()
        list(complete(session, text))
        yield perf_counter() - began


async def _keys(positions: Sequence[Position]) -> list[float]:
    """Seconds from Tab until the prompt has drawn what came of it."""
    taken = []
    with create_pipe_input() as keys:
        console = TerminalConsole(keys, DummyOutput(), InMemoryHistory())
        prompts = console._prompts
        drawn = asyncio.Event()
        prompts.app.after_render += lambda app: drawn.set()
        reading = asyncio.create_task(prompts.prompt_async())
        for session, typed in positions:
            console._completer.asking = Asking(
                "", complete=lambda text, session=session: complete(session, text)
            )
            for text in typed:
                prompts.default_buffer.document = Document(text, len(text))
                await asyncio.sleep(0.01)
                drawn.clear()
                began = perf_counter()
                keys.send_text("\t")
                await drawn.wait()
                taken.append(perf_counter() - began)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    return taken
