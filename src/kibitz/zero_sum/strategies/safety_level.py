"""What a fixed mixed strategy guarantees, whatever the other player does. Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.best_response import PureBestResponses, best_columns, best_rows
from kibitz.zero_sum.strategies.mixture import Mixture, mixture


@dataclass(frozen=True)
class SafetyLevel:
    """A mixture, its payoff against every answer, and the worst of these."""

    strategy: Mixture
    payoffs: Mixture
    guarantee: Number
    answers: tuple[int, ...]
    """The other player's best answers (positions from 0)."""

    @property
    def equalizer(self) -> bool:
        """Does it pay the same against every answer?"""
        return len(self.answers) == len(self.payoffs)

    def __str__(self) -> str:
        level = f"{show_all(self.strategy)} leads to {show(self.guarantee)} at worst"
        kind = ", whatever is answered" if self.equalizer else ""
        return f"{level}{kind}\nby answer: {show_all(self.payoffs)}"


@extends(MatrixGame)
def row_safety(game: MatrixGame, row: Any) -> SafetyLevel:
    """The least the row player can expect from this mixture.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : array_like
        A mixed strategy of the row player: probabilities in order, or by label.

    Returns
    -------
    SafetyLevel
        The level, and the columns that hold the row player to it.

    Examples
    --------
    >>> from kibitz import matrix
    >>> level = row_safety(matrix("-2 3; 3 -4"), ["3/5", "2/5"])
    >>> level.payoffs, level.guarantee, level.equalizer
    ((Fraction(0, 1), Fraction(1, 5)), Fraction(0, 1), False)
    """
    return _level(mixture(row, game.rows, "row strategy"), best_columns(game, row))


@extends(MatrixGame)
def column_safety(game: MatrixGame, column: Any) -> SafetyLevel:
    """The most the column player can concede with this mixture.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    column : array_like
        A mixed strategy of the column player: probabilities in order, or by label.

    Returns
    -------
    SafetyLevel
        The level, and the rows that reach it.
    """
    return _level(mixture(column, game.columns, "column strategy"), best_rows(game, column))


def _level(strategy: Mixture, reply: PureBestResponses) -> SafetyLevel:
    return SafetyLevel(strategy, reply.payoffs, reply.payoff, reply.responses)
