"""The convex hull of points in the plane."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

P = TypeVar("P", bound=tuple[Any, Any])


def convex_hull(points: Iterable[P], slack: float = 0) -> tuple[P, ...]:
    """The corners, counterclockwise from the lowest of the leftmost, by Andrew's monotone chain.

    Parameters
    ----------
    points : iterable of pairs
        The points, exact or in floating point.
    slack : float, default 0
        Corners whose :func:`left_turn` is not above this are left out.

    Notes
    -----
    Cost: O(n log n).

    References
    ----------
    Andrew 1979.

    Examples
    --------
    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (0, 1)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered, slack), _chain(ordered[::-1], slack)
    return tuple(lower[:-1] + upper[:-1])


def _chain(ordered: list[P], slack: float) -> list[P]:
    chain: list[P] = []
    for p in ordered:
        while len(chain) > 1 and left_turn(chain[-2], chain[-1], p) <= slack:
            chain.pop()
        chain.append(p)
    return chain


def left_turn(p: tuple[Any, Any], q: tuple[Any, Any], r: tuple[Any, Any]) -> Any:
    """How far r lies to the left of the line from p to q, times their distance.

    >>> left_turn((0, 0), (2, 0), (1, 3)), left_turn((0, 0), (2, 0), (4, 0))
    (6, 0)
    """
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
