"""Any game as a PettingZoo environment in which all agents act at once.

Where players move simultaneously each step is one round. Where they take turns, the actions of
those who wait are not looked at; their mask allows the first action alone. Needs ``pettingzoo``.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.play.adapters.actions import ActionSpace, observed
from kibitz.play.adapters.forms import as_rules
from kibitz.play.adapters.joint_moves import after, settled
from kibitz.rules.game import OVER, SIMULTANEOUS, Rules


def parallel_env(rules: Rules, actions: int | None = None, render_mode: str | None = None) -> Any:
    """The game as a ``ParallelEnv`` of PettingZoo.

    Parameters
    ----------
    rules : Rules
        The game, in any form that can be played.
    actions : int, optional
        How many actions there are; found by random games if omitted.
    render_mode : str, optional
        ``"ansi"`` for the board as text.

    Returns
    -------
    ParallelEnv
        The environment; chance is drawn from the seed given to ``reset``.
    """
    try:
        from gymnasium import spaces
        from pettingzoo import ParallelEnv
    except ImportError:
        raise GameError("this needs the package pettingzoo: pip install 'kibitz[rl]'") from None
    rules = as_rules(rules)
    known = ActionSpace(rules, actions)
    size = len(observed(rules, rules.start(), 0))

    class KibitzParallelEnv(ParallelEnv):  # type: ignore[misc]
        """One game of :class:`kibitz.Rules`."""

        metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": rules.name}

        def __init__(self) -> None:
            self.rules, self.render_mode = rules, render_mode
            self.possible_agents = [f"player_{k}" for k in range(rules.players)]
            self.agents: list[str] = []
            low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
            self._observations = spaces.Dict(
                {
                    "observation": spaces.Box(low, high, (size,), np.int64),
                    "action_mask": spaces.Box(0, 1, (known.count,), np.int8),
                }
            )
            self._actions = {agent: spaces.Discrete(known.count) for agent in self.possible_agents}

        def observation_space(self, agent: str) -> Any:
            return self._observations

        def action_space(self, agent: str) -> Any:
            return self._actions[agent]

        def reset(self, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
            self._random = Random(seed)
            self.agents = list(self.possible_agents)
            self.state = settled(rules, rules.start(), self._random)
            return self._seen(), {agent: {} for agent in self.agents}

        def _seen(self) -> dict[str, Any]:
            return {
                agent: {
                    "observation": observed(rules, self.state, seat),
                    "action_mask": known.mask_of(self.state, seat),
                }
                for seat, agent in enumerate(self.possible_agents)
            }

        def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
            agents = self.possible_agents
            seen = [known.mask_of(self.state, seat) for seat in range(rules.players)]
            for seat, agent in enumerate(agents):
                if (
                    rules.player(self.state) in (seat, SIMULTANEOUS)
                    and not seen[seat][actions[agent]]
                ):
                    raise GameError(f"{rules.name}: {agent} cannot play action {actions[agent]}")
            chosen = {seat: known.move(int(actions[agent])) for seat, agent in enumerate(agents)}
            self.state = after(rules, self.state, chosen, self._random)
            over = rules.player(self.state) == OVER
            paid = rules.payoffs(self.state) if over else (0,) * rules.players
            rewards = {agent: float(x) for agent, x in zip(agents, paid, strict=True)}
            ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
            infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
            if over:
                self.agents = []
            return self._seen(), rewards, ended, cut, infos

        def render(self) -> str:
            return rules.show(self.state)

        def close(self) -> None:
            """Nothing is held."""

    return KibitzParallelEnv()
