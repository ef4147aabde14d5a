"""Games that are stacks of layers, whose Shapley value shares every layer equally.

A layer is an amount and a group. It is earned by coalitions that hold the whole group (a unanimity
game), or caused by coalitions that hold any of it (its dual); either way the Shapley value
shares the amount equally in the group, and it is additive.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.core.numbers import Number


@dataclass(frozen=True, slots=True)
class Layer:
    """An amount, and the positions of the players it belongs to."""

    amount: Number
    group: tuple[int, ...]


def shared(layers: tuple[Layer, ...], n: int) -> tuple[Number, ...]:
    """Every layer shared equally in its group.

    >>> [str(x) for x in shared((Layer(Fraction(6), (0, 1, 2)), Layer(Fraction(2), (2,))), 3)]
    ['2', '2', '4']
    """
    totals: list[Number] = [Fraction(0)] * n
    for layer in layers:
        part = layer.amount / len(layer.group)
        for i in layer.group:
            totals[i] = totals[i] + part
    return tuple(totals)


@dataclass(frozen=True)
class LayeredShapley(ShapleyValue):
    """The Shapley value of a stack of layers; ``working`` has the layers."""


def layered_shapley(game: CoalitionalGame, layers: tuple[Layer, ...]) -> LayeredShapley:
    """The Shapley value of a game that is a stack of layers. Cost: the size of the groups."""
    return LayeredShapley(game, shared(layers, game.n), "layers, each shared equally", layers)
