"""Whether a player can force an amount: a search that stops at the first move that proves it.

Where there are too many positions for minimax over all of them, a win is proved by such a search,
since no one gets more than the payoffs allow. For the player who must force it one good move is
enough at each position, so far fewer positions are looked at.
"""

from __future__ import annotations

from typing import Any

from kibitz.proof.kernel.walks import Unsettled
from kibitz.rules.game import OVER, Rules

MOST = 200_000
"""Positions that one search may come to."""
DEEPEST = 300
"""Moves one after the other."""


class Force:
    """Can ``player`` be sure that the first player gets at least, or at most, an amount?"""

    def __init__(self, rules: Rules, player: int, amount: Any) -> None:
        self.rules, self.player, self.amount = rules, player, amount
        self.known: dict[Any, bool] = {}
        self.open: set[Any] = set()
        self.good: dict[tuple[int, Any], int] = {}
        """How often a move settled a position, by who made it."""

    def holds(self, state: Any, depth: int = 0) -> bool:
        """Whether it can be forced from here; raises :class:`Unsettled` beyond the limits."""
        known = self.known.get(state)
        if known is not None:
            return known
        if depth > DEEPEST or state in self.open or len(self.known) + len(self.open) >= MOST:
            raise Unsettled("there are too many positions, or they recur")
        mover = self.rules.player(state)
        if mover == OVER:
            found = self._pays(state)
        else:
            self.open.add(state)
            wanted = mover == self.player
            found = self._some(state, mover, wanted, depth) == wanted
            self.open.discard(state)
        self.known[state] = found
        return found

    def _some(self, state: Any, mover: int, wanted: bool, depth: int) -> bool:
        """Whether some move leads where the force holds, or for the other player fails."""
        moves = list(self.rules.moves(state))
        after = [(move, self.rules.play(state, move)) for move in moves]
        for _, then in after:  # what ends the game, or is known, costs nothing
            settled = self.known.get(then)
            if settled is None and self.rules.player(then) == OVER:
                settled = self._pays(then)
            if settled is wanted:
                return True
        after.sort(key=lambda pair: -self.good.get((mover, pair[0]), 0))
        for move, then in after:
            if self.holds(then, depth + 1) is wanted:
                self.good[mover, move] = self.good.get((mover, move), 0) + 1
                return True
        return False

    def _pays(self, state: Any) -> bool:
        paid = self.rules.payoffs(state)[0]
        return bool(paid >= self.amount if self.player == 0 else paid <= self.amount)
