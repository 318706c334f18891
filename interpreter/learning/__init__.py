"""Games for learning machines: a PettingZoo environment for any rules (extra `rl`).

What can be answered is a fixed list for each ruleset and number of players, what a seat may see
is a vector of fixed length. Nothing here knows of a game: both are made from the checked program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def pettingzoo_env(
    ruleset: str,
    players: int | None = None,
    seed: int = 1,
    overlays: Sequence[str] = (),
    *,
    reward: str = "places",
    render_mode: str | None = None,
) -> AECEnv:
    """A PettingZoo AEC environment of a ruleset, by name or path, with overlays.

    Without `players` the fewest that the rules allow. `reward` is "places", "win" or "points".
    Raises RulesError, and BrasswrightError when PettingZoo is not there.
    """
    try:
        from brasswright.interpreter.learning.environment import checked_environment
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("pettingzoo", "gymnasium", "numpy"):
            raise
        message = "this needs PettingZoo: pip install 'brasswright[rl]'"
        raise BrasswrightError(message) from None
    return checked_environment(ruleset, players, seed, tuple(overlays), reward, render_mode)
