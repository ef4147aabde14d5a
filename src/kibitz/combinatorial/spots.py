"""Where a hand touches the picture of a position to make a move."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.pictures import Canvas
from kibitz.pictures.geometry import rectangle

MOST_MOVES = 400
"""Moves of a position that are found in its picture; of more, none are."""
Outline = list[tuple[float, float]]
Touched = dict[Any, list[str]]
"""Moves by the thing that is touched to make them."""


def moves_here(game: ImpartialGame) -> list[Move]:
    """The moves of a position; none where they are many.

    >>> from kibitz.games import game
    >>> len(moves_here(game("nim 3 4 5"))), len(moves_here(game("nim 1000")))
    (12, 0)
    """
    moves = [Move(*move) for move in islice(game.moves(game.position), MOST_MOVES + 1)]
    return moves if len(moves) <= MOST_MOVES else []


def touched(game: ImpartialGame, things: Callable[[Any], Iterable[Hashable]]) -> Touched:
    """The moves by what each touches, which ``things`` tells from the position that it leaves.

    >>> from kibitz.games import game
    >>> coins = game("turning-turtles THT")
    >>> touched(coins, lambda left: coins.position ^ left)[1]
    ['turn 1 and 2']
    """
    words_of: Touched = defaultdict(list)
    for move in moves_here(game):
        for thing in things(move.position):
            words_of[thing].append(move.description)
    return words_of


def changed(now: Sequence[int]) -> Callable[[Sequence[int]], list[tuple[int, int]]]:
    """Which heaps a position has otherwise, each with its number and what is left of it.

    >>> changed((3, 4, 5))((3, 1, 5))
    [(1, 1)]
    """
    return lambda left: [(i, x) for i, (n, x) in enumerate(zip(now, left, strict=False)) if x != n]


def split(now: Iterable[int], left: Iterable[int]) -> tuple[int, list[int]]:
    """The heap that a move changes, and what is left of it; 0 where that is unknown.

    >>> split((3, 5), (1, 3, 3)), split((3, 5), (3,))
    ((5, [1, 3]), (5, []))
    """
    gone, come = Counter(now), Counter(left)
    lost = list((gone - come).elements())
    return (lost[0], sorted((come - gone).elements())) if len(lost) == 1 else (0, [])


def cut(now: Iterable[int]) -> Callable[[Iterable[int]], Iterator[tuple[int, int]]]:
    """The heap that a move takes from or splits, by its size, and where: what is left below.

    >>> list(cut((3, 5))((3, 4))), list(cut((3, 5))((1, 3, 4)))
    ([(5, 4)], [(5, 1), (5, 4)])
    """
    sizes = tuple(now)

    def found(left: Iterable[int]) -> Iterator[tuple[int, int]]:
        size, parts = split(sizes, left)
        if size and len(parts) <= 2:
            yield from ((size, part) for part in dict.fromkeys(parts or [0]))

    return found


def square(x: float, y: float, side: float) -> Outline:
    """The corners of a square around a point."""
    return rectangle(x - side / 2, y - side / 2, side, side)


def touch_squares(
    canvas: Canvas,
    middle: Callable[[int, int], tuple[float, float]],
    cells: Touched,
    side: float,
    name: str = "",
) -> None:
    """Let squares of a board be touched, by row and column; named where a move needs several."""
    for (row, column), moves in cells.items():
        title = name and f"{name} {row}, {column}"
        canvas.spot(moves, square(*middle(row, column), side), title)
