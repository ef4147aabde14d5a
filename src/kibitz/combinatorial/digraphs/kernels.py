"""Machine code over game graphs: vertex v has ``followers[starts[v] : starts[v + 1]]``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from kibitz.core.compiling.compiled import njit

Array = Any
UNKNOWN, P, N, T = 0, 1, 2, 3
NEW, OPEN, DONE = 0, 1, 2
ENDLESS = -1
"""In place of a number: a cycle can be reached, or the value is infinite."""


@njit(cache=True)
def predecessors(starts: Array, followers: Array) -> tuple[Array, Array]:
    """The same graph with its arrows turned round. O(V + E)."""
    n = starts.size - 1
    back_starts = np.zeros(n + 1, np.int64)
    for e in range(followers.size):
        back_starts[followers[e] + 1] += 1
    for v in range(n):
        back_starts[v + 1] += back_starts[v]
    room = back_starts[:n].copy()
    back = np.empty(followers.size, np.int32)
    for v in range(n):
        for e in range(starts[v], starts[v + 1]):
            w = followers[e]
            back[room[w]] = v
            room[w] += 1
    return back_starts, back


@njit(cache=True)
def retrograde(starts: Array, back_starts: Array, back: Array, misere: bool) -> Any:
    """Labels P, N, T and remoteness by working backwards from the ends. O(V + E).

    Labels come off the queue in order of remoteness, so the first P-follower is the quickest win
    and the last N-follower the longest defense.
    """
    n = starts.size - 1
    label = np.zeros(n, np.int8)
    remoteness = np.full(n, ENDLESS, np.int32)
    open_followers = np.empty(n, np.int32)
    queue = np.empty(n, np.int32)
    head = tail = 0
    for v in range(n):
        open_followers[v] = starts[v + 1] - starts[v]
        if open_followers[v] == 0:
            label[v] = N if misere else P
            remoteness[v] = 0
            queue[tail] = v
            tail += 1
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(back_starts[v], back_starts[v + 1]):
            u = back[e]
            if label[u] != UNKNOWN:
                continue
            if label[v] == P:
                label[u] = N
            else:
                open_followers[u] -= 1
                if open_followers[u] > 0:
                    continue
                label[u] = P
            remoteness[u] = remoteness[v] + 1
            queue[tail] = u
            tail += 1
    for v in range(n):
        if label[v] == UNKNOWN:
            label[v] = T
    return label, remoteness


@njit(cache=True)
def post_order(starts: Array, followers: Array) -> Array:
    """All vertices, each after its followers; nothing when a cycle is met. O(V + E)."""
    n = starts.size - 1
    state = np.zeros(n, np.int8)
    order = np.empty(n, np.int32)
    path = np.empty(n, np.int32)
    edge = np.empty(n, np.int64)
    tail = 0
    for root in range(n):
        if state[root] != NEW:
            continue
        depth = 0
        path[0], edge[0], state[root] = root, starts[root], OPEN
        while depth >= 0:
            v = path[depth]
            e = edge[depth]
            while e < starts[v + 1] and state[followers[e]] == DONE:
                e += 1
            if e == starts[v + 1]:
                state[v] = DONE
                order[tail] = v
                tail += 1
                depth -= 1
                continue
            w = followers[e]
            if state[w] == OPEN:
                return order[:0]
            edge[depth] = e + 1
            depth += 1
            path[depth], edge[depth], state[w] = w, starts[w], OPEN
    return order


@njit(cache=True)
def remoteness(starts: Array, followers: Array, order: Array, misere: bool) -> Array:
    """Moves to the end under perfect play, along a bottom-up order of all vertices. O(V + E)."""
    moves = np.zeros(starts.size - 1, np.int32)
    lost = 1 if misere else 0
    never = 2**31 - 1
    for v in order:
        if starts[v] == starts[v + 1]:
            continue
        quickest, slowest = never, 0
        for e in range(starts[v], starts[v + 1]):
            left = moves[followers[e]]
            if left & 1 == lost:
                quickest = min(quickest, left)
            else:
                slowest = max(slowest, left)
        moves[v] = 1 + (slowest if quickest == never else quickest)
    return moves


@njit(cache=True)
def bottom_up(starts: Array, back_starts: Array, back: Array) -> Array:
    """The vertices that cannot reach a cycle, each after all its followers. O(V + E)."""
    n = starts.size - 1
    open_followers = np.empty(n, np.int32)
    order = np.empty(n, np.int32)
    head = tail = 0
    for v in range(n):
        open_followers[v] = starts[v + 1] - starts[v]
        if open_followers[v] == 0:
            order[tail] = v
            tail += 1
    while head < tail:
        v = order[head]
        head += 1
        for e in range(back_starts[v], back_starts[v + 1]):
            u = back[e]
            open_followers[u] -= 1
            if open_followers[u] == 0:
                order[tail] = u
                tail += 1
    return order[:tail]


@register_jitable
def _unseen(starts: Array) -> Array:
    """Room for a mark at every value that the followers of one vertex can have."""
    widest = 0
    for v in range(starts.size - 1):
        widest = max(widest, starts[v + 1] - starts[v])
    return np.full(widest + 2, -1, np.int32)


@njit(cache=True)
def grundy(starts: Array, followers: Array, order: Array) -> Array:
    """Sprague-Grundy values by the mex rule along a bottom-up order. O(V + E)."""
    n = starts.size - 1
    value = np.full(n, ENDLESS, np.int32)
    widest = 0
    for v in range(n):
        widest = max(widest, starts[v + 1] - starts[v])
    seen = np.full(widest + 2, -1, np.int32)
    for v in order:
        first, last = starts[v], starts[v + 1]
        for e in range(first, last):
            w = value[followers[e]]
            if w <= last - first:
                seen[w] = v
        least = 0
        while seen[least] == v:
            least += 1
        value[v] = least
    return value


@njit(cache=True)
def longest(starts: Array, followers: Array, order: Array) -> Array:
    """The most moves that can be made from each vertex, along a bottom-up order. O(V + E)."""
    length = np.full(starts.size - 1, ENDLESS, np.int32)
    for v in order:
        most = 0
        for e in range(starts[v], starts[v + 1]):
            most = max(most, length[followers[e]] + 1)
        length[v] = most
    return length


@njit(cache=True)
def fraenkel_smith(
    starts: Array, followers: Array, back_starts: Array, back: Array
) -> tuple[Array, Array]:
    """Generalized Sprague-Grundy values (-1 for infinite) and counters. O((V + E) * values).

    Stage m works backwards as retrograde analysis does. A vertex without a value gets m once each
    of its followers without a finite value has a follower m and none of them is m; those that end
    the stage without a follower m are infinite.
    """
    n = starts.size - 1
    value = np.full(n, -2, np.int32)
    counter = np.full(n, ENDLESS, np.int64)
    answered = np.full(n, -1, np.int32)
    unanswered = np.empty(n, np.int32)
    queue = np.empty(n, np.int32)
    todo = np.arange(n).astype(np.int32)
    left = n
    count = 0
    m = 0
    while left > 0:
        head = tail = 0
        for k in range(left):
            v = todo[k]
            unanswered[v] = 0
            for e in range(starts[v], starts[v + 1]):
                if value[followers[e]] < 0:
                    unanswered[v] += 1
        for k in range(left):
            v = todo[k]
            if unanswered[v] == 0:
                value[v] = m
                queue[tail] = v
                tail += 1
        while head < tail:
            v = queue[head]
            head += 1
            counter[v] = count
            count += 1
            for e in range(back_starts[v], back_starts[v + 1]):
                u = back[e]
                if value[u] >= 0 or answered[u] == m:
                    continue
                answered[u] = m
                for d in range(back_starts[u], back_starts[u + 1]):
                    x = back[d]
                    if value[x] != -2:
                        continue
                    unanswered[x] -= 1
                    if unanswered[x] == 0 and answered[x] != m:
                        value[x] = m
                        queue[tail] = x
                        tail += 1
        kept = 0
        for k in range(left):
            v = todo[k]
            if value[v] == -2:
                if answered[v] == m:
                    todo[kept] = v
                    kept += 1
                else:
                    value[v] = ENDLESS
        left = kept
        m += 1
    return value, counter
