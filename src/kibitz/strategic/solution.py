"""The answer to a matrix game: its value and an optimal strategy for each player."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.numbers import Number, exact, magnitude, plain, show, show_all
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.strategic.expected_payoff import product
from kibitz.strategic.game import MatrixGame
from kibitz.strategic.mixture import Mixture, support

ROUNDING = 1e-9
"""How far, relative to the spread of the payoffs, a floating-point answer may be off."""


@dataclass(frozen=True)
class MatrixSolution(Solution):
    """Value and optimal strategies, the method that found them, and its working for ``explain``.

    >>> from kibitz import matrix
    >>> solution = matrix("-2 3; 3 -4").solve()
    >>> print(solution)
    value 1/12
    row player I       1: 7/12   2: 5/12
    column player II   1: 7/12   2: 5/12
    found by the 2x2 formula
    >>> print(solution.verify())
    the value is 1/12: proved by the minimax theorem, since both sides guarantee the same number
      ✓ the row strategy is a distribution: (7/12, 5/12)
      ✓ the column strategy is a distribution: (7/12, 5/12)
      ✓ the row strategy guarantees at least the value: least column payoff 1/12
      ✓ the column strategy concedes at most the value: greatest row payoff 1/12
    """

    game: MatrixGame
    value: Number
    row: Mixture
    column: Mixture
    method: str
    working: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def fair(self) -> bool:
        """Neither player is favoured: the value is zero."""
        return self.value == 0

    @property
    def favors(self) -> str | None:
        """The player that the value favours, or None when the game is fair."""
        if self.fair:
            return None
        return self.game.players[0 if self.value > 0 else 1]

    def verify(self) -> Certificate:
        """Check from the payoffs alone that both strategies guarantee the value. Cost O(mn)."""
        tensor = self.game.matrix
        slack: Number = Fraction(0)
        if not (self.exact and tensor.exact):
            array = self.game._float_matrix
            slack = ROUNDING * max(1e-300, float(abs(array).max()))
        by_column = product(self.row, tensor)
        by_row = product(self.column, tensor.transpose())
        least, most = min(by_column), max(by_row)
        return Certificate(
            f"the value is {show(self.value)}",
            "the minimax theorem, since both sides guarantee the same number",
            (
                _distribution("row", self.row, slack),
                _distribution("column", self.column, slack),
                Check(
                    "the row strategy guarantees at least the value",
                    least >= self.value - slack,
                    f"least column payoff {show(least)}",
                ),
                Check(
                    "the column strategy concedes at most the value",
                    most <= self.value + slack,
                    f"greatest row payoff {show(most)}",
                ),
            ),
        )

    def explain(self) -> Explanation:
        """The derivation, from the working of the method that was run."""
        from kibitz.strategic.explain import explain_solution

        return explain_solution(self)

    def draw(self) -> Picture:
        """The payoff table with these strategies and their best responses marked."""
        from kibitz.strategic.draw import draw_solution

        return draw_solution(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "matrix-solution",
            "value": plain(self.value),
            "row": [plain(x) for x in self.row],
            "column": [plain(x) for x in self.column],
            "rows": list(self.game.rows),
            "columns": list(self.game.columns),
            "favors": self.favors,
            "fair": self.fair,
            "exact": self.exact,
            "method": self.method,
        }

    @staticmethod
    def from_json(game: MatrixGame, data: dict[str, Any]) -> MatrixSolution:
        """Read back a solution, to verify what somebody else claims."""
        try:
            value, row, column = data["value"], data["row"], data["column"]
        except (KeyError, TypeError):
            raise GameError("a solution needs 'value', 'row' and 'column'") from None
        read = float if isinstance(value, float) else exact
        if len(row) != game.shape[0] or len(column) != game.shape[1]:
            raise GameError(
                f"the strategies have {len(row)} and {len(column)} probabilities, the game is "
                f"{game.shape[0]} x {game.shape[1]}"
            )
        return MatrixSolution(
            game,
            read(value),
            tuple(read(x) for x in row),
            tuple(read(x) for x in column),
            str(data.get("method", "unknown")),
        )

    def __str__(self) -> str:
        names = [f"row player {self.game.players[0]}", f"column player {self.game.players[1]}"]
        width = max(map(len, names))
        lines = [f"value {show(self.value)}"]
        sides = (self.game.rows, self.row), (self.game.columns, self.column)
        for name, (labels, weights) in zip(names, sides, strict=True):
            lines.append(f"{name:<{width}}   {_mixture_text(labels, weights)}")
        return "\n".join([*lines, f"found by {self.method}"])

    def _repr_html_(self) -> str:
        return self.draw().html()


def _mixture_text(labels: tuple[str, ...], weights: Mixture) -> str:
    played = support(weights)
    shown = [f"{labels[i]}: {show(weights[i])}" for i in played[:12]]
    more = f"   ... {len(played) - 12} more" if len(played) > 12 else ""
    return "   ".join(shown) + more


def _distribution(side: str, weights: Mixture, slack: Number) -> Check:
    total = sum(weights)
    good = min(weights) >= -slack and magnitude(total - 1) <= slack
    found = show_all(weights) if len(weights) <= 8 else f"{len(support(weights))} pure strategies"
    if not good:
        found += f", sum {show(total)}, least {show(min(weights))}"
    return Check(f"the {side} strategy is a distribution", good, found)
