"""Learners of simultaneous moves: a game in strategic form at every state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.learning.training.learner import ArrayLearner
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, Rules, State
from kibitz.stochastic.from_rules.convert import to_stochastic
from kibitz.stochastic.from_rules.positions import position_name
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.best_reply import best_reply

POWER = 0.8
TRACED = 6
STEPS = 5_000
"""Steps of a round."""


@lru_cache(maxsize=8)
def states_of(game: Any) -> StochasticGame:
    """The states of a game, as a stochastic game."""
    if isinstance(game, StochasticGame):
        return game
    return to_stochastic(game, getattr(game, "endless", None), exact=True)


def why_no_states(lesson: Lesson) -> str | None:
    """Why a game has no states with simultaneous choices, None when it has."""
    game = lesson.game
    if isinstance(game, StochasticGame):
        if game.endless == "average":
            return "endless play pays its average in this game; learners need a discount or an end"
        return None if (game.table.floats.weight >= 0).all() else "roles are exchanged in this game"
    if not isinstance(game, Rules):
        return f"it takes games of states, not {game.several}"
    if not game.has("choices"):
        return "players move in turn in this game; use q-learning"
    if game.has("information_state"):
        return "something is hidden in this game"
    try:
        states_of(game)
    except GameError as error:
        return str(error)
    return None


class MatrixLearner(ArrayLearner):
    """Values of states, and mixed strategies of both players in each."""

    headline: ClassVar[str] = "gap"
    shown: ClassVar[str] = ""
    idea: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    payees = 1

    def __init__(
        self, lesson: Lesson, rate: float | None, exploration: float, starts: float, steps: int
    ) -> None:
        super().__init__(lesson)
        for name, value in (("rate", rate), ("exploration", exploration), ("starts", starts)):
            if value is not None and not 0 <= value <= 1:
                raise GameError(f"{name} is {value}; it must lie between 0 and 1")
        if steps < 1:
            raise GameError(f"steps is {steps}; it must be at least 1")
        self.game = states_of(lesson.game)
        self.steps = steps
        table = self.game.table.floats
        self.plain = table
        self.world = (
            table.first.astype(np.int64),
            np.ones(table.states),
            np.ascontiguousarray(table.pay[:, 0], float),
            table.link.astype(np.int64),
            table.target.astype(np.int64),
            table.weight.astype(float),
            float(self.game.discount),
        )
        rows, columns = table.rows.astype(np.int64), table.columns.astype(np.int64)
        row_at = np.concatenate([[0], np.cumsum(rows)])[:-1]
        column_at = np.concatenate([[0], np.cumsum(columns)])[:-1]
        self.shape = (rows, columns, row_at, column_at)
        begin = float(self.game.start)
        self.settings = np.array([begin, starts, exploration, rate or 0.0, POWER])
        self.begin()

    def begin(self) -> None:
        """Know nothing, and mix evenly."""
        rows, columns, _, _ = self.shape
        self.q = np.zeros((self.payees, self.plain.cells))
        self.values = np.zeros((self.payees, self.plain.states))
        self.x = np.repeat(1.0 / rows, rows)
        self.y = np.repeat(1.0 / columns, columns)
        self.visits = np.zeros(self.plain.cells, np.int64)
        self.seen = np.zeros(self.plain.states, np.int64)
        self.luck = np.array([self.lesson.seed], np.uint64)

    def arrays(self) -> dict[str, Any]:
        """All that changes as it learns."""
        names = ("q", "values", "x", "y", "visits", "seen", "luck")
        return {name: getattr(self, name) for name in names}

    def loop(self, steps: int, log: Any) -> int:
        """Run the compiled loop for this many steps; the number of episodes."""
        raise NotImplementedError

    def learn(self) -> dict[str, float]:
        before = self.values.copy()
        self.loop(self.steps, np.zeros((1, 8)))
        return {"change": float(np.abs(self.values - before).max(initial=0.0))}

    def mixtures(self, player: int) -> list[Any]:
        """The mixed strategy of a player in each state."""
        flat, at = (self.x, self.shape[2]) if player == 0 else (self.y, self.shape[3])
        return np.split(flat, at[1:])

    def measure(self) -> dict[str, float]:
        """What the players could gain together at the start by best replies."""
        table, start = self.game.effective.floats, self.game.start
        given = self.game.endless
        endless = float(given) if isinstance(given, (int, float)) else 0.0
        low = best_reply(table, self.mixtures(0), True, endless, 0 if table.zero_sum else 1)
        high = best_reply(table, self.mixtures(1), False, endless)
        if table.zero_sum:
            return {"gap": float(high[start] - low[start])}
        own = self._worth()
        return {"gap": float(max(high[start] - own[0], 0) + max(low[start] - own[1], 0))}

    def _worth(self) -> Any:
        """What both get at the start when they play what was learned."""
        table = self.game.effective.floats
        pairs = zip(self.mixtures(0), self.mixtures(1), strict=True)
        mixed = np.concatenate([np.outer(x, y).ravel() for x, y in pairs])
        source = np.repeat(np.arange(table.cells), np.diff(table.link))
        onward = np.zeros((table.states, table.states))
        np.add.at(onward, (table.owner[source], table.target), mixed[source] * table.weight)
        pay = np.zeros((table.states, 2))
        np.add.at(pay, table.owner, mixed[:, None] * table.pay)
        return np.linalg.solve(np.eye(table.states) - onward, pay)[self.game.start]

    def policy(self, state: State, player: int) -> dict[Move, float]:
        """The mixed strategy at a position; one of a game of states begins with its number."""
        if isinstance(self.lesson.game, StochasticGame):
            here = int(state[0])
            names = list((self.game.row_names, self.game.column_names)[player](here))
        else:
            rules = self.lesson.rules
            here = self.game.index(position_name(rules, state))
            names = list(rules.choices(state, player))
        return dict(zip(names, self.mixtures(player)[here].tolist(), strict=True))

    def explain(self) -> Explanation:
        """The first updates of a run from nothing, as the loop that learns made them."""
        fresh = type(self).__new__(type(self))
        fresh.__dict__.update(self.__dict__)
        fresh.begin()
        log = np.zeros((1 + TRACED, 8))
        fresh.loop(TRACED, log)
        rows = tuple(self._row_text(log[k]) for k in range(1, int(log[0, 0]) + 1))
        head = ("state", "choices", "reward", "next", "old", "target", "α", "new")
        table = TextTable(head, rows, caption="the first updates, from a table of zeros")
        found = self.measure()["gap"]
        start = ", ".join(f"{v:.6g}" for v in self.values[:, self.game.start])
        result = (
            f"The start is thought to be worth {start}. By best replies to what was learned the "
            f"players could gain {found:.3g} together."
        )
        steps = (
            Step("How it learns", self.idea),
            Step("The update", self.formula, table),
            Step("What it came to", result),
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", steps)

    def _row_text(self, row: Any) -> tuple[str, ...]:
        state, cell, onward = int(row[0]), int(row[1]), int(row[2])
        i, j = divmod(cell - int(self.world[0][state]), int(self.shape[1][state]))
        chosen = f"{self.game.row_names(state)[i]}, {self.game.column_names(state)[j]}"
        there = str(self.game.states[onward]) if onward >= 0 else "end"
        rest = tuple(f"{x:.4g}" for x in row[4:8])
        return (str(self.game.states[state]), chosen, f"{row[3]:.4g}", there, *rest)
