"""The answer to a matrix game: its value and an optimal strategy for each player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.claim import CLOSE, LAST, Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import (
    Number,
    plain,
    show,
)
from kibitz.core.solution import Solution
from kibitz.linear.game_simplex import START
from kibitz.pictures import Picture
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture, support

PACKED = "_packed"
"""Where an answer keeps the array that its strategies are read from; it is not a field."""


@dataclass(frozen=True)
class MatrixSolution(Solution, kind="matrix-solution"):
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
      ✓ the row strategy is a distribution
      ✓ the column strategy is a distribution
      ✓ the row strategy guarantees at least the value: least column payoff 1/12
      ✓ the column strategy concedes at most the value: greatest row payoff 1/12
      ✓ the remaining fields follow from these
    """

    game: MatrixGame
    value: Number
    row: Mixture
    column: Mixture
    method: str
    working: Any = field(default_factory=lambda: None, compare=False, repr=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The method and its working, of answers that were found without them."""
            fields = self.__dict__
            if name not in ("method", "working") or "game" not in fields:
                return super().__getattr__(name)
            derived = call(self, "derivation")
            fields["method"], fields["working"] = derived.method, derived.working
            return fields[name]

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def strategies(self) -> tuple[Mixture, Mixture]:
        """The strategies of both players, the row player's first."""
        return self.row, self.column

    @property
    def fair(self) -> bool:
        """Neither player is favored: both receive the same, in a zero-sum game nothing."""
        return self.favors is None

    @property
    def favors(self) -> str | None:
        """The player that the value favors, or None when the game is fair.

        A value in floats so near to the middle that rounding may be all of the difference favors
        a player only where their strategy guarantees more.
        """
        ahead = 2 * self.value - self.game.total
        if not self.exact and abs(ahead) <= self._rounding():
            return next((name for name, more in self._guarantees() if more), None)
        return None if ahead == 0 else self.game.players[0 if ahead > 0 else 1]

    def _rounding(self) -> float:
        """What a checker allows for a value in floats."""
        payoffs = self.game._float_matrix
        low, high = float(payoffs.min()), float(payoffs.max())
        return float(CLOSE) * (high - low) + float(LAST) * max(abs(low), abs(high))

    def _guarantees(self) -> Iterator[tuple[str, bool]]:
        """Whether each player surely secures more than half the total, rounding or not."""
        payoffs, half = self.game._float_matrix, float(self.game.total) / 2
        first, second = self.game.players
        for name, weights, paid, sign in (
            (first, self.row, payoffs, 1),
            (second, self.column, payoffs.T, -1),
        ):
            given = np.array([float(w) for w in weights])
            error = 2.0**-50 * (len(given) + 4) * (abs(given) @ (abs(paid) + abs(half)))
            yield name, bool((sign * (given @ (paid - half)) > error).all())

    @property
    def payoffs(self) -> tuple[Number, Number]:
        """What each player receives."""
        return self.value, self.game.total - self.value

    def explain(self) -> Explanation:
        """The derivation, from the working of the method that was run."""
        return call(self, "explain_solution")

    def draw(self) -> Picture:
        """The payoff table with these strategies and their best responses marked."""
        return call(self, "draw_solution")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "value": plain(self.value),
            "row": [plain(x) for x in self.row],
            "column": [plain(x) for x in self.column],
            "rows": list(self.game.rows),
            "columns": list(self.game.columns),
            "favors": self.favors,
            "fair": self.fair,
            "exact": self.exact,
            "method": self.method,
            **({"payoffs": [plain(x) for x in self.payoffs]} if self.game.total else {}),
        }

    @classmethod
    def from_json(cls, game: MatrixGame, data: dict[str, Any]) -> MatrixSolution:
        claim = Claim(data)
        m, n = game.shape
        row, column = tuple(claim.numbers("row", m)), tuple(claim.numbers("column", n))
        return cls(game, claim.number("value"), row, column, str(data.get("method", "")))

    def __str__(self) -> str:
        names = [f"row player {self.game.players[0]}", f"column player {self.game.players[1]}"]
        width = max(map(len, names))
        shared = f", leaving {show(self.payoffs[1])} for {self.game.players[1]}"
        lines = [f"value {show(self.value)}" + (shared if self.game.total else "")]
        sides = (self.game.rows, self.row), (self.game.columns, self.column)
        for name, (labels, weights) in zip(names, sides, strict=True):
            lines.append(f"{name:<{width}}   {_mixture_text(labels, weights)}")
        return "\n".join([*lines, f"found by {self.method}"])

    def _repr_html_(self) -> str:
        return self.draw().html()


class _Packed:
    """A strategy that is read from the array of its answer when it is first asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, solution: MatrixSolution | None, kind: type) -> Any:
        if solution is None:
            return self
        fields = solution.__dict__
        if PACKED not in fields:
            raise AttributeError(self.name)
        m, n = fields["game"].matrix.array.shape
        numbers = fields[PACKED].tolist()
        fields["row"] = tuple(numbers[START : START + m])
        fields["column"] = tuple(numbers[START + m : START + m + n])
        return fields[self.name]


for _name in ("row", "column"):  # not in the class, where they would be defaults
    setattr(MatrixSolution, _name, _Packed(_name))


def underived(game: MatrixGame, value: Number, row: Mixture, column: Mixture) -> MatrixSolution:
    """A solution whose method and working are made when they are asked for.

    It takes a third of the time of the constructor.
    """
    solution = object.__new__(MatrixSolution)
    fields = solution.__dict__
    fields["game"], fields["value"], fields["row"], fields["column"] = game, value, row, column
    return solution


def packed(game: MatrixGame, value: float, answer: Any) -> MatrixSolution:
    """A solution from the array that a compiled loop fills; the rest is made when asked for."""
    solution = object.__new__(MatrixSolution)
    fields = solution.__dict__
    fields["game"], fields["value"], fields[PACKED] = game, value, answer
    return solution


def _mixture_text(labels: tuple[str, ...], weights: Mixture) -> str:
    played = support(weights)
    shown = [f"{labels[i]}: {show(weights[i])}" for i in played[:12]]
    more = f"   ... {len(played) - 12} more" if len(played) > 12 else ""
    return "   ".join(shown) + more
