"""Any game as a Gymnasium environment: one seat learns, agents of Kibitz sit on the others.

Needs the package ``gymnasium`` (``pip install 'kibitz[rl]'``). The mask of legal actions is in
``info["action_mask"]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.encode import encode
from kibitz.play.adapters.actions import ActionSpace, must_take_turns
from kibitz.play.adapters.forms import as_rules
from kibitz.play.adapters.joint_moves import settled
from kibitz.play.players import Player
from kibitz.play.specs import agent
from kibitz.rules.game import OVER, Position, Rules


def gymnasium_env(
    rules: Rules,
    seat: int = 0,
    opponents: str | Sequence[str] = "random",
    actions: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The game as a Gymnasium ``Env``, seen from one seat.

    Parameters
    ----------
    rules : Rules
        The game, in any form that can be played; players take turns.
    seat : int, default 0
        Who learns.
    opponents : str or sequence of str, default "random"
        Specifications of the agents on the other seats, as ``kibitz play --vs`` takes them.
    actions : int, optional
        How many actions there are; found by random games if omitted.
    render_mode : str, optional
        ``"ansi"`` for the board as text.

    Returns
    -------
    Env
        The environment: observations are planes of a board, or a vector; an action that is not
        legal is an error.
    """
    try:
        import gymnasium
    except ImportError:
        raise GameError("this needs the package gymnasium: pip install 'kibitz[rl]'") from None
    rules = as_rules(rules)
    if not 0 <= seat < rules.players:
        raise GameError(f"seat is {seat}; it must be from 0 to {rules.players - 1}")
    must_take_turns(rules)
    known, code = ActionSpace(rules, actions), encode(rules)
    others = [s for s in range(rules.players) if s != seat]
    specs = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(specs) != len(others):
        raise GameError(
            f"{len(specs)} opponents for {count_of(len(others), 'seat')}; give one for each"
        )

    class KibitzGymEnv(gymnasium.Env):  # type: ignore[misc]
        """One seat of a game of :class:`kibitz.Rules`."""

        metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": rules.name}

        def __init__(self) -> None:
            self.rules, self.render_mode = rules, render_mode
            self.action_space = gymnasium.spaces.Discrete(known.count)
            big = np.finfo(np.float32).max
            self.observation_space = gymnasium.spaces.Box(-big, big, code.shape, np.float32)
            self._players: dict[int, Player] = {}

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
            super().reset(seed=seed)
            lot = int(self.np_random.integers(1 << 30))
            self._random = Random(lot)
            self._players = {
                other: agent(spec, rules, lot + other, None)
                for other, spec in zip(others, specs, strict=True)
            }
            self.position = self._settled(rules.position())
            if self.position.player == OVER:
                raise GameError(f"{rules.name}: it was over before seat {seat} could move")
            return self._seen(), self._info()

        def _settled(self, here: Position) -> Position:
            """The position when it is the learner's turn, or the end."""
            while here.player not in (OVER, seat):
                if here.player >= 0:
                    here = here.play(self._chosen(here))
                else:
                    here = Position(rules, settled(rules, here.state, self._random), here.history)
            return here

        def _chosen(self, here: Position) -> Any:
            move = self._players[here.player].choose(here, here.player)
            if move is None:
                raise GameError(f"{rules.name}: {self._players[here.player].name} gives up")
            return move

        def _seen(self) -> Any:
            return code.observe(self.position.state, seat).astype(np.float32)

        def _info(self) -> dict[str, Any]:
            own = self.position.moves if self.position.player == seat else ()
            return {"action_mask": known.mask(own)}

        def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            self.position = self._settled(self.position.play(known.move(int(action))))
            over = self.position.player == OVER
            paid = float(self.position.payoffs[seat]) if over else 0.0
            return self._seen(), paid, over, False, self._info()

        def render(self) -> str:
            return rules.show(self.position.state)

    return KibitzGymEnv()
