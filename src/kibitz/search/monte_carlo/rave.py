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
    """The weight of the all-moves-as-first mean: sqrt(k / (3 n + k)), one half at n = k.

    Parameters
    ----------
    visits : int
        How often the move was tried.
    equivalence : float
        The number of visits at which both means count alike.

    Returns
    -------
    float
        The weight of the all-moves-as-first mean.

    References
    ----------
    Gelly and Silver 2011.

    Examples
    --------
    >>> rave_share(0, 300), rave_share(300, 300)
    (1.0, 0.5)
    """
    if visits < 0 or equivalence < 0:
        raise GameError("visits and the equivalence of RAVE must not be negative")
    if equivalence == 0:
        return 0.0
    return math.sqrt(equivalence / (3 * visits + equivalence))


def rave_value(mean: float, visits: int, fame: float, equivalence: float) -> float:
    """The mean of a move and its all-moves-as-first mean, combined.

    Parameters
    ----------
    mean : float
        The mean of the move.
    visits : int
        How often the move was tried.
    fame : float
        The mean of the games that made the move at any later time.
    equivalence : float
        The number of visits at which both means count alike.

    Returns
    -------
    float
        The combined value.

    References
    ----------
    Gelly and Silver 2011.

    Examples
    --------
    >>> rave_value(0.5, 300, 0.9, equivalence=300)
    0.7
    """
    share = rave_share(visits, equivalence)
    return (1 - share) * mean + share * fame


def progressive_bias(heuristic: float, visits: int, weight: float = 1.0) -> float:
    """What a heuristic adds to the score of a move: w h / (n + 1).

    Parameters
    ----------
    heuristic : float
        The heuristic value of the move.
    visits : int
        How often the move was tried.
    weight : float, default 1.0
        The weight of the heuristic.

    Returns
    -------
    float
        The bias.

    References
    ----------
    Chaslot et al. 2008.

    Examples
    --------
    >>> progressive_bias(0.8, 3)
    0.2
    """
    if visits < 0:
        raise GameError("visits must not be negative")
    return weight * heuristic / (visits + 1)
