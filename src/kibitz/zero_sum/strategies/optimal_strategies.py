"""All optimal strategies: the extreme points of both players' optimal sets, exactly.

Either set is a polytope: the distributions that guarantee the value. Complementary slackness with
any one optimal pair removes the strategies that no optimal mixture plays; what is left is handed to
the double description method. Bohnenblust, Karlin and Shapley (1950).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.tensor import Tensor
from kibitz.linear.polyhedra.vertices import affine_dimension, vertices
from kibitz.pictures import Picture
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, support

Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class OptimalStrategies(Solution, kind="optimal-strategies"):
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
    method: str = field(default="the double description method", compare=False)
    exact: ClassVar[bool] = True

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

    def explain(self) -> Explanation:
        """The extreme strategies of both players, and what they have in common."""
        return call(self, "explain_optimal")

    def draw(self) -> Picture:
        """The payoff table with the first of the strategies marked."""
        from kibitz.zero_sum.pictures.table import draw_solution

        return draw_solution(self.one)

    @property
    def one(self) -> MatrixSolution:
        """The value with one optimal strategy of each player."""
        row, column = self.row_extreme[0], self.column_extreme[0]
        return MatrixSolution(self.game, self.value, row, column, self.method)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "value": plain(self.value),
            "row_extreme": [[plain(x) for x in p] for p in self.row_extreme],
            "column_extreme": [[plain(x) for x in q] for q in self.column_extreme],
            "row_unique": self.row_unique,
            "column_unique": self.column_unique,
            "essential_rows": [self.game.rows[i] for i in self.essential_rows],
            "essential_columns": [self.game.columns[j] for j in self.essential_columns],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: MatrixGame, data: dict[str, Any]) -> OptimalStrategies:
        claim = Claim(data)
        sides = [
            tuple(
                tuple(exact(x, key) for x in Claim({key: p}).items(key)) for p in claim.items(key)
            )
            for key in ("row_extreme", "column_extreme")
        ]
        value = exact(claim.raw("value"), "value")
        return cls(game, value, sides[0], sides[1], str(data.get("method", "")))

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


def _not_applicable(game: MatrixGame) -> str | None:
    return None if game.exact else "it needs exact payoffs; use exact=True"


@method(
    MatrixGame,
    "optimal-strategies",
    finds="every extreme optimal strategy of each player",
    cost="exponential in the worst case, as is their number",
    reference="Bohnenblust, Karlin and Shapley 1950",
    applies=_not_applicable,
)
def optimal_strategies(game: MatrixGame) -> OptimalStrategies:
    """Every extreme optimal strategy of both players.

    Parameters
    ----------
    game : MatrixGame
        A game with exact payoffs.

    Returns
    -------
    OptimalStrategies
        The value and the extreme points of both optimal sets.

    Notes
    -----
    The number of extreme points, and so the cost, can be exponential in the size of the game.

    References
    ----------
    Bohnenblust, Karlin and Shapley 1950.

    Examples
    --------
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
    optimal = vertices(loose, loose_level, tight, tight_level)
    place = {i: k for k, i in enumerate(rows)}
    return tuple(
        tuple(v[place[i]] if i in place else Fraction(0) for i in range(tensor.shape[0]))
        for v in optimal.vertices
    )
