"""The fusion principle: the vertices of a circuit may be fused, which turns its edges into loops.

What lies on circuits shrinks to single vertices with loops; a loop is worth as much as a leaf, and
equal leaves cancel in pairs. What remains is a tree of bridges, for the colon principle.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.combinatorial.hackenbush.colon import colon_values
from kibitz.combinatorial.hackenbush.standing import DepthFirstOrder


@dataclass(frozen=True, slots=True)
class Fusion:
    """The tree of bridges that is left when all circuits have been fused.

    Its vertices are the blocks, numbered so that each comes after its parent; block 0 holds the
    ground. ``head[b]`` is the vertex of the block that is nearest to the ground: for every block
    but 0 the stem of its head is the bridge to ``parent[b]``. ``loops[b]`` counts the edges fused
    into the block, ``values[b]`` is the nimber of all that grows on it, its loops included.
    """

    standing: DepthFirstOrder
    block: list[int]
    head: list[int]
    parent: list[int]
    loops: list[int]
    values: list[int]

    @property
    def nimber(self) -> int:
        return self.values[0]

    @property
    def is_tree(self) -> bool:
        """Whether there was nothing to fuse."""
        return not any(self.loops)

    def is_bridge(self, v: int) -> bool:
        """Whether the stem of this vertex is a bridge."""
        return self.head[self.block[v]] == v and v > 0

    def branch(self, b: int) -> int:
        """The nimber of the branch that the bridge below a block carries, bridge included."""
        return self.values[b] + 1

    def bridges(self) -> dict[int, int]:
        """For each edge that is a bridge, the block above it."""
        stem = self.standing.stem
        return {stem[self.head[b]]: b for b in range(1, len(self.head))}


def fuse(standing: DepthFirstOrder) -> Fusion:
    """Find the bridges by low-link numbers, fuse the rest, and evaluate the tree. O(V + E).

    Ferguson, Game Theory, I.6.3; bridges after Tarjan (1974).

    >>> from kibitz.combinatorial.hackenbush.standing import depth_first, incidence
    >>> lollipop = incidence([(0, 1), (1, 2), (2, 3), (3, 1)], [0])
    >>> found = fuse(depth_first(lollipop))
    >>> found.loops, found.values
    ([0, 3], [2, 1])
    """
    count = len(standing.order)
    parent_of = standing.parent
    low = list(range(count))
    for _, upper, lower in standing.back:
        low[upper] = min(low[upper], lower)
    for v in range(count - 1, 0, -1):
        low[parent_of[v]] = min(low[parent_of[v]], low[v])
    block, head, parent, loops = [0] * count, [0], [-1], [0]
    for v in range(1, count):
        below = block[parent_of[v]]
        if low[v] == v:
            block[v] = len(head)
            head.append(v)
            parent.append(below)
            loops.append(0)
        else:
            block[v] = below
            loops[below] += 1
    for _, upper, _ in standing.back:
        loops[block[upper]] += 1
    return Fusion(standing, block, head, parent, loops, colon_values(parent, loops))
