"""Proofs of what moves are worth, by a short alpha-beta over compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.learning.kernels import short_proofs as kernels
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Move, Rules, State

LEAF = 256
"""Positions that a proof of a leaf may look at: about as long as a small network takes."""
LONGEST = 1 << 18
"""Positions that a proof of a move at the root may look at, however many simulations there are."""
DEEPEST = 64
"""Plies that a proof goes down at most."""


def root_budget(leaf: int, simulations: int) -> int:
    """The positions to look at for each move at the root, by the number of simulations.

    >>> root_budget(256, 16)
    1024
    """
    return min(LONGEST, leaf * max(1, simulations) // 4)


class ShortProofs:
    """Bounds of what the moves at positions of a game are worth.

    Examples
    --------
    >>> import kibitz
    >>> rules = kibitz.game("tic-tac-toe")
    >>> here = rules.position("b2", "a2")
    >>> low, high = ShortProofs(rules, 1.0, 10_000).bounds(here.state, True)
    >>> low == high, sorted({rules.show_move(here.state, m) for m in low if low[m] == 1})
    (True, ['a1', 'a3', 'b1', 'b3', 'c1', 'c3'])
    """

    def __init__(
        self, rules: Rules, scale: float, root: int, leaf: int = LEAF, compiled: bool = True
    ) -> None:
        self.scale, self.root, self.leaf = scale, root, leaf
        self.machine = machine(rules, kernels, compiled=compiled)
        wide = int(rules.most_moves)
        self._row, self._left = np.zeros(wide, np.int64), np.zeros(1, np.int64)
        self._low, self._high = np.zeros(wide), np.zeros(wide)
        self._rows = np.zeros((min(rules.longest or DEEPEST, DEEPEST), wide), np.int64)

    def bounds(self, state: State, is_root: bool) -> tuple[dict[Move, float], dict[Move, float]]:
        """Bounds of what the moves are worth to the mover, from -1 to 1."""
        made, row, low, high = self.machine, self._row, self._low, self._high
        budget = self.root if is_root else self.leaf
        room: tuple[Any, ...] = (row, low, high, self.scale, budget, self._rows, self._left)
        count = made.look_ahead(made.encode(state), is_root, *room)
        moves = [made.move(number) for number in row[:count].tolist()]
        lows, highs = low[:count].tolist(), high[:count].tolist()
        return dict(zip(moves, lows, strict=True)), dict(zip(moves, highs, strict=True))
