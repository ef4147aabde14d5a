"""A chart of a session: every entry, round by round, with the averages joined."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.theme import COLUMN, FAINT, INK, ROW

if TYPE_CHECKING:
    from kibitz.classroom.session import Session

LEFT, TOP, WIDTH, HEIGHT = 56, 24, 420, 200


def chart(session: Session) -> Picture | None:
    """Dots for the entries, a line through the averages; None where entries are words."""
    rounds = [list(entries.values()) for entries in session.rounds]
    if not rounds or not all(isinstance(x, Fraction) for entries in rounds for x in entries):
        return None
    numbers = [[float(x) for x in entries] for entries in rounds]
    high = max(max(entries) for entries in numbers) or 1.0
    canvas = Canvas(LEFT + WIDTH + 20, TOP + HEIGHT + 44)

    def spot(k: int, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * (k + 0.5) / len(numbers), TOP + HEIGHT * (1 - value / high)

    canvas.line(LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + HEIGHT, INK)
    canvas.line(LEFT, TOP, LEFT, TOP + HEIGHT, INK)
    for part in (0, 0.5, 1):
        y = TOP + HEIGHT * (1 - part)
        canvas.line(LEFT - 4, y, LEFT, y, INK)
        canvas.text(LEFT - 8, y + 4, f"{high * part:.4g}", 11, anchor="end")
    for k, entries in enumerate(numbers):
        canvas.text(spot(k, 0)[0], TOP + HEIGHT + 18, str(k + 1), 11)
        for value in entries:
            canvas.dot(*spot(k, value), 3, COLUMN)
    middles = [spot(k, sum(entries) / len(entries)) for k, entries in enumerate(numbers)]
    canvas.path(middles, ROW, 2)
    canvas.text(LEFT + WIDTH / 2, TOP + HEIGHT + 36, "round", 11, fill=FAINT)
    return canvas.finish("entries by round, and their average")
