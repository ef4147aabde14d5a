"""Many games in step: moves, chance, ends and new beginnings, compiled together with the rules."""

from __future__ import annotations

import numpy as np

from kibitz.rules.compile.interface import (
    HAS_CHANCE,
    PLAYERS,
    chance,
    moves,
    payoff,
    play,
    player,
    put_state,
    take_state,
)
from kibitz.rules.game import CHANCE, OVER

GOES_ON = 0
ENDED = 1
CUT = 2
"""How a step leaves a game: it goes on, it is over, or it has become too long."""
BIT = 0
EQUAL = 1
"""Kinds of features, as :mod:`kibitz.learning.encoding.features` numbers them."""


def drawn(luck, game):
    """A random number from 0 to 1 (xorshift, Marsaglia 2003); each game has its own."""
    bits = luck[game]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    luck[game] = bits
    return np.float64(bits >> np.uint64(11)) / 9007199254740992.0


def settled(state, game, luck, row, tops, bottoms):
    """The state after chance has moved, as long as it is its turn."""
    if HAS_CHANCE:
        while player(state) == CHANCE:
            count = chance(state, row, tops, bottoms)
            left = drawn(luck, game)
            chosen = row[count - 1]
            for k in range(count):
                left -= tops[k] / bottoms[k] if bottoms[k] > 0 else tops[k]
                if left < 0:
                    chosen = row[k]
                    break
            state = play(state, chosen)
    return state


def note(state, game, movers, masks, row):
    """Write down whose turn it is and what may be done."""
    who = player(state)
    movers[game] = who
    for k in range(masks.shape[1]):
        masks[game, k] = False
    if who >= 0:
        count = moves(state, row)
        for k in range(count):
            masks[game, row[k]] = True


def begin_games(start, store, luck, movers, masks, ages, row, tops, bottoms):
    """Put every game at its beginning."""
    for game in range(movers.shape[0]):
        state = settled(start, game, luck, row, tops, bottoms)
        put_state(state, store, game)
        note(state, game, movers, masks, row)
        ages[game] = 0


def step_games(
    start,
    store,
    actions,
    luck,
    movers,
    masks,
    ages,
    rewards,
    ends,
    row,
    tops,
    bottoms,
    longest,
):
    """Play an action in every game; one that ends begins again. The first wrong action, or -1."""
    for game in range(movers.shape[0]):
        action = actions[game]
        if action < 0 or action >= masks.shape[1] or not masks[game, action]:
            return game
    for game in range(movers.shape[0]):
        for k in range(PLAYERS):
            rewards[game, k] = 0.0
        ends[game] = GOES_ON
        state = play(take_state(store, game), actions[game])
        state = settled(state, game, luck, row, tops, bottoms)
        ages[game] += 1
        over = player(state) == OVER
        if over or ages[game] >= longest:
            ends[game] = ENDED if over else CUT
            if over:
                for k in range(PLAYERS):
                    rewards[game, k] = payoff(state, k)
            state = settled(start, game, luck, row, tops, bottoms)
            ages[game] = 0
        put_state(state, store, game)
        note(state, game, movers, masks, row)
    return -1


def random_actions(luck, movers, masks, actions):
    """A legal action in every game, all equally likely."""
    for game in range(movers.shape[0]):
        count = 0
        for k in range(masks.shape[1]):
            if masks[game, k]:
                count += 1
        left = np.int64(drawn(luck, game) * count)
        for k in range(masks.shape[1]):
            if masks[game, k]:
                if left == 0:
                    actions[game] = k
                    break
                left -= 1


def see(words, movers, word, other, mode, number, out):
    """Write what the player to move sees of every game: the features of its state."""
    width = words.shape[1]
    for game in range(movers.shape[0]):
        who = max(movers[game], 0)
        for k in range(out.shape[1]):
            first, second = word[who, k], other[who, k]
            found = words[game, first] if 0 <= first < width else np.int64(0)
            if 0 <= second < width:
                found ^= words[game, second]
            if mode[who, k] == BIT:
                out[game, k] = (found >> number[who, k]) & 1
            elif mode[who, k] == EQUAL:
                out[game, k] = found == number[who, k]
            else:
                out[game, k] = found / number[who, k]
