"""The value of perfect play, by alpha-beta to the end of the game.

Null windows close in on the value from one side after the other, with a table of all positions met.
What the rules know about a position (``candidates``, ``limits``, ``order``, ``key``) is what makes
it fast.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.rules.kernels import hash_table
from kibitz.rules.machine import Machine, machine
from kibitz.rules.run import run
from kibitz.search.budget import Budget
from kibitz.search.kernels import exact_value as kernels
from kibitz.search.kernels import table as table_kernels
from kibitz.search.legal import require_moves, stuck
from kibitz.search.principal_variation import require_two_sided
from kibitz.search.result import SearchResult

METHOD = "alpha-beta to the end of the game"
PLIES = 2048


class NotSolved(GameError):
    """The budget was spent before the value was found."""


class ExactSearch:
    """Solves positions of one game, keeping its table from one to the next."""

    def __init__(
        self, rules: Rules, memory: int = Budget().memory, compiled: bool = True,
        nodes: int | None = None,
    ) -> None:  # fmt: skip
        require_two_sided(rules)
        self.rules = rules
        self.nodes = np.iinfo(np.int64).max if nodes is None else nodes
        self._machine: Machine = machine(
            rules, hash_table, table_kernels, kernels, compiled=compiled
        )
        words = self._machine.KEY_WORDS
        self._table = np.zeros((Budget(memory=memory).slots(words), words + 2), np.int64)
        plies = (rules.longest or PLIES) + 2
        self._buffer = np.zeros((plies, rules.most_moves), np.int64)
        self._scores = np.zeros((plies, rules.most_moves), np.int64)
        self._keys = np.zeros((plies, words), np.int64)

    def solve(self, position: Position, seconds: float | None = None) -> SearchResult:
        """The value and a move that keeps it; a GameError when the time is up first."""
        began = time.monotonic()
        control = np.zeros(8, np.int64)
        control[kernels.BUDGET] = self.nodes
        if position.player == OVER:
            return SearchResult(position, position.payoffs[0], None, (), METHOD, True)
        require_moves(position)
        value = self._value(position.state, -math.inf, math.inf, control, seconds)
        line = self._line(position, value, control, _left(began, seconds))
        names = {"nodes": kernels.NODES, "cutoffs": kernels.CUTOFFS, "table hits": kernels.HITS}
        counts = {name: int(control[index]) for name, index in names.items()}
        note = self._machine.remark
        return SearchResult(
            position, _paid(position, line), line[0], line, METHOD, True, None, counts,
            time.monotonic() - began, note=note,
        )  # fmt: skip

    def prepare(self, position: Position) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""
        control = np.zeros(8, np.int64)
        inside = self._machine.encode(position.state)
        run(
            lambda: self._machine.exact_value(
                inside, -math.inf, math.inf, 0, self._buffer, self._scores, self._keys,
                self._table, control,
            ),
            control,
        )  # fmt: skip

    def _value(
        self, state: Any, alpha: float, beta: float, control: Any, seconds: float | None
    ) -> float:
        inside = self._machine.encode(state)
        value: float = run(
            lambda: self._machine.exact_value(
                inside, alpha, beta, 0, self._buffer, self._scores, self._keys, self._table, control
            ),
            control,
            seconds,
            f"solving {self.rules.name}",
        )
        if control[kernels.STUCK]:
            raise GameError(stuck(self.rules))
        if control[kernels.TOO_DEEP]:
            raise GameError(
                f"{self.rules.name}: a game lasts for more than {len(self._buffer)} moves; end it "
                "by a rule for repetition or length"
            )
        if control[kernels.STOP]:
            raise NotSolved(
                f"{self.rules.name}: not solved after {int(control[kernels.NODES]):,} positions; "
                "give it more seconds, or ask for the best move instead"
            )
        return value

    def _line(
        self, position: Position, value: float, control: Any, seconds: float | None
    ) -> tuple[Move, ...]:
        """One line of perfect play, move by move; the table makes it cheap."""
        line: list[Move] = []
        here = position
        while here.player >= 0:
            move = self._keeping(here, value, control, seconds)
            line.append(move)
            here = here.play(move)
        return tuple(line)

    def _keeping(self, here: Position, value: float, control: Any, seconds: float | None) -> Move:
        """The first move that is worth as much as the position."""
        sign = 1 if here.player == 0 else -1
        step = 1e-9
        for move in here.moves[:-1]:
            low, high = (value - step, value) if sign > 0 else (value, value + step)
            after = self.rules.play(here.state, move)
            found = self._value(after, low, high, control, seconds)
            if sign * found >= sign * value:
                return move
        return here.moves[-1]


def _paid(position: Position, line: tuple[Move, ...]) -> Number:
    """What the line of perfect play pays: the value as the rules write it, a fraction perhaps."""
    end = position
    for move in line:
        end = end.play(move)
    return end.payoffs[0]


def _left(began: float, seconds: float | None) -> float | None:
    return None if seconds is None else max(0.01, seconds - (time.monotonic() - began))
