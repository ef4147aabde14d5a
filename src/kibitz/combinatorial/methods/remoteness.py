"""Remoteness: how many moves a game lasts when the winner hurries and the loser resists.

Positions with even remoteness are P in normal play and N in misère play, so remoteness carries the
outcome with it. (C. A. B. Smith, Graphs and composite games, 1966.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kibitz.combinatorial.methods.depth_first import Options
from kibitz.combinatorial.methods.post_order import Values, post_order


def remoteness_search(
    start: Any,
    options: Options,
    misere: bool = False,
    known: Values | None = None,
    limit: int | None = None,
    show: Callable[[Any], str] = str,
) -> int:
    """The remoteness of a position, by visiting every reachable position once.

    Parameters
    ----------
    start : position
        The position.
    options : Options
        A function that gives the options of a position.
    misere : bool, default False
        Whether the player who cannot move wins.
    known : Values, optional
        Values already known; it is read and filled.
    limit : int, optional
        The largest number of positions visited.
    show : callable, default str
        How a position is printed.

    Returns
    -------
    int
        The number of moves to the end when the winner hurries and the loser delays.

    Notes
    -----
    Cost: O(positions + moves).

    References
    ----------
    Steinhaus 1925; Smith 1966.

    Examples
    --------
    >>> remoteness_search(5, lambda n: [n - k for k in (1, 2, 3) if k <= n])
    3
    """
    values = Values() if known is None else known
    combine = partial(_hurried, 1 if misere else 0)
    return post_order(start, options, combine, values, "perfect play", limit, show)


def _hurried(lost: int, below: set[int]) -> int:
    """One move more than the quickest win, or than the longest loss; ``lost`` is its parity."""
    if not below:
        return 0
    wins = [r for r in below if r & 1 == lost]
    return 1 + (min(wins) if wins else max(below))
