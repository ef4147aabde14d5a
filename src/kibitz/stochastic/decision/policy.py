"""The answer to a game in which one player at a time has a choice: values and pure policies."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.certificate import Certificate, check
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import number
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture
from kibitz.stochastic.decision.policy_bounds import policy_lengths
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.show import MOST_SHOWN

MOST_STAGES = 1e11
"""Longer plays are not told in floats, in which another stage would be lost."""
MOST_WRITTEN = 10_000
"""States whose values and choices are written as text."""


@dataclass(frozen=True, eq=False)
class PolicySolution(Solution, kind="policy-solution"):
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
    """For every state the number, from 0, of the choice of the player who chooses there."""
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
        if not np.isfinite(self.lack):
            raise GameError("no bound is known of the values: play can last too long; use newton")
        return self.lack

    @cached_property
    def lack(self) -> float:
        """The bound, or infinity where none is known."""
        if self.known_bound is not None:
            return self.known_bound
        return max(1e-16, *(lack for lack, _ in self._lengths))

    @cached_property
    def _lengths(self) -> list[tuple[float, Any]]:
        return policy_lengths(self.game, self.value_array, self.policy)

    def witness(self) -> dict[str, Any]:
        """What :meth:`verify` looks at: the tables of all states, and how long play can last."""
        lengths = [h if np.max(h, initial=0.0) < MOST_STAGES else None for _, h in self._lengths]
        return {"values": self.value_array, "policy": self.policy, "lengths": lengths}

    @property
    def value(self) -> float:
        """The value at the start."""
        return float(self.value_array[self.game.start])

    @property
    def values(self) -> dict[str, float]:
        """The value of every state by name."""
        return dict(zip(map(str, self.game.states), self.value_array.tolist(), strict=True))

    def choice(self, state: Any = None) -> str:
        """What to do in a state, the start by default; empty where no one has a choice.

        Parameters
        ----------
        state : str or int, optional
            The state, by name or number.
        """
        s = self.game.start if state is None else self.game.index(state)
        names = self.game.row_names(s)
        if len(names) == 1:
            names = self.game.column_names(s)
        return names[int(self.policy[s])] if len(names) > 1 else ""

    @property
    def choices(self) -> dict[str, str]:
        """What to do in every state, by name; empty where no one has a choice."""
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
        """Check the values and the policies of all states, more than its JSON may hold."""
        return check(self.game, {**self.to_json(), **self.witness()})

    def explain(self) -> Explanation:
        """How the values come about."""
        return call(self, "explain_policy")

    def draw(self) -> Picture:
        """The state graph with values, where it is small."""
        return call(self, "draw_policy")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
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

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> PolicySolution:
        values, policy = read_policy(game, data)
        bound = float(number(data.get("bound", 0), "bound"))
        sweeps = int(number(data.get("sweeps", 0), "sweeps"))
        return cls(game, values, policy, str(data.get("method", "")), bound, sweeps)

    def __str__(self) -> str:
        count = self.game.table.states
        first = str(self.game.states[self.game.start])
        lines = [f"{first}  value {self.value:.10g}" + self._todo(self.game.start)]
        for s in range(min(count, MOST_SHOWN)) if count <= MOST_SHOWN else ():
            if s != self.game.start:
                value = float(self.value_array[s])
                lines.append(f"{self.game.states[s]}  value {value:.10g}" + self._todo(s))
        return "\n".join(
            [
                *lines,
                f"{count_of(count, 'state')}, values within {self.bound:.2g}; "
                f"found by {self.method}",
            ]
        )

    def _todo(self, s: int) -> str:
        choice = self.choice(s)
        return f", best: {choice}" if choice else ""


def read_policy(game: StochasticGame, data: dict[str, Any]) -> tuple[Any, Any]:
    """The value and the number of the choice in every state, from objects with their names."""
    worth, chosen = [], []
    for key in ("values", "policy"):
        if not isinstance(data.get(key), dict):
            raise GameError(f"{key}: expected an object with an entry for every state")
    for s, name in enumerate(map(str, game.states)):
        for key in ("values", "policy"):
            if name not in data[key]:
                raise GameError(f"{key}: {name!r} is missing")
        worth.append(float(number(data["values"][name], f"values, {name}")))
        chosen.append(read_choice(game, s, data["policy"][name]))
    return np.array(worth), np.array(chosen, np.int64)


def read_choice(game: StochasticGame, s: int, given: Any) -> int:
    """The number of the choice that is called so in a state."""
    names = game.row_names(s)
    if len(names) == 1:
        names = game.column_names(s)
    if len(names) == 1 and given == "":
        return 0
    if given not in names or len(names) == 1:
        near = did_you_mean(str(given), names)
        raise GameError(f"policy, {game.states[s]}: no move {given!r}{near}")
    return names.index(given)
