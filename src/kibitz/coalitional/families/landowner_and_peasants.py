"""The landowner and the peasants: land without work, and work without land, yield nothing.

With k peasants the land yields f(k). Shapley and Shubik, "Ownership and the production function",
1967.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import sizes, tensor_over
from kibitz.coalitional.families.parametric import (
    ParametricCoalitionalGame,
    all_floats,
    name_players,
    read_amounts,
)
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.tensor import Tensor


class LandownerAndPeasants(ParametricCoalitionalGame):
    """What the land yields with 1, 2, ... peasants; the first player owns it.

    >>> game = landowner_and_peasants([4, 7, 9])
    >>> [str(x) for x in game.shapley()], [str(x) for x in game.nucleolus_payoffs()]
    (['5', '4/3', '4/3', '4/3'], ['6', '1', '1', '1'])
    """

    kind: ClassVar[str] = "landowner"

    yields: tuple[Number, ...]

    @property
    def exact(self) -> bool:
        return not all_floats(self.yields)

    @property
    def total(self) -> Number:
        return self.yields[-1]

    def parameters(self) -> tuple[Any, ...]:
        return (self.yields,)

    def _tabled(self) -> Tensor:
        masks = np.arange(1 << self.n, dtype=np.int64)
        workers = np.where(masks & 1 == 1, sizes(self.n).astype(np.int64) - 1, 0)
        if not self.exact:
            return tensor_over(np.array([0.0, *map(float, self.yields)])[workers])
        numerators, bottom = common_denominator([exact(y) for y in (0, *self.yields)])
        return tensor_over(Tensor.read(numerators, 1, "yields").array[workers], bottom)

    def shapley(self) -> ShapleyValue:
        """The landowner gets the sum of all f(k) over m + 1, each peasant the same of the rest.

        The landowner comes to find any number of peasants, 0 to m, with the same chance.
        """
        peasants = self.n - 1
        own = sum(self.yields, Fraction(0)) / (peasants + 1)
        payoffs = (own, *((self.total - own) / peasants for _ in range(peasants)))
        return ShapleyValue(self, payoffs, "the number of peasants the landowner finds")

    def nucleolus_payoffs(self) -> tuple[Number, ...]:
        """Each peasant gets the least of (f(m) - f(k)) / (m - k + 1) over k below m.

        For yields that do not fall.
        """
        peasants = self.n - 1
        steps = (Fraction(0), *self.yields)
        share = min((steps[-1] - steps[k]) / (peasants - k + 1) for k in range(peasants))
        return (self.total - peasants * share, *((share,) * peasants))

    def __str__(self) -> str:
        few = ", ".join(map(show, self.yields[:12])) + ", ..." * (self.n > 13)
        return f"{self.title or 'Landowner and peasants'}, {self.n - 1} peasants, yields {few}"


def landowner_and_peasants(
    yields: Any, players: Any = None, title: str = ""
) -> LandownerAndPeasants:
    """The game with these yields, one for each number of peasants from 1 on.

    Parameters
    ----------
    yields : sequence of numbers
        The harvest with 1, 2, 3, ... peasants; it must not fall.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    LandownerAndPeasants
        The game.

    References
    ----------
    Shapley and Shubik 1967.

    Examples
    --------
    >>> landowner_and_peasants([3, 2])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: yields: 2 with 2 peasants is less than 3 with 1; yields must ...
    """
    amounts = read_amounts(yields, "yields", "yield")
    for k, (before, after) in enumerate(zip((Fraction(0), *amounts), amounts, strict=False)):
        if after < before:
            raise GameError(
                f"yields: {show(after)} with {k + 1} peasants is less than {show(before)} with "
                f"{k}; yields must not decrease"
            )
    if all_floats(amounts):
        amounts = tuple(map(float, amounts))
    if players is None:
        players = ["landowner", *(f"peasant {k}" for k in range(1, len(amounts) + 1))]
    return LandownerAndPeasants(name_players(players, len(amounts) + 1), title, yields=amounts)
