"""An impartial game in three lines: `kibitz solve examples/take_away.py:take_away`.

Take one, three or four counters; whoever takes the last one wins.
"""

from __future__ import annotations

import kibitz as kb


def take_away(counters: int = 21) -> kb.ImpartialGame:
    """Take 1, 3 or 4 of so many counters."""
    return kb.impartial(counters, lambda n: [n - k for k in (1, 3, 4) if k <= n], title="Take away")


if __name__ == "__main__":
    print(take_away().solve())
