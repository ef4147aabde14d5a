"""All basic optimal strategies, by trying every square submatrix.

Shapley and Snow (1950): a pair of optimal strategies is extreme exactly when it comes from a
square kernel. The search is exponential, C(m+n, m) submatrices: a cross-check for small games;
:func:`kibitz.zero_sum.strategies.optimal_strategies.optimal_strategies` scales better.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

from kibitz.core.errors import GameError
from kibitz.core.numbers import show_all
from kibitz.core.progress import work
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.kernel import Kernel, solve_kernel
from kibitz.zero_sum.strategies.mixture import Mixture

SHOWN = 40
LIMIT = 2_000_000
"""The greatest number of submatrices that will be tried."""


@dataclass(frozen=True)
class Kernels:
    """The kernels that solve the game, and the extreme strategies that they give."""

    game: MatrixGame
    kernels: tuple[Kernel, ...]
    complete: bool

    @property
    def row_extreme(self) -> tuple[Mixture, ...]:
        return tuple(dict.fromkeys(k.mixtures(self.game)[0] for k in self.kernels))

    @property
    def column_extreme(self) -> tuple[Mixture, ...]:
        return tuple(dict.fromkeys(k.mixtures(self.game)[1] for k in self.kernels))

    def __str__(self) -> str:
        lines = [f"{len(self.kernels)} kernels" if len(self.kernels) != 1 else "one kernel"]
        for kernel in self.kernels[:SHOWN]:
            row, column = kernel.mixtures(self.game)
            lines.append(f"row {show_all(row)}   column {show_all(column)}")
        return "\n".join([*lines, *(["..."] if len(self.kernels) > SHOWN else [])])


def shapley_snow(game: MatrixGame) -> Kernels:
    """Every square submatrix whose equalizing weights are optimal in the whole game.

    >>> from kibitz import matrix
    >>> len(shapley_snow(matrix("1 3 5 3; 4 0 2 2; 3 7 3 5")).row_extreme)
    2
    """
    if not game.exact:
        raise GameError("kernels are found exactly; give integers or fractions")
    m, n = game.shape
    total = comb(m + n, m) - 1
    if total > LIMIT:
        raise GameError(
            f"a {m} x {n} game has {total:,} square submatrices, more than {LIMIT:,}; "
            "use optimal_strategies"
        )
    found: list[Kernel] = []
    with work("trying kernels", total) as task:
        for size in range(1, min(m, n) + 1):
            for rows in combinations(range(m), size):
                for columns in combinations(range(n), size):
                    task.advance()
                    if task.stopped:
                        return Kernels(game, tuple(found), complete=False)
                    kernel = solve_kernel(game, rows, columns)
                    if kernel is not None and kernel.solves(game):
                        found.append(kernel)
    return Kernels(game, tuple(found), complete=True)
