"""Round numbers along an axis."""

from __future__ import annotations

from math import ceil, floor, log10

SLACK = 1e-9
"""Part of a step by which an end of the axis may miss a round number."""


def ticks(low: float, high: float, parts: int = 4) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten that divide an axis into about this many parts.

    Parameters
    ----------
    low, high : float
        The ends of the axis; the first is the smaller one.
    parts : int, default 4
        The most parts of the axis.

    Returns
    -------
    list of float
        The numbers, in order.

    Examples
    --------
    >>> ticks(0, 17)
    [0.0, 5.0, 10.0, 15.0]
    >>> ticks(-0.2, 0.5, 7)
    [-0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
    """
    raw = (high - low) / parts
    power = 10.0 ** floor(log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * (1 - SLACK))
    first, last = ceil(low / step - SLACK), floor(high / step + SLACK)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]
