"""Search trees of many games in step, over compiled rules: AlphaZero on a processor.

Game g owns the nodes from ``g * nodes`` on, its root first. ``tree`` is the tuple (links, move,
child, visits, worth, logit, raw, low, high): ``links`` has for a node who moves there, how many
moves there are, the node above, the place of the move that led here, what chance did on the way,
the next node under the same move, and its plies from the start; all others but ``raw`` have a
column for each move; ``worth`` adds up what came of a move for its player, from -1 to 1; ``raw`` is
what the network thinks of a node; ``low`` and ``high`` bound what a move is worth to its player, as
far as that is proved. ``rooms`` is the tuple (row, tops, bottoms, rows, left, tally): for lists of
chance, and for proofs.

A position whose bounds meet is solved, and not looked into any more; moves that are proved to be
worse than another are not tried (Winands, Björnsson and Saito, *Monte-Carlo tree search solver*,
2008; with draws: Cazenave and Saffidine, *Score bounded Monte-Carlo tree search*, 2011). Before the
network is asked about a position, a short alpha-beta tries to prove its value (Baier and Winands,
*MCTS-minimax hybrids*, 2015). ``rows`` and ``left`` are room for its moves and what is left of its
budget; ``tally`` counts, by plies from the start, how often it was asked for, tried and succeeded:
where it hardly ever does, it is seldom tried.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.learning.kernels.short_proofs import look_at_ends, prove_moves, prove_position
from kibitz.rules.compile.interface import (
    HAS_CHANCE,
    chance,
    moves,
    payoff,
    play,
    player,
    put_state,
    take_state,
)
from kibitz.rules.game import CHANCE, OVER

ACTOR = 0
COUNT = 1
ABOVE = 2
PLACE = 3
OUTCOME = 4
NEXT = 5
PLY = 6

ASKED = 0
TRIED = 1
FOUND = 2
STAGE = 4
"""Plies that are counted together."""
FIRST_TRIES = 64
SELDOM = 16
"""Where at least one proof in 16 succeeds, all are tried; elsewhere only every 16th is."""

SCALE = 0
EXPLORATION = 1
VALUE_SCALE = 2
LOOKS = 3
"""Whether every new position is searched for moves that end the game."""
PROOF = 4
"""Positions that a short proof of a leaf may look at; 0 for none."""
ROOT_PROOF = 5
"""The same for each move at a root."""
VISITS_SCALE = 50.0
WORSE = -1e200
"""The logit of a move that is proved to be worse than another."""
LATER = 1e100
"""What is taken off a move whose turn it is not."""


def lot(luck):
    """The next number from 0 to 1 (xorshift, Marsaglia 2003)."""
    bits = luck[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    luck[0] = bits
    return np.float64(bits >> np.uint64(11)) / 9007199254740992.0


def note_step(trail, place):
    """Add a step to a trail, whose first number is its length."""
    if trail[0] + 1 < len(trail):
        trail[0] += 1
        trail[trail[0]] = place


def settled(state, rooms, luck, trail):
    """The state after chance has moved, as often as it is to."""
    if HAS_CHANCE:
        while player(state) == CHANCE:
            count = chance(state, rooms[0], rooms[1], rooms[2])
            left = lot(luck)
            place = count - 1
            for k in range(count):
                left -= rooms[1][k] / rooms[2][k] if rooms[2][k] > 0 else rooms[1][k]
                if left < 0.0:
                    place = k
                    break
            note_step(trail, place)
            state = play(state, rooms[0][place])
    return state


def enter(state, node, ply, is_root, states, tree, rooms, settings):
    """Write a position down as a node that the network has not seen."""
    who = player(state)
    put_state(state, states, node)
    count = 0
    if who >= 0:
        count = moves(state, tree[1][node])
    tree[0][node, ACTOR] = who
    tree[0][node, COUNT] = count
    tree[0][node, PLY] = ply
    for k in range(count):
        tree[2][node, k] = -1
        tree[3][node, k] = 0
        tree[4][node, k] = 0.0
        tree[7][node, k] = -1.0
        tree[8][node, k] = 1.0
    if settings[LOOKS] > 0.0:
        row, low, high = tree[1][node], tree[7][node], tree[8][node]
        look_at_ends(state, count, row, low, high, settings[SCALE])
    if count > 0 and settings[PROOF] > 0.0:
        try_to_prove(state, node, is_root, tree, rooms, settings)


def try_to_prove(state, node, is_root, tree, rooms, settings):
    """Prove what a position is worth, or at a root each of its moves, where that is promising."""
    low, high = bounds(node, tree)
    if low == high and not is_root:
        return
    tally, stage = rooms[5], tree[0][node, PLY] // STAGE
    counts = tally[1 if is_root else 0, min(stage, tally.shape[1] - 1)]
    counts[ASKED] += 1
    is_hopeful = counts[TRIED] < FIRST_TRIES or counts[FOUND] * SELDOM >= counts[TRIED]
    if is_hopeful or counts[ASKED] % SELDOM == 0:
        counts[TRIED] += 1
        count, scale, rows, left = tree[0][node, COUNT], settings[SCALE], rooms[3], rooms[4]
        row, lows, highs = tree[1][node], tree[7][node], tree[8][node]
        if is_root:
            budget = int(settings[ROOT_PROOF])
            prove_moves(state, count, row, lows, highs, scale, budget, rows, left)
        else:
            budget = int(settings[PROOF])
            prove_position(state, count, row, lows, highs, scale, budget, rows, left)
        low, high = bounds(node, tree)
        if low == high:
            counts[FOUND] += 1


def follow(start, games, nodes, states, tree, rooms, trails, settings):
    """Play all games from the start as their trails say, and make roots of where they are."""
    for g in range(games):
        state = start
        trail = trails[g]
        for t in range(1, trail[0] + 1):
            if HAS_CHANCE and player(state) == CHANCE:
                chance(state, rooms[0], rooms[1], rooms[2])
            else:
                moves(state, rooms[0])
            state = play(state, rooms[0][trail[t]])
        plant(state, g, trail[0], nodes, states, tree, rooms, settings)


def plant(state, g, ply, nodes, states, tree, rooms, settings):
    """Make a position the root of a tree of its own."""
    enter(state, g * nodes, ply, True, states, tree, rooms, settings)
    tree[0][g * nodes, ABOVE] = -1


def begin(start, opening, rooms, luck, trail):
    """A new game after some random moves, none of which ends it."""
    trail[0] = 0
    state = settled(start, rooms, luck, trail)
    for _ in range(int(lot(luck) * (opening + 1))):
        before = trail[0]
        count = moves(state, rooms[0])
        place = min(int(lot(luck) * count), count - 1)
        note_step(trail, place)
        after = settled(play(state, rooms[0][place]), rooms, luck, trail)
        if player(after) == OVER:
            trail[0] = before
            break
        state = after
    return state


def advance(
    start,
    opening,
    longest,
    nodes,
    states,
    tree,
    rooms,
    trails,
    plies,
    luck,
    settings,
    chosen,
    over,
    paid,
):
    """Make the chosen move in every game; new games take the place of those that end.

    ``paid`` is what the first player gets at the end, from -1 to 1. Games that last too long are
    drawn.
    """
    for g in range(len(chosen)):
        root = g * nodes
        trail = trails[g]
        note_step(trail, chosen[g])
        state = play(take_state(states, root), tree[1][root, chosen[g]])
        state = settled(state, rooms, luck, trail)
        plies[g] += 1
        is_over = player(state) == OVER
        over[g] = is_over or plies[g] >= longest or trail[0] + 1 >= len(trail)
        paid[g] = payoff(state, 0) / settings[SCALE] if is_over else 0.0
        if over[g]:
            plies[g] = 0
            state = begin(start, opening, rooms, luck, trail)
        plant(state, g, trail[0], nodes, states, tree, rooms, settings)


def begin_all(start, opening, rooms, luck, trails):
    """Begin every game; their trails say how."""
    for g in range(len(trails)):
        begin(start, opening, rooms, luck, trails[g])


def bounds(node, tree):
    """Bounds of what a position is worth to its mover."""
    if tree[0][node, ACTOR] < 0:
        return tree[6][node], tree[6][node]
    low, high = -1.0, -1.0
    for k in range(tree[0][node, COUNT]):
        low = max(low, tree[7][node, k])
        high = max(high, tree[8][node, k])
    return low, high


def worth_of(node, k, untried, tree):
    """What a move seems worth: the mean of what came of it, within what is proved."""
    visits = tree[3][node, k]
    mean = tree[4][node, k] / visits if visits > 0 else untried
    return min(max(mean, tree[7][node, k]), tree[8][node, k])


def promising(node, settings, tree):
    """The move where Q + c P sqrt(N) / (1 + n) is largest."""
    count = tree[0][node, COUNT]
    low, _ = bounds(node, tree)
    total = 1.0
    for k in range(count):
        total += tree[3][node, k]
    root = settings[EXPLORATION] * math.sqrt(total)
    best, place = -1e300, 0
    for k in range(count):
        visits = tree[3][node, k]
        promise = worth_of(node, k, 0.0, tree)
        promise += root * math.exp(tree[5][node, k]) / (1.0 + visits)
        if tree[8][node, k] >= low and promise > best:
            best, place = promise, k
    return place


def improve(node, settings, tree, better):
    """Logits improved by values into ``better``; the greatest, and the value of untried moves."""
    count = tree[0][node, COUNT]
    total, seen, mean, most = 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        visits = tree[3][node, k]
        total += visits
        most = max(most, visits)
        if visits > 0:
            odds = math.exp(tree[5][node, k])
            seen += odds
            mean += odds * worth_of(node, k, 0.0, tree)
    mixed = (tree[6][node] + total * (mean / seen if seen > 0 else 0.0)) / (1.0 + total)
    scale = settings[VALUE_SCALE] * (VISITS_SCALE + most) / 2.0
    low, high = bounds(node, tree)
    top = -1e300
    for k in range(count):
        better[k] = tree[5][node, k] + scale * worth_of(node, k, mixed, tree)
        if tree[8][node, k] < low or (low == high and tree[7][node, k] < low):
            better[k] = WORSE
        top = max(top, better[k])
    return top, mixed


def behind(node, settings, tree, better):
    """The move whose share of visits is furthest behind the improved policy."""
    count = tree[0][node, COUNT]
    top, _ = improve(node, settings, tree, better)
    whole, total = 0.0, 1.0
    for k in range(count):
        whole += math.exp(better[k] - top)
        total += tree[3][node, k]
    best, place = -1e300, 0
    for k in range(count):
        lag = math.exp(better[k] - top) / whole - tree[3][node, k] / total
        if better[k] > WORSE and lag > best:
            best, place = lag, k
    return place


def halving(node, wanted, gumbel, settings, tree, better):
    """The move at the root that sequential halving tries next."""
    count = tree[0][node, COUNT]
    improve(node, settings, tree, better)
    best, place = -1e300, 0
    for k in range(count):
        promise = gumbel[k] + better[k]
        if tree[3][node, k] != wanted:
            promise -= LATER
        if better[k] > WORSE and promise > best:
            best, place = promise, k
    return place


def descend(
    is_gumbel,
    simulation,
    nodes,
    states,
    tree,
    rooms,
    luck,
    sequence,
    gumbel,
    settings,
    used,
    leaves,
):
    """Go down every tree to a new position; ``leaves`` has its node, -1 where the game ends."""
    better = np.zeros(tree[1].shape[1])
    trail = np.zeros(8, np.int64)
    for g in range(len(used)):
        node = g * nodes
        leaves[g] = -1
        low, high = bounds(node, tree)
        while low < high:
            if not is_gumbel:
                place = promising(node, settings, tree)
            elif node == g * nodes:
                most = min(tree[0][node, COUNT], sequence.shape[0] - 1)
                wanted = sequence[most, simulation]
                place = halving(node, wanted, gumbel[g], settings, tree, better)
            else:
                place = behind(node, settings, tree, better)
            child = tree[2][node, place]
            if HAS_CHANCE or child < 0:
                trail[0] = 0
                after = play(take_state(states, node), tree[1][node, place])
                after = settled(after, rooms, luck, trail)
                outcome = 0
                for t in range(1, trail[0] + 1):
                    outcome = 1009 * outcome + trail[t] + 1
                while child >= 0 and tree[0][child, OUTCOME] != outcome:
                    child = tree[0][child, NEXT]
                if child < 0:
                    child = g * nodes + used[g]
                    used[g] += 1
                    ply = tree[0][node, PLY] + 1
                    enter(after, child, ply, False, states, tree, rooms, settings)
                    tree[0][child, ABOVE] = node
                    tree[0][child, PLACE] = place
                    tree[0][child, OUTCOME] = outcome
                    tree[0][child, NEXT] = tree[2][node, place]
                    tree[2][node, place] = child
                    if tree[0][child, ACTOR] < 0:
                        tree[6][child] = payoff(after, 0) / settings[SCALE]
                    low, high = bounds(child, tree)
                    if low < high:
                        leaves[g] = child
                        break
            node = child
            low, high = bounds(node, tree)
            if low == high:
                back_up(node, -low if tree[0][node, ACTOR] > 0 else low, tree)


def back_up(node, worth, tree):
    """Note what came of the moves above a node, of which the first player gets ``worth``.

    What is proved of a position bounds what the move to it is worth, unless chance led there.
    """
    low, high = bounds(node, tree)
    if tree[0][node, ACTOR] > 0:
        low, high = -high, -low
    is_sure = True
    while tree[0][node, ABOVE] >= 0:
        is_sure = is_sure and tree[0][node, OUTCOME] == 0
        place = tree[0][node, PLACE]
        node = tree[0][node, ABOVE]
        is_first = tree[0][node, ACTOR] == 0
        tree[3][node, place] += 1
        tree[4][node, place] += worth if is_first else -worth
        if is_sure:
            tree[7][node, place] = low if is_first else -high
            tree[8][node, place] = high if is_first else -low
            low, high = bounds(node, tree)
            if not is_first:
                low, high = -high, -low
            worth = min(max(worth, low), high)


def answer(leaves, actions, logits, values, tree):
    """Note what the network says of new positions, and back it up."""
    for g in range(len(leaves)):
        node = leaves[g]
        if node < 0:
            continue
        count = tree[0][node, COUNT]
        top, whole = -1e300, 0.0
        for k in range(count):
            top = max(top, logits[g, actions[g, k]])
        for k in range(count):
            whole += math.exp(logits[g, actions[g, k]] - top)
        shift = top + math.log(whole)
        for k in range(count):
            tree[5][node, k] = logits[g, actions[g, k]] - shift
        tree[6][node] = values[g]
        back_up(node, values[g] if tree[0][node, ACTOR] == 0 else -values[g], tree)


def add_noise(nodes, share, noise, tree):
    """Mix noise into the probabilities of the moves at the roots."""
    for g in range(len(noise)):
        node = g * nodes
        count = tree[0][node, COUNT]
        whole = 1e-12
        for k in range(count):
            whole += noise[g, k]
        for k in range(count):
            odds = (1.0 - share) * math.exp(tree[5][node, k]) + share * noise[g, k] / whole
            tree[5][node, k] = math.log(max(odds, 1e-12))


def conclude(
    is_gumbel, warm, nodes, gumbel, luck, settings, tree, policy, value, low, high, chosen
):
    """What the searches found: policies, values to the mover with their bounds, and moves."""
    better = np.zeros(tree[1].shape[1])
    for g in range(len(chosen)):
        node = g * nodes
        count = tree[0][node, COUNT]
        low[g], high[g] = bounds(node, tree)
        total, most = 0.0, 0.0
        for k in range(count):
            if tree[8][node, k] >= low[g]:
                total += tree[3][node, k]
            most = max(most, tree[3][node, k])
        value[g] = 0.0
        best = -1e300
        if is_gumbel or low[g] == high[g] or total == 0.0:
            top, mixed = improve(node, settings, tree, better)
            whole = 0.0
            for k in range(count):
                whole += math.exp(better[k] - top)
            for k in range(count):
                policy[g, k] = math.exp(better[k] - top) / whole
                value[g] += policy[g, k] * worth_of(node, k, mixed, tree)
                promise = gumbel[g, k] + better[k]
                if tree[3][node, k] < most and tree[7][node, k] < tree[8][node, k]:
                    promise -= LATER
                if promise > best:
                    best = promise
                    chosen[g] = k
            value[g] = min(max(value[g], low[g]), high[g])
            continue
        left = lot(luck) * total
        drawn = False
        for k in range(count):
            visits = tree[3][node, k] if tree[8][node, k] >= low[g] else 0
            policy[g, k] = visits / total
            value[g] += policy[g, k] * worth_of(node, k, 0.0, tree)
            left -= visits
            if warm[g]:
                if not drawn and left < 0.0:
                    chosen[g] = k
                    drawn = True
            elif visits > best:
                best = visits
                chosen[g] = k
        value[g] = min(max(value[g], low[g]), high[g])
