"""Where the vertices of a small graph are drawn: paths in a line, stars as stars, others round."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

Spot = tuple[float, float]
Edges = Sequence[tuple[Hashable, Hashable]]
STEP = 48.0
IN_A_LINE = 16
"""Vertices of a path before it turns back on the next line."""
GAP = 64.0
"""Between two components."""


def graph_layout(vertices: Sequence[Hashable], edges: Edges) -> dict[Hashable, Spot]:
    """A place for each vertex, from (0, 0) at the top left, component beside component.

    Vertices named row.column lie on a grid, a path in a line, a star around its center, a double
    star around two centers, everything else on a circle.

    Parameters
    ----------
    vertices : sequence
        The vertices that are drawn.
    edges : sequence of pairs
        Edges of the graph; those with an end that is not drawn are left out.

    Returns
    -------
    dict
        A point for each vertex.

    Notes
    -----
    Linear in the size of the graph.

    Examples
    --------
    >>> graph_layout("abc", [("a", "b"), ("b", "c")])
    {'a': (0.0, 0.0), 'b': (48.0, 0.0), 'c': (96.0, 0.0)}
    """
    places = [str(name).split(".") for name in vertices]
    if vertices and all(len(p) == 2 and all(q.isdigit() for q in p) for p in places):
        return _from_corner(
            {v: (56.0 * int(p[1]), 56.0 * int(p[0])) for v, p in zip(vertices, places, strict=True)}
        )
    near: dict[Hashable, list[Hashable]] = {v: [] for v in vertices}
    for a, b in edges:
        if a in near and b in near:
            near[a].append(b)
            near[b].append(a)
    layout: dict[Hashable, Spot] = {}
    left = 0.0
    for part in _components(near):
        spots = _from_corner(_component(part, near))
        layout |= {v: (left + x, y) for v, (x, y) in spots.items()}
        left = max(x for x, _ in layout.values()) + GAP
    return layout


def _from_corner(spots: dict[Hashable, Spot]) -> dict[Hashable, Spot]:
    left, top = (min(spot[k] for spot in spots.values()) for k in (0, 1))
    return {v: (x - left, y - top) for v, (x, y) in spots.items()}


def _components(near: dict[Hashable, list[Hashable]]) -> Iterable[list[Hashable]]:
    seen: set[Hashable] = set()
    for first in near:
        if first in seen:
            continue
        part = [first]
        seen.add(first)
        for v in part:
            fresh = [w for w in dict.fromkeys(near[v]) if w not in seen]
            seen.update(fresh)
            part += fresh
        order = {v: k for k, v in enumerate(near)}
        yield sorted(part, key=order.__getitem__)


def _component(part: list[Hashable], near: dict[Hashable, list[Hashable]]) -> dict[Hashable, Spot]:
    degrees = [len(near[v]) for v in part]
    tree = sum(degrees) == 2 * (len(part) - 1)
    inner = [v for v in part if len(near[v]) > 1]
    if tree and max(degrees) <= 2:
        return _line(part, near)
    if tree and len(inner) == 1:
        leaves = [v for v in part if v != inner[0]]
        return {inner[0]: (0.0, 0.0), **_fan(leaves, (0.0, 0.0), 0.0, 2 * math.pi)}
    if tree and len(inner) == 2:
        return _double_star(inner, near)
    return _circle(part)


def _line(part: list[Hashable], near: dict[Hashable, list[Hashable]]) -> dict[Hashable, Spot]:
    """A path from its first end; a long one turns back at the end of a line."""
    here: Hashable | None = next(v for v in part if len(near[v]) <= 1)
    layout: dict[Hashable, Spot] = {}
    while here is not None:
        row, column = divmod(len(layout), IN_A_LINE)
        column = IN_A_LINE - 1 - column if row % 2 else column
        layout[here] = (STEP * column, STEP * row)
        here = next((v for v in near[here] if v not in layout), None)
    return layout


def _double_star(
    centers: list[Hashable], near: dict[Hashable, list[Hashable]]
) -> dict[Hashable, Spot]:
    a, b = centers
    left, right = ([v for v in near[c] if v not in centers] for c in centers)
    return {
        a: (0.0, 0.0),
        b: (1.5 * STEP, 0.0),
        **_fan(left, (0.0, 0.0), math.pi / 2, math.pi),
        **_fan(right, (1.5 * STEP, 0.0), math.pi / 2, -math.pi),
    }


def _fan(leaves: list[Hashable], center: Spot, start: float, turn: float) -> dict[Hashable, Spot]:
    """Leaves around a center, evenly over a part of the circle that holds them apart."""
    radius = max(1.4 * STEP, 34.0 * len(leaves) / abs(turn))
    steps = [start + turn * (k + 0.5) / len(leaves) for k in range(len(leaves))]
    return {
        v: (center[0] + radius * math.cos(angle), center[1] - radius * math.sin(angle))
        for v, angle in zip(leaves, steps, strict=True)
    }


def _circle(part: list[Hashable]) -> dict[Hashable, Spot]:
    radius = max(60.0, 34.0 * len(part) / 6)
    turns = [2 * math.pi * k / len(part) for k in range(len(part))]
    return {
        v: (radius * math.sin(turn), -radius * math.cos(turn))
        for v, turn in zip(part, turns, strict=True)
    }
