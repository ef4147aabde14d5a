"""Payoff lines: what each strategy is worth as the other player mixes two strategies.

When the other player takes the first of two strategies with probability x, every own strategy is
worth a straight line in x; the highest line is the best response, and players change their minds
where lines cross on top.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show
from kibitz.pictures import COLUMN, FAINT, INK, ROW, Canvas, Picture, text_width
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.strategies.dominated_lines import everything, own_lines

WIDE, HIGH, LEFT, TOP = 360.0, 240.0, 70.0, 70.0


@dataclass(frozen=True)
class PayoffLines:
    """One line for each strategy of a player, and the parts of the upper envelope.

    >>> from kibitz import bimatrix
    >>> lines = payoff_lines(bimatrix("-1,4 5,0; 2,-10 -5,5"), "I")
    >>> [line.write("x") for line in lines.lines]
    ['5 - 6x', '7x - 5']
    >>> [(str(x), str(height)) for x, height in lines.crossings]
    [('10/13', '5/13')]
    """

    game: StrategicGame
    player: int
    lines: tuple[Polynomial, ...]

    @property
    def breaks(self) -> tuple[Fraction, ...]:
        """0, 1, and the points between where the best responses change."""
        points = {Fraction(0), Fraction(1)}
        for i, first in enumerate(self.lines):
            for second in self.lines[:i]:
                gap = first - second
                if gap.degree == 1:
                    x = -gap.coefficients[0] / gap.coefficients[1]
                    if 0 < x < 1 and first(x) == self._best(x):
                        points.add(x)
        return tuple(sorted(points))

    def _best(self, x: Fraction) -> Fraction:
        pick = min if self.game.costs else max
        return pick(line(x) for line in self.lines)

    @property
    def crossings(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points inside where the best responses change, with what they are worth."""
        return tuple((x, self._best(x)) for x in self.breaks[1:-1])

    @property
    def intervals(self) -> tuple[tuple[Fraction, Fraction, tuple[int, ...]], ...]:
        """From, to, and the best responses (from 0) strictly between."""
        intervals = []
        for low, high in zip(self.breaks, self.breaks[1:], strict=False):
            middle = (low + high) / 2
            best = self._best(middle)
            intervals.append(
                (low, high, tuple(k for k, p in enumerate(self.lines) if p(middle) == best))
            )
        return tuple(intervals)

    def best_responses(self, x: Any) -> tuple[int, ...]:
        """The best strategies (from 0) at a probability."""
        at = Fraction(x)
        best = self._best(at)
        return tuple(k for k, line in enumerate(self.lines) if line(at) == best)

    def draw(self) -> Picture:
        """The lines over the interval from 0 to 1, the envelope thick, crossings marked."""
        return _draw(self)

    def __str__(self) -> str:
        game, other = self.game, 1 - self.player
        names = game.strategies[self.player]
        head = f"x is the probability that {game.players[other]} plays {game.strategies[other][0]}"
        rows = [
            f"  {name}: {p.write('x') or '0'}" for name, p in zip(names, self.lines, strict=True)
        ]
        tail = [
            f"  best from {show(low)} to {show(high)}: {', '.join(names[k] for k in best)}"
            for low, high, best in self.intervals
        ]
        return "\n".join([head, *rows, *tail])


@extends(StrategicGame)
def payoff_lines(game: StrategicGame, player: Any = 0) -> PayoffLines:
    """The lines of one of two players against an opponent with two strategies.

    >>> from kibitz import bimatrix
    >>> print(payoff_lines(bimatrix("2,1 0,0; 0,0 1,2"), "II"))
    x is the probability that I plays 1
      1: x
      2: 2 - 2x
      best from 0 to 2/3: 2
      best from 2/3 to 1: 1
    """
    k = game.player(player)
    if len(game.players) != 2 or game.shape[1 - k] != 2:
        raise GameError("payoff lines need two players, and an opponent with two strategies")
    if not game.exact:
        raise GameError("payoff lines are exact; give integers or fractions")
    table = own_lines(game, k, everything(game))
    lines = []
    for i in range(game.shape[k]):
        first, second = (_exact(game.reported(table[i, j])) for j in (0, 1))
        lines.append(Polynomial.of([second, first - second]))
    return PayoffLines(game, k, tuple(lines))


def _exact(x: Number) -> Fraction:
    assert isinstance(x, Fraction)
    return x


def _draw(lines: PayoffLines) -> Picture:
    game, other = lines.game, 1 - lines.player
    names = game.strategies[lines.player]
    ends = [float(line(Fraction(x))) for line in lines.lines for x in (0, 1)]
    low, high = min(ends), max(ends)
    spread = (high - low) or 1.0
    color = (ROW, COLUMN)[lines.player]

    def spot(x: Fraction, y: Fraction) -> tuple[float, float]:
        return LEFT + WIDE * float(x), TOP + HIGH * (1 - (float(y) - low) / spread)

    margin = max(text_width(name, 11) for name in names) + 20
    canvas = Canvas(LEFT + WIDE + margin + 20, TOP + HIGH + 70)
    title = game.title or "Payoff lines"
    word = f"{game.word}s of {game.players[lines.player]}"
    canvas.text(14, 24, title, 15, "start", bold=True)
    canvas.text(
        14, 44, f"{word}; x is the probability of {game.strategies[other][0]}", 11, "start", FAINT
    )
    for end in (0.0, 1.0):
        canvas.line(LEFT + WIDE * end, TOP, LEFT + WIDE * end, TOP + HIGH, INK, 1)
        canvas.text(LEFT + WIDE * end, TOP + HIGH + 20, f"x = {end:g}", 11)
    for name, line in zip(names, lines.lines, strict=True):
        (x1, y1), (x2, y2) = (spot(Fraction(x), line(Fraction(x))) for x in (0, 1))
        canvas.line(x1, y1, x2, y2, color, 1.2)
        canvas.text(x1 - 8, y1 + 4, show(line(Fraction(0))), 11, "end")
        canvas.text(x2 + 8, y2 + 4, f"{name}: {show(line(Fraction(1)))}", 11, "start")
    top = [spot(x, lines._best(x)) for x in lines.breaks]
    canvas.path(top, color, 3.2)
    for k, (x, height) in enumerate(lines.crossings):
        px, py = spot(x, height)
        canvas.line(px, py, px, TOP + HIGH, FAINT, 1, "4 3")
        canvas.dot(px, py, 4.5, INK)
        canvas.text(px, TOP + HIGH + 38 + 16 * (k % 2), f"{show(x)}, height {show(height)}", 11)
    return canvas.finish(f"{word} against a mixture of {game.players[other]}")
