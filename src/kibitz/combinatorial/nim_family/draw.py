"""Pictures of the games of the nim family, with the winning moves marked."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kibitz.combinatorial.answers import answer, answers_shown
from kibitz.combinatorial.draw import draw_graph, position_picture, title_of
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.bins import Bins
from kibitz.combinatorial.nim_family.chomp import Chomp
from kibitz.combinatorial.nim_family.divisors import Divisors
from kibitz.combinatorial.nim_family.empty_and_divide import EmptyAndDivide
from kibitz.combinatorial.nim_family.graph_layout import graph_layout
from kibitz.combinatorial.nim_family.moore import Moore
from kibitz.combinatorial.nim_family.nim import Nim
from kibitz.combinatorial.nim_family.nimble import Nimble
from kibitz.combinatorial.nim_family.northcott import SIDES, Northcott
from kibitz.combinatorial.nim_family.pictures import (
    COIN,
    COUNTER,
    GOOD,
    MOST_DOTS,
    MOST_SQUARES,
    TOP,
    BoardSquare,
    Heap,
    board_picture,
    heaps_picture,
    sheet,
    strip_picture,
)
from kibitz.combinatorial.nim_family.poker_nim import PokerNim
from kibitz.combinatorial.nim_family.rims import Rims
from kibitz.combinatorial.nim_family.rook import Rook
from kibitz.combinatorial.nim_family.sos import SOS
from kibitz.combinatorial.nim_family.staircase import StaircaseNim
from kibitz.combinatorial.nim_family.thirty_one import ThirtyOne
from kibitz.combinatorial.nim_family.transfinite_nim import TransfiniteNim
from kibitz.combinatorial.nim_family.two_dimensional_nim import TwoDimensionalNim
from kibitz.combinatorial.nim_family.vertex_deletion import VertexDeletion
from kibitz.combinatorial.nim_family.welter import Welter
from kibitz.combinatorial.nim_family.wythoff import Wythoff
from kibitz.combinatorial.spots import (
    changed,
    moves_here,
    square,
    touch_squares,
    touched,
)
from kibitz.core.errors import GameError
from kibitz.core.verbs import draw
from kibitz.pictures import BLACK, FAINT, INK, MARK, PAPER, Canvas, Picture, text_width
from kibitz.pictures.geometry import rectangle


def picture_of(game: ImpartialGame) -> Picture:
    """The picture of a game."""
    return draw(game)


def _moves(game: ImpartialGame) -> Sequence[Move]:
    """The winning moves; none where the answer is not shown."""
    return game.winning_moves() if answers_shown() else ()


def _winning(game: ImpartialGame) -> list[Any]:
    """The positions that winning moves leave; none where they are too many to list."""
    try:
        return [move.position for move in _moves(game)]
    except GameError:
        return []


@position_picture(Nim)
def _(game: Nim) -> Picture:
    becomes = _changes(game.position, _winning(game))
    takes = _takes(game, game.position)
    heaps = [
        Heap(
            size,
            str(size),
            i in becomes,
            f"→ {becomes[i]}" if i in becomes else "",
            takes=takes[i],
        )
        for i, size in enumerate(game.position)
    ]
    return heaps_picture(title_of(game), heaps, _note(becomes))


@position_picture(Moore)
def _(game: Moore) -> Picture:
    move = game.winning_move() if answers_shown() else None
    left = game.position if move is None else move.position
    takes = _takes(game, game.position)
    heaps = [
        Heap(
            size,
            str(size),
            left[i] != size,
            f"→ {left[i]}" if left[i] != size else "",
            takes=takes[i],
            called=f"heap {i + 1}",
        )
        for i, size in enumerate(game.position)
    ]
    note = answer("shaded: the heaps of one winning move" if move else "no winning move")
    return heaps_picture(f"{title_of(game)}, at most {game.k} at a time", heaps, note)


@position_picture(PokerNim)
def _(game: PokerNim) -> Picture:
    sizes, bag = game.position
    becomes = _changes(sizes, [heaps for heaps, _ in _winning(game)])
    takes = touched(game, lambda left: changed(sizes)(left[0]))
    adds = touched(game, lambda left: [left[1]] if left[1] < bag else [])
    heaps = [
        Heap(
            size,
            str(size),
            i in becomes,
            f"→ {becomes[i]}" if i in becomes else "",
            takes={left: takes[i, left] for left in range(size) if (i, left) in takes},
        )
        for i, size in enumerate(sizes)
    ]
    heaps.append(Heap(bag, f"bag {bag}", faint=True, takes=adds))
    return heaps_picture(title_of(game), heaps, _note(becomes))


@position_picture(TransfiniteNim)
def _(game: TransfiniteNim) -> Picture:
    wins = {
        i: left[i]
        for left in _winning(game)
        for i in range(len(left))
        if left[i] != game.position[i]
    }
    heaps = []
    for i, heap in enumerate(game.position):
        size = int(heap) if heap.is_finite else 16
        heaps.append(Heap(size, str(heap), i in wins, f"→ {wins[i]}" if i in wins else ""))
    return heaps_picture(title_of(game), heaps, _note(wins))


@position_picture(EmptyAndDivide)
def _(game: EmptyAndDivide) -> Picture:
    won = answers_shown() and game.outcome() == "N" and not game.is_misere
    takes: list[dict[int, list[str]]] = [{}, {}]
    for move in moves_here(game):
        for i, chips in enumerate(game.position):
            if sum(move.position) == chips:
                takes[i] |= {part: [move.description] for part in move.position}
    heaps = [
        Heap(chips, f"box {i}: {chips}", won and chips % 2 == 0, takes=takes[i - 1])
        for i, chips in enumerate(game.position, 1)
    ]
    note = answer("shaded: divide it into two odd numbers, empty the other" if won else "")
    return heaps_picture(title_of(game), heaps, note)


@position_picture(Bins)
def _(game: Bins) -> Picture:
    sources = {i for left in _winning(game) for i in range(len(left)) if left[i] < game.position[i]}
    now = game.position
    takes = touched(game, lambda left: _lowered(now, left))
    ends = touched(game, lambda left: [i for i, x in changed(now)(left) if x > now[i]])
    heaps = [
        Heap(
            stones,
            f"bin {i + 1}: {stones}",
            i in sources,
            takes={left: takes[i, left] for left in range(stones) if (i, left) in takes},
            called=f"bin {i + 1}",
            ends=ends.get(i, ()),
        )
        for i, stones in enumerate(now)
    ]
    return heaps_picture(title_of(game), heaps, _note(sources))


@position_picture(Rims)
def _(game: Rims) -> Picture:
    """Dots are numbered from the middle: a loop passes through some that follow each other."""
    winning = [_loop(m.description) for m in game.some_winning_moves()] if answers_shown() else []
    best = winning[0] if winning and not game.is_misere else None
    note = answer("shaded: the dots of a winning loop" if best else "")
    canvas = sheet(title_of(game), 40 + 120 * max(len(game.position), 1), TOP + 156, note)
    loops = [(_loop(m.description), m.description) for m in moves_here(game)]
    for i, dots in enumerate(game.position):
        x, y, shown = 80 + 120.0 * i, TOP + 56, min(dots, 60)
        canvas.dot(x, y, 54, PAPER, FAINT)
        for k in range(shown):
            # Sunflower seeds fill a disc evenly.
            r, angle = 44 * math.sqrt((k + 0.5) / shown), k * 2.399963
            u, v = x + r * math.cos(angle), y + r * math.sin(angle)
            name, numbered = f"dot {k + 1} of {dots}", dots <= 12
            first = best is not None and i == game.position.index(best[0])
            good = first and best is not None and best[1] < k + 1 <= best[1] + best[2]
            plain = PAPER if numbered else INK
            canvas.dot(u, v, 8 if numbered else 3, MARK if good else plain, INK)
            canvas.text(u, v + 3.2, str(k + 1) if numbered else "", 9)
            outline = square(u, v, 16 if numbered else 10)
            for way in (0, 1):
                ends = [m for loop, m in loops if loop[0] == dots and k + 1 in _ends(loop, way)]
                canvas.spot(ends, outline, name, way)
        canvas.text(x, y + 72, f"{dots} dots" + answer(f": {game.value_of(dots)}"), 11)
    return canvas.finish(title_of(game))


def _loop(move: str) -> tuple[int, int, int]:
    """The dots of the region of a loop, those inside, and those on it.

    >>> _loop("a loop through 2 of 5 dots, 0 inside and 3 outside")
    (5, 0, 2)
    """
    on, dots, inside, _ = map(int, re.findall(r"\d+", move))
    return dots, inside, on


def _ends(loop: tuple[int, int, int], way: int) -> tuple[int, ...]:
    """The first and the last dot of a loop; the other way it is turned inside out, if that differs.

    >>> _ends((5, 0, 2), 0), _ends((5, 0, 2), 1), _ends((5, 1, 3), 1)
    ((1, 2), (4, 5), ())
    """
    dots, inside, on = loop
    outside = dots - inside - on
    if way and inside == outside:
        return ()
    before = outside if way else inside
    return before + 1, before + on


@position_picture(Nimble)
def _(game: Nimble) -> Picture:
    becomes = _changes(game.position, _winning(game))
    good = {game.position[i] for i in becomes}
    ends = touched(
        game,
        lambda left: [x for i, to in changed(game.position)(left) for x in (game.position[i], to)],
    )
    return strip_picture(title_of(game), game.position, good, set(becomes.values()), ends)


@position_picture(Welter)
def _(game: Welter) -> Picture:
    now = set(game.position)
    left = [set(position) for position in _winning(game)]
    good = {square for then in left for square in now - then}
    targets = {square for then in left for square in then - now}
    ends = touched(game, lambda then: now ^ set(then))
    return strip_picture(title_of(game), game.position, good, targets, ends)


@position_picture(StaircaseNim)
def _(game: StaircaseNim) -> Picture:
    steps = game.position[:MOST_SQUARES]
    sources = {i for left in _winning(game) for i in range(len(left)) if left[i] < game.position[i]}
    takes = touched(game, lambda left: _lowered(game.position, left))
    tread, rise, coin = 52.0, 22.0, 13.0
    stacked = [min(coins, MOST_DOTS) if coins <= MOST_DOTS else 0 for coins in steps]
    tallest = max((rise * i + coin * n for i, n in enumerate(stacked, 1)), default=0.0)
    floor = TOP + 34 + tallest
    note = answer("blue: the odd steps, which count; shaded: a winning move starts here")
    canvas = sheet(title_of(game), 60 + tread * (len(steps) + 1), floor + 44, note)
    outline = [(20.0, floor)]
    for i, coins in enumerate(steps):
        x, y = 20 + tread * (i + 1), floor - rise * (i + 1)
        outline += [(x, y + rise), (x, y)]
        if i in sources:
            canvas.rect(x + 4, y - coin * stacked[i] - 24, tread - 8, coin * stacked[i] + 23, MARK)
        counts = answers_shown() and i % 2 == 0
        color = COUNTER if counts else INK
        for k in range(stacked[i]):
            canvas.dot(x + tread / 2, y - 1 - coin * (k + 0.5), 6, COUNTER if counts else COIN, INK)
            canvas.spot(
                takes.get((i, k), ()), rectangle(x + 4, y - 1 - coin * (k + 1), tread - 8, coin)
            )
        words = str(coins) if coins else ""
        canvas.text(x + tread / 2, y - coin * stacked[i] - 8, words, 12, fill=color, bold=counts)
        canvas.text(x + tread / 2, y + 14, f"step {i + 1}", 9, fill=FAINT)
    end = 20 + tread * (len(steps) + 1)
    canvas.path([*outline, (end, outline[-1][1]), (end, floor)], INK, 1.5)
    canvas.line(20, floor, end, floor, INK, 1.5)
    return canvas.finish(title_of(game))


@position_picture(Northcott)
def _(game: Northcott) -> Picture:
    rows, mover = game.position
    side = SIDES.index(mover)
    targets = set()
    for left, _ in _winning(game):
        i = next(i for i in range(len(rows)) if left[i] != rows[i])
        targets.add((i + 1, left[i][side]))
    lines, columns = range(1, len(rows) + 1), range(1, game.width + 1)

    def cell(row: int, column: int) -> BoardSquare:
        return BoardSquare(MARK if (row, column) in targets else PAPER)

    title = f"{game.name}: {mover} to move"
    canvas, middle = board_picture(
        title, lines, columns, cell, answer("right: the gaps; " + _note(targets))
    )
    canvas.width += 40
    cells = touched(
        game,
        lambda left: ((i + 1, row[side]) for i, row in enumerate(left[0]) if row != rows[i]),
    )
    touch_squares(canvas, middle, cells, 32)
    for i, (white, black) in enumerate(rows, 1):
        canvas.dot(*middle(i, white), 11, PAPER, INK)
        canvas.dot(*middle(i, black), 11, INK)
        x, y = middle(i, game.width)
        gap = answer(str(game.gaps()[i - 1]))
        canvas.text(x + 34, y + 5, gap, 13, fill=COUNTER, bold=True)
    return canvas.finish(title)


@position_picture(Rook)
def _(game: Rook) -> Picture:
    if max(game.rows, game.columns) > MOST_SQUARES:
        return draw_graph(game)
    targets = set(_winning(game))

    def cell(row: int, column: int) -> BoardSquare:
        fill = MARK if (row, column) in targets else PAPER
        return BoardSquare(fill, answer(str((row - 1) ^ (column - 1))))

    lines, columns = range(1, game.rows + 1), range(1, game.columns + 1)
    canvas, middle = board_picture(
        title_of(game), lines, columns, cell, answer("nimbers; " + _note(targets))
    )
    _piece(canvas, *middle(*game.position), "R")
    touch_squares(canvas, middle, touched(game, lambda left: [left]), 32)
    return canvas.finish(title_of(game))


@position_picture(Wythoff)
def _(game: Wythoff) -> Picture:
    x, y = game.position
    if max(x, y) >= 24:
        names = (Heap(x, str(x)), Heap(y, str(y)))
        return heaps_picture(title_of(game), names, _text(game))
    targets = set(_winning(game))

    def cell(row: int, column: int) -> BoardSquare:
        square = (column, row)
        fill = MARK if square in targets else PAPER
        text = game.outcome_at(square) if game.is_misere else str(game.nimber_at(square))
        return BoardSquare(fill, answer(text), bold=text in ("0", "P"))

    lines, columns = range(y, -1, -1), range(x + 1)
    canvas, middle = board_picture(
        title_of(game), lines, columns, cell, answer("nimbers; " + _note(targets))
    )
    _piece(canvas, *middle(y, x), "Q")
    touch_squares(canvas, middle, touched(game, lambda left: [left[::-1]]), 32)
    return canvas.finish(title_of(game))


@position_picture(TwoDimensionalNim)
def _(game: TwoDimensionalNim) -> Picture:
    wide = max((column for column, _ in game.position), default=0)
    high = max((row for _, row in game.position), default=0)
    lines = range(min(high, MOST_SQUARES), -1, -1)
    columns = range(min(max(wide, 4), MOST_SQUARES) + 1)
    targets = {
        then
        for left in _winning(game)
        for now, then in zip(game.position, left, strict=True)
        if now != then
    }

    def cell(row: int, column: int) -> BoardSquare:
        return BoardSquare(MARK if (column, row) in targets else PAPER)

    canvas, middle = board_picture(title_of(game), lines, columns, cell, _text(game))
    for column, row in game.position:
        if row in lines and column in columns:
            canvas.dot(*middle(row, column), 10, COUNTER)
    return canvas.finish(title_of(game))


@position_picture(Chomp)
def _(game: Chomp) -> Picture:
    rows = game.position[:MOST_SQUARES]
    wins = {m.description for m in _moves(game)} if _small(game) else set()

    def cell(row: int, column: int) -> BoardSquare | None:
        if column > rows[row - 1]:
            return None
        if (row, column) == (1, 1):
            return BoardSquare("bad")
        fill = MARK if f"eat ({column}, {row})" in wins else "dark-wood"
        return BoardSquare(fill)

    lines, columns = range(len(rows), 0, -1), range(1, min(rows[0], MOST_SQUARES) + 1)
    canvas, middle = board_picture(title_of(game), lines, columns, cell, _poison(wins))
    x, y = middle(1, 1)
    canvas.text(x, y + 5, "☠", 16, fill=PAPER)
    for move in moves_here(game):
        column, row = map(int, re.findall(r"\d+", move.description))
        if row in lines and column in columns:
            touch_squares(canvas, middle, {(row, column): [move.description]}, 32)
    return canvas.finish(title_of(game))


@position_picture(Divisors)
def _(game: Divisors) -> Picture:
    powers, others, left = *game.grid, set(game.position)
    winning = {m.description for m in _moves(game)}

    def cell(row: int, column: int) -> BoardSquare:
        number = row * column
        if number == 1:
            return BoardSquare("bad")
        fill = MARK if f"name {number}" in winning else "pale"
        return BoardSquare(fill if number in left else PAPER, str(number) if number in left else "")

    side = 20.0 + text_width(str(game.number), 12)
    title = f"{game.name} of {game.number}"
    canvas, middle = board_picture(
        title, others[::-1], powers, cell, _poison(winning, "1"), max(side, 32.0)
    )
    x, y = middle(1, 1)
    canvas.text(x, y + 4, "1", 12, fill=PAPER, bold=True)
    for number in sorted(left - {1}):
        column = max(p for p in powers if number % p == 0)
        touch_squares(
            canvas, middle, {(number // column, column): [f"name {number}"]}, max(side, 32.0)
        )
    return canvas.finish(title_of(game))


@position_picture(SOS)
def _(game: SOS) -> Picture:
    board = game.position[:MOST_SQUARES]
    wins: dict[int, set[str]] = {}
    for move in _moves(game) if _small(game) else ():
        letter, _, square = move.description.partition(" in square ")
        wins.setdefault(int(square), set()).add(letter)
    canvas = sheet(
        game.name + answer(f": {game.outcome()}"),
        40 + 34.0 * len(board),
        TOP + 90,
        answer("shaded: the letters that win there"),
    )
    cells = touched(
        game, lambda left: [i for i, x in enumerate(left, 1) if x != game.position[i - 1]]
    )
    for i, letter in enumerate(board, 1):
        x = 20 + 34.0 * (i - 1)
        canvas.spot(cells.get(i, ()), rectangle(x, TOP, 34, 34), f"square {i}")
        canvas.rect(x, TOP, 34, 34, MARK if i in wins else PAPER, INK)
        if letter != "_":
            canvas.text(x + 17, TOP + 24, letter, 20, bold=True)
        elif i in wins:
            canvas.text(x + 17, TOP + 22, " ".join(sorted(wins[i])), 12, fill=GOOD)
        canvas.text(x + 17, TOP + 50, str(i), 10, fill=FAINT)
    return canvas.finish(f"{game.name}: {game.show(game.position)}")


@position_picture(ThirtyOne)
def _(game: ThirtyOne) -> Picture:
    total, left = game.position
    wins = {position[0] - total for position in _winning(game)}
    title = f"{game.name}: sum {total} of {game.limit}"
    canvas = sheet(title, 40 + 52.0 * len(left), TOP + 24.0 * game.copies + 96, _note(wins))
    cards = touched(game, lambda then: [then[0] - total])
    for i, count in enumerate(left):
        for k in range(count):
            x, y = 20 + 52.0 * i, TOP + 24.0 * k
            canvas.spot(cards.get(i + 1, ()), rectangle(x, y, 42, 58 if k == count - 1 else 24))
            canvas.rect(x, y, 42, 58, MARK if i + 1 in wins else PAPER, INK, radius=5)
            canvas.text(x + 8, y + 18, "A" if i == 0 else str(i + 1), 14, "start", bold=True)
    return canvas.finish(title)


@position_picture(VertexDeletion)
def _(game: VertexDeletion) -> Picture:
    vertices = [name for name in game._names if name in game.position]
    places = graph_layout(vertices, game.edges)
    spots = {name: (x + 40, y + TOP + 24) for name, (x, y) in places.items()}
    winning = {move.description for move in _moves(game)}
    wide = max((x for x, _ in spots.values()), default=0.0) + 60
    high = max((y for _, y in spots.values()), default=0.0) + 70
    canvas = sheet(game.name, wide, high, answer("shaded: deleting it wins"))
    shift = max(0.0, (canvas.width - wide) / 2)
    spots = {name: (x + shift, y) for name, (x, y) in spots.items()}
    for a, b in game.edges:
        if a in spots and b in spots:
            canvas.line(*spots[a], *spots[b], INK, 1.5)
    for name, (x, y) in spots.items():
        canvas.spot([f"delete {name}"], square(x, y, 30))
        canvas.dot(x, y, 13, MARK if f"delete {name}" in winning else PAPER, INK)
        canvas.text(x, y + 4, str(name), 10 if len(str(name)) < 4 else 8)
    return canvas.finish(title_of(game))


def _piece(canvas: Canvas, x: float, y: float, letter: str) -> None:
    canvas.dot(x, y, 13, COIN, INK)
    canvas.text(x, y + 5, letter, 14, fill=BLACK, bold=True)


def _note(wins: Collection[Any]) -> str:
    return answer("shaded: a winning move" if wins else "no winning move")


def _poison(wins: Collection[Any], what: str = "skull") -> str:
    """What stands below a picture with a poisoned square."""
    label = f"{what}: the poison"
    return f"{label}; {_note(wins)}" if answers_shown() else label


def _lowered(now: Sequence[int], left: Sequence[int]) -> list[tuple[int, int]]:
    """The step that a move takes coins from, and how many stay there.

    >>> _lowered((3, 1), (5, 0)), _lowered((3, 1), (1, 1))
    ([(1, 0)], [(0, 1)])
    """
    return [(i, x) for i, x in changed(now)(left) if x < now[i]]


def _text(game: ImpartialGame) -> str:
    wins = [move.description for move in _moves(game)]
    return answer("winning: " + "; ".join(wins) if wins else "no winning move")


def _takes(game: ImpartialGame, now: Sequence[int]) -> list[dict[int, list[str]]]:
    """The moves of each heap, by how many counters they leave there."""
    takes: list[dict[int, list[str]]] = [{} for _ in now]
    for (i, left), moves in touched(game, changed(now)).items():
        takes[i][left] = moves
    return takes


def _changes(now: Iterable[int], winning: list[Any]) -> dict[int, int]:
    """Which heap each winning move changes, and what it becomes."""
    sizes = list(now)
    return {i: left[i] for left in winning for i in range(len(sizes)) if left[i] != sizes[i]}


def _small(game: ImpartialGame) -> bool:
    """Whether the winning moves of a searched game are soon found."""
    if isinstance(game, SOS):
        return bool(game.position.count("_") <= 12)
    return bool(sum(game.position) <= 80)
