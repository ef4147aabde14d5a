"""Shapley's iteration: v_{k+1}(s) = Val(A_s + P v_k), with the bounds of a contraction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.algebra.contraction_bounds import a_posteriori_bound
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.stochastic.conditions import may_stop_anywhere
from kibitz.stochastic.ending import require_ending
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.approximate import SMALL, stage_solutions
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.state_answers import read_mixtures

MOST_STEPS = 1_000_000
MOST_BITS = 4000
"""Fractions longer than this become floats."""
CLOSE = 1e-9
"""The bound that is asked for where neither steps nor a tolerance are given."""
LAST = 1e-14
"""What a step may be off by in floats, relative to the largest number in it."""
KEPT = 1000
"""Iterates that are kept of a long run: the first ones."""
MOST_NUMBERS = 2_000_000
"""Values that are kept of a large game."""


@dataclass(frozen=True)
class ShapleyIteration(Solution, kind="shapley-iteration"):
    """The iterates, the strategies of the last one, and how far it can be from the values.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> game = stochastic_game("G1: 4 + 3/10 G1, 2/5 G2; 1 + 2/5 G2, 3 + G1/2 | "
    ...                        "G2: G1/2, -5; -4, 1 + G2/2")
    >>> run = game.iterate(6)
    >>> [round(float(x), 4) for x in run.values.values()], round(float(run.bound), 6)
    ([2.0225, -1.9974], 0.000111)
    """

    game: StochasticGame
    iterates: tuple[tuple[Any, ...], ...]
    """From v_0 on; of a long run the first ones and the last."""
    steps: int
    changes: tuple[Number, ...]
    row_list: tuple[tuple[Any, ...], ...]
    column_list: tuple[tuple[Any, ...], ...]

    @property
    def method(self) -> str:
        return "Shapley's iteration"

    @property
    def exact(self) -> bool:
        return isinstance(self.iterates[-1][0], Fraction)

    @property
    def values(self) -> dict[str, Any]:
        """The last iterate by state."""
        return dict(zip(map(str, self.game.states), self.iterates[-1], strict=True))

    @property
    def value(self) -> Any:
        """The last iterate at the start."""
        return self.iterates[-1][self.game.start]

    @property
    def strategies(self) -> dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """What is optimal in every state's matrix at the last iterate."""
        sides = zip(self.row_list, self.column_list, strict=True)
        return dict(zip(map(str, self.game.states), sides, strict=True))

    @property
    def factor(self) -> Number:
        """By how much a step shrinks distances: 1 less the stop probability."""
        return 1 - self.game.stop_probability

    @property
    def bound(self) -> Number | Any:
        """How far the last iterate can be from the values; None when no factor below 1 is known."""
        if not self.factor < 1 or not self.changes:
            return None
        left = a_posteriori_bound(self.factor, self.changes[-1])
        return left + _rounding(_largest(self.game), self.factor, self.iterates[-1])

    def a_priori(self, steps: int | None = None) -> Number | None:
        """The bound after this many steps that the first change alone gives.

        Parameters
        ----------
        steps : int, optional
            The number of steps; as many as were made if None.

        Returns
        -------
        number or None
            The bound; None where the iteration need not contract.
        """
        k = self.steps if steps is None else steps
        if not self.factor < 1 or not self.changes:
            return None
        return self.factor**k / (1 - self.factor) * self.changes[0]

    def explain(self) -> Explanation:
        """The iterates as a table, with the bound after every step."""
        names = tuple(map(str, self.game.states))
        rows = []
        for k, values in enumerate(self.iterates[:30]):
            bound = ""
            if k and self.factor < 1:
                bound = f"{float(a_posteriori_bound(self.factor, self.changes[k - 1])):.4g}"
            rows.append((str(k), *(f"{float(x):.6f}" for x in values), bound))
        factor = show(self.factor)
        steps = (
            Step(
                "The operator",
                "Substitute the current values for the states and solve the matrix game of "
                "every state; the results are the next values. A stage is the last one with "
                "probability at "
                f"least s = {show(self.game.stop_probability)}, so distances shrink by {factor}.",
            ),
            Step(
                "The iterates",
                "The error is at most the last change times (1-s)/s.",
                TextTable(("step", *names, "error at most"), tuple(rows)),
            ),
        )
        return Explanation(self.game.title or "Shapley's iteration", steps)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "steps": self.steps,
            "values": {name: plain(x) for name, x in self.values.items()},
            "iterates": [[plain(x) for x in values] for values in self.iterates],
            "strategies": {
                name: [[plain(x) for x in side] for side in sides]
                for name, sides in self.strategies.items()
            },
            "factor": plain(self.factor),
            "stop_probability": plain(self.game.stop_probability),
            "bound": None if self.bound is None else plain(self.bound),
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> ShapleyIteration:
        claim = Claim(data)
        count = game.table.states
        iterates = []
        for row in claim.items("iterates"):
            if not isinstance(row, list) or len(row) != count:
                raise GameError(f"iterates: expected lists of {count_of(count, 'number')}")
            iterates.append(tuple(number(x, "iterates") for x in row))
        if not iterates:
            raise GameError("iterates: there must be at least one")
        changes = tuple(_distance(b, a) for a, b in pairwise(iterates))
        rows, columns = read_mixtures(game, claim)
        steps = claim.count("steps") if "steps" in claim else len(changes)
        listed = tuple(map(tuple, rows)), tuple(map(tuple, columns))
        return cls(game, tuple(iterates), steps, changes, *listed)

    def __str__(self) -> str:
        names = [str(name) for name in self.game.states]
        wide = [max(12, len(name)) for name in names]
        lines = [
            f"v{k:<3} "
            + "  ".join(f"{float(x):>{w}.6f}" for x, w in zip(values, wide, strict=True))
            for k, values in enumerate(self.iterates[:20])
        ]
        shown = (
            "no bound: play need not stop"
            if self.bound is None
            else (f"within {float(self.bound):.4g} of the values")
        )
        heads = "     " + "  ".join(f"{x:>{w}}" for x, w in zip(names, wide, strict=True))
        sides = [
            f"{name}: {_rounded(row)}  {_rounded(column)}"
            for name, (row, column) in list(self.strategies.items())[:12]
        ]
        return "\n".join([heads, *lines, f"after {count_of(self.steps, 'step')} {shown}", *sides])


def _rounded(mixture: tuple[Any, ...]) -> str:
    return "(" + ", ".join(f"{float(x):.4f}" for x in mixture) + ")"


@method(
    StochasticGame,
    "shapley-iteration",
    finds="values within a bound, step by step",
    cost="a matrix game per state and step; the error shrinks by the probability of continuing",
    reference="Shapley 1953",
    applies=may_stop_anywhere,
    aliases=("shapley",),
)
def shapley_iteration(
    game: StochasticGame, steps: int | None = None, tolerance: Any = None, start: Any = None
) -> ShapleyIteration:
    """Iterate a number of steps, or until the bound is at most the tolerance.

    Exact games stay exact while their fractions are short. Each step solves one matrix game for
    every state; the error shrinks by 1 - s, s the least probability to stop.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game.
    steps : int, optional
        How many steps to make.
    tolerance : number, optional
        Stop when the bound is at most this.
    start : sequence or mapping, optional
        Initial values; 0 by default.

    Returns
    -------
    ShapleyIteration
        The values of every step, with bounds of their error.

    Notes
    -----
    Cost: a matrix game per state and step; the error shrinks by the probability of continuing.

    References
    ----------
    Shapley 1953.
    """
    if not game.zero_sum:
        raise GameError("Shapley's iteration needs a zero-sum game")
    if game.endless is None:
        require_ending(game)
    wanted: Number | None = None if tolerance is None else number(tolerance, "tolerance")
    if steps is None and wanted is None:
        wanted = CLOSE
    if steps is not None and wanted is not None:
        raise GameError("give either steps or a tolerance, not both")
    if steps is not None and not 1 <= steps <= MOST_STEPS:
        raise GameError(f"steps is {steps}; it must be from 1 to {MOST_STEPS:,}")
    if wanted is not None and wanted <= 0:
        raise GameError(f"tolerance: {show(wanted)}; it must be positive")
    factor = 1 - game.stop_probability
    if wanted is not None and not factor < 1:
        raise GameError("play need not stop at any stage, so no bound is known; give steps")
    values: Any = game.value_list(start)
    iterates, changes = [tuple(values)], list[Number]()
    kept = max(2, min(KEPT, MOST_NUMBERS // game.table.states))
    most, made = _largest(game), 0
    for _ in range(steps if steps is not None else MOST_STEPS):
        after = _image(game, values)
        changes.append(_distance(after, values))
        values = _kept_short(after)
        made += 1
        if len(iterates) <= kept:
            iterates.append(_listed(values))
        if wanted is not None:
            rounding = _rounding(most, factor, values)
            if factor / (1 - factor) * changes[-1] + rounding <= max(wanted, 2 * rounding):
                break
    if made >= len(iterates):
        iterates.append(_listed(values))
    row, column = _strategies(game, values)
    return ShapleyIteration(game, tuple(iterates), made, tuple(changes), row, column)


def _rounding(most: float, factor: Any, values: Sequence[Any]) -> Any:
    """What the rounding of a step comes to in all that follow; nothing in exact numbers."""
    if isinstance(values[0], Fraction):
        return 0
    return LAST * max(most, float(np.abs(np.asarray(values)).max())) / float(1 - factor)


def _largest(game: StochasticGame) -> float:
    """The largest payment."""
    return float(np.abs(game.table.pay.astype(float)).max(initial=0.0))


def _kept_short(values: Any) -> Any:
    """Floats in place of fractions that have grown too long."""
    if isinstance(values, np.ndarray):
        return values
    long = any(isinstance(x, Fraction) and x.denominator.bit_length() > MOST_BITS for x in values)
    return np.array([float(x) for x in values]) if long else values


def _listed(values: Any) -> tuple[Any, ...]:
    return tuple(values.tolist() if isinstance(values, np.ndarray) else values)


def _distance(a: Any, b: Any) -> Number:
    if isinstance(a, np.ndarray):
        return float(np.abs(a - np.asarray(b, float)).max())
    distance: Number = max(abs(x - y) for x, y in zip(a, b, strict=True))
    return distance


def _exactly(game: StochasticGame, values: Any) -> bool:
    small = game.exact and game.table.cells <= SMALL
    return small and all(isinstance(x, Fraction) for x in values)


def _image(game: StochasticGame, values: Any) -> Any:
    """One step: the values of all matrix games, as fractions in a list or as an array of floats."""
    if _exactly(game, values):
        table = game.effective
        return [pivot(table.matrix(s, values)).value for s in range(table.states)]
    return stage_solutions(game.effective.floats, np.asarray(values, float))[0]


def _strategies(game: StochasticGame, values: Any) -> tuple[Any, Any]:
    """What is optimal in the matrix games at these values."""
    if _exactly(game, values):
        table = game.effective
        solved = [pivot(table.matrix(s, values)) for s in range(table.states)]
        return tuple(one.row for one in solved), tuple(one.column for one in solved)
    table = game.effective.floats
    _, row, column = stage_solutions(table, np.asarray(values, float))
    return _parted(row, table.rows), _parted(column, table.columns)


def _parted(weights: Any, sizes: Any) -> tuple[tuple[float, ...], ...]:
    listed, ends = weights.tolist(), np.cumsum(sizes).tolist()
    return tuple(tuple(listed[a:b]) for a, b in pairwise([0, *ends]))
