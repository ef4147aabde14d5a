"""An optimal strategy of a matrix game: whatever guarantees the value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.numbers import exact, show
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import is_rounded, read_distribution
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution


@dataclass(frozen=True)
class StrategyJudge(Judge):
    """An optimal strategy of the row player or the column player.

    The answer is judged by what it guarantees, not by comparison with a model answer. A strategy
    that is not optimal earns up to half the points, by how near to the value it comes.

    >>> from kibitz import matrix
    >>> game = matrix("3 0; 0 1")
    >>> row = StrategyJudge(game.solve(), "row")
    >>> row.judge("1/4 3/4").words, row.judge("1/3 2/3")
    ('right', Verdict(score=Fraction(4, 9), words='your strategy guarantees 2/3, the value is 3/4'))
    """

    solution: MatrixSolution
    side: str

    @property
    def game(self) -> MatrixGame:
        return self.solution.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.game.rows if self.side == "row" else self.game.columns)

    @property
    def form(self) -> str:
        return f"probabilities for {', '.join(self.names)}, such as 1/3 2/3"

    @property
    def right(self) -> list[str]:
        mix = self.solution.row if self.side == "row" else self.solution.column
        return [show(p) for p in mix]

    def judge(self, given: Any) -> Verdict:
        mix = read_distribution(given, self.names)
        payoffs = [[exact(x) for x in line] for line in self.game.matrix.numbers()]
        if self.side == "row":
            against = [_mixed(mix, column) for column in zip(*payoffs, strict=True)]
            secured, verb = min(against), "guarantees"
            worst = min(map(min, payoffs))
        else:
            against = [_mixed(mix, row) for row in payoffs]
            secured, verb = max(against), "concedes up to"
            worst = max(map(max, payoffs))
        value = exact(self.solution.value)
        if secured == value:
            return Verdict(1, "right")
        if is_rounded(given) and abs(secured - value) <= _slack(payoffs):
            return Verdict(1, "right, up to rounding")
        near = (secured - worst) / (value - worst) / 2 if value != worst else Fraction(0)
        words = f"your strategy {verb} {show(secured)}, the value is {show(value)}"
        return Verdict(max(near, Fraction(0)), words)


def _mixed(mix: list[Fraction], payoffs: Any) -> Fraction:
    return sum((p * x for p, x in zip(mix, payoffs, strict=True)), Fraction(0))


def _slack(payoffs: list[list[Fraction]]) -> Fraction:
    """What rounding probabilities to three digits can cost."""
    spread = max(map(max, payoffs)) - min(map(min, payoffs))
    return spread * len(payoffs) / 1000
