"""Temporal differences of afterstates with a small network, over compiled rules.

``eyes`` and ``mind`` are as in :mod:`.learned_evaluation`; a position after a move is judged from
the side of who made it. ``traces`` is the tuple (first, shift, second, bias) of eligibility traces
of the weights. ``rooms`` is the tuple (row, row, tops, bottoms, words, seen, hidden) of rooms to
write in.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.learning.kernels.learned_evaluation import judge, look, lot
from kibitz.rules.compile.interface import HAS_CHANCE, chance, moves, payoff, play, player
from kibitz.rules.game import CHANCE, OVER

RATE = 0
TRACE = 1
EXPLORATION = 2
LONGEST = 3


def thrown(state, rooms, luck):
    """The state after chance has moved, as often as it is to."""
    if HAS_CHANCE:
        while player(state) == CHANCE:
            count = chance(state, rooms[1], rooms[2], rooms[3])
            left = lot(luck)
            place = count - 1
            for k in range(count):
                left -= rooms[2][k] / rooms[3][k] if rooms[3][k] > 0 else rooms[2][k]
                if left < 0.0:
                    place = k
                    break
            state = play(state, rooms[1][place])
    return state


def best_afterstate(state, eyes, mind, rooms, luck, worth):
    """The place of the move that leaves what looks best to the mover; ties at random."""
    who = player(state)
    count = moves(state, rooms[0])
    best, place, ties = -np.inf, 0, 0
    for k in range(count):
        after = play(state, rooms[0][k])
        if player(after) == OVER:
            found = payoff(after, who) / mind[0][1]
        else:
            found = judge(after, who, eyes, mind, rooms[4], rooms[5])
        worth[k] = found
        if found > best + 1e-9:
            best, place, ties = found, k, 1
        elif found > best - 1e-9:
            ties += 1
            if lot(luck) * ties < 1.0:
                place = k
    return place


def forget(traces):
    """Clear all traces."""
    traces[3][0] = 0.0
    for h in range(len(traces[1])):
        traces[1][h] = 0.0
        traces[2][h] = 0.0
        for f in range(traces[0].shape[1]):
            traces[0][h, f] = 0.0


def correct(mind, traces, change):
    """Move the weights along their traces."""
    mind[0][0] += change * traces[3][0]
    for h in range(len(mind[3])):
        mind[3][h] += change * traces[1][h]
        mind[4][h] += change * traces[2][h]
        for f in range(mind[2].shape[1]):
            mind[2][h, f] += change * traces[0][h, f]


def trace(state, who, eyes, mind, traces, decay, rooms):
    """Let the traces fade, add the slope of a position's value, and give the value.

    Values and slopes are those of the first player.
    """
    seen, hidden = rooms[5], rooms[6]
    look(state, who, eyes, rooms[4], seen)
    total = mind[0][0]
    for h in range(len(hidden)):
        inside = mind[3][h]
        for f in range(len(seen)):
            if seen[f] != 0.0:
                inside += mind[2][h, f] * seen[f]
        hidden[h] = math.tanh(inside)
        total += mind[4][h] * hidden[h]
    value = math.tanh(total)
    sign = 1.0 if who == 0 else -1.0
    slope = sign * (1.0 - value * value)
    traces[3][0] = decay * traces[3][0] + slope
    for h in range(len(hidden)):
        traces[2][h] = decay * traces[2][h] + slope * hidden[h]
        down = slope * mind[4][h] * (1.0 - hidden[h] * hidden[h])
        traces[1][h] = decay * traces[1][h] + down
        for f in range(len(seen)):
            traces[0][h, f] *= decay
            if seen[f] != 0.0:
                traces[0][h, f] += down * seen[f]
    return sign * value


def learn_games(start, games, eyes, mind, traces, settings, luck, rooms, worth):
    """Play games against oneself and learn from each move; the number of moves."""
    done = 0
    for _ in range(games):
        forget(traces)
        begun, old = False, 0.0
        state = thrown(start, rooms, luck)
        for _ in range(int(settings[LONGEST])):
            who = player(state)
            if who < 0:
                break
            explores = settings[EXPLORATION] > 0.0 and lot(luck) < settings[EXPLORATION]
            if explores:
                count = moves(state, rooms[0])
                place = min(int(lot(luck) * count), count - 1)
                forget(traces)
                begun = False
            else:
                place = best_afterstate(state, eyes, mind, rooms, luck, worth)
            after = play(state, rooms[0][place])
            done += 1
            if player(after) == OVER:
                if begun:
                    paid = payoff(after, 0) / mind[0][1]
                    correct(mind, traces, settings[RATE] * (paid - old))
                break
            if begun:
                found = judge(after, who, eyes, mind, rooms[4], rooms[5])
                new = found if who == 0 else -found
                correct(mind, traces, settings[RATE] * (new - old))
            old = trace(after, who, eyes, mind, traces, settings[TRACE], rooms)
            begun = True
            state = thrown(after, rooms, luck)
            if player(state) == OVER:
                paid = payoff(state, 0) / mind[0][1]
                correct(mind, traces, settings[RATE] * (paid - old))
    return done


def afterstate_game(start, eyes, one, two, first, is_random, longest, luck, rooms, worth):
    """What the first gets in a game against the second, or against random moves, from a seat."""
    state = thrown(start, rooms, luck)
    for _ in range(longest):
        who = player(state)
        if who == OVER:
            return float(payoff(state, first))
        if who < 0:
            return 0.0
        if who == first:
            place = best_afterstate(state, eyes, one, rooms, luck, worth)
        elif is_random:
            count = moves(state, rooms[0])
            place = min(int(lot(luck) * count), count - 1)
        else:
            place = best_afterstate(state, eyes, two, rooms, luck, worth)
        state = thrown(play(state, rooms[0][place]), rooms, luck)
    return 0.0
