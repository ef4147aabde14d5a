"""Any game with moves as a PettingZoo environment: agents take turns, illegal moves are masked.

Needs the package ``pettingzoo`` (``pip install kibitz[rl]``). Observations are dictionaries with
``observation`` (what the agent sees, as whole numbers) and ``action_mask``.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.play.adapters.actions import ActionSpace, legal, must_take_turns, observed
from kibitz.play.adapters.forms import as_rules
from kibitz.rules.game import CHANCE, OVER, Position, Rules


def aec_env(
    rules: Rules,
    actions: int | None = None,
    render_mode: str | None = None,
    planes: bool = False,
) -> Any:
    """The game as an ``AECEnv`` of PettingZoo; chance is drawn from the seed given to ``reset``.

    Parameters
    ----------
    rules : Rules
        The game, in any form that can be played; players take turns.
    actions : int, optional
        How many actions there are; found by random games if omitted.
    render_mode : str, optional
        ``"ansi"`` for the board as text.
    planes : bool, default False
        Whether observations are planes of the board as floats, fit for a network, and not the
        numbers of the state.

    Returns
    -------
    AECEnv
        The environment.
    """
    try:
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ImportError:
        raise GameError("this needs the package pettingzoo: pip install 'kibitz[rl]'") from None
    rules = as_rules(rules)
    must_take_turns(rules)
    known = ActionSpace(rules, actions)
    code = encode(rules) if planes else None
    shape = (len(observed(rules, rules.start(), 0)),) if code is None else code.shape
    kind = np.int64 if code is None else np.float32

    def seen(state: Any, seat: int) -> Any:
        if code is None:
            return observed(rules, state, seat)
        return code.observe(state, seat).astype(np.float32)

    class KibitzEnv(AECEnv):  # type: ignore[misc]
        """One game of :class:`kibitz.Rules`."""

        metadata: ClassVar[dict[str, Any]] = {
            "render_modes": ["ansi"],
            "name": rules.name,
            "is_parallelizable": False,
        }

        def __init__(self) -> None:
            super().__init__()
            self.rules, self.render_mode = rules, render_mode
            self.possible_agents = [f"player_{k}" for k in range(rules.players)]
            limits: Any = np.iinfo(np.int64) if code is None else np.finfo(np.float32)
            self._observations = spaces.Dict(
                {
                    "observation": spaces.Box(limits.min, limits.max, shape, kind),
                    "action_mask": spaces.Box(0, 1, (known.count,), np.int8),
                }
            )
            self._actions = spaces.Discrete(known.count)

        def observation_space(self, agent: str) -> Any:
            return self._observations

        def action_space(self, agent: str) -> Any:
            return self._actions

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self._random = Random(seed)
            self.agents = list(self.possible_agents)
            for name, start in (("rewards", 0), ("_cumulative_rewards", 0)):
                setattr(self, name, dict.fromkeys(self.agents, start))
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self._arrive(rules.position())

        def _arrive(self, here: Position) -> None:
            """Let chance move, and hand the turn on or end the game."""
            while here.player == CHANCE:
                outcomes = list(rules.chance(here.state))
                weights = [float(p) for _, p in outcomes]
                here = here.play(self._random.choices([m for m, _ in outcomes], weights)[0])
            self.position = here
            if here.player == OVER:
                for agent, paid in zip(self.possible_agents, here.payoffs, strict=True):
                    self.rewards[agent] = float(paid)
                    self.terminations[agent] = True
                return
            self.agent_selection = self.possible_agents[here.player]

        def observe(self, agent: str) -> dict[str, Any]:
            seat = self.possible_agents.index(agent)
            own = self.position.player == seat
            return {
                "observation": seen(self.position.state, seat),
                "action_mask": known.mask(legal(self.position) if own else ()),
            }

        def step(self, action: int | None) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            if action is None:
                raise GameError(f"{rules.name}: {agent} is to move, and no action was given")
            self._cumulative_rewards[agent] = 0
            self._clear_rewards()
            self._arrive(self.position.play(known.move(int(action))))
            self._accumulate_rewards()

        def render(self) -> str:
            return rules.show(self.position.state)

        def close(self) -> None:
            """Nothing is held."""

    return KibitzEnv()
