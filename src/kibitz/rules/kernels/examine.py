"""All that the rules say of a position, in one call: compiled rules are compared with Python's."""

from __future__ import annotations

from kibitz.rules.compile.interface import (
    HAS_CANDIDATES,
    HAS_CHANCE,
    HAS_EVALUATE,
    HAS_INFORMATION_STATE,
    HAS_KEY,
    HAS_LIMITS,
    HAS_NOISY,
    HAS_ORDER,
    HAS_PICK,
    PLAYERS,
    candidates,
    chance,
    evaluate,
    limits,
    moves,
    noisy,
    null_move,
    order,
    payoff,
    pick,
    play,
    player,
    write_key,
    write_view,
)
from kibitz.rules.game import CHANCE, OVER

PLAYER = 0
CANDIDATES = 1
LOW = 2
HIGH = 3
ORDER = 4
NOISY = 5
PICK = 6
PAID = 7
"""Where the payoffs or their estimates begin."""
LOT = 123_456_789


def examine(state, row, few, tops, bottoms, words, found):
    """Write down what the rules say; how many moves there are, or things that chance may do."""
    who = player(state)
    found[PLAYER] = who
    if who == OVER:
        for k in range(PLAYERS):
            found[PAID + k] = payoff(state, k)
        return 0
    if HAS_EVALUATE:
        for k in range(PLAYERS):
            found[PAID + k] = evaluate(state, k)
    if HAS_KEY:
        write_key(state, words)
    if HAS_INFORMATION_STATE:
        for k in range(PLAYERS):
            write_view(state, k, words)
    if HAS_CHANCE and who == CHANCE:
        return chance(state, row, tops, bottoms)
    count = moves(state, row)
    if HAS_CANDIDATES:
        found[CANDIDATES] = candidates(state, few)
    if HAS_LIMITS:
        found[LOW], found[HIGH] = limits(state)
    if count > 0:
        if HAS_ORDER:
            found[ORDER] = order(state, row[0])
        if HAS_NOISY:
            found[NOISY] = noisy(state, row[0])
        if HAS_PICK:
            found[PICK] = pick(state, LOT)
    return count


def examine_play(state, move):
    """The state after a move."""
    return play(state, move)


def examine_null_move(state):
    """The state after a pass."""
    return null_move(state)
