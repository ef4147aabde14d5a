"""What stands: the part of a picture that is connected to the ground, searched depth first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

MANY = 10**15
"""Where counting positions stops."""


@dataclass(frozen=True, slots=True)
class Incidence:
    """A picture by numbers: all points on the ground are vertex 0, edges are counted from 0."""

    names: list[Hashable]
    ends: list[tuple[int, int]]
    edges_at: list[list[int]]


@dataclass(frozen=True, slots=True)
class DepthFirstOrder:
    """A picture as a depth-first search from the ground meets it.

    Vertices are numbered in the order of discovery, the ground is 0. ``stem[v]`` is the edge that
    ``v`` was discovered by, from ``parent[v]``; ``last[v]`` is the last vertex discovered above
    ``v``. ``back`` holds the other edges with their upper and lower ends, equal for a loop; the
    lower end always lies on the way from the upper one to the ground.
    """

    order: list[int]
    place: list[int]
    parent: list[int]
    stem: list[int]
    last: list[int]
    back: list[tuple[int, int, int]]

    def edges(self) -> list[int]:
        """The edges that stand, in ascending order."""
        return sorted([*self.stem[1:], *(edge for edge, _, _ in self.back)])

    def positions_at_least(self) -> int:
        """A lower bound on the positions that can be reached, exact for trees; stops at 10^15.

        Any vertices that hang together, with any of the back edges between them, can be left.
        """
        count = [1] * len(self.order)
        for _, upper, _ in self.back:
            count[upper] = min(2 * count[upper], MANY)
        for v in range(len(self.order) - 1, 0, -1):
            below = self.parent[v]
            count[below] = min(count[below] * (1 + count[v]), MANY)
        return count[0]


def incidence(edges: Sequence[tuple[Hashable, Hashable]], ground: Iterable[Hashable]) -> Incidence:
    """Number the vertices of a picture and list the edges at each of them."""
    points = list(ground)
    number: dict[Hashable, int] = dict.fromkeys(points, 0)
    names: list[Hashable] = [points[0]]
    ends: list[tuple[int, int]] = []
    edges_at: list[list[int]] = [[]]
    for edge, pair in enumerate(edges):
        for name in pair:
            if name not in number:
                number[name] = len(names)
                names.append(name)
                edges_at.append([])
        u, v = number[pair[0]], number[pair[1]]
        ends.append((u, v))
        edges_at[u].append(edge)
        if u != v:
            edges_at[v].append(edge)
    return Incidence(names, ends, edges_at)


def depth_first(picture: Incidence, cut: Iterable[int] = ()) -> DepthFirstOrder:
    """Search what still stands when some edges are cut. O(V + E), without recursion.

    >>> door = incidence([("0", "a"), ("a", "b"), ("b", "0")], ["0"])
    >>> depth_first(door).back, depth_first(door, [1]).edges()
    ([(2, 2, 0)], [0, 2])
    """
    ends, edges_at = picture.ends, picture.edges_at
    done = bytearray(len(ends))
    for edge in cut:
        done[edge] = 1
    place = [-1] * len(edges_at)
    place[0] = 0
    order, parent, stem = [0], [-1], [-1]
    back: list[tuple[int, int, int]] = []
    path = [(0, iter(edges_at[0]))]
    while path:
        here, untried = path[-1]
        at = place[here]
        for edge in untried:
            if done[edge]:
                continue
            done[edge] = 1
            u, v = ends[edge]
            there = u ^ v ^ here
            if place[there] >= 0:
                back.append((edge, at, place[there]))
                continue
            place[there] = len(order)
            order.append(there)
            parent.append(at)
            stem.append(edge)
            path.append((there, iter(edges_at[there])))
            break
        else:
            path.pop()
    last = list(range(len(order)))
    for v in range(len(order) - 1, 0, -1):
        last[parent[v]] = max(last[parent[v]], last[v])
    return DepthFirstOrder(order, place, parent, stem, last, back)
