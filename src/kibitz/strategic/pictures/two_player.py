"""Pictures of equilibria: best responses in the unit square, and divided simplices with paths.

A player's mixed strategies are a segment or a triangle, divided into the regions where each
strategy of the other player is a best response. In an equilibrium either strategy lies in the
regions of all that the other one plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.linear.polyhedra.convex_hull import convex_hull
from kibitz.pictures import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture, text_width
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import Weights
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.strategic.two_player.lemke_howson import LemkePath
from kibitz.strategic.two_player.two_by_two import Advantage, advantages
from kibitz.zero_sum.pictures.table import draw_bimatrix

Point = tuple[float, float]
PASTELS = ("tint2", "tint1", "tint3")
SIDE = 250.0
TOP = 76.0


@extends(Equilibria)
def draw_equilibria(equilibria: Equilibria) -> Picture:
    """The square of a 2x2 game, divided simplices up to 3x3, otherwise the table of payoffs.

    Parameters
    ----------
    equilibria : Equilibria
        All equilibria of a game of two players.

    Returns
    -------
    Picture
        The picture as SVG.
    """
    if equilibria.game.shape == (2, 2):
        return draw_best_responses(equilibria.game, equilibria)
    if max(equilibria.game.shape) <= 3 and min(equilibria.game.shape) >= 2:
        return draw_regions(equilibria.game, equilibria)
    return draw_bimatrix(equilibria.game)


def draw_best_responses(game: StrategicGame, equilibria: Equilibria) -> Picture:
    """The best responses of a 2x2 game in the unit square; equilibria are where they meet.

    Parameters
    ----------
    game : StrategicGame
        A 2x2 game.
    equilibria : Equilibria
        Its equilibria.

    Returns
    -------
    Picture
        The picture as SVG.
    """
    row_gain, column_gain = advantages(game)
    left, top = 74.0, TOP
    names = (
        f"probability q of {game.players[1]}'s {game.strategies[1][0]}",
        f"p of {game.players[0]}'s {game.strategies[0][0]}",
    )
    title = game.title or "Best responses"
    legend = max(text_width(f"{name}'s best responses", 12) for name in game.players)
    canvas = Canvas(left + SIDE + 78 + legend + 10, top + SIDE + 70)
    canvas.text(16, 26, title, 15, "start", bold=True)
    canvas.rect(left, top, SIDE, SIDE, stroke=INK)
    canvas.text(left + SIDE / 2, top + SIDE + 46, names[0], 12, fill=COLUMN)
    canvas.text(16, 48, names[1], 12, "start", ROW)
    ticks = {
        "x": [Fraction(0), *_some(row_gain), Fraction(1)],
        "y": [Fraction(0), *_some(column_gain), Fraction(1)],
    }

    def place(q: Fraction, p: Fraction) -> Point:
        return left + SIDE * float(q), top + SIDE * (1 - float(p))

    for q in _apart(ticks["x"]):
        canvas.text(place(q, Fraction(0))[0], top + SIDE + 20, show(q), 11, fill=INK)
    for p in _apart(ticks["y"]):
        canvas.text(left - 10, place(Fraction(0), p)[1] + 4, show(p), 11, "end", INK)
    for corners in _correspondence(row_gain):
        _stroke(canvas, [place(q, p) for q, p in corners], ROW)
    for corners in _correspondence(column_gain):
        _stroke(canvas, [place(q, p) for p, q in corners], COLUMN)
    for subset in equilibria.nash_subsets:
        if len(subset.rows) + len(subset.columns) > 2:
            _blob(canvas, [place(y[0], x[0]) for x in subset.rows for y in subset.columns])
    spots = [place(theirs[0], mine[0]) for mine, theirs in equilibria.pairs]
    for spot in spots:
        canvas.dot(*spot, 6, MARK, INK)
    for spot, words in _numbered(spots):
        canvas.label(*spot, words, 12, bold=True, room=6)
    for k, (name, color) in enumerate(zip(game.players, (ROW, COLUMN), strict=True)):
        height = top + 14 + 24 * k
        canvas.line(left + SIDE + 30, height, left + SIDE + 60, height, color, 4)
        canvas.text(left + SIDE + 68, height + 4, f"{name}'s best responses", 12, "start")
    return canvas.finish(_caption(equilibria))


def draw_regions(
    game: StrategicGame, equilibria: Equilibria | None = None, path: LemkePath | None = None
) -> Picture:
    """Both players' strategies, divided by the other's best responses, up to three strategies each.

    Equilibria carry the same number on both sides. A path of Lemke and Howson starts at the origin
    of both polytopes, which is drawn outside.

    Parameters
    ----------
    game : StrategicGame
        A game with two or three strategies for each player.
    equilibria : Equilibria, optional
        Its equilibria; computed by default.
    path : LemkePath, optional
        A path of Lemke and Howson to draw.

    Returns
    -------
    Picture
        The picture as SVG.
    """
    if len(game.players) != 2 or not 2 <= min(game.shape) <= max(game.shape) <= 3:
        sizes = " x ".join(map(str, game.shape))
        raise GameError(f"the game is {sizes}; regions are drawn for two or three strategies each")
    lefts, tops = _places(game, path is not None)
    canvas = Canvas(lefts[1] + SIDE + 110, tops[1] + 330)
    canvas.text(16, 26, game.title or "Best responses", 15, "start", bold=True)
    first, second = game.payoffs[0].floats(), game.payoffs[1].floats()
    sides = (
        _Simplex(game, 0, second, (lefts[0], tops[0]), equilibria),
        _Simplex(game, 1, first.T, (lefts[1], tops[1]), equilibria),
    )
    for side in sides:
        side.regions(canvas)
    if path is not None:
        _draw_path(canvas, sides, path)
    for side in sides:
        side.equilibria(canvas)
    words = _caption(equilibria) if equilibria is not None else "regions of best responses"
    if path is not None:
        words = f"the path of {path.name(path.label)}: {count_of(path.length, 'pivot')}"
    return canvas.finish(words)


def _places(game: StrategicGame, has_path: bool) -> tuple[list[float], list[float]]:
    """Where both sides begin: segments one below the other, triangles side by side."""
    rooms = [
        max(24 + 44 * has_path, text_width(names[0], 12, bold=True) / 2 + 16)
        for names in game.strategies
    ]
    if max(game.shape) == 2:
        return [max(rooms)] * 2, [TOP, TOP + 142 + 20 * has_path]
    over = text_width(game.strategies[0][1], 12, bold=True) / 2
    return [rooms[0], rooms[0] + SIDE + over + 30 + rooms[1]], [TOP, TOP]


def draw_path(path: LemkePath) -> Picture:
    """A path of Lemke and Howson through the divided simplices of a small game.

    Parameters
    ----------
    path : LemkePath
        The path.

    Returns
    -------
    Picture
        The picture as SVG.
    """
    if not path.whole:
        raise GameError(f"the path has {count_of(path.length, 'pivot')}, too many to draw")
    return draw_regions(path.game, None, path)


class _Simplex:
    """A player's mixed strategies on paper, with the regions of the other player's replies."""

    def __init__(
        self,
        game: StrategicGame,
        player: int,
        replies: Array,
        corner: Point,
        equilibria: Equilibria | None,
    ) -> None:
        left, top = corner
        self.top = top
        self.game, self.player, self.replies, self.found = game, player, replies, equilibria
        self.count = game.shape[player]
        low = top + 40 if max(game.shape) == 2 else top + 130
        self.corners: list[Point] = [(left, low), (left + SIDE, low)]
        if self.count == 3:
            height = SIDE * 3**0.5 / 2
            self.corners = [
                (left, top + 30 + height),
                (left + SIDE, top + 30 + height),
                (left + SIDE / 2, top + 30),
            ]
        self.outside = (left - 50, self.corners[0][1] + 46)

    def place(self, weights: Sequence[Fraction | float]) -> Point:
        return (
            sum(float(w) * x for w, (x, _) in zip(weights, self.corners, strict=True)),
            sum(float(w) * y for w, (_, y) in zip(weights, self.corners, strict=True)),
        )

    def regions(self, canvas: Canvas) -> None:
        color, other = (ROW, COLUMN) if self.player == 0 else (COLUMN, ROW)
        for spots, words, fill in self._pieces():
            if self.count == 3:
                canvas.path([*spots, spots[0]], other, 1.2, fill)
            else:
                canvas.line(*min(spots), *max(spots), fill, 18)
                for x, y in spots:
                    canvas.line(x, y - 9, x, y + 9, other, 1.2)
            x, y = _middle(spots)
            canvas.text(x, y + self._words_below(), words, 11, fill=other)
        canvas.path([*self.corners, self.corners[0]], INK, 1.6)
        who = self.game.players[self.player]
        canvas.text(self.corners[0][0], self.top - 24, f"{who} mixes", 12, "start", color)
        for k, (x, y) in enumerate(self.corners):
            label = self.game.strategies[self.player][k]
            low = k < 2
            canvas.text(
                x,
                y + (52 if self.count == 2 else 20) if low else y - 10,
                label,
                12,
                fill=color,
                bold=True,
            )

    def _words_below(self) -> float:
        """How far below the middle of a region its name stands: clear of points and of paths."""
        if self.count == 3:
            return 4
        return -16 if self.found is None else 30

    def _pieces(self) -> list[tuple[list[Point], str, str]]:
        """The regions that are not too thin, those of equal replies together, with their names."""
        names = self.game.strategies[1 - self.player]
        columns = [tuple(column) for column in self.replies.T.tolist()]
        pieces = []
        for j, column in enumerate(columns):
            spots = [self.place(w) for w in self._region(j)]
            spots = [min(spots), max(spots)] if spots and self.count == 2 else spots
            if columns.index(column) == j and len(spots) > 1 and _extent(spots) >= 3:
                equal = [name for name, c in zip(names, columns, strict=True) if c == column]
                pieces.append((spots, f"{', '.join(equal)} best", PASTELS[j]))
        return pieces

    def _region(self, j: int) -> list[list[float]]:
        """The corners of the region where reply j is best, by cutting the simplex."""
        shape = [[float(a == b) for a in range(self.count)] for b in range(self.count)]
        for k in range(self.replies.shape[1]):
            gains = [float(self.replies[i, j] - self.replies[i, k]) for i in range(self.count)]
            shape = _cut(shape, gains)
        return shape

    def equilibria(self, canvas: Canvas) -> None:
        if self.found is None:
            return
        mine = self.found.rows if self.player == 0 else self.found.columns
        for subset in self.found.nash_subsets:
            part = subset.rows if self.player == 0 else subset.columns
            if len(part) > 1:
                _blob(canvas, [self.place(w) for w in part])
        for weights in mine:
            numbers = [
                str(k) for k, pair in enumerate(self.found.pairs, 1) if pair[self.player] == weights
            ]
            x, y = self.place(weights)
            canvas.dot(x, y, 6, MARK, INK)
            words = ",".join(numbers)
            canvas.label(x, y, words, 12, bold=True, room=6)


def _draw_path(canvas: Canvas, sides: tuple[_Simplex, _Simplex], path: LemkePath) -> None:
    """The moves on either side, numbered in their order."""
    spots: list[tuple[Point, Point]] = [
        (_spot(sides[0], x), _spot(sides[1], y)) for x, y in path.points()
    ]
    for side in sides:
        canvas.dot(*side.outside, 4, INK)
        canvas.text(side.outside[0], side.outside[1] + 18, "origin", 11, fill=FAINT)
    for k, pivot in enumerate(path.pivots):
        start, end = spots[k][pivot.player], spots[k + 1][pivot.player]
        _arrow(canvas, start, end)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        canvas.dot(x, y, 9, "paper", INK)
        canvas.text(x, y + 4, str(k + 1), 11, bold=True)
    for k, side in enumerate(sides):
        canvas.dot(*spots[-1][k], 6, MARK, INK)
        weights = list(path.points())[-1][k]
        if weights is not None:
            words = ", ".join(show(w) for w in weights)
            color = COLUMN if side.player else ROW
            canvas.label(*spots[-1][k], f"({words})", 11, color, room=6)


def _spot(side: _Simplex, weights: Weights | None) -> Point:
    return side.outside if weights is None else side.place(weights)


def _arrow(canvas: Canvas, start: Point, end: Point) -> None:
    (x1, y1), (x2, y2) = start, end
    canvas.line(x1, y1, x2, y2, INK, 2)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < 1:
        return
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    back = (x2 - 12 * ux, y2 - 12 * uy)
    wings = [(back[0] - 5 * uy, back[1] + 5 * ux), (x2, y2), (back[0] + 5 * uy, back[1] - 5 * ux)]
    canvas.path(wings, INK, 2)


def _cut(shape: list[list[float]], gains: list[float]) -> list[list[float]]:
    """The part of a convex polygon where a linear function is not negative."""
    kept: list[list[float]] = []
    values = [sum(w * g for w, g in zip(point, gains, strict=True)) for point in shape]
    for k, point in enumerate(shape):
        value, before, earlier = values[k], values[k - 1], shape[k - 1]
        if (value < 0) != (before < 0) and value != before:
            t = before / (before - value)
            kept.append([a + t * (b - a) for a, b in zip(earlier, point, strict=True)])
        if value >= 0:
            kept.append(point)
    return kept


def _correspondence(gain: Advantage) -> list[list[tuple[Fraction, Fraction]]]:
    """Pieces (opponent's probability, own probability) of a best response."""
    zero, one = Fraction(0), Fraction(1)
    if gain.constant == 0 and gain.slope == 0:
        return [[(zero, zero), (one, zero), (one, one), (zero, one), (zero, zero)]]
    at = gain.indifferent
    if at is None:
        ends = gain.at(zero), gain.at(one)
        own = one if max(ends) > 0 else zero
        path = [(zero, own), (one, own)]
        if ends[0] == 0:
            path.insert(0, (zero, one - own))
        if ends[1] == 0:
            path.append((one, one - own))
        return [path]
    low, high = (zero, one) if gain.slope > 0 else (one, zero)
    return [[(zero, low), (at, low), (at, high), (one, high)]]


def _stroke(canvas: Canvas, spots: list[Point], color: str) -> None:
    canvas.path(spots, color, 4, color if len(spots) > 4 else "none", 0.13)


def _blob(canvas: Canvas, spots: Iterable[Point]) -> None:
    """A set of equilibria: the convex hull of a few points, drawn broadly."""
    hull = convex_hull(spots, 1e-9)
    canvas.path([*hull, hull[0]], MARK, 12, MARK if len(hull) > 2 else "none", 0.67)


def _middle(spots: list[Point]) -> Point:
    return (
        sum(x for x, _ in spots) / len(spots),
        sum(y for _, y in spots) / len(spots),
    )


def _extent(spots: list[Point]) -> float:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _apart(ticks: list[Fraction]) -> list[Fraction]:
    """The ticks, but for ends that would be written over the one between them."""
    inner = [t for t in ticks if 0 < t < 1]
    return inner + [t for t in ticks if t in (0, 1) and all(abs(t - k) > 0.08 for k in inner)]


def _numbered(spots: list[Point]) -> list[tuple[Point, str]]:
    """The numbers of the points, those of close ones together."""
    groups: list[tuple[Point, list[int]]] = []
    for k, spot in enumerate(spots, 1):
        near = [g for g in groups if _extent([g[0], spot]) < 14]
        if near:
            near[0][1].append(k)
        else:
            groups.append((spot, [k]))
    return [(spot, ",".join(map(str, ks))) for spot, ks in groups]


def _some(gain: Advantage) -> list[Fraction]:
    return [] if gain.indifferent is None else [gain.indifferent]


def _caption(equilibria: Equilibria) -> str:
    if equilibria.unique:
        return "one equilibrium"
    if equilibria.finite:
        return count_of(len(equilibria), "equilibrium")
    return f"infinitely many equilibria, {len(equilibria)} of them extreme"
