"""A proof of a nimber too large for listing positions: the fusion, checked from the edges alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.solution import Check
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.hackenbush.game import Hackenbush


def proof(game: Hackenbush) -> tuple[Check, ...]:
    """That bridges are bridges, that the rest lies on circuits, and what the tree is worth.

    The blocks are put together again by merging the ends of all edges that are said not to be
    bridges, and the tree is evaluated by taking away its leaves one after the other. O(E).
    """
    bridges = set(game._bridges)
    circuit_edges = [edge for edge in game.standing() if edge not in bridges]
    blocks = _Merging(len(game._incidence.names))
    for edge in circuit_edges:
        blocks.join(*game._incidence.ends[edge])
    joined = [tuple(map(blocks.find, game._incidence.ends[edge])) for edge in bridges]
    corners = {blocks.find(0), *(end for pair in joined for end in pair)}
    tree = len(corners) == len(bridges) + 1 and all(a != b for a, b in joined)
    covered = _on_circuits(game)
    worth = _peeled(game, blocks, joined, circuit_edges) if tree else None
    return (
        Check(
            "the bridges join the blocks in a tree, so that each cuts off what it carries",
            tree,
            f"{len(bridges):,} bridges, {len(corners):,} blocks",
        ),
        Check(
            "every other edge lies on a circuit, so that its ends may be fused",
            covered == set(circuit_edges),
            count_of(len(circuit_edges), "edge"),
        ),
        Check(
            "taking leaves away by the colon principle gives the nimber of the ground",
            worth == game.nimber(),
            str(worth),
        ),
    )


class _Merging:
    """Sets of vertices that are merged."""

    def __init__(self, count: int) -> None:
        self.above = list(range(count))

    def find(self, v: int) -> int:
        above = self.above
        while above[v] != v:
            above[v] = above[above[v]]
            v = above[v]
        return v

    def join(self, u: int, v: int) -> None:
        self.above[self.find(u)] = self.find(v)


def _on_circuits(game: Hackenbush) -> set[int]:
    """The edges on a circuit: each back edge, and the stems between its two ends."""
    standing = game._fusion.standing
    passing = [0] * len(standing.order)
    for _, upper, lower in standing.back:
        passing[upper] += 1
        passing[lower] -= 1
    edges = {edge for edge, _, _ in standing.back}
    for v in range(len(passing) - 1, 0, -1):
        if passing[v]:
            edges.add(standing.stem[v])
        passing[standing.parent[v]] += passing[v]
    return edges


def _peeled(
    game: Hackenbush, blocks: _Merging, joined: list[tuple[int, ...]], circuit_edges: list[int]
) -> int:
    """What the ground is worth when the leaves of the tree of bridges are taken away in turn."""
    worth: dict[int, int] = {}
    for edge in circuit_edges:
        block = blocks.find(game._incidence.ends[edge][0])
        worth[block] = worth.get(block, 0) ^ 1
    at: dict[int, set[int]] = {}
    for number, pair in enumerate(joined):
        for end in pair:
            at.setdefault(end, set()).add(number)
    ground = blocks.find(0)
    leaves = [block for block, numbers in at.items() if len(numbers) == 1 and block != ground]
    while leaves:
        leaf = leaves.pop()
        number = at[leaf].pop()
        below = next(end for end in joined[number] if end != leaf)
        worth[below] = worth.get(below, 0) ^ (worth.get(leaf, 0) + 1)
        at[below].discard(number)
        if len(at[below]) == 1 and below != ground:
            leaves.append(below)
    return worth.get(ground, 0)
