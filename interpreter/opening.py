"""From a ruleset's name to a game: find, merge, check, compile; remembered in the process."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.interpreter.backends import PYTHON, use
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.compiling.store import keep_rules, kept_rules
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.language import SOURCE
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.kept import merged
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.running.kernel import Trap

_compiled: dict[tuple[str, int], Compiled] = {}
MOST_COMPILED = 64
"""Compiled rules that are remembered; of more, those that were not asked for longest go."""

MOST_SEED = 2**63 - 1


def open_rulebook(ruleset: str, overlays: Sequence[str] = ()) -> Rulebook:
    """The merged rulebook of a ruleset with overlays, by name or path. Raises RulesError."""
    return merged(find(ruleset, overlays))


def compiled_rules(rulebook: Rulebook, seats: int) -> Compiled:
    """A rulebook compiled for that many players. Raises RulesError."""
    key = (rulebook.digest, seats)
    compiled = _compiled.pop(key, None) or kept_rules(rulebook.layers, seats)
    if compiled is None:
        compiled = _newly_compiled(rulebook, seats)
    _compiled[key] = compiled
    if len(_compiled) > MOST_COMPILED:
        del _compiled[next(iter(_compiled))]
    return compiled


def _newly_compiled(rulebook: Rulebook, seats: int) -> Compiled:
    from brasswright.interpreter.checking.checker import check
    from brasswright.interpreter.compiling.module import compile_program

    compiled = compile_program(check(rulebook, seats), f"<{rulebook.name}>")
    keep_rules(compiled, rulebook.layers, seats)
    return compiled


def new_game(
    ruleset: str = "",
    players: Sequence[str] = ("Ada", "Ben"),
    seed: int = 1,
    overlays: Sequence[str] = (),
    language: str = SOURCE,
    backend: str = PYTHON,
) -> Game:
    """A new game of a ruleset, by name or path, with overlays.

    The backend is "python" or "native"; the game is the same. Raises RulesError for rules that
    can't be used, BrasswrightError for players or a seed that can't be, for rules that go wrong
    before the first decision, and where there is no native backend.
    """
    game = game_of(open_rulebook(ruleset, overlays), players, seed)
    use(game.position, backend)
    game.speak(language)
    return game


def game_of_layers(layers: Sequence[LayerText], players: Sequence[str], seed: int) -> Game:
    """A new game under rules given as text, as a record has them."""
    return game_of(merged(layers), players, seed)


def game_of(rulebook: Rulebook, players: Sequence[str], seed: int) -> Game:
    """A new game of a merged rulebook."""
    low, high = rulebook.seats
    if not rulebook.playable:
        raise BrasswrightError(f"{rulebook.name} is not a game by itself")
    if not low <= len(players) <= high:
        many = f"{low} to {high}" if low < high else str(low)
        raise BrasswrightError(f"{rulebook.title} is for {many} players, not {len(players)}")
    if len({name.casefold() for name in players}) < len(players):
        raise BrasswrightError("two players have the same name")
    for name in players:
        if not name.strip() or not name.isprintable() or len(name) > 40 or " " in name:
            raise BrasswrightError(f"{name!r} can't be a player's name: letters, no spaces")
    if not 0 <= seed <= MOST_SEED:
        raise BrasswrightError(f"a seed is a number from 0 to {MOST_SEED}")
    compiled = compiled_rules(rulebook, len(players))
    try:
        return Game(rulebook, compiled, players, seed)
    except Trap as trap:
        raise BrasswrightError(f"before the first decision {compiled.told(trap)}") from None
