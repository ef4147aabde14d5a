"""Scores with confidence intervals, and Elo ratings by maximum likelihood.

The model is Bradley and Terry's (1952): who is d points ahead wins with odds 10^(d/400), and a draw
is half a win. One drawn game against the average is added for everyone, so that ratings of those
who won or lost everything stay finite.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MEAN = 1500.0
SCALE = 400 / math.log(10)
NORMAL = 1.959963984540054
"""Half the width of a 95 percent interval, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and the ends of its 95 percent confidence interval."""

    middle: float
    low: float
    high: float


def score_interval(points: float, games: int) -> Interval:
    """The share of points won, with Wilson's interval; draws are half a point.

    >>> found = score_interval(8, 10)
    >>> round(found.low, 3), found.middle, round(found.high, 3)
    (0.49, 0.8, 0.943)
    """
    if games == 0:
        return Interval(math.nan, 0.0, 1.0)
    share, z2 = points / games, NORMAL**2
    center = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = NORMAL * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return Interval(share, max(0.0, center - half), min(1.0, center + half))


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of what was won, with the interval of the normal law.

    >>> mean_interval([1.0, -1.0, 1.0, -1.0]).middle
    0.0
    """
    if not values:
        return Interval(math.nan, -math.inf, math.inf)
    mean = sum(values) / len(values)
    if len(values) == 1:
        return Interval(mean, -math.inf, math.inf)
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1) / len(values))
    return Interval(mean, mean - NORMAL * spread, mean + NORMAL * spread)


def elo(points: Sequence[Sequence[float]]) -> tuple[Interval, ...]:
    """Ratings with 95 percent intervals; ``points[i][j]`` is what i scored against j.

    Newton's method on the likelihood, whose curvature gives the intervals.

    >>> [round(r.middle) for r in elo([[0, 15], [5, 0]])]
    [1592, 1408]
    """
    won = np.array(points, float)
    games = won + won.T
    count = len(won)
    ratings = np.zeros(count)
    for _ in range(100):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        own = 1 / (1 + np.exp(-ratings))
        slope = (won - games * expected).sum(axis=1) + 0.5 - own
        weights = games * expected * (1 - expected)
        curve = -weights
        curve[np.diag_indices(count)] = weights.sum(axis=1) + own * (1 - own)
        step = np.linalg.solve(curve, slope)
        ratings = ratings + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    # only differences are measured, so everything is relative to the average
    about_mean = np.eye(count) - 1 / count
    spread = about_mean @ np.linalg.inv(curve) @ about_mean
    errors = NORMAL * SCALE * np.sqrt(np.diag(spread))
    middles = MEAN + SCALE * (about_mean @ ratings)
    return tuple(
        Interval(float(m), float(m - e), float(m + e)) for m, e in zip(middles, errors, strict=True)
    )
