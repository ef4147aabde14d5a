"""Claims about matrix games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import Number, show
from kibitz.zero_sum.game import MatrixGame


@checks("matrix-solution", of=MatrixGame)
def matrix_solution(game: MatrixGame, claim: Claim, proof: Proof) -> None:
    """Both strategies guarantee the value, so it is the value: the minimax theorem. O(mn)."""
    m, n = game.shape
    value = claim.number("value")
    row, column = claim.numbers("row", m), claim.numbers("column", n)
    proof.states(
        f"the value is {show(value)}",
        "the minimax theorem, since both sides guarantee the same number",
    )
    matrix = exact_rows(game)
    payoffs = [x for line in game.matrix.numbers() for x in line]
    proof.within(payoffs, [value, *row, *column])
    proof.distribution("the row strategy", row)
    proof.distribution("the column strategy", column)
    least = min(expected(row, list(line)) for line in zip(*matrix, strict=True))
    most = max(expected(column, line) for line in matrix)
    slack = proof.tolerance
    proof.that(
        "the row strategy guarantees at least the value",
        least >= Fraction(value) - slack,
        f"least column payoff {show(_as(least, value))}",
    )
    proof.that(
        "the column strategy concedes at most the value",
        most <= Fraction(value) + slack,
        f"greatest row payoff {show(_as(most, value))}",
    )
    fair = abs(2 * Fraction(value) - Fraction(game.total)) <= slack
    ahead = game.players[0 if 2 * Fraction(value) > Fraction(game.total) else 1]
    proof.says(claim, "rows", game.rows)
    proof.says(claim, "columns", game.columns)
    proof.says(claim, "fair", fair)
    proof.says(claim, "favors", None if fair else ahead)
    proof.says(claim, "exact", isinstance(value, Fraction))
    proof.says(claim, "payoffs", [Fraction(value), Fraction(game.total) - Fraction(value)])


def exact_rows(game: MatrixGame) -> list[list[Fraction]]:
    """The payoffs as exact numbers; floats are the binary fractions that they are."""
    return [[Fraction(x) for x in row] for row in game.matrix.numbers()]


def expected(weights: Sequence[Number], payoffs: Sequence[Fraction]) -> Fraction:
    """The expected payoff of a mixture, exactly."""
    pairs = zip(weights, payoffs, strict=True)
    return sum((Fraction(w) * x for w, x in pairs if w), Fraction(0))


def _as(x: Fraction, like: Number) -> Number:
    return x if isinstance(like, Fraction) else float(x)
