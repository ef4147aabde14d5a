"""What the pictures of the nim family are made of: heaps, strips of squares, boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from kibitz.combinatorial.answers import answer
from kibitz.combinatorial.draw import capitalized
from kibitz.combinatorial.spots import Touched
from kibitz.pictures import FAINT, INK, MARK, PAPER, Canvas, Picture, text_width
from kibitz.pictures.geometry import rectangle

COUNTER = "player2"
COIN = "gold"
GOOD = "player3"
MOST_DOTS = 15
"""Counters that are drawn one by one; larger heaps are bars with a number."""
MOST_HEAPS = 40
MOST_SQUARES = 40
"""Squares of a strip or a board side that are drawn one by one."""
TOP = 48.0


class Heap(NamedTuple):
    """A heap to be drawn: how many counters, what stands under it, whether it can win."""

    size: int
    name: str
    good: bool = False
    note: str = ""
    faint: bool = False
    takes: Mapping[int, Sequence[str]] = {}
    """The moves by how many counters they leave."""
    called: str = ""
    """What it is called where a move takes from several heaps."""
    ends: Sequence[str] = ()
    """The moves that put counters here, which are then touched at its name."""


def heaps_picture(title: str, heaps: Sequence[Heap], footnote: str = "") -> Picture:
    """Heaps side by side; those with a winning move have a shaded ground."""
    drawn = list(heaps[:MOST_HEAPS])
    dots = min(MOST_DOTS, max((heap.size for heap in drawn), default=0))
    tall = 14.0 * max(dots, 1) + 14
    widths = [max(44.0, text_width(h.name, 11) + 16, text_width(h.note, 11) + 16) for h in drawn]
    canvas = sheet(title, sum(widths) + 32, TOP + tall + 62, footnote)
    x, floor = (canvas.width - sum(widths)) / 2, TOP + tall
    canvas.line(x - 4, floor + 2, x + sum(widths) + 4, floor + 2, INK, 1.5)
    for heap, width in zip(drawn, widths, strict=True):
        _heap(canvas, heap, x + width / 2, floor, width)
        x += width
    return canvas.finish(title)


def rows_picture(
    title: str, heaps: Sequence[Heap], footnote: str = "", squares: bool = False
) -> Picture:
    """Rows of pins or squares, one under another; those with a winning move are shaded.

    What heaps ``take`` is by the place: pin j is 2 j, and the gap to the next one 2 j + 1.
    """
    drawn = list(heaps[:MOST_HEAPS])
    canvas = sheet(title, 120 + 16.0 * MOST_SQUARES, TOP + 38 * len(drawn) + 34, footnote)
    for k, heap in enumerate(drawn):
        top = TOP + 38 * k
        shown = min(heap.size, MOST_SQUARES)
        if heap.good and not squares:
            canvas.rect(14, top, 16 * shown + 8, 32, MARK, radius=4)
        for j in range(shown):
            x = 26 + 16 * j
            canvas.spot(heap.takes.get(2 * j, ()), rectangle(x - 5, top + 3, 10, 27))
            canvas.spot(heap.takes.get(2 * j + 1, ()), rectangle(x + 5, top + 3, 6, 27))
            if squares:
                canvas.rect(x - 8, top + 12, 16, 16, MARK if heap.good else PAPER, INK)
                continue
            canvas.dot(x, top + 8, 3.5, COUNTER)
            canvas.rect(x - 4.5, top + 12, 9, 16, COUNTER, radius=4)
        end = 30 + 16.0 * shown
        if heap.size > shown:
            canvas.text(end, top + 24, "⋯", 12, "start")
            end += 20
        canvas.text(end, top + 24, heap.name, 11, "start")
        canvas.text(end + text_width(heap.name, 11) + 8, top + 24, heap.note, 11, "start", GOOD)
    return canvas.finish(title)


def _heap(canvas: Canvas, heap: Heap, x: float, floor: float, width: float) -> None:
    color = FAINT if heap.faint else COUNTER
    shown = min(heap.size, MOST_DOTS)
    if heap.good:
        canvas.rect(x - width / 2 + 3, floor - 14 * shown - 8, width - 6, 14 * shown + 9, MARK)
    if heap.size > MOST_DOTS:
        canvas.rect(x - 8, floor - 14 * shown, 16, 14 * shown, color, radius=4)
    else:
        for k in range(heap.size):
            canvas.dot(x, floor - 7 - 14 * k, 6, color)
            outline = rectangle(x - width / 2 + 3, floor - 14 * (k + 1), width - 6, 14)
            canvas.spot(
                heap.takes.get(k, ()), outline, heap.called and f"{heap.called}, leaving {k}"
            )
    canvas.text(x, floor + 18, heap.name, 11)
    canvas.spot(
        heap.ends, rectangle(x - width / 2 + 3, floor + 4, width - 6, 20), f"to {heap.called}"
    )
    if heap.note:
        canvas.text(x, floor + 34, heap.note, 11, fill=GOOD)


def strip_picture(
    title: str,
    coins: Sequence[int],
    good: Collection[int],
    targets: Collection[int],
    moves: Touched,
) -> Picture:
    """Coins on a strip of numbered squares from 0; squares where a winning move ends are marked.

    A move is found by the squares that it leaves and reaches.
    """
    last = max(coins, default=0)
    if last > MOST_SQUARES:
        return _axis_picture(title, coins, good, targets)
    side = 30.0
    stack = max((list(coins).count(c) for c in coins), default=1)
    floor = TOP + 16 * stack + 18
    note = answer("shaded: where a winning move ends" if targets else "no winning move")
    canvas = sheet(title, side * (last + 1) + 40, floor + 74, note)
    for square in range(last + 1):
        x = 20 + side * square
        fill = MARK if square in targets else PAPER
        canvas.rect(x, floor, side, side, fill, INK)
        canvas.text(x + side / 2, floor + side + 14, str(square), 10, fill=FAINT)
        canvas.spot(moves.get(square, ()), rectangle(x, floor, side, side), f"square {square}")
    height: dict[int, int] = {}
    for coin in coins:
        k = height[coin] = height.get(coin, 0) + 1
        x, y = 20 + side * (coin + 0.5), floor + side / 2 - 16 * (k - 1)
        canvas.dot(x, y, 10, COIN, GOOD if coin in good else INK)
    return canvas.finish(title)


def _axis_picture(
    title: str, coins: Sequence[int], good: Collection[int], targets: Collection[int]
) -> Picture:
    """Coins far out, on a line to scale."""
    last = max(max(coins), 1)
    note = answer("bar: where a winning move ends" if targets else "no winning move")
    canvas = sheet(title, 720, TOP + 120, note)
    y = TOP + 46
    canvas.line(24, y, 696, y, INK, 1.5)
    for square in sorted(targets):
        canvas.line(24 + 672 * square / last, y - 9, 24 + 672 * square / last, y + 9, GOOD, 3)
    for i, coin in enumerate(sorted(coins)):
        x = 24 + 672 * coin / last
        canvas.dot(x, y, 8, COIN, GOOD if coin in good else INK)
        if len(coins) <= 20:
            canvas.text(x, y - 16 if i % 2 else y + 26, str(coin), 9)
    return canvas.finish(title)


class BoardSquare(NamedTuple):
    """A square of a board: its ground, what is written in it."""

    fill: str = PAPER
    text: str = ""
    bold: bool = False


def board_picture(
    title: str,
    rows: Sequence[int],
    columns: Sequence[int],
    cell: Callable[[int, int], BoardSquare | None],
    footnote: str = "",
    side: float = 32.0,
) -> tuple[Canvas, Callable[[int, int], tuple[float, float]]]:
    """A board with labels at its edges, rows drawn in the order given; None leaves a square out.

    Gives the canvas and the middle of each square, so that pieces can be put on it.
    """
    margin = 20 + max(text_width(str(label), 10) for label in rows)
    wide = margin + side * len(columns) + 24
    canvas = sheet(title, wide, TOP + side * len(rows) + 54, footnote)
    margin += max(0.0, (canvas.width - wide) / 2)

    def middle(row: int, column: int) -> tuple[float, float]:
        return (
            margin + side * (columns.index(column) + 0.5),
            TOP + side * (rows.index(row) + 0.5),
        )

    # On a fine grid every tenth line is labeled.
    every = 1 if side >= 20 else 10
    for row in rows:
        if rows.index(row) % every == 0:
            canvas.text(margin - 8, middle(row, columns[0])[1] + 4, str(row), 10, "end", FAINT)
        for column in columns:
            look = cell(row, column)
            if look is not None:
                x, y = middle(row, column)
                edge = INK if every == 1 else "rule"
                canvas.rect(x - side / 2, y - side / 2, side, side, look.fill, edge)
                if look.text:
                    size = 12 if len(look.text) < 4 else 9
                    canvas.text(x, y + 4, look.text, size, bold=look.bold)
    for column in columns[::every]:
        x = middle(rows[0], column)[0]
        canvas.text(x, TOP + side * len(rows) + 14, str(column), 10, fill=FAINT)
    return canvas, middle


def sheet(title: str, width: float, height: float, footnote: str = "") -> Canvas:
    """A canvas with a heading, wide enough for it, and a line at its foot."""
    shown = capitalized(title if len(title) <= 90 else title[:89] + "…")
    wide = max(width, text_width(shown, 14) + 32, text_width(footnote, 10) + 32)
    canvas = Canvas(wide, height)
    canvas.text(16, 24, shown, 14, "start", bold=True)
    if footnote:
        canvas.text(16, height - 10, footnote, 10, "start", FAINT)
    return canvas
