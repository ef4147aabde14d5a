"""Properties of the worths, each by its definition."""

from __future__ import annotations

from kibitz.coalitional.coalitions import halves, integers_within
from kibitz.proof.coalitional.worths import Worths


def is_convex(worths: Worths, slack: int = 0) -> bool:
    """Whether players add no less to larger coalitions. O(n^2 2^n)."""
    array = integers_within(worths.tensor.array, 4)
    for i in range(worths.n):
        for j in range(i):
            without, joined = halves(array, i)
            added = (joined - without).ravel()
            less, more = halves(added, j)
            if (more - less).min() < -slack:
                return False
    return True
