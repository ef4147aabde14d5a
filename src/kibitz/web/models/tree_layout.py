"""Where the nodes of a tree stand while it is drawn, and the ways between those of one set.

From left to right, ends below each other. A broken line joins the nodes of an information set; it
runs in a lane of its own, left of the nodes and right of the names of the moves that lead there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from kibitz.web.models.tree import EditedNode, EditedTree

STEP, ROW, LEFT, TOP = 118, 40, 34, 26
LANE, BESIDE = 9.0, 14.0
"""How far lanes are apart, and the first of them from the nodes."""
Place = tuple[float, float]


@dataclass
class TreeLayout:
    """Where each node stands, by its number, and the ways that join information sets."""

    places: dict[int, Place]
    ways: list[tuple[EditedNode, str]] = field(default_factory=list)
    """A node of each set with a path through all of them, as SVG writes it."""
    lanes: dict[tuple[str, str], float] = field(default_factory=dict)
    """Where the lane of a set is."""


def layout(tree: EditedTree) -> TreeLayout:
    """Where everything stands."""
    depths, heights = _grid(tree)
    sets: dict[tuple[str, str], list[EditedNode]] = {}
    for node in tree.nodes():
        if node.infoset:
            sets.setdefault((node.player, node.infoset), []).append(node)
    sets = {key: nodes for key, nodes in sets.items() if len(nodes) > 1}
    tracks = {}
    for depth in set(depths.values()):
        here = {
            key: (min(spots), max(spots))
            for key, nodes in sets.items()
            if len(spots := [heights[n.id] for n in nodes if depths[n.id] == depth]) > 1
        }
        tracks.update({(depth, *key): track for key, track in _tracks(here).items()})
    wide = dict.fromkeys(depths.values(), 0)
    for (depth, *_), track in tracks.items():
        wide[depth] = max(wide[depth], track + 1)
    across: dict[int, float] = {}
    x = float(LEFT)
    for depth in sorted(wide):
        x += (STEP if depth else 0) + (BESIDE + LANE * wide[depth] if wide[depth] else 0)
        across[depth] = x
    plan = TreeLayout({number: (across[depths[number]], heights[number]) for number in heights})
    for key, nodes in sets.items():
        ordered = sorted(nodes, key=lambda node: heights[node.id])
        for one, other in pairwise(ordered):
            lane = None
            if depths[one.id] == depths[other.id]:
                track = tracks[(depths[one.id], *key)]
                lane = plan.lanes[key] = across[depths[one.id]] - BESIDE - LANE * (track + 1)
            plan.ways.append((one, _way(plan.places[one.id], plan.places[other.id], lane)))
    return plan


def _grid(tree: EditedTree) -> tuple[dict[int, int], dict[int, float]]:
    """How deep each node is, and how far below the top."""
    depths: dict[int, int] = {}
    heights: dict[int, float] = {}
    free = float(TOP)

    def put(node: EditedNode, depth: int) -> float:
        nonlocal free
        depths[node.id] = depth
        if not node.moves:
            heights[node.id] = free
            free += ROW
        else:
            below = [put(move.child, depth + 1) for move in node.moves]
            heights[node.id] = (below[0] + below[-1]) / 2
        return heights[node.id]

    put(tree.root, 0)
    return depths, heights


def _tracks(spans: dict[tuple[str, str], Place]) -> dict[tuple[str, str], int]:
    """A lane for each span, so that those in one lane do not touch; short ones near the nodes.

    >>> _tracks({("I", "a"): (0, 9), ("I", "b"): (1, 3), ("I", "c"): (5, 7)})
    {('I', 'b'): 0, ('I', 'c'): 0, ('I', 'a'): 1}
    """
    found: dict[tuple[str, str], int] = {}
    taken: list[list[Place]] = []
    for key, (low, high) in sorted(spans.items(), key=lambda item: item[1][1] - item[1][0]):
        free = (
            track
            for track, others in enumerate(taken)
            if all(high < other[0] or other[1] < low for other in others)
        )
        found[key] = next(free, len(taken))
        if found[key] == len(taken):
            taken.append([])
        taken[found[key]].append((low, high))
    return found


def _way(start: Place, end: Place, lane: float | None) -> str:
    """From node to node, along the lane where there is one."""
    (x, y), (to_x, to_y) = start, end
    if lane is None:
        return f"M {x:g} {y:g} Q {min(x, to_x) - 40:g} {(y + to_y) / 2:g} {to_x:g} {to_y:g}"
    slope = min(14.0, (to_y - y) / 2)
    down, up = f"{lane:g} {y + slope:g}", f"{to_y - slope:g}"
    return f"M {x:g} {y:g} L {down} V {up} L {to_x:g} {to_y:g}"
