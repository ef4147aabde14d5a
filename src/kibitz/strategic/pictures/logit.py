"""The logit branch as a picture: a panel for each player, weights against precision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kibitz.pictures import FAINT, PLAYERS, Canvas, Picture, text_width

if TYPE_CHECKING:
    from kibitz.strategic.n_player.logit import QuantalResponse

COLORS = PLAYERS
WIDTH, HEIGHT, GAP = 460.0, 150.0, 46.0
LEFT, TOP = 70.0, 50.0
MOST_LINES = 8
LABEL = 14.0
Line = npt.NDArray[np.float64]


def draw_logit(branch: QuantalResponse) -> Picture:
    """Weights along the branch; the scale of lambda is stretched as log(1 + lambda)."""
    game = branch.game
    ends = np.cumsum([0, *game.shape]).tolist()
    rates = np.array(branch.precisions)
    unit = _unit(branch)
    across = np.log1p(rates / unit)
    top = float(across.max()) or 1.0
    labels = max(text_width(name, 12) for names in game.strategies for name in names)
    canvas = Canvas(LEFT + WIDTH + labels + 60, TOP + len(game.players) * (HEIGHT + GAP) + 6)
    canvas.text(LEFT, 24, game.title or "Logit equilibria", 15, "start", bold=True)
    for i, name in enumerate(game.players):
        y = TOP + i * (HEIGHT + GAP)
        _axes(canvas, y, top, unit, f"player {name}" if name.isdigit() else name)
        drawn = branch.profiles[:, ends[i] : ends[i + 1]]
        _curves(canvas, y, across / top, drawn, game.strategies[i])
    canvas.text(LEFT + WIDTH / 2, canvas.height - 8, "precision λ", 12, fill=FAINT)
    return canvas.finish("the branch of logit equilibria from uniform play to equilibrium")


def _unit(branch: QuantalResponse) -> float:
    """Where half of the movement is over: the scale on which lambda is worth showing."""
    moved = np.abs(np.diff(branch.profiles, axis=0)).sum(axis=1).cumsum()
    if not len(moved) or moved[-1] == 0:
        return 1.0
    k = int(np.searchsorted(moved, 0.5 * moved[-1])) + 1
    return max(branch.precisions[min(k, len(branch.precisions) - 1)], 1e-9) / 10


def _axes(canvas: Canvas, y: float, top: float, unit: float, name: str) -> None:
    canvas.text(LEFT, y - 8, name, 13, "start", bold=True)
    for share in (0.0, 0.5, 1.0):
        at = y + HEIGHT * (1 - share)
        canvas.line(LEFT, at, LEFT + WIDTH, at, FAINT, 0.5)
        canvas.text(LEFT - 8, at + 4, f"{share:g}", 11, "end", FAINT)
    shown: list[float] = []
    for power in range(-12, 13):
        x = math.log1p(10.0**power / unit) / top
        if x <= 1 and x - max(shown, default=0.0) > 0.1:
            shown.append(x)
            canvas.line(LEFT + x * WIDTH, y + HEIGHT, LEFT + x * WIDTH, y + HEIGHT + 4, FAINT)
            canvas.text(LEFT + x * WIDTH, y + HEIGHT + 17, _power_of_ten(power), 11, fill=FAINT)
    canvas.text(LEFT, y + HEIGHT + 17, "0", 11, fill=FAINT)


def _power_of_ten(power: int) -> str:
    """A power of ten as a tick of an axis.

    >>> [_power_of_ten(k) for k in (-5, -2, 0, 3, 6)]
    ['10⁻⁵', '0.01', '1', '1000', '10⁶']
    """
    if -4 <= power <= 3:
        return f"{10.0**power:g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _curves(canvas: Canvas, y: float, across: Line, drawn: Line, names: tuple[str, ...]) -> None:
    order = np.argsort(-drawn[-1], kind="stable")[:MOST_LINES].tolist()
    places = _spread([y + HEIGHT * (1 - float(drawn[-1, s])) for s in order], y + HEIGHT)
    for s, place in zip(order, places, strict=True):
        color = COLORS[s % len(COLORS)]
        points = [
            (LEFT + float(x) * WIDTH, y + HEIGHT * (1 - float(w)))
            for x, w in zip(across, drawn[:, s], strict=True)
        ]
        canvas.path(points, color, 2)
        canvas.dot(*points[-1], 3.5, color)
        canvas.text(LEFT + WIDTH + 12, place + 4, names[s], 12, "start", color)


def _spread(wanted: list[float], bottom: float) -> list[float]:
    """Places near those wanted, from the top down, far enough apart to read."""
    places = list(wanted)
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + LABEL)
    limit = bottom
    for k in range(len(places) - 1, -1, -1):
        places[k] = min(places[k], limit)
        limit = places[k] - LABEL
    return places
