"""All basic optimal strategies, by trying every square submatrix.

Shapley and Snow (1950): a pair of optimal strategies is extreme exactly when it comes from a
square kernel. The search is exponential, C(m+n, m) submatrices: a cross-check for small games;
:func:`kibitz.zero_sum.strategies.optimal_strategies.optimal_strategies` scales better.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.method import method
from kibitz.core.numbers import plain, show, show_all
from kibitz.core.progress import work
from kibitz.core.solution import Solution
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.kernel import Kernel, solve_kernel
from kibitz.zero_sum.strategies.mixture import Mixture

SHOWN = 40
LIMIT = 2_000_000
"""The greatest number of submatrices that will be tried."""


@dataclass(frozen=True)
class Kernels(Solution, kind="kernels"):
    """The kernels that solve the game, and the extreme strategies that they give."""

    game: MatrixGame
    kernels: tuple[Kernel, ...]
    complete: bool
    method: ClassVar[str] = "trying every square submatrix"
    exact: ClassVar[bool] = True

    @property
    def value(self) -> Fraction:
        """The value of the game, which every kernel gives."""
        return self.kernels[0].value(self.game)

    @property
    def row_extreme(self) -> tuple[Mixture, ...]:
        return tuple(dict.fromkeys(k.mixtures(self.game)[0] for k in self.kernels))

    @property
    def column_extreme(self) -> tuple[Mixture, ...]:
        return tuple(dict.fromkeys(k.mixtures(self.game)[1] for k in self.kernels))

    def explain(self) -> Explanation:
        """The kernels with the strategies that they give."""
        rows = tuple(
            (*self._labels(kernel), *map(show_all, kernel.mixtures(self.game)))
            for kernel in self.kernels[:SHOWN]
        )
        table = Table(("rows", "columns", "row strategy", "column strategy"), rows)
        prose = (
            "A pair of optimal strategies is extreme exactly when a square submatrix gives it: the "
            "weights that make its lines indifferent, optimal in the whole game. Value "
            f"{show(self.value)}."
        )
        return Explanation("Square kernels", (Step("The kernels", prose, table),))

    def _labels(self, kernel: Kernel) -> tuple[str, str]:
        rows = [self.game.rows[i] for i in kernel.rows]
        return ", ".join(rows), ", ".join(self.game.columns[j] for j in kernel.columns)

    def to_json(self) -> dict[str, Any]:
        listed = []
        for kernel in self.kernels:
            row, column = kernel.mixtures(self.game)
            listed.append(
                {
                    "rows": [self.game.rows[i] for i in kernel.rows],
                    "columns": [self.game.columns[j] for j in kernel.columns],
                    "row": [plain(x) for x in row],
                    "column": [plain(x) for x in column],
                }
            )
        return {
            "kind": self.kind,
            "value": plain(self.value),
            "kernels": listed,
            "row_extreme": [[plain(x) for x in p] for p in self.row_extreme],
            "column_extreme": [[plain(x) for x in q] for q in self.column_extreme],
            "complete": self.complete,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: MatrixGame, data: dict[str, Any]) -> Kernels:
        claim, kernels = Claim(data), []
        for part in claim.parts("kernels"):
            rows, columns = part.places("rows", game.rows), part.places("columns", game.columns)
            kernel = solve_kernel(game, rows, columns) if rows else None
            if kernel is None:
                raise GameError(f"{part.where}: these rows and columns are not a kernel")
            kernels.append(kernel)
        return cls(game, tuple(kernels), claim.flag("complete"))

    def __str__(self) -> str:
        lines = [f"{len(self.kernels)} kernels" if len(self.kernels) != 1 else "one kernel"]
        for kernel in self.kernels[:SHOWN]:
            row, column = kernel.mixtures(self.game)
            lines.append(f"row {show_all(row)}   column {show_all(column)}")
        return "\n".join([*lines, *(["..."] if len(self.kernels) > SHOWN else [])])


def _not_applicable(game: MatrixGame) -> str | None:
    if not game.exact:
        return "it needs exact payoffs; use exact=True"
    m, n = game.shape
    total = comb(m + n, m) - 1
    too_many = f"a {m} x {n} game has {total:,} square submatrices, more than {LIMIT:,}"
    return f"{too_many}; use optimal-strategies" if total > LIMIT else None


@method(
    MatrixGame,
    "shapley-snow",
    finds="every square kernel, and the extreme optimal strategies that they give",
    cost="C(m+n, m) systems of linear equations",
    reference="Shapley and Snow 1950",
    applies=_not_applicable,
    aliases=(
        "kernels",
        "snow-shapley",
        "kernel",
    ),
)
def shapley_snow(game: MatrixGame) -> Kernels:
    """Every square submatrix whose equalizing weights are optimal in the whole game.

    Parameters
    ----------
    game : MatrixGame
        A game with exact payoffs, small enough to try every square submatrix.

    Returns
    -------
    Kernels
        The kernels; not complete if the search was stopped.

    Notes
    -----
    There are C(m+n, m) - 1 square submatrices, each of which is a system of linear equations.

    References
    ----------
    Shapley and Snow 1950.

    Examples
    --------
    >>> from kibitz import matrix
    >>> len(shapley_snow(matrix("1 3 5 3; 4 0 2 2; 3 7 3 5")).row_extreme)
    2
    """
    reason = _not_applicable(game)
    if reason is not None:
        raise GameError(f"shapley-snow does not apply: {reason}")
    m, n = game.shape
    total = comb(m + n, m) - 1
    kernels: list[Kernel] = []
    with work("trying kernels", total) as task:
        for size in range(1, min(m, n) + 1):
            for rows in combinations(range(m), size):
                for columns in combinations(range(n), size):
                    task.advance()
                    if task.stopped:
                        return Kernels(game, tuple(kernels), complete=False)
                    kernel = solve_kernel(game, rows, columns)
                    if kernel is not None and kernel.solves(game):
                        kernels.append(kernel)
    return Kernels(game, tuple(kernels), complete=True)
