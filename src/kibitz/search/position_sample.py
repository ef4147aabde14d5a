"""How many positions a game has at least, from random games and what they share.

A random game visits q(s) times a position s, on average, and L of them in all. There are at least
L² / Σ q(s)² (Cauchy and Schwarz), and Σ q(s)² is how many visits two games share: few, where there
are many positions. Early positions, which all games share, are left out as is best. Costs some
microseconds for each move of each game; the idea is that of the birthday problem.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from random import Random

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.rules.fault import each, guarded
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules, State

LONGEST = 400
"""Moves of a random game, which may never end."""
FEW = 20
"""Fewer games tell nothing: each may keep to a corner of its own."""


class PositionSample:
    """Random games, and a number of positions that the game is almost sure to exceed.

    >>> from kibitz.rules.examples import TakeAway
    >>> sample = PositionSample(TakeAway(9), [TakeAway(9).start()])
    >>> sample.play(games=500)
    >>> 5 <= sample.at_least() <= 20
    True
    """

    def __init__(
        self,
        rules: Rules,
        starts: Sequence[State],
        seed: int = 0,
        chance: bool = False,
        key: Callable[[State], Hashable] | None = None,
    ) -> None:
        self.rules, self._starts, self._random = rules, starts, Random(seed)
        self._chance, self._key = chance, key
        """Whether chance moves, which are not counted as positions; equal keys count once."""
        self.games = 0
        self.payoffs: set[Number] = set()
        """What the first player got."""
        self._lengths: Counter[int] = Counter()
        self._seen: dict[Hashable, Counter[int]] = defaultdict(Counter)
        """How often each position was met after this many moves,"""
        self._shared: Counter[int] = Counter()
        """and pairs of visits to one position in two games, by the fewer moves."""

    def play(self, games: int, seconds: float = 10.0, enough: float = float("inf")) -> None:
        """Play more games, until this many positions are sure, or the processor time is used."""
        stop = time.thread_time() + seconds
        play_one = guarded(self._play_one, self.rules, lambda state: state)
        for k in range(games):
            play_one()
            if time.thread_time() > stop or (k % 64 == 63 and self.at_least() > enough):
                return

    def _play_one(self) -> None:
        rules, random = self.rules, self._random
        visited: list[Hashable] = []
        state = random.choice(self._starts)
        for _ in range(LONGEST):
            player = rules.player(state)
            if player == CHANCE and self._chance:
                outcomes = tuple(each(rules, "chance", rules.chance(state), state))
                state = rules.play(state, random.choice(outcomes)[0])
                continue
            if player == SIMULTANEOUS:
                break
            visited.append(state if self._key is None else self._key(state))
            if player == OVER:
                self.payoffs.add(rules.payoffs(state)[0])
                break
            if player == CHANCE:
                raise GameError(f"{rules.name}: chance moves; solve it as a stochastic game")
            moves = tuple(each(rules, "moves", rules.moves(state), state))
            if not moves:
                break
            state = rules.play(state, random.choice(moves))
        for made, position in enumerate(visited):
            for before, times in self._seen[position].items():
                self._shared[min(made, before)] += times
        for made, position in enumerate(visited):
            self._seen[position][made] += 1
        self._lengths[len(visited)] += 1
        self.games += 1

    def at_least(self) -> int:
        """A number that the positions exceed, unless these games are very unusual.

        Half of what the games show, for long ones share positions by the dozen or not at all.
        """
        longest = max(self._lengths, default=0)
        shared = accumulate(self._shared[made] for made in range(longest, -1, -1))
        return max(
            (
                int(self._pairs(early) / (alike + 2 * alike**0.5 + 3) / 2)
                for early, alike in zip(range(longest, -1, -1), shared, strict=True)
            ),
            default=1,
        )

    def _pairs(self, early: int) -> float:
        """Pairs of visits in two games, without the early moves; 0 where few games last longer."""
        left = [(n - early, times) for n, times in self._lengths.items() if n > early]
        if sum(times for _, times in left) < FEW:
            return 0.0
        visits = sum(n * times for n, times in left)
        return (visits**2 - sum(n**2 * times for n, times in left)) / 2
