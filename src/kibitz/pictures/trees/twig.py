"""What a picture of a tree needs to know about each node."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from kibitz.pictures.theme import INK


@dataclass(frozen=True, slots=True)
class Twig:
    """A node of a drawn tree, and the branch that leads to it."""

    parent: int
    """The number of the node above, -1 for the root; parents come before their children."""
    branch: str = ""
    """The words on the branch."""
    shape: str = "dot"
    """``dot``, ``square``, ``leaf`` or ``folded``."""
    color: str = INK
    note: str = ""
    """Small words at the node: the name of its information set, its value, its window."""
    ends: tuple[str, ...] = ()
    """What a leaf pays each player, or what is folded."""
    group: Hashable = None
    """The information set, where it has other nodes."""
    stroke: str = INK
    """The color of the branch."""
    width: float = 1.1
    crossed: bool = False
    """Whether the branch is crossed out."""
    framed: bool = False
    """Whether a subgame begins here."""
    more: int = 0
    """How many siblings after this one are left out."""
    moves: tuple[str, ...] = ()
    """The move that a hand makes by touching the branch, of a game that is played."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A tree to draw: its nodes, its title, and who has which color."""

    twigs: tuple[Twig, ...]
    title: str = ""
    players: tuple[tuple[str, str], ...] = ()
    """Names and colors."""
    has_chance: bool = False
    caption: str = ""
    colors: tuple[str, ...] = ()
    """The colors of the payoffs, in order."""

    def children(self) -> list[list[int]]:
        """The children of every node."""
        found: list[list[int]] = [[] for _ in self.twigs]
        for k, twig in enumerate(self.twigs):
            if twig.parent >= 0:
                found[twig.parent].append(k)
        return found


def levels(sketch: Sketch) -> list[int]:
    """How deep each node is drawn; nodes of one information set equally deep where they can be."""
    twigs = sketch.twigs
    plain = _deep(twigs, {})
    groups = _groups(twigs)
    floor: dict[int, int] = {}
    for _ in range(len(twigs)):
        depth = _deep(twigs, floor)
        changed = False
        for members in groups.values():
            wanted = max(depth[k] for k in members)
            for k in members:
                if depth[k] < wanted:
                    floor[k], changed = wanted, True
        if not changed:
            return depth
        if max(depth) > 2 * max(plain) + 2:
            break
    return plain


def _deep(twigs: Sequence[Twig], floor: dict[int, int]) -> list[int]:
    depth: list[int] = []
    for k, twig in enumerate(twigs):
        above = 0 if twig.parent < 0 else depth[twig.parent] + 1
        depth.append(max(above, floor.get(k, 0)))
    return depth


def _groups(twigs: Sequence[Twig]) -> dict[Hashable, list[int]]:
    """Information sets of several nodes, none of which lies above another."""
    found: dict[Hashable, list[int]] = {}
    for k, twig in enumerate(twigs):
        if twig.group is not None:
            found.setdefault(twig.group, []).append(k)
    return {
        group: members
        for group, members in found.items()
        if len(members) > 1 and not _is_chain(twigs, members)
    }


def _is_chain(twigs: Sequence[Twig], members: list[int]) -> bool:
    inside = set(members)
    for k in members:
        above = twigs[k].parent
        while above >= 0:
            if above in inside:
                return True
            above = twigs[above].parent
    return False


def members_of(sketch: Sketch) -> dict[Hashable, list[int]]:
    """The nodes of every information set that has several."""
    found: dict[Hashable, list[int]] = {}
    for k, twig in enumerate(sketch.twigs):
        if twig.group is not None:
            found.setdefault(twig.group, []).append(k)
    return {group: members for group, members in found.items() if len(members) > 1}


def lanes(
    sketch: Sketch, depth: list[int], place: list[float]
) -> dict[Hashable, tuple[int, list[int]]]:
    """The information sets, each with its nodes in order and the lane in which its curve runs.

    Lane 0 is straight from node to node, where no other node lies between. Sets whose nodes lie at
    several depths get lane -1.
    """
    found: dict[Hashable, tuple[int, list[int]]] = {}
    taken: dict[int, list[list[tuple[float, float]]]] = {}
    for group, unsorted in members_of(sketch).items():
        nodes = sorted(unsorted, key=lambda k: place[k])
        level = depth[nodes[0]]
        if any(depth[k] != level for k in nodes):
            found[group] = (-1, nodes)
            continue
        low, high = place[nodes[0]], place[nodes[-1]]
        between = [
            k
            for k in range(len(place))
            if depth[k] == level and low < place[k] < high and sketch.twigs[k].group != group
        ]
        if not between:
            found[group] = (0, nodes)
            continue
        used = taken.setdefault(level, [])
        free = (k for k, spans in enumerate(used) if _is_free(spans, low, high))
        lane = next(free, len(used))
        if lane == len(used):
            used.append([])
        used[lane].append((low, high))
        found[group] = (lane + 1, nodes)
    return found


def _is_free(spans: list[tuple[float, float]], low: float, high: float) -> bool:
    return all(end < low or high < start for start, end in spans)
