"""Wythoff's game: two heaps; a move takes from one of them, or the same number from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import pair, whole
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import FINDS, solve_impartial
from kibitz.core.errors import GameError
from kibitz.core.method import method

SMALL = 2000
"""Positions up to which the mex rule is applied before machine code for it would be loaded."""
MOST_SIDE = 4096
"""The size of the largest table of nimbers; it takes about 50 MB."""


@dataclass(frozen=True)
class Wythoff(ImpartialGame):
    """The two heaps (x, y), or the square of a queen that goes left, down or along the diagonal.

    From both heaps a move may take k and l counters with |k - l| < ``spread``; 1 is Wythoff's own
    game, more is Fraenkel's. P are the pairs (A(n), A(n) + n * spread), exact for heaps of any
    size; the other nimbers have no formula and come from a table. In misère play the pairs differ
    by n * spread + 1, or in Wythoff's own game by the two smallest. Wythoff (1907), Fraenkel (1982,
    1984); Ferguson ex. I.3.5.5. Coordinates count from 0.

    >>> game = wythoff(8, 5)
    >>> game.outcome(), game.nimber(), [move.position for move in game.winning_moves()]
    ('N', 2, [(3, 5), (7, 4)])
    >>> wythoff(*wythoff_pair(10**40)).outcome()
    'P'
    """

    theorem: ClassVar[str] = "Wythoff's theorem"
    closed_form: ClassVar[str] = (
        "g = 0 just at (⌊kφ⌋, ⌊kφ⌋ + k) and its mirror image, φ = (1 + sqrt(5))/2"
    )
    spread: int = field(default=1, kw_only=True)
    title: str = field(default="Wythoff's game", kw_only=True)

    def check(self, position: Any) -> None:
        whole(self.spread, "the spread", 1)
        if not isinstance(position, tuple) or len(position) != 2:
            raise GameError(f"{position!r} is not a position; write two heaps such as (3, 5)")
        for i, heap in enumerate(position, 1):
            whole(heap, f"heap {i}")

    def show(self, position: Any) -> str:
        return f"({position[0]}, {position[1]})"

    def options(self, position: Any) -> Iterator[Any]:
        x, y = position
        for a in range(x):
            yield a, y
        for b in range(y):
            yield x, b
        for a in range(x):
            # Take x - a from the first heap and nearly as much from the second.
            middle = y - x + a
            for b in range(max(0, middle - self.spread + 1), min(y, middle + self.spread)):
                yield a, b

    def _reach(self, position: Any) -> int | None:
        x, y = position
        return int((x + 1) * (y + 1))

    def _outcome(self, position: Any) -> str | None:
        low, high = sorted(position)
        if self.is_misere and self.spread == 1:
            return "P" if (low, high) in ((0, 1), (2, 2)) or self._is_pair(low, high, 2) else "N"
        return "P" if self._is_pair(low, high, 0) else "N"

    def _is_pair(self, low: int, high: int, first: int) -> bool:
        n, rest = divmod(high - low - self._shift, self.spread)
        return rest == 0 and n >= first and self._pair(n)[0] == low

    @property
    def _shift(self) -> int:
        """The difference of the first pair."""
        return int(self.is_misere and self.spread > 1)

    def _pair(self, n: int) -> tuple[int, int]:
        """The n-th pair, in the game's own play but for the smallest ones when the spread is 1."""
        return _shifted_pair(n, self.spread) if self._shift else wythoff_pair(n, self.spread)

    def _nimber(self, position: Any) -> int | None:
        x, y = position
        if self._is_pair(min(x, y), max(x, y), 0):
            return 0
        if self.spread > 1 or (x + 1) * (y + 1) <= SMALL:
            return None
        return int(wythoff_table(max(x, y) + 1)[x, y])

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        self._refuse_misere()
        return self.winning_moves(limit) if value == 0 else super().moves_to(value, limit)

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        x, y = self.position
        targets = [*self._in_line(0), *self._in_line(1), *self._diagonal_targets()]
        if self.is_misere and self.spread == 1:
            targets += [(0, y), (x, 0), (0, 1), (1, 0), (x, 1), (1, y), (2, y), (x, 2), (2, 2)]
        reached = [
            t for t in dict.fromkeys(targets) if self._is_move(t) and self._outcome(t) == "P"
        ]
        return tuple(Move(f"to {self.show(t)}", t) for t in reached)

    def _is_move(self, target: tuple[int, int]) -> bool:
        first, second = (int(p - t) for p, t in zip(self.position, target, strict=True))
        if min(first, second) < 0:
            return False
        return (first == 0) != (second == 0) or (first > 0 and abs(first - second) < self.spread)

    def _in_line(self, side: int) -> Iterator[tuple[int, int]]:
        """The pair with the heap of this side, as that heap is left alone."""
        heap = self.position[side]
        a, b = self._pair(_index(heap, self._pair)[0])
        other = b if heap == a else a
        yield (heap, other) if side == 0 else (other, heap)

    def _diagonal_targets(self) -> Iterator[tuple[int, int]]:
        """The pairs whose difference is near that of the heaps."""
        x, y = self.position
        n = (abs(y - x) - self._shift) // self.spread
        for m in (n, n + 1, 0):
            if m >= 0:
                a, b = self._pair(m)
                yield from ((a, b), (b, a)) if x <= y else ((b, a), (a, b))

    def loopy_value(self, limit: int | None = None) -> LoopyValue:
        return LoopyValue(self.nimber(limit))


def wythoff(x: int, y: int, spread: int = 1, play: str = "normal") -> Wythoff:
    """Wythoff's game with these two heaps.

    Parameters
    ----------
    x : int
        The first heap.
    y : int
        The second heap.
    spread : int, default 1
        By how much the amounts taken from the two heaps may differ, plus 1.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Wythoff
        The game.
    """
    return Wythoff(pair((x, y), "the heaps"), spread=spread, play=play)


def wythoff_pair(n: int, spread: int = 1) -> tuple[int, int]:
    """The n-th P-position, from n = 0 on: (⌊nα⌋, ⌊nα⌋ + n * spread), in whole numbers only.

    α = (2 - t + √(t² + 4)) / 2 with t the spread; for t = 1 it is the golden ratio.

    Parameters
    ----------
    n : int
        The index.
    spread : int, default 1
        By how much the amounts taken from the two heaps may differ, plus 1.

    Returns
    -------
    tuple[int, int]
        The smaller and the larger heap.

    References
    ----------
    Wythoff 1907; Fraenkel 1982.

    Examples
    --------
    >>> [wythoff_pair(n) for n in range(6)], wythoff_pair(3, spread=2)
    ([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)], (4, 10))
    """
    k, t = whole(n, "n"), whole(spread, "the spread", 1)
    lower = ((2 - t) * k + isqrt(k * k * (t * t + 4))) // 2
    return lower, lower + k * t


def _shifted_pair(n: int, spread: int) -> tuple[int, int]:
    """The n-th P-position of misère play when the spread t is above 1, from n = 0 on.

    (⌊nα + 1/α⌋, ⌊nα + 1/α⌋ + nt + 1), in whole numbers only, with α as in :func:`wythoff_pair`.

    >>> [_shifted_pair(n, 2) for n in range(5)]
    [(0, 1), (2, 5), (3, 8), (4, 11), (6, 15)]
    """
    t = spread
    root = isqrt((t * n + 1) ** 2 * (t * t + 4))
    lower = ((2 - t) * (t * n - 1) + root) // (2 * t)
    return lower, lower + t * n + 1


def wythoff_index(heap: int, spread: int = 1) -> tuple[int, bool]:
    """Which P-position a heap belongs to, and whether it is the lower of its two.

    Every heap above 0 belongs to exactly one.

    Parameters
    ----------
    heap : int
        The size of a heap.
    spread : int, default 1
        By how much the amounts taken from the two heaps may differ, plus 1.

    Returns
    -------
    tuple[int, bool]
        The index of the P-position, and whether the heap is the smaller of the two.

    Notes
    -----
    Cost: O(bits) square roots.

    Examples
    --------
    >>> wythoff_index(4), wythoff_index(5), wythoff_index(0)
    ((3, True), (2, False), (0, True))
    """
    return _index(whole(heap, "the heap"), lambda n: wythoff_pair(n, spread))


def _index(heap: int, pair_at: Callable[[int], tuple[int, int]]) -> tuple[int, bool]:
    for side in (0, 1):
        low, high = 0, heap + 1
        while low < high:
            middle = (low + high) // 2
            if pair_at(middle)[side] < heap:
                low = middle + 1
            else:
                high = middle
        if pair_at(low)[side] == heap:
            return low, side == 0
    raise AssertionError("the two Beatty sequences leave no number out")


def wythoff_table(size: int) -> npt.NDArray[np.uint16]:
    """The nimbers of (x, y) for x and y below ``size``, as an array of two bytes each.

    Each row, column and diagonal keeps the values it has seen as bits.

    Parameters
    ----------
    size : int
        The number of rows and columns.

    Returns
    -------
    npt.NDArray[np.uint16]
        The nimbers.

    Notes
    -----
    Cost: O(size / 64) a nimber, O(size^3 / 64) in all.

    Examples
    --------
    >>> wythoff_table(4).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    """
    side = whole(size, "the size", 1)
    if side > MOST_SIDE:
        raise LimitError(
            f"nimbers of Wythoff's game have no formula, and a table of {side:,} x {side:,} is too "
            f"large; they are computed for heaps up to {MOST_SIDE - 1:,}, outcomes and moves for "
            "larger ones"
        )
    # Sizes are rounded up so that neighboring questions share a table.
    table = _table(max(64, 1 << (side - 1).bit_length()))
    return table[:side, :side]


@lru_cache(maxsize=2)
def _table(side: int) -> npt.NDArray[np.uint16]:
    from kibitz.combinatorial.nim_family.kernels import wythoff_nimbers

    table: npt.NDArray[np.uint16] = wythoff_nimbers(side)
    table.setflags(write=False)
    return table


@method(Wythoff, "auto", finds=FINDS, cost="same as the chosen method")
def solve_wythoff(game: Wythoff, limit: int | None = None) -> ImpartialSolution:
    """Outcome and winning moves; for large heaps without a nimber.

    Parameters
    ----------
    game : Wythoff
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    ImpartialSolution
        The outcome, the nimber and the winning moves.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.is_misere or max(game.position) < MOST_SIDE or game.outcome() == "P":
        return solve_impartial(game, limit)
    return ImpartialSolution(game, "N", None, game.winning_moves(limit), game.theorem)
