"""On which device networks learn: a processor, a graphics card, or what JAX prefers."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.learning.zero.array_rules import array_rules
from kibitz.rules.game import Rules

DEVICES = ("auto", "cpu", "gpu")

ON_A_CARD: dict[str, dict[str, Any]] = {
    "alphazero": {
        "games": 2048,
        "moves": 16,
        "simulations": 32,
        "channels": 128,
        "blocks": 6,
        "batch": 2048,
        "rate": 0.001,
        "openings": 4,
        "precision": "bfloat16",
    }
}
"""Settings that keep a graphics card busy, in place of those for a processor."""


def suited(method: str, device: str, options: dict[str, Any], game: Noun) -> dict[str, Any]:
    """The settings of a learner, larger ones where it learns on a graphics card.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> suited("q-learning", "auto", {"rate": 0.1}, TakeAway(4))
    {'rate': 0.1}
    """
    if method not in ON_A_CARD or device == "cpu":
        return options
    if not isinstance(game, Rules) or array_rules(game) is None:
        return options
    return {**ON_A_CARD[method], **options} if has_card() else options


def has_card() -> bool:
    """Whether JAX computes on a graphics card by default."""
    try:
        import jax

        preferred = jax.config.jax_default_device
        return str(getattr(preferred, "platform", jax.default_backend())) == "gpu"
    except (ImportError, RuntimeError):
        return False


def on_device(device: str, method: str, has_network: bool) -> Any:
    """A context in which JAX computes on a device; one line where there is no such device.

    Parameters
    ----------
    device : str
        ``auto``, ``cpu`` or ``gpu``.
    method : str
        The name of the learner.
    has_network : bool
        Whether it learns with JAX at all; others learn on the processor.

    Returns
    -------
    context manager
        For the time of the training.

    Examples
    --------
    >>> on_device("gpu", "q-learning", False)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: q-learning learns on the processor; choose auto or cpu
    """
    if device not in DEVICES:
        raise GameError(f"device is {device!r}; it must be auto, cpu or gpu")
    if device == "auto" or (device == "cpu" and not has_network):
        return nullcontext()
    if not has_network:
        raise GameError(f"{method} learns on the processor; choose auto or cpu")
    from kibitz.learning.zero.optimizer import require_optax

    require_optax()
    import jax

    try:
        found = jax.devices(device)
    except RuntimeError:
        seen = ", ".join(sorted({each.platform for each in jax.devices()}))
        raise GameError(
            f"device is gpu, and JAX sees no graphics card here, only {seen}; for an NVIDIA card "
            "install jax[cuda12], or choose auto or cpu"
        ) from None
    return jax.default_device(found[0])
