"""Heaps of counters side by side, with their nimbers; those with a winning move are marked."""

from __future__ import annotations

import re

from kibitz.combinatorial.answers import answer, answers_shown
from kibitz.combinatorial.draw import position_picture, title_of
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.heaps.dynamic_subtraction import DynamicSubtraction
from kibitz.combinatorial.heaps.game import HeapGame, heaps_with_rest
from kibitz.combinatorial.heaps.take_and_break import TakeAndBreak
from kibitz.combinatorial.heaps.treblecross import Treblecross
from kibitz.combinatorial.nim_family.pictures import (
    Heap,
    heaps_picture,
    rows_picture,
)
from kibitz.combinatorial.spots import cut, moves_here, split, touched
from kibitz.pictures import Picture

Takes = dict[int, dict[int, list[str]]]
"""The moves by the size of the heap, and by what is left of it or by the place in it."""
MOST_OPTIONS = 20_000
"""Moves looked through to mark the heaps that can win."""


@position_picture(HeapGame)  # type: ignore[type-abstract]
def draw_heaps(game: HeapGame) -> Picture:
    """The heaps of a position; with ``what="graph"`` the verb draws the graph of positions.

    Parameters
    ----------
    game : HeapGame
        The game.

    Returns
    -------
    Picture
        The picture.
    """
    takes: Takes = {}
    for (size, left), moves in touched(game, cut(game.position)).items():
        takes.setdefault(size, {})[left] = moves
    return heaps_picture(title_of(game), *_heaps_and_note(game, takes))


def _heaps_and_note(game: HeapGame, takes: Takes) -> tuple[list[Heap], str]:
    """The heaps with their nimbers, and what the picture says of them."""
    winning = _winning(game)
    heaps = [
        Heap(
            size,
            str(size),
            size in winning,
            "" if game.is_misere else answer(f"∗{game.heap_nimber(size)}"),
            takes=takes.get(size, {}),
        )
        for size in game.position
    ]
    words = "shaded: heaps with a winning move" if winning else ""
    if not game.is_misere:
        words = answer(f"nimber {game.nimber()}" + (f"; {words}" if words else ""))
    return heaps, words


@position_picture(TakeAndBreak)
def draw_rows(game: TakeAndBreak) -> Picture:
    """The heaps as rows of pins, of which some are taken and the rest falls apart.

    Parameters
    ----------
    game : TakeAndBreak
        The game.

    Returns
    -------
    Picture
        The picture.
    """
    heaps, words = _heaps_and_note(game, _by_place(game))
    return rows_picture(title_of(game), heaps, words)


def _by_place(game: HeapGame) -> Takes:
    """Moves that take pins side by side, by the size of the row and the middle of what is taken."""
    takes: Takes = {}
    for move in moves_here(game):
        size, parts = split(game.position, move.position)
        taken = size - sum(parts)
        if size and len(parts) <= 2:
            less, more = (0, 0, *parts)[-2:]
            for place in dict.fromkeys((less, more)):
                here = takes.setdefault(size, {}).setdefault(2 * place + taken - 1, [])
                here.append(move.description)
    return takes


@position_picture(Treblecross)
def draw_squares(game: Treblecross) -> Picture:
    """The rows of squares on which a cross may still be put."""
    takes: Takes = {}
    for move in moves_here(game):
        k, size = map(int, re.findall(r"\d+", move.description)[:2])
        for place in (k - 1, size - k):
            takes.setdefault(size, {})[2 * place] = [move.description]
    heaps, words = _heaps_and_note(game, takes)
    return rows_picture(title_of(game), heaps, words, squares=True)


@position_picture(DynamicSubtraction)
def draw_dynamic(game: DynamicSubtraction) -> Picture:
    """The pile, and how many counters may be taken now."""
    n, most = game.position
    good = answers_shown() and game.outcome() == "N"
    words = answer("shaded: there is a winning move" if good else "no winning move")
    takes = touched(game, lambda left: [left[0]])
    return heaps_picture(
        title_of(game), [Heap(n, str(n), good, f"up to {most}", takes=takes)], words
    )


def _winning(game: HeapGame) -> set[int]:
    """The sizes of heaps with a winning move; none when there are too many moves to look."""
    if not answers_shown() or sum(map(game.count_options, game.position)) > MOST_OPTIONS:
        return set()
    heaps = set()
    try:
        for heap, rest in heaps_with_rest(game.position):
            options = (tuple(sorted(rest + parts)) for parts in game.heap_options(heap))
            if any(game.outcome_at(option) == "P" for option in options):
                heaps.add(heap)
    except LimitError:
        return set()
    return heaps
