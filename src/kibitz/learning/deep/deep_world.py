"""The states of a game as a network sees them, and many episodes walked in step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.learning.tabular.world import World, advice, why_no_world, world_of
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Rules
from kibitz.stochastic.from_rules.convert import RulesGame

MOST_STATES = 50_000
"""States whose features are kept in memory."""


@dataclass(frozen=True, eq=False)
class DeepWorld:
    """A world with the features of its states, and its choices numbered as a network's outputs."""

    world: World
    seen: Any
    """The features of each state."""
    action: Any
    """The output of each choice."""
    actions: int

    def legal(self, states: Any) -> Any:
        """Which outputs stand for choices, a row for each state."""
        return self.places(states) >= 0

    def places(self, states: Any) -> Any:
        """The choice that each output stands for, -1 for none."""
        first = self.world.arrays[0]
        found = np.full((len(states), self.actions), -1)
        many = first[states + 1] - first[states]
        rows = np.repeat(np.arange(len(states)), many)
        start = np.cumsum(many) - many
        cells = np.repeat(first[states] - start, many) + np.arange(int(many.sum()))
        found[rows, self.action[cells]] = cells
        return found

    def follow(self, cells: Any, generator: np.random.Generator) -> Any:
        """The states that choices lead to, -1 for the end."""
        _, _, _, link, target, weight, _ = self.world.arrays
        lots = generator.random(len(cells))
        found = np.full(len(cells), -1)
        low, high = link[cells], link[cells + 1]
        for k in range(int((high - low).max(initial=0))):
            here = (low + k < high) & (lots >= 0)
            at = np.minimum(low + k, len(weight) - 1)
            lots = np.where(here, lots - weight[at], lots)
            found = np.where(here & (lots < 0), target[at], found)
        return found


def deep_world(lesson: Lesson) -> DeepWorld:
    """The states of a game, with features: those of its encoding, or one for each state."""
    world = world_of(lesson)
    states = world.table.states
    game = world.game
    if isinstance(lesson.game, Rules) and isinstance(game, RulesGame):
        code, positions = encode(lesson.rules), game.positions
        assert positions is not None
        who = np.maximum(positions.actor, 0).tolist()
        found = [positions.state(k) for k in range(states)]
        seen = code.observe_all(found, who).reshape(states, -1)
        moves = [code.action(m) for k in range(states) for m in positions.moves(k)]
        forced = len(moves) == world.table.cells
        action = np.array(moves) if forced else _numbered(world)
        return DeepWorld(world, seen.astype(np.float32), action, max(code.actions, _widest(world)))
    return DeepWorld(world, np.eye(states, dtype=np.float32), _numbered(world), _widest(world))


def _numbered(world: World) -> Any:
    first = world.arrays[0]
    return np.arange(world.table.cells) - first[world.table.owner]


def _widest(world: World) -> int:
    return int(np.diff(world.arrays[0]).max())


def why_no_deep_world(lesson: Lesson) -> str | None:
    """Why a game has no such world, None when it has."""
    reason = why_no_world(lesson)
    if reason is None and world_of(lesson).table.states > MOST_STATES:
        rules = lesson.game
        more = advice(rules) if isinstance(rules, Rules) else ""
        return f"the game has more than {MOST_STATES:,} positions{more}"
    return reason


def need_jax() -> Any:
    """JAX, or one line that says how to get it."""
    try:
        import jax
    except ImportError:
        raise GameError(
            "learning networks needs JAX; install it with: pip install 'kibitz[learn]'"
        ) from None
    return jax
