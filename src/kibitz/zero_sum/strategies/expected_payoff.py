"""Expected payoffs of mixed strategies, exact for exact games. Cost O(mn)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeGuard

import numpy as np

from kibitz.core.extension import extends
from kibitz.core.numbers import Number, common_denominator, is_root, over
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture, mixture


@extends(MatrixGame)
def payoff_by_column(game: MatrixGame, row: Any) -> Mixture:
    """What the row player expects from a mixture against each column: p'A.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : array_like
        A mixed strategy of the row player: probabilities in order, or by label.

    Returns
    -------
    Mixture
        A payoff for each column.

    Examples
    --------
    >>> from kibitz import matrix
    >>> payoff_by_column(matrix("-2 3; 3 -4"), ["3/5", "2/5"])
    (Fraction(0, 1), Fraction(1, 5))
    """
    return product(mixture(row, game.rows, "row strategy"), game.matrix)


@extends(MatrixGame)
def payoff_by_row(game: MatrixGame, column: Any) -> Mixture:
    """What the row player expects from each row against a mixture of columns: Aq.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    column : array_like
        A mixed strategy of the column player: probabilities in order, or by label.

    Returns
    -------
    Mixture
        A payoff for each row.

    Examples
    --------
    >>> from kibitz import matrix
    >>> payoff_by_row(matrix("-2 3; 3 -4"), ["1/2", "1/2"])
    (Fraction(1, 2), Fraction(-1, 2))
    """
    weights = mixture(column, game.columns, "column strategy")
    return product(weights, Tensor(game.matrix.array.T, game.matrix.denominator))


@extends(MatrixGame)
def expected_payoff(game: MatrixGame, row: Any, column: Any) -> Number:
    """The bilinear form p'Aq.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : array_like
        A mixed strategy of the row player: probabilities in order, or by label.
    column : array_like
        A mixed strategy of the column player: probabilities in order, or by label.

    Returns
    -------
    Number
        The expected payoff of the row player.

    Examples
    --------
    >>> from kibitz import matrix
    >>> expected_payoff(matrix("-2 3; 3 -4"), ["7/12", "5/12"], ["1/2", "1/2"])
    Fraction(1, 12)
    """
    weights = mixture(column, game.columns, "column strategy")
    by_column = payoff_by_column(game, row)
    return expectation(weights, by_column)


def expectation(weights: Mixture, payoffs: Mixture) -> Number:
    """The sum of weights times payoffs: in one field where some are roots, 0.0 where all is 0."""
    if any(map(is_root, (*weights, *payoffs))) and not _rounded(*weights, *payoffs):
        from kibitz.algebra.field_number import in_one_field

        every = in_one_field((*weights, *payoffs))  # type: ignore[arg-type]
        pairs = zip(every[: len(weights)], every[len(weights) :], strict=True)
        total: Any = sum((w * x for w, x in pairs), every[0] * 0)
        payoff: Number = total.point()
        return payoff
    zero = Fraction(0) if isinstance(payoffs[0], Fraction) else 0.0
    return sum((w * x for w, x in zip(weights, payoffs, strict=True) if w), zero)


def _rounded(*numbers: Any) -> bool:
    return any(isinstance(x, float) for x in numbers)


def product(weights: Mixture, tensor: Tensor) -> Mixture:
    """A vector times a matrix, exact when both are."""
    if _all_exact(weights, tensor):
        return tuple(over(*_integer_product(weights, tensor)))
    if tensor.exact and any(map(is_root, weights)):
        return _in_one_field(weights, tensor)
    floats = np.array([float(w) for w in weights])
    return tuple((floats @ tensor.floats()).tolist())


def _in_one_field(weights: Mixture, tensor: Tensor) -> Mixture:
    from kibitz.algebra.field_number import in_one_field

    roots: Any = in_one_field(weights)  # type: ignore[arg-type]
    field: Any = np.array(roots, object)
    paid = field @ tensor.array.astype(object)
    return tuple((x * Fraction(1, tensor.denominator)).point() for x in paid)


def _all_exact(weights: Mixture, tensor: Tensor) -> TypeGuard[tuple[Fraction, ...]]:
    return tensor.exact and all(type(w) is Fraction for w in weights)


def _integer_product(weights: Iterable[Fraction], tensor: Tensor) -> tuple[list[int], int]:
    from kibitz.linear.systems.exact_product import exact_product

    numerators, denominator = common_denominator(weights)
    return exact_product(numerators, tensor.array), denominator * tensor.denominator
