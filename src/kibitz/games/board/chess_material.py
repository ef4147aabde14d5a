"""The men of a chess ending: how they are written, and what captures and promotions lead to."""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate, combinations
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.games.board.chess_squares import PAIRS, PAWN_PAIRS

LETTERS = "KPNBRQ"
SIGNS = ".PNBRQpnbrq"
"""What a man of a kind is called: white ones from 1, black ones from 6."""
MOST_MEN = 3
PAWN, QUEEN, TO_BLACK = 1, 5, 5
"""Kinds of white men are 1 to 5; black ones 5 more."""


def kinds_of(material: str) -> tuple[int, ...]:
    """The kinds of the men that letters name: ``KQKR`` is 9, 5.

    >>> kinds_of("KQKR"), kinds_of("kbnk")
    ((9, 5), (3, 2))
    """
    sides = re.fullmatch(r"K([QRBNP]*)K([QRBNP]*)", material.upper())
    if sides is None or not 1 <= len(sides[1] + sides[2]) <= MOST_MEN:
        raise GameError(
            f"chess-ending: the material is {material!r}; write two kings with one to {MOST_MEN} "
            "of Q, R, B, N and P, as in KQKR"
        )
    white = [LETTERS.index(letter) for letter in sides[1]]
    black = [LETTERS.index(letter) + TO_BLACK for letter in sides[2]]
    return tuple(sorted(white + black, reverse=True))


def spelled(kinds: tuple[int, ...]) -> str:
    """The letters of kinds.

    >>> spelled((9, 5))
    'KQKR'
    """
    sides = [
        "".join(LETTERS[k - low] for k in kinds if low < k <= low + 5) for low in (0, TO_BLACK)
    ]
    return f"K{sides[0]}K{sides[1]}"


@cache
def materials(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All that captures and promotions lead to, what leads nowhere first.

    >>> [spelled(some) for some in materials(kinds_of("KRKN"))]
    ['KRK', 'KKN', 'KRKN']
    """
    found, todo = {kinds}, [kinds]
    while todo:
        some = todo.pop()
        after = set(combinations(some, len(some) - 1))
        for place, kind in enumerate(some):
            if kind in (PAWN, PAWN + TO_BLACK):
                rest = some[:place] + some[place + 1 :]
                after |= {(*rest, kind + more) for more in range(1, 5)}
        for one in {tuple(sorted(one, reverse=True)) for one in after} - found:
            if one:
                found.add(one)
                todo.append(one)
    return tuple(sorted(found, key=lambda some: (len(some), pawns(some), some)))


@cache
def tables(kinds: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """What is in each layer, where it begins, and which it is."""
    found = materials(kinds)
    layer_of = np.full((11, 11, 11), -1)
    for place, some in enumerate(found):
        layer_of[filled(some)] = place
    begins = np.array([0, *accumulate(map(size, found))], np.int64)
    return np.array([filled(some) for some in found], np.int64), begins, layer_of


def pawns(kinds: tuple[int, ...]) -> int:
    return sum(kind in (PAWN, PAWN + TO_BLACK) for kind in kinds)


def size(kinds: tuple[int, ...]) -> int:
    pairs = PAWN_PAIRS if pawns(kinds) else PAIRS
    return 2 * len(pairs) << 6 * sum(kind > 0 for kind in kinds)


def filled(some: tuple[int, ...]) -> tuple[int, int, int]:
    """Three places, the last ones empty."""
    first, second, third = (*some, *[0] * (MOST_MEN - len(some)))
    return first, second, third
