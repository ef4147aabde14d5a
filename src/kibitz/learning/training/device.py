"""On which device networks learn: a processor, a graphics card, or what JAX prefers."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from kibitz.core.errors import GameError

DEVICES = ("auto", "cpu", "gpu")


def on_device(device: str, method: str, has_network: bool) -> Any:
    """A context in which JAX computes on a device; one line where there is none such.

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
    kibitz.core.errors.GameError: q-learning learns on the processor; leave --device out
    """
    if device not in DEVICES:
        raise GameError(f"device is {device!r}; it must be auto, cpu or gpu")
    if device == "auto" or (device == "cpu" and not has_network):
        return nullcontext()
    if not has_network:
        raise GameError(f"{method} learns on the processor; leave --device out")
    from kibitz.learning.zero.optimizer import require_optax

    require_optax()
    import jax

    try:
        found = jax.devices(device)
    except RuntimeError:
        seen = ", ".join(sorted({each.platform for each in jax.devices()}))
        raise GameError(
            f"device is gpu, and JAX sees no graphics card here, only {seen}; for a card of NVIDIA "
            "install jax[cuda12], or leave --device out"
        ) from None
    return jax.default_device(found[0])
