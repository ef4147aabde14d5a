"""Every vertex of a best-response polytope, by walking along its edges.

A vertex is a basis of the polytope whose ties are broken by infinitesimals; from each the walk goes
to its neighbors, until it meets no new one. Since the vertices and edges of a polytope are a
connected graph, the list is then complete, and that is its proof.

The walk is in floats. A basis counts only when its floats prove it, with a bound for all rounding;
the rest is settled in integers of 64 bits, and what outgrows these in integers of any length.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.core.compiling.ahead import is_ahead
from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.strategic.two_player.best_response_polytope import Polytope
from kibitz.strategic.two_player.exact_dictionary import exact_dictionary

LIMIT = 20_000_000
"""The most bases that are held at once, unless the caller says otherwise."""

MOST_TIED = 2_000
"""The most vertices of a game in floats that are settled in long integers, some milliseconds each.

Payoffs that are rounded, and tie or nearly tie, leave nearly all vertices in doubt.
"""

BUDGET = 50_000
"""Bases between two looks at the clock and the keyboard."""

FIRST_ROOM = 1 << 10

PATIENCE = 1500
"""Bases that are visited in exact arithmetic before the compiled loops are loaded."""
_visited = [0]


@dataclass(frozen=True, eq=False)
class VertexBases:
    """The bases, and for each the labels of its vertex, in words of 64 bits.

    In a polytope without ties the two are the same.
    """

    polytope: Polytope
    bases: Array
    tight: Array
    degenerate: bool

    def __len__(self) -> int:
        return len(self.bases)


def vertex_bases(polytope: Polytope, limit: int = LIMIT, rounded: bool = False) -> VertexBases:
    """Every basis of the polytope with its ties broken; O(d c) float operations for each.

    Payoffs that are ``rounded`` are refused where long integers would have to settle most bases.

    >>> from kibitz import bimatrix
    >>> from kibitz.strategic.two_player.best_response_polytope import polytopes
    >>> rows, _ = polytopes(bimatrix("2 0; 0 1", "1 0; 0 2"))
    >>> [f"{basis:04b}" for basis in sorted(integers(vertex_bases(rows).bases))]
    ['0011', '0110', '1001', '1100']
    """
    if not compiled_is_better(0):
        bases = _exact_walk(polytope, min(limit, PATIENCE - _visited[0]))
        if bases is not None:
            return bases
    try:
        return _Walk(polytope, limit, floats=True, rounded=rounded).run()
    except _Misled:
        return _Walk(polytope, limit, floats=False, rounded=rounded).run()


def integers(words: Array) -> list[int]:
    """Sets of labels, one for each row of words, as integers."""
    if words.shape[1] == 1:
        single: list[int] = words[:, 0].tolist()
        return single
    data = np.ascontiguousarray(words.astype("<u8")).tobytes()
    width = words.shape[1] * 8
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]


def in_words(label_sets: Iterable[int], labels: int) -> Array:
    """Sets of labels as rows of words of 64 bits."""
    width = word_count(labels)
    data = b"".join(s.to_bytes(width * 8, "little") for s in label_sets)
    return np.frombuffer(data, "<u8").astype(np.uint64).reshape(-1, width)


def word_count(labels: int) -> int:
    """How many words hold this many labels."""
    return (labels + 63) // 64


def certified_labels(polytope: Polytope, bases: Array) -> Array | None:
    """The labels of the vertex of every basis; None if one of them is not feasible.

    Floats where they prove it, integers of any length elsewhere.
    """
    if not compiled_is_better(len(bases)):
        return _labels_one_by_one(polytope, bases)
    walk = _Walk(polytope, LIMIT, floats=True)
    walk.load(bases)
    try:
        walk.certify()
    except _Misled:
        return None
    return walk.found().tight if walk.count == len(bases) else None


def certified(bases: Array, polytope: Polytope) -> Array:
    """Which bases floats prove to be feasible, and without ties."""
    if not compiled_is_better(len(bases)) or not len(bases):
        return np.zeros(len(bases), np.bool_)
    from kibitz.strategic.two_player.kernels.vertex_walk import CERTIFIED, certify

    status = np.zeros(len(bases), np.int8)
    certify(*_dictionary(polytope), polytope.labels, bases, status)
    return np.asarray(status == CERTIFIED)


def _labels_one_by_one(polytope: Polytope, bases: Array) -> Array | None:
    tight = []
    for basis in integers(bases):
        dictionary = exact_dictionary(polytope, basis)
        if dictionary is None or not dictionary.feasible:
            return None
        tight.append(polytope.with_twins(dictionary.tight))
    return in_words(tight, polytope.labels)


def compiled_is_better(count: int) -> bool:
    """Whether this many bases should be treated by the compiled loops, which take time to load."""
    loaded = "kibitz.strategic.two_player.kernels.vertex_walk" in sys.modules
    return loaded or _visited[0] + count > PATIENCE or is_ahead()


def _exact_walk(polytope: Polytope, most: int) -> VertexBases | None:
    """The walk in integers of any length; None when there are more bases than that."""
    tight: dict[int, int] = {}
    waiting, seen = [polytope.origin], {polytope.origin}
    while waiting:
        basis = waiting.pop()
        dictionary = exact_dictionary(polytope, basis)
        assert dictionary is not None
        tight[basis] = dictionary.tight
        new = [near for near in dictionary.neighbors() if near not in seen]
        seen.update(new)
        waiting += new
        _visited[0] += 1
        if len(seen) > most:
            return None
    bases = in_words(tight, polytope.labels)
    labels = in_words(tight.values(), polytope.labels)
    whole = _with_twins(polytope, labels)
    return VertexBases(polytope, bases, whole, bool((whole != bases).any()))


def _with_twins(polytope: Polytope, tight: Array) -> Array:
    for twin, label in polytope.twins:
        present = tight[:, label >> 6] >> np.uint64(label & 63) & np.uint64(1)
        tight[:, twin >> 6] |= present << np.uint64(twin & 63)
    return tight


class _Misled(Exception):
    """Rounding led the walk to columns that are not a basis."""


@lru_cache(maxsize=128)
def hash_words(labels: int) -> Array:
    """A word for each label; those of a basis together are its place in the table."""
    return np.random.default_rng(1).integers(0, 2**63, labels).astype(np.int64)


def _dictionary(polytope: Polytope) -> tuple[Array, Array, Array, Array, Array, Array]:
    """The matrix, the labels of both sides, and the dictionary of the origin with its labels."""
    from kibitz.strategic.two_player.kernels.vertex_walk import padded

    d, c = polytope.matrix.shape
    own, other = np.array(polytope.own, np.int64), np.array(polytope.other, np.int64)
    body = np.zeros((c, padded(d + 1)))
    body[:, 0] = 1
    body[:, 1 : d + 1] = polytope.scaled.T
    return polytope.scaled, own, other, body, other.copy(), own.copy()


class _Walk:
    """A walk that is under way: the bases met so far, in a hash table, and those to be visited."""

    def __init__(self, polytope: Polytope, limit: int, floats: bool, rounded: bool = False) -> None:
        self.polytope, self.limit, self.floats, self.rounded = polytope, limit, floats, rounded
        self.settled = 0
        dictionary = _dictionary(polytope)
        self.matrix, self.own, self.other, self.body, self.left, self.top = dictionary
        labels = polytope.labels
        self.words = hash_words(labels)
        self.width = word_count(labels)
        self._allocate(min(FIRST_ROOM, 4 << labels // 2) + 2 * polytope.dimension)
        self.bases[0] = in_words([polytope.origin], labels)[0]
        self.keys[0] = np.bitwise_xor.reduce(self.words[self.own])
        self.status[0], self.stack[0] = 0, 0
        self.count = self.height = 1
        self._rehash()
        small = polytope.matrix.dtype != object and int(polytope.matrix.max()) < 2**61
        self.integers = np.ascontiguousarray(polytope.matrix, np.int64) if small else None

    def run(self) -> VertexBases:
        from kibitz.strategic.two_player.kernels import vertex_walk as kernels

        is_begun = self.floats
        if is_begun:  # most walks end with their first leg, before anybody could wait
            self._walk(kernels)
            if not self.height and (self.status[: self.count] == kernels.CERTIFIED).all():
                if self.polytope.twins:
                    return self.found()
                bases = self.bases[: self.count].copy()
                return VertexBases(self.polytope, bases, bases, False)
        with work("vertices") as task:
            while self.height or is_begun:
                before = self.count
                if self.count >= len(self.keys) - self.polytope.dimension:
                    self._grow()
                if is_begun:
                    is_begun = False
                elif self.floats:
                    self._walk(kernels)
                else:
                    waiting = self.stack[: self.height].copy()
                    self.status[waiting] = kernels.DOUBTFUL
                    self.height = 0
                if not (self.height and self.floats):
                    self._settle(kernels)
                task.advance(self.count - before)
                if task.stopped:
                    raise GameError(
                        f"stopped after {count_of(self.count, 'vertex')}; the list is incomplete"
                    )
        return self.found()

    def _walk(self, kernels: Any) -> None:
        self.count, self.height = kernels.walk(
            self.matrix,
            self.own,
            self.other,
            self.body,
            self.left,
            self.top,
            self.words,
            self.table,
            self.keys,
            self.bases,
            self.status,
            self.stack,
            self.count,
            self.height,
            BUDGET,
        )

    def _settle(self, kernels: Any) -> None:
        """Treat what is in doubt, in integers."""
        doubts = np.flatnonzero(self.status[: self.count] == kernels.DOUBTFUL)
        if self.integers is None:
            self.status[doubts] = kernels.TOO_LARGE
        elif len(doubts):
            self._settle_short(self.integers, doubts)
        if (self.status[: self.count] == kernels.FALSE).any():
            raise _Misled
        long = np.flatnonzero(self.status[: self.count] == kernels.TOO_LARGE).tolist()
        self.settled += len(long)
        if self.rounded and self.settled > MOST_TIED:
            raise GameError(
                f"payoffs in floats that tie or nearly tie at {self.settled:,} vertices or more, "
                f"where at most {MOST_TIED:,} are settled in long integers; give the payoffs as "
                "fractions, or find one equilibrium with lemke-howson"
            )
        for k in long:
            self._settle_long(k, kernels)

    def _settle_short(self, table: Array, doubts: Array) -> None:
        """In integers of one word, while they fit."""
        from kibitz.strategic.two_player.kernels.integer_walk import walk_exactly

        while len(doubts):
            self.count, self.height, done = walk_exactly(
                table,
                self.own,
                self.other,
                self.words,
                self.table,
                self.keys,
                self.bases,
                self.status,
                self.tight,
                self.stack,
                self.count,
                self.height,
                doubts,
            )
            doubts = doubts[done:]
            if len(doubts):
                self._grow()

    def _settle_long(self, k: int, kernels: Any) -> None:
        basis = integers(self.bases[k : k + 1])[0]
        dictionary = exact_dictionary(self.polytope, basis)
        if dictionary is None or not dictionary.feasible:
            raise _Misled
        self.status[k] = kernels.EXACT
        self.tight[k] = in_words([dictionary.tight], self.polytope.labels)[0]
        for neighbor in dictionary.neighbors():
            self._note(neighbor, kernels)

    def _note(self, basis: int, kernels: Any) -> None:
        if self.count >= len(self.keys) - self.polytope.dimension:
            self._grow()
        row = in_words([basis], self.polytope.labels)[0]
        bound = [label for label in range(self.polytope.labels) if basis >> label & 1]
        key = np.bitwise_xor.reduce(self.words[bound])
        slot = kernels.find(self.table, self.keys, self.bases, key, row)
        if self.table[slot] < 0:
            self.table[slot] = self.count
            self.keys[self.count], self.bases[self.count] = key, row
            self.status[self.count] = kernels.WAITING
            self.stack[self.height] = self.count
            self.count += 1
            self.height += 1

    def found(self) -> VertexBases:
        """All bases met, with the labels of their vertices."""
        from kibitz.strategic.two_player.kernels.vertex_walk import EXACT

        bases, status = self.bases[: self.count].copy(), self.status[: self.count]
        tight = np.where((status == EXACT)[:, None], self.tight[: self.count], bases)
        whole = _with_twins(self.polytope, tight)
        return VertexBases(self.polytope, bases, whole, bool((whole != bases).any()))

    def load(self, bases: Array) -> None:
        """Begin with these bases instead of the origin."""
        self.count, self.height = len(bases), 0
        self._allocate(max(FIRST_ROOM, len(bases) + 2 * self.polytope.dimension))
        self.bases[: self.count] = bases
        for label, word in enumerate(self.words.tolist()):
            inside = bases[:, label >> 6] >> np.uint64(label & 63) & np.uint64(1) == 1
            self.keys[: self.count][inside] ^= word
        self._rehash()

    def certify(self) -> None:
        """Prove the bases that were loaded, in floats where these do."""
        from kibitz.strategic.two_player.kernels import vertex_walk as kernels

        kernels.certify(
            self.matrix,
            self.own,
            self.other,
            self.body,
            self.left,
            self.top,
            len(self.words),
            self.bases[: self.count],
            self.status[: self.count],
        )
        self._settle(kernels)

    def _allocate(self, room: int) -> None:
        self.keys = np.zeros(room, np.int64)
        self.bases = np.zeros((room, self.width), np.uint64)
        self.tight = np.zeros((room, self.width), np.uint64)
        self.status = np.zeros(room, np.int8)
        self.stack = np.zeros(room, np.int64)

    def _grow(self) -> None:
        room = 4 * len(self.keys)
        if self.count > self.limit:
            raise GameError(
                f"there are more than {count_of(self.limit, 'vertex')}; find one equilibrium by "
                "lemke_howson instead of all"
            )
        names = ("keys", "bases", "tight", "status", "stack")
        old: list[Array] = [getattr(self, name) for name in names]
        self._allocate(room)
        for name, kept in zip(names, old, strict=True):
            getattr(self, name)[: len(kept)] = kept
        self._rehash()

    def _rehash(self) -> None:
        from kibitz.strategic.two_player.kernels import vertex_walk as kernels

        self.table = np.full(1 << (2 * len(self.keys)).bit_length(), -1, np.int64)
        kernels.rehash(self.table, self.keys, self.count)
