"""The Banzhaf value: what a player adds on average, when all coalitions of others are as likely.

Banzhaf, "Weighted voting doesn't work", 1965; for games in general Owen, "Multilinear extensions
and the Banzhaf value", 1975. It need not add up to v(N); the normalized index does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.coalitional.coalitions import halves, integers_within
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import Allocation
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, show


@dataclass(frozen=True)
class BanzhafValue(Allocation, kind="banzhaf-value"):
    """The Banzhaf value of a game; in a simple game, the chance to swing the vote.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> value = banzhaf(coalition(weights=[10, 20, 30, 40], quota=51))
    >>> print(show_all(value.payoffs), show_all(value.swings))
    (1/8, 3/8, 3/8, 5/8) (1, 3, 3, 5)
    >>> bool(value.verify())
    True
    """

    concept: ClassVar[str] = "Banzhaf value"

    @property
    def swings(self) -> tuple[Number, ...]:
        """What each player adds, summed over all coalitions: the number of swings when voting."""
        return tuple(x * 2 ** (self.game.n - 1) for x in self.payoffs)

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "swings": [show(x) for x in self.swings]}


def _averaged(total: Any, game: CoalitionalGame, count: int) -> Number:
    if game.exact:
        return Fraction(int(total), game.worths.denominator * count)
    return float(total) / count


@method(
    CoalitionalGame,
    "banzhaf",
    finds="the Banzhaf value",
    cost="O(n 2^n)",
    reference="Banzhaf 1965; Owen 1975",
    applies=has_table,
    aliases=("banzhaf-value",),
)
def banzhaf(game: CoalitionalGame) -> BanzhafValue:
    """The Banzhaf value, exact for exact worths.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    BanzhafValue
        The Banzhaf value.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Banzhaf 1965; Owen 1975.
    """
    array = integers_within(game.worths.array, 1 << game.n)
    payoffs = []
    for i in range(game.n):
        without, joined = halves(array, i)
        payoffs.append(_averaged(joined.sum() - without.sum(), game, 1 << (game.n - 1)))
    return BanzhafValue(game, tuple(payoffs), "contributions to all coalitions, averaged")


@dataclass(frozen=True)
class NormalizedBanzhaf(Allocation, kind="normalized-banzhaf-index"):
    """The Banzhaf value scaled to add up to v(N); in a simple game, the Banzhaf index.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(normalized_banzhaf(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/12, 1/4, 1/4, 5/12)
    """

    concept: ClassVar[str] = "normalized Banzhaf index"


def _not_applicable(game: CoalitionalGame) -> str | None:
    return has_table(game) or (None if banzhaf(game).total else "the Banzhaf value adds up to 0")


@method(
    CoalitionalGame,
    "normalized-banzhaf",
    finds="the normalized Banzhaf index",
    cost="O(n 2^n)",
    reference="Banzhaf 1965",
    applies=_not_applicable,
)
def normalized_banzhaf(game: CoalitionalGame) -> NormalizedBanzhaf:
    """The Banzhaf value scaled to add up to v(N).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    NormalizedBanzhaf
        The normalized Banzhaf index.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Banzhaf 1965.
    """
    raw = banzhaf(game)
    total = raw.total
    if total == 0:
        raise GameError("the Banzhaf value adds up to 0, so it cannot be scaled to add up to v(N)")
    payoffs = tuple(x * game.total / total for x in raw)
    return NormalizedBanzhaf(game, payoffs, "the Banzhaf value, scaled", raw)
