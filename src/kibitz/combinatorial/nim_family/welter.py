"""Welter's game: coins on different squares of a strip, and a move takes one to the left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, pairwise
from math import factorial, prod
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole_numbers
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Welter(ImpartialGame):
    """The squares of the coins, in rising order. Squares are numbered from 0.

    A move takes one coin to any free square further left, over other coins if need be; two coins
    never share a square. The nimber is the Welter function. Welter (1954); Conway, On Numbers and
    Games, chapter 13. Cost O(coins²) for the nimber, O(coins² * bits) for all winning moves.

    >>> game = welter([2, 3, 5, 7, 11])
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (4, ['coin from 5 to 1'])
    """

    theorem: ClassVar[str] = "the Welter function"
    title: str = field(default="Welter's game", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "the square of coin")
        for a, b in pairwise(position):
            if a == b:
                raise GameError(f"two coins are on square {a}; each needs its own square")
            if a > b:
                raise GameError(f"the squares {position} are not in increasing order")

    def show(self, position: Any) -> str:
        return "coins on " + ", ".join(map(str, position)) if position else "no coins"

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        taken = set(position)
        for i, square in enumerate(position):
            for left in range(square):
                if left not in taken:
                    yield _moved(position, i, left)

    def _reach(self, position: Any) -> int | None:
        free = prod(int(square) - i + 1 for i, square in enumerate(position))
        return free // factorial(len(position))

    def _nimber(self, position: Any) -> int | None:
        return welter_function(position)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber; for each coin there is at most one."""
        self._refuse_misere()
        moves = []
        for i, square in enumerate(self.position):
            others = self.position[:i] + self.position[i + 1 :]
            left = welter_solve(others, value, square.bit_length())
            if left is not None and left < square:
                moves.append(_moved(self.position, i, left))
        return tuple(moves)


@dataclass(frozen=True)
class Mating:
    """Coins mated two and two, each pair congruent to as high a power of two as possible.

    The value is the nim-sum of (a ⊕ b) - 1 over the pairs, and of the coin left over, if any.
    """

    pairs: tuple[tuple[int, int], ...]
    spinster: int | None

    @property
    def value(self) -> int:
        return reduce(xor, ((a ^ b) - 1 for a, b in self.pairs), self.spinster or 0)


@one_by_one
def welter(squares: Iterable[int], play: str = "normal") -> Welter:
    """Welter's game with coins on these squares, numbered from 0.

    Parameters
    ----------
    squares : iterable of int
        The squares of the coins, numbered from 0.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Welter
        The game.

    Examples
    --------
    >>> welter([4, 1, 4])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: two coins are on square 4; each needs its own square
    """
    return Welter(tuple(sorted(whole_numbers(squares, "the square of coin"))), play=play)


def welter_function(squares: Iterable[int]) -> int:
    """The Welter function: all squares nim-added, and for each pair the norm of its difference.

    The norm of a difference that 2^m divides exactly is 2^(m + 1) - 1, which is d ⊕ (d - 1).

    Parameters
    ----------
    squares : iterable of int
        The squares of the coins, numbered from 0.

    Returns
    -------
    int
        The nimber.

    References
    ----------
    Welter 1954.

    Examples
    --------
    >>> welter_function([3, 8]), (3 ^ 8) - 1
    (10, 10)
    """
    coins = list(squares)
    total = reduce(xor, coins, 0)
    for a, b in combinations(coins, 2):
        total ^= (a ^ b) ^ ((a ^ b) - 1)
    return total


def welter_solve(others: Iterable[int], value: int, bits: int) -> int | None:
    """The free square below 2^bits where a coin gives the Welter function this value, if any.

    Digit m of the function is that of the nim-sum, changed once for every other coin that agrees
    with the new one in its lower m digits; so the digits follow one another from the lowest, and
    there is at most one such square. Cost O(coins * (bits + coins)).

    >>> welter_solve([2, 3, 7, 11], 0, 3), welter_solve([0, 1], 0, 4)
    (1, 2)
    """
    rest = list(others)
    digits = value ^ welter_function(rest)
    square, near = 0, rest
    for m in range(bits):
        digit = (digits >> m ^ len(near)) & 1
        square |= digit << m
        near = [coin for coin in near if coin >> m & 1 == digit]
    free = square not in rest
    return square if free and welter_function([*rest, square]) == value else None


def mating_value(squares: Iterable[int]) -> Mating:
    """Mate the coins: pair those that agree in the most low digits.

    Parameters
    ----------
    squares : iterable of int
        The squares of the coins, numbered from 0.

    Returns
    -------
    Mating
        The pairs and the nimber.

    Notes
    -----
    Cost: O(n^2 log n).

    Examples
    --------
    >>> mating_value([2, 3, 5, 7, 11])
    Mating(pairs=((3, 11), (5, 7)), spinster=2)
    """
    single = sorted(set(squares))
    pairs: list[tuple[int, int]] = []
    for m in reversed(range(max(single, default=0).bit_length() + 1)):
        groups: dict[int, int] = {}
        for coin in single:
            low = coin & ((1 << m) - 1)
            if low in groups:
                pairs.append((groups.pop(low), coin))
            else:
                groups[low] = coin
        single = sorted(groups.values())
    return Mating(tuple(pairs), single[0] if single else None)


def _moved(position: tuple[int, ...], i: int, left: int) -> Move:
    squares = tuple(sorted((*position[:i], left, *position[i + 1 :])))
    return Move(f"coin from {position[i]} to {left}", squares)
