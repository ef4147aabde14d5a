"""What theory expects of random games, to compare experiments with."""

from __future__ import annotations

import math
from functools import cache


@cache
def expected_equilibria(rows: float, columns: float | None = None) -> float:
    """The expected number of equilibria of a bimatrix game with independent normal payoffs.

    A pair of supports with k strategies each holds an equilibrium with probability
    4^(1-k) R(m, k) R(n, k): the weights that make the other indifferent are positive with
    probability 2^(1-k), and none of the m - k other strategies is better with probability R(m, k).

    Parameters
    ----------
    rows : float
        Strategies of the first player, a whole number.
    columns : float, optional
        Strategies of the second; as many as of the first if omitted.

    Returns
    -------
    float
        The expected number.

    References
    ----------
    McLennan and Berg 2005.

    Examples
    --------
    >>> expected_equilibria(2), round(expected_equilibria(3), 4)
    (1.25, 1.625)
    """
    m, n = int(rows), int(rows if columns is None else columns)
    if m < 1 or n < 1:
        return 0.0
    total = sum(
        math.comb(m, k) * math.comb(n, k) * 4.0 ** (1 - k) * _unbeaten(m, k) * _unbeaten(n, k)
        for k in range(1, min(m, n) + 1)
    )
    return round(total, 12)


@cache
def _unbeaten(m: int, k: int) -> float:
    """The probability that m - k normal numbers are below one of variance 1/k.

    By the trapezoidal rule, which converges exponentially for such integrands.
    """
    if m == k:
        return 1.0
    step, reach = 0.01, 12.0
    scale = math.sqrt(k / (2 * math.pi))
    count = int(reach / step)
    return step * sum(
        scale * math.exp(-k * x * x / 2) * _normal(x) ** (m - k)
        for x in (step * j for j in range(-count, count + 1))
    )


def _normal(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))
