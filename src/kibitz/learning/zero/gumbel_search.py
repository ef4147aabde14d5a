"""Monte Carlo tree search with a network, in step for thousands of positions on one device.

At the root, sequential halving over moves drawn without replacement (the Gumbel-top-k trick);
below it, the move whose share of visits is furthest behind the improved policy. With few
simulations that still improves the policy it starts from, in expectation. Danihelka, Guez,
Schrittwieser and Silver, *Policy improvement by planning with Gumbel* (2022).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kibitz.learning.zero.array_rules import ArrayRules, Batch

ILLEGAL = -1e9
VISITS_SCALE = 50.0
VALUE_SCALE = 0.5
"""How strongly values change the policy: (50 + most visits) times this, for values from 0 to 1."""


class Searched(NamedTuple):
    """What a search found, for each position."""

    action: Any
    """The move to make."""
    policy: Any
    """The improved policy."""
    value: Any
    """What the improved policy is worth to the mover, from -1 to 1."""
    visits: Any


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
    from jax import lax

    count, actions, nodes = len(batch[0]), rules.actions, simulations + 1
    rows = jnp.arange(count)
    legal = rules.legal(batch)
    logits, root_value = evaluate(rules.planes(batch))
    logits = jnp.where(legal, logits - logits.max(1, keepdims=True), ILLEGAL)
    gumbel = noise * jax.random.gumbel(key, logits.shape)
    most = min(considered, actions)
    table = jnp.asarray(considered_visits(most, simulations))
    sequence = table[jnp.minimum(most, legal.sum(1))]

    def room(first: Any) -> Any:
        return jnp.zeros((count, nodes, *first.shape[1:]), first.dtype).at[:, 0].set(first)

    tree = {
        "state": tuple(map(room, batch)),
        "logits": room(logits),
        "raw": room(root_value),
        "over": jnp.zeros((count, nodes), bool),
        "child": jnp.full((count, nodes, actions), -1, jnp.int32),
        "visits": jnp.zeros((count, nodes, actions), jnp.int32),
        "value": jnp.zeros((count, nodes, actions), jnp.float32),
        "parent": jnp.full((count, nodes), -1, jnp.int32),
        "by": jnp.zeros((count, nodes), jnp.int32),
    }

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

    def simulate(simulation: Any, tree: Any) -> Any:
        def going(carry: Any) -> Any:
            return carry[3].any()

        def down(carry: Any) -> Any:
            node, above, action, active = carry
            chosen = choose(tree, node, simulation)
            child = tree["child"][rows, node, chosen]
            above = jnp.where(active, node, above)
            action = jnp.where(active, chosen, action)
            inside = (child >= 0) & ~tree["over"][rows, jnp.maximum(child, 0)]
            active = active & inside
            return jnp.where(active, child, node), above, action, active

        zero = jnp.zeros(count, jnp.int32)
        _, node, action, _ = lax.while_loop(going, down, (zero, zero, zero, jnp.ones(count, bool)))
        after = rules.play(tuple(part[rows, node] for part in tree["state"]), action)
        over, paid = rules.result(after)
        found, value = evaluate(rules.planes(after))
        found = found - found.max(1, keepdims=True)
        found = jnp.where(rules.legal(after), found, ILLEGAL)
        value = jnp.where(over, paid, value)
        new = simulation + 1
        child = tree["child"][rows, node, action]
        tree = {
            **tree,
            "state": tuple(
                part.at[:, new].set(now) for part, now in zip(tree["state"], after, strict=True)
            ),
            "logits": tree["logits"].at[:, new].set(found),
            "raw": tree["raw"].at[:, new].set(value),
            "over": tree["over"].at[:, new].set(over),
            "parent": tree["parent"].at[:, new].set(node),
            "by": tree["by"].at[:, new].set(action),
            "child": tree["child"]
            .at[rows, node, action]
            .set(jnp.where(child < 0, new, child).astype(jnp.int32)),
        }

        def rising(carry: Any) -> Any:
            return (carry[0] >= 0).any()

        def up(carry: Any) -> Any:
            node, action, value, visits, values = carry
            here = node >= 0
            at = jnp.maximum(node, 0)
            value = -value
            times = visits[rows, at, action]
            mean = values[rows, at, action]
            moved = mean + (value - mean) / (times + 1)
            visits = visits.at[rows, at, action].add(here.astype(jnp.int32))
            values = values.at[rows, at, action].set(jnp.where(here, moved, mean))
            above = jnp.where(here, tree["parent"][rows, at], -1)
            return above, tree["by"][rows, at], value, visits, values

        _, _, _, visits, values = lax.while_loop(
            rising, up, (node, action, value, tree["visits"], tree["value"])
        )
        return {**tree, "visits": visits, "value": values}

    tree = lax.fori_loop(0, simulations, simulate, tree)
    _, better, complete, visits = improved(tree, jnp.zeros(count, jnp.int32))
    policy = jax.nn.softmax(better)
    tried = (visits == visits.max(1, keepdims=True)) & legal
    action = jnp.where(tried, gumbel + better, -jnp.inf).argmax(1)
    return Searched(action, policy, (policy * complete).sum(1), visits)
