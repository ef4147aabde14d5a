"""Games of vertex deletion on the shelf: paths, cycles, stars, grids, any graph."""

from __future__ import annotations

import re

from kibitz.combinatorial.nim_family import (
    VertexDeletion,
    cycle_graph,
    double_star_graph,
    grid_graph,
    path_graph,
    star_graph,
    vertex_deletion,
)
from kibitz.combinatorial.play import Play
from kibitz.core.errors import GameError
from kibitz.core.registry import named

SHAPES = ("cycle", "double-star", "grid", "path", "star")
"""Graphs on which the game has a name of its own."""


@named("vertex-deletion", family="nim")
def vertex_deletion_game(
    edges: tuple[str, ...] = ("a-b", "b-c", "c-a", "c-d"), *, play: Play = "normal"
) -> VertexDeletion:
    """Delete a vertex that has an edge, with all its edges; edges are typed a-b.

    Parameters
    ----------
    edges : tuple of str, default ('a-b', 'b-c', 'c-a', 'c-d')
        The edges, such as ``a-b``.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_deletion_game().nimber()
    3
    """
    if edges and (shape := edges[0].lower()) in SHAPES:
        typed = " ".join([f"vertex-{shape}", *edges[1:]])
        raise GameError(f"vertex-deletion takes edges such as a-b; for a {shape} write {typed}")
    pairs: list[tuple[str, str]] = []
    for text in edges:
        pair = _edge(text)
        if ">" not in text or not {pair, pair[::-1]} & {*pairs}:  # neighbors name each other
            pairs.append(pair)
    return vertex_deletion(pairs, play)


@named("vertex-path", family="nim")
def vertex_path(vertices: int = 8, *, play: Play = "normal") -> VertexDeletion:
    """The vertex-deletion game on a path, which is the octal game 0.6.

    Parameters
    ----------
    vertices : int, default 8
        The number of vertices.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_path(8).nimber()
    1
    """
    return vertex_deletion(path_graph(vertices), play)


@named("vertex-cycle", family="nim")
def vertex_cycle(vertices: int = 8, *, play: Play = "normal") -> VertexDeletion:
    """The vertex-deletion game on a cycle.

    Parameters
    ----------
    vertices : int, default 8
        The number of vertices.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_cycle(5).nimber()
    1
    """
    return vertex_deletion(cycle_graph(vertices), play)


@named("vertex-star", family="nim")
def vertex_star(leaves: int = 5, *, play: Play = "normal") -> VertexDeletion:
    """The vertex-deletion game on a star with this number of leaves.

    Parameters
    ----------
    leaves : int, default 5
        The number of leaves.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_star(5).nimber()
    1
    """
    return vertex_deletion(star_graph(leaves), play)


@named("vertex-double-star", family="nim", together=("first", "second"))
def vertex_double_star(first: int = 3, second: int = 2, *, play: Play = "normal") -> VertexDeletion:
    """The vertex-deletion game on two stars with their centers joined.

    Parameters
    ----------
    first : int, default 3
        The number of leaves of the first star.
    second : int, default 2
        The number of leaves of the second star.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_double_star(3, 2).nimber()
    3
    """
    return vertex_deletion(double_star_graph(first, second), play)


@named("vertex-grid", family="nim", together=("rows", "columns"))
def vertex_grid(rows: int = 3, columns: int = 3, *, play: Play = "normal") -> VertexDeletion:
    """The vertex-deletion game on a grid of vertices.

    Parameters
    ----------
    rows : int, default 3
        The number of rows.
    columns : int, default 3
        The number of columns.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    VertexDeletion
        The game.

    Examples
    --------
    >>> vertex_grid().nimber()
    2
    """
    if rows * columns > 36:
        raise GameError(
            f"a grid of {rows} x {columns} has too many connected parts to search; the limit is 36 "
            "vertices"
        )
    return vertex_deletion(grid_graph(rows, columns), play)


def _edge(text: str) -> tuple[str, str]:
    ends = re.split("[-:>]", text)
    if len(ends) != 2 or not all(ends):
        raise GameError(f"vertex-deletion: the edge {text!r} is not a pair of vertices; write a-b")
    return ends[0], ends[1]
