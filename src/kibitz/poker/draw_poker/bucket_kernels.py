"""Counts deals and draws of draw poker by pairs of buckets."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit


@njit(cache=True, nogil=True)
def ones(bits):
    """How many of 64 bits are set."""
    x = np.uint64(bits)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def count(masks, initial, leads, everything, deals, draws):
    """Count ordered deals and draws; ``leads[h, f]`` are the cards that lead to bucket f."""
    hands, finals = leads.shape
    for h in range(hands):
        a = initial[h]
        for g in range(hands):
            if masks[h] & masks[g]:
                continue
            b = initial[g]
            deals[a, b] += 1
            free = everything & ~(masks[h] | masks[g])
            for f in range(finals):
                mine = leads[h, f] & free
                if mine == 0:
                    continue
                many = ones(mine)
                for e in range(finals):
                    theirs = leads[g, e] & free
                    draws[a, b, f, e] += many * ones(theirs) - ones(mine & theirs)


@njit(cache=True, nogil=True)
def sample(seed, deals_wanted, size, cards, index, after, initial, final, deals, draws):
    """Deal and draw at random; ``index`` finds a hand by its cards as bits, sorted."""
    np.random.seed(seed)
    pack = np.arange(cards)
    for _ in range(deals_wanted):
        for k in range(2 * size + 2):
            j = k + np.random.randint(cards - k)
            pack[k], pack[j] = pack[j], pack[k]
        h = np.int64(0)
        g = np.int64(0)
        for k in range(size):
            h |= np.int64(1) << pack[k]
            g |= np.int64(1) << pack[size + k]
        first = np.searchsorted(index, h)
        second = np.searchsorted(index, g)
        a = initial[first]
        b = initial[second]
        deals[a, b] += 1
        draws[
            a, b, final[after[first, pack[2 * size]]], final[after[second, pack[2 * size + 1]]]
        ] += 1
