"""Paths of small games followed by Python, while no one has compiled their loops yet."""

from __future__ import annotations

from typing import Any

from kibitz.core.compiling.background import in_background

SMALL = 400
"""Payoffs of a game whose paths Python follows."""
STEPS = 1000
"""Steps that it takes before a compiler is called."""
WORTHWHILE = 6.0
"""Seconds of Python after which a loop is compiled, which takes as long."""


def followed_path(kernel: Any, payoffs: Any, *given: Any, longest: int) -> Any:
    """What a kernel returns that follows a path of this many steps at most: last, how it ended.

    >>> from kibitz.core.compiling.compiled import njit
    >>> from kibitz.strategic.n_player.kernels.deviations import ARRIVED, TIRED
    >>> import numpy as np
    >>> @njit(cache=True)
    ... def walk(payoffs, longest):
    ...     return longest, ARRIVED if longest >= 9 else TIRED
    >>> followed_path(walk, np.zeros(3), longest=500), len(walk.overloads)
    ((500, 0), 0)
    """
    from kibitz.core.compiling.tiered import tiered
    from kibitz.strategic.n_player.kernels.deviations import TIRED

    if payoffs.size <= SMALL:
        asked = (payoffs, *given, min(longest, STEPS))
        answer = tiered(kernel, *asked, small=True, worthwhile=WORTHWHILE)
        if answer[-1] != TIRED or longest <= STEPS:
            return answer
    return in_background(kernel, payoffs, *given, longest)
