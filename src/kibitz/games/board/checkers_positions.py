"""How many positions of checkers there are, counted without listing them.

Men never stand on the row where they would be kings, so that those of either side have 28 of the 32
squares, 24 of them in common; kings stand anywhere else.
"""

from __future__ import annotations

from math import comb

from kibitz.core.errors import GameError

SQUARES, ROW = 32, 4


def checkers_positions(pieces: int) -> int:
    """Positions with exactly this many pieces and either side to move, including one-sided ones.

    >>> [checkers_positions(n) for n in (1, 2, 3, 8)]
    [120, 6972, 261224, 406309208481]
    >>> sum(checkers_positions(n) for n in range(1, 9))
    443748401247
    """
    if isinstance(pieces, bool) or not isinstance(pieces, int) or not 0 <= pieces <= 24:
        raise GameError(f"{pieces!r} pieces of checkers; it must be 0 to 24")
    total = 0
    for ours in range(min(pieces, 12) + 1):
        for our_men in range(ours + 1):
            theirs = pieces - ours
            if theirs > 12:
                continue
            for their_men in range(theirs + 1):
                total += _ways(our_men, their_men, ours - our_men, theirs - their_men)
    return total


def _ways(men: int, other_men: int, kings: int, other_kings: int) -> int:
    """The ways to set up this many men and kings of both sides."""
    common = SQUARES - 2 * ROW
    placed = sum(
        # this many of our men on our own back row, where no man of theirs may stand
        comb(ROW, back) * comb(common, men - back) * comb(common + ROW - (men - back), other_men)
        for back in range(min(men, ROW) + 1)
    )
    left = SQUARES - men - other_men
    return placed * comb(left, kings) * comb(left - kings, other_kings)
