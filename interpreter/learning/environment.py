"""The PettingZoo environment: seats take turns, one action for each answer of a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.game import Game
from brasswright.interpreter.learning.observations import Observations
from brasswright.interpreter.learning.staging import Staging
from brasswright.interpreter.learning.vocabulary import Vocabulary
from brasswright.interpreter.moves import Standing
from brasswright.interpreter.opening import MOST_SEED, compiled_rules, game_of, open_rulebook

Observed = dict[str, NDArray[Any]]
Standings = Mapping[str, Standing]
LINES_SHOWN = 5


def checked_environment(
    ruleset: str,
    players: int | None,
    seed: int,
    overlays: tuple[str, ...],
    reward: str,
    render_mode: str | None,
) -> AECEnv:
    """The environment behind PettingZoo's own wrappers against misuse."""
    plain = RulesEnvironment(ruleset, players, seed, overlays, reward, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(plain))


class RulesEnvironment(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo is untyped
    """Games of one ruleset, each with the seed after that of the game before."""

    def __init__(
        self,
        ruleset: str,
        players: int | None,
        seed: int,
        overlays: tuple[str, ...],
        reward: str,
        render_mode: str | None,
    ) -> None:
        EzPickle.__init__(self, ruleset, players, seed, overlays, reward, render_mode)
        if reward not in REWARDS:
            raise BrasswrightError(f"no reward is called {reward}: {', '.join(REWARDS)}")
        self._rulebook = open_rulebook(ruleset, overlays)
        seats = self._rulebook.seats[0] if players is None else players
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seed = seed
        self._reward = REWARDS[reward]
        self.game: Game = game_of(self._rulebook, self.possible_agents, seed)
        """The game being played, with its log and record."""
        compiled = compiled_rules(self._rulebook, seats)
        self.vocabulary = Vocabulary(compiled)
        """What each action means."""
        self.observations = Observations(compiled, self.vocabulary)
        """What each number of an observation means."""
        self._staging = Staging(self.game, self.vocabulary)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"brasswright_{self._rulebook.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.vocabulary)) for agent in self.possible_agents
        }

    def _space(self) -> spaces.Dict:
        low, high = self.observations.low, self.observations.high
        mask = spaces.Box(0, 1, (len(self.vocabulary),), np.int8)
        return spaces.Dict(observation=spaces.Box(low, high, dtype=np.float32), action_mask=mask)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives: a vector `observation`, and an `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions by number; `vocabulary.names` says what they mean."""
        return self.action_spaces[agent]

    # -- playing ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: of that seed, or else of the seed after that of the last game."""
        if seed is not None:
            self._seed = seed
        self.game = game_of(self._rulebook, self.possible_agents, self._seed)
        self._seed = (self._seed + 1) % (MOST_SEED + 1)
        self._staging = Staging(self.game, self.vocabulary)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection: str | None = None
        self._select()

    def step(self, action: int | None) -> None:
        """Take one action for the agent whose turn it is. Raises ValueError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is in the game and must act")
        move = self._staging.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if move is not None:
            self.game.push(move)
            self._staging.begin()
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whose turn it is now; at the end of the game, rewards for all."""
        if self.game.turn is not None:
            self.agent_selection = self.game.turn
            return
        outcome = self.game.outcome()
        assert outcome is not None
        self.rewards = self._reward({standing.player: standing for standing in outcome})
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    # -- looking ---------------------------------------------------------------------------

    def observe(self, agent: str) -> Observed:
        """What that seat may see, and what it may do; nothing while it is another's turn."""
        position, viewer = self.game.position, self.game.seat(agent)
        mask = np.zeros(len(self.vocabulary), dtype=np.int8)
        if viewer == position.player:
            mask[list(self._staging.legal)] = 1
        seen = self.observations.of(position.cells, viewer, position.player, self._staging.taken)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """In mode "ansi": the last lines of the log, and where the game stands."""
        if self.render_mode != "ansi":
            return None
        log = [f"{e.player}: {e.text}" if e.player else e.text for e in self.game.log]
        return "\n".join([*log[-LINES_SHOWN:], self.game.status()])

    def close(self) -> None:
        """There is nothing to be closed."""


# -- rewards -------------------------------------------------------------------------------


def _places(standings: Standings) -> dict[str, float]:
    """From 1 for the first to -1 for the last, in equal steps; who shares a place shares these."""
    places = [standing.place for standing in standings.values()]
    beaten = {place: sum(p > place for p in places) for place in places}
    behind = {place: sum(p < place for p in places) for place in places}
    return {
        player: (beaten[s.place] - behind[s.place]) / max(1, len(places) - 1)
        for player, s in standings.items()
    }


def _win(standings: Standings) -> dict[str, float]:
    """1 for the winner, to be shared, and 0 for the others."""
    winners = [player for player, s in standings.items() if s.place == 1]
    return {player: (player in winners) / len(winners) for player in standings}


def _points(standings: Standings) -> dict[str, float]:
    """What is compared first at the end, less the mean of what the others have of it."""
    numbers = {player: s.values[0][1] for player, s in standings.items()}
    total, others = sum(numbers.values()), max(1, len(numbers) - 1)
    return {player: number - (total - number) / others for player, number in numbers.items()}


REWARDS: Mapping[str, Callable[[Standings], dict[str, float]]] = {
    "places": _places,
    "win": _win,
    "points": _points,
}
"""What the end of a game is worth, by name. Those of all players are 0 together, but for "win"."""
