"""Zero-sum games in disguise: a scale and a shift that turn one player's payoffs into the other's.

With alpha > 0, the game (R, C) is played like the zero-sum game W = alpha R + beta when W = -C in
every cell; its value w is then worth (w - beta) / alpha to the first player and -w to the second.
Wider, payoffs may also be shifted by amounts that the player concerned cannot influence: column by
column for R and row by row for C. Then the equilibria are those of a zero-sum game.
Moulin and Vial (1978).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array, Tensor
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell
from kibitz.strategic.sentences import not_zero_sum
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution

ANCHORS = 60
"""From this many cells a scale is looked for that most other cells agree with."""


@dataclass(frozen=True)
class ZeroSumEquivalence(Solution, kind="zero-sum-equivalence"):
    """A scale and a shift that make the game zero-sum, or the cells where the trial ones fail.

    >>> from kibitz import bimatrix
    >>> found = zero_sum_equivalence(bimatrix("27 17; 19 23", "-5 0; -1 -3"))
    >>> print(found)
    alpha 1/2, beta -17/2: the first player's payoffs become the second's losses
    the zero-sum game has value 15/7: payoffs 149/7 and -15/7
    """

    game: StrategicGame
    alpha: Number | None
    beta: Number | None
    mismatches: tuple[Cell, ...]
    """Cells (from 0) where alpha R + beta is not -C."""

    @property
    def reducible(self) -> bool:
        return self.alpha is not None and self.alpha > 0 and not self.mismatches

    def __bool__(self) -> bool:
        return self.reducible

    @property
    def matrix_game(self) -> MatrixGame:
        """The zero-sum game W = alpha R + beta."""
        alpha, beta = self._scale()
        rows, columns = self.game.strategies
        first, second = self.game.players
        tensor = self.game.payoffs[0].affine(alpha, beta)
        return MatrixGame(tensor, rows, columns, (first, second), self.game.title)

    def _scale(self) -> tuple[Number, Number]:
        if not self.reducible or self.alpha is None or self.beta is None:
            raise GameError(f"not a zero-sum game in disguise: {self.reason}")
        return self.alpha, self.beta

    @property
    def reason(self) -> str:
        """Why it is not reducible."""
        return not_zero_sum(self.game, self.alpha, self.beta, self.mismatches)

    @property
    def left(self) -> tuple[Number, ...]:
        """alpha R + beta at the mismatches."""
        if self.alpha is None or self.beta is None:
            return ()
        first = self.game.payoffs[0]
        return tuple(self.alpha * first[cell] + self.beta for cell in self.mismatches)

    @property
    def required(self) -> tuple[Number, ...]:
        """-C at the mismatches."""
        return tuple(-self.game.payoffs[1][cell] for cell in self.mismatches)

    def solve(self) -> MatrixSolution:
        """The solution of the zero-sum game."""
        return self.matrix_game.solve()

    def payoffs(self, value: Number) -> tuple[Number, Number]:
        """What a value of the zero-sum game is worth to the players of this one.

        Parameters
        ----------
        value : number
            A value of the zero-sum game.
        """
        alpha, beta = self._scale()
        own = (value - beta) / alpha
        return self.game.reported(own), self.game.reported(-value)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "reducible": self.reducible,
            "alpha": None if self.alpha is None else plain(self.alpha),
            "beta": None if self.beta is None else plain(self.beta),
        }
        if not self.reducible:
            return {
                **data,
                "reason": self.reason,
                "mismatches": [list(cell) for cell in self.mismatches],
                "left": [plain(x) for x in self.left],
                "required": [plain(x) for x in self.required],
            }
        solution = self.solve()
        return {
            **data,
            "value": plain(solution.value),
            "row": [plain(x) for x in solution.row],
            "column": [plain(x) for x in solution.column],
            f"{self.game.word}s": [plain(x) for x in self.payoffs(solution.value)],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> ZeroSumEquivalence:
        claim = Claim(data)
        alpha, beta = (None if data.get(k) is None else claim.number(k) for k in ("alpha", "beta"))
        return cls(game, alpha, beta, claim.cells("mismatches") if "mismatches" in claim else ())

    def __str__(self) -> str:
        if not self.reducible:
            return f"not a zero-sum game in disguise: {self.reason}"
        alpha, beta = self._scale()
        value = self.solve().value
        own, other = self.payoffs(value)
        return (
            f"alpha {show(alpha)}, beta {show(beta)}: the first player's payoffs become "
            f"the second's losses\nthe zero-sum game has value {show(value)}: "
            f"{self.game.word}s {show(own)} and {show(other)}"
        )


@dataclass(frozen=True)
class StrategicZeroSum:
    """A scale, a shift for each column and one for each row: alpha R - b_j = -(C - a_i).

    >>> from kibitz import bimatrix
    >>> found = strategic_zero_sum(bimatrix("-1,4 5,0; 2,-10 -5,5"))
    >>> print(found.alpha, *found.rows, *found.columns)
    19/13 0 -125/13 33/13 95/13
    """

    game: StrategicGame
    alpha: Number
    rows: tuple[Number, ...]
    """What is taken from the second player's payoffs, row by row."""
    columns: tuple[Number, ...]
    """What is taken from the first player's scaled payoffs, column by column."""

    @property
    def matrix_game(self) -> MatrixGame:
        """The zero-sum game with the same equilibria."""
        first = self.game.payoffs[0].affine(self.alpha, type(self.alpha)(0))
        shift = Tensor.read([list(self.columns)] * self.game.shape[0])
        names, others = self.game.strategies
        players = (self.game.players[0], self.game.players[1])
        return MatrixGame(first + (-shift), names, others, players, self.game.title)

    def __str__(self) -> str:
        return (
            f"alpha {show(self.alpha)}; less {show_all(self.columns)} by column for the first "
            f"player, less {show_all(self.rows)} by row for the second: a zero-sum game"
        )


@method(
    StrategicGame,
    "zero-sum-equivalence",
    finds="a scale and a shift that make the game zero-sum",
    cost="O(mn)",
    reference="Moulin and Vial 1978",
    applies=needs_two_players,
    aliases=(
        "zero-sum",
        "zero-sum-equivalent",
    ),
)
def zero_sum_equivalence(game: StrategicGame) -> ZeroSumEquivalence:
    """Look for alpha > 0 and beta with alpha R + beta = -C. Cost O(mn).

    The trial values come from the first two cells, row by row, where the first player's payoffs
    differ, unless others fail at fewer cells: what spoils a zero-sum game is found where it is.
    When all of the first player's payoffs are the same, the second player's must be as well.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    ZeroSumEquivalence
        The scale and the shift, or why there are none.

    References
    ----------
    Moulin and Vial 1978.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(zero_sum_equivalence(bimatrix("2 3; 1 6", "-5 -7; -1 4")))
    not a zero-sum game in disguise: alpha 2 and beta 1, ..., fail at (2, 1), (2, 2)
    """
    _check_two(game)
    first, second = game.payoffs
    cells = [tuple(map(int, np.unravel_index(k, game.shape))) for k in range(first.array.size)]
    start = cells[0]
    other = next((c for c in cells if first.array[c] != first.array[start]), None)
    if other is None:
        if not (second.array == second.array.flat[0]).all():
            return ZeroSumEquivalence(game, None, None, ())
        one = Fraction(1) if game.exact else 1.0
        return ZeroSumEquivalence(game, one, -second[start] - first[start], ())
    alpha = (second[start] - second[other]) / (first[other] - first[start])
    beta = -second[start] - alpha * first[start]
    wrong = _mismatches(game, alpha, beta)
    if wrong and (nearest := _nearest(game, cells)) is not None:
        fewer = _mismatches(game, *nearest)
        if len(fewer) < len(wrong):
            return ZeroSumEquivalence(game, *nearest, fewer)
    return ZeroSumEquivalence(game, alpha, beta, wrong)


def _nearest(game: StrategicGame, cells: list[Cell]) -> tuple[Number, Number] | None:
    """The positive scale and the shift that most cells agree with, of all pairs of cells.

    From this many cells spread over a larger game only: a line that holds in most cells meets them.
    """
    first, second = game.payoffs
    anchors = cells[:: 1 + (len(cells) - 1) // ANCHORS]
    points = [(first[cell], -second[cell]) for cell in cells]
    best: tuple[int, Number, Number] | None = None
    for anchor in anchors:
        x, y = first[anchor], -second[anchor]
        counts: dict[Number, int] = {}
        for u, v in points:
            if u != x and (v - y) * (u - x) > 0:
                slope = (v - y) / (u - x)
                counts[slope] = counts.get(slope, 0) + 1
        for alpha, count in counts.items():
            if best is None or count > best[0]:
                best = count, alpha, y - alpha * x
    return None if best is None else best[1:]


def strategic_zero_sum(game: StrategicGame) -> StrategicZeroSum | None:
    """The wider equivalence: alpha R + C = a_i + b_j with alpha > 0; None when there is none.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    StrategicZeroSum or None
        The scale and the shifts, or None.

    References
    ----------
    Moulin and Vial 1978.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> strategic_zero_sum(bimatrix("1,1 0,0; 0,0 1,1")) is None
    True
    """
    _check_two(game)
    first, second = game.payoffs
    mine, theirs = _double_differences(first), _double_differences(second)
    nonzero = np.flatnonzero(mine)
    if not len(nonzero):
        if theirs.any():
            return None
        alpha: Number = Fraction(1) if game.exact else 1.0
    else:
        k = int(nonzero[0])
        own, other = mine.flat[k], theirs.flat[k]
        if game.exact:
            alpha = -Fraction(int(other), second.denominator) / Fraction(
                int(own), first.denominator
            )
        else:
            alpha = -float(other) / float(own)
    if alpha <= 0:
        return None
    total = first.affine(alpha, type(alpha)(0)) + second
    rest = _double_differences(total)
    scale = 0 if game.exact else 1e-12 * float(np.abs(total.floats()).max())
    if (np.abs(rest) > scale).any():
        return None
    rows = tuple(total[i, 0] - total[0, 0] for i in range(game.shape[0]))
    columns = tuple(total[0, j] for j in range(game.shape[1]))
    return StrategicZeroSum(game, alpha, rows, columns)


def _check_two(game: StrategicGame) -> None:
    if len(game.players) != 2:
        raise GameError(
            f"{count_of(len(game.players), 'player')}: only two-person games become zero-sum"
        )


def _mismatches(game: StrategicGame, alpha: Number, beta: Number) -> tuple[Cell, ...]:
    total = game.payoffs[0].affine(alpha, beta) + game.payoffs[1]
    slack = 0 if total.exact else 1e-12 * float(np.abs(game.payoffs[1].floats()).max() + abs(beta))
    return tuple(tuple(cell) for cell in np.argwhere(np.abs(total.array) > slack).tolist())


def _double_differences(tensor: Tensor) -> Array:
    array = tensor.array
    differences: Array = array - array[:1] - array[:, :1] + array[:1, :1]
    return differences
