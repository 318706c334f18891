"""What a batch of games consists of: the rules, who plays, and the seed of every game.

Each deal is played once for each way of going round the table with the bots, so no bot has the
better cards or the better seat in the long run. Every ruleset of a plan plays the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import Any

from brasswright import __version__
from brasswright.interpreter import bots
from brasswright.interpreter.backends import PYTHON
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.kept import merged
from brasswright.interpreter.layers.layer import LayerText, digest
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.opening import compiled_rules

FORMAT = 1
SEED_BITS = 31
"""Seeds of deals are so long: short enough to be typed."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the rulesets that a batch plays."""

    ruleset: str
    overlays: tuple[str, ...]
    layers: tuple[LayerText, ...]

    @classmethod
    def of(cls, ruleset: str, overlays: Sequence[str] = ()) -> Variant:
        """A ruleset with overlays, by name or path. Raises RulesError."""
        layers = find(ruleset, overlays)
        over = tuple(layer.name for layer in layers if layer.is_overlay)
        editions = [layer.name for layer in layers if not layer.is_overlay]
        return cls(editions[-1], over, layers)

    @property
    def name(self) -> str:
        """The ruleset and its overlays, joined by `+`."""
        return "+".join((self.ruleset, *self.overlays))

    @property
    def digest(self) -> str:
        """A fingerprint of all rule text."""
        return digest(self.layers)

    def rulebook(self) -> Rulebook:
        """The rules in force."""
        return merged(self.layers)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a batch, before it is played."""

    number: int
    variant: int
    deal: int
    seed: int
    seating: tuple[int, ...]
    """Who sits at each seat, by place in the plan's list of bots."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A batch: which rules, which bots, which deals. How many games is not part of it."""

    variants: tuple[Variant, ...]
    seats: tuple[str, ...]
    """The kinds of bots."""
    seed: int
    backend: str = PYTHON
    """What the games are calculated with. The rows are the same with any."""

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called: `A` is the first of the bots."""
        return tuple(ascii_uppercase[: len(self.seats)])

    @property
    def rotations(self) -> int:
        """How many ways of going round the table differ: bots of a kind play alike."""
        return next(
            turn
            for turn in range(1, len(self.seats) + 1)
            if self.seats[turn:] + self.seats[:turn] == self.seats
        )

    def game(self, place: int) -> Game:
        """The game that is played at a place of the batch, from 0."""
        number, variant = divmod(place, len(self.variants))
        deal, turn = divmod(number, self.rotations)
        seed = Random(f"{self.seed}:{deal}").getrandbits(SEED_BITS)
        round_ = tuple(range(len(self.seats)))
        return Game(number, variant, deal, seed, round_[turn:] + round_[:turn])

    def head(self) -> dict[str, Any]:
        """What tells this batch from others, as plain data."""
        variants = [
            {"ruleset": v.ruleset, "overlays": list(v.overlays), "digest": v.digest}
            for v in self.variants
        ]
        return {
            "format": FORMAT,
            "engine": __version__,
            "variants": variants,
            "seats": list(self.seats),
            "seed": self.seed,
        }

    def check(self) -> None:
        """Raises RulesError, BotError or BrasswrightError if these games can't be played."""
        for variant in self.variants:
            rulebook = variant.rulebook()
            low, high = rulebook.seats
            if not rulebook.playable:
                raise BrasswrightError(f"{variant.name} is not a game by itself")
            if not low <= len(self.seats) <= high:
                many = f"{low} to {high}" if low < high else str(low)
                message = f"{rulebook.title} is for {many} players, not {len(self.seats)}"
                raise BrasswrightError(f"{message}: --seats names a bot for each")
            compiled_rules(rulebook, len(self.seats))
        for kind in self.seats:
            bots.named(kind)
