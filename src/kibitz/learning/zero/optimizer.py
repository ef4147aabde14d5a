"""The optimizer of the networks: Adam with decay of the weights, from Optax."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError

LONGEST_STEP = 1.0
"""Gradients longer than this are shortened."""


def optimizer(decay: float) -> Any:
    """Adam with decoupled decay, for a learning rate of 1: updates are multiplied by the rate."""
    optax = require_optax()
    return optax.chain(
        optax.clip_by_global_norm(LONGEST_STEP),
        optax.scale_by_adam(),
        optax.add_decayed_weights(decay),
    )


def require_optax() -> Any:
    """Optax, or one line that says how to get it."""
    try:
        import jax  # noqa: F401
        import optax
    except ImportError:
        raise GameError(
            "networks are trained with JAX and Optax, which are not installed: "
            "pip install 'kibitz[learn]'"
        ) from None
    return optax
