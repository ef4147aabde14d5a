"""The tau-value: the compromise between what players can ask for and what they can insist on.

No player can ask for more than v(N) - v(N without i), for the others would go without them; what a
player can insist on is the most that remains in some coalition after paying all others that much.
Tijs, "Bounds for the core and the tau-value", 1981.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from kibitz.coalitional.coalitions import halves, subset_sums, tensor_difference
from kibitz.coalitional.conditions import all_of, has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.verdict import PropertyVerdict
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, show

Vector = tuple[Number, ...]


@dataclass(frozen=True)
class Bounds:
    """What each player can ask for at most, and insist on at least."""

    utopia: Vector
    minimal_rights: Vector


@dataclass(frozen=True)
class TauValue(Allocation, kind="tau-value"):
    """The point between the minimal rights and the utopia payoffs that hands out v(N).

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> value = tau_value(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> print(show_all(value), show_all(value.working.minimal_rights))
    (3/5, 11/5, 21/5) (0, 1, 3)
    >>> bool(value.verify())
    True
    """

    concept: ClassVar[str] = "tau-value"


def utopia_payoffs(game: CoalitionalGame) -> Vector:
    """What each player adds to the coalition of all others: v(N) - v(N without i).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Vector
        One payoff for each player.

    Notes
    -----
    Cost: O(n).

    References
    ----------
    Tijs 1981.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(utopia_payoffs(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))))
    (1, 3, 5)
    """
    return tuple(game.total - game.value(game.grand ^ (1 << i)) for i in range(game.n))


def bounds(game: CoalitionalGame) -> Bounds:
    """Utopia payoffs and minimal rights. Cost n 2^n."""
    utopia = utopia_payoffs(game)
    left = tensor_difference(game.worths, subset_sums(utopia))
    rights = []
    for i in range(game.n):
        _, joined = halves(left.array, i)
        most = joined.max()
        remains = Fraction(int(most), left.denominator) if left.exact else float(most)
        rights.append(remains + utopia[i])
    return Bounds(utopia, tuple(rights))


def is_quasi_balanced(game: CoalitionalGame) -> PropertyVerdict:
    """Whether the minimal rights and the utopia payoffs leave room for v(N).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PropertyVerdict
        Yes, or no with the coalitions that show it.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Tijs 1981.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(is_quasi_balanced(coalition({"A,B": 1, "A,C": 1, "B,C": 1, "A,B,C": 1})))
    quasi-balanced: no, the minimal right of A is 1, the utopia payoff 0
    """
    name, close = "quasi-balanced", 4 * margin(game)
    limits = bounds(game)
    for player, low, high in zip(game.players, limits.minimal_rights, limits.utopia, strict=True):
        if low > high + close:
            why = f"the minimal right of {player} is {show(low)}, the utopia payoff {show(high)}"
            return PropertyVerdict(name, False, why, ((player,),))
    rights, utopia = sum(limits.minimal_rights), sum(limits.utopia)
    if rights > game.total + close or utopia < game.total - close:
        why = (
            f"minimal rights add up to {show(rights)}, utopia payoffs to {show(utopia)}, and "
            f"{show(game.total)} is not between them"
        )
        return PropertyVerdict(name, False, why)
    return PropertyVerdict(name, True)


def _not_applicable(game: CoalitionalGame) -> str | None:
    room = is_quasi_balanced(game)
    return None if room else f"the game is not quasi-balanced, {room.why}"


@method(
    CoalitionalGame,
    "tau",
    finds="the tau-value",
    cost="O(n 2^n)",
    reference="Tijs 1981",
    applies=all_of(has_table, _not_applicable),
    aliases=("tau-value",),
)
def tau_value(game: CoalitionalGame) -> TauValue:
    """The tau-value of a quasi-balanced game.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    TauValue
        The tau-value.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Tijs 1981.
    """
    room = is_quasi_balanced(game)
    if not room:
        raise GameError(f"there is no tau-value: the game is not quasi-balanced, {room.why}")
    limits = bounds(game)
    low, high = limits.minimal_rights, limits.utopia
    span = sum(high, Fraction(0)) - sum(low, Fraction(0))
    step: Number = (game.total - sum(low)) / span if span != 0 else Fraction(0)
    payoffs = tuple(m + step * (u - m) for m, u in zip(low, high, strict=True))
    return TauValue(game, payoffs, "minimal rights plus a common part of what is open", limits)
