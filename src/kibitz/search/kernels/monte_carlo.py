"""Monte Carlo tree search: a tree that grows where play looks best, judged by random games.

The children of a node stand side by side. A row of ``links`` has a node's first child, how many
there are, how many of them were tried, the move that leads to the node, and its visits; a row of
``stats`` what the choice among children looks at, the mean reward of the player who moved there and
one over the square root of the visits; a row of ``hints`` the weight of a chance outcome or of a
promising move, visits and rewards by fame, what is proved, and the reward of that. Rewards run from
0 to 1. A row of ``path`` has a node and who moved there.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.rules.compile.interface import (
    HAS_CHANCE,
    HAS_ORDER,
    HAS_PICK,
    LEAST,
    MOST,
    PLAYERS,
    chance,
    moves,
    order,
    payoff,
    pick,
    play,
    player,
)
from kibitz.rules.game import CHANCE, OVER

FIRST = 0
COUNT = 1
TRIED = 2
MOVE = 3
VISITS = 4
LINKS = 5

MEAN = 0
WIDTH = 1
STATS = 2

WEIGHT = 0
RAVE_VISITS = 1
RAVE_REWARD = 2
PROVED = 3
WORTH = 4
HINTS = 5

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
EXPAND_AT = 3
LONGEST = 4

HAS_SOLVER = True
HAS_RAVE = True
HAS_BIAS = True
IS_OPPOSED = False
"""Whether what one of two players gains the other loses."""


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


def random_move(state, row, seed):
    """Any move, all equally likely."""
    if HAS_PICK:
        move = -1
        while move < 0:
            move = pick(state, np.int64(random_bits(seed) >> np.uint64(32)))
        return move
    count = moves(state, row)
    return row[random_below(seed, count)]


def pay(state, rewards):
    """The rewards of all at the end of a game."""
    rewards[0] = (payoff(state, 0) - LEAST) / (MOST - LEAST)
    if IS_OPPOSED:
        rewards[1] = 1.0 - rewards[0]
    else:
        for k in range(1, PLAYERS):
            rewards[k] = (payoff(state, k) - LEAST) / (MOST - LEAST)


def random_game(state, row, tops, bottoms, seed, longest, rewards):
    """Play at random to the end (or for so long, then it counts as a draw); the rewards of all."""
    for _ in range(longest):
        who = player(state)
        if who == OVER:
            pay(state, rewards)
            return
        if HAS_CHANCE and who == CHANCE:
            state = sample_chance(state, row, tops, bottoms, seed)
        else:
            state = play(state, random_move(state, row, seed))
    for k in range(PLAYERS):
        rewards[k] = 0.5


def expand(state, who, node, links, stats, hints, row, tops, bottoms, control):
    """Add the children of a node, if there is room for them."""
    is_chance = HAS_CHANCE and who == CHANCE
    count = chance(state, row, tops, bottoms) if is_chance else moves(state, row)
    first = control[USED]
    if first + count > links.shape[0]:
        control[FULL] = 1
        return
    control[USED] = first + count
    for k in range(count):
        child = first + k
        links[child, COUNT] = 0
        links[child, TRIED] = 0
        links[child, MOVE] = row[k]
        links[child, VISITS] = 0
        stats[child, MEAN] = 0.0
        if HAS_CHANCE or HAS_RAVE or HAS_BIAS or HAS_SOLVER:
            for word in range(HINTS):
                hints[child, word] = 0.0
        if HAS_CHANCE and who == CHANCE:
            hints[child, WEIGHT] = tops[k] / bottoms[k] if bottoms[k] > 0 else tops[k]
        elif HAS_ORDER and HAS_BIAS:
            hints[child, WEIGHT] = order(state, row[k])
    links[node, FIRST] = first
    links[node, COUNT] = count


def choose_chance(node, links, hints, seed):
    """What chance does, drawn at random."""
    first = links[node, FIRST]
    last = first + links[node, COUNT] - 1
    left = random_unit(seed)
    for k in range(first, last):
        left -= hints[k, WEIGHT]
        if left < 0:
            return k
    return last


def choose(node, links, stats, hints, roots, seed, settings):
    """The child of the highest upper bound, with fame, promise and proofs."""
    first = links[node, FIRST]
    last = first + links[node, COUNT]
    factor = settings[EXPLORATION] * root_of_logarithm(links[node, VISITS], roots)
    best = -1e300
    chosen = first
    ties = 0
    for k in range(first, last):
        visits = links[k, VISITS]
        if HAS_SOLVER and hints[k, PROVED] == WON:
            return k
        if HAS_SOLVER and hints[k, PROVED] == LOST:
            score = -1e200
        elif visits == 0:
            score = 1e200
            if HAS_RAVE and hints[k, RAVE_VISITS] > 0:
                score = 1e100 * hints[k, RAVE_REWARD] / hints[k, RAVE_VISITS]
            if HAS_BIAS:
                score += 1e100 * hints[k, WEIGHT]
        else:
            mean = stats[k, MEAN]
            if HAS_RAVE and hints[k, RAVE_VISITS] > 0:
                share = math.sqrt(settings[RAVE] / (3.0 * visits + settings[RAVE]))
                hint = hints[k, RAVE_REWARD] / hints[k, RAVE_VISITS]
                mean = (1.0 - share) * mean + share * hint
            score = mean + factor * stats[k, WIDTH]
            if HAS_BIAS:
                score += settings[BIAS] * hints[k, WEIGHT] / (visits + 1.0)
        if score > best:
            best = score
            chosen = k
            ties = 1
        elif score == best:
            ties += 1
            if random_below(seed, ties) == 0:
                chosen = k
    return chosen


def choose_plainly(node, links, stats, roots, seed, exploration):
    """The same where nothing but visits and rewards counts; new children first, at random."""
    first = links[node, FIRST]
    count = links[node, COUNT]
    tried = links[node, TRIED]
    if tried < count:
        links[node, TRIED] = tried + 1
        fresh = first + tried
        other = fresh + random_below(seed, count - tried)
        move = links[other, MOVE]
        links[other, MOVE] = links[fresh, MOVE]
        links[fresh, MOVE] = move
        return fresh
    factor = exploration * root_of_logarithm(links[node, VISITS], roots)
    best = -1.0
    chosen = first
    for k in range(first, first + count):
        score = stats[k, MEAN] + factor * stats[k, WIDTH]
        if score > best:
            best = score
            chosen = k
    return chosen


def root_of_logarithm(visits, roots):
    """The square root of the logarithm, from a list as far as it goes."""
    if visits < roots.shape[0]:
        return roots[visits]
    return math.sqrt(math.log(visits))


def prove(node, same, links, hints):
    """What follows for a node from its children: won if one reply is, lost if all replies win.

    Where all replies are proved the best of them counts. ``PROVED`` and ``WORTH`` are seen by the
    player who moved to a node, as are its rewards; ``same`` says whether that is who moves there,
    too.
    """
    first = links[node, FIRST]
    count = links[node, COUNT]
    known = 0
    lost = 0
    best = 0.0
    for k in range(first, first + count):
        proved = hints[k, PROVED]
        if proved == WON:
            hints[node, PROVED] = WON if same else LOST
            hints[node, WORTH] = 1.0 if same else others_reward(1.0)
            return
        if proved != UNKNOWN:
            known += 1
            best = max(best, hints[k, WORTH])
        if proved == LOST:
            lost += 1
    if known < count:
        return
    if lost == count:
        hints[node, PROVED] = LOST if same else WON
    else:
        hints[node, PROVED] = DRAWN
    hints[node, WORTH] = best if same else others_reward(best)


def others_reward(reward):
    """What one of two players gets who loses what the other gains."""
    return -2.0 * LEAST / (MOST - LEAST) - reward


def note_rave(node, move, reward, links, hints):
    """A move made later in the game, noted at the sibling that makes it at once."""
    first = links[node, FIRST]
    for k in range(first, first + links[node, COUNT]):
        if links[k, MOVE] == move:
            hints[k, RAVE_VISITS] += 1.0
            hints[k, RAVE_REWARD] += reward
            return


def grow(
    root,
    iterations,
    links,
    stats,
    hints,
    roots,
    path,
    row,
    tops,
    bottoms,
    rewards,
    seed,
    settings,
    control,
):
    """Iterate: go down the tree, add to it, play at random, and note the result."""
    exploration = settings[EXPLORATION]
    for _ in range(iterations):
        if control[STOP] or (HAS_SOLVER and hints[0, PROVED] != UNKNOWN):
            return
        state = root
        node = np.int64(0)
        depth = 0
        who = player(state)
        path[0, 0] = 0
        path[0, 1] = 0
        while who != OVER:
            if links[node, COUNT] == 0:
                if links[node, VISITS] < settings[EXPAND_AT] or control[FULL]:
                    break
                expand(state, who, node, links, stats, hints, row, tops, bottoms, control)
                if links[node, COUNT] == 0:
                    break
            if depth + 1 >= path.shape[0]:
                break
            if HAS_CHANCE and who == CHANCE:
                node = choose_chance(node, links, hints, seed)
            elif HAS_SOLVER or HAS_RAVE or HAS_BIAS:
                node = choose(node, links, stats, hints, roots, seed, settings)
            else:
                node = choose_plainly(node, links, stats, roots, seed, exploration)
            state = play(state, links[node, MOVE])
            depth += 1
            path[depth, 0] = node
            path[depth, 1] = who
            who = player(state)
            if links[node, VISITS] == 0:
                break
        if who == OVER:
            pay(state, rewards)
            if HAS_SOLVER and depth > 0:
                mine = rewards[path[depth, 1]] if path[depth, 1] >= 0 else 0.5
                hints[node, PROVED] = WON if mine == 1.0 else (LOST if mine == 0.0 else DRAWN)
                hints[node, WORTH] = mine
        else:
            random_game(state, row, tops, bottoms, seed, np.int64(settings[LONGEST]), rewards)
        if depth > control[DEEPEST]:
            control[DEEPEST] = depth
        for step in range(depth, -1, -1):
            here = path[step, 0]
            mover = path[step, 1]
            links[here, VISITS] += 1
            share = 1.0 / links[here, VISITS]
            stats[here, WIDTH] = math.sqrt(share)
            if not HAS_CHANCE or mover >= 0:
                stats[here, MEAN] += (rewards[mover] - stats[here, MEAN]) * share
            if HAS_SOLVER and step < depth and path[step + 1, 1] >= 0:
                prove(here, path[step + 1, 1] == mover and step > 0, links, hints)
            if HAS_RAVE and step > 0 and mover >= 0:
                above = path[step - 1, 0]
                for later in range(step, depth + 1):
                    if path[later, 1] == mover:
                        move = links[path[later, 0], MOVE]
                        note_rave(above, move, rewards[mover], links, hints)
        control[DONE] += 1
