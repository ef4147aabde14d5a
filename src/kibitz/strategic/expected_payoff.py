"""Expected payoffs of mixed strategies, exact for exact games. Cost O(mn)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.numbers import Number, common_denominator, over
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture, mixture


def payoff_by_column(game: MatrixGame, row: Any) -> Mixture:
    """What the row player expects from a mixture against each column: p'A.

    >>> from kibitz import matrix
    >>> payoff_by_column(matrix("-2 3; 3 -4"), ["3/5", "2/5"])
    (Fraction(0, 1), Fraction(1, 5))
    """
    return product(mixture(row, game.rows, "row strategy"), game.matrix)


def payoff_by_row(game: MatrixGame, column: Any) -> Mixture:
    """What the row player expects from each row against a mixture of columns: Aq.

    >>> from kibitz import matrix
    >>> payoff_by_row(matrix("-2 3; 3 -4"), ["1/2", "1/2"])
    (Fraction(1, 2), Fraction(-1, 2))
    """
    weights = mixture(column, game.columns, "column strategy")
    return product(weights, Tensor(game.matrix.array.T, game.matrix.denominator))


def expected_payoff(game: MatrixGame, row: Any, column: Any) -> Number:
    """The bilinear form p'Aq.

    >>> from kibitz import matrix
    >>> expected_payoff(matrix("-2 3; 3 -4"), ["7/12", "5/12"], ["1/2", "1/2"])
    Fraction(1, 12)
    """
    weights = mixture(column, game.columns, "column strategy")
    by_column = payoff_by_column(game, row)
    return sum((w * x for w, x in zip(weights, by_column, strict=True)), type(by_column[0])(0))


def product(weights: Mixture, tensor: Tensor) -> Mixture:
    """A vector times a matrix, exact when both are."""
    if not (tensor.exact and all(isinstance(w, Fraction) for w in weights)):
        floats = np.array([float(w) for w in weights])
        return tuple((floats @ tensor.floats()).tolist())
    from kibitz.linear.exact_product import exact_product

    numerators, denominator = common_denominator(weights)  # type: ignore[arg-type]
    bottom = denominator * tensor.denominator
    return tuple(over(exact_product(numerators, tensor.array), bottom))
