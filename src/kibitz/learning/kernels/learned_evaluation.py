"""Learned evaluations inside alpha-beta search, and games between them, over compiled rules.

``eyes`` is the tuple (word, other, mode, number) of an encoding's features, arrays of players by
features. ``mind`` is the tuple (head, linear, first, shift, second, feature, threshold, left,
right, leaf, roots): a position is worth tanh of a bias, a share of the game's own estimate, a
weighted sum of its features, a layer of tanh units, and the leaves of some trees, to the player who
is to move. The head is the bias, the scale of payoffs, and the share of its own estimate.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.rules.compile.interface import (
    HAS_EVALUATE,
    MOST_MOVES,
    STATE_WORDS,
    evaluate,
    moves,
    payoff,
    play,
    player,
    write_state,
)
from kibitz.rules.game import OVER

BIT = 0
EQUAL = 1
AT_LEAST = 4
DEEPEST = 16


def lot(luck):
    """The next number from 0 to 1 (xorshift, Marsaglia 2003)."""
    bits = luck[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    luck[0] = bits
    return np.float64(bits >> np.uint64(11)) / 9007199254740992.0


def look(state, who, eyes, words, seen):
    """Write the features of a state as a player sees them."""
    write_state(state, words)
    for f in range(len(seen)):
        a, b = eyes[0][who, f], eyes[1][who, f]
        found = words[a] if a >= 0 else np.int64(0)
        if b >= 0:
            found ^= words[b]
        if eyes[2][who, f] == BIT:
            seen[f] = np.float64((found >> eyes[3][who, f]) & 1)
        elif eyes[2][who, f] == EQUAL:
            seen[f] = 1.0 if found == eyes[3][who, f] else 0.0
        elif eyes[2][who, f] == AT_LEAST:
            number = eyes[3][who, f]
            reached = found <= number if number < 0 else found >= number
            seen[f] = 1.0 if reached else 0.0
        else:
            seen[f] = found / eyes[3][who, f]


def judge(state, who, eyes, mind, words, seen) -> float:
    """What a state is thought to be worth to the player who is to move, from -1 to 1."""
    total = mind[0][0]
    if HAS_EVALUATE and mind[0][2] != 0.0:
        total += mind[0][2] * evaluate(state, who) / mind[0][1]
    if len(mind[1]) == 0:
        return math.tanh(total)
    look(state, who, eyes, words, seen)
    active = np.empty(len(seen), np.int64)
    count = 0
    for f in range(len(seen)):
        if seen[f] != 0.0:
            total += mind[1][f] * seen[f]
            active[count] = f
            count += 1
    for h in range(len(mind[3])):
        inside = mind[3][h]
        for k in range(count):
            inside += mind[2][h, active[k]] * seen[active[k]]
        total += mind[4][h] * math.tanh(inside)
    for r in range(len(mind[10])):
        node = mind[10][r]
        while mind[5][node] >= 0:
            low = seen[mind[5][node]] <= mind[6][node]
            node = mind[7][node] if low else mind[8][node]
        total += mind[9][node]
    return math.tanh(total)


def searched(state, depth, alpha, beta, eyes, mind, rooms, words, seen) -> float:
    """What a state is worth to the player who is to move, by alpha-beta to a depth."""
    who = player(state)
    if depth <= 0:
        return judge(state, who, eyes, mind, words, seen)
    row = rooms[depth]
    count = moves(state, row)
    best = -np.inf
    for k in range(count):
        after = play(state, row[k])
        then = player(after)
        low = max(alpha, best)
        if then == OVER:
            found = payoff(after, who) / mind[0][1]
        elif then == who:
            found = searched(after, depth - 1, low, beta, eyes, mind, rooms, words, seen)
        else:
            found = -searched(after, depth - 1, -beta, -low, eyes, mind, rooms, words, seen)
        if found > best:
            best = found
            if best >= beta:
                return best
    return best


def best_learned(state, depth, eyes, mind, luck, worth):
    """The place of the best move by alpha-beta with a learned evaluation; ties at random.

    ``worth`` is filled with what the moves are worth; those that are cut off have bounds.
    """
    rooms = np.zeros((DEEPEST + 1, MOST_MOVES), np.int64)
    words = np.zeros(STATE_WORDS, np.int64)
    seen = np.zeros(len(mind[1]))
    who = player(state)
    row = rooms[DEEPEST]
    count = moves(state, row)
    best, place, ties = -np.inf, 0, 0
    for k in range(count):
        after = play(state, row[k])
        then, low = player(after), best - 1e-9
        if then == OVER:
            found = payoff(after, who) / mind[0][1]
        elif then == who:
            found = searched(after, depth - 1, low, np.inf, eyes, mind, rooms, words, seen)
        else:
            found = -searched(after, depth - 1, -np.inf, -low, eyes, mind, rooms, words, seen)
        worth[k] = found
        if found > best + 1e-9:
            best, place, ties = found, k, 1
        elif found > best - 1e-9:
            ties += 1
            if lot(luck) * ties < 1.0:
                place = k
    return place


def contest(state, depth, eyes, one, two, first, opening, longest, luck):
    """What the first evaluation gets in a game against the second, from seat ``first``.

    The game begins with some random moves.
    """
    row = np.zeros(MOST_MOVES, np.int64)
    worth = np.zeros(MOST_MOVES)
    for ply in range(longest):
        who = player(state)
        if who == OVER:
            return float(payoff(state, first))
        if who < 0:
            return 0.0
        count = moves(state, row)
        if ply < opening:
            place = min(int(lot(luck) * count), count - 1)
        elif who == first:
            place = best_learned(state, depth, eyes, one, luck, worth)
        else:
            place = best_learned(state, depth, eyes, two, luck, worth)
        count = moves(state, row)
        state = play(state, row[place])
    return 0.0
