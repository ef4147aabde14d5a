"""Retrograde analysis over numbered positions, block by block: nothing is kept but a code for each.

A position is the number that its words make, digits of a mixed radix. Its code says whether it was
reached, and how far from the end it is won or lost. All that the analysis knows is in the codes, so
it can be broken off anywhere, and continue.
"""

from __future__ import annotations

from kibitz.rules.compile.interface import (
    STATE_WORDS,
    moves,
    payoff,
    play,
    player,
    read_state,
    write_state,
)
from kibitz.rules.game import OVER

NOT_REACHED = 0
OPEN = 1
"""Reached, and neither won nor lost: drawn in the end."""
FIRST = 2
"""The code of a win of the first player at the end; 2 more for each ply, 1 more for a loss."""
NEW = 255
"""Reached, and not yet looked at."""

DONE = 0
OUTSIDE = 1
"""A word was outside its range: which, and what it was."""
WORD = 2
VALUE = 3
FAR = 4
"""A position is too far from the end for its code."""
STRANGE = 5
"""A payoff other than 1, 0 and -1."""
STUCK = 6
"""No move at a position that is not over."""


def number_of_words(words, low, radix, control):
    """The number of a position, or -1 where a word is outside its range."""
    number = 0
    for k in range(STATE_WORDS):
        digit = words[k] - low[k]
        if digit < 0 or digit >= radix[k]:
            control[OUTSIDE] = 1
            control[WORD] = k
            control[VALUE] = words[k]
            return -1
        number = number * radix[k] + digit
    return number


def words_of_number(number, low, radix, words):
    """Write the words of a position."""
    for j in range(STATE_WORDS):
        k = STATE_WORDS - 1 - j
        words[k] = low[k] + number % radix[k]
        number //= radix[k]


def add_numbers(rows, low, radix, codes, control):
    """Mark positions to begin with; how many were new."""
    count = 0
    for k in range(rows.shape[0]):
        number = number_of_words(rows[k], low, radix, control)
        if number < 0:
            return count
        if codes[number] == NOT_REACHED:
            codes[number] = NEW
            count += 1
    return count


def expand_block(begin, end, low, radix, codes, words, row, control):
    """Look at the new positions of a block, and mark what they lead to; how many there were."""
    count = 0
    for number in range(begin, end):
        if codes[number] != NEW:
            continue
        words_of_number(number, low, radix, words)
        state = read_state(words)
        count += 1
        if player(state) == OVER:
            paid = payoff(state, 0)
            if paid == 0:
                codes[number] = OPEN
            elif paid == 1:
                codes[number] = FIRST
            elif paid == -1:
                codes[number] = FIRST + 1
            else:
                control[STRANGE] = 1
                return count
            continue
        found = moves(state, row)
        if found == 0:
            control[STUCK] = 1
            return count
        for k in range(found):
            write_state(play(state, row[k]), words)
            after = number_of_words(words, low, radix, control)
            if after < 0:
                return count
            if codes[after] == NOT_REACHED:
                codes[after] = NEW
        codes[number] = OPEN
    return count


def decide_block(begin, end, plies, low, radix, codes, words, row, control):
    """Decide the open positions of a block that end after this many plies; how many there are."""
    count = 0
    before = FIRST + 2 * plies
    if before + 1 >= NEW:
        control[FAR] = 1
        return 0
    for number in range(begin, end):
        if codes[number] != OPEN:
            continue
        words_of_number(number, low, radix, words)
        state = read_state(words)
        who = player(state)
        if who == OVER:
            continue
        losing = 1 - who  # the parity of codes that the mover does not want
        found = moves(state, row)
        wins = False
        loses = True
        latest = 0
        for k in range(found):
            write_state(play(state, row[k]), words)
            code = codes[number_of_words(words, low, radix, control)]
            if code == OPEN or code >= before:
                loses = False
                continue
            if (code - FIRST) % 2 != losing:
                wins = True
                break
            if code > latest:
                latest = code
        if wins:
            codes[number] = before + 1 - losing
            count += 1
        elif loses:
            codes[number] = before + losing
            count += 1
    return count
