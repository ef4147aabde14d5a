"""Every chop, and what it leaves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.hackenbush.circuits import circuit_chops
from kibitz.combinatorial.hackenbush.colon import wanted_values
from kibitz.combinatorial.hackenbush.fusion import Fusion

Numbers = npt.NDArray[np.int64]


def chops_to(fusion: Fusion, target: int) -> list[int]:
    """The edges, in ascending order, whose chop leaves a picture of nimber ``target``.

    From the ground upwards, each block receives the value that it would need; a bridge is chopped
    where nothing but its absence will do, an edge of a circuit where its chop leaves just that.
    O(V + E) for trees; see :func:`~kibitz.combinatorial.hackenbush.circuits.circuit_chops`.
    """
    wanted = wanted_values(fusion.parent, fusion.values, target)
    stem, head, parent = fusion.standing.stem, fusion.head, fusion.parent
    edges = [stem[head[b]] for b in range(1, len(head)) if wanted[b] < 0 and wanted[parent[b]] >= 0]
    if not fusion.is_tree:
        at_home = _blocks_of_circuit_edges(fusion)
        left = circuit_chops(fusion)
        edges += [edge for edge, value in left.items() if value == wanted[at_home[edge]]]
    return sorted(edges)


def chop_values(fusion: Fusion) -> dict[int, int]:
    """The nimber that each chop leaves, by edge.

    What a chop does to its own block is carried down to the ground, level by level for all chops
    at once; stretches without forks are one level. O(E d) with d levels.

    >>> from kibitz.combinatorial.hackenbush.fusion import fuse
    >>> from kibitz.combinatorial.hackenbush.standing import depth_first, incidence
    >>> chop_values(fuse(depth_first(incidence([(0, 1), (1, 2), (2, 0), (2, 3)], [0]))))
    {0: 1, 1: 3, 2: 3, 3: 1}
    """
    values, parent = fusion.values, fusion.parent
    edges: list[int] = []
    blocks: list[int] = []
    left: list[int] = []
    for edge, b in fusion.bridges().items():
        edges.append(edge)
        blocks.append(parent[b])
        left.append(values[parent[b]] ^ fusion.branch(b))
    if not fusion.is_tree:
        at_home = _blocks_of_circuit_edges(fusion)
        for edge, value in circuit_chops(fusion).items():
            edges.append(edge)
            blocks.append(at_home[edge])
            left.append(value)
    if not edges:
        return {}
    carried = _carried_down(fusion, np.array(blocks), np.array(left))
    return dict(sorted(zip(edges, carried.tolist(), strict=True)))


def _carried_down(fusion: Fusion, blocks: Numbers, left: Numbers) -> Numbers:
    """What the ground is worth when each of these blocks is worth what is left of it."""
    down, plus, others, level = _levels(fusion)
    depth = level[blocks]
    order = np.argsort(-depth, kind="stable")
    at, value = blocks[order], left[order]
    reached = len(depth) - np.searchsorted(depth[order][::-1], np.arange(depth.max() + 1))
    for deep in reached[:0:-1].tolist():
        here = at[:deep]
        value[:deep] = (value[:deep] + plus[here]) ^ others[here]
        at[:deep] = down[here]
    carried = np.empty_like(value)
    carried[order] = value
    return carried


def _levels(fusion: Fusion) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """For each block the next fork below it, the edges on the way, and the other branches there."""
    count = len(fusion.head)
    down, plus, others, level = [0] * count, [0] * count, [0] * count, [0] * count
    for b in range(1, count):
        below = fusion.parent[b]
        others[b] = fusion.values[below] ^ fusion.branch(b)
        if others[b] == 0 and below:
            down[b], plus[b], others[b] = down[below], plus[below] + 1, others[below]
            level[b] = level[below]
        else:
            down[b], plus[b] = below, 1
            level[b] = level[below] + 1
    return np.array(down), np.array(plus), np.array(others), np.array(level)


def _blocks_of_circuit_edges(fusion: Fusion) -> dict[int, int]:
    standing, block = fusion.standing, fusion.block
    block_of = {edge: block[upper] for edge, upper, _ in standing.back}
    for v in range(1, len(standing.order)):
        if not fusion.is_bridge(v):
            block_of[standing.stem[v]] = block[v]
    return block_of
