"""Where the nodes of a tree go on paper: a line for every leaf, the root at the left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.pictures import text_width

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

WIDEST = 8
"""Of a tree that is too large, at most so many children of a node are drawn."""
LANE = 8.0
"""How far apart the lines of two information sets run."""
MOST_NODES = 160
"""Larger trees are folded: what does not fit is one triangle for each subtree."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node on paper: its level, its line, and what it stands for when it is folded."""

    node: int
    level: int
    line: float
    folded: int = 0
    """How many nodes are folded into this one."""
    more: int = 0
    """How many siblings after this one are left out."""


def layout(game: ExtensiveGame, most: int = MOST_NODES) -> dict[int, Spot]:
    """A line for every leaf and folded node, parents in the middle of their children."""
    shown, folded, more = _chosen(game, most)
    spots: dict[int, Spot] = {}
    line = 0.0
    stack: list[tuple[int, bool]] = [(0, False)]
    depth = {0: 0}
    previous = -1
    while stack:
        node, done = stack.pop()
        children = [c for c in game.tree.children(node) if c in shown]
        if done:
            middle = (spots[children[0]].line + spots[children[-1]].line) / 2
            spots[node] = Spot(node, depth[node], middle, 0, more.get(node, 0))
            line += bool(more.get(node))
        elif not children:
            above = int(game.tree.parent[node]) if node else -1
            if line and above != previous:
                line += 0.35
            previous = above
            spots[node] = Spot(node, depth[node], line, folded.get(node, 0), more.get(node, 0))
            line += 1 + bool(more.get(node))
        else:
            stack.append((node, True))
            for child in reversed(children):
                depth[child] = depth[node] + 1
                stack.append((child, False))
    return spots


def _chosen(game: ExtensiveGame, most: int) -> tuple[set[int], dict[int, int], dict[int, int]]:
    """The nodes that are drawn, what is folded into some, and how many siblings follow others.

    Of a tree that is too large whole levels from the root, as long as there is room, and of many
    children the first.
    """
    from kibitz.extensive.subgames import preorder

    tree = game.tree
    if len(tree) <= most:
        return set(range(len(tree))), {}, {}
    _, size = preorder(tree)
    shown, level, more = {0}, [0], {}
    while level:
        below: list[int] = []
        for node in level:
            children = tree.children(node)
            below.extend(children[:WIDEST])
            if len(children) > WIDEST:
                more[children[WIDEST - 1]] = len(children) - WIDEST
        if len(shown) + len(below) > most and len(shown) > 1:
            break
        shown.update(below)
        level = below
    folded = {
        node: int(size[node]) - 1
        for node in shown
        if tree.count[node] and int(tree.first[node]) not in shown
    }
    return shown, folded, {node: n for node, n in more.items() if node in shown}


def lanes(game: ExtensiveGame, spots: dict[int, Spot]) -> dict[int, tuple[int, list[int]]]:
    """For each information set its nodes from top to bottom, and a lane where its line fits."""
    groups: dict[int, list[int]] = {}
    for node, spot in spots.items():
        infoset = int(game.tree.infoset[node])
        if infoset >= 0 and not spot.folded:
            groups.setdefault(infoset, []).append(node)
    taken: dict[int, list[list[tuple[float, float]]]] = {}
    found = {}
    for infoset, nodes in groups.items():
        nodes.sort(key=lambda node: spots[node].line)
        extent = (spots[nodes[0]].line, spots[nodes[-1]].line)
        if len(nodes) == 1 or len({spots[node].level for node in nodes}) > 1:
            found[infoset] = (0, nodes)
            continue
        used = taken.setdefault(spots[nodes[0]].level, [])
        lane = next((k for k, spans in enumerate(used) if _is_free(spans, extent)), len(used))
        if lane == len(used):
            used.append([])
        used[lane].append(extent)
        found[infoset] = (lane, nodes)
    return found


def _is_free(spans: list[tuple[float, float]], wanted: tuple[float, float]) -> bool:
    return all(high < wanted[0] or wanted[1] < low for low, high in spans)


def widths(
    game: ExtensiveGame,
    spots: dict[int, Spot],
    words: dict[int, str],
    lanes: dict[int, tuple[int, list[int]]],
) -> list[float]:
    """How wide each level is: labels on branches, lanes and names before the nodes they lead to."""
    deepest = max(spot.level for spot in spots.values())
    lane = [0] * (deepest + 1)
    name = [0.0] * (deepest + 1)
    for infoset, (k, nodes) in lanes.items():
        level = spots[nodes[0]].level
        lane[level] = max(lane[level], k)
        name[level] = max(name[level], text_width(game.infoset_name(infoset), 9.5))
    found = [70.0] * (deepest + 1)
    for node, spot in spots.items():
        if spot.level and node in words:
            before = LANE * lane[spot.level]
            wide = max(text_width(words[node], 11), name[spot.level]) + 38 + before
            found[spot.level - 1] = max(found[spot.level - 1], wide)
    return found
