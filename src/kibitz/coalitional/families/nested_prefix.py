"""Nested prefixes: a coalition earns a(k) when it holds players 1 to k, for the largest such k.

Each player is of use only after all that stand before: a chain of stages, a pipeline, a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import tensor_over
from kibitz.coalitional.families.layers import Layer, LayeredShapley, layered_shapley
from kibitz.coalitional.families.parametric import (
    ParametricCoalitionalGame,
    all_floats,
    by_player,
    name_players,
    names_of,
    read_amounts,
)
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact, show
from kibitz.core.tensor import Tensor


class NestedPrefix(ParametricCoalitionalGame):
    """What the first players earn together, for each number of them.

    >>> game = nested_prefix([1, 2, 3])
    >>> game.worth(1, 3), game.worth(1, 2)
    (Fraction(1, 1), Fraction(2, 1))
    >>> [str(x) for x in game.shapley()]
    ['11/6', '5/6', '1/3']
    """

    kind: ClassVar[str] = "nested-prefix"

    amounts: tuple[Number, ...]

    @property
    def exact(self) -> bool:
        return not all_floats(self.amounts)

    @property
    def total(self) -> Number:
        return self.amounts[-1]

    def parameters(self) -> tuple[Any, ...]:
        return (self.amounts,)

    def layers(self) -> tuple[Layer, ...]:
        """The growth of the amounts: each step is earned by all up to there together."""
        before: Number = Fraction(0)
        layers = []
        for k, amount in enumerate(self.amounts, 1):
            layers.append(Layer(amount - before, tuple(range(k))))
            before = amount
        return tuple(layers)

    def _tabled(self) -> Tensor:
        masks = np.arange(1 << self.n, dtype=np.int64)
        reach = np.zeros(len(masks), np.int64)
        holding = np.ones(len(masks), bool)
        for k in range(self.n):
            holding &= (masks >> k) & 1 == 1
            reach += holding
        if not self.exact:
            return tensor_over(np.array([0.0, *map(float, self.amounts)])[reach])
        numerators, bottom = common_denominator([exact(a) for a in (0, *self.amounts)])
        table = Tensor.read(numerators, 1, "amounts").array
        return tensor_over(table[reach], bottom)

    def shapley(self) -> LayeredShapley:
        """Player i gets the sum of (a(k) - a(k-1)) / k over all k from i on."""
        return layered_shapley(self, self.layers())

    def __str__(self) -> str:
        return f"{self.title or 'Nested prefixes'}, {self.n} players: {_few(self.amounts)}"


def _few(amounts: Sequence[Number]) -> str:
    return ", ".join(map(show, amounts[:12])) + ", ..." * (len(amounts) > 12)


def nested_prefix(amounts: Any, players: Any = None, title: str = "") -> NestedPrefix:
    """The game in which players 1 to k earn the k-th amount, and no other player adds anything.

    Parameters
    ----------
    amounts : sequence of numbers
        What players 1 to k earn together, for k = 1, 2, ...; it must not fall.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.
    title : str, optional
        A title for output.

    Returns
    -------
    NestedPrefix
        The game.

    Examples
    --------
    >>> nested_prefix([1, 3, 2])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: amounts: amount 3 is 2, less than amount 2, 3; amounts must ...
    """
    amounts = by_player(amounts, players)
    steps = read_amounts(amounts, "amounts", "amount")
    for k, (before, after) in enumerate(pairwise(steps), 1):
        if after < before:
            raise GameError(
                f"amounts: amount {k + 1} is {show(after)}, less than amount {k}, {show(before)}; "
                "amounts must not decrease"
            )
    if all_floats(steps):
        steps = tuple(map(float, steps))
    names = name_players(names_of(amounts, players), len(steps))
    return NestedPrefix(names, title, amounts=steps)
