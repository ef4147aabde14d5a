"""Monte Carlo tree search with a network, in step for thousands of positions on one device.

At the root, sequential halving over moves drawn without replacement (the Gumbel-top-k trick);
below it, the move whose share of visits is furthest behind the improved policy. With few
simulations that still improves the policy it starts from, in expectation. Danihelka, Guez,
Schrittwieser and Silver, *Policy improvement by planning with Gumbel* (2022).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.learning.zero.array_rules import ArrayRules, Batch
from kibitz.learning.zero.trees_in_step import ILLEGAL, Searched, grow_trees

VISITS_SCALE = 50.0
VALUE_SCALE = 0.5
"""How strongly values change the policy: (50 + most visits) times this, for values from 0 to 1."""


def considered_visits(most: int, simulations: int) -> Any:
    """How often a move was visited that may be visited next, by number of moves and simulation.

    >>> considered_visits(4, 8)[4].tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    return np.array([_sequence(m, simulations) for m in range(most + 1)], np.int32)


def _sequence(most: int, simulations: int) -> list[int]:
    if most <= 1:
        return list(range(simulations))
    phases = int(np.ceil(np.log2(most)))
    found: list[int] = []
    visits = [0] * most
    left = most
    while len(found) < simulations:
        extra = max(1, int(simulations / (phases * left)))
        for _ in range(extra):
            found += visits[:left]
            for k in range(left):
                visits[k] += 1
        left = max(2, left // 2)
    return found[:simulations]


def gumbel_search(
    rules: ArrayRules,
    evaluate: Callable[[Any], tuple[Any, Any]],
    batch: Batch,
    key: Any,
    simulations: int,
    considered: int = 16,
    noise: float = 1.0,
    value_scale: float = VALUE_SCALE,
) -> Searched:
    """Search many positions at once.

    Parameters
    ----------
    rules : ArrayRules
        The game over arrays.
    evaluate : callable
        From planes to logits of the actions and a value for the mover, from -1 to 1.
    batch : Batch
        The positions, none of which is over.
    key : array
        The key of JAX's random numbers.
    simulations : int
        Evaluations for each position, after the first.
    considered : int, default 16
        The number of moves that sequential halving begins with.
    noise : float, default 1.0
        The scale of the Gumbel noise at the root; 0 for the strongest move.
    value_scale : float
        How strongly values change the policy.

    Returns
    -------
    Searched
        Moves, improved policies and values.

    Notes
    -----
    Cost: ``simulations + 1`` evaluations of the network for the whole batch, and loops as deep as
    the deepest line.

    References
    ----------
    Danihelka, Guez, Schrittwieser and Silver 2022.
    """
    import jax
    import jax.numpy as jnp

    count, actions = len(batch[0]), rules.actions
    rows = jnp.arange(count)
    legal = rules.legal(batch)
    logits, root_value = evaluate(rules.planes(batch))
    logits = jnp.where(legal, logits - logits.max(1, keepdims=True), ILLEGAL)
    gumbel = noise * jax.random.gumbel(key, logits.shape)
    most = min(considered, actions)
    table = jnp.asarray(considered_visits(most, simulations))
    sequence = table[jnp.minimum(most, legal.sum(1))]

    def improved(tree: Any, node: Any) -> tuple[Any, Any, Any, Any]:
        """Logits and logits improved by values; the completed values and visits, at a node."""
        prior, visits = tree["logits"][rows, node], tree["visits"][rows, node]
        found, raw = tree["value"][rows, node], tree["raw"][rows, node]
        odds = jax.nn.softmax(prior)
        total = visits.sum(1)
        seen = jnp.where(visits > 0, odds, 0.0)
        mean = (seen * found).sum(1) / jnp.maximum(seen.sum(1), 1e-9)
        mixed = (raw + total * mean) / (1 + total)
        complete = jnp.where(visits > 0, found, mixed[:, None])
        scale = value_scale * (VISITS_SCALE + visits.max(1, keepdims=True)) / 2
        better = jnp.where(prior > ILLEGAL / 2, prior + scale * complete, ILLEGAL)
        return prior, better, complete, visits

    def choose(tree: Any, node: Any, simulation: Any) -> Any:
        _, better, _, visits = improved(tree, node)
        next_visits = sequence[:, simulation][:, None]
        allowed = (visits == next_visits) & legal
        at_root = jnp.where(allowed, gumbel + better, -jnp.inf)
        share = visits / (1 + visits.sum(1, keepdims=True))
        below = jnp.where(better > ILLEGAL / 2, jax.nn.softmax(better) - share, -jnp.inf)
        return jnp.where((node == 0)[:, None], at_root, below).argmax(1).astype(jnp.int32)

    tree = grow_trees(rules, evaluate, batch, logits, root_value, simulations, choose)
    _, better, complete, visits = improved(tree, jnp.zeros(count, jnp.int32))
    policy = jax.nn.softmax(better)
    tried = (visits == visits.max(1, keepdims=True)) & legal
    action = jnp.where(tried, gumbel + better, -jnp.inf).argmax(1)
    return Searched(action, policy, (policy * complete).sum(1), visits)
