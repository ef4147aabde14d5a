"""The numbers that guide a tree before it has seen much: RAVE and progressive bias.

RAVE lets a move share in the rewards of all games in which it was made later; the share of that
fame falls as the move itself is tried. Gelly and Silver, *Combining online and offline knowledge in
UCT* (2007). Progressive bias adds what a heuristic says, less with every visit. Chaslot et al.
(2008).
"""

from __future__ import annotations

import math

from kibitz.core.errors import GameError


def rave_share(visits: int, equivalence: float) -> float:
    """How much of the value rests on fame: sqrt(k / (3 n + k)), half of it at n = k.

    >>> rave_share(0, 300), rave_share(300, 300)
    (1.0, 0.5)
    """
    if visits < 0 or equivalence < 0:
        raise GameError("visits and the equivalence of RAVE must not be negative")
    if equivalence == 0:
        return 0.0
    return math.sqrt(equivalence / (3 * visits + equivalence))


def rave_value(mean: float, visits: int, fame: float, equivalence: float) -> float:
    """The mean of a move and its fame, the mean of the games that made it later, put together.

    >>> rave_value(0.5, 300, 0.9, equivalence=300)
    0.7
    """
    share = rave_share(visits, equivalence)
    return (1 - share) * mean + share * fame


def progressive_bias(heuristic: float, visits: int, weight: float = 1.0) -> float:
    """What a heuristic adds to the score of a move: w h / (n + 1).

    >>> progressive_bias(0.8, 3)
    0.2
    """
    if visits < 0:
        raise GameError("visits must not be negative")
    return weight * heuristic / (visits + 1)
