"""Monte Carlo tree search: a tree that grows where play looks best, judged by random games.

A node is a row of ``nodes`` (its first child, how many children, the move that leads to it, its
visits, who moved there, what is proved of it, and visits by fame) and of ``totals`` (the rewards of
the player who moved there, the weight of a chance outcome or of a promising move, and rewards by
fame). Rewards run from 0 to 1.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.interface import (
    HAS_ORDER,
    LEAST,
    MOST,
    PLAYERS,
    chance,
    moves,
    order,
    payoff,
    play,
    player,
)

FIRST = 0
COUNT = 1
MOVE = 2
VISITS = 3
MOVER = 4
PROVED = 5
RAVE_VISITS = 6
NODE_WORDS = 7

REWARD = 0
WEIGHT = 1
RAVE_REWARD = 2
TOTAL_WORDS = 3

UNKNOWN = 0
WON = 1
LOST = 2
DRAWN = 3

DONE = 0
STOP = 1
USED = 2
FULL = 3
DEEPEST = 4

EXPLORATION = 0
RAVE = 1
BIAS = 2
SOLVER = 3
EXPAND_AT = 4
LONGEST = 5
SETTINGS = 6


def random_bits(seed):
    """The next 64 random bits (xorshift, Marsaglia 2003); the state is ``seed[0]``."""
    bits = seed[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    seed[0] = bits
    return bits


def random_below(seed, count):
    """A random whole number from 0 to ``count - 1``."""
    return np.int64(((random_bits(seed) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


def random_unit(seed):
    """A random number from 0 to 1."""
    return np.float64(random_bits(seed) >> np.uint64(11)) / 9007199254740992.0


def sample_chance(state, row, tops, bottoms, seed):
    """The state after chance has moved."""
    count = chance(state, row, tops, bottoms)
    left = random_unit(seed)
    for k in range(count):
        weight = tops[k] / bottoms[k] if bottoms[k] > 0 else tops[k]
        left -= weight
        if left < 0 or k == count - 1:
            return play(state, row[k])
    return state


def random_game(state, row, tops, bottoms, seed, longest, rewards):
    """Play at random to the end (or for so long, then it counts as a draw); the rewards of all."""
    for _ in range(longest):
        who = player(state)
        if who == OVER:
            for k in range(PLAYERS):
                rewards[k] = (payoff(state, k) - LEAST) / (MOST - LEAST)
            return
        if who == CHANCE:
            state = sample_chance(state, row, tops, bottoms, seed)
        else:
            count = moves(state, row)
            state = play(state, row[random_below(seed, count)])
    for k in range(PLAYERS):
        rewards[k] = 0.5


def expand(state, who, node, nodes, totals, row, tops, bottoms, control):
    """Add the children of a node, if there is room for them."""
    count = chance(state, row, tops, bottoms) if who == CHANCE else moves(state, row)
    first = control[USED]
    if first + count > nodes.shape[0]:
        control[FULL] = 1
        return
    control[USED] = first + count
    for k in range(count):
        child = first + k
        for word in range(NODE_WORDS):
            nodes[child, word] = 0
        for word in range(TOTAL_WORDS):
            totals[child, word] = 0.0
        nodes[child, MOVE] = row[k]
        nodes[child, MOVER] = who
        if who == CHANCE:
            totals[child, WEIGHT] = tops[k] / bottoms[k] if bottoms[k] > 0 else tops[k]
        elif HAS_ORDER:
            totals[child, WEIGHT] = order(state, row[k])
    nodes[node, FIRST] = first
    nodes[node, COUNT] = count


def choose(node, who, nodes, totals, seed, settings):
    """The child to look at: by lot at chance, otherwise the one of the highest upper bound."""
    first = nodes[node, FIRST]
    count = nodes[node, COUNT]
    if who == CHANCE:
        left = random_unit(seed)
        for k in range(first, first + count):
            left -= totals[k, WEIGHT]
            if left < 0:
                return k
        return first + count - 1
    logarithm = math.log(max(nodes[node, VISITS], 1))
    best = -1e300
    chosen = first
    ties = 0
    for k in range(first, first + count):
        visits = nodes[k, VISITS]
        if settings[SOLVER] > 0 and nodes[k, PROVED] == WON:
            return k
        if settings[SOLVER] > 0 and nodes[k, PROVED] == LOST:
            score = -1e200
        elif visits == 0:
            score = 1e200
            if settings[RAVE] > 0 and nodes[k, RAVE_VISITS] > 0:
                score = 1e100 * totals[k, RAVE_REWARD] / nodes[k, RAVE_VISITS]
            if settings[BIAS] > 0:
                score += 1e100 * totals[k, WEIGHT]
        else:
            mean = totals[k, REWARD] / visits
            if settings[RAVE] > 0 and nodes[k, RAVE_VISITS] > 0:
                share = math.sqrt(settings[RAVE] / (3.0 * visits + settings[RAVE]))
                hint = totals[k, RAVE_REWARD] / nodes[k, RAVE_VISITS]
                mean = (1.0 - share) * mean + share * hint
            score = mean + settings[EXPLORATION] * math.sqrt(logarithm / visits)
            if settings[BIAS] > 0:
                score += settings[BIAS] * totals[k, WEIGHT] / (visits + 1.0)
        if score > best:
            best = score
            chosen = k
            ties = 1
        elif score == best:
            ties += 1
            if random_below(seed, ties) == 0:
                chosen = k
    return chosen


def choose_plainly(node, nodes, totals, seed, exploration):
    """The same for a player, where nothing but visits and rewards counts."""
    first = nodes[node, FIRST]
    last = first + nodes[node, COUNT]
    logarithm = math.log(max(nodes[node, VISITS], 1))
    best = -1.0
    chosen = first
    fresh = 0
    for k in range(first, last):
        visits = nodes[k, VISITS]
        if visits == 0:
            fresh += 1
        elif fresh == 0:
            share = 1.0 / visits
            score = totals[k, REWARD] * share + exploration * math.sqrt(logarithm * share)
            if score > best:
                best = score
                chosen = k
    if fresh > 0:
        skipped = random_below(seed, fresh)
        for k in range(first, last):
            if nodes[k, VISITS] == 0:
                if skipped == 0:
                    return k
                skipped -= 1
    return chosen


def prove(node, nodes):
    """What follows for a node from its children: won if one reply is, lost if all replies win.

    ``PROVED`` is seen by the player who moved to a node, as are its rewards.
    """
    first = nodes[node, FIRST]
    count = nodes[node, COUNT]
    if count == 0 or nodes[first, MOVER] < 0:
        return
    same = nodes[first, MOVER] == nodes[node, MOVER]
    lost = 0
    drawn = 0
    for k in range(first, first + count):
        proved = nodes[k, PROVED]
        if proved == WON:
            nodes[node, PROVED] = WON if same else LOST
            return
        if proved == LOST:
            lost += 1
        elif proved == DRAWN:
            drawn += 1
    if lost == count:
        nodes[node, PROVED] = LOST if same else WON
    elif lost + drawn == count:
        nodes[node, PROVED] = DRAWN


def grow(
    root, iterations, nodes, totals, path, row, tops, bottoms, rewards, seed, settings, control
):
    """So many iterations: go down the tree, add to it, play at random, and note the result."""
    exploration = settings[EXPLORATION]
    plain = settings[SOLVER] == 0 and settings[RAVE] == 0 and settings[BIAS] == 0
    for _ in range(iterations):
        if control[STOP] or (settings[SOLVER] > 0 and nodes[0, PROVED] != UNKNOWN):
            return
        state = root
        node = np.int64(0)
        depth = 0
        path[0] = 0
        who = player(state)
        while who != OVER:
            if nodes[node, COUNT] == 0:
                if nodes[node, VISITS] < settings[EXPAND_AT] or control[FULL]:
                    break
                expand(state, who, node, nodes, totals, row, tops, bottoms, control)
                if nodes[node, COUNT] == 0:
                    break
            if depth + 1 >= path.shape[0]:
                break
            if plain and who != CHANCE:
                node = choose_plainly(node, nodes, totals, seed, exploration)
            else:
                node = choose(node, who, nodes, totals, seed, settings)
            state = play(state, nodes[node, MOVE])
            depth += 1
            path[depth] = node
            who = player(state)
            if nodes[node, VISITS] == 0:
                break
        if who == OVER:
            for k in range(PLAYERS):
                rewards[k] = (payoff(state, k) - LEAST) / (MOST - LEAST)
            if settings[SOLVER] > 0 and depth > 0:
                mine = rewards[nodes[node, MOVER]] if nodes[node, MOVER] >= 0 else 0.5
                nodes[node, PROVED] = WON if mine == 1.0 else (LOST if mine == 0.0 else DRAWN)
        else:
            random_game(state, row, tops, bottoms, seed, np.int64(settings[LONGEST]), rewards)
        control[DEEPEST] = max(control[DEEPEST], depth)
        for step in range(depth, -1, -1):
            here = path[step]
            nodes[here, VISITS] += 1
            mover = nodes[here, MOVER]
            if step > 0 and mover >= 0:
                totals[here, REWARD] += rewards[mover]
            elif step == 0:
                totals[here, REWARD] += rewards[0]
            if settings[SOLVER] > 0 and step < depth:
                prove(here, nodes)
            if settings[RAVE] > 0 and step > 0:
                above = path[step - 1]
                for later in range(step, depth + 1, 1):
                    seen = path[later]
                    if nodes[seen, MOVER] == mover and mover >= 0:
                        note_rave(above, nodes[seen, MOVE], rewards[mover], nodes, totals)
        control[DONE] += 1


def note_rave(node, move, reward, nodes, totals):
    """A move made later in the game, noted at the sibling that makes it at once."""
    first = nodes[node, FIRST]
    for k in range(first, first + nodes[node, COUNT]):
        if nodes[k, MOVE] == move:
            nodes[k, RAVE_VISITS] += 1
            totals[k, RAVE_REWARD] += reward
            return


def flat_games(root, games, row, tops, bottoms, rewards, seed, settings, sums, control):
    """Random games from a position; the sum of the rewards of all."""
    for _ in range(games):
        if control[STOP]:
            return
        random_game(root, row, tops, bottoms, seed, np.int64(settings[LONGEST]), rewards)
        for k in range(PLAYERS):
            sums[k] += rewards[k]
        control[DONE] += 1
