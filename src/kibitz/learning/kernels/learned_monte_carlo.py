"""Monte Carlo tree search led by a learned evaluation, over compiled rules: PUCT.

No games are played at random: a new position is worth what the evaluation says, and the
probabilities of moves follow from what it says of the positions that they lead to. ``eyes`` and
``mind`` are as in :mod:`.learned_evaluation`. ``links`` has the first child of a node, the number
of children, the move that led to it, and its visits; ``stats`` what it was worth on average to who
moved there, its probability, and what the evaluation says of it.
"""

from __future__ import annotations

import math

from kibitz.learning.kernels.learned_evaluation import judge
from kibitz.rules.compile.interface import moves, payoff, play, player
from kibitz.rules.game import OVER

FIRST = 0
COUNT = 1
MOVE = 2
VISITS = 3

MEAN = 0
PRIOR = 1
GUESS = 2

EXPLORATION = 0
TEMPERATURE = 1

USED = 0
STOP = 1
DONE = 2


def value_to(after, who, eyes, mind, words, seen):
    """What a position after a move seems worth to who made it, from -1 to 1."""
    then = player(after)
    if then == OVER:
        return payoff(after, who) / mind[0][1]
    if then == who or then < 0:
        return judge(after, who, eyes, mind, words, seen)
    return -judge(after, then, eyes, mind, words, seen)


def open_node(state, node, eyes, mind, links, stats, settings, control, row, words, seen):
    """Give a node its children, with their values and probabilities."""
    who = player(state)
    count = moves(state, row)
    first = control[USED]
    if first + count > links.shape[0]:
        return False
    control[USED] = first + count
    top = -1e300
    for k in range(count):
        child = first + k
        guess = value_to(play(state, row[k]), who, eyes, mind, words, seen)
        links[child, COUNT] = 0
        links[child, MOVE] = row[k]
        links[child, VISITS] = 0
        stats[child, MEAN] = 0.0
        stats[child, GUESS] = guess
        top = max(top, guess)
    whole = 0.0
    for k in range(count):
        odds = math.exp((stats[first + k, GUESS] - top) / settings[TEMPERATURE])
        stats[first + k, PRIOR] = odds
        whole += odds
    for k in range(count):
        stats[first + k, PRIOR] /= whole
    links[node, FIRST] = first
    links[node, COUNT] = count
    return True


def most_promising(node, links, stats, settings):
    """The child where Q + c P sqrt(N) / (1 + n) is largest."""
    first = links[node, FIRST]
    root = settings[EXPLORATION] * math.sqrt(links[node, VISITS] + 1.0)
    best, chosen = -1e300, first
    for k in range(first, first + links[node, COUNT]):
        visits = links[k, VISITS]
        mean = stats[k, MEAN] if visits > 0 else stats[k, GUESS]
        promise = mean + root * stats[k, PRIOR] / (1.0 + visits)
        if promise > best:
            best, chosen = promise, k
    return chosen


def grow_learned(
    root, iterations, eyes, mind, links, stats, settings, control, path, row, words, seen
):
    """Iterate: go down, look at a new position, and note what it is worth."""
    for _ in range(iterations):
        if control[STOP]:
            return
        state = root
        node = 0
        depth = 0
        path[0, 0] = 0
        path[0, 1] = -1
        worth = 0.0
        while True:
            who = player(state)
            if links[node, COUNT] == 0 and not open_node(
                state, node, eyes, mind, links, stats, settings, control, row, words, seen
            ):
                worth, judged = judge(state, who, eyes, mind, words, seen), who
                break
            node = most_promising(node, links, stats, settings)
            state = play(state, links[node, MOVE])
            depth += 1
            path[depth, 0] = node
            path[depth, 1] = who
            if links[node, VISITS] == 0 or player(state) < 0 or depth + 1 >= path.shape[0]:
                worth, judged = stats[node, GUESS], who
                break
        for step in range(depth, -1, -1):
            here = path[step, 0]
            links[here, VISITS] += 1
            if step > 0:
                own = worth if path[step, 1] == judged else -worth
                stats[here, MEAN] += (own - stats[here, MEAN]) / links[here, VISITS]
        control[DONE] += 1
