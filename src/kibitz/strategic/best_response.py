"""Best responses to a known mixture (Bayes strategies). Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.numbers import Number, magnitude, rounding
from kibitz.strategic.expected_payoff import payoff_by_column, payoff_by_row
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture


@dataclass(frozen=True)
class BestResponse:
    """All pure best responses (positions from 0), what they pay, and what everything pays."""

    responses: tuple[int, ...]
    payoff: Number
    payoffs: Mixture


def best_rows(game: MatrixGame, column: Any) -> BestResponse:
    """The rows that pay most against a mixture of columns.

    >>> from kibitz import matrix
    >>> best_rows(matrix("0 1 2 3; 2 4 1 2; 4 2 3 0"), ["1/2", 0, 0, "1/2"]).responses
    (1, 2)
    """
    payoffs = payoff_by_row(game, column)
    return extreme(payoffs, max(payoffs))


def best_columns(game: MatrixGame, row: Any) -> BestResponse:
    """The columns that concede least against a mixture of rows.

    >>> from kibitz import matrix
    >>> best_columns(matrix("0 1 2 3; 2 4 1 2; 4 2 3 0"), ["1/3", "1/3", "1/3"]).responses
    (3,)
    """
    payoffs = payoff_by_column(game, row)
    return extreme(payoffs, min(payoffs))


def extreme(payoffs: Mixture, best: Number) -> BestResponse:
    """The positions that hold the best payoff, up to rounding where it is a float."""
    slack = 0 if isinstance(best, Fraction) else rounding(payoffs)
    chosen = tuple(k for k, x in enumerate(payoffs) if magnitude(x - best) <= slack)
    return BestResponse(chosen, best, payoffs)
