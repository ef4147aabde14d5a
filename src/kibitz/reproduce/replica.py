"""The published value put back together: a linear program with two faults in it.

Every leaf of a tree should add ``probability * (payoff + shift)`` to the payoffs of the sequence
form; adding ``probability * payoff + shift`` pays players for reaching many leaves. The second
fault is a table used in the wrong place: after two checks, the draws of B,A are those of A,A.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.strategies.profile import Profile
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.poker.draw_poker.bucket_tables import BucketTables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.reproduce.figures import figures

SHIFT = 3
"""The largest loss, added to every leaf so that no payoff is negative."""


def wrong_column() -> BucketTables:
    """The printed tables for two buckets, with the draws of A,A after check-check for B,A."""
    right = figures(2)
    aa, ab = right.draws[0]
    return replace(right, later=(("cc", ((aa, ab), (aa, right.draws[1][1]))),))


@dataclass(frozen=True, eq=False)
class FaultyProgram:
    """The sequence form with an unweighted shift at every leaf."""

    game: ExtensiveGame
    form: SequenceForm
    payoffs: Any
    """By pairs of sequences, exact."""
    paid: Fraction
    """What the shift is thought to add to the value."""

    def value(self) -> Number:
        """The value that the program reports."""
        return self._best - self.paid

    @cached_property
    def _best(self) -> Number:
        """The maximum of the first player's program."""
        found = self._program(0).solve()
        assert isinstance(found, Optimum)
        return found.value

    @cached_property
    def _constraints(self) -> list[tuple[Tensor, Tensor, tuple[int, int]]]:
        """Of each player's program, with how many weights and prices.

        First those that hold anyway, then also that the value is a given one.
        """
        return [self._constraints_of(player) for player in range(2)]

    def _constraints_of(self, player: int) -> tuple[Tensor, Tensor, tuple[int, int]]:
        payoff, own, other = self._sides(player)
        n0, n1 = payoff.shape
        m0, m1 = len(own), len(other)
        matrix = np.zeros((n1 + m0 + 1, n0 + m1), object)
        matrix[:n1, :n0], matrix[:n1, n0:] = -payoff.T, other.T
        matrix[n1:-1, :n0] = own
        matrix[-1, n0] = 1
        lines = matrix.tolist()
        return Tensor.read(lines[:-1]), Tensor.read(lines), (n0, m1)

    def _sides(self, player: int) -> tuple[Any, Any, Any]:
        sides = []
        for who in range(2):
            rows, columns, data = self.form.constraint_entries(who)
            side = np.zeros((int(rows.max()) + 1, self.form.shape[who]), object)
            side[rows, columns] = data
            sides.append(side)
        if player == 0:
            return self.payoffs, sides[0], sides[1]
        return -self.payoffs.T, sides[1], sides[0]

    def _program(
        self,
        player: int,
        objective: int | None = None,
        sense: str = "max",
        value: Number | None = None,
    ) -> LinearProgram:
        """A player's program: its plan, then a price for each constraint of the other.

        With a value and an objective, one weight of the plan among the optimal ones instead.
        """
        free, fixed, (n0, m1) = self._constraints[player]
        n1 = self.form.shape[1 - player]
        m0 = free.shape[0] - n1
        right: list[Any] = [0] * n1 + [1] + [0] * (m0 - 1)
        relations = ["<="] * n1 + ["="] * m0
        if value is not None:
            right.append(value)
            relations.append("=")
        target = [0] * (n0 + m1)
        target[n0 if objective is None else objective] = 1
        return LinearProgram(
            Tensor.read(target, 1),
            free if value is None else fixed,
            tuple(relations),
            Tensor.read(right, 1),
            sense,
            (Fraction(0),) * n0 + (None,) * m1,
        )

    def range_of(self, player: int, infoset: str) -> tuple[Number, Number]:
        """Between which weights the second move of an information set is optimal."""
        place = int(self.game.offset[self.game.find(infoset, player)]) + 1
        column = int(np.flatnonzero(self.form.sequences[player] == place)[0]) + 1
        best = self._best
        ends = []
        for sense in ("min", "max"):
            found = self._program(player, column, sense, best if player == 0 else -best).solve()
            assert isinstance(found, Optimum)
            ends.append(found.value)
        return ends[0], ends[1]

    def value_of(self, profile: Profile) -> Number:
        """What the program thinks a profile is worth."""
        x, y = self._plans(profile)
        total: Number = x @ self.payoffs @ y - self.paid
        return total

    def best_responses(self, profile: Profile) -> tuple[Number, Number]:
        """What the program lets the second and the first player reach against a profile."""
        x, y = self._plans(profile)
        low = -_best(self._sides(1), x)
        high = _best(self._sides(0), y)
        return low - self.paid, high - self.paid

    def _plans(self, profile: Profile) -> tuple[Any, Any]:
        from kibitz.extensive.methods.best_response import realization

        plan = realization(self.game, profile)
        return tuple(
            np.concatenate([[Fraction(1)], plan[self.form.sequences[k]]]) for k in range(2)
        )  # type: ignore[return-value]


def _best(sides: tuple[Any, Any, Any], other_plan: Any) -> Number:
    """The most a plan can earn: information sets from the last to the first."""
    payoff, own, _ = sides
    gain = payoff @ other_plan
    for row in own[:0:-1]:
        chosen = np.flatnonzero(row == 1)
        parent = int(np.flatnonzero(row == -1)[0])
        gain[parent] += max(gain[chosen])
    best: Number = gain[0]
    return best


def faulty_program(tables: BucketTables) -> FaultyProgram:
    """The program of the bucketed game with the shift that is not weighted by chance."""
    game = unfold(BucketedDraw(tables))
    form = sequence_form(game)
    assert form.unit is not None
    payoffs = np.full(form.shape, Fraction(0), object)
    for i, j, amount in zip(form.rows, form.columns, form.entries[:, 0], strict=True):
        payoffs[i, j] = int(amount) * form.unit
    place = np.zeros((2, game.treeplex.sequences + 1), np.int64)
    for player in range(2):
        place[player, form.sequences[player]] = np.arange(1, form.shape[player])
    ends = game.treeplex.at_leaf
    for i, j in zip(place[0, ends[:, 0]], place[1, ends[:, 1]], strict=True):
        payoffs[i, j] += SHIFT
    met = len(tables.names) ** 2 * len(tables.finals) ** 2
    return FaultyProgram(game, form, payoffs, Fraction(SHIFT * met))
