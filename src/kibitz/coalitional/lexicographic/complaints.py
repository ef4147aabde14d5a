"""Complaints: what coalitions may say against payoffs, as affine functions of the payoffs.

Complaint k at x is (worth[k] - row[k] . x) / divisor[k], with integer rows and positive integer
divisors. The nucleolus and its relatives lower the greatest complaints first; they differ in what
counts as one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import (
    SAFE,
    Array,
    Masks,
    integers_within,
    members,
    sizes,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.span import Span
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact
from kibitz.core.tensor import Tensor

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

MOST_FOR_PAIRS = 11
FEW = 1 << 8
"""Complaints whose rows are written out to be multiplied."""


class Complaints(ABC):
    """A family of complaints about payoffs in one game."""

    noun: str
    """What one complaint is called, such as ``"excess"``."""
    sign: int
    """Row k is this times the low bits of k less the high ones, one for each player."""

    def __init__(self, game: CoalitionalGame, worths: Tensor, divisors: Masks | None) -> None:
        self.game = game
        self.worths = worths
        self.divisors = divisors

    @property
    def count(self) -> int:
        return self.worths.shape[0]

    @abstractmethod
    def products(self, x: Array, out: Array | None = None) -> Array:
        """``row[k] . x`` for every k, in the number type of x."""

    @abstractmethod
    def products_of(self, which: Masks, x: Array) -> Array:
        """``row[k] . x`` for these k only."""

    @abstractmethod
    def rows(self, which: Sequence[int]) -> Masks:
        """The rows of these complaints, as integers."""

    @abstractmethod
    def named(self, name: str) -> int:
        """The index of the complaint that is spelled like this."""

    @abstractmethod
    def spell(self, k: int) -> str:
        """Who complains."""

    @abstractmethod
    def seeds(self) -> list[int]:
        """Complaints enough to bound every payoff that is not settled from both sides."""

    @abstractmethod
    def place(self, k: int) -> tuple[Any, ...]:
        """What complaints are sorted by when they are listed."""

    @abstractmethod
    def rational(self) -> Complaints:
        """The same family in exact numbers, floats read at their shortest decimal spelling."""

    def divisors_of(self, which: Sequence[int]) -> Masks:
        if self.divisors is None:
            return np.ones(len(which), np.int64)
        return self.divisors[list(which)]

    def worth(self, k: int) -> Number:
        return self.worths[k,]

    def complaint(self, k: int, x: Sequence[Number]) -> Number:
        """Complaint k at these payoffs."""
        row, divisor = self.rows([k])[0].tolist(), int(self.divisors_of([k])[0])
        given = sum((a * xi for a, xi in zip(row, x, strict=True)), Fraction(0))
        return (self.worth(k) - given) / divisor

    def settled(self, span: Span) -> Flags:
        """The complaints whose rows lie in a span, so that they are the same at all payoffs left.

        A row is in it when it is perpendicular to all normals. One random mixture of the normals
        sifts nearly all the others out, so that few have to be tried against every normal.
        """
        normals = span.normals()
        if not normals:
            return np.ones(self.count, bool)
        mix = [
            sum(map(mul, _factors(len(normals)), column)) for column in zip(*normals, strict=True)
        ]
        flags: Flags = self.products(_wrapped(mix)) == 0
        left = np.flatnonzero(flags)
        if len(left) <= FEW:
            flags[left] = ~(self.rows(left.tolist()) @ integer_array(normals).T).any(axis=1)
            return flags
        for normal in normals:
            flags[left] &= self.products_of(left, integer_array(normal)) == 0
        return flags

    def beyond(self, x: Sequence[Number]) -> Tensor:
        """The complaints at these payoffs, times their divisors: ``worth[k] - row[k] . x``."""
        if not self.worths.exact or any(isinstance(v, float) for v in x):
            return Tensor(self.worths.floats() - self.products(np.array([float(v) for v in x])))
        numerators, bottom = common_denominator([exact(v) for v in x])
        given = tensor_over(self.products(integer_array(numerators)), bottom)
        return tensor_difference(self.worths, given)

    def overshoot(self, x: Sequence[Number], level: Number) -> Array:
        """How far each complaint is above a level, times its divisor and one positive number.

        In exact arithmetic these are integers: zero means that the complaint is at the level.
        """
        if not self.worths.exact or any(isinstance(v, float) for v in (*x, level)):
            floats = self.worths.floats() - self.products(np.array([float(v) for v in x]))
            return floats - float(level) * (1 if self.divisors is None else self.divisors)
        numerators, bottom = common_denominator([exact(v) for v in (*x, level)])
        scale = self.worths.denominator
        top = self.worths.array
        largest = max(int(top.max()), -int(top.min())) * bottom
        largest += sum(map(abs, numerators)) * scale * (self.game.n + 1)
        kind: Any = np.int64 if largest < SAFE else object
        terms = np.array([a * scale for a in numerators], kind)
        overshoot: Array = top.astype(kind) * bottom - self.products(terms[:-1])
        overshoot -= terms[-1] * (1 if self.divisors is None else self.divisors.astype(kind))
        return overshoot


class Excesses(Complaints):
    """What each coalition could earn beyond what it is given: v(S) - x(S).

    >>> from kibitz import coalition
    >>> excesses = Excesses(coalition({"A,B": 3, "A,B,C": 4}))
    >>> excesses.complaint(0b011, (1, 1, 2))
    Fraction(1, 1)
    """

    noun = "excess"
    sign = 1

    def __init__(self, game: CoalitionalGame, worths: Tensor | None = None) -> None:
        super().__init__(game, game.worths if worths is None else worths, None)

    def rational(self) -> Complaints:
        return type(self)(self.game.rational())

    def products(self, x: Array, out: Array | None = None) -> Array:
        return coalition_sums(x, out)

    def products_of(self, which: Masks, x: Array) -> Array:
        half = len(x) // 2
        low, high = coalition_sums(x[:half]), coalition_sums(x[half:])
        products: Array = high[which >> half] + low[which & ((1 << half) - 1)]
        return products

    def rows(self, which: Sequence[int]) -> Masks:
        return indicator(np.array(which, np.int64), self.game.n)

    def spell(self, k: int) -> str:
        return self.game.spell(k)

    def named(self, name: str) -> int:
        return 0 if name == "∅" else self.game.mask(name)

    def place(self, k: int) -> tuple[Any, ...]:
        return k.bit_count(), members(k)

    def seeds(self) -> list[int]:
        singles = [1 << i for i in range(self.game.n)]
        return [*singles, *(self.game.grand ^ single for single in singles)]


class PerCapitaExcesses(Excesses):
    """The excess of each coalition, divided among its members: (v(S) - x(S)) / |S|.

    >>> from kibitz import coalition
    >>> excesses = PerCapitaExcesses(coalition({"A,B": 3, "A,B,C": 4}))
    >>> excesses.complaint(0b011, (1, 1, 2))
    Fraction(1, 2)
    """

    noun = "excess per head"

    def __init__(self, game: CoalitionalGame) -> None:
        super().__init__(game)
        self.divisors = np.maximum(sizes(game.n).astype(np.int64), 1)


class ExcessDifferences(Complaints):
    """How much more one coalition complains than another: e(S, x) - e(T, x), for all pairs.

    >>> from kibitz import coalition
    >>> pairs = ExcessDifferences(coalition({"A": 1, "B": 1, "A,B": 3}))
    >>> pairs.spell(0b01_10), pairs.complaint(0b01_10, (1, 2))
    ('A against B', Fraction(1, 1))
    """

    noun = "difference of excesses"
    sign = -1

    def __init__(self, game: CoalitionalGame) -> None:
        if game.n > MOST_FOR_PAIRS:
            raise GameError(
                f"{game.n} players have {4**game.n} pairs of coalitions to compare; the limit is "
                f"{MOST_FOR_PAIRS} players"
            )
        array = integers_within(game.worths.array, 2)
        differences = np.subtract.outer(array, array).ravel()
        super().__init__(game, tensor_over(differences, game.worths.denominator), None)

    def rational(self) -> Complaints:
        return ExcessDifferences(self.game.rational())

    def products(self, x: Array, out: Array | None = None) -> Array:
        sums = coalition_sums(x)
        square = None if out is None else out.reshape(len(sums), -1)
        return np.subtract.outer(sums, sums, out=square).ravel()

    def products_of(self, which: Masks, x: Array) -> Array:
        sums = coalition_sums(x)
        for_it, against = self._pair(which)
        return sums[for_it] - sums[against]

    def rows(self, which: Sequence[int]) -> Masks:
        for_it, against = self._pair(np.array(which, np.int64))
        return indicator(for_it, self.game.n) - indicator(against, self.game.n)

    def _pair(self, which: Masks) -> tuple[Masks, Masks]:
        return which >> self.game.n, which & self.game.grand

    def spell(self, k: int) -> str:
        for_it, against = k >> self.game.n, k & self.game.grand
        return f"{self.game.spell(for_it)} against {self.game.spell(against)}"

    def named(self, name: str) -> int:
        sides = [0 if side == "∅" else self.game.mask(side) for side in name.split(" against ")]
        return sides[0] << self.game.n | sides[-1]

    def place(self, k: int) -> tuple[Any, ...]:
        sides = k >> self.game.n, k & self.game.grand
        return tuple(part for side in sides for part in (side.bit_count(), members(side)))

    def seeds(self) -> list[int]:
        singles = [1 << i for i in range(self.game.n)]
        return [*(single << self.game.n for single in singles), *singles]


def coalition_sums(x: Array, out: Array | None = None) -> Array:
    """What each coalition is given, indexed by mask; the empty one gets zero.

    >>> coalition_sums(np.array([1, 2, 4])).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7]
    """
    if len(x) <= 6:
        return np.matmul(_all_rows(len(x)), x, out)
    half = len(x) // 2
    low, high = coalition_sums(x[:half]), coalition_sums(x[half:])
    square = None if out is None else out.reshape(len(high), len(low))
    return np.add.outer(high, low, out=square).ravel()


@cache
def _all_rows(n: int) -> Masks:
    """The rows of all coalitions."""
    return indicator(np.arange(1 << n), n)


@cache
def _factors(count: int) -> list[int]:
    """Random numbers, always the same."""
    drawn: list[int] = np.random.default_rng(0).integers(1, 1 << 30, count).tolist()
    return drawn


def indicator(masks: Masks, n: int) -> Masks:
    """A row of zeros and ones for each coalition.

    >>> indicator(np.array([0b011, 0b100]), 3).tolist()
    [[1, 1, 0], [0, 0, 1]]
    """
    return (masks[:, None] >> np.arange(n)) & 1


def integer_array(values: Sequence[Any]) -> Array:
    """Integers in 64 bits when every sum of them fits, else as Python ints."""
    integers = np.array(values)
    return (
        integers if integers.dtype == np.int64 and _is_safe(integers) else np.array(values, object)
    )


def _is_safe(array: Array) -> bool:
    largest = max(int(array.max()), -int(array.min())) if array.size else 0
    return largest * array.size < SAFE


def _wrapped(values: Sequence[int]) -> Masks:
    """Integers modulo 2^64; what is zero stays so."""
    return np.array([((v + (1 << 63)) % (1 << 64)) - (1 << 63) for v in values], np.int64)
