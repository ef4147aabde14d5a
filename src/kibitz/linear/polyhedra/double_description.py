"""The double description method: the extreme rays of a pointed cone {y: H y >= 0}, exactly.

The inequalities are put in one at a time. Each divides the rays found so far into those it keeps,
those on it and those it loses; every two-dimensional face that runs from a kept ray to a lost one
gives a new ray, where the face meets the inequality. Motzkin, Raiffa, Thompson and Thrall (1953);
Fukuda and Prodon, "Double description method revisited" (1996).

Two rays span a face when no third ray lies on all the inequalities that they share. With d the
dimension of the cone, most pairs are settled without that test: they must share d - 2 inequalities,
and that is enough when one of the two is simple, that is, lies on d - 1 only. Two simple rays are
matched by sorting the d - 1 sets that each is left with when one inequality is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.errors import GameError
from kibitz.core.progress import Task, work
from kibitz.core.spelling import count_of

LIMIT = 2_000_000
"""The greatest number of rays that are held at once, unless the caller says otherwise."""

BLOCK = 1 << 20
"""How many pairs of sets are compared at a time: the temporary arrays stay in the cache."""

SAMPLE = 1 << 20
"""How many signs are looked at when the next inequality is chosen."""

SAFE = 1 << 62
"""Integers below this, and the sum of two of them, fit in 64 bits."""

Integers = npt.NDArray[Any]
"""An array of int64, or of Python integers where those could overflow."""

Sets = npt.NDArray[np.uint64]
"""Sets of inequalities, one per row, as bits in 64-bit words."""

Index = npt.NDArray[np.intp]


@dataclass(frozen=True)
class ExtremeRays:
    """Primitive integer rays, the inequalities on which each lies, and the cone's dimension."""

    rays: Integers
    tight: npt.NDArray[np.bool_]
    dimension: int


def extreme_rays(rows: Sequence[Sequence[int]], limit: int = LIMIT) -> ExtremeRays:
    """The extreme rays of {y: row . y >= 0 for every row}; the rows must span the whole space.

    The first independent rows give the cone to start from. The next inequality is always the one
    that keeps the fewest rays strictly inside, of several the first in the given order. A step
    costs O(n d log n) for n simple rays in dimension d; each degenerate ray is compared with all.

    >>> found = extreme_rays([[1, 0], [0, 1], [2, -1]])
    >>> found.rays.tolist(), found.tight.tolist(), found.dimension
    ([[1, 0], [1, 2]], [[False, True, False], [False, False, True]], 2)
    """
    from flint import fmpq_mat, fmpz_mat

    reduced, scale, rank = fmpz_mat([list(row) for row in rows]).transpose().rref()
    if rank < len(rows[0]):
        raise ValueError("the rows do not span the space: the cone contains a line")
    lead = [next(j for j in range(len(rows)) if reduced[i, j] != 0) for i in range(rank)]
    order = lead + sorted(set(range(len(rows))) - set(lead))
    sign = 1 if scale > 0 else -1
    system = [primitive([sign * int(x) for x in column]) for column in reduced.transpose().tolist()]
    cone = _Cone([system[j] for j in order], limit)
    cone.cut_all()

    inverse, _ = fmpq_mat(fmpz_mat([list(rows[j]) for j in lead])).inv().numer_denom()
    rays = primitive_rows(product(cone.rays, [[int(x) for x in line] for line in inverse.tolist()]))
    tight = np.empty((len(rays), len(rows)), dtype=np.bool_)
    tight[:, order] = _unpack(cone.zeros)[:, : len(rows)]
    return ExtremeRays(rays, tight, cone.dimension)


def most_vertices(dimension: int, facets: int) -> int:
    """The most vertices that a polytope can have, by the upper bound theorem (McMullen 1970).

    >>> most_vertices(2, 7), most_vertices(3, 8), most_vertices(10, 20)
    (7, 12, 4004)
    """
    if facets <= dimension:
        return 1
    rest = facets - dimension
    return comb(facets - (dimension + 1) // 2, rest) + comb(facets - (dimension + 2) // 2, rest)


class _Cone:
    """The cone cut out so far, in coordinates that make its first inequalities y_i >= 0.

    ``zeros`` holds for each ray the inequalities it lies on; ``facets`` has the inequalities that
    describe the cone in its linear hull: those that cut something off and are not equations.
    """

    def __init__(self, rows: list[list[int]], limit: int) -> None:
        self.rows = rows
        self.limit = limit
        self.dimension = len(rows[0])
        self.rays: Integers = np.eye(self.dimension, dtype=np.int64)
        first = np.arange(len(rows)) < self.dimension
        self.zeros = _pack(first & (np.arange(len(rows)) != np.arange(self.dimension)[:, None]))
        self.facets = _pack(first[None, :])[0]
        self.bits = _pack(np.eye(len(rows), dtype=np.bool_))
        self.directions = _unit_floats(np.array(rows, dtype=object))

    def cut_all(self) -> None:
        """Put in every inequality after the first ones."""
        waiting = list(range(self.dimension, len(self.rows)))
        with work("enumerating vertices", total=len(waiting)) as task:
            while waiting and len(self.rays):
                self.cut(waiting.pop(self.choose(waiting)), task)
                task.advance()

    def choose(self, waiting: list[int]) -> int:
        """The place of the inequality that keeps the fewest rays strictly inside, by estimate."""
        stride = len(self.rays) * len(waiting) // SAMPLE + 1
        slacks = _unit_floats(self.rays[::stride]) @ self.directions[waiting].T
        inside = slacks > 1e-9 * np.abs(slacks).max(axis=0)
        return int(inside.sum(axis=0).argmin())

    def cut(self, k: int, task: Task) -> None:
        """Put in inequality ``k``."""
        slack = product(self.rays, [self.rows[k]])[:, 0]
        kept, lost, on = (np.flatnonzero(s) for s in (slack > 0, slack < 0, slack == 0))
        self.zeros[on] |= self.bits[k]
        if not len(lost):
            return
        self.facets |= self.bits[k]
        if not len(kept):
            self.rays, self.zeros = self.rays[on], self.zeros[on]
            self.shrink_hull()
            return
        i, j = self.crossing(kept, lost, on, task)
        new = _combine(self.rays[i], slack[i], self.rays[j], slack[j])
        zeros = (self.zeros[i] & self.zeros[j]) | self.bits[k]
        stay = np.concatenate([kept, on])
        self.rays = narrow(np.concatenate([self.rays[stay], new]))
        self.zeros = np.concatenate([self.zeros[stay], zeros])

    def shrink_hull(self) -> None:
        """The cone has become one of its own faces: find the dimension of that."""
        from flint import fmpz_mat

        if not len(self.rays):
            self.dimension = 0
            return
        equations = np.bitwise_and.reduce(self.zeros, axis=0)
        places = np.flatnonzero(_unpack(equations[None, :])[0])
        self.dimension = len(self.rows[0]) - fmpz_mat([self.rows[i] for i in places]).rank()
        self.facets &= ~equations

    def crossing(self, kept: Index, lost: Index, on: Index, task: Task) -> tuple[Index, Index]:
        """The pairs of a kept and a lost ray that span a face."""
        sets = [self.zeros[part] & self.facets for part in (kept, lost, on)]
        first, second, count = [kept[:0]], [lost[:0]], len(kept) + len(on)
        for i, j in _adjacent(sets[0], sets[1], sets[2], self.dimension):
            first.append(kept[i])
            second.append(lost[j])
            count += len(i)
            if count > self.limit:
                raise GameError(self.refusal(task))
            if task.stopped:
                raise KeyboardInterrupt
        return np.concatenate(first), np.concatenate(second)

    def refusal(self, task: Task) -> str:
        most = most_vertices(len(self.rows[0]) - 1, len(self.rows))
        return (
            f"more than {count_of(self.limit, 'vertex')} and rays to hold after {task.done} "
            f"of {task.total} "
            f"inequalities (there can be {most:,} in the end); fix some variables, drop redundant "
            "inequalities, or raise limit="
        )


def _adjacent(kept: Sets, lost: Sets, on: Sets, dimension: int) -> Iterator[tuple[Index, Index]]:
    """The pairs, one of ``kept`` and one of ``lost``, that span a two-dimensional face.

    A simple ray never has all that two degenerate ones share: d - 2 of its inequalities are
    independent and so define a face with two rays, itself among them.
    """
    need = dimension - 2
    common = np.bitwise_or.reduce(kept, axis=0) & np.bitwise_or.reduce(lost, axis=0)
    a, simple_kept, p, fat_kept = _split(kept, common, dimension)
    b, simple_lost, q, fat_lost = _split(lost, common, dimension)
    _, _, _, fat_on = _split(on, common, dimension)
    for i, j in _simple_pairs(simple_kept, simple_lost, need):
        yield a[i], b[j]
    for i, j in _sharing_pairs(simple_kept, fat_lost, need):
        yield a[i], q[j]
    for i, j in _sharing_pairs(fat_kept, simple_lost, need):
        yield p[i], b[j]
    if len(p) <= len(q):
        for i, j in _fat_pairs(fat_kept, fat_lost, np.concatenate([fat_kept, fat_on]), need):
            yield p[i], q[j]
    else:
        for j, i in _fat_pairs(fat_lost, fat_kept, np.concatenate([fat_lost, fat_on]), need):
            yield p[i], q[j]


def _split(sets: Sets, common: Sets, dimension: int) -> tuple[Index, Sets, Index, Sets]:
    """The simple and the degenerate rays among those that have enough in ``common`` to matter:
    their places, and their sets cut down to it."""
    near = np.flatnonzero(_sizes(sets & common) >= dimension - 2)
    simple = _sizes(sets[near]) == dimension - 1
    thin, fat = near[simple], near[~simple]
    return thin, _gather(sets[thin], common), fat, _gather(sets[fat], common)


def _simple_pairs(one: Sets, other: Sets, need: int) -> Iterator[tuple[Index, Index]]:
    """Adjacent pairs of simple rays, by sorting or, for a few, by comparing all."""
    sorting = 30 * (len(one) + len(other)) * (need + 1)
    if len(one) * len(other) * one.shape[1] < sorting:
        yield from _sharing_pairs(one, other, need)
    else:
        yield _matching_ridges(one, other, need)


def _matching_ridges(one: Sets, other: Sets, need: int) -> tuple[Index, Index]:
    """Pairs of simple rays with a common ridge; it has just two rays, so equals are neighbors."""
    owner_one, key_one = _ridges(one, need)
    owner_other, key_other = _ridges(other, need)
    keys = np.concatenate([key_one, key_other])
    owners = np.concatenate([owner_one, -1 - owner_other])
    order = np.argsort(keys[:, 0]) if keys.shape[1] == 1 else np.lexsort(keys.T)
    keys, owners = keys[order], owners[order]
    same = np.flatnonzero((keys[1:] == keys[:-1]).all(axis=1))
    left, right = owners[same], owners[same + 1]
    across = (left < 0) != (right < 0)
    left, right = left[across], right[across]
    return np.maximum(left, right), -1 - np.minimum(left, right)


def _ridges(sets: Sets, need: int) -> tuple[Index, Sets]:
    """The subsets of size ``need`` of the sets that are at most one larger, and whose they are."""
    sizes = _sizes(sets)
    whole = np.flatnonzero(sizes == need)
    larger = np.flatnonzero(sizes == need + 1)
    owner, bit = np.nonzero(_unpack(sets[larger]))
    keys = sets[larger[owner]]
    keys[np.arange(len(bit)), bit >> 6] ^= np.uint64(1) << (bit & 63).astype(np.uint64)
    return np.concatenate([whole, larger[owner]]), np.concatenate([sets[whole], keys])


def _sharing_pairs(one: Sets, other: Sets, need: int) -> Iterator[tuple[Index, Index]]:
    """The pairs that share at least ``need`` inequalities."""
    if not len(other):
        return
    step = max(1, BLOCK // other.size)
    for start in range(0, len(one), step):
        i, j = np.nonzero(_shared(one[start : start + step], other) >= need)
        yield i + start, j


def _fat_pairs(one: Sets, other: Sets, rest: Sets, need: int) -> Iterator[tuple[Index, Index]]:
    """Adjacent pairs of degenerate rays: no third one has all that they share.

    ``rest`` holds every degenerate ray that is not in ``other``, so also those of ``one``.
    """
    if not len(other):
        return
    step = max(1, BLOCK // (other.size + rest.size))
    for start in range(0, len(one), step):
        block = one[start : start + step]
        candidates = _shared(block, other) >= need
        live = np.flatnonzero(candidates.any(axis=1))
        company = _shared(block[live], rest) >= need
        for x, near in zip(live, company, strict=True):
            j = np.flatnonzero(candidates[x])
            shares = other[j] & block[x]
            j = j[_in_exactly_two(shares, np.concatenate([shares, rest[near] & block[x]]))]
            yield np.full(len(j), start + x), j


def _in_exactly_two(sets: Sets, family: Sets) -> Index:
    """The places of the sets that lie in just two members of the family."""
    alive = np.arange(len(sets))
    count = np.zeros(len(sets), dtype=np.intp)
    step = max(1, BLOCK // sets.size)
    for start in range(0, len(family), step):
        members = ~family[None, start : start + step]
        inside = (sets[alive, None, 0] & members[:, :, 0]) == 0
        for word in range(1, sets.shape[1]):
            inside &= (sets[alive, None, word] & members[:, :, word]) == 0
        count[alive] += inside.sum(axis=1)
        alive = alive[count[alive] <= 2]
    return alive


def _shared(one: Sets, other: Sets) -> npt.NDArray[Any]:
    """How many elements each set of ``one`` shares with each of ``other``."""
    count: npt.NDArray[Any] = np.bitwise_count(one[:, None, 0] & other[None, :, 0])
    if one.shape[1] > 1:
        count = count.astype(np.uint16)
    for word in range(1, one.shape[1]):
        count += np.bitwise_count(one[:, None, word] & other[None, :, word])
    return count


def _sizes(sets: Sets) -> Index:
    sizes: Index = np.bitwise_count(sets).sum(axis=1, dtype=np.intp)
    return sizes


def _pack(members: npt.NDArray[np.bool_]) -> Sets:
    """Rows of booleans as sets."""
    words = max(1, (members.shape[1] + 63) // 64)
    padded = np.zeros((len(members), 64 * words), dtype=np.bool_)
    padded[:, : members.shape[1]] = members
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _unpack(sets: Sets) -> npt.NDArray[np.bool_]:
    """Sets as rows of booleans, a multiple of 64 of them."""
    octets = np.ascontiguousarray(sets, dtype="<u8").view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(np.bool_)


def _gather(sets: Sets, common: Sets) -> Sets:
    """The sets cut down to ``common``, in as few words as that needs."""
    if len(common) == 1:
        return sets & common
    return _pack(_unpack(sets)[:, np.flatnonzero(_unpack(common[None, :])[0])])


def product(rays: Integers, rows: Sequence[Sequence[int]]) -> Integers:
    """The inner product of each ray with each row, exactly; zeros in the rows cost nothing."""
    heaviest = max((sum(map(abs, row)) for row in rows), default=0)
    if rays.dtype != object and max(_largest(rays), 1) * heaviest >= SAFE:
        rays = rays.astype(object)
    result = np.zeros((len(rays), len(rows)), dtype=rays.dtype)
    for j, row in enumerate(rows):
        for k, x in enumerate(row):
            if x:
                result[:, j] += rays[:, k] if x == 1 else rays[:, k] * x
    return narrow(result)


def primitive(row: Sequence[int]) -> list[int]:
    """The row divided by the greatest common divisor of its entries.

    >>> primitive([6, -9, 0])
    [2, -3, 0]
    """
    divisor = gcd(*row) or 1
    return [x // divisor for x in row]


def primitive_rows(rays: Integers) -> Integers:
    """Every row divided by the greatest common divisor of its entries; no row may be zero."""
    if not rays.size:
        return rays
    return narrow(rays // np.gcd.reduce(rays, axis=1)[:, None])


def narrow(rays: Integers) -> Integers:
    """As int64, if every entry is small enough."""
    return rays.astype(np.int64) if rays.dtype == object and _largest(rays) < SAFE else rays


def _largest(values: Integers) -> int:
    return int(np.abs(values).max()) if values.size else 0


def _unit_floats(rays: Integers) -> npt.NDArray[np.float64]:
    """Floating-point rows whose largest entry is 1, however large the integers; zero rows stay."""
    largest = np.maximum(np.abs(rays).max(axis=1, initial=0), 1)
    return np.asarray(rays / largest[:, None], dtype=np.float64)


def _combine(kept: Integers, inside: Integers, lost: Integers, outside: Integers) -> Integers:
    """For each pair of rays, slack positive and negative, the ray between them with slack 0."""
    inside, outside = narrow(inside), narrow(-outside)
    divisor = np.gcd(inside, outside)
    inside, outside = narrow(inside // divisor), narrow(outside // divisor)
    bound = _largest(inside) * _largest(lost) + _largest(outside) * _largest(kept)
    if bound >= SAFE:
        kept, lost = kept.astype(object), lost.astype(object)
    return primitive_rows(outside[:, None] * kept + inside[:, None] * lost)
