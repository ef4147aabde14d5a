"""Moore's Nim_k: a move takes counters from at least one and at most k of the heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import combinations, islice, product
from math import prod
from operator import xor
from typing import Any, ClassVar, NamedTuple

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import SOME, Move
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole, whole_numbers

MOST_MOVES = 100_000
"""Winning moves listed at most; there can be exponentially many."""


@dataclass(frozen=True)
class Moore(ImpartialGame):
    """The heaps, and k: how many of them a move may reduce, from one up to k. Moore (1910).

    Write the heaps in binary and count the ones in each column: P when every count is a multiple
    of k + 1. Misère play: the same while some heap is larger than 1, otherwise P when the number
    of heaps of 1 leaves remainder 1. Ferguson ex. I.2.6.7. The outcome and one winning move cost
    O(heaps * bits). The nimber has a formula for k = 1, for at most k heaps and for k + 1 heaps
    (Jenkyns and Mayberry 1980); elsewhere it is searched.

    >>> game = moore(2, [3, 4, 5, 6])
    >>> game.column_counts(), game.outcome(), len(game.winning_moves())
    ((3, 2, 2), 'N', 1)
    >>> print(game.winning_move())
    take 2 from heap 1, 1 from heap 4, leaving 1 4 5 5
    """

    theorem: ClassVar[str] = "Moore's theorem"
    k: int
    title: str = field(default="Moore's nim", kw_only=True)

    def check(self, position: Any) -> None:
        whole(self.k, "k", 1)
        check_counts(position, "heap")

    def show(self, position: Any) -> str:
        return " ".join(map(str, position)) or "no heaps"

    def __str__(self) -> str:
        return f"{super().__str__()}, at most {self.k} of the heaps at a time"

    def options(self, position: Any) -> Iterator[Any]:
        alive = [i for i, heap in enumerate(position) if heap]
        for size in range(1, min(self.k, len(alive)) + 1):
            for chosen in combinations(alive, size):
                for left in _each_smaller([position[i] for i in chosen]):
                    option = list(position)
                    for i, n in zip(chosen, left, strict=True):
                        option[i] = n
                    yield tuple(option)

    def _moves(self, position: Any) -> Iterator[Move]:
        return (self._described(position, option) for option in self.options(position))

    def _reach(self, position: Any) -> int | None:
        return prod(int(heap) + 1 for heap in position)

    def column_counts(self, position: Any = None) -> tuple[int, ...]:
        """How many heaps have a one in each binary column, the most significant first.

        Parameters
        ----------
        position : tuple of int, optional
            The heaps; those of this game if None.
        """
        heaps = self.position if position is None else position
        bits = max(heaps, default=0).bit_length()
        return tuple(sum(heap >> b & 1 for heap in heaps) for b in reversed(range(bits)))

    def _outcome(self, position: Any) -> str | None:
        counts = self.column_counts(position)
        if self.is_misere and len(counts) <= 1:
            return "P" if sum(counts) % (self.k + 1) == 1 else "N"
        return "N" if any(count % (self.k + 1) for count in counts) else "P"

    def _nimber(self, position: Any) -> int | None:
        alive: list[int] = [heap for heap in position if heap]
        if self.k == 1:
            return reduce(xor, alive, 0)
        if len(alive) <= self.k:
            return sum(alive)
        if len(alive) == self.k + 1:
            return jenkyns_mayberry(alive)
        return 0 if self._is_balanced(position) else None

    def _is_balanced(self, position: Any) -> bool:
        return not any(count % (self.k + 1) for count in self.column_counts(position))

    def winning_move(self) -> Move | None:
        """One winning move, without a search; None when there is none."""
        if self.outcome() == "P":
            return None
        if self.is_misere:
            return next(self._misere_wins(), None)
        return self._described(self.position, moore_move(self.position, self.k))

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        moves = tuple(islice(self.each_winning_move(), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise LimitError(
                f"more than {MOST_MOVES:,} moves win; use winning_move() for one, or "
                "each_winning_move() for all, one by one"
            )
        return moves

    def some_winning_moves(self) -> tuple[Move, ...]:
        return tuple(islice(self.each_winning_move(), SOME))

    def each_winning_move(self) -> Iterator[Move]:
        """The winning moves one after the other, found column by column."""
        return self._misere_wins() if self.is_misere else self._normal_wins()

    def _normal_wins(self) -> Iterator[Move]:
        for chosen in self._choices(range(len(self.position))):
            for option in _balanced(self.position, chosen, self.k):
                yield self._described(self.position, option)

    def _misere_wins(self) -> Iterator[Move]:
        for move in self._normal_wins():
            if max(move.position, default=0) > 1:
                yield move
        for option in self._ones(self.position):
            yield self._described(self.position, option)

    def _choices(self, indices: Iterable[int]) -> Iterator[tuple[int, ...]]:
        alive = [i for i in indices if self.position[i]]
        for size in range(1, min(self.k, len(alive)) + 1):
            yield from combinations(alive, size)

    def _ones(self, heaps: Any) -> Iterator[tuple[int, ...]]:
        """Moves that leave no heap above 1, and one more than a multiple of k + 1 of them."""
        large = [i for i, heap in enumerate(heaps) if heap > 1]
        ones = [i for i, heap in enumerate(heaps) if heap == 1]
        for taken in range(min(self.k - len(large), len(ones)) + 1):
            if not large and not taken:
                continue
            for gone in combinations(ones, taken):
                for kept in product((0, 1), repeat=len(large)):
                    if (len(ones) - taken + sum(kept)) % (self.k + 1) == 1:
                        new = {**dict.fromkeys(gone, 0), **dict(zip(large, kept, strict=True))}
                        yield tuple(new.get(i, heap) for i, heap in enumerate(heaps))

    def _described(self, position: Any, option: Any) -> Move:
        taken = [
            f"{a - b} from heap {i}"
            for i, (a, b) in enumerate(zip(position, option, strict=True), 1)
            if a != b
        ]
        return Move(f"take {', '.join(taken)}, leaving {self.show(option)}", option)


@partial(one_by_one, fixed=1)
def moore(k: int, heaps: Iterable[int], play: str = "normal") -> Moore:
    """Nim where a move takes from one up to k of the heaps.

    Parameters
    ----------
    k : int
        The largest number of heaps of a move.
    heaps : iterable of int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Moore
        The game.

    Examples
    --------
    >>> moore(0, [1, 2])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: k is 0; it must be a whole number, at least 1
    """
    return Moore(whole_numbers(heaps, "heap"), whole(k, "k", 1), play=play)


def moore_move(heaps: tuple[int, ...], k: int) -> tuple[int, ...]:
    """What a winning move leaves of heaps that are not a P-position.

    Column by column from the top: heaps already reduced have free digits below. A column is put
    right by ones among the free digits if there are enough of them, and otherwise by turning ones
    to zeros in heaps that are reduced from here on; there are never more than k of these.

    Parameters
    ----------
    heaps : tuple of int
        The heaps, not a P-position.
    k : int
        The largest number of heaps of a move.

    Returns
    -------
    tuple of int
        The heaps after the move.

    Notes
    -----
    Cost: O(heaps * bits).

    References
    ----------
    Moore 1910.

    Examples
    --------
    >>> moore_move((1, 2, 3, 4), 2)
    (1, 2, 3, 3)
    """
    left = heaps
    for column in moore_columns(heaps, k):
        left = column.left
    return left


class ColumnStep(NamedTuple):
    """One step of the construction: a binary column is put right.

    ``ones`` counts the ones in heaps not yet reduced, ``raised`` are reduced heaps that get a one,
    ``lowered`` are heaps whose one becomes a zero, and ``left`` is what the heaps are by then.
    """

    bit: int
    ones: int
    raised: tuple[int, ...]
    lowered: tuple[int, ...]
    left: tuple[int, ...]


def moore_columns(heaps: tuple[int, ...], k: int) -> Iterator[ColumnStep]:
    """The columns, the most significant first, as :func:`moore_move` puts them right."""
    left = list(heaps)
    free: list[int] = []
    for b in reversed(range(max(heaps, default=0).bit_length())):
        bit = 1 << b
        ones = [i for i, heap in enumerate(heaps) if i not in free and heap & bit]
        excess = len(ones) % (k + 1)
        for i in free:
            left[i] &= ~bit
        raised: list[int] = []
        lowered: list[int] = []
        if excess and k + 1 - excess <= len(free):
            raised = free[: k + 1 - excess]
        elif excess:
            lowered = ones[:excess]
        for i in raised:
            left[i] |= bit
        for i in lowered:
            left[i] &= ~bit
        free += lowered
        yield ColumnStep(bit, len(ones), tuple(raised), tuple(lowered), tuple(left))


def _each_smaller(heaps: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to make every one of these heaps smaller, one after the other."""
    if not heaps:
        yield ()
        return
    for first in range(heaps[0]):
        for others in _each_smaller(heaps[1:]):
            yield (first, *others)


def jenkyns_mayberry(heaps: Iterable[int]) -> int:
    """The nimber of three or more heaps of which all but one may be reduced in a move.

    With m the least heap and y what the others have above m: the number of counters when m is at
    most y(y + 1)/2, and y(y + 1)/2 + ((m - y(y + 1)/2 - 1) mod (y + 1)) when it is greater.

    Parameters
    ----------
    heaps : iterable of int
        The sizes of the heaps.

    Returns
    -------
    int
        The nimber.

    References
    ----------
    Jenkyns and Mayberry 1980.

    Examples
    --------
    >>> jenkyns_mayberry([1, 1, 1]), jenkyns_mayberry([2, 3, 3])
    (0, 8)
    """
    sizes = list(heaps)
    least = min(sizes)
    above = sum(sizes) - len(sizes) * least
    triangle = above * (above + 1) // 2
    if least <= triangle:
        return sum(sizes)
    return triangle + (least - triangle - 1) % (above + 1)


def _balanced(heaps: tuple[int, ...], chosen: tuple[int, ...], k: int) -> Iterator[tuple[int, ...]]:
    """Every way to reduce exactly the chosen heaps so that all columns are multiples of k + 1."""
    top = max(heaps).bit_length()
    rest = [heap for i, heap in enumerate(heaps) if i not in chosen]
    kept = [sum(heap >> b & 1 for heap in rest) for b in range(top)]
    # What the chosen heaps have become so far, and which of them are already below their old size.
    stack = [(top, (0,) * len(chosen), (False,) * len(chosen))]
    while stack:
        b, sizes, reduced = stack.pop()
        if b == 0:
            if all(reduced):
                option = list(heaps)
                for i, size in zip(chosen, sizes, strict=True):
                    option[i] = size
                yield tuple(option)
            continue
        b -= 1
        need = -kept[b] % (k + 1)
        for ones in combinations(range(len(chosen)), need) if need <= len(chosen) else ():
            step = _column(heaps, chosen, b, sizes, reduced, ones)
            if step is not None:
                stack.append((b, *step))


def _column(
    heaps: tuple[int, ...],
    chosen: tuple[int, ...],
    b: int,
    sizes: tuple[int, ...],
    reduced: tuple[bool, ...],
    ones: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[bool, ...]] | None:
    """Write the digits of one column; None when a heap would become larger than it was."""
    grown, below = list(sizes), list(reduced)
    for j, i in enumerate(chosen):
        old, new = heaps[i] >> b & 1, int(j in ones)
        if new > old and not reduced[j]:
            return None
        grown[j] |= new << b
        below[j] = reduced[j] or new < old
    return tuple(grown), tuple(below)
