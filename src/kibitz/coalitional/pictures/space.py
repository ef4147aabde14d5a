"""The core, the least core and the values of a four-player game in a tetrahedron that turns.

Payoffs are given as shares of what is left to hand out, which are the weights of the four corners
of a tetrahedron wherever it is seen from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.pictures.sets import points_of, set_faces
from kibitz.coalitional.pictures.tetrahedron import Place, around_in_space, tetrahedron
from kibitz.coalitional.sets.core import core
from kibitz.coalitional.sets.least_core import least_core
from kibitz.coalitional.sets.payoff_set import PayoffSet
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.linear.polyhedra.vertices import affine_dimension

CORNERS = ((1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))
"""A regular tetrahedron."""


@extends(CoalitionalGame)
def solution_space(game: CoalitionalGame) -> dict[str, Any]:
    """The core, the least core, the Shapley value and the nucleolus among the imputations.

    Parameters
    ----------
    game : CoalitionalGame
        A game of four players.

    Returns
    -------
    dict
        The ``players``, the payoffs at the ``corners``, ``sets`` with vertices and with faces whose
        vertices are in order, and ``points``; all places are shares of the four corners.

    Notes
    -----
    The vertices of the core of four players are at most 24.

    Examples
    --------
    >>> from kibitz import coalition
    >>> space = solution_space(coalition({"A,B": 1, "C,D": 1, "A,B,C,D": 4}, missing="zero"))
    >>> [(s["name"], len(s["vertices"]), len(s["faces"])) for s in space["sets"]]
    [('core', 8, 6), ('least core for -1', 1, 1)]
    """
    frame = tetrahedron(game)
    stable = core(game)
    least = least_core(game)
    sets = [_set_data(frame.shares, stable, "core")] if not stable.empty else []
    if least.vertices != stable.vertices:
        sets.append(_set_data(frame.shares, least, f"least core for {show(least.epsilon)}"))
    points: dict[tuple[Number, ...], list[str]] = {}
    for point in points_of(game):
        points.setdefault(point.payoffs, []).append(point.concept)
    return {
        "players": list(game.players),
        "corners": [show_all(corner) for corner in frame.corners],
        "empty": stable.empty,
        "sets": sets,
        "points": [
            {"name": " and ".join(names), "payoffs": show_all(x), "at": frame.shares(x)}
            for x, names in points.items()
        ],
    }


def _set_data(shares: Any, payoff_set: PayoffSet, name: str) -> dict[str, Any]:
    vertices = payoff_set.vertices
    places = [_place(shares(x)) for x in vertices]
    return {
        "name": name,
        "vertices": [shares(x) for x in vertices],
        "payoffs": [show_all(x) for x in vertices],
        "faces": [_in_order(face, places) for face in _faces(payoff_set)],
    }


def _faces(payoff_set: PayoffSet) -> list[list[int]]:
    """The faces as numbers of vertices; a flat set is its only face."""
    vertices: list[Any] = list(payoff_set.vertices)
    if affine_dimension(vertices) < 3:
        return [list(range(len(vertices)))]
    number = {x: k for k, x in enumerate(vertices)}
    return [[number[x] for x in face] for face in set_faces(payoff_set.vertex_list)]


def _place(shares: Sequence[float]) -> Place:
    x, y, z = (
        sum(s * corner[k] for s, corner in zip(shares, CORNERS, strict=True)) for k in range(3)
    )
    return x, y, z


def _in_order(face: list[int], places: list[Place]) -> list[int]:
    """The vertices of a face in order around it."""
    if len(face) < 3:
        return face
    number = {places[k]: k for k in face}
    return [number[place] for place in around_in_space([places[k] for k in face])]
