"""All optimal strategies: the extreme points of both players' optimal sets, exactly.

Either set is a polytope: the distributions that guarantee the value. Complementary slackness with
any one optimal pair removes the strategies that no optimal mixture plays; what is left is handed to
the double description method. Bohnenblust, Karlin and Shapley (1950).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import plain, show, show_all
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.tensor import Tensor
from kibitz.linear.vertices import affine_dimension, vertices
from kibitz.strategic.expected_payoff import product
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture, support

Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class OptimalStrategies(Solution):
    """The value, and every extreme optimal strategy of either player.

    All optimal strategies are mixtures of these; one alone means that the optimum is unique.

    >>> from kibitz import matrix
    >>> found = optimal_strategies(matrix("1 3 5 3; 4 0 2 2; 3 7 3 5"))
    >>> print(found)
    value 3
    row player I, 2 extreme optimal strategies
      (2/9, 4/9, 1/3)
      (0, 0, 1)
    column player II, unique
      (1/2, 0, 1/2, 0)
    """

    game: MatrixGame
    value: Fraction
    row_extreme: tuple[Weights, ...]
    column_extreme: tuple[Weights, ...]

    @property
    def row_unique(self) -> bool:
        return len(self.row_extreme) == 1

    @property
    def column_unique(self) -> bool:
        return len(self.column_extreme) == 1

    @property
    def unique(self) -> bool:
        return self.row_unique and self.column_unique

    @cached_property
    def essential_rows(self) -> tuple[int, ...]:
        """Rows (from 0) that some optimal strategy plays."""
        return tuple(sorted({i for p in self.row_extreme for i in support(p)}))

    @cached_property
    def essential_columns(self) -> tuple[int, ...]:
        """Columns (from 0) that some optimal strategy plays."""
        return tuple(sorted({j for q in self.column_extreme for j in support(q)}))

    @cached_property
    def dimensions(self) -> tuple[int, int]:
        """The dimensions of the two optimal sets."""
        return affine_dimension(self.row_extreme), affine_dimension(self.column_extreme)

    def verify(self) -> Certificate:
        """Every listed strategy guarantees the value, none is a mixture of others, and the counts
        of essential strategies and dimensions balance as the theorem demands."""
        tensor = self.game.matrix
        turned = tensor.transpose()
        rows_good = all(min(product(p, tensor)) >= self.value for p in self.row_extreme)
        columns_good = all(max(product(q, turned)) <= self.value for q in self.column_extreme)
        distributions = all(
            min(w) >= 0 and sum(w) == 1 for w in self.row_extreme + self.column_extreme
        )
        extreme = all(_is_extreme(p, tensor, self.value) for p in self.row_extreme) and all(
            _is_extreme(q, -turned, -self.value) for q in self.column_extreme
        )
        balance = [
            len(essential) - dimension
            for essential, dimension in zip(
                (self.essential_rows, self.essential_columns), self.dimensions, strict=True
            )
        ]
        return Certificate(
            f"these are the extreme optimal strategies, value {show(self.value)}",
            "the minimax theorem and that of Bohnenblust, Karlin and Shapley",
            (
                Check("all are distributions", distributions),
                Check("each row strategy guarantees the value", rows_good),
                Check("each column strategy concedes no more than the value", columns_good),
                Check("each is extreme: its tight constraints have one solution", extreme),
                Check(
                    "essential strategies minus dimension agree for both players",
                    balance[0] == balance[1],
                    f"{balance[0]} and {balance[1]}",
                ),
            ),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "optimal-strategies",
            "value": plain(self.value),
            "row_extreme": [[plain(x) for x in p] for p in self.row_extreme],
            "column_extreme": [[plain(x) for x in q] for q in self.column_extreme],
            "row_unique": self.row_unique,
            "column_unique": self.column_unique,
            "essential_rows": [self.game.rows[i] for i in self.essential_rows],
            "essential_columns": [self.game.columns[j] for j in self.essential_columns],
        }

    def __str__(self) -> str:
        lines = [f"value {show(self.value)}"]
        sides = (
            (f"row player {self.game.players[0]}", self.row_extreme),
            (f"column player {self.game.players[1]}", self.column_extreme),
        )
        for name, extreme in sides:
            count = "unique" if len(extreme) == 1 else f"{len(extreme)} extreme optimal strategies"
            lines.append(f"{name}, {count}")
            lines += [f"  {show_all(w)}" for w in extreme]
        return "\n".join(lines)


def optimal_strategies(game: MatrixGame) -> OptimalStrategies:
    """Every extreme optimal strategy of both players.

    The number of extreme points, and so the cost, can be exponential in the size of the game.

    >>> from kibitz import matrix
    >>> optimal_strategies(matrix("1 -1; -1 1")).unique
    True
    """
    if not game.exact:
        raise GameError(
            "all optimal strategies are found exactly; give integers or fractions, or "
            "solve with exact=True"
        )
    solution = game.solve()
    assert isinstance(solution.value, Fraction)
    row = _optimal_set(game.matrix, solution.value, solution.column)
    column = _optimal_set(-game.matrix.transpose(), -solution.value, solution.row)
    return OptimalStrategies(game, solution.value, row, column)


def _optimal_set(tensor: Tensor, value: Fraction, reply: Mixture) -> tuple[Weights, ...]:
    """Extreme points of {p: p >= 0, sum p = 1, p'A >= value}, given one optimal reply.

    Only rows that pay the value against the reply can be played, and every column that the reply
    plays must pay exactly the value.
    """
    against = product(reply, tensor.transpose())
    rows = [i for i, x in enumerate(against) if x == value]
    level = value * tensor.denominator
    lines = tensor.array[rows]
    tight, loose, tight_level, loose_level = [[1] * len(rows)], [], [Fraction(1)], []
    for j, weight in enumerate(reply):
        line = lines[:, j].tolist()
        if weight:
            tight.append(line)
            tight_level.append(level)
        else:
            loose.append([-x for x in line])
            loose_level.append(-level)
    for k in range(len(rows)):
        loose.append([-int(i == k) for i in range(len(rows))])
        loose_level.append(Fraction(0))
    found = vertices(loose, loose_level, tight, tight_level)
    place = {i: k for k, i in enumerate(rows)}
    return tuple(
        tuple(v[place[i]] if i in place else Fraction(0) for i in range(tensor.shape[0]))
        for v in found.vertices
    )


def _is_extreme(weights: Mixture, tensor: Tensor, value: Fraction) -> bool:
    """Do the constraints that hold with equality have this strategy as their only solution?"""
    from flint import fmpz_mat

    played = support(weights)
    tight = [j for j, x in enumerate(product(weights, tensor)) if x == value]
    lines = tensor.array[list(played)][:, tight].astype(object)
    level = value * tensor.denominator
    equations = [
        [int(x * level.denominator) - level.numerator for x in column] for column in lines.T
    ]
    equations.append([1] * len(played))
    return fmpz_mat(equations).rank() == len(played)
