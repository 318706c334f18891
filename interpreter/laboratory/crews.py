"""Who plays the games of a batch: this process, several of them, or a cluster.

Whoever plays, the results come back in the order of the games. Chunks of games are handed out a
little ahead, and the oldest one is waited for; the rest of the crew works on meanwhile.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from typing import Any, Protocol

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.laboratory.plan import Plan
from brasswright.interpreter.laboratory.playing import Played, play

CHUNK = 2
"""Games that are handed out at once."""
AHEAD = 4
"""Chunks handed out for each worker."""
DEATHS = 5
"""Times that workers may die without any game getting done."""


class Crew(Protocol):
    """Plays games of a batch."""

    def results(self, plan: Plan, places: range) -> Iterator[Played]:
        """The games at these places, in order."""
        ...

    def close(self) -> None:
        """Send the workers home; what they are at is dropped."""
        ...


class Alone:
    """Plays all games in this process."""

    def results(self, plan: Plan, places: range) -> Iterator[Played]:
        return (play(plan, place) for place in places)

    def close(self) -> None:
        pass


class Pool:
    """Processes on this machine. One that dies is replaced, and its games are played again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def results(self, plan: Plan, places: range) -> Iterator[Played]:
        done, deaths = places.start, 0
        while done < places.stop:
            self._begin(plan)
            try:
                chunks = chunks_of(range(done, places.stop))
                for played in in_order(self._submit, chunks, AHEAD * self._workers):
                    yield played
                    done, deaths = done + 1, 0
            except BrokenProcessPool:
                self.close()
                deaths += 1
                if deaths == DEATHS:
                    message = "the workers die again and again; fewer --workers may help"
                    raise BrasswrightError(message) from None

    def _begin(self, plan: Plan) -> None:
        # Workers are started anew, not forked: it is the same on every system.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._workers, context, _enter, (plan,))

    def _submit(self, chunk: range) -> Future[list[Played]]:
        assert self._pool is not None
        with _not_to_be_interrupted():
            return self._pool.submit(_play_own, chunk)

    def close(self) -> None:
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        self._pool = None


@contextmanager
def _not_to_be_interrupted() -> Iterator[None]:
    """Workers that are started here never hear of Ctrl-C, not even while they are starting."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def chunks_of(places: range) -> Iterator[range]:
    """The places in pieces, in order."""
    return (places[start : start + CHUNK] for start in range(0, len(places), CHUNK))


def in_order(
    submit: Callable[[range], Any], chunks: Iterator[range], ahead: int
) -> Iterator[Played]:
    """The results of all chunks in order, so many of them being handed out at a time."""
    waiting: deque[Any] = deque()
    for chunk in chunks:
        waiting.append(submit(chunk))
        if len(waiting) == ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


# -- in a worker ---------------------------------------------------------------------------

_plan: Plan | None = None


def _enter(plan: Plan) -> None:
    """What a worker begins with. Ctrl-C is for the one who started it, whom it does not outlive."""
    global _plan
    _plan = plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_own(places: range) -> list[Played]:
    assert _plan is not None
    return play_all(_plan, places)


def play_all(plan: Plan, places: range) -> list[Played]:
    """The games at these places."""
    return [play(plan, place) for place in places]
