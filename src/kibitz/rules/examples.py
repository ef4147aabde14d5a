"""The smallest games that show the parts of :class:`~kibitz.rules.Rules`."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.rules.game import OVER, Rules


class TakeAway(Rules):
    """Take one, two or three counters; the player who takes the last one wins."""

    payoff_bounds = (-1, 1)

    def __init__(self, counters: int = 10) -> None:
        self.counters = counters

    def start(self) -> tuple[int, int]:
        return (self.counters, 0)

    def player(self, state: tuple[int, int]) -> int:
        counters, player = state
        return player if counters else OVER

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        counters, player = state
        return (counters - move, 1 - player)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (-1, 1) if state[1] == 0 else (1, -1)
