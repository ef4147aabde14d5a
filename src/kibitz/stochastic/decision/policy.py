"""The answer to a game in which one player at a time has a choice: values and pure policies."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.explanation import Explanation
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.stochastic.decision.lasting_play import kept_parts, lasting_states, require_payoff
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import Components, components
from kibitz.stochastic.show import MOST_SHOWN
from kibitz.stochastic.table import Table

SLACK = 1e-12
MOST_WRITTEN = 10_000
"""States whose values and choices are written as text."""


@dataclass(frozen=True, eq=False)
class PolicySolution(Solution):
    """A value and a choice for every state, with a bound that :meth:`verify` proves.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> game = stochastic_game({"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}, discount="0.9")
    >>> solved = game.solve(method="value-iteration")
    >>> round(solved.value, 6), solved.choice("a")
    (8.403361, '2')
    """

    game: StochasticGame
    value_array: Any
    policy: Any
    """For every state the number of the choice, from 0, of whoever chooses there."""
    method: str
    known_bound: float | None = None
    """The bound, where the method gives one; otherwise it is computed when it is asked for."""
    sweeps: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def exact(self) -> bool:
        return False

    @cached_property
    def bound(self) -> float:
        """How far a value can be from the truth."""
        if self.known_bound is not None:
            return self.known_bound
        return max(*policy_bounds(self.game, self.value_array, self.policy), 1e-16)

    @property
    def value(self) -> float:
        """The value at the start."""
        return float(self.value_array[self.game.start])

    @property
    def values(self) -> dict[str, float]:
        """The value of every state by name."""
        return dict(zip(map(str, self.game.states), self.value_array.tolist(), strict=True))

    def choice(self, state: Any = None) -> str:
        """What to do in a state, the start by default; empty where nobody has a choice."""
        s = self.game.start if state is None else self.game.index(state)
        names = self.game.row_names(s)
        if len(names) == 1:
            names = self.game.column_names(s)
        return names[int(self.policy[s])] if len(names) > 1 else ""

    @property
    def choices(self) -> dict[str, str]:
        """What to do in every state, by name; empty where nobody has a choice."""
        return {str(name): self.choice(s) for s, name in enumerate(self.game.states)}

    def mixtures(self) -> tuple[Any, Any]:
        """The policies as one long array of weights each."""
        table = self.game.table
        row, column = np.zeros(int(table.rows.sum())), np.zeros(int(table.columns.sum()))
        row_at = np.concatenate([[0], np.cumsum(table.rows)])[:-1]
        column_at = np.concatenate([[0], np.cumsum(table.columns)])[:-1]
        row[row_at + np.where(table.columns == 1, self.policy, 0)] = 1.0
        column[column_at + np.where(table.columns == 1, 0, self.policy)] = 1.0
        return row, column

    def verify(self) -> Certificate:
        """One stage's loss under each policy, times the longest play that a reply can cause."""
        low, high = policy_bounds(self.game, self.value_array, self.policy)
        return Certificate(
            f"the value at the start is {self.value:.10g} up to {self.bound:.3g}",
            "one step of the operator and the longest play that a reply can bring about",
            (
                Check(
                    f"{self.game.players[0]}'s policy guarantees the values up to the bound",
                    low <= self.bound + SLACK,
                    f"lacks at most {low:.3g}",
                ),
                Check(
                    f"{self.game.players[1]}'s policy concedes at most the values and the bound",
                    high <= self.bound + SLACK,
                    f"concedes at most {high:.3g} more",
                ),
            ),
        )

    def explain(self) -> Explanation:
        """How the values come about."""
        from kibitz.stochastic.explain import explain_policy

        return explain_policy(self)

    def draw(self) -> Picture:
        """The state graph with values, where it is small."""
        from kibitz.stochastic.draw import draw_policy

        return draw_policy(self)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": "policy-solution",
            "value": self.value,
            "states": self.game.table.states,
            "bound": self.bound,
            "exact": False,
            "method": self.method,
            "sweeps": self.sweeps,
            "choice": self.choice(),
        }
        if self.game.table.states <= MOST_WRITTEN:
            data["values"], data["policy"] = self.values, self.choices
        return data

    def __str__(self) -> str:
        count = self.game.table.states
        first = str(self.game.states[self.game.start])
        lines = [f"{first}  value {self.value:.10g}" + self._todo(self.game.start)]
        for s in range(min(count, MOST_SHOWN)) if count <= MOST_SHOWN else ():
            if s != self.game.start:
                value = float(self.value_array[s])
                lines.append(f"{self.game.states[s]}  value {value:.10g}" + self._todo(s))
        return "\n".join(
            [*lines, f"{count:,} states, values within {self.bound:.2g}; found by {self.method}"]
        )

    def _todo(self, s: int) -> str:
        choice = self.choice(s)
        return f", best: {choice}" if choice else ""


def policy_bounds(game: StochasticGame, values: Any, policy: Any) -> tuple[float, float]:
    """How much the first player's policy may lack of the values, and the second's concede more.

    One stage's loss times the longest play that a reply can bring about. Where replies can keep the
    play for ever, that is worth the payoff for endless play, and no more is believed.
    """
    table = game.effective.floats
    found = components(table)
    inside = lasting_states(table, found)
    lasting = bool(inside.any())
    endless = require_payoff(game, table, inside) if lasting else 0.0
    sides = []
    for rows_fixed in (True, False):
        parts = kept_parts(table, policy, inside, rows_fixed) if lasting else []
        sides.append(_lack(table, found, values, policy, parts, endless, rows_fixed))
    return sides[0], sides[1]


def _lack(
    table: Table,
    found: Components,
    values: Any,
    policy: Any,
    parts: list[set[int]],
    endless: float,
    rows_fixed: bool,
) -> float:
    """What one side's policy lacks, when replies can keep the play in these parts."""
    from kibitz.stochastic.decision import policy_kernels as kernels

    worth = np.array(values, float)
    home = np.arange(table.states)
    joined = np.zeros(table.states, np.bool_)
    for part in parts:
        members = sorted(part)
        home[members] = members[0]
        joined[members] = True
        least = worth[members].min() if rows_fixed else worth[members].max()
        worth[members] = min(least, endless) if rows_fixed else max(least, endless)
    dropped = float(np.abs(worth - values).max(initial=0.0))
    loss, length = kernels.policy_loss(
        table.rows,
        table.columns,
        table.first,
        np.ascontiguousarray(table.pay[:, 0]),
        table.link,
        table.target,
        table.weight,
        worth,
        np.asarray(policy, np.int64),
        found.order,
        found.blocks,
        found.cyclic,
        rows_fixed,
        home,
        joined,
    )
    return dropped + (0.0 if loss == 0.0 else float(loss * length))
