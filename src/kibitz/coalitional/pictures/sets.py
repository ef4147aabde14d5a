"""Pictures of sets of payoffs: in the triangle for three players, in the tetrahedron for four."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.lexicographic.prenucleolus import prenucleolus
from kibitz.coalitional.pictures.simplex_frame import CORE, POINTS
from kibitz.coalitional.pictures.tetrahedron import Tetrahedron, tetrahedron
from kibitz.coalitional.pictures.triangle import Triangle, triangle
from kibitz.coalitional.sets.core import Core, core
from kibitz.coalitional.sets.imputations import Imputations
from kibitz.coalitional.sets.least_core import least_core
from kibitz.coalitional.sets.payoff_set import PayoffSet
from kibitz.coalitional.sets.payoff_vertices import PayoffVertices
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.shapley import shapley
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.verbs import draw
from kibitz.linear.polyhedra.vertices import affine_dimension
from kibitz.pictures import Canvas, Picture

LEAST = "tint1"
"""The color of the least core."""

Point = tuple[Number, ...]
Frame = Triangle | Tetrahedron


@extends(PayoffSet)
@draw.register
def draw_set(payoff_set: PayoffSet) -> Picture:
    """The set among the imputations, with the Shapley value and the nucleolus.

    The core is shown with the least core, which is inside it or takes its place.
    """
    return _draw_with(payoff_set, points_of(payoff_set.game))


def _draw_with(payoff_set: PayoffSet, points: Sequence[Allocation]) -> Picture:
    game = payoff_set.game
    frame = _frame(game)
    canvas = frame.sheet(game.title or f"The {payoff_set.concept}")
    entries = [_put(frame, canvas, payoff_set, CORE)]
    if isinstance(payoff_set, Core):
        least = least_core(game)
        if least.vertices == payoff_set.vertices:
            entries = [(CORE, f"{entries[0][1]}; it is the least core, for {show(least.epsilon)}")]
        else:
            entries.append(_put(frame, canvas, least, LEAST))
    _bounds(frame, canvas, payoff_set.demands)
    return _finish(frame, canvas, entries, points)


def draw_solution_sets(
    game: CoalitionalGame, points: Sequence[Allocation] | None = None
) -> Picture:
    """Core, least core and some points, or else the Shapley value and the nucleolus.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    points : sequence of Allocation, optional
        Payoffs to mark; the Shapley value and the nucleolus if omitted.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> draw_solution_sets(game).caption
    'core, 4 vertices; least core for -1/2, 2 vertices; Shapley value (4/3, 7/3, 10/3); ...'
    """
    return _draw_with(core(game), points_of(game) if points is None else points)


@extends(Imputations)
@draw.register
def draw_imputations(imputations: Imputations) -> Picture:
    """The simplex itself."""
    frame = _frame(imputations.game)
    canvas = frame.sheet(imputations.game.title or "Imputations")
    words = (
        f"imputations, {len(imputations.vertices)} vertices"
        if imputations.vertices
        else "no imputations"
    )
    if imputations.vertices:
        frame.region(canvas, imputations.vertices)
    return _finish(frame, canvas, [(CORE, words)], [])


@extends(CoalitionalGame)
def draw_pieces(game: CoalitionalGame, concept: str, pieces: Sequence[Sequence[Point]]) -> Picture:
    """A union of convex sets, each given by its vertices."""
    frame = _frame(game)
    canvas = frame.sheet(game.title or f"The {concept}")
    for piece in pieces:
        frame.region(canvas, piece)
    count = sum(map(len, pieces))
    words = f"{concept}, {count} vertices" if count > 1 else f"{concept} {show_all(pieces[0][0])}"
    return _finish(frame, canvas, [(CORE, words)], [])


def _frame(game: CoalitionalGame) -> Frame:
    if game.n == 3:
        return triangle(game)
    if game.n == 4:
        return tetrahedron(game)
    raise GameError(
        f"{count_of(game.n, 'player')}: sets of payoffs are drawn for three and for four players"
    )


def _bounds(frame: Frame, canvas: Canvas, demands: CoalitionalGame) -> None:
    """In the triangle, the lines on which a pair gets just what it demands."""
    if isinstance(frame, Triangle):
        frame.edges(canvas)
        for i in range(3):
            others = demands.grand ^ (1 << i)
            label = f"v({demands.spell(others)})"
            frame.chord(canvas, i, demands.total - demands.value(others), label)


def _put(frame: Frame, canvas: Canvas, payoff_set: PayoffSet, fill: str) -> tuple[str, str]:
    """Draw a set, and say in the legend what it is."""
    at = f" for {show(payoff_set.epsilon)}" if hasattr(payoff_set, "epsilon") else ""
    name = f"{payoff_set.concept}{at}"
    if payoff_set.empty:
        return fill, f"the {name} is empty"
    corners = payoff_set.vertices
    if isinstance(frame, Tetrahedron) and fill == CORE:
        frame.solid(canvas, corners, set_faces(payoff_set.vertex_list))
    else:
        frame.region(canvas, corners, fill)
    if len(corners) == 1:
        return fill, f"{name}, the point {show_all(corners[0])}"
    return fill, f"{name}, {count_of(len(corners), 'vertex')}"


def set_faces(payoff_vertices: PayoffVertices) -> list[list[Point]]:
    """The two-dimensional faces: where one coalition gets just what it demands."""
    faces: dict[tuple[int, ...], list[Point]] = {}
    for mask in range(1, payoff_vertices.game.grand):
        on_it = tuple(k for k, tight in enumerate(payoff_vertices.tight) if mask in tight)
        corners = [payoff_vertices.vertices[k] for k in on_it]
        if affine_dimension(corners) == 2:
            faces[on_it] = list(corners)
    return list(faces.values())


def points_of(game: CoalitionalGame) -> list[Allocation]:
    """The Shapley value, and the nucleolus, or the prenucleolus where there are no imputations."""
    lower = sum(game.value(1 << i) for i in range(game.n))
    center: Allocation = nucleolus(game) if lower <= game.total else prenucleolus(game)
    return [shapley(game), center]


def _finish(
    frame: Frame, canvas: Canvas, entries: list[tuple[str, str]], points: Sequence[Allocation]
) -> Picture:
    if isinstance(frame, Tetrahedron):
        frame.frame(canvas)
    names: dict[Point, list[str]] = {}
    for point in points:
        names.setdefault(point.payoffs, []).append(point.concept)
    for color, (payoffs, concepts) in zip(POINTS, names.items(), strict=False):
        frame.mark(canvas, payoffs, color)
        entries.append((color, f"{' and '.join(concepts)} {show_all(payoffs)}"))
    frame.legend(canvas, entries)
    return canvas.finish("; ".join(words for _, words in entries))
