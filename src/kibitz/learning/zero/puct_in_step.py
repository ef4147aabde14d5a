"""PUCT with Dirichlet noise, in step for thousands of positions on one device: plain AlphaZero.

A move is tried where Q + c P sqrt(N) / (1 + n) is largest; at the root a share of noise is mixed
into the network's probabilities P. The policy is how often the moves were tried. Silver et al., *A
general reinforcement learning algorithm that masters chess, shogi, and Go* (2018).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.learning.zero.array_rules import ArrayRules, Batch
from kibitz.learning.zero.trees_in_step import ILLEGAL, Searched, grow_trees

EXPLORATION = 1.5
NOISE = 0.25
"""The share of noise at the root."""


def puct_in_step(
    rules: ArrayRules,
    evaluate: Callable[[Any], tuple[Any, Any]],
    batch: Batch,
    key: Any,
    simulations: int,
    dirichlet: float = 1.0,
    noise: float = NOISE,
    warm: Any = True,
    exploration: float = EXPLORATION,
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
    dirichlet : float, default 1.0
        The parameter of the noise.
    noise : float, default 0.25
        The share of the noise; 0 for none.
    warm : bool or array of bool, default True
        Where the move is drawn by visits; elsewhere the most visited one is made.
    exploration : float, default 1.5
        How much moves that were tried little are preferred.

    Returns
    -------
    Searched
        Moves, shares of visits and values.

    Notes
    -----
    Cost: ``simulations + 1`` evaluations of the network for the whole batch.

    References
    ----------
    Silver et al. 2018.
    """
    import jax
    import jax.numpy as jnp

    count = len(batch[0])
    rows = jnp.arange(count)
    legal = rules.legal(batch)
    logits, root_value = evaluate(rules.planes(batch))
    odds = jax.nn.softmax(jnp.where(legal, logits, ILLEGAL))
    noise_key, draw_key = jax.random.split(key)
    drawn = jnp.where(legal, jax.random.gamma(noise_key, dirichlet, odds.shape), 0.0)
    drawn = drawn / jnp.maximum(drawn.sum(1, keepdims=True), 1e-9)
    odds = (1 - noise) * odds + noise * drawn
    logits = jnp.where(legal, jnp.log(jnp.maximum(odds, 1e-9)), ILLEGAL)

    def choose(tree: Any, node: Any, simulation: Any) -> Any:
        prior, visits = tree["logits"][rows, node], tree["visits"][rows, node]
        found = jnp.where(visits > 0, tree["value"][rows, node], 0.0)
        root = jnp.sqrt(1.0 + visits.sum(1, keepdims=True))
        promise = found + exploration * jax.nn.softmax(prior) * root / (1 + visits)
        return jnp.where(prior > ILLEGAL / 2, promise, -jnp.inf).argmax(1).astype(jnp.int32)

    tree = grow_trees(rules, evaluate, batch, logits, root_value, simulations, choose)
    visits, found = tree["visits"][:, 0], tree["value"][:, 0]
    policy = visits / jnp.maximum(visits.sum(1, keepdims=True), 1)
    drawn = jnp.log(jnp.maximum(policy, 1e-9)) + jax.random.gumbel(draw_key, policy.shape)
    rank = jnp.where(jnp.broadcast_to(jnp.asarray(warm), (count,))[:, None], drawn, visits)
    action = jnp.where(legal & (visits > 0), rank, -jnp.inf).argmax(1)
    return Searched(action, policy, (policy * found).sum(1), visits)
