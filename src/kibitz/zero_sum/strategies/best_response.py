"""Best responses to a known mixture (Bayes strategies). Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, magnitude, rounding, show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.expected_payoff import payoff_by_column, payoff_by_row
from kibitz.zero_sum.strategies.mixture import Mixture


@dataclass(frozen=True)
class PureBestResponses:
    """All pure best responses (positions from 0), what they pay, and what everything pays.

    >>> from kibitz import matrix
    >>> print(best_rows(matrix("0 1 2 3; 2 4 1 2; 4 2 3 0"), ["1/2", 0, 0, "1/2"]))
    best: 2 or 3, for 2
    strategy   payoff
    ─────────────────
    1             3/2
    2              2*
    3              2*
    """

    responses: tuple[int, ...]
    payoff: Number
    payoffs: Mixture
    names: tuple[str, ...] = ()
    """The names of all strategies."""
    word: str = "payoff"

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the best responses."""
        return tuple(self.names[k] for k in self.responses)

    def __str__(self) -> str:
        rows = tuple(
            (name, show(x) + "*" * (k in self.responses))
            for k, (name, x) in enumerate(zip(self.names, self.payoffs, strict=True))
        )
        head = f"best: {' or '.join(self.labels)}, for {show(self.payoff)}"
        return f"{head}\n{Table(('strategy', self.word), rows).text()}"


@extends(MatrixGame)
def best_rows(game: MatrixGame, column: Any) -> PureBestResponses:
    """The rows that pay most against a mixture of columns.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    column : array_like
        A mixed strategy of the column player: probabilities in order, or by label.

    Returns
    -------
    PureBestResponses
        The best rows, and what they pay.

    Examples
    --------
    >>> from kibitz import matrix
    >>> best_rows(matrix("0 1 2 3; 2 4 1 2; 4 2 3 0"), ["1/2", 0, 0, "1/2"]).responses
    (1, 2)
    """
    payoffs = payoff_by_row(game, column)
    return extreme(payoffs, max(payoffs), game.rows)


@extends(MatrixGame)
def best_columns(game: MatrixGame, row: Any) -> PureBestResponses:
    """The columns that concede least against a mixture of rows.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : array_like
        A mixed strategy of the row player: probabilities in order, or by label.

    Returns
    -------
    PureBestResponses
        The best columns, and what they concede.

    Examples
    --------
    >>> from kibitz import matrix
    >>> best_columns(matrix("0 1 2 3; 2 4 1 2; 4 2 3 0"), ["1/3", "1/3", "1/3"]).responses
    (3,)
    """
    payoffs = payoff_by_column(game, row)
    return extreme(payoffs, min(payoffs), game.columns)


def extreme(
    payoffs: Mixture, best: Number, names: tuple[str, ...], word: str = "payoff"
) -> PureBestResponses:
    """The positions that hold the best payoff, up to rounding where it is a float."""
    slack = rounding(payoffs) if isinstance(best, float) else 0
    chosen = tuple(k for k, x in enumerate(payoffs) if magnitude(x - best) <= slack)
    return PureBestResponses(chosen, best, payoffs, names, word)
