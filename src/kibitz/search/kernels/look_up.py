"""What a database by layers says of a position of a game."""

from __future__ import annotations

from kibitz.rules.compile.interface import comes_to, index, payoff, player, read_state
from kibitz.rules.game import OVER
from kibitz.search.kernels.layered import ALTERNATES, FIRST, NOT_REACHED, OPEN, ply_of

IS_LARGER = True
"""Whether the game is larger than that of the database, which then says what it comes to."""
NOT_THERE = -1


def look_up(words, codes, end, bits, limit):
    """Four times the number of a position, and its value plus one; below zero where unknown.

    The value is the first player's. Only numbers before ``end`` are solved; a win counts if it
    comes within ``limit`` quiet plies, unless that is negative.
    """
    state = read_state(words)
    swapped = 0
    quiet = 0
    if IS_LARGER:
        state, swapped, quiet = comes_to(state)
        if swapped < 0:
            return NOT_THERE
    number = index(state)
    if number < 0 or number >= end:
        return NOT_THERE
    code = int(codes[number]) if bits == 8 else int(codes[number // 4]) >> 2 * (number % 4) & 3
    if code == NOT_REACHED:
        return NOT_THERE
    value = 0
    if code != OPEN:
        if limit >= 0 and (bits != 8 or ply_of(code) > limit - quiet):
            return NOT_THERE
        who = player(state)
        odd = (code - FIRST) % 2
        if not ALTERNATES:
            value = 1 - 2 * odd
        elif who == OVER:
            value = int(payoff(state, 0))
        else:
            value = 1 if (who == 0) == (odd == 1) else -1
    if swapped == 1:
        value = -value
    return 4 * number + value + 1
