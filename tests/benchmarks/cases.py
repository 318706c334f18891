"""What is measured: the rules of an edition for a number of players, compiled and built here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timing import with_children

import brasswright as bw
from brasswright.interpreter import backends
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.game import Game
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.native.backend import engine_of
from brasswright.interpreter.native.building import NoNative
from brasswright.interpreter.native.engine import Engine
from brasswright.interpreter.opening import compiled_rules, open_rulebook

FIRST = "birmingham"
PLAYERS = 4
BACKENDS = backends.BACKENDS


@dataclass(frozen=True)
class Case:
    """Rules for a number of players, ready to be played on both backends."""

    name: str
    players: int
    rulebook: Rulebook
    compiled: Compiled
    engine: Engine | None
    """None where the native backend can't be had."""
    compiling: float
    """Seconds from text that was parsed and merged before to compiled Python."""
    building: float | None
    """Seconds from that Python to a library."""

    def __str__(self) -> str:
        return f"{self.name}, {self.players} players"

    @property
    def calculated_by(self) -> tuple[str, ...]:
        """The backends that there are."""
        return BACKENDS if self.engine is not None else BACKENDS[:1]

    def game(self, backend: str = backends.PYTHON, seed: int = 1) -> Game:
        """A new game, calculated with a backend."""
        game = Game(self.rulebook, self.compiled, list("ABCD"[: self.players]), seed)
        backends.use(game.position, backend)
        return game


def ready(edition: str, players: int, overlays: Sequence[str] = (), name: str = "") -> Case:
    """The rules of an edition with overlays; nothing of them is kept if they are new here."""
    open_rulebook(edition, overlays)  # is kept, for processes that are started later
    rulebook = merge(find(edition, overlays))
    made: list[Compiled] = []
    built: list[Engine] = []
    compiling = with_children(lambda: made.append(compiled_rules(rulebook, players)))
    try:
        building: float | None = with_children(lambda: built.append(engine_of(made[0])))
    except NoNative:
        building = None
    engine = built[0] if built else None
    return Case(name or edition, players, rulebook, made[0], engine, compiling, building)


def all_editions() -> Iterator[tuple[str, tuple[int, ...]]]:
    """The editions that can be played, the first one first, with their numbers of players."""
    found = [info for info in bw.available() if info.kind == "edition" and info.playable]
    for info in sorted(found, key=lambda info: info.name != FIRST):
        low, high = min(info.seats), max(info.seats)
        yield info.name, tuple(range(low, high + 1))
