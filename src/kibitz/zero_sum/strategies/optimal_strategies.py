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
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.tensor import Tensor
from kibitz.linear.polyhedra.vertices import affine_dimension, facets, vertices
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, support

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
        """Every strategy listed is optimal and extreme, and no other one is missing.

        Optimal replies of the other player confine the optimal set to a flat; the list must span
        it, and every facet of its convex hull must be a constraint of the game.
        """
        tensor, turned = self.game.matrix, -self.game.matrix.transpose()
        sides = (
            ("row", self.row_extreme, self.column_extreme, tensor, self.value),
            ("column", self.column_extreme, self.row_extreme, turned, -self.value),
        )
        checks = []
        for side, listed, replies, payoffs, value in sides:
            good = all(guarantees(w, payoffs, value) for w in listed)
            checks.append(Check(f"every {side} strategy is optimal", good and bool(listed)))
            extreme = good and all(_is_extreme(w, payoffs, value) for w in listed)
            checks.append(Check(f"every {side} strategy is extreme", extreme))
            whole = all(c.passed for c in checks) and _is_everything(
                listed, replies, payoffs, value
            )
            checks.append(Check(f"no extreme {side} strategy is missing", whole))
        return Certificate(
            f"these are the extreme optimal strategies, value {show(self.value)}",
            "the minimax theorem and complementary slackness",
            tuple(checks),
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

    @staticmethod
    def from_json(game: MatrixGame, data: dict[str, Any]) -> OptimalStrategies:
        """Read back a list of strategies, to verify what somebody else claims."""
        try:
            return OptimalStrategies(
                game,
                exact(data["value"], "value"),
                tuple(tuple(exact(x) for x in p) for p in data["row_extreme"]),
                tuple(tuple(exact(x) for x in q) for q in data["column_extreme"]),
            )
        except (KeyError, TypeError):
            raise GameError("the claim needs 'value', 'row_extreme' and 'column_extreme'") from None

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
            "all optimal strategies are found exactly; give integers or fractions, or read the "
            "floats as decimals: kibitz.matrix(..., exact=True)"
        )
    solution = game.solve()
    assert isinstance(solution.value, Fraction)
    row = optimal_set(game.matrix, solution.value, solution.column)
    column = optimal_set(-game.matrix.transpose(), -solution.value, solution.row)
    return OptimalStrategies(game, solution.value, row, column)


def optimal_set(tensor: Tensor, value: Fraction, reply: Mixture) -> tuple[Weights, ...]:
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


def guarantees(weights: Weights, tensor: Tensor, value: Fraction) -> bool:
    """Is it a distribution that earns at least the value against every column?"""
    if len(weights) != tensor.shape[0] or min(weights) < 0 or sum(weights) != 1:
        return False
    return min(product(weights, tensor)) >= value


def _is_extreme(weights: Weights, tensor: Tensor, value: Fraction) -> bool:
    """Do the constraints that hold with equality have this strategy as their only solution?"""
    played = list(support(weights))
    tight = [j for j, x in enumerate(product(weights, tensor)) if x == value]
    return _rank(_equations(tensor, played, tight, value)) == len(played)


def _is_everything(
    listed: tuple[Weights, ...], replies: tuple[Weights, ...], tensor: Tensor, value: Fraction
) -> bool:
    """Is the convex hull of the list the whole optimal set?"""
    turned = tensor.transpose()
    open_rows = set(range(tensor.shape[0]))
    for q in replies:
        open_rows &= {i for i, x in enumerate(product(q, turned)) if x == value}
    rows = sorted(open_rows)
    columns = sorted({j for q in replies for j in support(q)})
    flat = len(rows) - _rank(_equations(tensor, rows, columns, value))
    if affine_dimension(listed) != flat:
        return False
    payoffs = [product(w, tensor) for w in listed]
    everyone = range(len(listed))
    constraints = {frozenset(k for k in everyone if listed[k][i] == 0) for i in open_rows}
    constraints |= {
        frozenset(k for k in everyone if payoffs[k][j] == value) for j in range(tensor.shape[1])
    }
    return all(facet in constraints for facet in facets(listed))


def _equations(
    tensor: Tensor, rows: list[int], columns: list[int], value: Fraction
) -> list[list[int]]:
    """That these columns pay the value, and that the weights of these rows add up to one."""
    level = value * tensor.denominator
    lines = tensor.array[rows][:, columns].astype(object)
    equations = [[int(x * level.denominator) - level.numerator for x in line] for line in lines.T]
    return [*equations, [1] * len(rows)]


def _rank(rows: list[list[int]]) -> int:
    from flint import fmpz_mat

    return int(fmpz_mat(rows).rank())
