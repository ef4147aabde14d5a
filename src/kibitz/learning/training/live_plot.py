"""A training run on the terminal, while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.learning.training.history import History

if TYPE_CHECKING:
    from rich.console import RenderableType

BLOCKS = "▁▂▃▄▅▆▇█"
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The dots of a braille sign: two columns, from top to bottom."""

HEADLINES = ("optimal", "exploitability", "gap", "rating")
"""The measures that tell most, in this order."""


def sparkline(values: Sequence[float], width: int = 24) -> str:
    """A curve on one line.

    >>> sparkline([0, 1, 2, 3])
    '▁▃▆█'
    """
    shown = _thinned(values, width)
    low, high = min(shown), max(shown)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((x - low) * scale)] for x in shown)


def braille_curve(
    values: Sequence[float],
    width: int = 60,
    height: int = 8,
    places: Sequence[float] | None = None,
) -> list[str]:
    """A connected curve in braille dots, line by line.

    Parameters
    ----------
    values : sequence of float
        The values, from left to right.
    width, height : int
        The size in signs.
    places : sequence of float, optional
        Where each value stands, from 0 at the left to 1 at the right; evenly spread by default.

    Examples
    --------
    >>> braille_curve([0, 1, 2, 3, 4, 5, 6, 7], width=4, height=2)
    ['⠀⠀⡠⠊', '⡠⠊⠀⠀']
    >>> braille_curve([0, 1], width=4, height=1, places=[0, 0.5])
    ['⡠⠒⠁⠀']
    """
    columns = 2 * width
    stand = np.linspace(0, 1, len(values)) if places is None else np.asarray(places)
    count = 1 + int(stand[-1] * (columns - 1) + 0.5)
    shown = np.interp(np.linspace(stand[0], stand[-1], count), stand, values)
    low, high = min(values), max(values)
    tall = 4 * height - 1
    share = (shown - low) / (high - low) if high > low else np.zeros(count)
    rows = [tall - round(x) for x in (share * tall).tolist()]
    cells = [[0x2800] * width for _ in range(height)]
    for k, row in enumerate(rows):
        before = rows[max(0, k - 1)]
        between = range(min(row, before + 1), max(row, before - 1) + 1)
        for dot in between if row != before else (row,):
            cells[dot // 4][k // 2] |= DOTS[k % 2][dot % 4]
    return ["".join(map(chr, line)) for line in cells]


def _thinned(values: Sequence[float], most: int) -> list[float]:
    """At most this many of some values, evenly spread, the last one among them."""
    count = len(values)
    if count <= most:
        return list(values)
    return [values[(k + 1) * count // most - 1] for k in range(most)]


class LivePlot:
    """Shows a history on a terminal; called with it whenever something new was measured.

    The budget, of ``total`` seconds or of ``rounds``, is the width of the curve.
    """

    def __init__(
        self, title: str, headline: str = "", total: float | None = None, rounds: int | None = None
    ) -> None:
        from rich.live import Live

        self.title = title
        self.headline = headline
        self.total, self.rounds = total, rounds
        self._live = Live(self.waiting(), refresh_per_second=4, transient=True)

    def __enter__(self) -> LivePlot:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def __call__(self, history: History) -> None:
        self._live.update(self.panel(history))

    def waiting(self) -> RenderableType:
        """What is shown before anything was measured, while rules and networks are compiled."""
        from rich.panel import Panel
        from rich.spinner import Spinner

        spinner = Spinner("dots", "compiling; the time counts from the second round on")
        return Panel(spinner, title=self.title, title_align="left")

    def panel(self, history: History) -> RenderableType:
        """What is shown: the curve of the headline, and a line for each measure."""
        from rich.console import Group
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        last = history.rows[-1]
        pace = last.round / last.seconds if last.seconds > 0 else 0.0
        speed = (
            f"{pace:,.1f} rounds/s" if pace >= 1 else f"{1 / pace:,.1f} s a round" if pace else ""
        )
        parts: list[Any] = []
        wanted = (self.headline, *HEADLINES, *history.names[-1:])
        name = next((each for each in wanted if each in history.names), "")
        if name:
            curve = list(history.curve(name))
            values = [value for _, _, value in curve]
            if self.rounds is None:
                along = [seconds for _, seconds, _ in curve]
            else:
                along = [float(done) for done, _, _ in curve]
            span = max(self.total or self.rounds or 0.0, along[-1])
            places = [x / span for x in along] if span else None
            lines = braille_curve(values, places=places)
            lines[0] += f"  {max(values):.4g}"
            lines[-1] += f"  {min(values):.4g}"
            parts += [Text(f"{name} {values[-1]:.4g}", style="bold"), Text("\n".join(lines))]
        grid = Table.grid(padding=(0, 2))
        for each in history.names:
            values = [value for _, _, value in history.curve(each)]
            grid.add_row(each, f"{values[-1]:.5g}", sparkline(values))
        parts.append(grid)
        most = "" if self.rounds is None else f" of {self.rounds:,}"
        limit = "" if self.total is None else f" of {self.total:,.0f}"
        below = f"round {last.round:,}{most} · {last.seconds:,.0f}{limit} s · {speed}"
        return Panel(Group(*parts), title=self.title, subtitle=below, title_align="left")
