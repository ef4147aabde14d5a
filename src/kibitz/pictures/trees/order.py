"""Children in an order in which the curves of information sets do not cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from kibitz.pictures.trees.twig import Sketch, levels, members_of

MOST = 400
"""Nodes of a tree whose children are put into another order."""


def untangled(sketch: Sketch) -> Sketch:
    """The same tree with the children of some nodes reversed, if then no two curves cross.

    Where every order has crossings, or some nodes are left out, the order given is kept.
    """
    if len(sketch.twigs) > MOST or any(twig.more for twig in sketch.twigs):
        return sketch
    children = sketch.children()
    sets = _sets(sketch)
    left = _crossings(sets, _places(children))
    for k in reversed(range(len(children))):
        if not left:
            break
        if len(children[k]) > 1:
            children[k].reverse()
            now = _crossings(sets, _places(children))
            if now < left:
                left = now
            else:
                children[k].reverse()
    return sketch if left or children == sketch.children() else _ordered(sketch, children)


def _sets(sketch: Sketch) -> list[list[list[int]]]:
    """The information sets that lie at one depth, by depth."""
    depth = levels(sketch)
    found: dict[int, list[list[int]]] = {}
    for members in members_of(sketch).values():
        if len({depth[k] for k in members}) == 1:
            found.setdefault(depth[members[0]], []).append(members)
    return list(found.values())


def _places(children: Sequence[Sequence[int]]) -> list[int]:
    """The number of every node, from one side to the other."""
    place, stack = [0] * len(children), [0]
    for number in range(len(children)):
        k = stack.pop()
        place[k] = number
        stack += reversed(children[k])
    return place


def _crossings(sets: list[list[list[int]]], place: list[int]) -> int:
    return sum(_cross(one, other, place) for level in sets for one, other in combinations(level, 2))


def _cross(one: list[int], other: list[int], place: list[int]) -> int:
    """How many pieces of one curve begin within a piece of the other, and end outside."""
    first, second = (sorted(place[k] for k in nodes) for nodes in (one, other))
    return sum((a < c < b) != (a < d < b) for a, b in pairwise(first) for c, d in pairwise(second))


def _ordered(sketch: Sketch, children: list[list[int]]) -> Sketch:
    place = _places(children)
    twigs = sorted(zip(place, sketch.twigs, strict=True), key=lambda pair: pair[0])
    return replace(
        sketch,
        twigs=tuple(
            twig if twig.parent < 0 else replace(twig, parent=place[twig.parent])
            for _, twig in twigs
        ),
    )
