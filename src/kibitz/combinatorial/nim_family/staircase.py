"""Staircase nim: coins on the steps of a staircase go down, one step at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb, prod
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole_numbers
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class StaircaseNim(NimInDisguise):
    """Coins on steps 1, 2, 3, ...: ``position[0]`` is step 1; step 0, the ground, is not listed.

    A move takes any number of coins from one step to the step below. Only the odd steps count: a
    move from an even step is answered by moving the same coins on. So it is nim on the odd steps,
    also in sums. Ferguson ex. I.2.6.6. Cost O(steps), for any number of coins.

    >>> game = staircase([2, 9, 3, 1])
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (1, ['take 1 from step 2 to step 1', 'take 1 from step 3 to step 2'])
    """

    theorem: ClassVar[str] = "nim on the odd steps"
    reading: ClassVar[str] = "The heaps are the odd steps; what lies on even steps does not count."
    reversible: ClassVar[str] = (
        "Coins taken from an odd step land on an even step or on the ground and are out of the "
        "count, as in nim. Coins from an even step enlarge the odd step below; the other player "
        "can pass the same coins on to the next even step, and the odd steps are as before."
    )
    title: str = field(default="staircase nim", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "step")

    def show(self, position: Any) -> str:
        return " ".join(map(str, position)) or "no steps"

    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        heaps: tuple[int, ...] = position[::2]
        return heaps

    def heap_names(self, position: Any) -> tuple[str, ...]:
        return tuple(f"step {i}" for i in range(1, len(position) + 1, 2))

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        for i, coins in enumerate(position):
            for taken in range(1, coins + 1):
                yield _down(position, i, taken)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber; from each step there is at most one."""
        self._refuse_misere()
        change = self.nimber() ^ value
        moves = []
        for i, coins in enumerate(self.position):
            # The odd step that the move lowers, or raises when it starts from an even step.
            counted = self.position[i - i % 2]
            gain = (counted ^ change) - counted
            taken = gain if i % 2 else -gain
            if 0 < taken <= coins:
                moves.append(_down(self.position, i, taken))
        return tuple(moves)

    def _reach(self, position: Any) -> int:
        # The coins of step i spread over i + 1 places; different spreads may look the same.
        return prod(comb(coins + i, i) for i, coins in enumerate(position, 1))


@one_by_one
def staircase(steps: Iterable[int], play: str = "normal") -> StaircaseNim:
    """Staircase nim with this many coins on steps 1, 2, 3, ...

    Parameters
    ----------
    steps : iterable of int
        The number of coins on each step.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    StaircaseNim
        The game.
    """
    if isinstance(steps, Mapping):
        raise GameError("list the coins on steps 1, 2, 3, ... in order; step 0 is the ground")
    return StaircaseNim(whole_numbers(steps, "step"), play=play)


def _down(position: tuple[int, ...], i: int, taken: int) -> Move:
    steps = list(position)
    steps[i] -= taken
    if i:
        steps[i - 1] += taken
    below = f"step {i}" if i else "the ground"
    return Move(f"take {taken} from step {i + 1} to {below}", tuple(steps))
