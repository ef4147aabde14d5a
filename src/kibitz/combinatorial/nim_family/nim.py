"""Nim: heaps of counters, and a move takes any number from one of them. Normal and misère play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole, whole_numbers


@dataclass(frozen=True)
class Nim(NimInDisguise):
    """The heaps, in order. Bouton (1901); Ferguson I.2.

    Normal play: P when the nim-sum is 0. Misère play: the same while some heap is larger than 1,
    otherwise P when the number of heaps of 1 is odd. All answers cost O(number of heaps), for
    heaps of any size.

    >>> game = nim([13, 12, 8])
    >>> game.nimber(), [move.position for move in game.winning_moves()]
    (9, [(4, 12, 8), (13, 5, 8), (13, 12, 1)])
    >>> [str(move) for move in nim([3, 1, 1], play="misere").winning_moves()]
    ['take 2 from heap 1, leaving 1']
    """

    theorem: ClassVar[str] = "Bouton's theorem"
    closed_form: ClassVar[str] = "g(n) = n, and heaps add by nim-sum"
    title: str = field(default="nim", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "heap")

    def show(self, position: Any) -> str:
        return " ".join(map(str, position)) or "no heaps"

    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        heaps: tuple[int, ...] = position
        return heaps

    def longest_play(self, limit: int | None = None) -> int:
        """One counter at a time."""
        return sum(self.nim_heaps(self.position))

    def options(self, position: Any) -> Iterator[Any]:
        for i, heap in enumerate(position):
            before, after = position[:i], position[i + 1 :]
            for left in range(heap):
                yield (*before, left, *after)

    def _moves(self, position: Any) -> Iterator[Move]:
        for i, heap in enumerate(position):
            for left in range(heap):
                yield self._reduced(position, i, left)

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere and max(position, default=0) <= 1:
            return "P" if sum(position) % 2 else "N"
        return "N" if reduce(xor, position, 0) else "P"

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber: a heap x becomes x ⊕ nimber ⊕ value, where that is less."""
        self._refuse_misere()
        change = self.nimber() ^ value
        return tuple(
            self._reduced(self.position, i, heap ^ change)
            for i, heap in enumerate(self.position)
            if 0 <= heap ^ change < heap
        )

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if not self.is_misere:
            return self.moves_to(0, limit)
        large = sum(heap > 1 for heap in self.position)
        total, count = reduce(xor, self.position, 0), sum(self.position)
        moves = []
        for i, heap in enumerate(self.position):
            # With only heaps of 1 beside it, a heap must leave an odd number of them.
            alone = large - (heap > 1) == 0
            left = (count - heap + 1) % 2 if alone else heap ^ total
            if left < heap:
                moves.append(self._reduced(self.position, i, left))
        return tuple(moves)

    def _reduced(self, position: Any, i: int, left: int) -> Move:
        words = f"take {position[i] - left} from heap {i + 1}, leaving {left}"
        return Move(words, (*position[:i], left, *position[i + 1 :]))


@one_by_one
def nim(heaps: Iterable[int], play: str = "normal") -> Nim:
    """Nim with these heaps.

    Parameters
    ----------
    heaps : iterable of int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Nim
        The game.

    Examples
    --------
    >>> nim([2, -1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: heap 2 is -1; it must be a whole number, at least 0
    """
    return Nim(whole_numbers(heaps, "heap"), play=play)


def powers_of_two(n: int) -> tuple[int, ...]:
    """The distinct powers of two that n is the sum of, largest first: its heaps of nim.

    Parameters
    ----------
    n : int
        A whole number.

    Returns
    -------
    tuple of int
        The powers of two.

    Examples
    --------
    >>> powers_of_two(11), powers_of_two(0)
    ((8, 2, 1), ())
    """
    bits = whole(n, "n").bit_length()
    return tuple(1 << b for b in reversed(range(bits)) if n >> b & 1)
