"""The joint optimum: what all players together could have, and what equilibria leave of it.

A mixture of cells cannot have a larger total than the best cell, so looking at the cells is
enough. Cost O(n) times the cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.strategic.concepts.pure_equilibria import pure_equilibria
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text


@dataclass(frozen=True)
class JointOptimum(Solution, kind="joint-optimum"):
    """The best total, the cells (from 0) that have it, and the totals of the pure equilibria.

    >>> from kibitz import bimatrix
    >>> print(joint_optimum(bimatrix("5000,5000 0,10000; 10000,0 10,10")))
    the best total is 10000, at (1, 1), (1, 2), (2, 1)
    the equilibrium (2, 2) has 20
    """

    game: StrategicGame
    total: Number
    cells: tuple[Cell, ...]

    @property
    def equilibria(self) -> dict[Cell, Number]:
        """The total at every equilibrium in pure strategies."""
        return {cell: _sum(self.game, cell) for cell in pure_equilibria(self.game)}

    @property
    def price_of_anarchy(self) -> Number | None:
        """The worst equilibrium compared with the optimum, at least 1; None where undefined.

        It is the ratio of totals, in a game of costs of worst to best, otherwise of best to worst,
        over the equilibria in pure strategies; totals must be positive.
        """
        return self._ratio(worst=True)

    @property
    def price_of_stability(self) -> Number | None:
        """The best equilibrium compared with the optimum in the same way."""
        return self._ratio(worst=False)

    def _ratio(self, worst: bool) -> Number | None:
        totals = list(self.equilibria.values())
        if not totals or min(*totals, self.total, self.total) <= 0:
            return None
        if self.game.costs:
            return (max(totals) if worst else min(totals)) / self.total
        return self.total / (min(totals) if worst else max(totals))

    def to_json(self) -> dict[str, Any]:
        anarchy, stability = self.price_of_anarchy, self.price_of_stability
        return {
            "kind": self.kind,
            "total": plain(self.total),
            "cells": [list(cell) for cell in self.cells],
            "equilibria": [
                {"cell": list(cell), "total": plain(total)}
                for cell, total in self.equilibria.items()
            ],
            "price_of_anarchy": None if anarchy is None else plain(anarchy),
            "price_of_stability": None if stability is None else plain(stability),
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> JointOptimum:
        claim = Claim(data)
        return cls(game, claim.number("total"), claim.cells("cells"))

    def __str__(self) -> str:
        where = ", ".join(cell_text(self.game, cell) for cell in self.cells[:12])
        lines = [f"the best total is {show(self.total)}, at {where}"]
        lines += [
            f"the equilibrium {cell_text(self.game, cell)} has {show(total)}"
            for cell, total in self.equilibria.items()
        ]
        return "\n".join(lines)


@method(
    StrategicGame,
    "joint-optimum",
    finds="the greatest total payoff",
    cost="O(n) times the cells",
    reference="Koutsoupias and Papadimitriou 1999",
    aliases=(
        "welfare",
        "social-optimum",
        "price-of-anarchy",
    ),
)
def joint_optimum(game: StrategicGame) -> JointOptimum:
    """The best total of all payoffs, or the least of all costs, and where it is reached.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    JointOptimum
        The optimum, and the price of anarchy where it is defined.

    Notes
    -----
    Cost: O(n) times the cells.

    References
    ----------
    Koutsoupias and Papadimitriou 1999.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> joint_optimum(bimatrix("-10,-40 40,10; 10,40 -40,-10")).cells
    ((0, 1), (1, 0))
    """
    totals = _totals(game)
    best = totals.array.max()
    cells = tuple(tuple(cell) for cell in np.argwhere(totals.array == best).tolist())
    total = game.reported(_number(best, totals))
    return JointOptimum(game, total if game.exact else float(total), cells)


def _totals(game: StrategicGame) -> Tensor:
    """The sum in every cell; floats at their decimal spelling, so that ties are ties."""
    first, *others = (t.rational() for t in game.payoffs)
    for tensor in others:
        first = first + tensor
    return first


def _sum(game: StrategicGame, cell: Cell) -> Number:
    payoffs = game.payoff(*cell)
    return sum(payoffs, type(payoffs[0])(0))


def _number(entry: Any, tensor: Tensor) -> Number:
    return Fraction(int(entry), tensor.denominator) if tensor.exact else float(entry)
