"""Looks up the strength of many hands at once."""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit


@njit(cache=True, nogil=True)
def evaluate(cards, keys, bits, plain, suited, suits, deck, found):
    """Write the class of each hand; the number of the first bad hand, or -1."""
    if cards.shape[1] == 5:
        return evaluate_five(cards, keys, bits, plain, suited, suits, deck, found)
    for k in range(cards.shape[0]):
        total = np.int64(0)
        common = np.int64(-1)
        seen = np.uint64(0)
        for j in range(cards.shape[1]):
            card = np.int64(cards[k, j])
            if card >= deck or (seen >> np.uint64(card)) & np.uint64(1):
                return k
            seen |= np.uint64(1) << np.uint64(card)
            total += keys[card]
            common &= bits[card]
        if common:
            found[k] = suited_class(cards, k, suited, suits)
        else:
            found[k] = plain[total]
    return -1


@njit(cache=True, nogil=True)
def evaluate_best(chosen, cards, keys, bits, plain, suited, suits, deck, found):
    """The same for rows of more cards: the best hand of those that are chosen from each."""
    size = chosen.shape[1]
    for k in range(cards.shape[0]):
        seen = np.uint64(0)
        for j in range(cards.shape[1]):
            card = np.uint64(cards[k, j])
            if card >= np.uint64(deck) or (seen >> card) & np.uint64(1):
                return k
            seen |= np.uint64(1) << card
        best = np.int16(-1)
        for c in range(chosen.shape[0]):
            total = np.int64(0)
            common = np.int64(-1)
            for j in range(size):
                card = cards[k, chosen[c, j]]
                total += keys[card]
                common &= bits[card]
            if common:
                ranks = np.int64(0)
                for j in range(size):
                    ranks |= np.int64(1) << (np.int64(cards[k, chosen[c, j]]) // suits)
                strength = suited[ranks]
            else:
                strength = plain[total]
            best = max(best, strength)
        found[k] = best
    return -1


@njit(cache=True, nogil=True)
def suited_class(cards, k, suited, suits):
    ranks = np.int64(0)
    for j in range(cards.shape[1]):
        ranks |= np.int64(1) << (np.int64(cards[k, j]) // suits)
    return suited[ranks]


@njit(cache=True, nogil=True)
def evaluate_five(cards, keys, bits, plain, suited, suits, deck, found):
    """The same without an inner loop."""
    for k in range(cards.shape[0]):
        a = np.int64(cards[k, 0])
        b = np.int64(cards[k, 1])
        c = np.int64(cards[k, 2])
        d = np.int64(cards[k, 3])
        e = np.int64(cards[k, 4])
        if max(a, b, c, d, e) >= deck:
            return k
        one = np.int64(1)
        ab = (one << a) | (one << b)
        cde = (one << c) | (one << d) | (one << e)
        seen = ab | cde
        # five different cards leave no bit after four times clearing the lowest but one
        rest = seen & (seen - 1)
        rest &= rest - 1
        rest &= rest - 1
        rest &= rest - 1
        if rest == 0:
            return k
        if bits[a] & bits[b] & bits[c] & bits[d] & bits[e]:
            found[k] = suited_class(cards, k, suited, suits)
        else:
            found[k] = plain[keys[a] + keys[b] + keys[c] + keys[d] + keys[e]]
    return -1


@njit(cache=True, nogil=True)
def mark_differences(larger, smaller, d, marks):
    """Mark every whole positive (x - y) / d with x from one array and y from the other."""
    for x in larger:
        for y in smaller:
            gap = x - y
            if gap > 0 and gap % d == 0 and gap // d < marks.shape[0]:
                marks[gap // d] = True
