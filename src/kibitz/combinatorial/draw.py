"""Pictures of impartial games: the game graph in layers, with nimbers and outcome colors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kibitz.combinatorial.answers import answer, answers_shown
from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.spots import square, touched
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.core.verbs import draw
from kibitz.pictures import FAINT, INK, PAPER, Canvas, Picture, text_width

P_COLOR, N_COLOR, T_COLOR = "lost", "won", "pale"
COLORS = {"P": P_COLOR, "N": N_COLOR, "T": T_COLOR, "?": PAPER}
MEANING = {
    "P": "previous player wins",
    "N": "next player wins",
    "T": "tied",
    "?": "too far from the end to be drawn",
}
SEARCHED = 200_000
"""Positions searched for the label of a circle."""
MOST_VERTICES = 32
"""Positions drawn; those nearest to the start when there are more."""
ROW = 84.0
RADIUS = 17.0

Paint = TypeVar("Paint", bound=Callable[[Any], Picture])


@draw.register
def _(game: ImpartialGame) -> Picture:
    return draw_graph(game)


@draw.register
def _(solution: ImpartialSolution) -> Picture:
    return draw(solution.game)


def position_picture(kind: type[ImpartialGame]) -> Callable[[Paint], Paint]:
    """Say how ``draw`` shows a position of this kind; with ``what="graph"`` it draws the graph."""

    def register(paint: Paint) -> Paint:
        def shown(game: ImpartialGame, what: str = "position") -> Picture:
            if what == "position":
                return paint(game)
            if what == "graph":
                return draw_graph(game)
            known = ["position", "graph"]
            raise GameError(f"cannot draw the {what!r} of {game.name}{did_you_mean(what, known)}")

        draw.register(kind, shown)
        return paint

    return register


def title_of(game: ImpartialGame) -> str:
    """The heading of a picture."""
    play = ", misère play" if game.is_misere else ""
    return f"{game.name}: {game.show(game.position)}{play}"


def capitalized(title: str) -> str:
    """A heading as it is printed, with a capital letter at its beginning.

    >>> capitalized("nim: 3 4 5")
    'Nim: 3 4 5'
    """
    return title[:1].upper() + title[1:]


@dataclass
class _Layout:
    """Where the vertices of a drawn graph lie, in the order in which they were met."""

    positions: list[Any]
    arrows: list[tuple[int, int]]
    layer: list[int]
    complete: bool


def draw_graph(game: ImpartialGame) -> Picture:
    """The positions within reach, those nearest to the end at the bottom, one arrow for each move.

    A circle holds the nimber (in misère play the outcome) and is colored by the outcome; the
    winning moves are drawn bold.

    Parameters
    ----------
    game : ImpartialGame
        The game.

    Returns
    -------
    Picture
        The picture.
    """
    layout = _layout(game)
    count = len(layout.positions)
    labels = _labels(game, layout.positions) if answers_shown() else ["?"] * count
    names = [_short(game.show(p)) for p in layout.positions]
    inside = [name if len(name) <= 2 else "" for name in names]
    marks = _marks(game, layout, labels) if answers_shown() else inside
    spots, width = _spots(layout, names)
    top = 64.0
    height = top + ROW * max(layout.layer) + 96
    title = _short(f"{game.name}: {game.show(game.position)}", 80)
    meanings = MEANING if answers_shown() else {}
    notes = [f"{label}: {MEANING[label]}" for label in meanings if label in labels]
    if not layout.complete:
        notes.append(f"the {count_of(len(layout.positions), 'position')} nearest to the start")
    legend = " · ".join(notes)
    canvas = Canvas(max(width, text_width(title, 15) + 40, text_width(legend, 10) + 40), height)
    canvas.text(16, 26, capitalized(title), 15, "start", bold=True)
    if legend:
        canvas.text(16, height - 14, legend, 10, "start", FAINT)
    shift = (canvas.width - width) / 2
    points = [(x + shift, top + ROW * y + 10) for x, y in spots]
    for a, b in layout.arrows:
        winning = labels[b] == "P"
        _arrow(canvas, points[a], points[b], INK if winning else FAINT, 2.2 if winning else 1.0)
    leads = touched(game, lambda left: [left])
    for k, ((x, y), label, mark, name) in enumerate(zip(points, labels, marks, names, strict=True)):
        canvas.spot(leads.get(layout.positions[k], ()), square(x, y, 2 * RADIUS))
        fill = COLORS[label] if answers_shown() or k else "gold"
        canvas.dot(x, y, RADIUS, fill, INK)
        canvas.text(x, y + 4.5, mark, 13 if len(mark) < 4 else 9, bold=True)
        if name == mark:
            continue
        wide = text_width(name, 10)
        canvas.rect(x - RADIUS - 6 - wide, y - 6, wide + 4, 13, PAPER, radius=3)
        canvas.text(x - RADIUS - 4, y + 4, name, 10, "end")
    return canvas.finish(title + answer(f"; outcome {labels[0]}"))


def _layout(game: ImpartialGame) -> _Layout:
    """The positions nearest to the start, breadth first, in layers by the longest way there."""
    numbers = {game.position: 0}
    positions = [game.position]
    arrows: list[tuple[int, int]] = []
    complete = True
    for position in positions:
        for option in dict.fromkeys(_some(game, position)):
            if option not in numbers:
                if len(positions) >= MOST_VERTICES:
                    complete = False
                    continue
                numbers[option] = len(positions)
                positions.append(option)
            arrows.append((numbers[position], numbers[option]))
    return _Layout(positions, arrows, _layers(len(positions), arrows), complete)


def _some(game: ImpartialGame, position: Any) -> list[Any]:
    options = []
    for option in game.options(position):
        options.append(option)
        if len(options) > 2 * MOST_VERTICES:
            break
    return options


def _layers(size: int, arrows: Sequence[tuple[int, int]]) -> list[int]:
    """The longest way from the start; arrows that close a cycle are left out of account."""
    below: list[list[int]] = [[] for _ in range(size)]
    for a, b in arrows:
        below[a].append(b)
    state, order = [0] * size, []
    forward: list[list[int]] = [[] for _ in range(size)]
    stack = [(0, iter(below[0]))]
    state[0] = 1
    while stack:
        v, rest = stack[-1]
        for w in rest:
            if state[w] != 1:
                forward[v].append(w)
            if state[w] == 0:
                state[w] = 1
                stack.append((w, iter(below[w])))
                break
        else:
            state[v] = 2
            order.append(v)
            stack.pop()
    layer = [0] * size
    for v in reversed(order):
        for w in forward[v]:
            layer[w] = max(layer[w], layer[v] + 1)
    return layer


def _spots(layout: _Layout, names: list[str]) -> tuple[list[tuple[float, float]], float]:
    """Places in each layer, ordered by the mean place of the positions above; and the width."""
    rows: dict[int, list[int]] = {}
    for v, depth in enumerate(layout.layer):
        rows.setdefault(depth, []).append(v)
    above: list[list[int]] = [[] for _ in layout.positions]
    for a, b in layout.arrows:
        if layout.layer[a] < layout.layer[b]:
            above[b].append(a)
    place = [0.0] * len(layout.positions)
    step = max(text_width(name, 10) for name in names) + 2 * RADIUS + 24
    for depth in sorted(rows):
        row = rows[depth]
        means = {
            v: sum(place[u] for u in above[v]) / len(above[v]) if above[v] else 0.0 for v in row
        }
        row.sort(key=lambda v: (means[v], v))
        for k, v in enumerate(row):
            place[v] = (k - (len(row) - 1) / 2) * step
    swing = max((_bulge(layout.layer[b] - layout.layer[a]) for a, b in layout.arrows), default=0.0)
    width = step * max(len(row) for row in rows.values()) + 2 * swing + 60
    return [(width / 2 + place[v], layout.layer[v]) for v in range(len(place))], width


def _arrow(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], stroke: str, width: float
) -> None:
    """A curved arrow between two circles; loops are drawn on the right."""
    (x1, y1), (x2, y2) = start, end
    if start == end:
        bend = [(x1 + 3.4 * RADIUS, y1 - RADIUS), (x1 + 3.4 * RADIUS, y1 + RADIUS)]
    else:
        sideways, lift = _bulge((y2 - y1) / ROW), 40.0 if y1 == y2 else 0.0
        bend = [(x1 + (x2 - x1) * k / 3 + sideways, y1 + (y2 - y1) * k / 3 - lift) for k in (1, 2)]
    points = [_bezier(start, bend[0], bend[1], end, t / 24) for t in range(25)]
    points = [p for p in points if _apart(p, start) and _apart(p, end)]
    if len(points) < 2:
        return
    canvas.path(points, stroke, width)
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    back = (bx - 8 * ux, by - 8 * uy)
    wings = [(back[0] - 4 * uy, back[1] + 4 * ux), (bx, by), (back[0] + 4 * uy, back[1] - 4 * ux)]
    canvas.path(wings, stroke, width, stroke)


def _bulge(layers: float) -> float:
    """How far to the right an arrow over this many layers swings, to pass the circles between."""
    if layers == 1:
        return 0.0
    return 12 + 13 * layers if layers > 1 else 48 - 26 * layers


def _bezier(
    a: tuple[float, float],
    b: tuple[float, float],
    c: tuple[float, float],
    d: tuple[float, float],
    t: float,
) -> tuple[float, float]:
    s = 1 - t
    weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
    corners = (a, b, c, d)
    return (
        sum(w * p[0] for w, p in zip(weights, corners, strict=True)),
        sum(w * p[1] for w, p in zip(weights, corners, strict=True)),
    )


def _apart(p: tuple[float, float], q: tuple[float, float]) -> bool:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > (RADIUS + 2) ** 2


def _labels(game: ImpartialGame, positions: Sequence[Any]) -> list[str]:
    """Outcomes; after one search that was too long the others are kept short."""
    labels = []
    bound = SEARCHED
    for position in positions:
        try:
            labels.append(game.outcome_at(position, bound))
        except LimitError:
            labels.append("?")
            bound = SEARCHED // 1000
    return labels


def _marks(game: ImpartialGame, layout: _Layout, labels: list[str]) -> list[str]:
    """What stands in the circles: nimbers, loopy values, or in misère play the labels."""
    if game.is_misere or "?" in labels:
        return labels
    try:
        return [str(game.nimber_at(p, SEARCHED)) for p in layout.positions]
    except CycleError:
        return [str(game.at(p).loopy_value()).replace("inf", "∞") for p in layout.positions]
    except LimitError:
        return labels


def _short(words: str, most: int = 22) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
