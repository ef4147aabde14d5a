"""The airport game: each player needs a runway of some length, and the longest one serves all.

A coalition costs what its dearest member costs alone. Littlechild and Owen, "A simple expression
for the Shapley value in a special case", 1973; Littlechild, "A simple expression for the nucleolus
in a special case", 1974.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import Array, tensor_over
from kibitz.coalitional.families.cost_shares import CostShares
from kibitz.coalitional.families.parametric import (
    ParametricCostGame,
    all_floats,
    by_player,
    name_players,
    names_of,
    read_amounts,
)
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor


class Airport(ParametricCostGame):
    """What the runway that each player needs would cost.

    >>> game = airport([1, 3, 6])
    >>> game.cost(1, 2)
    Fraction(3, 1)
    >>> print(game.shapley())
    Shapley value of (1, 3, 6): (1/3, 4/3, 13/3)
    >>> print(game.nucleolus())
    nucleolus of (1, 3, 6): (1/2, 5/4, 17/4)
    """

    kind: ClassVar[str] = "airport"

    instead = "ask for shapley() or nucleolus(), which need no table"

    needs: tuple[Number, ...]

    @property
    def exact(self) -> bool:
        return not all_floats(self.needs)

    @property
    def alone(self) -> tuple[Number, ...]:
        return self.needs

    @property
    def total(self) -> Number:
        """The cost of the longest runway."""
        return max(self.needs)

    def parameters(self) -> tuple[Any, ...]:
        return (self.needs,)

    def _tabled(self) -> Tensor:
        if not self.exact:
            return tensor_over(_running_max(np.zeros(1), [float(x) for x in self.needs]))
        numerators, bottom = common_denominator([exact(x) for x in self.needs])
        kind = Tensor.read(numerators, 1, "costs").array.dtype
        return tensor_over(_running_max(np.zeros(1, kind), numerators), bottom)

    def shapley(self) -> CostShares:
        """Every stretch is paid equally by those who need it. Cost n log n."""
        method = "stretches of the runway, each paid equally by those who need it"
        return CostShares(self, "Shapley value", littlechild_owen(self.needs), method)

    def nucleolus(self) -> CostShares:
        """The nucleolus by Littlechild's recursion. Cost n^2."""
        return CostShares(self, "nucleolus", littlechild(self.needs), "Littlechild's recursion")

    def __str__(self) -> str:
        needs = ", ".join(map(show, self.needs[:12])) + ", ..." * (self.n > 12)
        return f"{self.title or 'Airport'}, {count_of(self.n, 'player')}: {needs}"


def _running_max(table: Array, parts: list[Any]) -> Array:
    for x in parts:
        table = np.concatenate([table, np.maximum(table, x)])
    return table


def littlechild_owen(needs: tuple[Number, ...]) -> tuple[Number, ...]:
    """The Shapley value of the airport game: the sum of (c(k) - c(k-1)) / (n-k+1) for k up to i.

    Parameters
    ----------
    needs : tuple of numbers
        The cost of the runway that each player needs, in rising order.

    Returns
    -------
    tuple of numbers
        What each player pays.

    Notes
    -----
    Cost: O(n).

    References
    ----------
    Littlechild and Owen 1973.

    Examples
    --------
    >>> [str(x) for x in littlechild_owen(tuple(map(Fraction, (3, 3, 10))))]
    ['1', '1', '8']
    """
    order = sorted(range(len(needs)), key=lambda i: needs[i])
    share: Number = Fraction(0)
    before: Number = Fraction(0)
    shares: dict[int, Number] = {}
    for place, i in enumerate(order):
        share = share + (needs[i] - before) / (len(needs) - place)
        before = needs[i]
        shares[i] = share
    return tuple(shares[i] for i in range(len(needs)))


def littlechild(needs: tuple[Number, ...]) -> tuple[Number, ...]:
    """The nucleolus of the airport game: groups of players pay the same, the cheapest first.

    In order of cost, what a group has to pay is spread over its members and one more, who stands
    for all that come after; the least of these rates is paid by the longest group that has it.

    Parameters
    ----------
    needs : tuple of numbers
        The cost of the runway that each player needs, in rising order.

    Returns
    -------
    tuple of numbers
        What each player pays.

    Notes
    -----
    Cost: O(n^2).

    References
    ----------
    Littlechild 1974.

    Examples
    --------
    >>> [str(x) for x in littlechild(tuple(map(Fraction, (3, 3, 10))))]
    ['1', '1', '8']
    """
    order = sorted(range(len(needs)), key=lambda i: needs[i])
    costs = [needs[i] for i in order]
    n, start = len(needs), 0
    paid: Number = Fraction(0)
    rates: list[Number] = []
    while start < n:
        offers = [(costs[k] - paid) / (k - start + 2) for k in range(start, n - 1)]
        offers.append((costs[-1] - paid) / (n - start))
        rate = min(offers)
        size = len(offers) - offers[::-1].index(rate)
        rates += [rate] * size
        paid, start = paid + rate * size, start + size
    rate_of = dict(zip(order, rates, strict=True))
    return tuple(rate_of[i] for i in range(n))


def airport(costs: Any, players: Any = None, title: str = "") -> Airport:
    """The airport game with these costs, one for each player; a list, or a dict by name.

    Parameters
    ----------
    costs : sequence of numbers or dict
        What the runway that each player needs costs, in order or by name.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    Airport
        The game.

    References
    ----------
    Littlechild and Owen 1973.

    Examples
    --------
    >>> airport([4, -1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: costs: cost 2 is -1; it must not be negative
    """
    costs = by_player(costs, players)
    needs = read_amounts(costs, "costs", "cost")
    if all_floats(needs):
        needs = tuple(map(float, needs))
    return Airport(name_players(names_of(costs, players), len(needs)), title, needs=needs)
