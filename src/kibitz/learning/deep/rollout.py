"""Episodes played in step by a stochastic policy, for policy gradients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.learning.deep.deep_world import DeepWorld
from kibitz.learning.deep.network import Weights, answers


@dataclass(frozen=True, eq=False)
class Rollout:
    """Steps of many episodes, one after the other."""

    states: Any
    actions: Any
    legal: Any
    likely: Any
    """The logarithm of the probability of what was done."""
    returns: Any
    """What followed, to the player who moved."""
    values: Any
    """What the network expected."""


def policy_of(outputs: Any, legal: Any) -> Any:
    """Logarithms of the probabilities of all outputs; those that are not legal have none."""
    logits = np.where(legal, outputs, -1e9)
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def play_episodes(
    deep: DeepWorld,
    weights: Weights,
    episodes: int,
    starts: float,
    longest: int,
    generator: np.random.Generator,
) -> Rollout:
    """Play episodes in step, each from the start or from any state."""
    first, sign, pay, _, _, _, discount = deep.world.arrays
    count = len(first) - 1
    states = np.where(
        generator.random(episodes) < starts,
        generator.integers(0, count, episodes),
        deep.world.game.start,
    )
    live = np.arange(episodes)
    rows: list[tuple[Any, ...]] = []
    for _ in range(longest):
        here = states[live]
        outputs = answers(weights, deep.seen[here])
        places = deep.places(here)
        logs = policy_of(outputs[:, : deep.actions], places >= 0)
        noise = generator.gumbel(size=logs.shape)
        chosen = np.where(places >= 0, logs + noise, -np.inf).argmax(axis=1)
        at = np.arange(len(here))
        cells = places[at, chosen]
        rows.append((live, here, chosen, places >= 0, logs[at, chosen], pay[cells], outputs[:, -1]))
        onward = deep.follow(cells, generator)
        states[live] = onward
        live = live[onward >= 0]
        if not len(live):
            break
    after = np.zeros(episodes)
    found = []
    for who, here, chosen, legal, likely, paid, values in reversed(rows):
        after[who] = paid + discount * after[who]
        found.append((here, chosen, legal, likely, sign[here] * after[who], values))
    return Rollout(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
