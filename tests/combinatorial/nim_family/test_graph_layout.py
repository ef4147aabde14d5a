"""Paths lie in a line, stars around their centers, other graphs on a circle."""

from __future__ import annotations

from math import hypot

import kibitz as kb
from kibitz.combinatorial.nim_family.graph_layout import IN_A_LINE, graph_layout
from kibitz.pictures import overlaps


def apart(spots):
    points = list(spots.values())
    return min(hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(points) for b in points[:i])


def test_a_path_lies_in_a_line_and_turns_back_when_it_is_long():
    path = [(k, k + 1) for k in range(7)]
    assert len({y for _, y in graph_layout(range(8), path).values()}) == 1
    long = [(k, k + 1) for k in range(2 * IN_A_LINE)]
    spots = graph_layout(range(2 * IN_A_LINE + 1), long)
    steps = {round(hypot(spots[a][0] - spots[b][0], spots[a][1] - spots[b][1])) for a, b in long}
    assert len(steps) == 1


def test_leaves_lie_around_their_centers():
    star = [("c", k) for k in range(9)]
    spots = graph_layout(["c", *range(9)], star)
    assert (
        len(
            {
                round(hypot(x - spots["c"][0], y - spots["c"][1]), 6)
                for _, (x, y) in spots.items()
                if (x, y) != spots["c"]
            }
        )
        == 1
    )
    double = [("a", "b"), *(("a", k) for k in range(9)), *(("b", k) for k in range(9, 12))]
    spots = graph_layout(["a", "b", *range(12)], double)
    assert all(spots[k][0] < spots["a"][0] for k in range(9))
    assert all(spots[k][0] > spots["b"][0] for k in range(9, 12))
    assert apart(spots) > 27


def test_components_lie_side_by_side_and_nothing_is_nothing():
    spots = graph_layout("abcde", [("a", "b"), ("c", "d"), ("d", "e"), ("e", "c")])
    assert max(spots[v][0] for v in "ab") < min(spots[v][0] for v in "cde")
    assert graph_layout([], []) == {}


def test_pictures_of_vertex_deletion_are_free_of_overlaps():
    for name in ("vertex-path", "vertex-star", "vertex-double-star", "vertex-cycle", "vertex-grid"):
        assert overlaps(kb.game(name).draw()) == (), name
