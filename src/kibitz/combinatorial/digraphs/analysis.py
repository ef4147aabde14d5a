"""What is found about a whole digraph, each thing when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.digraphs.explore import Indices, Starts

SMALL = 4000
"""Arrows up to which a graph is done before machine code for it would be loaded."""
LETTERS = np.array(["?", "P", "N", "T"])


@dataclass(eq=False)
class Analysis:
    """Arrays over the vertices of a digraph in compressed rows, in one kind of play.

    All costs are O(V + E), except that of ``loopy``, O((V + E) * number of nimbers).
    """

    starts: Starts
    followers: Indices
    misere: bool

    def run(self, kernel: Any) -> Any:
        """The kernel as machine code, or as plain Python where that is done sooner."""
        return kernel if len(self.followers) > SMALL else kernel.py_func

    @cached_property
    def back(self) -> tuple[Starts, Indices]:
        """The graph with its arrows turned round."""
        from kibitz.combinatorial.digraphs.kernels import predecessors

        back: tuple[Starts, Indices] = self.run(predecessors)(self.starts, self.followers)
        return back

    @cached_property
    def order(self) -> Indices:
        """The vertices that cannot reach a cycle, each after its followers."""
        from kibitz.combinatorial.digraphs.kernels import bottom_up, post_order

        order: Indices = self.run(post_order)(self.starts, self.followers)
        if len(order) < len(self.starts) - 1:
            order = self.run(bottom_up)(self.starts, *self.back)
        return order

    @property
    def acyclic(self) -> bool:
        return len(self.order) == len(self.starts) - 1

    @cached_property
    def labeled(self) -> tuple[npt.NDArray[np.int8], Indices]:
        """Labels, as numbers into ``LETTERS``, and remoteness, -1 where tied."""
        from kibitz.combinatorial.digraphs.kernels import N, P, remoteness, retrograde

        labels: npt.NDArray[np.int8]
        moves: Indices
        if self.acyclic:
            moves = self.run(remoteness)(self.starts, self.followers, self.order, self.misere)
            labels = np.where((moves & 1) == self.misere, np.int8(P), np.int8(N))
        else:
            labels, moves = self.run(retrograde)(self.starts, *self.back, self.misere)
        return labels, moves

    @cached_property
    def letters(self) -> npt.NDArray[Any]:
        """P, N or T of every vertex."""
        return LETTERS[self.labeled[0]]

    @cached_property
    def nimbers(self) -> Indices:
        """The nimber of every vertex in normal play; -1 where a cycle can be reached."""
        from kibitz.combinatorial.digraphs.kernels import grundy

        values: Indices = self.run(grundy)(self.starts, self.followers, self.order)
        return values

    @cached_property
    def longest(self) -> Indices:
        """The most moves that can be made from every vertex; -1 where there is no bound."""
        from kibitz.combinatorial.digraphs.kernels import longest

        lengths: Indices = self.run(longest)(self.starts, self.followers, self.order)
        return lengths

    @cached_property
    def loopy(self) -> tuple[Indices, npt.NDArray[np.int64]]:
        """Fraenkel-Smith values in normal play, -1 where infinite, and counters."""
        from kibitz.combinatorial.digraphs.kernels import fraenkel_smith

        values: tuple[Indices, npt.NDArray[np.int64]] = self.run(fraenkel_smith)(
            self.starts, self.followers, *self.back
        )
        return values

    def cycle_from(self, v: int) -> list[int]:
        """A cycle, by walking among vertices that can reach one until a vertex repeats."""
        seen: dict[int, int] = {}
        while v not in seen:
            seen[v] = len(seen)
            below = self.followers[self.starts[v] : self.starts[v + 1]]
            v = int(below[self.nimbers[below] < 0][0])
        return list(seen)[seen[v] :]
