"""What the checkers of claims about coalitional games share: exact worths, and reading payoffs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import (
    halves,
    integers_within,
    members,
    sizes,
    subset_sums,
    tensor_difference,
    tensor_over,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import CLOSE, Claim, Proof
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show, show_all
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.arithmetic import ends, near, summed
from kibitz.proof.kernel.corners import corners, unit_rows

Point = list[Fraction]
ZERO = Fraction(0)
MOST_SHOWN = 8
"""Players up to which payoffs are written out in a certificate."""


class Worths:
    """The worths of all coalitions in exact numbers; floats are the binary fractions they are."""

    def __init__(self, game: CoalitionalGame) -> None:
        self.game, self.n, self.grand = game, game.n, game.grand
        self.tensor = exact_tensor(game.worths)
        self.ends = ends(game.worths)

    def __getitem__(self, mask: int) -> Fraction:
        return entry(self.tensor, mask)

    @property
    def total(self) -> Fraction:
        return self[self.grand]

    def alone(self) -> Point:
        """What each player earns alone."""
        return [self[1 << i] for i in range(self.n)]

    def utopia(self) -> Point:
        """What each player adds to all others."""
        return [self.total - self[self.grand ^ 1 << i] for i in range(self.n)]

    def excesses(self, x: Sequence[Fraction]) -> Tensor:
        """v(S) - x(S), by mask. Cost 2^n."""
        return tensor_difference(self.tensor, subset_sums(x))

    def largest_excess(self, x: Sequence[Fraction]) -> Fraction:
        """The largest excess of a coalition; that of the empty one is 0."""
        found = self.excesses(x)
        return entry(found, int(found.array.argmax()))

    def added(self) -> list[list[Fraction]]:
        """What each player adds, summed over the coalitions of others of each size. Cost n 2^n."""
        return summed_by_size(self.tensor)

    def hands_out(self, x: Sequence[Fraction], slack: Fraction = ZERO) -> bool:
        """Whether payoffs add up to v(N)."""
        return abs(summed(x) - self.total) <= slack

    def is_imputation(self, x: Sequence[Fraction], slack: Fraction = ZERO) -> bool:
        """Whether v(N) is handed out and no one gets less than alone."""
        pairs = zip(x, self.alone(), strict=True)
        return self.hands_out(x, slack) and all(a >= b - slack for a, b in pairs)


def entry(tensor: Tensor, mask: int) -> Fraction:
    """What an exact table says of a coalition."""
    return Fraction(int(tensor.array[mask]), tensor.denominator)


def exact_tensor(tensor: Tensor) -> Tensor:
    """The numbers of a table as exact ones."""
    if tensor.exact:
        return tensor
    pairs = [x.as_integer_ratio() for x in tensor.array.tolist()]
    bottom = max(q for _, q in pairs)
    return tensor_over(np.array([p * (bottom // q) for p, q in pairs], object), bottom)


def summed_by_size(worths: Tensor) -> list[list[Fraction]]:
    """For each player and size s, the sum of v(S with i) - v(S) over coalitions S of s others."""
    n = worths.shape[0].bit_length() - 1
    array = integers_within(worths.array, 1 << (n + 1))
    order = np.argsort(sizes(n - 1), kind="stable") if n > 1 else np.zeros(1, np.int64)
    starts = np.searchsorted(sizes(n - 1)[order], np.arange(n)) if n > 1 else np.zeros(1, np.int64)
    found = []
    for i in range(n):
        without, joined = halves(array, i)
        sums = np.add.reduceat((joined - without).ravel()[order], starts)
        found.append([Fraction(int(x), worths.denominator) for x in sums])
    return found


def payoffs(game: CoalitionalGame, claim: Claim, key: str = "payoffs") -> list[Number]:
    """A number for each player, as a list in their order or as an object by name."""
    given = claim.raw(key)
    if isinstance(given, Mapping):
        if set(given) != set(game.players):
            raise GameError(f"{claim.path(key)}: there must be a number for each player")
        given = [given[p] for p in game.players]
    if not isinstance(given, list) or len(given) != game.n:
        raise GameError(f"{claim.path(key)}: expected {game.n} numbers, one for each player")
    return [number(x, claim.path(key)) for x in given]


def point(worths: Worths, claim: Claim, proof: Proof, key: str = "payoffs") -> Point:
    """Payoffs as exact numbers; floats among them allow for rounding."""
    found = payoffs(worths.game, claim, key)
    proof.within(worths.ends, found)
    return [Fraction(x) for x in found]


def points(game: CoalitionalGame, claim: Claim, key: str) -> list[list[Number]]:
    """A list of payoffs."""
    part = Claim({str(k): x for k, x in enumerate(claim.items(key))}, claim.path(key))
    return [payoffs(game, part, k) for k in part.data]


def same_points(
    proof: Proof, claimed: Iterable[Sequence[Any]], right: Iterable[Any], times: int = 1
) -> bool:
    """Whether two lists have the same payoffs, each as often, in any order."""
    left = [tuple(map(Fraction, x)) for x in right]
    if not proof.tolerance:
        return Counter(tuple(map(Fraction, x)) for x in claimed) == Counter(left)
    for x in claimed:
        close = next((y for y in left if near(x, y, times * proof.tolerance)), None)
        if close is None:
            return False
        left.remove(close)
    return not left


def coalition(game: CoalitionalGame, name: Any, where: str) -> int:
    """The mask of a coalition by the names of its players, each once."""
    names = [name] if isinstance(name, str) else name
    if not isinstance(names, list) or not all(isinstance(x, str) for x in names):
        raise GameError(f"{where}: expected a coalition, found {name!r:.40}")
    return 0 if names in (["∅"], []) else game.mask(*names)


def coalitions(game: CoalitionalGame, claim: Claim, key: str) -> list[int]:
    """The masks of a list of coalitions."""
    return [coalition(game, name, claim.path(key)) for name in claim.items(key)]


def weights(game: CoalitionalGame, claim: Claim, key: str) -> dict[int, Number]:
    """Numbers by coalition."""
    given, where = claim.entries(key), claim.path(key)
    found = {coalition(game, k, where): number(w, f"{where} of {k}") for k, w in given.items()}
    if len(found) < len(given):
        raise GameError(f"{where}: a coalition is named twice")
    return found


def balanced(proof: Proof, n: int, found: Mapping[int, Number]) -> bool:
    """Record that weights are positive and add up to one over the coalitions of each player."""
    slack = CLOSE if any(isinstance(w, float) for w in found.values()) else ZERO
    proof.that("the weights are positive", all(w > 0 for w in found.values()))
    sums = [summed(Fraction(w) for m, w in found.items() if m >> i & 1) for i in range(n)]
    worst = max(sums, key=lambda s: abs(s - 1))
    what = "the weights of the coalitions of each player add up to one"
    return proof.that(what, abs(worst - 1) <= slack, show(worst))


def minimal_balanced(n: int) -> list[dict[int, Fraction]]:
    """Weights of all minimal balanced collections without the grand coalition, for few players.

    They are the corners of all balanced weights, and so enough for the core (Shapley 1967).
    """
    masks = range(1, (1 << n) - 1)
    rows, size = [[m >> i & 1 for m in masks] for i in range(n)], len(masks)
    found = corners(rows, [1] * n, unit_rows(size), [0] * size) if masks else []
    return [{m: w for m, w in zip(masks, point, strict=True) if w} for point in found]


def efficient(worths: Worths, x: Point, proof: Proof) -> bool:
    """Record that v(N) is handed out."""
    good = worths.hands_out(x, proof.tolerance * worths.n)
    return proof.that("efficient: the payoffs add up to v(N)", good, shown(worths, summed(x)))


def rational(worths: Worths, x: Point, proof: Proof) -> bool:
    """Record that no one gets less than alone."""
    low = worths.alone()
    bad = [i for i in range(worths.n) if x[i] < low[i] - proof.tolerance]
    found = "" if not bad else f"{worths.game.players[bad[0]]} gets less"
    return proof.that("individually rational: no player gets less than alone", not bad, found)


def spelled(x: Sequence[Number]) -> str:
    """Payoffs in words, of few players."""
    return show_all(x) if len(x) <= MOST_SHOWN else "as claimed"


def shown(worths: Worths, x: Fraction) -> str:
    """A number, as a float in a game of floats."""
    return show(x if worths.game.exact else float(x))


def sum_over(x: Sequence[Fraction], mask: int) -> Fraction:
    """What a coalition is given."""
    return summed(x[i] for i in members(mask))


def of_contributions(added: list[list[Fraction]]) -> Point:
    """The Shapley value, from what players add to coalitions of each size."""
    n = len(added)
    return [summed(x / (n * comb(n - 1, s)) for s, x in enumerate(row)) for row in added]


def is_convex(worths: Worths, slack: int = 0) -> bool:
    """Whether players add no less to larger coalitions. O(n^2 2^n)."""
    array = integers_within(worths.tensor.array, 4)
    for i in range(worths.n):
        without, joined = halves(array, i)
        for less, more in (halves((joined - without).ravel(), j) for j in range(i)):
            if (more - less).min() < -slack:
                return False
    return True


def shapley(worths: Worths) -> Point:
    """What each player adds on average over all orders of arrival."""
    return of_contributions(worths.added())
