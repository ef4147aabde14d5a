"""The equilibria of 2x2x2 games in the cube, where the three best-response surfaces meet.

A point of the cube is a profile: the weights of the three first strategies. The best responses of a
player form a surface: the face where the first strategy is played, over all that makes it better,
the opposite face over the rest, and a wall between them where the player is indifferent. At the
equilibria all three surfaces meet.
"""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.tensor import Array
from kibitz.pictures import FAINT, INK, MARK, PLAYERS, Canvas, Picture, text_width
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.solution import NPlayerEquilibria

COLORS = PLAYERS
SIDE, LEFT, TOP = 250.0, 130.0, 96.0
STRIPS = 24
PALE = 0.16
MOST_LETTERS, MOST_LINES = 88, 6
Point = tuple[float, float, float]


def refuse_others(game: StrategicGame) -> None:
    """Refuse games that are not 2 x 2 x 2."""
    if game.shape != (2, 2, 2):
        sizes = " x ".join(map(str, game.shape))
        raise GameError(f"the game is {sizes}; the cube is drawn for 2 x 2 x 2")


@extends(NPlayerEquilibria)
def draw_cube(equilibria: NPlayerEquilibria) -> Picture:
    """The three surfaces of best responses, and the equilibria on all of them.

    Parameters
    ----------
    equilibria : NPlayerEquilibria
        The equilibria of a 2 x 2 x 2 game.

    Returns
    -------
    Picture
        The cube as SVG.

    Examples
    --------
    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> print(draw_cube(game.equilibria()))
    [picture: best responses in the cube; 3 equilibria]
    """
    game = equilibria.game
    refuse_others(game)
    canvas = Canvas(560, 520)
    canvas.text(20, 26, game.title or "Best responses in the cube", 15, "start", bold=True)
    _edges(canvas, behind=True)
    for k in range(3):
        _surface(canvas, game, k)
    _edges(canvas, behind=False)
    _axes(canvas, game)
    for region in equilibria.regions:
        _region(canvas, [[float(v[0]) for v in side] for side in region.strategies], region.flat)
    for e in equilibria:
        p, q, r = (float(w[0]) for w in e.floats)
        x, y = _spot((p, q, r))
        canvas.dot(x, y, 6, MARK, INK)
    _legend(canvas, equilibria)
    count = len(equilibria)
    many = "1 equilibrium" if count == 1 else f"{count} equilibria"
    if equilibria.regions:
        many = "infinitely many equilibria"
    return canvas.finish(f"best responses in the cube; {many}")


def _spot(point: Point) -> tuple[float, float]:
    """Where a point of the cube lies on paper; the third axis goes up."""
    p, q, r = point
    return LEFT + SIDE * (p + 0.42 * q), TOP + SIDE * (1.3 - r - 0.3 * q)


def _edges(canvas: Canvas, behind: bool) -> None:
    """The edges of the cube; three of them are behind the rest."""
    for k, ends in product(range(3), product((0.0, 1.0), repeat=2)):
        start, end = list(ends), list(ends)
        start.insert(k, 0.0)
        end.insert(k, 1.0)
        hidden = all(
            a == b for a, b in zip(_without(start, k), _without([0.0, 1.0, 0.0], k), strict=True)
        )
        if hidden == behind:
            a, b = _spot(_three(start)), _spot(_three(end))
            canvas.line(*a, *b, FAINT, 1.0, "3 3" if hidden else "")


def _without(point: list[float], k: int) -> list[float]:
    return [x for i, x in enumerate(point) if i != k]


def _three(point: list[float]) -> Point:
    return point[0], point[1], point[2]


def _surface(canvas: Canvas, game: StrategicGame, k: int) -> None:
    """The best responses of one player, in strips along one of the others' weights."""
    array = game.payoffs[k].floats()
    gap = np.take(array, 0, axis=k) - np.take(array, 1, axis=k)
    cuts = np.linspace(0.0, 1.0, STRIPS + 1)
    for low, high in pairwise(cuts):
        ends = [_intervals(gap, float(s)) for s in (low, high)]
        for side in (1, 0):
            left, right = ends[0][side], ends[1][side]
            if left is not None and right is not None:
                _quad(canvas, k, float(side), (float(low), *left), (float(high), *right))
        walls = [_root(gap, float(s)) for s in (low, high)]
        if walls[0] is not None and walls[1] is not None:
            corners = [
                (float(low), walls[0], 0.0),
                (float(low), walls[0], 1.0),
                (float(high), walls[1], 1.0),
                (float(high), walls[1], 0.0),
            ]
            spots = [_spot(_placed(k, own, s, t)) for s, t, own in corners]
            canvas.path([*spots, spots[0]], "none", 0, COLORS[k], 2 * PALE)


def _quad(
    canvas: Canvas, k: int, own: float, left: tuple[float, ...], right: tuple[float, ...]
) -> None:
    (s, a, b), (t, c, d) = left, right
    spots = [_spot(_placed(k, own, *x)) for x in ((s, a), (s, b), (t, d), (t, c))]
    canvas.path([*spots, spots[0]], "none", 0, COLORS[k], PALE)


def _placed(k: int, own: float, s: float, t: float) -> Point:
    """The point with this weight of player k and these of the others."""
    rest = [s, t]
    rest.insert(k, own)
    return _three(rest)


def _line(gap: Array, s: float) -> tuple[float, float]:
    """What the first strategy gains at t = 0 and t = 1, when the first other one has weight s."""
    ends = s * gap[0] + (1 - s) * gap[1]
    return float(ends[1]), float(ends[0])


def _intervals(gap: Array, s: float) -> dict[int, tuple[float, float] | None]:
    """The weights t for which the first strategy (1), or the second (0), is best."""
    start, end = _line(gap, s)
    intervals: dict[int, tuple[float, float] | None] = {}
    for side, (a, b) in ((1, (start, end)), (0, (-start, -end))):
        if a >= 0 and b >= 0:
            intervals[side] = (0.0, 1.0)
        elif a < 0 and b < 0:
            intervals[side] = None
        else:
            root = a / (a - b)
            intervals[side] = (0.0, root) if a >= 0 else (root, 1.0)
    return intervals


def _root(gap: Array, s: float) -> float | None:
    start, end = _line(gap, s)
    if start == end:
        return None
    root = start / (start - end)
    return root if 0 <= root <= 1 else None


def _region(canvas: Canvas, sides: list[list[float]], flat: bool) -> None:
    """A product of intervals: a segment, a rectangle or a box, by its edges."""
    ranges = [sorted({min(side), max(side)}) for side in sides]
    for k in range(3):
        if len(ranges[k]) < 2:
            continue
        for rest in product(*(ranges[j] for j in range(3) if j != k)):
            start, end = list(rest), list(rest)
            start.insert(k, ranges[k][0])
            end.insert(k, ranges[k][1])
            a, b = _spot(_three(start)), _spot(_three(end))
            canvas.line(*a, *b, INK, 4 if flat else 2, "" if flat else "5 4")


def _axes(canvas: Canvas, game: StrategicGame) -> None:
    """The names of the strategies at the ends of three edges."""
    places: tuple[tuple[Point, Point, str], ...] = (
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), "middle"),
        ((1.0, 0.0, 0.0), (1.0, 1.0, 0.0), "start"),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), "end"),
    )
    for k, (start, end, anchor) in enumerate(places):
        for spot, s in ((start, 1), (end, 0)):
            x, y = _spot(spot)
            dx = {"middle": 0, "start": 12, "end": -12}[anchor]
            dy = 22 if anchor == "middle" else 4
            canvas.text(x + dx, y + dy, game.strategies[k][s], 12, anchor, COLORS[k])


def _legend(canvas: Canvas, equilibria: NPlayerEquilibria) -> None:
    x = 20.0
    for k, name in enumerate(equilibria.game.players):
        words = f"player {name}" if name.isdigit() else name
        canvas.rect(x, 44, 12, 12, COLORS[k])
        canvas.text(x + 18, 55, words, 12, "start")
        x += text_width(words, 12) + 40
    canvas.dot(x + 6, 50, 6, MARK, INK)
    canvas.text(x + 18, 55, "equilibrium", 12, "start")
    lines = _broken_lines(str(equilibria).splitlines())
    for k, (indent, line) in enumerate(lines):
        canvas.text(20 + indent, 462 + 17 * k, line, 11, "start")
        canvas.width = max(canvas.width, indent + text_width(line, 11) + 40)
    canvas.height = 462 + 17 * len(lines)


def _broken_lines(lines: list[str]) -> list[tuple[float, str]]:
    """The first lines of an answer, each with its indent: long ones are broken between players."""
    texts: list[tuple[float, str]] = []
    for k, line in enumerate(lines):
        left = sum(not later.startswith("found by") for later in lines[k:])
        if len(texts) >= MOST_LINES and left > 1:
            return [*texts, (0.0, f"and {left} more")]
        piece, indent = "", 0.0
        for part in line.split(" | "):
            if piece and len(piece) + len(part) > MOST_LETTERS:
                texts.append((indent, piece))
                piece, indent = part, 16.0
            else:
                piece = f"{piece} | {part}" if piece else part
        texts.append((indent, piece))
    return texts
