"""Draw poker between buckets: two rounds of betting with a draw between them.

The players see their buckets only; at the showdown the stronger final bucket wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.poker.betting import Betting, limit
from kibitz.poker.draw_poker.bucket_tables import BucketTables
from kibitz.poker.table import Hand, Poker
from kibitz.rules import replaced

LETTERS = {"c": 1, "k": 1, "b": 2, "f": 0}
_SAFE = 1 << 52


class BucketedDraw(Poker):
    """Two rounds over initial and final buckets, whose probabilities are given by tables."""

    title = "Bucketed draw poker"

    def __init__(
        self, tables: BucketTables, betting: Betting | None = None, strongest: str = "last"
    ) -> None:
        if strongest not in ("first", "last"):
            raise GameError(
                f"strongest is {strongest!r}; the strongest bucket is 'first' or 'last'"
            )
        chosen = limit(1, [1, 1]) if betting is None else betting
        if chosen.rounds != 2:
            raise GameError(f"the game has two rounds, and bets for {chosen.rounds} are given")
        n, m = tables.sizes
        super().__init__(chosen, max(n, m, 4), 1, 2, (0, 2))
        self.tables = tables
        self.strongest = strongest
        self.initials, self.finals = n, m
        self.sign = 1 if strongest == "last" else -1
        self.most_moves = max(n * n, m * m, 2 + self.options)
        self.start_tops, self.start_bottoms = _ratios([p for row in tables.initial for p in row])
        stages = [tables.draws, *(draws for _, draws in tables.later)]
        flat = [
            [p for row in draws for table in row for line in table for p in line]
            for draws in stages
        ]
        self.tops_of, self.bottoms_of = _ratios([p for stage in flat for p in stage])
        self.stage = n * n * m * m
        codes = [self._code(history) for history, _ in tables.later]
        self.stage_of = np.zeros(max([0, *codes]) + 1, np.int64)
        for k, code in enumerate(codes, 1):
            self.stage_of[code] = k

    def _code(self, history: str) -> int:
        code = 0
        for letter in history:
            if letter not in LETTERS:
                raise GameError(f"the history {history!r} must be spelled with c, b, k and f")
            code = code * self.base + LETTERS[letter] + 1
        return code

    @property
    def parameters(self) -> dict[str, Any]:
        return {"tables": self.tables, "betting": self.betting, "strongest": self.strongest}

    def chance(self, state: Hand) -> Iterator[tuple[int, Number]]:
        if state.cards[1] < 0:
            for code in range(self.initials * self.initials):
                if self.start_tops[code]:
                    yield code, Fraction(self.start_tops[code], self.start_bottoms[code])
        else:
            pairs = self.finals * self.finals
            offset = (state.cards[0] * self.initials + state.cards[1]) * pairs
            if state.past[0] < len(self.stage_of):
                offset += self.stage_of[state.past[0]] * self.stage
            for code in range(pairs):
                if self.tops_of[offset + code]:
                    yield (
                        code,
                        Fraction(self.tops_of[offset + code], self.bottoms_of[offset + code]),
                    )

    def deal(self, state: Hand, card: int) -> Hand:
        place = 0 if state.cards[1] < 0 else 2
        many = self.initials if place == 0 else self.finals
        cards = replaced(replaced(state.cards, place, card // many), place + 1, card % many)
        return self.holding(state, cards)

    def strength(self, state: Hand, who: int) -> int:
        return self.finals + self.sign * state.cards[2 + who]

    def information_state(self, state: Hand, player: int) -> tuple[Any, ...]:
        return (state.cards[player], state.cards[2 + player], state.past)

    def show_view(self, state: Hand, player: int) -> str:
        parts = [self.tables.names[state.cards[player]]]
        for k in range(2):
            if k and state.cards[2 + player] >= 0:
                parts.append(self.tables.finals[state.cards[2 + player]])
            if state.past[k]:
                parts.append("-".join(self._words(state.past[k], k)))
        return " ".join(parts)

    def show_move(self, state: Hand, move: int) -> str:
        if self.is_dealing(state):
            names = self.tables.names if state.cards[1] < 0 else self.tables.finals
            return ",".join(names[k] for k in divmod(move, len(names)))
        return super().show_move(state, move)

    def show(self, state: Hand) -> str:
        return " | ".join(
            f"{self.player_name(k)} {self.show_view(state, k)}"
            if state.cards[1] >= 0
            else "not dealt"
            for k in range(2)
        )


def _ratios(probabilities: list[Fraction]) -> tuple[Any, Any]:
    tops = [p.numerator for p in probabilities]
    bottoms = [p.denominator for p in probabilities]
    if max(bottoms) >= _SAFE:
        raise GameError(
            f"a probability with a denominator of {max(bottoms):,}; at most {_SAFE:,} is exact here"
        )
    return np.array(tops, np.int64), np.array(bottoms, np.int64)
