"""The picture itself: ground, edges, the nimber of each branch, and the chops that win."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from kibitz.combinatorial.answers import answers_shown
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.hackenbush.game import Hackenbush
from kibitz.combinatorial.hackenbush.layout import Layout, Point, layout
from kibitz.combinatorial.solution import verdict
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.core.verbs import draw
from kibitz.pictures import COLUMN, FAINT, INK, PAPER, ROW, Canvas, Picture, text_width

MOST_EDGES = 400
"""Edges of the largest picture that is drawn."""
NAMED = 60
"""Vertices up to which their names are written."""
LETTER = 11.5
"""The size of such a name, which players write down."""
GREEN, FALLEN, SOIL = "player3", "pale", "soil"
HIGHEST = 760.0
STEP, SHORTEST = 64.0, 14.0
TOP, BOTTOM, SIDE = 84.0, 74.0, 44.0
SMOOTH = 16
"""Pieces of a curve."""
LONGEST = 72
"""Letters of a position up to which it stands in the title."""
SEARCHED = 20_000
"""Positions searched for the winning chops in misère play."""


@draw.register
def draw_hackenbush(game: Hackenbush, what: str = "answer") -> Picture:
    """The picture as it stands; winning chops are orange, with a stroke across.

    Parameters
    ----------
    game : Hackenbush
        The game.
    what : str, default "answer"
        ``answer``, or ``position`` for the picture without nimbers and winning chops.

    Returns
    -------
    Picture
        The picture.
    """
    if what not in ("answer", "position"):
        raise GameError(f"what is {what!r}; draw the answer or the position")
    if len(game.edges) > MOST_EDGES:
        raise GameError(
            f"a picture with {count_of(len(game.edges), 'edge')} would be unreadable; draw at most "
            f"{MOST_EDGES}, such as a branch or the stalk of its nimber"
        )
    sheet = _sheet(game)
    curves = _curves(sheet)
    standing = set(game.standing())
    answered = what == "answer" and answers_shown()
    wins = _winning_edges(game) if answered else set()
    _ground(sheet)
    for edge, curve in enumerate(curves):
        if edge not in standing:
            sheet.canvas.path(curve, FALLEN, 2)
    for edge in sorted(standing):
        sheet.canvas.path(curves[edge], ROW if edge in wins else GREEN, 3.2)
    for edge in wins:
        _stroke_across(sheet.canvas, curves[edge])
    _vertices(game, sheet, standing)
    for edge in sorted(standing):
        sheet.canvas.spot([f"chop {game.label(edge)}"], _ribbon(curves[edge]))
    if not answered:
        return sheet.canvas.finish(f"{game.name}: {game.show(game.position)}")
    if not game.is_misere:
        _branches(game, sheet, curves, wins)
        _circuits(game, sheet, curves)
        _components(game, sheet)
    return sheet.canvas.finish(_words(game, sheet))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Paper of the right size, and where the spots are on it."""

    canvas: Canvas
    plan: Layout
    spots: dict[Hashable, Point]
    step: float
    ground: float


def _sheet(game: Hackenbush) -> _Sheet:
    plan = layout(game)
    wide = max((x for x, _ in plan.spots.values()), default=1.0)
    high = max((y for _, y in plan.spots.values()), default=1.0)
    step = max(SHORTEST, min(STEP, HIGHEST / max(high, 1)))
    ground = TOP + high * step
    title = max(text_width(line, 15) for line in _title(game))
    width = max(wide * step + 2 * SIDE, title + 40, text_width(_legend(game), 10) + 40)
    left = (width - wide * step) / 2
    spots = {spot: (left + x * step, ground - y * step) for spot, (x, y) in plan.spots.items()}
    return _Sheet(Canvas(width, ground + BOTTOM), plan, spots, step, ground)


def _title(game: Hackenbush) -> list[str]:
    shown = game.show(game.position)
    if len(shown) > LONGEST:
        shown = count_of(len(game.standing()), "edge")
    try:
        outcome = game.outcome(SEARCHED)
    except LimitError:
        return [f"{game.name}: {shown}", "misère play"]
    winner = verdict(outcome)
    if game.is_misere:
        return [f"{game.name}: {shown}", f"misère play: {winner}"]
    return [f"{game.name}: {shown}", f"nimber {game.nimber()}: {winner}"]


def _winning_edges(game: Hackenbush) -> set[int]:
    try:
        won = {move.position for move in game.winning_moves(SEARCHED)}
    except LimitError:
        return set()
    moves = zip(game.standing(), game.options(game.position), strict=True)
    return {edge for edge, left in moves if left in won}


# Curves.


def _curves(sheet: _Sheet) -> list[list[Point]]:
    """Each edge as points on the paper: straight, bent beside another one, or a loop."""
    alike: dict[frozenset[Hashable], list[int]] = {}
    for edge, pair in enumerate(sheet.plan.ends):
        alike.setdefault(frozenset(pair), []).append(edge)
    curves: list[list[Point]] = [[] for _ in sheet.plan.ends]
    for edges in alike.values():
        a, b = sheet.plan.ends[edges[0]]
        for k, edge in enumerate(edges):
            if a != b:
                bend = (k - (len(edges) - 1) / 2) * 0.42 + _detour(sheet, a, b)
                curves[edge] = _arc(sheet.spots[a], sheet.spots[b], bend)
    taken = _directions(sheet)
    for edge, (a, b) in enumerate(sheet.plan.ends):
        if a == b:
            angle = _free_angle(taken.setdefault(a, []))
            curves[edge] = _loop(sheet.spots[a], angle, 0.5 * min(sheet.step, 56))
    return curves


def _ribbon(curve: list[Point], half: float = 6.0) -> list[Point]:
    """The outline of a curve that is this thick."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    for k, (x, y) in enumerate(curve):
        (a, b), (c, d) = curve[max(k - 1, 0)], curve[min(k + 1, len(curve) - 1)]
        length = hypot(c - a, d - b) or 1.0
        across = half * (d - b) / length, half * (a - c) / length
        sides[0].append((x + across[0], y + across[1]))
        sides[1].append((x - across[0], y - across[1]))
    return [*sides[0], *reversed(sides[1])]


def _detour(sheet: _Sheet, a: Hashable, b: Hashable) -> float:
    """How far an edge must bend so as not to pass through another spot, or along the ground."""
    (x, y), (u, v) = sheet.plan.spots[a], sheet.plan.spots[b]
    if y == v == 0:
        return -0.5 if u > x else 0.5
    if y == v and any(w == y and min(x, u) < s < max(x, u) for s, w in sheet.plan.spots.values()):
        return -0.3 if u > x else 0.3
    return 0.0


def _arc(a: Point, b: Point, bend: float) -> list[Point]:
    """From a to b, bent to one side by a part of its length."""
    if not bend:
        return [a, b]
    (x, y), (u, v) = a, b
    middle = ((x + u) / 2 - bend * (v - y), (y + v) / 2 + bend * (u - x))
    control = (2 * middle[0] - (x + u) / 2, 2 * middle[1] - (y + v) / 2)
    points = []
    for k in range(SMOOTH + 1):
        t = k / SMOOTH
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((p * x + q * control[0] + r * u, p * y + q * control[1] + r * v))
    return points


def _loop(at: Point, angle: float, size: float) -> list[Point]:
    """A drop that begins and ends at a point, and reaches out from there."""
    points = []
    for k in range(2 * SMOOTH + 1):
        t = k / (2 * SMOOTH) * pi
        reach = size * sin(t)
        turn = angle + (t - pi / 2) * 0.5
        points.append((at[0] + reach * cos(turn), at[1] - reach * sin(turn)))
    return points


def _directions(sheet: _Sheet) -> dict[Hashable, list[float]]:
    """The angles at which edges leave each spot."""
    taken: dict[Hashable, list[float]] = {}
    for a, b in sheet.plan.ends:
        if a != b:
            (x, y), (u, v) = sheet.spots[a], sheet.spots[b]
            taken.setdefault(a, []).append(atan2(y - v, u - x))
            taken.setdefault(b, []).append(atan2(v - y, x - u))
    return taken


def _free_angle(taken: list[float]) -> float:
    """The direction farthest from those taken, upwards if there is a choice; it is then taken."""

    def room(angle: float) -> float:
        gaps = [abs((angle - other + pi) % (2 * pi) - pi) for other in taken]
        return min([*gaps, pi]) + 0.3 * sin(angle)

    best = max((k * pi / 12 for k in range(-2, 15)), key=room)
    taken.append(best)
    return best


# Marks.


def _ground(sheet: _Sheet) -> None:
    canvas, y = sheet.canvas, sheet.ground
    left, right = 18.0, canvas.width - 18
    canvas.line(left, y, right, y, INK, 2.5)
    x = left + 8
    while x < right:
        canvas.line(x, y + 1, x - 8, y + 10, SOIL, 1.2)
        x += 12


def _stroke_across(canvas: Canvas, curve: list[Point]) -> None:
    """A short stroke across the middle of a curve, where the hatchet falls."""
    (x, y), (u, v) = _middle(curve)
    length = hypot(u, v) or 1.0
    dx, dy = -v / length * 9, u / length * 9
    canvas.line(x - dx, y - dy, x + dx, y + dy, PAPER, 6)
    canvas.line(x - dx, y - dy, x + dx, y + dy, ROW, 2.6)


def _middle(curve: list[Point]) -> tuple[Point, Point]:
    """The middle of a curve, and its direction there."""
    if len(curve) == 2:
        (x, y), (u, v) = curve
        return ((x + u) / 2, (y + v) / 2), (u - x, v - y)
    k = len(curve) // 2
    before, after = curve[k - 1], curve[k + 1]
    return curve[k], (after[0] - before[0], after[1] - before[1])


def _vertices(game: Hackenbush, sheet: _Sheet, standing: set[int]) -> None:
    alive = {spot for edge in standing for spot in sheet.plan.ends[edge]}
    size = 3.6 if sheet.step > 24 else 2.2
    taken = _directions(sheet)
    for a, b in sheet.plan.ends:
        if a == b:
            _free_angle(taken.setdefault(a, []))
    for spot, (x, y) in sheet.spots.items():
        if spot not in alive:
            continue
        sheet.canvas.dot(x, y, size, INK)
        if isinstance(spot, tuple) or len(sheet.spots) > NAMED or sheet.step < 24:
            continue
        name = str(spot)
        if y >= sheet.ground:
            sheet.canvas.text(x, y + 24, name, LETTER, fill=FAINT)
            continue
        angle = _free_angle(taken.get(spot, []))
        reach = 9 + abs(cos(angle)) * text_width(name, LETTER) / 2
        left, down = x + reach * cos(angle), y - 11 * sin(angle) + 4
        sheet.canvas.text(left, down, name, LETTER, fill=FAINT)


def _branches(game: Hackenbush, sheet: _Sheet, curves: list[list[Point]], wins: set[int]) -> None:
    """The nimber of a branch beside its lowest edge, where it grows from a fork or the ground."""
    fusion = game._fusion
    grows = [loops & 1 for loops in fusion.loops]
    for b in range(1, len(fusion.head)):
        grows[fusion.parent[b]] += 1
    for edge, b in game._bridges.items():
        below = fusion.parent[b]
        if below and grows[below] < 2:
            continue
        (x, y), (u, v) = _middle(curves[edge])
        away = (20 if edge in wins else 13) / (hypot(u, v) or 1.0) * (1 if v <= 0 else -1)
        beside = [(x - v * away, y + u * away), (x + v * away, y - u * away)]
        x, y = _clearest(beside, curves)
        sheet.canvas.text(x, y + 4.5, str(fusion.branch(b)), 12.5, fill=COLUMN, bold=True)


def _circuits(game: Hackenbush, sheet: _Sheet, curves: list[list[Point]]) -> None:
    """In the middle of what is fused: how many edges, for only odd or even counts."""
    fusion, ends = game._fusion, game._incidence.ends
    groups: dict[tuple[int, int], list[int]] = {}
    for edge in game.standing():
        a, b = sheet.plan.ends[edge]
        if edge not in game._bridges and a != b:
            block = fusion.block[fusion.standing.place[ends[edge][0]]]
            groups.setdefault((block, sheet.plan.component[a]), []).append(edge)
    for (block, _), edges in groups.items():
        spots = {s for edge in edges for s in sheet.plan.ends[edge]}
        if len(spots) < 3:
            continue
        x = sum(sheet.spots[s][0] for s in spots) / len(spots)
        y = sum(sheet.spots[s][1] for s in spots) / len(spots)
        shift = 0.3 * sheet.step
        around = [(x + i * shift, y + j * shift) for j in (0, -1, 1) for i in (0, -1, 1)]
        x, y = _clearest(around, curves)
        count = len(edges) if block == 0 else fusion.loops[block]
        sheet.canvas.text(x, y + 4, f"({count})", 11, fill=FAINT)


def _clearest(candidates: list[Point], curves: list[list[Point]]) -> Point:
    """The point farthest from all curves; the first of them where that makes little difference."""

    def room(point: Point) -> float:
        return min(_distance(point, a, b) for c in curves for a, b in pairwise(c))

    rooms = [min(room(point), 14.0) for point in candidates]
    return next(p for p, r in zip(candidates, rooms, strict=True) if r > max(rooms) - 2)


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the straight line between two others."""
    (x, y), (dx, dy) = (point[0] - a[0], point[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, (x * dx + y * dy) / length)) if length else 0.0
    return hypot(x - t * dx, y - t * dy)


def _components(game: Hackenbush, sheet: _Sheet) -> None:
    """Under the ground, the nimber of each part that hangs together above it."""
    written: list[float] = []
    for part, value in sorted(component_nimbers(game, sheet.plan).items(), reverse=True):
        spots = [sheet.spots[s] for s, k in sheet.plan.component.items() if k == part]
        feet = [x for x, y in spots if y >= sheet.ground]
        choices = [(min(feet) + max(feet)) / 2, min(feet), *feet]
        free = [x for x in choices if all(abs(x - other) > 44 for other in written)]
        written.append((free or choices)[0])
        sheet.canvas.text(written[-1], sheet.ground + 42, str(value), 17, fill=COLUMN, bold=True)


def component_nimbers(game: Hackenbush, plan: Layout) -> dict[int, int]:
    """The nimber of each component of a layout, as far as it stands."""
    fusion = game._fusion
    worth: dict[int, int] = {}
    for edge in game.standing():
        part = plan.component[plan.ends[edge][0]]
        worth.setdefault(part, 0)
        b = game._bridges.get(edge)
        if b is None:
            upper = fusion.standing.place[game._incidence.ends[edge][0]]
            worth[part] ^= fusion.block[upper] == 0
        elif fusion.parent[b] == 0:
            worth[part] ^= fusion.branch(b)
    return worth


def _legend(game: Hackenbush) -> str:
    notes = ["cut through: winning chops"]
    if not game.is_misere:
        notes.insert(
            0, "beside a branch: its nimber; below the ground: the nimber of everything above"
        )
        if not game._fusion.is_tree:
            notes.insert(1, "(n): edges on circuits")
    return " · ".join(notes)


def _words(game: Hackenbush, sheet: _Sheet) -> str:
    canvas = sheet.canvas
    lines = _title(game)
    canvas.text(18, 28, lines[0], 15, "start", bold=True)
    canvas.text(18, 48, lines[1], 13, "start")
    canvas.text(18, canvas.height - 12, _legend(game), 10, "start", FAINT)
    return ": ".join(lines)
