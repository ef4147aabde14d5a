"""Policy iteration where one player at a time has a choice: evaluate, improve, and begin again.

The first player's policy is improved against the other's best reply to it, which is found by
policy iteration itself; a pair of policies is evaluated block by block, successors first. Howard
(1960); Hoffman and Karp (1966).
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.stochastic.conditions import REPLIES
from kibitz.stochastic.decision.lasting_play import lasting_states
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.decision.turn_based import followed, relax
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.table import TransitionTable

MOST_ROUNDS = 10_000
SLACK = 1e-12


def policies_in_turn(game: StochasticGame, tolerance: float = 1e-12) -> PolicySolution:
    """Values and pure policies by policy iteration; ``sweeps`` counts the evaluations.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> ruin = stochastic_game("a: b/2 | b: a/2 + c/2 | c: 1/2 + b/2")
    >>> [round(x, 6) for x in policies_in_turn(ruin).values.values()]
    [0.25, 0.5, 0.75]
    """
    if not game.is_turn_based:
        raise GameError("both players have a choice in some state; use hoffman-karp")
    table = game.effective.floats
    if lasting_states(table, components(table)).any():
        raise GameError("play may never end under some policy; use value-iteration")
    began = time.perf_counter()
    rounds = _Rounds(table, max(tolerance, SLACK))
    values = rounds.run()
    return PolicySolution(
        game,
        values,
        rounds.policy,
        "policy iteration",
        None,
        rounds.evaluations,
        time.perf_counter() - began,
    )


class _Rounds:
    """The policies of both, in one array, and what is done with them."""

    def __init__(self, table: TransitionTable, slack: float) -> None:
        from scipy.sparse import csr_matrix

        self.table, self.slack = table, slack
        self.policy = np.zeros(table.states, np.int64)
        self.first_moves = table.columns == 1
        self.evaluations = 0
        self.size = float(np.abs(table.pay).max())
        shape = (table.cells, table.states)
        self.onward = csr_matrix((table.weight, table.target, table.link), shape)

    def run(self) -> Any:
        while True:
            values = self._replied()
            if not self._improve(values, self.first_moves, 1):
                return values

    def _replied(self) -> Any:
        """The values when the second player has found the best reply."""
        while True:
            values = self._evaluate()
            if not self._improve(values, ~self.first_moves, -1):
                return values

    def _evaluate(self) -> Any:
        """What both policies bring: v = r + P v."""
        self.evaluations += 1
        if self.evaluations > MOST_ROUNDS:
            raise GameError(f"policies still change after {MOST_ROUNDS:,} rounds")
        chain = followed(self.table, self.policy)
        if chain.states <= REPLIES:
            matrix = np.eye(chain.states)
            np.subtract.at(
                matrix, (np.repeat(chain.owner, np.diff(chain.link)), chain.target), chain.weight
            )
            with suppress(np.linalg.LinAlgError):
                return np.linalg.solve(matrix, chain.pay[:, 0])
        values = np.full(self.table.states, np.nan)
        relax(chain, values, np.zeros_like(self.policy), components(chain), self.slack)
        return values

    def _improve(self, values: Any, own: Any, sign: int) -> bool:
        """Change the choices of one player where another is better; whether any was."""
        worth = sign * (self.table.pay[:, 0] + self.onward @ values)
        starts = self.table.first[:-1]
        best = np.maximum.reduceat(worth, starts)
        slack = self.slack * np.maximum(self.size, np.abs(best))
        better = own & (best > worth[starts + self.policy] + slack)
        is_best = worth == np.repeat(best, np.diff(self.table.first))
        leading = np.flatnonzero(is_best)
        firsts = leading[np.searchsorted(leading, starts)] - starts
        self.policy = np.where(better, firsts, self.policy)
        return bool(better.any())
