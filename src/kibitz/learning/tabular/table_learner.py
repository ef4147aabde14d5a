"""What all learners with a table share: the world, the settings, rounds, measures, models."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.learning.tabular.world import World, world_of
from kibitz.learning.training.learner import ArrayLearner
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State
from kibitz.stochastic.from_rules.convert import RulesGame

STEPS = 20_000
"""Steps of a round."""
POWER = 0.8
"""Step sizes fall with this power of the visits: all sums and squares are as theory wants them."""
TRACED = 6


class TableLearner(ArrayLearner):
    """A table of a number for each choice, and how often each was tried."""

    headline: ClassVar[str] = "optimal"
    shown: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    idea: ClassVar[str] = ""

    def __init__(
        self,
        lesson: Lesson,
        rate: float | None = None,
        exploration: float = 0.3,
        starts: float = 0.5,
        steps: int = STEPS,
        extra: tuple[float, ...] = (),
    ) -> None:
        super().__init__(lesson)
        _refuse("rate", rate, 0.0, 1.0)
        _refuse("exploration", exploration, 0.0, 1.0)
        _refuse("starts", starts, 0.0, 1.0)
        if steps < 1:
            raise GameError(f"steps is {steps}; it must be at least 1")
        self.world: World = world_of(lesson)
        self.steps = steps
        begin = float(self.world.game.start)
        self.settings = np.array([begin, starts, exploration, rate or 0.0, POWER, *extra])
        self.begin()

    def begin(self) -> None:
        """Know nothing."""
        cells, states = self.world.table.cells, self.world.table.states
        self.q = np.zeros(cells)
        self.visits = np.zeros(cells, np.int64)
        self.seen = np.zeros(states, np.int64)
        self.luck = np.array([self.lesson.seed], np.uint64)

    def arrays(self) -> dict[str, Any]:
        """All that changes as it learns."""
        return {"q": self.q, "visits": self.visits, "seen": self.seen, "luck": self.luck}

    def loop(self, steps: int, log: Any) -> int:
        """Run the compiled loop for this many steps; the number of episodes."""
        raise NotImplementedError

    def learn(self) -> dict[str, float]:
        table = self.table()
        before = table.copy()
        self.loop(self.steps, np.zeros((1, 8)))
        return {"change": float(np.abs(table - before).max(initial=0.0))}

    def table(self) -> Any:
        """What changes as it learns."""
        return self.q

    def cell_values(self) -> Any:
        """What each choice is thought to be worth to the first player."""
        return self.q

    def choices(self) -> Any:
        """What it would do in each state, by the number of the choice."""
        return self.world.greedy(self.cell_values())

    def measure(self) -> dict[str, float]:
        policy = self.choices()
        return {"gap": self.world.gap(policy), "optimal": self.world.optimal_share(policy)}

    def policy(self, state: State, player: int) -> dict[Move, float]:
        here = self.world.number(state)
        begin, end = (int(x) for x in self.world.table.first[here : here + 2])
        sign = float(self.world.sign[here])
        best = int(np.argmax(sign * self.cell_values()[begin:end]))
        return self.world.pure(state, here, best, player)

    def value(self, state: State) -> float | None:
        game = self.world.game
        if not isinstance(game, RulesGame) or game.positions is None:
            return None
        if not game.positions.holds(state):
            return None
        here = game.positions.find(state)
        begin, end = (int(x) for x in self.world.table.first[here : here + 2])
        sign = float(self.world.sign[here])
        return float(sign * (sign * self.cell_values()[begin:end]).max())

    def explain(self) -> Explanation:
        """The first updates of a run from nothing, as the loop that learns made them."""
        fresh = type(self).__new__(type(self))
        fresh.__dict__.update(self.__dict__)
        fresh.settings = self.settings.copy()
        fresh.settings[1] = 0.0
        fresh.begin()
        log = np.zeros((1 + TRACED, 8))
        fresh.loop(TRACED, log)
        rows = tuple(self._row_text(log[k]) for k in range(1, int(log[0, 0]) + 1))
        head = ("state", "choice", "reward", "next", "old", "target", "α", "new")
        table = TextTable(head, rows, caption="the first updates, from a table of zeros")
        steps = [Step("How it learns", self.idea), Step("The update", self.formula, table)]
        if rows:
            steps.append(Step("By hand", self._by_hand(log[1])))
        steps.append(Step("What it came to", self._result()))
        return Explanation(f"{self.lesson.title}: {self.shown}", tuple(steps))

    def _row_text(self, row: Any) -> tuple[str, ...]:
        game = self.world.game
        state, cell, onward = int(row[0]), int(row[1]), int(row[2])
        choice = cell - int(self.world.table.first[state])
        names = game.row_names(state)
        if len(names) <= 1 and len(game.column_names(state)) > 1:
            names = game.column_names(state)
        numbers = (f"{x:.4g}" for x in row[3:4])
        rest = (f"{x:.4g}" for x in row[4:8])
        there = str(game.states[onward]) if onward >= 0 else "end"
        return (str(game.states[state]), str(names[choice]), *numbers, there, *rest)

    def _by_hand(self, row: Any) -> str:
        _, _, _, _, old, goal, size, new = (float(x) for x in row)
        return (
            f"The first update: {old:.4g} + {size:.4g} × ({goal:.4g} − {old:.4g}) = {new:.4g}. The "
            "step size α is one over a power of how often the choice was tried, unless a rate is "
            "given."
        )

    def _result(self) -> str:
        found = self.measure()
        exact = float(self.world.exact_values[self.world.game.start])
        return (
            f"The exact value of the start is {exact:.6g}. Against best replies the learned "
            f"policies give away {found['gap']:.3g}; they choose perfectly in "
            f"{found['optimal']:.2%} of the states in which it matters."
        )


class ValueLearner(TableLearner):
    """A table of a number for each state; choices are looked up one step ahead."""

    def begin(self) -> None:
        states = self.world.table.states
        self.values = np.zeros(states)
        self.seen = np.zeros(states, np.int64)
        self.luck = np.array([self.lesson.seed], np.uint64)

    def arrays(self) -> dict[str, Any]:
        return {"values": self.values, "seen": self.seen, "luck": self.luck}

    def table(self) -> Any:
        return self.values

    def cell_values(self) -> Any:
        return self.world.looked_ahead(self.values)


def _refuse(name: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:
        raise GameError(f"{name} is {value}; it must lie between {low:g} and {high:g}")
