"""Search trees over arrays: one for each position, grown in step on one device.

A simulation goes down every tree at once, adds a position to each, asks the network about all of
them together, and takes what it says back up. How a move is chosen on the way down is what
distinguishes one search from another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.learning.zero.array_rules import ArrayRules, Batch

ILLEGAL = -1e9

Choose = Callable[[Any, Any, Any], Any]
"""From the trees, a node in each and the number of the simulation to an action in each."""


class Searched(NamedTuple):
    """What a search found, for each position."""

    action: Any
    """The move to make."""
    policy: Any
    """The improved policy."""
    value: Any
    """What the improved policy is worth to the mover, from -1 to 1."""
    visits: Any


def grow_trees(
    rules: ArrayRules,
    evaluate: Callable[[Any], tuple[Any, Any]],
    batch: Batch,
    logits: Any,
    root_value: Any,
    simulations: int,
    choose: Choose,
) -> dict[str, Any]:
    """Grow a tree from every position.

    Parameters
    ----------
    rules : ArrayRules
        The game over arrays.
    evaluate : callable
        From planes to logits of the actions and a value for the mover, from -1 to 1.
    batch : Batch
        The positions, none of which is over.
    logits, root_value : arrays
        What the network says of them; illegal actions have ``ILLEGAL``.
    simulations : int
        Positions to add to each tree.
    choose : callable
        The action at a node.

    Returns
    -------
    dict of arrays
        The trees: logits, visits and mean values of the actions at every node.

    Notes
    -----
    Cost: ``simulations`` evaluations of the network for the whole batch, and loops as deep as the
    deepest line.
    """
    import jax.numpy as jnp
    from jax import lax

    count, actions, nodes = len(batch[0]), rules.actions, simulations + 1
    rows = jnp.arange(count)

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

    grown: dict[str, Any] = lax.fori_loop(0, simulations, simulate, tree)
    return grown
