"""Alpha-beta with a learned evaluation, and paired games between two of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.evaluation.python_search import PythonSearch, contest
from kibitz.learning.kernels import learned_evaluation as kernels
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.game import Move, Rules, State

LONGEST = 400
"""Moves after which a game counts as drawn."""
DEEPEST = kernels.DEEPEST - 1


@dataclass(frozen=True)
class Score:
    """What one of two players made of some games, from 0 to 1, with its confidence bounds."""

    games: int
    mean: float
    error: float

    def bounds(self, confidence: float = 0.99) -> tuple[float, float]:
        """Bounds of the true score, from the spread of the pairs of games."""
        from scipy.stats import norm

        wide = float(norm.ppf(0.5 + confidence / 2)) * self.error
        return max(0.0, self.mean - wide), min(1.0, self.mean + wide)


class LearnedSearch:
    """One game with its encoding, compiled once for all evaluations of it.

    >>> import kibitz
    >>> found = LearnedSearch(kibitz.game("tic-tac-toe"))
    >>> found.features
    18
    """

    def __init__(self, rules: Rules, depth: int = 2) -> None:
        if not 1 <= depth <= DEEPEST:
            raise GameError(f"depth is {depth}; it must lie between 1 and {DEEPEST}")
        self.rules = rules
        self.depth = depth
        self.code: Encoding = encode(rules)

    @property
    def features(self) -> int:
        """How many numbers an evaluation looks at."""
        return self.code.size

    @cached_property
    def scale(self) -> float:
        """The greatest payoff, where it is known."""
        bounds = self.rules.payoff_bounds
        return max(abs(float(b)) for b in bounds) if bounds is not None else 1.0

    @cached_property
    def machine(self) -> Machine:
        return machine(self.rules, kernels)

    @cached_property
    def eyes(self) -> tuple[Any, ...]:
        table = self.code.features
        arrays = (table.word, table.other, table.mode, table.number)
        return tuple(np.ascontiguousarray(a, np.int64) for a in arrays)

    def values(self, state: State, mind: Mind, seed: int = 1) -> tuple[Move, dict[Move, float]]:
        """The best move by alpha-beta, and what the moves seem worth, cut-off ones as bounds."""
        made = self.machine
        if not made.is_compiled:
            search = PythonSearch(self.code, mind, self.scale)
            return search.best(state, self.depth, Random(seed))
        here = made.encode(state)
        moves = list(self.rules.moves(state))
        worth = np.full(max(len(moves), int(self.rules.most_moves)), np.nan)
        luck = np.array([seed * 2 + 1], np.uint64)
        with np.errstate(over="ignore"):
            place = made.best_learned(
                here, self.depth, self.eyes, mind.compiled(self.scale), luck, worth
            )
        return moves[int(place)], dict(zip(moves, worth.tolist(), strict=False))

    def match(self, one: Mind, two: Mind, pairs: int, opening: int, luck: Any) -> Score:
        """Games in pairs: each from the same random opening, with the seats exchanged."""
        found = np.empty(pairs)
        for k in range(pairs):
            begin = luck.copy()
            total = 0.0
            for seat in (0, 1):
                own = begin.copy()
                total += 0.5 + 0.5 * float(np.sign(self._contest(one, two, seat, opening, own)))
            luck[0] = own[0]
            found[k] = total / 2
        spread = float(found.std(ddof=1)) if pairs > 1 else 0.5
        error = max(spread, 0.5 / math.sqrt(2 * pairs) * 0.1) / math.sqrt(pairs)
        return Score(2 * pairs, float(found.mean()), error)

    def _contest(self, one: Mind, two: Mind, seat: int, opening: int, luck: Any) -> float:
        made = self.machine
        if made.is_compiled:
            minds = one.compiled(self.scale), two.compiled(self.scale)
            start = made.encode(self.rules.start())
            with np.errstate(over="ignore"):
                settings = (seat, opening, LONGEST, luck)
                return float(made.contest(start, self.depth, self.eyes, *minds, *settings))
        mine = PythonSearch(self.code, one, self.scale)
        other = PythonSearch(self.code, two, self.scale)
        seed = int(luck[0])
        luck[0] = Random(seed).getrandbits(63) | 1
        return contest(mine, other, self.depth, seat, opening, seed)
