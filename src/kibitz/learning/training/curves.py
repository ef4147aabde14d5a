"""Pictures of a training run: a curve for each measure."""

from __future__ import annotations

import math

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.learning.training.history import History
from kibitz.pictures import FAINT, PLAYERS, RULE, Canvas, Picture

WIDTH, HEIGHT, LEFT, TOP, GAP = 520.0, 150.0, 78.0, 62.0, 54.0
TICKS = 4
STEEP = 50.0
"""A positive curve whose ends differ by this factor is drawn on a logarithmic scale."""


def draw_history(history: History, title: str) -> Picture:
    """A panel for each measure, one below the other, over the rounds.

    Parameters
    ----------
    history : History
        What was measured.
    title : str
        What stands above.

    Returns
    -------
    Picture
        The picture, which can be saved as SVG, HTML, PNG or PDF.

    Notes
    -----
    The same seed draws the same curve, however busy the machine is; only the rounds at which it
    was measured depend on the time.
    """
    names = [name for name in history.names if len(list(history.curve(name))) > 1]
    if not names:
        raise GameError("the run was measured fewer than two times, so there is no curve to draw")
    canvas = Canvas(LEFT + WIDTH + 40, TOP + len(names) * (HEIGHT + GAP) + 6)
    canvas.text(20, 28, title, 15, "start", bold=True)
    last = history.rows[-1]
    about = f"{count_of(last.round, 'round')} in {last.seconds:,.3g} s"
    canvas.text(20, 46, about, 12, "start", FAINT)
    for k, name in enumerate(names):
        _panel(canvas, history, name, TOP + k * (HEIGHT + GAP) + 14, PLAYERS[k % len(PLAYERS)])
    ends = ", ".join(f"{name} {history.last[name]:.4g}" for name in names)
    return canvas.finish(f"{title}: after {about}, {ends}")


def _panel(canvas: Canvas, history: History, name: str, top: float, color: str) -> None:
    points = [(done, value) for done, _, value in history.curve(name)]
    across = ticks(0.0, points[-1][0], whole=True)
    heights = [y for _, y in points]
    is_steep = min(heights) > 0 and max(heights) / min(heights) >= STEEP
    shown = (lambda y: math.log10(y)) if is_steep else float
    down = powers(min(heights), max(heights)) if is_steep else ticks(min(heights), max(heights))

    def x_of(x: float) -> float:
        return LEFT + WIDTH * (x - across[0]) / (across[-1] - across[0])

    def y_of(y: float) -> float:
        return top + HEIGHT * (shown(down[-1]) - shown(y)) / (shown(down[-1]) - shown(down[0]))

    canvas.text(LEFT, top - 6, f"{name}  {points[-1][1]:.4g}", 12, "start", bold=True)
    if is_steep:
        canvas.text(LEFT + WIDTH, top - 6, "logarithmic scale", 11, "end", FAINT)
    for x in across:
        canvas.line(x_of(x), top, x_of(x), top + HEIGHT, RULE)
        unit = " rounds" if x == across[-1] else ""
        canvas.text(x_of(x), top + HEIGHT + 16, f"{x:,.12g}{unit}", 11, fill=FAINT)
    for y in down:
        canvas.line(LEFT, y_of(y), LEFT + WIDTH, y_of(y), RULE)
        canvas.text(LEFT - 8, y_of(y) + 4, f"{y:g}", 11, "end", FAINT)
    spots = [(x_of(x), y_of(y)) for x, y in points]
    canvas.path(spots, color, 2.0)
    canvas.dot(*spots[-1], 3.5, color)


def powers(low: float, high: float, most: int = TICKS) -> list[float]:
    """Powers of ten that reach from below the least to above the greatest, of positive numbers.

    >>> powers(0.03, 9)
    [0.01, 0.1, 1.0, 10.0]
    >>> powers(2e-9, 0.5)
    [1e-09, 1e-06, 0.001, 1.0]
    """
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    step = max(1, math.ceil((last - first) / most))
    first -= -(last - first) % step
    return [float(f"1e{k}") for k in range(first, last + 1, step)]


def ticks(low: float, high: float, most: int = TICKS, whole: bool = False) -> list[float]:
    """Round numbers, or whole ones, that reach from below the least to above the greatest.

    >>> ticks(0.13, 0.98)
    [0.0, 0.25, 0.5, 0.75, 1.0]
    >>> ticks(-3, 12)
    [-5.0, 0.0, 5.0, 10.0, 15.0]
    >>> ticks(0, 10), ticks(0, 10, whole=True)
    ([0.0, 2.5, 5.0, 7.5, 10.0], [0.0, 5.0, 10.0])
    """
    if high <= low:
        high = low + 1.0
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step = max(1.0, step) if whole else step
    for factor in (1, 2, 2.5, 5, 10, 20):
        size = step * factor
        first, last = math.floor(low / size + 1e-9), math.ceil(high / size - 1e-9)
        if last - first <= most and not (whole and size % 1):
            break
    return [float(f"{k * size:.12g}") for k in range(first, last + 1)]
