"""What kind of game it is: size, range of payoffs, and every structure that is recognized."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.core.explanation import Description
from kibitz.core.numbers import Number, show
from kibitz.core.verbs import describe
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.diagonal import is_diagonal
from kibitz.zero_sum.methods.invariance import exchange_symmetry
from kibitz.zero_sum.methods.magic_square import constant_sums
from kibitz.zero_sum.methods.saddle_point import pure_values
from kibitz.zero_sum.methods.symmetric import is_symmetric
from kibitz.zero_sum.methods.symmetry_group import symmetry_group
from kibitz.zero_sum.methods.triangular import triangle
from kibitz.zero_sum.strategies.dominance import eliminate

SEARCHED = 900
"""Cells up to which dominance and symmetries are looked for."""


@describe.register
def describe_matrix(game: MatrixGame) -> Description:
    """Size, payoffs, saddle points and recognized structure; symmetries of games not too large.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.

    Returns
    -------
    Description
        Its properties, each with its name.
    """
    m, n = game.shape
    array, bottom = game.matrix.array, game.matrix.denominator
    low, high = array.min(), array.max()
    ends: tuple[Number, Number]
    if game.exact:
        ends = Fraction(int(low), bottom), Fraction(int(high), bottom)
    else:
        ends = float(low), float(high)
    values = pure_values(game)
    facts = [
        ("form", "two-person zero-sum game (matrix game)"),
        ("size", f"{m} x {n}"),
        ("numbers", "exact" if game.exact else "floating point"),
        ("payoffs", f"from {show(ends[0])} to {show(ends[1])}"),
        ("pure strategies", f"guarantee {show(values.lower)} and {show(values.upper)}"),
        ("saddle points", _saddles(game, values.saddle_points)),
        ("structure", ", ".join(_structures(game)) or "none recognized"),
    ]
    if m * n <= SEARCHED:
        elimination = eliminate(game)
        left = f"{len(elimination.rows)} x {len(elimination.columns)} left"
        facts.append(("pure dominance", left if elimination.removals else "nothing is dominated"))
        order = symmetry_group(array).order
        facts.append(("symmetries", "only the identity" if order == 1 else f"{order:,} in all"))
    return Description(game.title or "A matrix game", tuple(facts))


def _saddles(game: MatrixGame, cells: tuple[tuple[int, int], ...]) -> str:
    if not cells:
        return "none"
    shown = ", ".join(f"({game.rows[i]}, {game.columns[j]})" for i, j in cells[:6])
    return shown + (f" and {len(cells) - 6} more" if len(cells) > 6 else "")


def _structures(game: MatrixGame) -> Iterator[str]:
    sums = constant_sums(game)
    if sums is not None:
        yield sums.pattern
    if is_diagonal(game):
        yield "diagonal"
    shape = triangle(game)
    if shape is not None and not is_diagonal(game):
        yield f"{shape} triangular"
    if is_symmetric(game):
        yield "symmetric (skew-symmetric matrix)"
    elif game.shape[0] * game.shape[1] <= SEARCHED and exchange_symmetry(game) is not None:
        yield "symmetric after relabeling"
