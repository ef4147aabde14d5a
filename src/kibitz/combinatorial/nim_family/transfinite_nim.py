"""Nim with ordinals for heaps: play always ends, though no number bounds how long it lasts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, product
from math import prod
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nimbers.ordinal import Ordinal, ordinal_nim_sum
from kibitz.combinatorial.transfinite import Transfinite
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class OrdinalGame(Transfinite):
    """A game that is nim on ordinals below w^w, which :meth:`ordinals` reads off a position."""

    theorem: ClassVar[str] = "nim with ordinals, added power by power"

    @abstractmethod
    def ordinals(self, position: Any) -> tuple[Ordinal, ...]:
        """The heaps that a position amounts to."""

    @abstractmethod
    def replaced(self, position: Any, i: int, heap: Ordinal) -> Move:
        """The move that makes heap i of a position this ordinal."""

    def value_at(self, position: Any) -> Ordinal:
        return ordinal_nim_sum(*self.ordinals(position))

    @property
    def progressively_bounded(self) -> bool:
        return all(heap.is_finite for heap in self.ordinals(self.position))

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        """Every move in its turn, those to small ordinals first; infinitely many from w on."""
        heaps = self.ordinals(position)
        largest = max((max(heap.coefficients, default=0) for heap in heaps), default=0)
        endless = not all(heap.is_finite for heap in heaps)
        for size in count() if endless else range(largest):
            for i, heap in enumerate(heaps):
                for lesser in _of_size(heap, size):
                    yield self.replaced(position, i, lesser)

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere:
            heaps = self.ordinals(position)
            if all(heap <= Ordinal((1,)) for heap in heaps):
                return "P" if sum(map(int, heaps)) % 2 else "N"
        return "N" if self.value_at(position) else "P"

    def moves_to(self, value: int | str | Ordinal, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this value; from each heap there is at most one."""
        self._refuse_misere()
        heaps = self.ordinals(self.position)
        change = ordinal_nim_sum(*heaps, value)
        return tuple(
            self.replaced(self.position, i, heap ^ change)
            for i, heap in enumerate(heaps)
            if heap ^ change < heap
        )

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if not self.is_misere:
            return self.moves_to(0, limit)
        heaps = self.ordinals(self.position)
        moves = []
        for i, heap in enumerate(heaps):
            others = heaps[:i] + heaps[i + 1 :]
            left = ordinal_nim_sum(*others)
            if all(other <= Ordinal((1,)) for other in others):
                left = Ordinal(((sum(map(int, others)) + 1) % 2,))
            if left < heap:
                moves.append(self.replaced(self.position, i, left))
        return tuple(moves)

    def _reach(self, position: Any) -> int | None:
        return prod(int(heap) + 1 for heap in self.ordinals(position))

    def longest_play(self, limit: int | None = None) -> int | None:
        """The most moves that can be made; None when there is no bound."""
        if not self.progressively_bounded:
            return None
        return sum(map(int, self.ordinals(self.position)))

    def _stalling(self) -> tuple[Move, ...]:
        heaps = self.ordinals(self.position)
        alive = [(heap, i) for i, heap in enumerate(heaps) if heap]
        if not alive:
            return ()
        heap, i = min(alive)
        return (self.replaced(self.position, i, _a_little_less(heap)),)


@dataclass(frozen=True)
class TransfiniteNim(OrdinalGame):
    """Heaps that are ordinals below w^w; a move replaces one by any lesser ordinal.

    A heap of w is "choose a finite heap": its value w is beyond all nimbers. Ferguson I.3.4.

    >>> game = transfinite_nim_game(["w*2 + 3", "w + 5", 7])
    >>> print(game.value()), [str(move) for move in game.winning_moves()]
    w*3 + 1
    (None, ['heap 1 from w*2 + 3 to w + 2'])
    >>> transfinite_nim_game(["w"]).progressively_bounded
    False
    """

    title: str = field(default="transfinite nim", kw_only=True)

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple) or not all(isinstance(h, Ordinal) for h in position):
            raise GameError(f"{position!r} is not a position; write a tuple of ordinals")

    def show(self, position: Any) -> str:
        return ", ".join(map(str, position)) or "no heaps"

    def ordinals(self, position: Any) -> tuple[Ordinal, ...]:
        heaps: tuple[Ordinal, ...] = position
        return heaps

    def replaced(self, position: Any, i: int, heap: Ordinal) -> Move:
        words = f"heap {i + 1} from {position[i]} to {heap}"
        return Move(words, (*position[:i], heap, *position[i + 1 :]))


def transfinite_nim_game(heaps: Iterable[Any], play: str = "normal") -> TransfiniteNim:
    """Nim with these heaps: numbers, ordinals, or text such as ``w*2 + 5``.

    Parameters
    ----------
    heaps : iterable of int, Ordinal or str
        The heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TransfiniteNim
        The game.
    """
    listed = heaps.split(",") if isinstance(heaps, str) else heaps
    return TransfiniteNim(tuple(map(Ordinal.read, listed)), play=play)


def choose_a_pile() -> TransfiniteNim:
    """First choose a nim heap of any size, then play nim with it: a heap of w.

    Returns
    -------
    TransfiniteNim
        The game.

    Examples
    --------
    >>> print(choose_a_pile().value())
    w
    """
    return TransfiniteNim((Ordinal((0, 1)),), title="choose a pile")


def _a_little_less(heap: Ordinal) -> Ordinal:
    """A lesser ordinal: one less, or from a limit the same with a three in the next place."""
    low = next(k for k, c in enumerate(heap.coefficients) if c)
    below = list(heap.coefficients)
    below[low] -= 1
    if low:
        below[low - 1] = 3
    return Ordinal(tuple(below))


def _of_size(heap: Ordinal, size: int) -> Iterator[Ordinal]:
    """Ordinals below a heap, each for one size: the largest coefficient from where they differ on.

    >>> print(*_of_size(Ordinal.read("w + 2"), 1), sep=", ")
    w + 1, 1
    """
    for power, coefficient in enumerate(heap.coefficients):
        above = heap.coefficients[power + 1 :]
        for less in range(size if power == 0 else 0, min(coefficient, size + 1)):
            every = [range(size + 1)] * power
            lower = product(*every) if less == size else _reaching(power, size)
            for tail in lower:
                yield Ordinal((*tail, less, *above))


def _reaching(count: int, size: int) -> Iterator[tuple[int, ...]]:
    """Rows of this many numbers whose largest is ``size``."""
    for first in range(count):
        before, after = [range(size)] * first, [range(size + 1)] * (count - first - 1)
        yield from product(*before, (size,), *after)
