"""One step of learning: cross entropy of policy and value, Adam, a running mean of the weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.learning.zero.residual_net import NetShape, evaluate_net
from kibitz.learning.zero.settings import ZeroSettings


def lesson_of(
    shape: NetShape, settings: ZeroSettings, optimizer: Callable[[float], Any]
) -> Callable[..., tuple[Any, Any]]:
    """The step for a network, in JAX.

    Parameters
    ----------
    shape : NetShape
        The size of the network.
    settings : ZeroSettings
        Rates and precision.
    optimizer : callable
        Makes the optimizer from the decay of the weights.

    Returns
    -------
    callable
        From (weights, running mean, optimizer's state), planes, policies, values and a learning
        rate to the same three and the losses of policy and value.
    """
    import jax
    import jax.numpy as jnp

    s, step_of = settings, optimizer(settings.decay)
    dtype = jnp.dtype(s.precision)

    def loss(weights: Any, planes: Any, policy: Any, value: Any) -> Any:
        logits, guess = evaluate_net(shape, weights, planes, dtype)
        told = jax.nn.log_softmax(logits)
        of_policy = -(policy * (told - jnp.log(policy + 1e-9))).sum(1).mean()
        aim = (1 + value) / 2
        of_value = -(
            aim * jax.nn.log_sigmoid(guess) + (1 - aim) * jax.nn.log_sigmoid(-guess)
        ).mean()
        return of_policy + of_value, (of_policy, of_value)

    def step(carry: Any, planes: Any, policy: Any, value: Any, rate: Any) -> tuple[Any, Any]:
        weights, average, learned = carry
        (_, losses), slope = jax.value_and_grad(loss, has_aux=True)(weights, planes, policy, value)
        change, learned = step_of.update(slope, learned, weights)
        weights = jax.tree.map(lambda w, c: w - rate * c, weights, change)
        average = jax.tree.map(lambda a, w: s.average * a + (1 - s.average) * w, average, weights)
        return (weights, average, learned), losses

    return step
