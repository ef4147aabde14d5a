"""Regret minimization where players forget: it runs, and nothing is promised.

Without perfect recall there are no sequences, so that every iteration walks the nodes of the tree,
level by level. Regrets at information sets still fall to zero one by one, but the regret of a whole
strategy need not; what is measured is what a change at one information set could gain. Lanctot,
Gibson, Burch, Zinkevich and Bowling, *No-regret learning in extensive-form games with imperfect
recall* (2012).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.method import method
from kibitz.core.progress import work
from kibitz.core.system.limits import check_limits
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.tree import CHANCE
from kibitz.learning.regret.regret_run import RegretRun
from kibitz.pictures import Picture

WARNING = "players forget, so that the average strategy need not be near an equilibrium"


@dataclass(frozen=True, eq=False)
class ForgetfulSolution(RegretRun, kind="forgetful-cfr"):
    """The average strategy of a run in a game without perfect recall."""

    measure = "local_gain"
    game: ExtensiveGame
    profile: Profile
    payoffs: tuple[float, ...]
    local_gain: float
    """The most that a player could gain by changing its moves at one information set."""
    iterations: int
    seconds: float
    warning: str = WARNING

    @property
    def method(self) -> str:
        return "cfr without recall"

    def draw(self) -> Picture:
        """The tree with the average strategies."""
        from kibitz.extensive.draw import draw_solution

        return draw_solution(self)

    def __str__(self) -> str:
        gain = f"a change at one information set gains at most {self.local_gain:.3g}"
        return self._text(gain, f"warning: {self.warning}")

    def to_json(self) -> dict[str, Any]:
        return self._written(warning=self.warning)

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> ForgetfulSolution:
        return cls(**cls._read(game, data))


@method(
    ExtensiveGame,
    "forgetful-cfr",
    finds="strategies that no change at a single information set improves much",
    cost="O(nodes) per iteration",
    reference="Lanctot, Gibson, Burch, Zinkevich and Bowling 2012",
    aliases=("forgetful",),
)
def forgetful_cfr(game: ExtensiveGame, iterations: int = 1000) -> ForgetfulSolution:
    """Minimize regret at every information set of a game of imperfect recall.

    Parameters
    ----------
    game : ExtensiveGame
        The game.
    iterations : int, default 1000
        The number of iterations.

    Returns
    -------
    ForgetfulSolution
        Strategies that no change at one information set improves much.

    Notes
    -----
    Cost: O(nodes) an iteration.

    References
    ----------
    Lanctot, Gibson, Burch, Zinkevich and Bowling 2012.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> later = decision("A", "x", left=4, right=1)
    >>> absent = extensive_game(decision("A", "x", left=0, right=later), ("A", "B"))
    >>> forgetful_cfr(absent, 2000).warning
    'players forget, so that the average strategy need not be near an equilibrium'
    """
    check_limits(iterations=iterations)
    walk = _Walk(game)
    regret, average = np.zeros(walk.count), np.zeros(walk.count)
    began = time.monotonic()
    done = 0
    with work("regret minimization without recall", iterations) as task:
        for t in range(1, iterations + 1):
            strategy = walk.normalized(np.maximum(regret, 0))
            own, others, values = walk.sweep(strategy)
            regret = np.maximum(regret + walk.gains(others, values), 0)
            average += t * own * strategy
            done = t
            task.advance()
            if task.stopped:
                break
    weights = walk.normalized(average)
    paid, gain = walk.measure(weights)
    seconds = time.monotonic() - began
    return ForgetfulSolution(game, Profile(game, weights), paid, gain, done, seconds)


class _Walk:
    """The tree as arrays for sweeps down (how likely) and up (how good)."""

    def __init__(self, game: ExtensiveGame) -> None:
        tree = game.tree
        self.game, self.tree = game, tree
        self.count = int(game.offset[-1])
        self.above = tree.infoset[tree.parent]
        self.above[0] = -1
        self.made = np.flatnonzero(self.above >= 0)
        """Nodes that a player's move leads to, and which move."""
        self.sequence = game.offset[self.above[self.made]] + tree.move[self.made]
        self.mover = game.owners[self.above[self.made]]
        chance = np.array([float(p) for p in game.probabilities] or [1.0])
        self.luck = np.where(tree.actor[tree.parent] == CHANCE, chance[tree.chance], 1.0)
        self.luck[0] = 1.0
        scale = 1.0 if game.unit is None else float(game.unit)
        self.paid = game.amounts.astype(float) * scale

    def normalized(self, sums: Any) -> Any:
        """Probabilities in proportion; all moves alike where there is nothing."""
        offset, sizes = self.game.offset[:-1], self.game.sizes
        totals = np.repeat(np.add.reduceat(sums, offset), sizes)
        even = 1 / np.repeat(sizes, sizes)
        return np.where(totals > 0, sums / np.where(totals > 0, totals, 1), even)

    def sweep(self, strategy: Any) -> tuple[Any, Any, Any]:
        """For each sequence how likely its player's own moves lead to it; for each node how likely
        all but its parent's mover do, and what it is worth to everyone."""
        players = len(self.game.players)
        tree, levels = self.tree, self.tree.levels
        step = np.ones((len(tree), players + 1))
        step[:, players] = self.luck
        step[self.made, self.mover] = strategy[self.sequence]
        reach = step.copy()
        for level in range(1, len(levels) - 1):
            here = slice(int(levels[level]), int(levels[level + 1]))
            reach[here] *= reach[tree.parent[here]]
        values = np.zeros((len(tree), players))
        leaves = tree.row >= 0
        values[leaves] = self.paid[tree.row[leaves]]
        weight = step.prod(axis=1)[:, None]
        for level in range(len(levels) - 2, 0, -1):
            here = slice(int(levels[level]), int(levels[level + 1]))
            np.add.at(values, tree.parent[here], weight[here] * values[here])
        before = reach[tree.parent[self.made]]
        own = np.bincount(self.sequence, before[np.arange(len(self.made)), self.mover], self.count)
        before[np.arange(len(self.made)), self.mover] = 1.0
        return own, before.prod(axis=1), values

    def gains(self, others: Any, values: Any) -> Any:
        """What each move would have earned more than what was done, for its player."""
        above = self.tree.parent[self.made]
        more = values[self.made, self.mover] - values[above, self.mover]
        return np.bincount(self.sequence, others * more, self.count)

    def measure(self, strategy: Any) -> tuple[tuple[float, ...], float]:
        """The payoffs, and the most that a change at one information set gains."""
        _, others, values = self.sweep(strategy)
        reach = others * self._own(strategy)
        gain = self.gains(reach, values)
        return tuple(values[0].tolist()), float(max(gain.max(initial=0), 0))

    def _own(self, strategy: Any) -> Any:
        """How likely the mover's own earlier moves make the place of each move."""
        tree = self.tree
        reach = np.ones((len(tree), len(self.game.players)))
        reach[self.made, self.mover] = strategy[self.sequence]
        for level in range(1, len(tree.levels) - 1):
            here = slice(int(tree.levels[level]), int(tree.levels[level + 1]))
            reach[here] *= reach[tree.parent[here]]
        return reach[tree.parent[self.made], self.mover]
