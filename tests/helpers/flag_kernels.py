"""An algorithm for the tests, with parts that constants rule out."""

from __future__ import annotations

FIRST = True
SECOND = False


def double(number):
    """Twice as much."""
    return 2 * number


def countdown(number):
    steps = 0
    while number > 0:
        number -= 1
        steps += 1
    return steps


def mixed(number):
    if not FIRST and (SECOND or number > 1):
        return number * number
    total = double(number) if FIRST else -1
    if FIRST and SECOND and number > 2:
        total += 100
    elif SECOND:
        total += 1000
    if SECOND and not FIRST:
        pass
    else:
        total += countdown(number)
    return total


def halved(number, steps) -> float:
    return number if steps == 0 else halved(number / 2, steps - 1)
