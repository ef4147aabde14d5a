"""Several moves in a line, as people write them down.

Words may be moves, or parts of one that has spaces in it; numbers of moves (``1.``) are skipped.
What one piece does in a turn may be written as a chain (``9x18x27``, ``13/8/7``) or by its ends
(``13/7``), and moves that are alike by how many they are (``6/5(2)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kibitz.core.errors import GameError
from kibitz.rules.game import Position

LONGEST = 4
"""Words of one move."""
_LINKS = ("/", "x")
"""What stands between the squares of a chain."""

Words = tuple[str, ...]


def read_moves(here: Position, words: Sequence[str], seat: int | None = None) -> Position:
    """The position after the moves that the words mean; those of one turn, if a seat is given.

    >>> import kibitz
    >>> game = kibitz.game("tic-tac-toe")
    >>> read_moves(game.position(), "1. a1 b2 2. c3".split()).history
    (0, 4, 8)
    """
    waiting: list[tuple[Position, Words, int]] = [(here, tuple(words), 1)]
    seen = set()
    complaint, left = GameError("no move is written here"), len(words) + 1
    while waiting:
        at, rest, count = waiting.pop()
        if not rest:
            return at
        if (at.state, rest, count) in seen:
            continue
        seen.add((at.state, rest, count))
        try:
            if count == 1:
                _may_go_on(at, rest[0], seat)
            after = at.play(" ".join(rest[:count]))
        except GameError as error:
            if count == 1 and len(rest) < left:
                complaint, left = error, len(rest)
            if count == 1 and not at.is_over:
                waiting += [(at, other, 1) for other in _spelled_out(at, rest)]
            if count < min(LONGEST, len(rest)):
                waiting.append((at, rest, count + 1))
            continue
        if count < min(LONGEST, len(rest)):
            waiting.append((at, rest, count + 1))
        waiting.append((after, rest[count:], 1))
    raise complaint


def _may_go_on(at: Position, word: str, seat: int | None) -> None:
    if at.is_over:
        raise GameError(f"{at.rules.name}: the game ends before the move {word!r}")
    if seat is not None and at.player != seat:
        raise GameError(f"{at.rules.name}: the turn ends before the move {word!r}")


def _spelled_out(at: Position, rest: Words) -> Iterator[Words]:
    """Other words for the first one."""
    word, more = rest[0], rest[1:]
    if numbered := re.fullmatch(r"\d+\.+(.*)", word):
        yield (numbered[1], *more) if numbered[1] else more
    if often := re.fullmatch(r"(.+)\(([2-4])\)", word):
        yield (*([often[1]] * int(often[2])), *more)
    for link in _LINKS:
        squares = [square.rstrip("*") for square in word.split(link)]
        if len(squares) > 2:
            yield (*(f"{a}{link}{b}" for a, b in pairwise(squares)), *more)
        elif len(squares) == 2 and at.player >= 0:
            yield from ((*step, *more) for step in _first_steps(at, link, *squares))


def _first_steps(at: Position, link: str, source: str, target: str) -> Iterator[Words]:
    """The moves with which a piece sets out for a square farther off."""
    for move in at.moves:
        begin, _, end = at.rules.show_move(at.state, move).rstrip("*").partition(link)
        if begin == source and end and end != target:
            yield f"{begin}{link}{end}", f"{end}{link}{target}"
