"""Finite commutative monoids with a set of P-elements, and when they tell misère outcomes right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]


class TransitionPair(NamedTuple):
    """A game as a monoid sees it: its element, and the elements of its options."""

    element: int
    options: frozenset[int]


@dataclass(frozen=True, eq=False)
class BipartiteMonoid:
    """Elements 0, 1, ..., of which 0 is the identity; ``table[a, b]`` is the product."""

    table: npt.NDArray[np.int64]
    is_p: Flags

    def __len__(self) -> int:
        return len(self.is_p)

    def product(self, elements: Iterable[int]) -> int:
        """The product of some elements; the identity when there are none.

        Parameters
        ----------
        elements : iterable of int
            The numbers of the elements, with repetitions.
        """
        value = 0
        for element in elements:
            value = int(self.table[value, element])
        return value

    @cached_property
    def conflicts(self) -> Flags:
        """Pairs of elements that some third one makes both P: no option of one can be the other."""
        both = self.is_p[self.table].astype(np.int64)
        conflicts: Flags = both.T @ both > 0
        return conflicts

    def fits(self, part: TransitionPair) -> bool:
        """Whether no sum with this game that should be lost has a move to one that should be lost.

        Parameters
        ----------
        part : TransitionPair
            The element of a game, and the elements of its options.
        """
        return not any(self.conflicts[part.element, option] for option in part.options)

    def stuck_sum(self, parts: Sequence[TransitionPair]) -> tuple[int, ...] | None:
        """A sum of these games that should be won and has no winning move; None if there is none.

        For a sum X let U be the elements z for which z X should be won but not by a move in X. The
        sum of X and Y has those z with z Y in U(X) and z X in U(Y); X is stuck when the identity
        is in U(X). Only the largest U of every element need be kept, which leaves few.

        Parameters
        ----------
        parts : sequence of TransitionPair
            The games, each by its element and the elements of its options.

        Returns
        -------
        tuple of int or None
            The positions in ``parts`` of the games in the sum.
        """
        lost = self.is_p[self.table]
        parts_open = [self._open(part, lost) for part in parts]
        kept: dict[int, list[Flags]] = {}
        queue: list[tuple[int, Flags, tuple[int, ...]]] = []
        for i, (part, flags) in enumerate(zip(parts, parts_open, strict=True)):
            if flags[0]:
                return (i,)
            if _is_new(kept, part.element, flags):
                queue.append((part.element, flags, (i,)))
        while queue:
            element, flags, word = queue.pop()
            if not any(flags is other for other in kept[element]):
                continue
            for i, (part, more) in enumerate(zip(parts, parts_open, strict=True)):
                both = flags[self.table[:, part.element]] & more[self.table[:, element]]
                if both[0]:
                    return (*word, i)
                total = int(self.table[element, part.element])
                if _is_new(kept, total, both):
                    queue.append((total, both, (*word, i)))
        return None

    def _open(self, part: TransitionPair, lost: Flags) -> Flags:
        """The elements beside which the part should be won, but not by a move in it."""
        flags: Flags = ~lost[:, part.element]
        for option in part.options:
            flags = flags & ~lost[:, option]
        return flags

    def is_monoid(self) -> bool:
        """Whether the product is associative and commutative, with 0 as identity."""
        table = self.table
        if not np.array_equal(table, table.T) or not np.array_equal(table[0], np.arange(len(self))):
            return False
        return all(np.array_equal(table[row], row[table]) for row in table)

    def is_reduced(self) -> bool:
        """Whether any two elements are distinguished by the outcome beside some third one."""
        return len(np.unique(self.is_p[self.table], axis=0)) == len(self)


def _is_new(kept: dict[int, list[Flags]], element: int, flags: Flags) -> bool:
    """Keep these flags unless none is set or larger ones are kept; smaller ones are dropped."""
    others = kept.setdefault(element, [])
    if not flags.any() or any(not (flags & ~other).any() for other in others):
        return False
    kept[element] = [other for other in others if (other & ~flags).any()]
    kept[element].append(flags)
    return True
