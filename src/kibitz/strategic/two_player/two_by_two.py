"""All equilibria of a 2x2 bimatrix game in closed form.

With probabilities p of the first row and q of the first column, the row player gains
(a12 - a22) + q (a11 - a12 - a21 + a22) by the first row rather than the second, and the column
player (b21 - b22) + p (b11 - b12 - b21 + b22) by the first column. Each side is indifferent at one
probability at most, unless it always is; so the extreme equilibria are among nine pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import require_two_players
from kibitz.strategic.two_player.equilibrium import Equilibria, sorted_pairs

METHOD = "the 2x2 formula"


@dataclass(frozen=True)
class Advantage:
    """What a player gains by the first strategy: constant + slope times a probability."""

    constant: Fraction
    slope: Fraction

    def at(self, probability: Fraction) -> Fraction:
        return self.constant + self.slope * probability

    @property
    def indifferent(self) -> Fraction | None:
        """The probability strictly between 0 and 1 at which nothing is gained, if it is one."""
        if not self.slope:
            return None
        at = -self.constant / self.slope
        return at if 0 < at < 1 else None


def _not_applicable(game: StrategicGame) -> str | None:
    if game.shape == (2, 2):
        return None
    return f"it needs 2 rows and 2 columns, but this game is {' x '.join(map(str, game.shape))}"


@method(
    StrategicGame,
    "two-by-two",
    finds="all equilibria",
    cost="O(1)",
    reference="Ferguson III.2.4",
    applies=_not_applicable,
)
def two_by_two_equilibria(game: StrategicGame) -> Equilibria:
    """Every extreme equilibrium of a 2x2 game.

    Parameters
    ----------
    game : StrategicGame
        A 2x2 game.

    Returns
    -------
    Equilibria
        The extreme equilibria and their components.

    Notes
    -----
    Cost: O(1).

    References
    ----------
    Ferguson III.2.4.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(two_by_two_equilibria(bimatrix("3,3 0,2; 2,1 5,5")))
    3 equilibria
    I 1 | II 1 | payoffs 3, 3 | index +1
    I 1: 4/5   2: 1/5 | II 1: 5/6   2: 1/6 | payoffs 5/2, 13/5 | index -1
    I 2 | II 2 | payoffs 5, 5 | index +1
    found by the 2x2 formula
    """
    row_gain, column_gain = advantages(game)
    ends = [Fraction(0), Fraction(1)]
    pairs = [
        ((p, 1 - p), (q, 1 - q))
        for p in (*ends, *_some(column_gain.indifferent))
        for q in (*ends, *_some(row_gain.indifferent))
        if _best(p, row_gain.at(q)) and _best(q, column_gain.at(p))
    ]
    return Equilibria(game, sorted_pairs(pairs), METHOD)


def advantages(game: StrategicGame) -> tuple[Advantage, Advantage]:
    """The row player's, as a function of q, and the column player's, as a function of p."""
    require_two_players(game)
    if game.shape != (2, 2):
        sizes = " x ".join(map(str, game.shape))
        raise GameError(f"the game is {sizes}; the 2x2 formula needs two rows and two columns")
    (a11, a12), (a21, a22) = game.payoffs[0].rational().numbers()
    (b11, b12), (b21, b22) = game.payoffs[1].rational().numbers()
    return (
        Advantage(a12 - a22, a11 - a12 - a21 + a22),
        Advantage(b21 - b22, b11 - b12 - b21 + b22),
    )


def _best(probability: Fraction, gain: Fraction) -> bool:
    """Is a probability of the first strategy right when it gains so much?"""
    return gain == 0 or probability == (1 if gain > 0 else 0)


def _some(probability: Fraction | None) -> list[Fraction]:
    return [] if probability is None else [probability]
