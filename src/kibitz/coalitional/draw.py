"""Pictures of coalitional games: payoffs among the imputations, and as bars."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.pictures.sets import draw_solution_sets
from kibitz.coalitional.pictures.simplex_frame import CORE, POINTS
from kibitz.coalitional.pictures.tetrahedron import tetrahedron
from kibitz.coalitional.pictures.triangle import core_polygon, triangle
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.shapley import shapley
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import show_all
from kibitz.core.verbs import draw
from kibitz.pictures import FAINT, INK, Canvas, Picture, text_width
from kibitz.pictures.short import short

WHAT = ("auto", "triangle", "tetrahedron", "shares")
MOST_BARS = 40
SINGLE_BARS = 12
"""With more players than this, those who get the same have one bar."""


@draw.register
def _(game: CoalitionalGame, what: str = "auto") -> Picture:
    if what not in WHAT:
        raise GameError(f"cannot draw the {what!r} of a game{did_you_mean(what, WHAT)}")
    if what == "triangle":
        return draw_triangle(game, [shapley(game)])
    if what == "tetrahedron":
        tetrahedron(game)
    if what == "tetrahedron" or (what == "auto" and game.n in (3, 4)):
        return draw_solution_sets(game)
    return draw_shares(game, [shapley(game)])


@draw.register
def _(game: CostGame, what: str = "auto") -> Picture:
    return draw(game.savings(), what=what)


@extends(Allocation)
def draw_allocation(solution: Allocation) -> Picture:
    """Payoffs among the imputations of three or four players, as bars otherwise."""
    return draw_allocations(solution.game, [solution])


def draw_allocations(game: CoalitionalGame, points: Sequence[Allocation]) -> Picture:
    """Payoffs among the imputations of three or four players, as bars otherwise.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    points : sequence of Allocation
        Payoffs to mark.

    Returns
    -------
    Picture
        The picture.
    """
    return draw_solution_sets(game, points) if game.n in (3, 4) else draw_shares(game, points)


def draw_triangle(game: CoalitionalGame, points: Sequence[Allocation]) -> Picture:
    """The imputations of three players, the core, the lines that bound it, and some points.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    points : sequence of Allocation
        Payoffs to mark.

    Returns
    -------
    Picture
        The picture.
    """
    frame = triangle(game)
    canvas = frame.sheet(game.title or "Imputations of three players")
    core = core_polygon(game)
    frame.region(canvas, core)
    for i in range(3):
        others = game.grand ^ (1 << i)
        frame.chord(canvas, i, game.total - game.value(others), f"v({game.spell(others)})")
    entries = [(CORE, _core_words(core) if core else "the core is empty")]
    for color, point in zip(POINTS, points, strict=False):
        frame.mark(canvas, point.payoffs, color)
        entries.append((color, f"{point.concept} {show_all(point.payoffs)}"))
    frame.legend(canvas, entries)
    return canvas.finish(f"the imputation triangle; {entries[0][1]}")


def _core_words(core: Sequence[object]) -> str:
    return "the core is a point" if len(core) == 1 else f"core, {len(core)} vertices"


def draw_shares(game: CoalitionalGame, points: Sequence[Allocation]) -> Picture:
    """What every player gets, a bar for each point.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    points : sequence of Allocation
        Payoffs to mark.

    Returns
    -------
    Picture
        The picture.
    """
    bars = _bars(game, points)
    side = max(text_width(name, bold=True) for name, _ in bars) + 28
    flat = [float(x) for point in points for x in point.payoffs]
    low, high = min(0.0, *flat), max(0.0, *flat)
    scale = 380 / ((high - low) or 1.0)
    step = 16.0 * len(points) + 12
    canvas = Canvas(side + 520, 60 + step * len(bars) + 22 * len(points))
    title = game.title or f"Payoffs of {game.n} players"
    canvas.text(14, 26, title, 15, "start", bold=True)
    zero = side - low * scale
    for row, (name, i) in enumerate(bars):
        top = 48 + step * row
        canvas.text(side - 12, top + step / 2, name, anchor="end", bold=True)
        for k, (color, point) in enumerate(zip(POINTS, points, strict=False)):
            x, y = float(point.payoffs[i]) * scale, top + 16 * k
            canvas.rect(zero + min(x, 0), y, abs(x), 13, fill=color)
            canvas.text(zero + max(x, 0) + 8, y + 11, short(point.payoffs[i]), 11, "start")
    bottom = 48 + step * len(bars)
    canvas.line(zero, 44, zero, bottom, INK, 1)
    for k, (color, point) in enumerate(zip(POINTS, points, strict=False)):
        canvas.dot(24, bottom + 16 + 20 * k, 5, color)
        canvas.text(36, bottom + 20 + 20 * k, point.concept, 12, "start", FAINT)
    return canvas.finish(", ".join(point.concept for point in points) + f" of {game.n} players")


def _bars(game: CoalitionalGame, points: Sequence[Allocation]) -> list[tuple[str, int]]:
    """A name and a player for each bar; of many players, those who get the same share one."""
    if game.n <= SINGLE_BARS:
        return [(name, i) for i, name in enumerate(game.players)]
    alike: dict[tuple[str, ...], list[int]] = {}
    for i in range(game.n):
        alike.setdefault(tuple(short(point.payoffs[i]) for point in points), []).append(i)
    groups = list(alike.values())[:MOST_BARS]
    return [(_names([game.players[i] for i in group]), group[0]) for group in groups]


def _names(names: Sequence[str]) -> str:
    if len(names) <= 2:
        return ", ".join(names)
    return f"{names[0]} and {len(names) - 1} others like it"
