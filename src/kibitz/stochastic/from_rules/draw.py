"""Pictures of policies: maps of two numbers, strips of one, and bars of the moves at a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from kibitz.pictures import COLUMN, FAINT, INK, ROW, Canvas, Picture, text_width

SIDE = 420.0
UNREACHED = "rule"
COLORS = ("pale", "middle1", "player1", "player2", "player3")


def shaded_map(
    table: Sequence[Sequence[int | None]], title: str, names: tuple[str, str, str], caption: str
) -> Picture:
    """A number for every pair as a color; the first index goes to the right, the second up.

    Pairs that cannot be reached, None, stay gray.

    >>> shaded_map([[1, 2], [2, 3]], "Map", ("x", "y", "number"), "a map").caption
    'a map'
    """
    size = max(2.0, min(24.0, SIDE / len(table)))
    wide, tall = size * len(table), size * len(table[0])
    canvas = Canvas(max(wide + 190, text_width(title, 15, bold=True) + 40), tall + 110)
    canvas.text(20, 28, title, 15, "start", bold=True)
    left, top = 60.0, 58.0
    most = max((x for column in table for x in column if x is not None), default=1) or 1
    for x, column in enumerate(table):
        y = 0
        for number, run in groupby(column):
            high = len(list(run))
            color = UNREACHED if number is None else _shade(number / most)
            y += high
            canvas.rect(
                left + x * size, top + tall - y * size, size + 0.3, high * size + 0.3, color
            )
    canvas.rect(left, top, wide, tall, "none", INK)
    for tick in range(0, len(table) + 1, max(1, len(table) // 5)):
        canvas.text(left + tick * size, top + tall + 18, str(tick), 11)
    for tick in range(0, len(table[0]) + 1, max(1, len(table[0]) // 5)):
        canvas.text(left - 8, top + tall - tick * size + 4, str(tick), 11, "end")
    canvas.text(left + wide / 2, top + tall + 38, names[0], 13, fill=ROW)
    canvas.text(20, top - 10, names[1], 13, "start", COLUMN)
    steps = max(2, min(11, most + 1, int(tall / 14)))
    for k in range(steps):
        mark = round(k * most / (steps - 1))
        level = top + tall - (k + 1) * tall / steps
        canvas.rect(left + wide + 24, level, 18, tall / steps + 0.3, _shade(mark / most))
        canvas.text(left + wide + 48, level + tall / steps / 2 + 4, str(mark), 11, "start", INK)
    if any(None in column for column in table):
        canvas.rect(left + wide + 24, top + tall + 26, 14, 14, UNREACHED, INK)
        canvas.text(left + wide + 44, top + tall + 38, "not reached", 11, "start", INK)
    canvas.text(left + wide + 24, top - 10, names[2], 12, "start", FAINT)
    return canvas.finish(caption)


def striped_map(
    strips: Sequence[tuple[str, Sequence[int]]],
    marks: Sequence[int],
    title: str,
    axis: str,
    labels: Sequence[str],
    caption: str,
) -> Picture:
    """For each player a strip of colored cells, one for each number; the labels explain colors.

    >>> striped_map([("I", [1, 2])], [1, 2], "Stakes", "coins", ("", "1", "2"), "strips").caption
    'strips'
    """
    size = max(2.0, min(44.0, 560.0 / len(marks)))
    left = 40 + max(text_width(name, 13, bold=True) for name, _ in strips)
    width = max(left + size * len(marks) + 40, text_width(title, 15, bold=True) + 40, 380.0)
    canvas = Canvas(width, 136 + 46 * len(strips))
    canvas.text(20, 28, title, 15, "start", bold=True)
    top, bottom = 48.0, 48.0 + 46 * len(strips)
    for k, (name, cells) in enumerate(strips):
        y = top + 46 * k
        canvas.text(20, y + 22, name, 13, "start", ROW if k == 0 else COLUMN, bold=True)
        for j, cell in enumerate(cells):
            canvas.rect(left + j * size, y, size + 0.3, 34, COLORS[cell % len(COLORS)])
        canvas.rect(left, y, size * len(marks), 34, "none", INK)
    every = max(1, -(-len(marks) * 26 // int(max(26, size * len(marks)))))
    for j in range(0, len(marks), every):
        canvas.text(left + (j + 0.5) * size, bottom + 4, str(marks[j]), 11)
    canvas.text(left + size * len(marks) / 2, bottom + 24, axis, 13, fill=FAINT)
    at = 20.0
    for k, label in enumerate(labels):
        if label and any(k in cells for _, cells in strips):
            canvas.rect(at, bottom + 46, 14, 14, COLORS[k % len(COLORS)], INK)
            canvas.text(at + 20, bottom + 58, label, 12, "start")
            at += 44 + text_width(label, 12)
    return canvas.finish(caption)


def move_bars(worth: Mapping[str, float], title: str, caption: str) -> Picture:
    """What each move is worth, as bars from zero, in the order given.

    >>> move_bars({"roll": 0.5, "hold": -0.2}, "Pig", "bars").caption
    'bars'
    """
    shown = list(worth.items())[:24]
    left = 40 + max((text_width(name, 12) for name, _ in shown), default=0.0)
    most = max((abs(x) for _, x in shown), default=1.0) or 1.0
    low, high = min([0.0, *(x for _, x in shown)]), max([0.0, *(x for _, x in shown)])
    scale = 300.0 / ((high - low) or most)
    zero = left + 60 - low * scale
    canvas = Canvas(max(left + 440, text_width(title, 15, bold=True) + 40), 70 + 26 * len(shown))
    canvas.text(20, 28, title, 15, "start", bold=True)
    for k, (name, x) in enumerate(shown):
        y = 50 + 26.0 * k
        canvas.text(20, y + 13, name, 12, "start", bold=k == 0)
        canvas.rect(
            zero + min(x, 0) * scale,
            y,
            max(abs(x) * scale, 0.5),
            18,
            COLORS[2] if k == 0 else COLORS[1],
        )
        end = zero + x * scale
        canvas.text(
            end + (6 if x >= 0 else -6), y + 13, f"{x:+.4f}", 11, "start" if x >= 0 else "end", INK
        )
    canvas.line(zero, 44, zero, 50 + 26.0 * len(shown), INK)
    return canvas.finish(caption)


def _shade(x: float) -> str:
    """From pale to dark for x from 0 to 1."""
    t = max(0.0, min(1.0, x))
    stops = ((254, 243, 199), (249, 115, 22), (88, 28, 135))
    k = 0 if t < 0.5 else 1
    u = 2 * t - k
    mixed = [round(a + (b - a) * u) for a, b in zip(stops[k], stops[k + 1], strict=True)]
    return "#" + "".join(f"{c:02x}" for c in mixed)
