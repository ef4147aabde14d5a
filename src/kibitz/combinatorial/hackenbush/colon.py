"""The colon principle: branches that meet at a vertex count as one stalk, of their nim-sum."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.combinatorial.methods.nimber import nim_sum
from kibitz.core.errors import GameError


def colon(branches: Sequence[int], stem: int = 1) -> int:
    """The nimber of a stem of some edges with branches of these nimbers on top.

    Parameters
    ----------
    branches : sequence of int
        The nimbers of the branches.
    stem : int, default 1
        The number of edges of the stem.

    Returns
    -------
    int
        The nimber.

    References
    ----------
    Ferguson I.6.2.

    Examples
    --------
    >>> colon([3, 2, 6]), colon([]), colon([1, 1], stem=0)
    (8, 1, 0)
    """
    if isinstance(stem, bool) or not isinstance(stem, int) or stem < 0:
        raise GameError(f"the stem has {stem!r} edges; it must be 0, 1, 2, ...")
    return stem + nim_sum(branches)


def colon_values(parents: Sequence[int], leaves: Sequence[int]) -> list[int]:
    """The nimber of what grows on each vertex of a tree: the nim-sum of its branches.

    Vertices come after their parents; the root is number 0. ``leaves`` counts single edges that
    grow on a vertex besides. A branch is worth one more than what grows on its far end. O(V).

    >>> colon_values([-1, 0, 1, 1, 3, 3], [0] * 6)
    [1, 0, 0, 0, 0, 0]
    """
    values = [count & 1 for count in leaves]
    for v in range(len(values) - 1, 0, -1):
        values[parents[v]] ^= values[v] + 1
    return values


def wanted_values(parents: Sequence[int], values: Sequence[int], target: int) -> list[int]:
    """What must grow on each vertex, all else unchanged, to make the whole tree worth ``target``.

    Minus one where nothing will do: there the branch itself would have to go, and above it nothing
    can help. O(V).

    >>> wanted_values([-1, 0, 0], [2, 2, 0], 0), wanted_values([-1, 0], [3, 2], 0)
    ([0, 0, 2], [0, -1])
    """
    wanted = [target, *[-1] * (len(values) - 1)]
    for v in range(1, len(values)):
        below = parents[v]
        if wanted[below] >= 0:
            wanted[v] = ((values[v] + 1) ^ values[below] ^ wanted[below]) - 1
    return wanted
