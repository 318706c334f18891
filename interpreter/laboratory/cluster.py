"""A crew on other machines: the workers of a Dask cluster. Needs the extra `cluster`.

Dask hands out the games of a worker that is lost once more; they come out the same wherever they
are played. The workers need this version of the program, and whatever bots are not its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.laboratory.crews import AHEAD, chunks_of, in_order, play_all
from brasswright.interpreter.laboratory.plan import Plan
from brasswright.interpreter.laboratory.playing import Played

PATIENCE = 10
"""Seconds to wait for a scheduler."""


class Cluster:
    """The workers behind a scheduler."""

    def __init__(self, address: str) -> None:
        """Raises BrasswrightError if there is no such cluster, or it can't be spoken to."""
        try:
            from distributed import Client as client_of
        except ImportError:
            message = "--cluster needs Dask: pip install 'brasswright[cluster]'"
            raise BrasswrightError(message) from None
        try:
            connect: Any = client_of
            self._client = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise BrasswrightError(f"no Dask scheduler answers at {address}: {error}") from None

    def results(self, plan: Plan, places: range) -> Iterator[Played]:
        client = self._client
        threads = max(1, sum(client.nthreads().values()))

        def submit(chunk: range) -> Any:
            # The plan goes with each chunk: what is scattered can be lost with the worker.
            return client.submit(play_all, plan, chunk, pure=False, retries=2)

        return in_order(submit, chunks_of(places), AHEAD * threads)

    def close(self) -> None:
        self._client.close()
