"""The answer to a zero-sum stochastic game: a value for every state, and stationary strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import plain_point
from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, number, plain, show, spell
from kibitz.core.solution import Claimed
from kibitz.pictures import Picture
from kibitz.stochastic.game import ANY, StochasticGame
from kibitz.stochastic.methods.epsilon_optimal import EpsilonStrategy, NoStrategy, epsilon_optimal
from kibitz.stochastic.methods.exact_values import ExactPart
from kibitz.stochastic.methods.fixed_points import FixedPoints
from kibitz.stochastic.show import MOST_SHOWN, mixture_text, write
from kibitz.stochastic.state_answers import StateAnswers, read_states

EPSILON = Fraction(1, 100)
"""How good the strategies are that are shown where no optimal ones exist."""


@dataclass(frozen=True)
class StochasticSolution(StateAnswers, kind="stochastic-solution"):
    """Values and stationary strategies, how exact they are, and by which method they were found.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> solution = stochastic_game("G: 0, 1; 3, -G", endless=0).solve()
    >>> print(solution)
    G  value -2+sqrt(7)
       I   (5/3-sqrt(7)/3, -2/3+sqrt(7)/3)
       II  (3-sqrt(7), -2+sqrt(7))
    both strategies are optimal; found by the fixed points of each state
    >>> solution.verify().holds
    True
    """

    game: StochasticGame
    value_list: Sequence[Any]
    row_list: Sequence[Sequence[Any]]
    column_list: Sequence[Sequence[Any]]
    method: str
    bound: Number = Fraction(0)
    """How far a value can be from the truth; 0 when it is exact."""
    parts: tuple[ExactPart, ...] = field(default=(), repr=False)
    fixed: Mapping[int, FixedPoints] = field(default_factory=dict, repr=False)
    optimal_for: tuple[bool, bool] = (True, True)
    """Whether each player has an optimal strategy at all, not only nearly optimal ones."""
    residuals: tuple[float, ...] = field(default=(), repr=False)
    working: Any = field(default=None, compare=False, repr=False)

    def has_optimal(self, player: Any = "I") -> bool:
        """Whether a player has an optimal strategy: by name, or 1 for the first player.

        Parameters
        ----------
        player : str or int, default "I"
            The player.
        """
        return self.optimal_for[self._player(player)]

    def fixed_points(self, state: Any = None) -> tuple[Any, Any]:
        """The ends of the interval of numbers that satisfy a state's equation.

        Parameters
        ----------
        state : str or int, optional
            The state; the start if None.

        Returns
        -------
        pair of object
            The least and the greatest, the value twice if it is the only one; None for an end
            at infinity.
        """
        at = self._at(state)
        if at not in self.fixed:
            value = self.value_list[at]
            return value, value
        return self.fixed[at].low, self.fixed[at].high

    def epsilon_optimal(self, player: Any = "I", epsilon: Any = EPSILON) -> EpsilonStrategy:
        """A stationary strategy that guarantees a player the value up to ε, with its guarantee.

        Parameters
        ----------
        player : str or int, default "I"
            The player, by name, or 1 for the first.
        epsilon : number, default EPSILON
            How far from the value the guarantee may be.
        """
        return epsilon_optimal(self, self._player(player), epsilon)

    def explain(self) -> Explanation:
        """How the values come about."""
        return call(self, "explain_solution")

    def draw(self) -> Picture:
        """The state graph with the values."""
        return call(self, "draw_solution")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "value": plain_point(self.value),
            "values": {name: plain_point(x) for name, x in self.values.items()},
            "strategies": {
                name: [[plain_point(x) for x in side] for side in sides]
                for name, sides in self.strategies.items()
            },
            **self.choices(),
            "exact": self.exact,
            "bound": plain(self.bound),
            "method": self.method,
            "optimal": dict(zip(self.game.players, self.optimal_for, strict=False)),
            "stop_probability": plain(self.game.stop_probability),
        }
        if self.fixed:
            data["fixed_points"] = {
                str(self.game.states[s]): [
                    None if x is None else plain_point(x) for x in (points.low, points.high)
                ]
                for s, points in self.fixed.items()
            }
        nearly = [p for p in (0, 1) if not self.optimal_for[p]]
        if nearly:
            data["epsilon_optimal"] = {
                self.game.players[p]: self.epsilon_optimal(self.game.players[p]).to_json()
                for p in nearly
            }
            with suppress(NoStrategy):
                data["closer"] = {
                    self.game.players[p]: self.epsilon_optimal(
                        self.game.players[p], EPSILON / 1000
                    ).to_json()
                    for p in nearly
                }
        fields = [] if nearly or not self.exact else self._fields()
        return {**data, "fields": fields} if fields else data

    def _fields(self) -> list[dict[str, Any]]:
        """Irrational values and strategies as elements of number fields, which proves them."""
        names = list(map(str, self.game.states))
        fields: list[dict[str, Any]] = []
        for part in self.parts:
            if not isinstance(part.field.theta, RealRoot):
                continue
            mine = [s for s in part.values if s < len(names)]
            whole = [s for s in mine if s in part.rows and self._is_in(part, s)]
            fields.append(
                {
                    "theta": {
                        "root_of": [str(c) for c in part.field.theta.polynomial.coefficients],
                        "about": float(part.field.theta),
                    },
                    "values": {names[s]: _coefficients(part.values[s]) for s in mine},
                    "rows": {names[s]: [_coefficients(x) for x in part.rows[s]] for s in whole},
                    "columns": {
                        names[s]: [_coefficients(x) for x in part.columns[s]] for s in whole
                    },
                }
            )
        rest = [s for s in range(len(names)) if not any(names[s] in f["rows"] for f in fields)]
        if fields and rest:
            rows = {names[s]: [[spell(x)] for x in self.row_list[s]] for s in rest}
            columns = {names[s]: [[spell(x)] for x in self.column_list[s]] for s in rest}
            values = {names[s]: [spell(self.value_list[s])] for s in rest}
            theta = {"root_of": ["0", "1"], "about": 0.0}
            fields.append({"theta": theta, "values": values, "rows": rows, "columns": columns})
        return fields

    def _is_in(self, part: ExactPart, s: int) -> bool:
        row, column = part.strategies(s)
        return row == tuple(self.row_list[s]) and column == tuple(self.column_list[s])

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> StochasticSolution | Claimed:
        """The answer; one that tells all fixed points as the claim that it makes."""
        if "fixed_points" in data:
            return Claimed(game, data)
        values, rows, columns = read_states(game, Claim(data))
        optimal = data.get("optimal")
        known = optimal if isinstance(optimal, dict) else {}
        first, second = (known.get(p) is not False for p in game.players)
        bound = number(data.get("bound", 0), "bound")
        method = str(data.get("method", ""))
        return cls(game, values, rows, columns, method, bound, optimal_for=(first, second))

    def __str__(self) -> str:
        lines = []
        count = len(self.value_list)
        names = [str(self.game.states[s]) for s in range(min(count, MOST_SHOWN))]
        width = max(map(len, names))
        side = max(map(len, self.game.players))
        for s, name in enumerate(names):
            lines.append(f"{name:<{width}}  value {write(self.value_list[s])}")
            lists = (self.row_list[s], self.column_list[s])
            labels = (self.game.row_names(s), self.game.column_names(s))
            for player, mixture, names_of in zip(self.game.players, lists, labels, strict=False):
                if len(mixture) > 1 or all(len(x) == 1 for x in lists):
                    mixture_shown = mixture_text(names_of, mixture)
                    lines.append(f"{'':<{width}}  {player:<{side}}  {mixture_shown}")
        if count > MOST_SHOWN:
            lines.append(f"... {count - MOST_SHOWN:,} more states")
        whatever = ["the values do not depend on what endless play pays"]
        return "\n".join([*lines, self._verdict(), *(whatever if self.game.endless == ANY else [])])

    def _verdict(self) -> str:
        if not self.exact:
            return f"values within {show(self.bound)}; found by {self.method}"
        if all(self.optimal_for):
            one = self.game.is_decision_process
            what = "this policy is" if one else "both strategies are"
            return f"{what} optimal; found by {self.method}"
        return f"{self.nearly_optimal()}; found by {self.method}"

    def nearly_optimal(self) -> str:
        """Which players have no optimal strategy, and how good the strategies shown are."""
        nearly = [self.game.players[p] for p in (0, 1) if not self.optimal_for[p]]
        names = " and ".join(nearly)
        verb = "has" if len(nearly) == 1 else "have"
        return (
            f"{names} {verb} no optimal strategy; the one shown guarantees the value up to "
            f"{show(EPSILON)}"
        )


def _coefficients(element: Any) -> list[str]:
    return [str(c) for c in element.coeffs()]
