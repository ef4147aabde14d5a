"""What cards of Yahtzee are worth, from those with one more box filled: 20,000 steps a card."""

from __future__ import annotations

from typing import Any

from kibitz.core.compiling.compiled import njit

UPPER, FULL_HOUSE, LARGE_STRAIGHT, YAHTZEE, BOXES, FLAG = 6, 8, 10, 11, 13, 13
GOAL, GOAL_BONUS, MORE_BONUS = 63, 35.0, 100.0


@njit(cache=True, nogil=True)
def entered(
    card: int,
    upper: int,
    points: Any,
    joker: Any,
    faces: Any,
    bonus: bool,
    worth: Any,
    roll: int,
    box: int,
) -> Any:
    """What a throw brings in the end when it goes into a box; ``faces`` are those of five alike."""
    gain = points[roll, box]
    face = faces[roll]
    after = upper
    if box < UPPER:
        after = min(GOAL, upper + int(gain))
        if upper < GOAL and after == GOAL:
            gain += GOAL_BONUS
    following = card | (1 << box)
    if bonus and face >= 0:
        if box == YAHTZEE:
            following |= 1 << FLAG
        elif (card >> YAHTZEE) & 1:
            if FULL_HOUSE <= box <= LARGE_STRAIGHT and (card >> face) & 1:
                gain = joker[box]
            if (card >> FLAG) & 1:
                gain += MORE_BONUS
    return gain + worth[following, after]


@njit(cache=True, nogil=True)
def throws(
    card: int,
    upper: int,
    points: Any,
    joker: Any,
    faces: Any,
    bonus: bool,
    keep_from: Any,
    keep_roll: Any,
    keep_odds: Any,
    roll_from: Any,
    roll_keep: Any,
    worth: Any,
    values: Any,
    kept: Any,
) -> None:
    """Fill ``values[t, roll]``, what a throw brings with ``t`` throws left, and ``kept[t, keep]``.

    Keep 0 holds no dice, so ``kept[2, 0]`` is what the card brings before the first throw.
    """
    rolls, keeps = values.shape[1], kept.shape[1]
    for roll in range(rolls):
        best = -1.0
        for box in range(BOXES):
            if not (card >> box) & 1:
                found = entered(card, upper, points, joker, faces, bonus, worth, roll, box)
                best = max(best, found)
        values[0, roll] = best
    for left in range(3):
        if left > 0:
            for roll in range(rolls):
                best = values[0, roll]
                for k in range(roll_from[roll], roll_from[roll + 1]):
                    best = max(best, kept[left - 1, roll_keep[k]])
                values[left, roll] = best
        for keep in range(keeps if left < 2 else 1):
            total = 0.0
            for k in range(keep_from[keep], keep_from[keep + 1]):
                total += keep_odds[k] * values[left, keep_roll[k]]
            kept[left, keep] = total


@njit(cache=True, nogil=True)
def fill_cards(
    cards: Any,
    reached: Any,
    points: Any,
    joker: Any,
    faces: Any,
    bonus: bool,
    keep_from: Any,
    keep_roll: Any,
    keep_odds: Any,
    roll_from: Any,
    roll_keep: Any,
    worth: Any,
    values: Any,
    kept: Any,
    found: Any,
) -> None:
    """Write what these cards are worth, for all points in the upper part, into ``found``."""
    for card in cards:
        for upper in range(GOAL + 1):
            if reached[card & 63, upper]:
                throws(
                    card,
                    upper,
                    points,
                    joker,
                    faces,
                    bonus,
                    keep_from,
                    keep_roll,
                    keep_odds,
                    roll_from,
                    roll_keep,
                    worth,
                    values,
                    kept,
                )
                found[card, upper] = kept[2, 0]
